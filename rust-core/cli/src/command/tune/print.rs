//! The results of replaying, for the user.

use anstyle::Style;
use vibeue_core::compaction::tuning::{SettingReport, TuneReport, sentences};

use crate::args::TuneArgs;
use crate::console::Console;
use crate::failure::Result;
use crate::output::{
    Align, Printable, Sparkline, Table, columns, counted, grouped, style, wrapped,
};

/// How many requests that set a peak are named.
const PEAKS: usize = 3;

/// Prints the conversations and a table of the settings.
pub(super) fn print(report: &TuneReport, args: &TuneArgs, console: &mut Console) -> Result {
    let (heading, faint) = (style::HEADING, style::FAINT);
    let about = if report.exact { "" } else { "~" };
    let out = &mut console.out;
    for file in &report.files {
        writeln!(
            out,
            "{heading}{}{heading:#}: {}, {about}{} tokens",
            Printable(&file.name),
            counted(file.messages as u64, "message"),
            grouped(file.tokens),
        )?;
    }
    writeln!(
        out,
        "{faint}tokens by {}; window {}, {} kept for the reply: budget {}{faint:#}\n",
        report.encoding,
        grouped(report.window),
        grouped(report.reserve),
        grouped(report.budget),
    )?;
    write!(out, "{}", table(report, about))?;
    writeln!(out)?;
    let peaks = sentences(&report.settings, about);
    for peak in peaks.iter().take(PEAKS) {
        let peak = Printable(peak).to_string();
        writeln!(out, "{faint}{}{faint:#}", wrapped(&peak, 2, columns()))?;
    }
    if let Some(more @ 1..) = peaks.len().checked_sub(PEAKS) {
        let more = counted(more as u64, "other request");
        writeln!(out, "{faint}{more} set lower peaks under other settings{faint:#}")?;
    }
    writeln!(out, "{faint}★ best: {}{faint:#}", TuneReport::RULE)?;
    writeln!(
        out,
        "{faint}over: requests larger than the budget. with caching: tokens at the start that \
         the previous request had as well count {} each{faint:#}",
        report.cached_share
    )?;
    if let Some(path) = &args.html {
        let path = path.display().to_string();
        writeln!(out, "\nPlots are in {}", Printable(&path))?;
    }
    Ok(())
}

/// A row for each setting that was tried.
fn table(report: &TuneReport, about: &str) -> Table {
    let mut table = Table::new([
        (" ", Align::Left),
        ("threshold", Align::Right),
        ("keep", Align::Right),
        ("compactions", Align::Right),
        ("peak", Align::Right),
        ("over", Align::Right),
        ("input tokens", Align::Right),
        ("with caching", Align::Right),
        ("facts kept", Align::Right),
        ("biggest drop", Align::Right),
        ("fill of the budget", Align::Left),
    ]);
    for setting in &report.settings {
        let style = match (setting.best, setting.figures.over_budget) {
            (true, _) => style::GOOD,
            (false, 0) => Style::new(),
            (false, _) => style::BAD,
        };
        table.row(style, cells(setting, about));
    }
    table
}

fn cells(setting: &SettingReport, about: &str) -> Vec<String> {
    let figures = &setting.figures;
    let ratios: Vec<f64> = setting.runs.iter().flat_map(|run| run.ratios.iter().copied()).collect();
    let preset = setting.preset.map_or("", |preset| preset.info().title);
    vec![
        format!("{} {preset}", if setting.best { '★' } else { ' ' }).trim_end().to_owned(),
        format!("{}", setting.threshold),
        setting.keep_recent.to_string(),
        figures.compactions.to_string(),
        format!("{:.0} %", 100.0 * figures.peak_ratio),
        figures.over_budget.to_string(),
        format!("{about}{}", grouped(figures.input_tokens)),
        format!("{about}{}", grouped(figures.input_tokens_with_caching)),
        format!("{:.1} %", 100.0 * figures.facts.share()),
        format!("{about}{}", grouped(figures.biggest_drop)),
        Sparkline { ratios: &ratios, width: 32 }.to_string(),
    ]
}
