//! `/preview`: what a summary would do.

use std::io::Write as _;

use vibeue_core::compaction::StayReason;
use vibeue_core::session::live::{PreviewFate, PreviewMessage, PreviewOffer, SummaryPreview};
use vibeue_core::settings::Mode;

use crate::console::Console;
use crate::failure::Result;
use crate::output::{Align, Printable, Table, counted, grouped, style};

/// The maximum number of messages of one fate that are listed.
const LISTED: usize = 12;

/// Prints what is condensed, what stays, the summary, and the numbers before and after.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn show(preview: &SummaryPreview, console: &mut Console) -> Result {
    let (heading, faint) = (style::HEADING, style::FAINT);
    writeln!(
        console.out,
        "{heading}Summarizing would bring {} → {} tokens{heading:#}{}",
        grouped(preview.tokens_before),
        grouped(preview.tokens_after),
        request_price(preview)
    )?;
    writeln!(
        console.out,
        "{} would be condensed, {} shortened, {} stay",
        counted(preview.goes.len() as u64, "message"),
        grouped(preview.shortened.len() as u64),
        grouped(preview.stays.len() as u64)
    )?;
    if let Some(fate) = where_they_are(preview) {
        writeln!(console.out, "{faint}{fate}{faint:#}")?;
    }
    writeln!(console.out, "{faint}{}{faint:#}", tried(preview))?;
    list(preview, console)?;
    if let Some(text) = &preview.text {
        writeln!(console.out, "\n{}", Printable(text.trim_end()))?;
    }
    writeln!(console.out, "{faint}{}{faint:#}", offers(&preview.offers))?;
    writeln!(
        console.out,
        "{faint}/preview --apply applies it, /preview --cancel discards it{faint:#}"
    )?;
    Ok(())
}

/// What becomes of the messages that the model would no longer read in full: readers took them for
/// deleted.
fn where_they_are(preview: &SummaryPreview) -> Option<&'static str> {
    if !preview.goes.is_empty() {
        return Some(
            "the model would read the summary below instead of condensed messages; these stay in \
             the archive, and /undo gives them back to it",
        );
    }
    (!preview.shortened.is_empty()).then_some(
        "the full text of shortened messages stays in the archive, and /undo gives it back to the \
         model",
    )
}

/// What the next request costs before and after, if the price is known.
fn request_price(preview: &SummaryPreview) -> String {
    let pair = preview.request_dollars_before.zip(preview.request_dollars_after);
    pair.filter(|(before, _)| *before > 0.0).map_or_else(String::new, |(before, after)| {
        format!(", ${before:.4} → ${after:.4} for each request")
    })
}

/// With which options it was made, and what it cost.
fn tried(preview: &SummaryPreview) -> String {
    let target = (preview.target * 100.0).round();
    let mut line = match preview.up_to {
        Some(last) => format!("{}, up to {last}", preview.strategy),
        None => format!("{}, target {target} % of the budget", preview.strategy),
    };
    if preview.options.originals {
        line.push_str(", from the originals");
    }
    if preview.next_at > 0 {
        let starts = if preview.options.threshold.is_some() { "would start" } else { "starts" };
        line.push_str(&format!(
            "; the next one {starts} at {} tokens ({:.0} %)",
            grouped(preview.next_at),
            100.0 * preview.threshold
        ));
    }
    if let Some(turns) = preview.next_in {
        line.push_str(&format!(", in about {}", counted(turns, "turn")));
    }
    if let Some(dollars) = preview.dollars.filter(|dollars| *dollars > 0.0) {
        line.push_str(&format!(", making the preview cost ${dollars:.4}"));
    }
    line
}

fn list(preview: &SummaryPreview, console: &mut Console) -> Result {
    let mut table = Table::new([
        ("", Align::Left),
        ("message", Align::Left),
        ("tokens", Align::Right),
        ("", Align::Left),
    ]);
    let mut left = Vec::new();
    for fate in [PreviewFate::Goes, PreviewFate::Shortened, PreviewFate::Stays] {
        let of_it: Vec<&PreviewMessage> =
            preview.messages.iter().filter(|row| row.fate == fate).collect();
        for row in of_it.iter().take(LISTED) {
            let cells = vec![
                fate_name(fate).to_owned(),
                format!("{} {}", row.id, who(row)),
                grouped(row.tokens_before),
                format!("{}{}", reason(row), Printable(&row.first_words)),
            ];
            table.row(anstyle::Style::new(), cells);
        }
        if let Some(more) = of_it.len().checked_sub(LISTED).filter(|more| *more > 0) {
            left.push(format!("{} more {}", grouped(more as u64), fate_name(fate)));
        }
    }
    write!(console.out, "{table}")?;
    if !left.is_empty() {
        writeln!(console.out, "… {}", left.join(", "))?;
    }
    Ok(())
}

fn fate_name(fate: PreviewFate) -> &'static str {
    match fate {
        PreviewFate::Goes => "condensed",
        PreviewFate::Shortened => "shortened",
        PreviewFate::Stays => "stays",
    }
}

/// Who speaks, with the tools.
fn who(row: &PreviewMessage) -> String {
    if row.is_summary {
        return "summary".to_owned();
    }
    if row.tools.is_empty() {
        return row.role.as_str().to_owned();
    }
    format!("{} {}", row.role.as_str(), Printable(&row.tools.join(", ")))
}

fn reason(row: &PreviewMessage) -> &'static str {
    match row.reason {
        _ if row.kept => "[you keep it] ",
        None => "",
        Some(StayReason::System) => "[instructions] ",
        Some(StayReason::Pinned) => "[pinned] ",
        Some(StayReason::NewestRequest) => "[newest request] ",
        Some(StayReason::Waiting) => "[waits for a result] ",
        Some(StayReason::Recent) => "[recent] ",
    }
}

/// Who else could write it, and at what cost; those with the same answer together.
fn offers(offers: &[PreviewOffer]) -> String {
    let mut answers: Vec<(String, Vec<&str>)> = Vec::new();
    for offer in offers {
        let Some(answer) = answer(offer) else { continue };
        let name = offer.strategy.name();
        match answers.iter_mut().find(|(other, _)| *other == answer) {
            Some((_, names)) => names.push(name),
            None => answers.push((answer, vec![name])),
        }
    }
    let all: Vec<String> =
        answers.iter().map(|(answer, names)| format!("{}: {answer}", names.join(", "))).collect();
    format!("writing it with {}", all.join("; "))
}

/// What writing it with one strategy takes; `None` if it needs a model but none would be asked.
fn answer(offer: &PreviewOffer) -> Option<String> {
    let Some(model) = &offer.model else {
        return (offer.strategy == Mode::Rules).then(|| "free".to_owned());
    };
    if let Some(obstacle) = &offer.obstacle {
        return Some(format!("not now, {obstacle}"));
    }
    let model = Printable(model);
    Some(match offer.dollars {
        Some(dollars) => format!("asks {model}, about ${dollars:.4}"),
        None => format!("asks {model}, price not known"),
    })
}
