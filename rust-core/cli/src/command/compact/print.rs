//! What a compaction did, for a person.

use std::path::Path;

use vibeue_core::compaction::SummaryRecord;
use vibeue_core::conversation::{Conversation, MessageId, MessageKind};
use vibeue_core::tokens::models::Limits;

use super::report::CompactReport;
use crate::console::Console;
use crate::failure::Result;
use crate::output::{Printable, TokenBar, columns, counted, grouped, percent, style};
use crate::source::Source;

/// Prints before and after, what was kept, pruned and summarised, the summary.
pub(super) fn print(
    report: &CompactReport,
    source: &Source,
    limits: &Limits,
    after: &Conversation,
    out_file: Option<&Path>,
    console: &mut Console,
) -> Result {
    let (heading, faint) = (style::HEADING, style::FAINT);
    let out = &mut console.out;
    writeln!(
        out,
        "{heading}{}{heading:#}: {} in {}",
        Printable(&source.name),
        counted(report.messages_before as u64, "message"),
        source.format(),
    )?;
    let certainty = if report.exact {
        "exact".to_owned()
    } else {
        format!(
            "estimated, ±{:.0} %, and the budget is smaller by that",
            100.0 * report.error_bound
        )
    };
    writeln!(out, "{faint}tokens by {} ({certainty}){faint:#}", report.encoding)?;
    writeln!(
        out,
        "{faint}window {} ({}), {} kept for the reply: budget {}{faint:#}\n",
        grouped(report.window),
        limits.window.source,
        grouped(report.reserve),
        grouped(report.budget),
    )?;
    let bar = |used| TokenBar {
        used,
        budget: report.budget,
        exact: report.exact,
        // Below the words before it.
        columns: columns().map(|columns| columns.saturating_sub(8)),
    };
    if report.compacted {
        writeln!(out, "before  {}", bar(report.tokens_before))?;
        writeln!(out, "after   {}\n", bar(report.tokens_after))?;
    } else {
        writeln!(out, "now     {}\n", bar(report.tokens_before))?;
    }
    let verdict = if report.compacted { "Compacted" } else { "Not compacted" };
    writeln!(out, "{heading}{verdict}{heading:#}: {}", report.reason)?;
    if report.compacted {
        print_changes(report, after, out)?;
    }
    if let Some(path) = out_file {
        let path = path.display().to_string();
        writeln!(out, "  written     {}", Printable(&path))?;
    }
    if let Some(record) = &report.summary {
        print_summary(record, out)?;
    }
    Ok(())
}

fn print_changes(
    report: &CompactReport,
    after: &Conversation,
    out: &mut dyn std::io::Write,
) -> Result {
    let summaries = after.messages.iter().filter(|it| it.kind == MessageKind::Summary).count();
    let shortened = report.pruned_messages.len();
    let verbatim = (after.messages.len() - summaries).saturating_sub(shortened);
    writeln!(out, "  kept        {} verbatim", counted(verbatim as u64, "message"))?;
    if shortened > 0 {
        let ids = report.pruned_messages.iter().map(|message| message.id).collect::<Vec<_>>();
        let results = counted(report.pruned_tool_results as u64, "tool result");
        writeln!(out, "  pruned      {results} ({})", spans(&ids))?;
    }
    if !report.summarized.is_empty() {
        let count = counted(report.summarized.len() as u64, "message");
        writeln!(out, "  summarised  {count} ({})", spans(&report.summarized))?;
    }
    let facts = &report.facts;
    let (good, warning) = (style::GOOD, style::WARNING);
    let share = percent(facts.kept, facts.found);
    let color = if share >= 95.0 { good } else { warning };
    writeln!(
        out,
        "  facts       {color}{share:.0} %{color:#}: {} of {} that matter are still there",
        grouped(facts.kept),
        grouped(facts.found),
    )?;
    let kinds: Vec<String> = facts
        .by_kind
        .iter()
        .map(|(kind, kept)| format!("{} {}/{}", kind.heading(), kept.kept, kept.found))
        .collect();
    for line in kinds.chunks(6) {
        let faint = style::FAINT;
        writeln!(out, "              {faint}{}{faint:#}", line.join(" · "))?;
    }
    Ok(())
}

fn print_summary(record: &SummaryRecord, out: &mut dyn std::io::Write) -> Result {
    let (heading, faint) = (style::HEADING, style::FAINT);
    let depth = match record.depth {
        0 => "from the originals".to_owned(),
        depth => format!("the {} to build on an earlier one", ordinal(depth)),
    };
    writeln!(out, "\n{heading}Summary {}{heading:#} {faint}({depth}){faint:#}", record.id)?;
    for line in record.narrative.lines() {
        let line = Printable(line);
        if line.0.starts_with('#') {
            writeln!(out, "  {heading}{line}{heading:#}")?;
        } else {
            writeln!(out, "  {line}")?;
        }
    }
    let unsaid = record.ledger.iter().filter(|line| !record.narrative.contains(line.as_str()));
    let mut unsaid = unsaid.peekable();
    if unsaid.peek().is_some() {
        writeln!(out, "\n{heading}Ledger{heading:#} {faint}(facts beside the text){faint:#}")?;
    }
    for line in unsaid {
        writeln!(out, "  {}", Printable(line))?;
    }
    Ok(())
}

fn ordinal(number: u32) -> String {
    let suffix = match (number % 10, number % 100) {
        (1, last) if last != 11 => "st",
        (2, last) if last != 12 => "nd",
        (3, last) if last != 13 => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

/// Writes ids as runs: `m2–m40, m42`.
fn spans(ids: &[MessageId]) -> String {
    const SHOWN: usize = 6;
    let mut sorted: Vec<u64> = ids.iter().map(|id| id.0).collect();
    sorted.sort_unstable();
    sorted.dedup();
    let runs: Vec<String> = sorted
        .chunk_by(|a, b| a + 1 == *b)
        .map(|run| match run {
            [only] => format!("m{only}"),
            [first, .., last] => format!("m{first}–m{last}"),
            [] => String::new(),
        })
        .collect();
    let more = runs.len().saturating_sub(SHOWN);
    let shown = runs[..runs.len() - more].join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more places") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_messages_are_named_as_runs() {
        let of = |ids: &[u64]| spans(&ids.iter().copied().map(MessageId).collect::<Vec<_>>());
        assert_eq!(of(&[2, 3, 4, 6, 9, 8]), "m2–m4, m6, m8–m9");
        assert_eq!(of(&[]), "");
        let odd: Vec<u64> = (0..20).map(|n| 2 * n).collect();
        assert_eq!(of(&odd), "m0, m2, m4, m6, m8, m10 and 14 more places");
    }

    #[test]
    fn numbers_have_their_ordinals() {
        assert_eq!([1, 2, 3, 4, 11, 22].map(ordinal), ["1st", "2nd", "3rd", "4th", "11th", "22nd"]);
    }
}
