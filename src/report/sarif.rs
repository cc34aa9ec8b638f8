//! SARIF 2.1.0, for code scanning.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_sarif::sarif::{
    ArtifactLocation, Invocation, Location, Message, MultiformatMessageString, Notification,
    PhysicalLocation, Region, ReportingConfiguration, ReportingDescriptor, Result, ResultLevel,
    Run, Sarif, Tool, ToolComponent,
};

use super::{json, words};
use crate::finding::{Code, Finding, Place, Severity, visible};
use crate::judge::{Detection, Scan, Standing, Verdict};

/// Where the schema of the format is, as GitHub's documentation names it.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

pub(super) fn detection(detection: &Detection) -> String {
    let mut notes = Vec::new();
    if let Verdict::Unjudged(unjudged) = &detection.verdict {
        notes.push(unjudged.reason());
    }
    log(detection.verdict.findings().iter(), &notes)
}

pub(super) fn scan(scan: &Scan) -> String {
    let mut notes = scan.notes.clone();
    for workspace in &scan.workspaces {
        if let Standing::Claimed {
            verdict: Verdict::Unjudged(unjudged),
            ..
        } = &workspace.standing
        {
            let path = words::path(&workspace.path);
            notes.push(format!("{path}: unjudged: {}", unjudged.reason()));
        }
    }
    log(scan.workspaces.iter().flat_map(words::findings), &notes)
}

fn log<'a>(findings: impl Iterator<Item = &'a Finding>, notes: &[String]) -> String {
    let mut rules = Vec::new();
    let mut numbers: BTreeMap<Code, usize> = BTreeMap::new();
    let mut results = Vec::new();
    for finding in findings {
        let number = *numbers.entry(finding.code).or_insert_with(|| {
            rules.push(rule(finding.code));
            rules.len() - 1
        });
        results.push(result(finding, number));
    }
    let driver = ToolComponent::builder()
        .name("closeout")
        .version(env!("CARGO_PKG_VERSION"))
        .semantic_version(env!("CARGO_PKG_VERSION"))
        .rules(rules)
        .build();
    let notifications: Vec<Notification> = notes.iter().map(|note| notification(note)).collect();
    let invocation = Invocation::builder()
        .execution_successful(true)
        .tool_execution_notifications(notifications)
        .build();
    let run = Run::builder()
        .tool(Tool::builder().driver(driver).build())
        .invocations(vec![invocation])
        .column_kind("unicodeCodePoints")
        .results(results)
        .build();
    json::line(
        &Sarif::builder()
            .schema(SCHEMA)
            .version("2.1.0")
            .runs(vec![run])
            .build(),
    )
}

fn rule(code: Code) -> ReportingDescriptor {
    let text = |text: &str| MultiformatMessageString::builder().text(text).build();
    let level = code.default_severity().word();
    ReportingDescriptor::builder()
        .id(code.id())
        .short_description(text(code.summary()))
        .full_description(text(code.meaning()))
        .help(text(code.help()))
        .default_configuration(ReportingConfiguration::builder().level(level).build())
        .build()
}

fn result(finding: &Finding, rule: usize) -> Result {
    let location = Location::builder()
        .physical_location(physical(&finding.place))
        .build();
    let level = match finding.severity {
        Severity::Error => ResultLevel::Error,
        Severity::Warning => ResultLevel::Warning,
    };
    Result::builder()
        .rule_id(finding.code.id())
        .rule_index(i64::try_from(rule).unwrap_or(-1))
        .level(level)
        .message(message(&finding.message))
        .locations(vec![location])
        .build()
}

fn physical(place: &Place) -> PhysicalLocation {
    let file = ArtifactLocation::builder()
        .uri(uri(words::path(&place.path)))
        .build();
    match place.position {
        Some(position) => PhysicalLocation::builder()
            .artifact_location(file)
            .region(
                Region::builder()
                    .start_line(i64::from(position.line))
                    .start_column(i64::from(position.column))
                    .build(),
            )
            .build(),
        None => PhysicalLocation::builder().artifact_location(file).build(),
    }
}

fn notification(note: &str) -> Notification {
    Notification::builder()
        .level("note")
        .message(message(note))
        .build()
}

/// Plain text; `[text](address)` would be a link even in that (SARIF 2.1.0,
/// 3.11.6), and so its two halves are parted.
fn message(text: &str) -> Message {
    Message::builder()
        .text(visible(text).replace("](", "] ("))
        .build()
}

/// A path as a URI reference (RFC 3986): all but unreserved characters and the
/// `/` are percent-encoded.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_percent_encoded_byte_by_byte() {
        assert_eq!(uri("runs/a-b_c.d~/plan.json"), "runs/a-b_c.d~/plan.json");
        assert_eq!(uri("a b#?%:ü\n"), "a%20b%23%3F%25%3A%C3%BC%0A");
    }

    #[test]
    fn a_message_holds_no_link() {
        let text = message("[x](https://e.example) \u{1b}").text.unwrap();
        assert_eq!(text, "[x] (https://e.example) \\u{1b}");
    }
}
