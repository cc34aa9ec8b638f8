use std::path::PathBuf;

use proptest::prelude::*;

use super::*;
use crate::checkout::{ArchivePlace, Git, Guard, Origin, Work, WorkKind};
use crate::repo::Place;

fn clean() -> Facts {
    Facts {
        path: "/w/issue-3".into(),
        standing: Standing::Directory,
        git: Git::Is(Place::Clone),
        origin: Origin::Own("https://github.com/o/r".to_owned()),
        guards: Vec::new(),
        archive: ArchivePlace::Elsewhere,
        work: Some(Vec::new()),
    }
}

fn linked(lock: Option<&str>) -> Git {
    Git::Is(Place::Linked {
        clone: "/w/clone/.git".into(),
        lock: lock.map(str::to_owned),
    })
}

fn work(kind: WorkKind) -> Work {
    Work {
        kind,
        count: 2,
        first: vec!["a".to_owned()],
        within: None,
    }
}

fn actors() -> Vec<String> {
    vec!["ada".to_owned()]
}

fn ask(facts: &Facts, force: Force) -> Decision {
    let authority = Authority {
        actor: Some("Ada"),
        actors: &actors(),
        on_close: OnClose::Remove,
        force,
    };
    decide(facts, &authority)
}

/// The guards that keep it; empty for a removal.
fn kept_by(facts: &Facts, force: Force) -> Vec<&'static str> {
    match ask(facts, force) {
        Decision::Remove => Vec::new(),
        Decision::Refuse { reasons } => reasons.iter().map(|reason| reason.guard).collect(),
        other => panic!("{other:?}"),
    }
}

type Change = fn(&mut Facts);

/// Every fact that nothing overrides, by the guard that it makes.
const HARD: [(&str, Change); 17] = [
    ("link", |f| {
        f.standing = Standing::Link {
            at: "/w".into(),
            leads_to: Some("/v/issue-3".into()),
        };
    }),
    ("no directory", |f| f.standing = Standing::NotADirectory),
    ("unreadable", |f| {
        f.standing = Standing::Unreadable("permission denied".to_owned());
    }),
    ("no checkout", |f| f.git = Git::No),
    ("unreadable repository", |f| {
        f.git = Git::Unreadable("no HEAD".to_owned());
    }),
    ("submodule", |f| f.git = Git::Is(Place::Submodule)),
    ("bare repository", |f| f.git = Git::Is(Place::Bare)),
    ("odd repository", |f| f.git = Git::Is(Place::Odd("copied"))),
    ("locked", |f| f.git = linked(Some("on a stick"))),
    ("no origin", |f| f.origin = Origin::None),
    ("foreign origin", |f| {
        f.origin = Origin::Foreign("https://github.com/o/other".to_owned());
    }),
    ("current directory", |f| {
        f.guards
            .push(Guard::CurrentDirectory("/w/issue-3/src".into()));
    }),
    ("worktree", |f| {
        f.guards.push(Guard::Worktree("/w/x".into()));
    }),
    ("clone", |f| f.guards.push(Guard::Clone("/w/x".into()))),
    ("mount", |f| f.guards.push(Guard::Mount("/w/x".into()))),
    ("archive", |f| {
        f.archive = ArchivePlace::Inside("/w/issue-3/.git".into());
    }),
    ("nobody looked", |f| f.work = None),
];

/// Facts that keep nothing.
const HARMLESS: [(&str, Change); 4] = [
    ("nothing at all", |_| {}),
    ("a linked worktree", |f| f.git = linked(None)),
    ("an archive that has been pushed", |f| {
        f.archive = ArchivePlace::InsidePushed("/w/issue-3/.git".into());
    }),
    ("two addresses of the same repository", |f| {
        f.origin = Origin::Own("https://github.com/o/r, git@github.com:o/r".to_owned());
    }),
];

#[test]
fn what_nothing_overrides_keeps_it_with_force_and_without() {
    for (guard, change) in HARD {
        let mut facts = clean();
        change(&mut facts);
        for force in [Force::No, Force::LoseWork] {
            assert_eq!(kept_by(&facts, force), [guard], "{force:?}");
        }
    }
}

#[test]
fn what_is_no_danger_keeps_nothing() {
    for (name, change) in HARMLESS {
        let mut facts = clean();
        change(&mut facts);
        assert_eq!(ask(&facts, Force::No), Decision::Remove, "{name}");
    }
}

#[test]
fn every_kind_of_work_keeps_it_unless_it_may_be_lost() {
    for kind in WorkKind::ALL {
        let mut facts = clean();
        facts.work = Some(vec![work(kind)]);
        assert_eq!(kept_by(&facts, Force::No), [kind.word()]);
        assert_eq!(ask(&facts, Force::LoseWork), Decision::Remove, "{kind:?}");
    }
}

#[test]
fn what_is_gone_needs_nobody() {
    let mut facts = clean();
    facts.standing = Standing::Gone;
    let nobody = Authority {
        actor: None,
        actors: &[],
        on_close: OnClose::Keep,
        force: Force::No,
    };
    assert_eq!(decide(&facts, &nobody), Decision::Gone);
}

#[test]
fn without_authority_it_is_deferred_whatever_the_facts() {
    let list = actors();
    for (guard, actor, actors, on_close) in [
        ("nobody asked", None, &list[..], OnClose::Remove),
        ("nobody asked", Some(""), &list[..], OnClose::Remove),
        ("not allowed", Some("eve"), &list[..], OnClose::Remove),
        ("not allowed", Some("ada"), &[][..], OnClose::Remove),
        ("not allowed", Some("ada2"), &list[..], OnClose::Remove),
        ("kept", Some("ada"), &list[..], OnClose::Keep),
    ] {
        let authority = Authority {
            actor,
            actors,
            on_close,
            force: Force::LoseWork,
        };
        for (_, change) in HARD.iter().chain(&HARMLESS) {
            let mut facts = clean();
            change(&mut facts);
            match decide(&facts, &authority) {
                Decision::Defer { why } => assert_eq!(why.guard, guard),
                other => panic!("{actor:?} {other:?}"),
            }
        }
    }
}

#[test]
fn a_reason_says_what_where_and_what_to_do_and_hides_nothing() {
    let mut facts = clean();
    facts.path = "/w/a\u{202e}b\n".into();
    facts.origin = Origin::Foreign("https://x.y/\u{1b}[31m".to_owned());
    facts.work = Some(vec![Work {
        kind: WorkKind::Untracked,
        count: 7,
        first: vec!["\u{1b}[0m".to_owned()],
        within: Some("/w/inner".into()),
    }]);
    let Decision::Refuse { reasons } = ask(&facts, Force::No) else {
        panic!("it has another origin");
    };
    let texts: Vec<_> = reasons.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "/w/a\\u{202e}b\\n: its origin is https://x.y/\\u{1b}[31m, which is not the item's repository; name the item's own checkout",
            "/w/inner: 7 files are untracked (\\u{1b}[0m, …); commit, ignore or remove them, or lose that work with `--force`",
        ]
    );
}

#[test]
fn the_facts_are_told_by_the_same_names_whatever_they_are() {
    let names = |facts: &Facts| -> Vec<_> { facts.lines().iter().map(|line| line.0).collect() };
    let plain = names(&clean());
    for (_, change) in HARD.iter().chain(&HARMLESS) {
        let mut facts = clean();
        change(&mut facts);
        assert_eq!(names(&facts), plain);
    }
    let mut facts = clean();
    facts.git = linked(Some(""));
    facts.work = Some(vec![work(WorkKind::Stashes)]);
    let lines = facts.lines();
    assert!(lines.contains(&("locked", "yes".to_owned())), "{lines:?}");
    assert!(
        lines.contains(&("stashes", "2 (a, …)".to_owned())),
        "{lines:?}"
    );
    assert!(
        lines.contains(&("untracked", "none".to_owned())),
        "{lines:?}"
    );
}

prop_compose! {
    /// Some of the hard facts (by a mask), some work, any path.
    fn any_facts()(
        mask in any::<u32>(),
        kinds in proptest::collection::vec(0..WorkKind::ALL.len(), 0..4),
        path in any::<String>(),
    ) -> (Facts, bool) {
        let mut facts = clean();
        facts.path = PathBuf::from(path);
        facts.work = Some(kinds.iter().map(|kind| work(WorkKind::ALL[*kind])).collect());
        let mut held = false;
        for (bit, (_, change)) in HARD.iter().enumerate() {
            if mask & (1 << bit) != 0 {
                change(&mut facts);
                held = true;
            }
        }
        (facts, held)
    }
}

proptest! {
    #[test]
    fn nothing_is_removed_that_a_hard_guard_holds(
        (facts, held) in any_facts(),
        actor in prop_oneof![Just(None), Just(Some("ada")), Just(Some("eve"))],
        lose in any::<bool>(),
        keep in any::<bool>(),
    ) {
        let authority = Authority {
            actor,
            actors: &actors(),
            on_close: if keep { OnClose::Keep } else { OnClose::Remove },
            force: if lose { Force::LoseWork } else { Force::No },
        };
        let decision = decide(&facts, &authority);
        let work = facts.work.as_ref().is_none_or(|work| !work.is_empty());
        let may = actor == Some("ada") && !keep && !held && (lose || !work);
        prop_assert_eq!(decision == Decision::Remove, may);
        if let Decision::Refuse { reasons } = decision {
            prop_assert!(!reasons.is_empty());
        }
    }
}
