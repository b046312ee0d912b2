//! `/context`: how full the window is, and why.

use std::io::Write as _;

use vibeue_core::session::live::{Breaker, CostLine, Snapshot};

use super::screen::bar;
use crate::console::Console;
use crate::failure::Result;
use crate::output::{Align, Printable, Table, columns, counted, grouped, percent, style, wrapped};

/// Prints the breakdown, the reserve, the next trigger with its arithmetic,
/// the summaries and the cost.
///
/// # Errors
/// When the output cannot be written.
pub(super) fn print(now: &Snapshot, console: &mut Console) -> Result {
    writeln!(console.out, "{}", bar(now))?;
    let limits = format!(
        "{}: window {} ({}), {} kept free for the reply",
        Printable(&now.model.model),
        grouped(now.limits.window.tokens),
        now.limits.window.source,
        grouped(now.usage.budget.reserve)
    );
    writeln!(console.out, "{}", wrapped(&limits, 2, columns()))?;
    print_breakdown(now, console)?;
    let next = format!("next summary: {}", Printable(&now.decision.to_string()));
    writeln!(console.out, "{}", wrapped(&next, 2, columns()))?;
    let faint = style::FAINT;
    for breaker in &now.breakers {
        writeln!(console.out, "{faint}{}{faint:#}", stopped(*breaker))?;
    }
    print_summaries(now, console)?;
    for (what, line) in [
        ("answers", now.costs.chat),
        ("summaries", now.costs.summaries),
        ("counts", now.costs.counts),
    ] {
        if line.calls > 0 {
            let line = format!("{what}: {}", cost(&line));
            writeln!(console.out, "{}", wrapped(&line, 2, columns()))?;
        }
    }
    console.finish()
}

/// What the tokens are spent on, on the scale that decides.
fn print_breakdown(now: &Snapshot, console: &mut Console) -> Result {
    let faint = style::FAINT;
    if !now.usage.exact {
        let bound = 100.0 * now.usage.error_bound;
        writeln!(console.out, "{faint}counts are estimates, within {bound:.0} %{faint:#}")?;
    }
    let usage = &now.usage.breakdown;
    let scale = Scale { counted: usage.total(), used: now.usage.used };
    if !scale.is_one() {
        writeln!(
            console.out,
            "{faint}this program counts {}; the server's own counts make that {}{faint:#}",
            grouped(scale.counted),
            grouped(scale.used)
        )?;
    }
    let mut table =
        Table::new([("what", Align::Left), ("tokens", Align::Right), ("%", Align::Right)]);
    for (what, tokens) in [
        ("system prompt", usage.system),
        ("tools' schemas", usage.tools),
        ("summary", usage.summary),
        ("your messages", usage.user),
        ("answers", usage.assistant),
        ("tool calls", usage.tool_calls),
        ("tool results", usage.tool_results),
        ("images", usage.images),
        ("overhead", usage.overhead),
    ] {
        if tokens > 0 {
            let share = format!("{:.0}", percent(tokens, usage.total()));
            let tokens = grouped(scale.of(tokens));
            table.row(anstyle::Style::new(), vec![what.to_owned(), tokens, share]);
        }
    }
    Ok(writeln!(console.out, "{table}")?)
}

/// How much is condensed, and a line for each summary.
fn print_summaries(now: &Snapshot, console: &mut Console) -> Result {
    writeln!(
        console.out,
        "{} in all, {} condensed or shortened, {} in view",
        counted(now.transcript.len() as u64, "message"),
        grouped(now.condensed.len() as u64),
        grouped(now.view.len() as u64)
    )?;
    for row in now.summaries.iter() {
        let state = if row.in_force { "" } else { " (undone)" };
        let row = format!(
            "  [{}] {} → {} tokens, {}{state}; {}",
            row.compaction,
            grouped(row.tokens_before),
            grouped(row.tokens_after),
            counted(row.messages, "message"),
            Printable(&row.reason)
        );
        writeln!(console.out, "{}", wrapped(&row, 4, columns()))?;
    }
    Ok(())
}

/// Brings counts of this program to the scale of the number that decides,
/// which servers correct: one screen holds one scale.
#[derive(Debug, Clone, Copy)]
struct Scale {
    counted: u64,
    used: u64,
}

impl Scale {
    fn is_one(self) -> bool {
        self.counted == self.used || self.counted == 0
    }

    fn of(self, tokens: u64) -> u64 {
        if self.is_one() {
            return tokens;
        }
        let counted = u128::from(self.counted);
        let scaled = (u128::from(tokens) * u128::from(self.used) + counted / 2) / counted;
        u64::try_from(scaled).unwrap_or(u64::MAX)
    }
}

fn cost(line: &CostLine) -> String {
    let calls = counted(line.calls, "call");
    let mut text = format!("{calls}, {} tokens in", grouped(line.input));
    if line.cached > 0 {
        text.push_str(&format!(" ({} cached)", grouped(line.cached)));
    }
    text.push_str(&format!(", {} out", grouped(line.output)));
    if line.dollars > 0.0 {
        text.push_str(&format!(", ${:.4}", line.dollars));
    }
    if line.unreported > 0 {
        text.push_str(&format!("; the server did not say what {} cost", grouped(line.unreported)));
    }
    text
}

fn stopped(breaker: Breaker) -> &'static str {
    match breaker {
        Breaker::NoProgress => {
            "the last summaries brought nothing: the next one waits for your next message"
        }
        Breaker::SummaryCalls => "the calls for summaries are used up: rules write them",
        Breaker::SummaryTokens => "the tokens for summaries are used up: rules write them",
        Breaker::ModelsFailed => {
            "no model could write the last summary: rules write them for now (/summarize asks again)"
        }
        Breaker::ChainDepth => {
            "summaries are stacked as deep as they may be: rules write the next one (see max_chain_depth)"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_this_program_counts_is_brought_to_the_servers_scale() {
        let scale = Scale { counted: 610, used: 1_220 };
        assert_eq!([168, 299, 0].map(|tokens| scale.of(tokens)), [336, 598, 0]);
        assert_eq!(Scale { counted: 5, used: 5 }.of(7), 7);
        assert_eq!(Scale { counted: 0, used: 5 }.of(7), 7);
        assert_eq!(Scale { counted: 1, used: u64::MAX }.of(u64::MAX), u64::MAX);
    }
}
