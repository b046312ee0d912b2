//! `vibeue count`

mod second_opinion;

use second_opinion::{SecondOpinion, texts_of};
use serde::Serialize;
use vibeue_core::tokens::Usage;
use vibeue_core::{Error, ErrorKind};

use crate::args::CountArgs;
use crate::console::Console;
use crate::counting::Counting;
use crate::failure::{Failure, Result};
use crate::input;
use crate::output::{Align, Printable, Table, TokenBar, columns, counted, grouped, percent, style};
use crate::progress::Progress;
use crate::source::Source;

/// What is printed with `--json`.
#[derive(Serialize)]
struct CountReport {
    encoding: &'static str,
    exact: bool,
    error_bound: f64,
    tokens: u64,
    messages: u64,
    breakdown: Usage,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<SecondOpinion>,
}

/// Counts a file.
///
/// # Errors
/// If the file is not a conversation, or not text with `--text`; with `--check`, if there is no
/// reference, or its count differs.
pub(crate) fn run(args: &CountArgs, console: &mut Console) -> Result {
    let counting = Counting::of(&args.counting, None, console)?;
    let mut check = None;
    let (name, what, messages, usage) = if args.text {
        let (name, text) = plain_text(args)?;
        let _progress = Progress::begin(console, "counting", 0);
        // Plain text counts as the user's; nothing is added to it.
        let usage = Usage { user: counting.counter.text(&text).tokens, ..Usage::default() };
        if args.check {
            check = Some(SecondOpinion::ask(&counting.counter, std::iter::once(text.as_str()))?);
        }
        (name, "plain text".to_owned(), 0, usage)
    } else {
        let source = Source::read(&args.file, &args.reading, console)?;
        let usage = counting.count(&source.conversation, console).usage;
        let messages = source.conversation.messages.len() as u64;
        if args.check {
            let texts = texts_of(&source.conversation.messages);
            check = Some(SecondOpinion::ask(&counting.counter, texts)?);
        }
        let what = format!("{} in {}", counted(messages, "message"), source.format());
        (source.name, what, messages, usage)
    };
    let counter = &counting.counter;
    let report = CountReport {
        encoding: counter.name(),
        exact: counter.is_exact(),
        error_bound: counter.error_bound(),
        tokens: usage.total(),
        messages,
        breakdown: usage,
        check,
    };
    if args.json {
        console.json(&report)?;
        return agreed(check);
    }
    let window = args.counting.model.is_some().then_some(counting.limits.window.tokens);
    print(&report, &name, &what, window, console)?;
    agreed(check)
}

/// If the reference counts differently, one of the two is wrong, which counts as a fault of this
/// program until it is known which one.
fn agreed(check: Option<SecondOpinion>) -> Result {
    match check {
        Some(check) if check.differences > 0 => Err(Failure::Reported(Failure::INTERNAL)),
        _ => Ok(()),
    }
}

fn plain_text(args: &CountArgs) -> Result<(String, String)> {
    let name = input::shown(&args.file);
    let bytes = input::read(&args.file)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Error::new(ErrorKind::Input, format!("the text is not UTF-8: wrong byte at offset {at}"))
            .at(name.clone())
            .hint("convert it first, for example with iconv")
    })?;
    Ok((name, text))
}

fn print(
    report: &CountReport,
    name: &str,
    what: &str,
    window: Option<u64>,
    console: &mut Console,
) -> Result {
    let out = &mut console.out;
    let (heading, faint) = (style::HEADING, style::FAINT);
    let about = if report.exact { "" } else { "~" };
    writeln!(out, "{heading}{}{heading:#}: {what}", Printable(name))?;
    let certainty = if report.exact {
        "exact".to_owned()
    } else {
        format!("estimated, ±{:.0} %", 100.0 * report.error_bound)
    };
    let tokens = grouped(report.tokens);
    let encoding = report.encoding;
    writeln!(
        out,
        "{about}{heading}{tokens}{heading:#} tokens {faint}({encoding}, {certainty}){faint:#}"
    )?;
    if let Some(window) = window {
        let bar = TokenBar {
            used: report.tokens,
            budget: window,
            exact: report.exact,
            columns: columns(),
        };
        writeln!(out, "{bar} of the window")?;
    }
    if let Some(check) = &report.check {
        print_check(check, console)?;
    }
    if report.messages > 0 { print_breakdown(report, about, console) } else { Ok(()) }
}

fn print_check(check: &SecondOpinion, console: &mut Console) -> Result {
    let faint = style::FAINT;
    let verdict = match (check.differences, check.given_up) {
        (0, 0) => "counts the same".to_owned(),
        (0, lost) => format!("agrees where it can count; it gave up on {lost}"),
        (many, _) => format!("counts {} differently", counted(many, "text")),
    };
    writeln!(
        console.out,
        "tiktoken-rs {verdict}: {} of {}, ours {} {faint}({} ms, ours {} ms){faint:#}",
        counted(check.reference_tokens, "token"),
        counted(check.texts, "text"),
        grouped(check.tokens),
        check.reference_ms,
        check.ms
    )?;
    Ok(())
}

fn print_breakdown(report: &CountReport, about: &str, console: &mut Console) -> Result {
    let columns = [("", Align::Left), ("tokens", Align::Right), ("share", Align::Right)];
    let mut table = Table::new(columns);
    for (name, tokens) in report.breakdown.named().into_iter().filter(|(_, tokens)| *tokens > 0) {
        let share = format!("{:.1} %", percent(tokens, report.tokens));
        let cells = vec![format!("  {name}"), format!("{about}{}", grouped(tokens)), share];
        table.row(anstyle::Style::new(), cells);
    }
    write!(console.out, "\n{table}")?;
    Ok(())
}
