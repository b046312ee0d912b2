//! What a compaction did, for the user.

use std::path::Path;

use vibeue_core::compaction::{Strategy, SummaryRecord};
use vibeue_core::conversation::{Conversation, Message, MessageId, MessageKind};
use vibeue_core::tokens::models::Limits;

use super::hand_over::{HandOver, cut_to};
use super::report::CompactReport;
use crate::console::Console;
use crate::failure::Result;
use crate::output::{Printable, TokenBar, columns, counted, grouped, percent, style, wrapped};
use crate::source::{Source, Written};

/// The maximum number of lines of the hand-over in one screen.
const SHORT: usize = 10;
/// The width of the names of sections.
const LABEL: usize = 12;
/// The width of a line without a terminal.
const WIDE: usize = 110;

/// What is shown of a compaction.
pub(super) struct Shown<'a> {
    pub(super) report: &'a CompactReport,
    pub(super) source: &'a Source,
    pub(super) limits: &'a Limits,
    pub(super) after: &'a Conversation,
    /// Where the result was written.
    pub(super) out: Option<&'a Path>,
    /// Whether the result replaced the input.
    pub(super) in_place: bool,
    /// Whether to print everything, not just one screen.
    pub(super) full: bool,
}

impl Shown<'_> {
    /// Prints one screen: before and after, what stays, the hand-over in short
    /// and what the archive holds; or all of it.
    pub(super) fn print(&self, console: &mut Console) -> Result {
        let (heading, report) = (style::HEADING, self.report);
        self.print_head(console)?;
        let verdict = if report.compacted { "Compacted" } else { "Not compacted" };
        let reason = format!("{heading}{verdict}{heading:#}: {}", report.reason);
        writeln!(console.out, "{}", wrapped(&reason, 2, columns()))?;
        if report.compacted {
            self.print_changes(console)?;
        }
        if let Some(path) = self.out {
            let path = path.display().to_string();
            writeln!(console.out, "  written     {}", Printable(&path))?;
        }
        match &report.summary {
            Some(record) if self.full => print_summary(record, &mut console.out)?,
            Some(record) => print_short(record, &mut console.out)?,
            None => {}
        }
        self.print_archive(console)
    }

    fn print_head(&self, console: &mut Console) -> Result {
        let (heading, faint, report) = (style::HEADING, style::FAINT, self.report);
        let certainty = if report.exact {
            "exact".to_owned()
        } else {
            format!(
                "estimated, ±{:.0} %, and the budget is reduced accordingly",
                100.0 * report.error_bound
            )
        };
        let what = format!(
            "{heading}{}{heading:#}: {} in {}",
            Printable(&self.source.name),
            counted(report.messages_before as u64, "message"),
            self.source.format(),
        );
        writeln!(console.out, "{}", wrapped(&what, 2, columns()))?;
        let counting = format!(
            "{faint}tokens by {} ({certainty}); window {} ({}), {} kept for the reply: budget \
             {}{faint:#}",
            report.encoding,
            grouped(report.window),
            self.limits.window.source,
            grouped(report.reserve),
            grouped(report.budget),
        );
        writeln!(console.out, "{}\n", wrapped(&counting, 2, columns()))?;
        let bar = |used| TokenBar {
            used,
            budget: report.budget,
            exact: report.exact,
            // Aligned below the words before it.
            columns: columns().map(|columns| columns.saturating_sub(8)),
        };
        if report.compacted {
            writeln!(console.out, "before  {}", bar(report.tokens_before))?;
            writeln!(console.out, "after   {}\n", bar(report.tokens_after))?;
        } else {
            writeln!(console.out, "now     {}\n", bar(report.tokens_before))?;
        }
        Ok(())
    }

    fn print_changes(&self, console: &mut Console) -> Result {
        let report = self.report;
        let summaries = |it: &&Message| it.kind == MessageKind::Summary;
        let summaries = self.after.messages.iter().filter(summaries).count();
        let shortened = report.pruned_messages.len();
        let verbatim = (self.after.messages.len() - summaries).saturating_sub(shortened);
        let out = &mut console.out;
        writeln!(out, "  stays       {} word for word", counted(verbatim as u64, "message"))?;
        if shortened > 0 {
            let ids = report.pruned_messages.iter().map(|message| message.id).collect::<Vec<_>>();
            let messages = report.pruned_messages.iter();
            let other = messages.filter(|message| message.tool_results().next().is_none()).count();
            let what = shorter(report.pruned_tool_results as u64, other as u64);
            writeln!(out, "{what} ({})", spans(&ids))?;
        }
        if !report.summarized.is_empty() {
            let count = counted(report.summarized.len() as u64, "message");
            let share = 100.0 * report.ratio;
            writeln!(
                out,
                "  condensed   {count} ({}): {share:.0} % of the request is left",
                spans(&report.summarized)
            )?;
        }
        let facts = kept_of(report.facts.kept, report.facts.found);
        let story = match report.story.found {
            0 => String::new(),
            found => format!("; messages mentioned: {}", kept_of(report.story.kept, found)),
        };
        let kept = format!("  kept        names, paths, numbers and rules: {facts}{story}");
        writeln!(out, "{}", wrapped(&kept, 14, columns()))?;
        if self.full {
            self.print_kinds(console)?;
        }
        self.print_effort(console)
    }

    /// Facts by their kinds.
    fn print_kinds(&self, console: &mut Console) -> Result {
        let kinds: Vec<String> = self
            .report
            .facts
            .by_kind
            .iter()
            .map(|(kind, kept)| format!("{} {}/{}", kind.heading(), kept.kept, kept.found))
            .collect();
        for line in kinds.chunks(6) {
            let faint = style::FAINT;
            writeln!(console.out, "              {faint}{}{faint:#}", line.join(" · "))?;
        }
        Ok(())
    }

    /// How much models were used for it, if at all.
    fn print_effort(&self, console: &mut Console) -> Result {
        let report = self.report;
        if report.model_calls == 0 {
            return Ok(());
        }
        let by = match &report.summary {
            None => "rules, as a fallback".to_owned(),
            Some(record) => match record.strategy {
                Strategy::Rules => "rules, as a fallback".to_owned(),
                Strategy::Native => {
                    format!("{}, with a summary by rules next to it", record.author())
                }
                Strategy::Llm | Strategy::Hybrid => record.author(),
            },
        };
        let cost = report.dollars.map_or(String::new(), |dollars| format!(", ${dollars:.4}"));
        let seconds = report.elapsed_ms as f64 / 1_000.0;
        let calls = counted(report.model_calls, "call");
        writeln!(console.out, "  written by  {}: {calls}{cost}, {seconds:.1} s", Printable(&by))?;
        Ok(())
    }

    /// What was condensed, where it is, and how to look it up.
    fn print_archive(&self, console: &mut Console) -> Result {
        let report = self.report;
        if report.summarized.is_empty() {
            return Ok(());
        }
        let heading = style::HEADING;
        let name = Printable(&self.source.name).to_string();
        let place = match &self.source.written {
            Written::Journal { .. } if self.out.is_some() => {
                "the journal keeps them. A chat's model looks them up by these ids with `recall`; \
                 `vibeue journal FILE undo` takes this compaction back"
                    .to_owned()
            }
            _ if self.in_place => format!(
                "{name} was replaced, so they are gone unless you kept a copy (a journal keeps them)"
            ),
            Written::Journal { .. } => format!("{name} keeps them, nothing was written"),
            Written::Transcript { .. } => format!(
                "{name} still holds them. In a chat with --journal they stay next to the \
                 hand-over, and the model looks them up by id with `recall`"
            ),
        };
        let text = format!(
            "{heading}Archive{heading:#}: {} with {} tokens ({}); {place}.",
            counted(report.summarized.len() as u64, "message"),
            grouped(report.tokens_archived),
            spans(&report.summarized),
        );
        writeln!(console.out, "\n{}", wrapped(&text, 2, columns()))?;
        Ok(())
    }
}

/// What was shortened: results of tools, and messages of the user or the agent.
fn shorter(results: u64, messages: u64) -> String {
    let results = (results > 0).then(|| counted(results, "tool result"));
    let cut = counted(messages, "message");
    match results {
        Some(results) if messages == 0 => format!("  pruned      {results}"),
        Some(results) => format!("  pruned      {results}, {cut} cut"),
        None => format!("  cut         {cut}"),
    }
}

/// `97 % (38 of 40)`, coloured by how good that is.
fn kept_of(kept: u64, found: u64) -> String {
    let share = percent(kept, found);
    let color = if share >= 90.0 { style::GOOD } else { style::WARNING };
    format!("{color}{share:.0} %{color:#} ({} of {})", grouped(kept), grouped(found))
}

/// What a summary was made from.
fn origin(record: &SummaryRecord) -> String {
    match record.depth {
        0 => "from the originals".to_owned(),
        depth => format!("the {} to build on an earlier one", ordinal(depth)),
    }
}

/// The hand-over in a few lines.
fn print_short(record: &SummaryRecord, out: &mut dyn std::io::Write) -> Result {
    let (heading, faint) = (style::HEADING, style::FAINT);
    let short = HandOver::of(&record.narrative).in_short(SHORT);
    writeln!(
        out,
        "\n{heading}Hand-over {}{heading:#} {faint}({}; {} of {} lines, --full prints all){faint:#}",
        record.id,
        origin(record),
        short.len(),
        HandOver::of(&record.narrative).len(),
    )?;
    let room = columns().unwrap_or(WIDE).saturating_sub(LABEL + 4);
    let mut before = None;
    for (label, line) in short {
        let shown = if before == Some(label) { "" } else { label };
        before = Some(label);
        let line = cut_to(&Printable(line).to_string(), room);
        writeln!(out, "  {faint}{shown:<LABEL$}{faint:#}  {line}")?;
    }
    Ok(())
}

fn print_summary(record: &SummaryRecord, out: &mut dyn std::io::Write) -> Result {
    let (heading, faint) = (style::HEADING, style::FAINT);
    writeln!(
        out,
        "\n{heading}Hand-over {}{heading:#} {faint}({}){faint:#}",
        record.id,
        origin(record)
    )?;
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
        writeln!(out, "\n{heading}Ledger{heading:#} {faint}(facts not in the text){faint:#}")?;
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
    fn what_was_cut_is_not_called_a_pruned_result() {
        let shown = [(2, 0), (1, 2), (0, 1)].map(|(results, cut)| shorter(results, cut));
        assert_eq!(
            shown,
            [
                "  pruned      2 tool results",
                "  pruned      1 tool result, 2 messages cut",
                "  cut         1 message"
            ]
        );
    }

    #[test]
    fn numbers_have_their_ordinals() {
        assert_eq!([1, 2, 3, 4, 11, 22].map(ordinal), ["1st", "2nd", "3rd", "4th", "11th", "22nd"]);
    }
}
