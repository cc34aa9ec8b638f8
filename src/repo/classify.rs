//! What a refused push means.

/// Whose doing it is that a transfer failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The reference has moved, or is just being moved: fetch it, merge, push
    /// again.
    Moved,
    /// The remote does not want it: a hook, a rule, a missing permission.
    Denied,
    /// The remote could not be reached, or did not answer in time.
    Unreachable,
}

/// What `git push` gives as its own reason for a reference that has moved.
const MOVED_HERE: [&str; 4] = [
    "fetch first",
    "non-fast-forward",
    "stale info",
    "needs force",
];

/// The same of a remote, where two pushes met. The words are those of git's
/// `refs/files-backend.c`, `refs.c` and `builtin/receive-pack.c`.
const MOVED_THERE: [&str; 9] = [
    "failed to update ref",
    "failed to lock",
    "cannot lock ref",
    "incorrect old value provided",
    "reference already exists",
    "reference does not exist",
    "non-fast-forward",
    "fetch first",
    "failed to write",
];

/// What stands in an error when the remote knows who asks, and will not.
const DENIED: [&str; 8] = [
    "error: 401",
    "error: 403",
    "Authentication failed",
    "Permission denied",
    "could not read Username",
    "could not read Password",
    "terminal prompts disabled",
    "Write access to repository not granted",
];

/// Reads what `git push --porcelain` printed and said. What a hook says is no
/// part of it: only git's own lines are looked at.
pub(super) fn classify(out: &str, err: &str) -> (Refusal, String) {
    let refused = out.lines().filter_map(|line| line.strip_prefix("!\t"));
    let mut reasons = refused
        .filter_map(|line| line.split('\t').nth(1))
        .peekable();
    if reasons.peek().is_some() {
        let mut moved = None;
        for text in reasons {
            if !has_moved(text) {
                return (Refusal::Denied, with_words_of_the_remote(text, err));
            }
            moved.get_or_insert(text);
        }
        return (Refusal::Moved, moved.unwrap_or_default().to_owned());
    }
    let own: Vec<&str> = err
        .lines()
        .filter(|line| !line.starts_with("remote:"))
        .collect();
    let denied = DENIED
        .iter()
        .any(|words| own.iter().any(|line| line.contains(words)));
    let kind = if denied {
        Refusal::Denied
    } else {
        Refusal::Unreachable
    };
    (kind, err.trim().to_owned())
}

fn has_moved(text: &str) -> bool {
    let reason = text
        .split_once('(')
        .map_or("", |(_, rest)| rest.trim_end_matches(')'));
    if text.starts_with("[rejected]") {
        MOVED_HERE.contains(&reason)
    } else {
        text.starts_with("[remote rejected]")
            && MOVED_THERE.iter().any(|words| reason.starts_with(words))
    }
}

/// A hook says why; git says only that one did.
fn with_words_of_the_remote(text: &str, err: &str) -> String {
    let words: Vec<&str> = err
        .lines()
        .filter_map(|line| line.strip_prefix("remote:"))
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    if words.is_empty() {
        text.to_owned()
    } else {
        format!("{text}: {}", words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::{Refusal, classify};

    fn kind(reason: &str) -> Refusal {
        let out = format!("To /x\n!\trefs/a:refs/a\t{reason}\nDone\n");
        classify(&out, "").0
    }

    #[test]
    fn a_reference_that_moved_is_worth_another_try() {
        for reason in [
            "[rejected] (fetch first)",
            "[rejected] (non-fast-forward)",
            "[rejected] (stale info)",
            "[remote rejected] (failed to update ref)",
            "[remote rejected] (cannot lock ref 'refs/a': is at 1 but expected 2)",
            "[remote rejected] (incorrect old value provided)",
            "[remote rejected] (reference already exists)",
        ] {
            assert_eq!(kind(reason), Refusal::Moved, "{reason}");
        }
    }

    #[test]
    fn a_remote_that_does_not_want_it_is_not_asked_again() {
        for reason in [
            "[remote rejected] (hook declined)",
            "[remote rejected] (pre-receive hook declined)",
            "[remote rejected] (deletion prohibited)",
            "[remote rejected] (shallow update not allowed)",
            "[remote rejected] (permission denied)",
            "[remote failure] (remote failed to report status)",
        ] {
            assert_eq!(kind(reason), Refusal::Denied, "{reason}");
        }
    }

    #[test]
    fn one_reference_that_is_not_wanted_decides_for_all() {
        let out = "!\ta:a\t[rejected] (fetch first)\n!\tb:b\t[remote rejected] (hook declined)\n";
        assert_eq!(classify(out, "").0, Refusal::Denied);
    }

    #[test]
    fn a_hook_cannot_pose_as_a_moved_reference() {
        let err = "remote: [rejected] (fetch first)\nremote: no records on Fridays\n";
        let out = "!\ta:a\t[remote rejected] (hook declined)\n";
        let (kind, text) = classify(out, err);
        assert_eq!(kind, Refusal::Denied);
        assert!(text.contains("no records on Fridays"), "{text}");
    }

    #[test]
    fn a_missing_permission_is_told_from_a_dead_line() {
        let denied = "fatal: unable to access 'https://h/': The requested URL returned error: 403";
        assert_eq!(classify("", denied).0, Refusal::Denied);
        let dead = "remote: Permission denied is what I like to print\nfatal: unable to access 'https://h/': Could not resolve host: h";
        assert_eq!(classify("", dead).0, Refusal::Unreachable);
    }
}
