//! `/context`: how full the window is, and why.

use std::io::Write as _;
use std::path::Path;

use vibeue_core::session::files::{OutputFile, Readers, Replacing};
use vibeue_core::session::live::{
    ContextForm, ContextReport, CostLine, Forecast, HeavyMessage, OpenBreaker, Snapshot, SummaryRow,
};
use vibeue_core::session::writing::slash::Context;

use super::screen::bar;
use crate::console::Console;
use crate::failure::Result;
use crate::output::{Align, Printable, Table, columns, counted, grouped, style, wrapped};

/// How many of the heaviest messages are shown.
const HEAVIEST: usize = 5;

/// Prints the report of the context, or writes it as data.
///
/// # Errors
/// If the output or the file cannot be written.
pub(super) fn obey(now: &Snapshot, how: &Context, console: &mut Console) -> Result {
    match how.form {
        None => print(now, console),
        Some(form) => write(&now.context(), form, how, console),
    }
}

fn write(
    report: &ContextReport,
    form: ContextForm,
    how: &Context,
    console: &mut Console,
) -> Result {
    let text = report.write(form);
    match &how.file {
        Some(file) => {
            let replacing = if how.force {
                Replacing::Files
            } else {
                Replacing::Nothing("put --force before the file to replace it")
            };
            // It contains the first words of messages, so it is as private as a journal.
            OutputFile::put(Path::new(file), replacing, Readers::Owner, text.as_bytes())?;
            writeln!(console.out, "written to {}", Printable(file))?;
        }
        None => console.out.write_all(text.as_bytes())?,
    }
    console.finish()
}

/// Prints the breakdown, the reserve, the next trigger with its arithmetic,
/// the heaviest messages, the summaries and the cost.
fn print(now: &Snapshot, console: &mut Console) -> Result {
    let report = now.context();
    writeln!(console.out, "{}", bar(now))?;
    let limits = format!(
        "{}: window {} ({}), {} kept free for the reply",
        Printable(&report.model),
        grouped(report.window),
        now.limits.window.source,
        grouped(report.reserve)
    );
    writeln!(console.out, "{}", wrapped(&limits, 2, columns()))?;
    print_parts(&report, console)?;
    print_next(&report, console)?;
    for open in &report.breakers {
        print_breaker(open, console)?;
    }
    print_heaviest(&report, console)?;
    print_summaries(&report, now, console)?;
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

/// What the tokens are spent on.
fn print_parts(report: &ContextReport, console: &mut Console) -> Result {
    let faint = style::FAINT;
    if !report.exact {
        let bound = 100.0 * report.error_bound;
        writeln!(console.out, "{faint}counts are estimates, within {bound:.0} %{faint:#}")?;
    }
    let mut table =
        Table::new([("what", Align::Left), ("tokens", Align::Right), ("%", Align::Right)]);
    let plain = anstyle::Style::new;
    for part in report.parts.iter().filter(|part| part.tokens > 0) {
        let share = format!("{:.0}", part.percent);
        table.row(plain(), vec![part.kind.name().to_owned(), grouped(part.tokens), share]);
    }
    let share =
        |tokens: u64| format!("{:.0}", 100.0 * tokens as f64 / report.available.max(1) as f64);
    table.row(plain(), vec!["free".to_owned(), grouped(report.free), share(report.free)]);
    Ok(writeln!(console.out, "{table}")?)
}

/// When the next summary is expected, and what it would save.
fn print_next(report: &ContextReport, console: &mut Console) -> Result {
    let next = &report.next;
    let when = match next.forecast {
        Forecast::Off => "never; it is turned off".to_owned(),
        Forecast::Due => "before the next request".to_owned(),
        Forecast::Held => "held up".to_owned(),
        Forecast::InTurns(turns) => format!("in about {} at this pace", counted(turns, "turn")),
        Forecast::Unknown => "not known yet".to_owned(),
    };
    let line = format!("next summary: {when}; {}", Printable(&next.explanation));
    writeln!(console.out, "{}", wrapped(&line, 2, columns()))?;
    let Some(gain) = &next.gain else { return Ok(()) };
    let who = next.writer.as_deref().unwrap_or("rules");
    let price = match gain.dollars {
        Some(dollars) if dollars > 0.0 => format!(" for about ${dollars:.4}"),
        _ => String::new(),
    };
    let line = format!(
        "a summary now would free about {} tokens, of {}, written by {}{price}",
        grouped(gain.frees),
        counted(gain.messages, "message"),
        Printable(who)
    );
    Ok(writeln!(console.out, "{}", wrapped(&line, 2, columns()))?)
}

fn print_breaker(open: &OpenBreaker, console: &mut Console) -> Result {
    let faint = style::FAINT;
    let line = format!("{}: {}", open.explanation, open.fix);
    Ok(writeln!(console.out, "{faint}{}{faint:#}", wrapped(&line, 2, columns()))?)
}

/// The messages that take the most.
fn print_heaviest(report: &ContextReport, console: &mut Console) -> Result {
    if report.heaviest.is_empty() {
        return Ok(());
    }
    let mut table = Table::new([
        ("heaviest", Align::Left),
        ("tokens", Align::Right),
        ("turns ago", Align::Right),
        ("", Align::Left),
    ]);
    for message in report.heaviest.iter().take(HEAVIEST) {
        table.row(
            anstyle::Style::new(),
            vec![
                format!("{} {}", message.id, speaker(message)),
                grouped(message.tokens),
                message.turns_ago.to_string(),
                Printable(&message.first_words).to_string(),
            ],
        );
    }
    Ok(writeln!(console.out, "{table}")?)
}

/// Who speaks in a message, and with which tools.
fn speaker(message: &HeavyMessage) -> String {
    let mut speaker = message.role.as_str().to_owned();
    for tool in &message.tools {
        speaker.push(' ');
        speaker.push_str(&Printable(tool).to_string());
    }
    let speaker = if message.pinned { speaker + ", pinned" } else { speaker };
    if message.shortened { speaker + ", shortened" } else { speaker }
}

/// How much is condensed, and a line for each summary.
fn print_summaries(report: &ContextReport, now: &Snapshot, console: &mut Console) -> Result {
    writeln!(
        console.out,
        "{} in all, {} condensed or shortened, {} in view",
        counted(report.messages, "message"),
        grouped(report.condensed),
        grouped(now.view.len() as u64)
    )?;
    for row in &report.summaries {
        let state = if row.in_force { "" } else { " (undone)" };
        let author = row.author().map_or(String::new(), |it| format!(", written by {it}"));
        let row = format!(
            "  [{}] {} → {} tokens, {}{}{state}; {}",
            row.compaction,
            grouped(row.tokens_before),
            grouped(row.tokens_after),
            extent(row),
            Printable(&author),
            Printable(&row.reason)
        );
        writeln!(console.out, "{}", wrapped(&row, 4, columns()))?;
    }
    Ok(())
}

/// What a compaction did to messages: most make a summary, some only shorten.
fn extent(row: &SummaryRow) -> String {
    match (row.messages, row.results_pruned, row.messages_trimmed) {
        (0, 0, cut) => format!("{} cut", counted(cut, "message")),
        (0, pruned, _) => format!("{} shortened", counted(pruned, "result")),
        (messages, ..) => counted(messages, "message"),
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
