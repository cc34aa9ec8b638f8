use proptest::prelude::*;

use super::*;

/// The ids and titles of open items.
fn open(text: &str) -> Vec<String> {
    task_items(text)
        .filter(|item| item.open)
        .map(|item| item.title.to_owned())
        .collect()
}

fn counts(text: &str) -> (usize, usize) {
    let (open, done): (Vec<_>, Vec<_>) = task_items(text).partition(|item| item.open);
    (open.len(), done.len())
}

#[test]
fn every_list_marker_at_any_indentation_makes_an_item() {
    for line in [
        "- [ ] a",
        "* [ ] a",
        "+ [ ] a",
        "1. [ ] a",
        "12) [ ] a",
        "-   [ ] a",
        "-\t[ ]\ta",
        "  - [ ] a",
        "\t\t- [ ] a",
        "                    - [ ] a",
        "\u{a0}- [ ] a",
        "> - [ ] a",
        "- - [ ] a",
        "1. - [ ] a",
    ] {
        assert_eq!(open(line), ["a"], "{line:?}");
    }
}

#[test]
fn what_is_no_item_is_none() {
    for line in [
        "[ ] a",
        "-[ ] a",
        "1.[ ] a",
        "1 [ ] a",
        ". [ ] a",
        "- a [ ] b",
        "- [] a",
        "- [ ]a",
        "- [ ](link)",
        "- [ a",
        "- [x",
        "- [",
        "-",
        "- [-] a",
        "- [xx] a",
        "- [ x] a",
        "- ( ) a",
        "a - [ ] b",
        "– [ ] a",
        "## [ ] a",
    ] {
        assert_eq!(counts(line), (0, 0), "{line:?}");
    }
}

#[test]
fn a_box_with_any_blank_in_it_is_open() {
    for inner in [" ", "  ", "\t", "\u{a0}", "\u{3000}", " \t\u{a0} "] {
        assert_eq!(counts(&format!("- [{inner}] a")), (1, 0), "{inner:?}");
    }
    assert_eq!(counts("- [x] a\n- [X] b"), (0, 2));
}

#[test]
fn after_the_box_comes_a_blank_or_the_end_of_the_line() {
    assert_eq!(
        counts("- [ ]\n- [ ]\r\n- [x]\t\n- [ ]\u{a0}a\n- [ ]"),
        (4, 1)
    );
}

#[test]
fn lines_may_end_in_any_way() {
    assert_eq!(
        open("- [ ] a\r\n- [ ] b\n- [ ] c\r- [ ] d"),
        ["a", "b", "c", "d"]
    );
    let offsets: Vec<_> = task_items("- [ ] a\r\n  - [ ] b")
        .map(|item| item.offset)
        .collect();
    assert_eq!(offsets, [0, 11]);
}

#[test]
fn items_in_code_count() {
    assert_eq!(
        open("```\n- [ ] a\n```\n~~~md\n- [ ] b\n~~~\n\n    - [ ] c"),
        ["a", "b", "c"]
    );
    assert_eq!(
        open("```\n- [ ] a, and the fence stays open\n- [ ] b").len(),
        2
    );
}

#[test]
fn items_in_a_comment_do_not_count() {
    for text in [
        "<!-- - [ ] a -->",
        "<!--\n- [ ] a\n-->",
        "  <!-- note\n\n- [ ] a\n\n- [ ] b -->",
        "<!--\n- [ ] a\n--> - [ ] b",
        "- [x] z\n  <!--\n  - [ ] a\n  -->",
        "> <!--\n> - [ ] a\n> -->",
        "<!--\r\n- [ ] a\r\n-->",
        "<!-- ```\n- [ ] a\n-->",
        "<!-- <!--\n- [ ] a\n-->",
    ] {
        assert_eq!(open(&format!("{text}\n- [ ] after")), ["after"], "{text:?}");
    }
    assert_eq!(open("<!-->\n- [ ] a\n<!--->\n- [ ] b\n-->"), ["a", "b"]);
    assert_eq!(open("<!-- a -->\n- [ ] b\n<!-- c -->"), ["b"]);
}

#[test]
fn a_comment_that_nothing_closes_hides_nothing() {
    assert_eq!(open("<!--\n- [ ] a\n<!-- \n- [ ] b\n-- >"), ["a", "b"]);
    assert_eq!(open("<!-- x -->\n<!--\n- [ ] a"), ["a"]);
}

#[test]
fn what_only_looks_like_a_comment_hides_nothing() {
    for text in [
        "`<!--` opens\n- [ ] a\n`-->` closes",
        "use `` `<!--` ``:\n- [ ] a\n-->",
        "```\n<!--\n```\n- [ ] a\n```\n-->\n```",
        "~~~\n<!--\n- [ ] a\n-->\n~~~",
        "````\n```\n<!--\n- [ ] a\n-->\n````",
        "- ```\n  <!--\n- [ ] a\n  -->\n  ```",
        "text <!--\n- [ ] a\n-->",
        "- [x] b <!--\n- [ ] a\n-->",
        "\\<!--\n- [ ] a\n-->",
    ] {
        assert_eq!(open(text), ["a"], "{text:?}");
    }
}

#[test]
fn a_fence_that_is_closed_lets_comments_hide_again() {
    assert_eq!(open("```js\n<!--\n```  \n<!--\n- [ ] a\n-->"), [""; 0]);
    assert_eq!(open("``` in line ``` \n<!--\n- [ ] a\n-->"), [""; 0]);
}

#[test]
fn an_id_that_the_text_starts_with_is_its_id() {
    for (text, id, bold, title) in [
        ("**T-1.1** Write it", "T-1.1", true, "Write it"),
        ("**T-1.1**: Write it", "T-1.1", true, "Write it"),
        ("**T-1.1:** Write it", "T-1.1", true, "Write it"),
        ("**T-1.1: Write** it", "T-1.1", true, "Write** it"),
        ("__task_3__ — Write it", "task_3", true, "Write it"),
        ("**12** Write it", "12", true, "Write it"),
        ("**T-1**", "T-1", true, ""),
        ("T001 [P] Write it", "T001", false, "[P] Write it"),
        ("AUTH-12: Write it", "AUTH-12", false, "Write it"),
        ("T-3a Write it", "T-3a", false, "Write it"),
        ("**T-4 Write** it", "T-4", false, "Write** it"),
        ("1.2 Write it", "1.2", false, "Write it"),
        ("4. Write it", "4", false, "Write it"),
    ] {
        let expected = LeadingId {
            id,
            bold,
            rest: title,
        };
        assert_eq!(leading_id(text), Some(expected), "{text}");
        let line = format!("- [ ] {text}");
        let item = task_items(&line).next().unwrap();
        assert_eq!((item.id, item.title), (Some(id), title));
        assert_eq!(item.bold_id, bold.then_some(id));
    }
}

#[test]
fn a_word_of_a_sentence_is_no_id() {
    for text in [
        "",
        "Write it",
        "**Important** note",
        "**Phase one**",
        "3 apples",
        "utf8 checks",
        "v2 of the API",
        "T- x",
        "****",
        "**",
        "__",
        "**!T-1**",
        "T001(a)",
        "**größe-1**",
        "-T1 x",
        ". x",
        "1..2 x",
    ] {
        assert_eq!(leading_id(text), None, "{text}");
        let line = format!("- [ ] {text}");
        let item = task_items(&line).next().unwrap();
        assert_eq!((item.id, item.title), (None, text), "{text}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_it_panic_and_offsets_are_those_of_markers(
        text in "([-*+>`~]|1\\.|\\[ \\]|\\[x\\]|<!--|-->|\\*\\*|T-1|[ \t\r\n]|\u{a0}|\u{fc}){0,40}",
    ) {
        for item in task_items(&text) {
            let rest = text.get(item.offset..).unwrap().trim_start_matches(|c: char| c.is_ascii_digit());
            prop_assert!(rest.starts_with(['-', '*', '+', '.', ')']), "{}", rest);
        }
    }

    #[test]
    fn items_are_counted_in_any_order(boxes in proptest::collection::vec(any::<bool>(), 0..20)) {
        let text: String = boxes.iter().map(|done| if *done { "* [x] a\n\n" } else { " 1. [ ] b\r\n" }).collect();
        let done = boxes.iter().filter(|done| **done).count();
        prop_assert_eq!(counts(&text), (boxes.len() - done, done));
    }
}
