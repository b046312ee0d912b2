//! Findings that a comment allows.

use super::plugin::Plugin;
use crate::header_tool::{Diagnostic, Report, Rule, Sample};

const ALLOWANCE: Rule = Rule {
    id: "allowance",
    reason: "an exception without a reason, for a rule that does not exist, or that is no longer needed hides the next \
             mistake",
    source: "the convention of clippy's `expect` attribute with a reason",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "class FThing\n{\npublic:\n\t// lint-allow(win32-name): the protocol calls it so, and this file is never \
             seen by Windows.h.\n\tvoid SendMessage();\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "class FThing\n{\npublic:\n\t// lint-allow(win32-name): no longer so. ⟵\n\tvoid Submit();\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "class FThing\n{\npublic:\n\t// lint-allow(win32-names): a slip. ⟵\n\tvoid Submit();\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "class FThing\n{\npublic:\n\t// lint-allow(win32-name): why ⟵\n\tvoid SendMessage();\n};\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[ALLOWANCE];

/// Reasons shorter than this explain nothing.
const SHORTEST_REASON: usize = 12;

struct Allowance<'p> {
    path: &'p str,
    line: u32,
    rule: &'p str,
    reason: &'p str,
}

/// Takes out of a report what comments allow, and adds what is wrong with the
/// comments.
pub(super) fn apply(plugin: &Plugin<'_>, report: Report) -> Vec<Diagnostic> {
    let found = report.into_diagnostics();
    let mut allowed = vec![false; found.len()];
    let mut complaints = Report::default();
    for allowance in allowances(plugin) {
        let Allowance { path, line, rule, reason } = allowance;
        let mut add = |message: String, advice: &str| {
            complaints.add(&ALLOWANCE, path, line, message, advice);
        };
        if !super::rules().any(|known| known.id == rule) {
            let ids = super::rules().map(|known| known.id);
            let advice = crate::header_tool::did_you_mean(rule, ids, "Remove it.");
            add(format!("No rule has the id '{rule}'."), &advice);
            continue;
        }
        let mut is_used = false;
        for (index, finding) in found.iter().enumerate() {
            let is_here = finding.line == line || finding.line == line + 1;
            if finding.path == path && finding.rule == rule && is_here {
                allowed[index] = true;
                is_used = true;
            }
        }
        if !is_used {
            add(format!("Nothing here breaks '{rule}'."), "Remove the comment.");
        } else if reason.chars().count() < SHORTEST_REASON {
            add(
                format!("The exception from '{rule}' has no reason."),
                "Say behind the colon why it is right here.",
            );
        }
    }
    let mut left: Vec<Diagnostic> = found
        .into_iter()
        .zip(allowed)
        .filter(|(_, allowed)| !allowed)
        .map(|(finding, _)| finding)
        .collect();
    left.extend(complaints.into_diagnostics());
    left.sort();
    left
}

fn allowances<'p>(plugin: &'p Plugin<'_>) -> Vec<Allowance<'p>> {
    let mut all = Vec::new();
    for file in &plugin.sources {
        for comment in &file.source.comments {
            let Some((_, rest)) = comment.text.split_once("lint-allow(") else { continue };
            let (rule, reason) = rest.split_once(')').unwrap_or((rest, ""));
            let reason = reason.trim_start_matches(':').trim();
            all.push(Allowance {
                path: file.source.path,
                line: comment.line,
                rule: rule.trim(),
                reason,
            });
        }
    }
    all
}
