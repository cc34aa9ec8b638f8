//! What a value may be.

use std::time::Duration;

use crate::config::check::*;
use crate::config::settings::{Archive, Unmet};
use crate::config::yaml::{At, START, Text};

fn text(value: &str) -> At<Text> {
    At {
        value: Text(value.to_owned()),
        at: START,
    }
}

#[test]
fn a_time_has_a_unit_and_bounds() {
    for (value, seconds) in [("60s", 60), ("10m", 600), ("2h", 7200), ("168h", 604_800)] {
        let duration = duration(value, START).unwrap();
        assert_eq!(duration, Duration::from_secs(seconds), "{value}");
    }
    for value in [
        "",
        "s",
        "60",
        "0s",
        "169h",
        "-1s",
        "+1s",
        "1.5h",
        "1 s",
        "1ss",
        "1hs",
        "ü",
        "1S",
        "9999999999s",
        "999999999h",
    ] {
        assert!(duration(value, START).is_err(), "{value:?}");
    }
}

#[test]
fn a_login_is_written_alone() {
    for value in ["octocat", "dependabot[bot]", "a", "EMU_corp", "0x-y"] {
        assert_eq!(login(&text(value)).unwrap(), value);
    }
    let long = "a".repeat(100);
    for value in ["", "@octocat", "-a", "a b", "[bot]", "a[bot]x", "ü", &long] {
        assert!(login(&text(value)).is_err(), "{value:?}");
    }
}

#[test]
fn a_branch_is_what_git_lets_be_one() {
    for value in ["main", "release/1.x", "größe", "a.b", "@x"] {
        assert_eq!(branch(&text(value)).unwrap(), value);
    }
    for value in [
        "",
        "-x",
        "a b",
        "a..b",
        "/a",
        "a/",
        "a//b",
        ".a",
        "a/.b",
        "a.lock",
        "a.lock/b",
        "a.",
        "@",
        "@{1}",
        "a~1",
        "a^",
        "a:b",
        "a\\b",
        "refs/heads/main",
        "HEAD",
        "a\u{1b}",
    ] {
        assert!(branch(&text(value)).is_err(), "{value:?}");
    }
}

#[test]
fn an_archive_is_git_or_a_directory() {
    assert_eq!(archive(&text("git")).unwrap(), Archive::Git);
    assert_eq!(
        archive(&text("dir:/var/records")).unwrap(),
        Archive::Directory("/var/records".to_owned())
    );
    assert_eq!(
        archive(&text("git:../records")).unwrap(),
        Archive::GitAt("../records".to_owned())
    );
    for value in ["", "Git", "dir", "dir:", "git: ", "s3:bucket", "dir:a\nb"] {
        assert!(archive(&text(value)).is_err(), "{value:?}");
    }
}

#[test]
fn a_pattern_stays_below_the_root() {
    for value in ["docs/*.md", "**", "a{b,c}/[d]", "..a/b"] {
        assert!(globs([text(value)].iter()).is_ok(), "{value}");
    }
    for value in [
        "",
        " ",
        "/a",
        "./a",
        "../a",
        "a/../b",
        "a[b",
        "\\a",
        &"a".repeat(257),
    ] {
        assert!(globs([text(value)].iter()).is_err(), "{value:?}");
    }
    let many: Vec<_> = (0..=MAX_GLOBS).map(|_| text("a")).collect();
    assert!(globs(many.iter().skip(1)).is_ok());
    assert!(globs(many.iter()).is_err());
}

#[test]
fn statuses_that_say_that_nothing_ran_are_none_of_a_check() {
    let list = |codes: &[i64]| -> Vec<_> {
        let at = |value: &i64| At {
            value: *value,
            at: START,
        };
        codes.iter().map(at).collect()
    };
    let good = list(&[1, 125, 255]);
    assert_eq!(
        codes(&good, START).unwrap(),
        Unmet::Codes(vec![1, 125, 255])
    );
    for bad in [&[0][..], &[126], &[127], &[256], &[-1], &[]] {
        assert!(codes(&list(bad), START).is_err(), "{bad:?}");
    }
}
