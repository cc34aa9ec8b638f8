//! May it go? Pure: facts and authority in, a decision out.

use super::facts::{Facts, Standing};
use super::reasons::{Reason, hard, soft};

/// Who asks, and what is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Authority<'a> {
    /// Who wants it gone: a login. Empty is nobody.
    pub actor: Option<&'a str>,
    /// Who may (`cleanup.actors`). Empty: nobody.
    pub actors: &'a [String],
    /// What the configuration says of checkouts whose item closes.
    pub on_close: OnClose,
    /// Whether work may be lost.
    pub force: Force,
}

/// What becomes of a checkout when its item closes
/// (`cleanup.keep_checkout_on_close`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnClose {
    /// It may go.
    Remove,
    /// It is kept.
    Keep,
}

/// Whether work may be lost (`--force`). It opens no other door.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Force {
    /// Work is kept.
    No,
    /// Uncommitted and unpushed work may go.
    LoseWork,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Nothing: no checkout stands there.
    Gone,
    /// Remove it.
    Remove,
    /// Keep it: somebody must do something about it first.
    Refuse {
        /// Why, worst first; at least one.
        reasons: Vec<Reason>,
    },
    /// Keep it for now: nobody who may remove it has asked.
    Defer {
        /// Why.
        why: Reason,
    },
}

/// Whether the checkout may be removed. Who may not have it removed is told
/// that and no more; then every guard and every piece of work is a reason.
#[must_use]
pub fn decide(facts: &Facts, authority: &Authority<'_>) -> Decision {
    if facts.standing == Standing::Gone {
        return Decision::Gone;
    }
    if let Some(why) = deferral(facts, authority) {
        return Decision::Defer { why };
    }
    let mut reasons = hard(facts);
    if authority.force == Force::No {
        reasons.extend(soft(facts));
    }
    if reasons.is_empty() {
        Decision::Remove
    } else {
        Decision::Refuse { reasons }
    }
}

fn deferral(facts: &Facts, authority: &Authority<'_>) -> Option<Reason> {
    let why = |guard, what: String, next: &str| Some(Reason::new(guard, facts, what, next));
    if authority.on_close == OnClose::Keep {
        return why(
            "kept",
            "the configuration keeps checkouts (`cleanup.keep_checkout_on_close`)".to_owned(),
            "remove it by hand when you are done with it",
        );
    }
    let Some(actor) = authority.actor.filter(|actor| !actor.is_empty()) else {
        return why(
            "nobody asked",
            "nobody is named who wants it removed".to_owned(),
            "run `closeout cleanup` with `--actor LOGIN`, or set GITHUB_ACTOR",
        );
    };
    let may = |login: &String| login.eq_ignore_ascii_case(actor);
    if authority.actors.iter().any(may) {
        return None;
    }
    why(
        "not allowed",
        format!("`{actor}` may not remove checkouts"),
        "add the login to `cleanup.actors` in .closeout.yml, or have somebody on that list run `closeout cleanup`",
    )
}

#[cfg(test)]
mod tests;
