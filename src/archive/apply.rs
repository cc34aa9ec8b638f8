//! What happened, as a record to merge.

use std::collections::BTreeMap;

use super::closure::Closure;
use super::delivery::Delivery;
use super::json::Extra;
use super::record::{ItemRecord, SCHEMA};
use super::time::Time;
use super::tracking::{Reopened, Tracking};
use crate::item::{Kind, WorkItemRef};

impl ItemRecord {
    /// A record that says nothing yet.
    pub(super) fn blank(reference: WorkItemRef) -> Self {
        Self {
            schema: SCHEMA,
            reference,
            pull_request: false,
            tracking: None,
            deliveries: BTreeMap::new(),
            closures: BTreeMap::new(),
            reopened: None,
            extra: Extra::default(),
        }
    }

    /// The work item was closed.
    #[must_use]
    pub fn closed(reference: WorkItemRef, closure: Closure) -> Self {
        Self {
            pull_request: closure.reason.kind() == Kind::PullRequest,
            closures: BTreeMap::from([(closure.at, closure)]),
            ..Self::blank(reference)
        }
    }

    /// The work item was reopened.
    #[must_use]
    pub fn reopened(reference: WorkItemRef, at: Time) -> Self {
        let extra = Extra::default();
        Self {
            reopened: Some(Reopened { at, extra }),
            ..Self::blank(reference)
        }
    }

    /// A pull request that delivers the work item changed.
    #[must_use]
    pub fn delivered(reference: WorkItemRef, delivery: Delivery) -> Self {
        Self {
            deliveries: BTreeMap::from([(delivery.key(), delivery)]),
            ..Self::blank(reference)
        }
    }

    /// The work item is tracked. `by` is a login or a plain name; what is
    /// neither is left out.
    #[must_use]
    pub fn tracked(reference: WorkItemRef, since: Time, by: &str) -> Self {
        Self {
            tracking: Some(Tracking::new(since, by)),
            ..Self::blank(reference)
        }
    }
}
