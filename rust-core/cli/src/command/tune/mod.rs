//! `vibeue tune`

mod candidates;
mod page;
mod print;
mod svg;

use std::thread;

use vibeue_core::compaction::tuning::SettingReport;
use vibeue_core::session::files::{OutputFile, Readers};
use vibeue_core::session::tuning::{Replaying, Talk};

use crate::args::TuneArgs;
use crate::console::Console;
use crate::counting::Counting;
use crate::failure::{Failure, Result};
use crate::output::replacing;
use crate::progress::Progress;
use crate::source::Source;

/// The maximum number of replays of one command: a page with more plots would not be useful.
const MOST_CANDIDATES: usize = 100;

/// Replays conversations under several settings.
///
/// # Errors
/// If a file is not a conversation, a setting is out of its range, or the page cannot be written.
pub(crate) fn run(args: &TuneArgs, console: &mut Console) -> Result {
    if !(0.0..=1.0).contains(&args.cached_share) {
        return Err(Failure::input(
            format!("a cached share of {} is not between 0 and 1", args.cached_share),
            "use for example 0.1",
        ));
    }
    let candidates = candidates::all(args)?;
    if candidates.len() > MOST_CANDIDATES {
        return Err(Failure::input(
            format!("{} combinations of settings are too many", candidates.len()),
            format!("use at most {MOST_CANDIDATES}"),
        ));
    }
    let page = args.html.as_deref().map(|path| (path, replacing(args.replace)));
    if let Some((path, replacing)) = page {
        OutputFile::check(path, replacing)?;
    }
    let counting = Counting::of(&args.counting, args.window, console)?;
    let mut talks = Vec::new();
    for path in &args.files {
        let source = Source::read(path, &args.reading, console)?;
        let counted = counting.count(&source.conversation, console);
        talks.push(Talk::new(source.name, source.conversation, counted.tokens, counted.fixed));
    }
    let long_reply = talks.iter().filter_map(|talk| talk.long_reply).max();
    let reserve = args.reserve.or(candidates[0].settings.reserve_tokens);
    let budget = counting.budget(reserve, long_reply)?;
    let available = counting.counter.safe_limit(budget.available());

    let replaying = Replaying {
        candidates: &candidates,
        talks: &talks,
        available,
        cached_share: args.cached_share,
        counter: &counting.counter,
        threads: thread::available_parallelism().map_or(1, usize::from),
    };
    let settings = replay(&replaying, console);
    let report = replaying.report(&budget, settings);
    if let Some((path, replacing)) = page {
        let page = page::Page(&report).to_string();
        OutputFile::put(path, replacing, Readers::Usual, page.as_bytes())?;
    }
    if args.json { console.json(&report) } else { print::print(&report, args, console) }
}

/// Replays every conversation under every combination of settings.
fn replay(replaying: &Replaying<'_>, console: &Console) -> Vec<SettingReport> {
    let progress = Progress::begin(console, "replaying", replaying.steps() as u64);
    replaying.run(&|| progress.step(), &|| true).unwrap_or_default()
}
