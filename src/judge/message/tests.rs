use proptest::prelude::*;

use super::*;
use crate::finding::Position;
use crate::plan::{Defect, Special};

/// Safe to print, and of a length that a person reads.
fn check(message: &str) -> Result<(), TestCaseError> {
    prop_assert!(message.chars().count() <= MAX_CHARS, "{}", message);
    prop_assert!(!message.chars().any(char::is_control), "{}", message);
    prop_assert_eq!(visible(message), message);
    Ok(())
}

/// Any text, of characters that show and of those that do not, short or long.
fn text() -> impl Strategy<Value = String> {
    let character = prop_oneof![
        any::<char>(),
        Just('x'),
        Just('\n'),
        Just('\u{1b}'),
        Just('\u{202e}'),
        Just('\u{e0041}'),
    ];
    proptest::collection::vec(character, 0..200).prop_map(String::from_iter)
}

fn tasks() -> impl Strategy<Value = Tasks> {
    let ids = proptest::collection::vec(text(), 1..14);
    (ids, prop_oneof![Just(0), 0_usize..20, any::<usize>()]).prop_map(|(ids, more)| Tasks {
        count: ids.len().saturating_add(more),
        first: ids.into_iter().map(|id| task_of(id, None)).collect(),
    })
}

fn task_of(id: String, title: Option<String>) -> Task {
    Task {
        id,
        title,
        position: Position { line: 1, column: 1 },
    }
}

fn not_there() -> impl Strategy<Value = Produced<()>> {
    prop_oneof![
        Just(Produced::Missing(Absence::NoSuchFile)),
        Just(Produced::Missing(Absence::Special(Special::Link))),
        Just(Produced::Empty),
        text().prop_map(|reason| Produced::Unparseable(Defect {
            reason,
            position: None
        })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_the_ids_and_paths_a_message_is_safe_and_short(
        command in text(),
        place in text(),
        tasks in tasks(),
        questions in prop_oneof![Just(0), any::<usize>()],
        produced in not_there(),
        said in text(),
    ) {
        let command = CommandName::new(&command);
        let command = command.as_ref();
        check(&pending(command, &place, &tasks, questions))?;
        check(&not_produced(command, &place, &produced))?;
        check(&not_produced_here(command, &produced))?;
        check(&unchanged(command, &place, &said))?;
        check(&unchanged_here(&said))?;
        check(&task(&task_of(place, Some(said))))?;
    }

    #[test]
    fn what_is_listed_and_how_many_more_make_the_count(
        length in 0_usize..100,
        count in 1_usize..40,
        room in 0_usize..1_000,
    ) {
        let first = (0..count.min(20)).map(|_| task_of("x".repeat(length), None));
        let tasks = Tasks { count, first: first.collect() };
        let text = ids(&tasks, room);
        let (listed, more) = match text.split_once('+') {
            Some((listed, more)) => (listed.matches(", ").count(), more.strip_suffix(" more").unwrap().parse().unwrap()),
            None => (text.split(", ").count(), 0),
        };
        prop_assert_eq!(listed + more, count);
        prop_assert!(listed <= MAX_IDS);
        prop_assert!(listed == 0 || text.chars().count() <= room);
    }
}
