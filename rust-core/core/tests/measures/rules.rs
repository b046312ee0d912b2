//! Whether the user's standing rules are distinguished from everything else in messages: wishes,
//! questions, code, logs, quotations, demonstrations.

use std::collections::BTreeMap;

use vibeue_core::compaction::facts::{FactKind, FactSet};
use vibeue_core::conversation::{Message, MessageId, Role};

/// The least that precision and recall may be on lists from which rules were
/// made.
const FLOOR: f64 = 0.95;

/// The same on wording that the rules have never met; the aim is 0.95, too.
const UNSEEN: (f64, f64) = (0.95, 0.85);

/// How the rules judged a list of labelled messages.
struct Judged {
    labelled: usize,
    precision: f64,
    recall: f64,
}

fn judged(list: &str) -> Judged {
    let file = format!("{}/../../tests/data/{list}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).unwrap();
    let (mut right, mut missed, mut invented) = (0usize, Vec::new(), Vec::new());
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut labelled = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut fields = line.splitn(3, '|');
        let (label, kind) = (fields.next().unwrap(), fields.next().unwrap());
        let said = fields.next().unwrap().replace("\\n", "\n");
        let message = Message::text(MessageId(1), Role::User, said);
        let found = FactSet::of([&message]).of_kind(FactKind::Rule).next().is_some();
        let entry = kinds.entry(kind).or_default();
        entry.1 += 1;
        labelled += 1;
        match (label == "rule", found) {
            (true, true) => right += 1,
            (true, false) => missed.push(line),
            (false, true) => invented.push(line),
            (false, false) => {}
        }
        entry.0 += usize::from((label == "rule") == found);
    }
    let precision = right as f64 / (right + invented.len()).max(1) as f64;
    let recall = right as f64 / (right + missed.len()).max(1) as f64;
    eprintln!("{list}: {labelled} sentences: precision {precision:.3}, recall {recall:.3}");
    for (kind, (good, all)) in kinds {
        eprintln!("    {kind}: {good} of {all}");
    }
    missed.iter().for_each(|line| eprintln!("missed: {line}"));
    invented.iter().for_each(|line| eprintln!("invented: {line}"));
    Judged { labelled, precision, recall }
}

#[test]
fn standing_rules_are_told_from_wishes_code_logs_quotations_and_demonstrations() {
    let lists = [
        ("rule-sentences.txt", 400),
        ("rule-sentences-fresh.txt", 150),
        ("rule-sentences-blind.txt", 150),
        ("rule-sentences-later.txt", 70),
        ("rule-sentences-varied.txt", 140),
    ];
    for (list, fewest) in lists {
        let Judged { labelled, precision, recall } = judged(list);
        assert!(labelled >= fewest, "{list}");
        assert!(precision >= FLOOR && recall >= FLOOR, "{list}: {precision:.3}, {recall:.3}");
    }
}

#[test]
fn most_of_what_is_taken_for_a_rule_in_wording_never_met_is_one() {
    let Judged { labelled, precision, recall } = judged("rule-sentences-unseen.txt");
    assert!(labelled >= 120);
    assert!(precision >= UNSEEN.0 && recall >= UNSEEN.1, "{precision:.3}, {recall:.3}");
}
