//! From the payload's bytes to the event.

use super::payload::{Field, Issue, Payload, Pull, Tip as TipFields, User};
use super::repository::{OF_EVENT, OF_TRANSFER, owner_and_name, web_address};
use super::thing::{first_time, is_hex};
use super::{
    Change, Defaults, Destination, Event, EventError, Kind, MAX_PAYLOAD_BYTES, Merge, Nothing, Oid,
    PullRequest, Repository, Thing, Tip, Transfer,
};
use crate::finding::{MAX_ID_CHARS, clip, visible};

/// Reads the payload of the event `name`. Fields that nobody needs are not
/// looked at.
///
/// # Errors
///
/// Where the payload is no JSON object, or lacks what the event cannot do
/// without. The payload of an event that there is nothing to do for is not
/// held to anything.
pub fn read(name: &str, payload: &[u8], defaults: Defaults<'_>) -> Result<Event, EventError> {
    if payload.len() > MAX_PAYLOAD_BYTES {
        return Err(EventError::TooLarge {
            bytes: payload.len(),
        });
    }
    let parsed = parse(payload);
    let reader = |payload| Reader {
        name,
        payload,
        defaults,
    };
    match name {
        "issues" => reader(parsed?).issues(),
        "pull_request" | "pull_request_target" => reader(parsed?).pull_request(),
        "push" => reader(parsed?).push(),
        "merge_group" => reader(parsed?).merge_group(),
        "schedule" => Ok(Event::Schedule {
            repository: reader(parsed?).repository_if_any(),
        }),
        "workflow_dispatch" => Ok(Event::Dispatch {
            repository: reader(parsed?).repository_if_any(),
        }),
        _ => Ok(reader(parsed.unwrap_or_default()).nothing("no work item ends or begins with it")),
    }
}

fn parse(payload: &[u8]) -> Result<Payload, EventError> {
    // Serde would fill the struct from an array, too.
    let first = payload.iter().find(|byte| !byte.is_ascii_whitespace());
    if first != Some(&b'{') {
        return Err(EventError::NotAnObject {
            line: 0,
            column: 0,
            reason: "it does not begin with {".to_owned(),
        });
    }
    serde_json::from_slice(payload).map_err(|error| EventError::NotAnObject {
        line: error.line(),
        column: error.column(),
        reason: reason(&error),
    })
}

/// The parser's own words, without the place that it ends them with.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let words = text.split(" at line ").next().unwrap_or_default();
    visible(words).into_owned()
}

struct Reader<'a> {
    name: &'a str,
    payload: Payload,
    defaults: Defaults<'a>,
}

impl Reader<'_> {
    fn nothing(&self, why: &'static str) -> Event {
        let show = |text: &str| visible(&clip(text, MAX_ID_CHARS)).into_owned();
        Event::Nothing(Nothing {
            event: show(self.name),
            action: show(self.payload.action.text()),
            why,
        })
    }

    fn action(&self) -> Result<&str, EventError> {
        Ok(self.payload.action.need("action")?.as_str())
    }

    fn repository(&self) -> Result<Repository, EventError> {
        let found = self.payload.repository.need("repository")?;
        Repository::read(found, &OF_EVENT, self.defaults)
    }

    /// The payload of a schedule need not name it.
    fn repository_if_any(&self) -> Option<Repository> {
        self.repository()
            .ok()
            .or_else(|| Repository::of_workflow(self.defaults))
    }

    /// The first login that somebody has.
    fn actor(&self, others: &[&Field<User>]) -> String {
        std::iter::once(&self.payload.sender)
            .chain(others.iter().copied())
            .filter_map(Field::get)
            .find_map(|user| user.login.filled())
            .unwrap_or_default()
            .to_owned()
    }

    fn issues(&self) -> Result<Event, EventError> {
        let action = self.action()?;
        if !matches!(action, "closed" | "reopened" | "transferred") {
            return Ok(self.nothing("the issue does not end or begin again with it"));
        }
        let found = self.payload.issue.need("issue")?;
        if matches!(found.pull_request, Field::Value(_)) {
            return Ok(self.nothing(
                "this issue is a pull request, and how that ended is said by `pull_request`",
            ));
        }
        Ok(match action {
            "closed" => Event::IssueClosed {
                issue: self.issue(found, [&found.closed_at, &found.updated_at])?,
                state_reason: found.state_reason.filled().map(str::to_owned),
            },
            "reopened" => Event::IssueReopened {
                issue: self.issue(found, [&found.updated_at])?,
            },
            _ => Event::IssueTransferred(Transfer {
                issue: self.issue(found, [&found.updated_at])?,
                to: self.destination(),
            }),
        })
    }

    fn issue<const N: usize>(
        &self,
        found: &Issue,
        times: [&Field<String>; N],
    ) -> Result<Thing, EventError> {
        Ok(Thing {
            repository: self.repository()?,
            number: number(&found.number, "issue.number")?,
            kind: Kind::Issue,
            title: found.title.text().to_owned(),
            body: found.body.text().to_owned(),
            url: found.html_url.filled().and_then(web_address),
            actor: self.actor(&[&found.closed_by]),
            at: first_time(times.map(Field::filled)),
        })
    }

    fn destination(&self) -> Option<Destination> {
        let changes = self.payload.changes.get()?;
        let number = *changes.new_issue.get()?.number.get()?;
        let found = changes.new_repository.get()?;
        let repository = Repository::read(found, &OF_TRANSFER, self.defaults).ok()?;
        (number > 0).then_some(Destination { repository, number })
    }

    fn pull_request(&self) -> Result<Event, EventError> {
        let change = match self.action()? {
            "closed" => {
                let found = self.payload.pull_request.need("pull_request")?;
                let merged = is_merged(found)?.then(|| Merge {
                    commit: found.merge_commit_sha.filled().and_then(Oid::new),
                });
                return Ok(Event::PullRequestClosed {
                    pull_request: self.pull(
                        found,
                        [&found.closed_at, &found.merged_at, &found.updated_at],
                    )?,
                    merged,
                });
            }
            "reopened" => {
                let found = self.payload.pull_request.need("pull_request")?;
                return Ok(Event::PullRequestReopened {
                    pull_request: self.pull(found, [&found.updated_at])?,
                });
            }
            "opened" => Change::Opened,
            "synchronize" | "synchronized" => Change::Synchronized,
            "edited" => Change::Edited,
            _ => {
                return Ok(self.nothing("neither the pull request's state nor its range changes"));
            }
        };
        let found = self.payload.pull_request.need("pull_request")?;
        let base = found.base.need("pull_request.base")?;
        let head = found.head.need("pull_request.head")?;
        base.reference.need("pull_request.base.ref")?;
        oid(&base.sha, "pull_request.base.sha")?;
        oid(&head.sha, "pull_request.head.sha")?;
        Ok(Event::PullRequestChanged {
            pull_request: self.pull(found, [&found.updated_at])?,
            change,
        })
    }

    fn pull<const N: usize>(
        &self,
        found: &Pull,
        times: [&Field<String>; N],
    ) -> Result<PullRequest, EventError> {
        Ok(PullRequest {
            thing: Thing {
                repository: self.repository()?,
                number: number(&found.number, "pull_request.number")?,
                kind: Kind::PullRequest,
                title: found.title.text().to_owned(),
                body: found.body.text().to_owned(),
                url: found.html_url.filled().and_then(web_address),
                actor: self.actor(&[&found.merged_by]),
                at: first_time(times.map(Field::filled)),
            },
            base: tip(&found.base),
            head: tip(&found.head),
            is_target: self.name == "pull_request_target",
        })
    }

    fn push(&self) -> Result<Event, EventError> {
        let payload = &self.payload;
        let mut messages: Vec<String> = payload
            .commits
            .0
            .iter()
            .filter_map(|commit| commit.message.get().cloned())
            .collect();
        if messages.is_empty() {
            let head = payload.head_commit.get();
            messages.extend(head.and_then(|commit| commit.message.get().cloned()));
        }
        Ok(Event::Push {
            repository: self.repository()?,
            reference: payload.reference.need("ref")?.clone(),
            before: oid_or_null(&payload.before, "before")?,
            after: oid_or_null(&payload.after, "after")?,
            messages,
        })
    }

    fn merge_group(&self) -> Result<Event, EventError> {
        if self.action()? != "checks_requested" {
            return Ok(self.nothing("no checks are requested with it"));
        }
        let group = self.payload.merge_group.need("merge_group")?;
        Ok(Event::MergeGroup {
            repository: self.repository()?,
            base: oid(&group.base_sha, "merge_group.base_sha")?,
            base_ref: group.base_ref.need("merge_group.base_ref")?.clone(),
            head: oid(&group.head_sha, "merge_group.head_sha")?,
            head_ref: group.head_ref.need("merge_group.head_ref")?.clone(),
            message: group
                .head_commit
                .get()
                .map(|commit| commit.message.text().to_owned())
                .unwrap_or_default(),
        })
    }
}

fn number(field: &Field<u64>, key: &'static str) -> Result<u64, EventError> {
    match *field.need(key)? {
        0 => Err(EventError::Wrong { key }),
        number => Ok(number),
    }
}

fn oid(field: &Field<String>, key: &'static str) -> Result<Oid, EventError> {
    Oid::new(field.need(key)?).ok_or(EventError::Wrong { key })
}

/// Zeros stand for what was not there before a push, or is not after it.
fn oid_or_null(field: &Field<String>, key: &'static str) -> Result<Option<Oid>, EventError> {
    let text = field.need(key)?;
    if is_hex(text) {
        Ok(Oid::new(text))
    } else {
        Err(EventError::Wrong { key })
    }
}

/// `merged`; where that is not said, whether there is a time of the merge. A
/// payload that has neither does not say how the pull request ended.
fn is_merged(found: &Pull) -> Result<bool, EventError> {
    match (&found.merged, &found.merged_at) {
        (Field::Value(merged), _) => Ok(*merged),
        (Field::Missing | Field::Null, Field::Value(at)) => {
            Ok(first_time([Some(at.as_str())]).is_some())
        }
        (Field::Missing | Field::Null, Field::Null) => Ok(false),
        (merged, _) => merged.need("pull_request.merged").copied(),
    }
}

fn tip(field: &Field<TipFields>) -> Tip {
    let found = field.get();
    let repository = found.and_then(|tip| tip.repo.get()?.full_name.filled());
    Tip {
        branch: found.map_or("", |tip| tip.reference.text()).to_owned(),
        commit: found.and_then(|tip| Oid::new(tip.sha.filled()?)),
        repository: repository
            .filter(|name| owner_and_name(name).is_some())
            .map(str::to_owned),
    }
}
