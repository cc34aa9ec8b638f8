use proptest::prelude::*;

use super::super::event::Repository;
use super::*;

/// What a text closes, as refs of `https://h.example/o/r`.
fn closed(text: &str) -> Vec<String> {
    let here = Repository {
        host: "h.example".to_owned(),
        owner: "o".to_owned(),
        name: "r".to_owned(),
        clone_url: None,
        default_branch: None,
    };
    closing_keywords(text)
        .iter()
        .map(|closing| closing.reference(&here).replace("github:h.example/", ""))
        .collect()
}

fn table(rows: &[(&str, &[&str])]) {
    for (text, expected) in rows {
        assert_eq!(closed(text), *expected, "{text:?}");
    }
}

#[test]
fn every_keyword_closes() {
    for word in KEYWORDS {
        for word in [word.to_owned(), word.to_uppercase(), format!("{word}:")] {
            assert_eq!(closed(&format!("{word} #12")), ["o/r#12"], "{word}");
        }
    }
}

#[test]
fn a_keyword_is_a_word_of_its_own_and_right_before_its_reference() {
    table(&[
        ("This fixes #1.", &["o/r#1"]),
        ("(Closes #3)", &["o/r#3"]),
        ("Closes: #3", &["o/r#3"]),
        ("CLOSES:  #3", &["o/r#3"]),
        ("fix\t#3", &["o/r#3"]),
        ("**Fixes #3**", &["o/r#3"]),
        ("- [x] Resolves #4", &["o/r#4"]),
        ("does not fix #1", &["o/r#1"]),
        ("encloses #1", &[]),
        ("prefix #1", &[]),
        ("hot-fix #1", &[]),
        ("schließt_fix #1", &[]),
        ("éfix #1", &[]),
        ("/close #1", &[]),
        ("@fix #1", &[]),
        ("fixing #1", &[]),
        ("fixx #1", &[]),
        ("closes:#3", &[]),
        ("closes- #3", &[]),
        ("closes :#3", &[]),
        ("closes::  #3", &[]),
        ("fixes#3", &[]),
        ("fixes issue #3", &[]),
        ("fixes\n#3", &[]),
        ("fixes", &[]),
        ("fix ", &[]),
        ("see #3", &[]),
    ]);
}

#[test]
fn each_item_has_a_keyword_of_its_own_and_counts_once() {
    table(&[
        ("fixes #1, #2 and #3", &["o/r#1"]),
        ("fixes #2, closes #1, fixes #2", &["o/r#2", "o/r#1"]),
        ("fix fix fix #1", &["o/r#1"]),
        ("closes fixes #1", &["o/r#1"]),
    ]);
}

#[test]
fn numbers_are_plain() {
    table(&[
        ("fixes #0", &[]),
        ("fixes #007", &[]),
        ("fixes #", &[]),
        ("fixes #12a", &[]),
        ("fixes #12_3", &[]),
        ("fixes #١", &[]),
        ("fixes \\#1", &[]),
        ("fixes #18446744073709551615", &["o/r#18446744073709551615"]),
        ("fixes #18446744073709551616", &[]),
        ("fixes #12)", &["o/r#12"]),
        ("fixes #12:", &["o/r#12"]),
        ("fixes #12 12", &["o/r#12"]),
    ]);
}

#[test]
fn other_repositories_and_addresses() {
    table(&[
        ("Fixes octo/site.js#100", &["octo/site.js#100"]),
        ("Fixes octo/site#0", &[]),
        ("Fixes ../site#1", &[]),
        ("Fixes a/b/c#1", &[]),
        ("Fixes /site#1", &[]),
        ("Fixes site#1", &[]),
        ("Fixes octo/site 1", &[]),
        (
            "Fixes https://github.com/octo/site/issues/3",
            &["github:octo/site#3"],
        ),
        (
            "Fixes: HTTPS://GitHub.com/octo/site/pull/4/?x=1#y.",
            &["github:octo/site#4"],
        ),
        (
            "Fixes <https://h.example/octo/site/pulls/4>",
            &["octo/site#4"],
        ),
        (
            "(fixes https://h.example/octo/site/issues/4).",
            &["octo/site#4"],
        ),
        (
            "Fixes https://g.example:3000/octo/site/issues/4",
            &["github:g.example:3000/octo/site#4"],
        ),
        ("Fixes https://u:p@h.example/octo/site/issues/4", &[]),
        ("Fixes https://h.example/octo/site/pull/4/files", &[]),
        ("Fixes https://h.example/octo/site/issues/4x", &[]),
        ("Fixes https://h.example/octo/site/commit/4", &[]),
        ("Fixes https://h.example/octo/site/issues", &[]),
        ("Fixes https://h.example/../site/issues/4", &[]),
        ("Fixes ssh://h.example/octo/site/issues/4", &[]),
    ]);
    let found = closing_keywords("fixes https://h.example/o/r/pull/4");
    let Target::Url { kind, .. } = found[0].target else {
        panic!("{found:?}");
    };
    assert_eq!(kind, Kind::PullRequest);
}

#[test]
fn code_says_nothing() {
    table(&[
        ("`fixes #1`", &[]),
        ("``fixes ` #1`` fixes #2", &["o/r#2"]),
        ("`fixes\n#9 fixes #1`", &[]),
        ("`fixes #1", &["o/r#1"]),
        ("``fixes #1`", &["o/r#1"]),
        ("\\`fixes #1 `x`", &["o/r#1"]),
        ("`a\n\nfixes #1`", &["o/r#1"]),
        ("fixes `#1`", &[]),
        ("fixes `x` #1", &[]),
        ("```\nfixes #1\n```\nfixes #2", &["o/r#2"]),
        (
            "~~~ text\nfixes #1\n```\nfixes #3\n~~~~\nfixes #2",
            &["o/r#2"],
        ),
        ("````\n```\nfixes #1\n````\nfixes #2", &["o/r#2"]),
        ("```\nfixes #1\n\nfixes #2", &[]),
        ("```a`b\nfixes #2", &["o/r#2"]),
        ("text\n```\nfixes #1\n```", &[]),
        ("    fixes #1", &[]),
        ("\tfixes #1", &[]),
        ("   fixes #1", &["o/r#1"]),
        ("text\n    fixes #1", &["o/r#1"]),
        ("text\n\n    fixes #1", &[]),
        ("# head\n    fixes #1", &[]),
    ]);
}

#[test]
fn lists_indent_without_being_code() {
    table(&[
        ("- a\n\n  fixes #1", &["o/r#1"]),
        ("- a\n\n    fixes #1", &["o/r#1"]),
        ("- a\n\n      fixes #1", &[]),
        ("1. a\n   - b\n\n     fixes #1", &["o/r#1"]),
        ("- ```\n  fixes #1\n  ```\n- fixes #2", &["o/r#2"]),
        ("- ```\n  fixes #1\nfixes #2", &["o/r#2"]),
        (
            "1. x\n    ```\n    fixes #1\n    ```\n2. fixes #2",
            &["o/r#2"],
        ),
        ("-      fixes #1", &[]),
        ("* * *\n    fixes #1", &[]),
        ("- - - fixes #1", &["o/r#1"]),
        ("text\n2. fixes #1", &["o/r#1"]),
        ("- a\nfixes #1", &["o/r#1"]),
        ("- `a\n- fixes #1`", &["o/r#1"]),
    ]);
}

#[test]
fn quotes_say_nothing() {
    table(&[
        ("> fixes #1", &[]),
        ("> a\n> fixes #1\n\nfixes #2", &["o/r#2"]),
        ("> a\nfixes #1\n\nfixes #2", &["o/r#2"]),
        (">\nfixes #1", &["o/r#1"]),
        ("> a\n- fixes #1", &["o/r#1"]),
        ("> # a\nfixes #1", &["o/r#1"]),
        ("> ```\n> a\nfixes #1", &["o/r#1"]),
        ("> > fixes #1", &[]),
        ("- > fixes #1", &[]),
        ("text\n> fixes #1", &[]),
        ("a > fixes #1", &["o/r#1"]),
    ]);
}

#[test]
fn comments_say_nothing() {
    table(&[
        ("<!-- fixes #1 -->", &[]),
        ("<!-- fixes #1\n\nfixes #3\n--> fixes #2", &["o/r#2"]),
        ("<!-- never ended\n\nfixes #1", &[]),
        ("a <!-- fixes #1 --> fixes #2", &["o/r#2"]),
        ("a <!-- fixes #1\nfixes #3 --> fixes #2", &["o/r#2"]),
        ("a <!-- never ended fixes #1", &["o/r#1"]),
        ("<!--> fixes #1", &["o/r#1"]),
        ("<!-- a --><!-- fixes #1 --> fixes #2", &["o/r#2"]),
        ("<!-- a --> <!-- b\nfixes #1\n-->\nfixes #2", &["o/r#2"]),
        ("fixes <!-- --> #1", &[]),
        ("`<!--` fixes #1 `-->`", &["o/r#1"]),
        ("text\n<!-- fixes #1 -->\nfixes #2", &["o/r#2"]),
    ]);
}

#[test]
fn line_ends_of_browsers_are_line_ends() {
    table(&[
        (
            "Fixes #1\r\n\r\n```\r\nfixes #3\r\n```\r\nFixes #2\r\n",
            &["o/r#1", "o/r#2"],
        ),
        ("# Fixes #4\r\n", &["o/r#4"]),
    ]);
}

/// Where the work for a line or a mark grows with the text, these take minutes,
/// and the last one, of 1 MiB, hours.
#[test]
fn no_text_makes_the_work_grow_faster_than_itself() {
    const SIZE: usize = 1 << 17;
    let fill = |part: &str| part.repeat(SIZE / part.len());
    // Runs of every length, none of which is ever closed.
    let rising: String = (1..500).map(|n| "`".repeat(n) + " ").collect();
    let half = SIZE / 2;
    for hostile in [
        fill("`"),
        fill("` "),
        fill("``a`"),
        fill("\\`"),
        fill("<!--"),
        fill("a <!--"),
        fill("<!-- --"),
        fill("fix "),
        fill("fix a/"),
        fill("fix https://h.example/"),
        fill("fix <"),
        fill("- "),
        fill("+ "),
        format!("{}a", fill("- ")),
        format!("{}a", fill("1. ")),
        format!("{}{}a", "+ ".repeat(half / 2), " ".repeat(half)),
        fill("- a\n"),
        fill("> "),
        fill(">\n"),
        fill("```\n"),
        fill("#"),
        fill("fixes #9"),
        format!("{}{}", "+ ".repeat(half / 2), "\n".repeat(half)),
        format!("{}{}", "+ ".repeat(half / 2), "a\n".repeat(half / 2)),
        format!("{}{}", ">".repeat(half), "\na".repeat(half / 2)),
        format!("fix {}", " ".repeat(SIZE)),
        format!("fix #{}", "1".repeat(SIZE)),
        rising,
        "` ".repeat(1 << 19),
    ] {
        assert!(closed(&format!("{hostile}\n\n")).is_empty());
        // Nor does it swallow what came before it.
        assert_eq!(closed(&format!("fixes #7\n\n{hostile}")), ["o/r#7"]);
    }
}

proptest! {
    #[test]
    fn any_text_is_read(text in any::<String>()) {
        let all = closing_keywords(&text);
        prop_assert!(all.len() <= text.len() / 6);
    }

    #[test]
    fn any_markdown_is_read(
        parts in proptest::collection::vec(
            proptest::sample::select(&[
                "fixes", " ", "#1", "`", "```", "\n", "<!--", "-->", "> ", "- ", "1. ", "    ",
                "\t", "\\", "# ", "---", "~~~", "é", "\r\n",
            ][..]),
            0..60,
        ),
    ) {
        let text = parts.concat();
        for closing in closing_keywords(&text) {
            prop_assert_eq!(&closing.target, &Target::Here);
            let number = format!("#{}", closing.number);
            prop_assert!(text.contains(&number));
        }
        // What is all quoted says nothing.
        let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
        prop_assert_eq!(closing_keywords(&quoted), []);
    }
}
