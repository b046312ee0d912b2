//! `vibeue compact`

mod print;
mod report;

use std::borrow::Cow;
use std::path::Path;
use std::time::Instant;

use vibeue_core::compaction::replay::Retention;
use vibeue_core::compaction::{
    CompactRequest, Compaction, Decision, Outcome, Situation, Trigger, compact,
};
use vibeue_core::conversation::{Conversation, Message, Role, transcript};
use vibeue_core::session::journal::{JournaledHistory, SyncPolicy};
use vibeue_core::settings::Settings;
use vibeue_core::{Error, ErrorKind};

use super::now;
use crate::args::CompactArgs;
use crate::atomic_file;
use crate::console::Console;
use crate::counting::{Counted, Counting};
use crate::failure::Result;
use crate::output::grouped;
use crate::progress::Progress;
use crate::source::{Source, Written};
use report::CompactReport;

/// Compacts a conversation.
///
/// # Errors
/// When the file is no conversation, the arguments contradict each other, what
/// must stay does not fit, or the result cannot be written.
pub(crate) fn run(args: &CompactArgs, console: &mut Console) -> Result {
    let began = Instant::now();
    let settings = settings(args)?;
    let counting = Counting::of(&args.counting, args.window, console)?;
    let mut source = Source::read(&args.file, &args.reading, console)?;
    for index in &args.pin {
        source.pin(*index)?;
    }
    let counted = counting.count(&source.conversation, console);
    let reserve = args.reserve.or(settings.reserve_tokens);
    let budget = counting.budget(reserve, counted.longest_reply)?;
    let available = counting.counter.safe_limit(budget.available());

    let decision = decide(&source.conversation, &counted, available, &settings, args.force);
    let progress = Progress::begin(console, "compacting", 0);
    let plan = plan(&source, &counting, &counted, available, &settings, &decision)
        .map_err(|failure| failure.at(&source.name))?;
    let messages = match &plan.compaction {
        Some(compaction) => compaction.apply(&source.conversation.messages),
        None => source.conversation.messages.clone(),
    };
    let facts = Retention::vital(&source.conversation.messages);
    let retention = Retention::measure(&facts, &messages);
    let usage = counting.counter.request(&messages, &source.conversation.tools);
    drop(progress);
    if usage.total() > available {
        return Err(over_budget(&source, usage.total(), available, &settings).into());
    }
    let after = Conversation { messages, ..copy_of_rest(&source.conversation) };
    if let Some(out) = &args.out {
        write(out, &source, plan.compaction.as_deref(), &after)?;
    }
    let elapsed_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let report = CompactReport::new(
        &source, &counting, &budget, available, &counted, &plan, &after, retention, elapsed_ms,
    )?;
    if args.json {
        return console.json(&report);
    }
    let limits = &counting.limits;
    print::print(&report, &source, limits, &after, args.out.as_deref(), console)
}

/// What is to be done, and why.
struct Plan {
    compaction: Option<Box<Compaction>>,
    reason: String,
}

fn settings(args: &CompactArgs) -> Result<Settings> {
    // Nothing here has a model to ask.
    let mut pairs = vec![("mode", "rules")];
    pairs.extend(args.set.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    pairs.extend(args.target.as_deref().map(|value| ("target_ratio", value)));
    pairs.extend(args.keep_recent.as_deref().map(|value| ("recent_messages_to_keep", value)));
    Ok(Settings::from_pairs(pairs)?)
}

fn decide(
    conversation: &Conversation,
    counted: &Counted,
    available: u64,
    settings: &Settings,
    forced: bool,
) -> Decision {
    let spoken = conversation.messages.iter().filter(|message| message.role != Role::System);
    let situation = Situation {
        used: counted.usage.total(),
        available,
        messages: spoken.count() as u64,
        // Bounds what a model may do; rules have no such bound.
        depth: 0,
    };
    let trigger = Trigger::new();
    if forced {
        trigger.decide_manual(&situation, settings)
    } else {
        trigger.decide(&situation, settings)
    }
}

fn plan(
    source: &Source,
    counting: &Counting,
    counted: &Counted,
    available: u64,
    settings: &Settings,
    decision: &Decision,
) -> Result<Plan> {
    let reason = decision.to_string();
    let Some(start) = decision.start else {
        return Ok(Plan { compaction: None, reason });
    };
    let messages: Vec<&Message> = source.conversation.messages.iter().collect();
    let next_id = match &source.written {
        Written::Journal(history) => history.next_id(),
        Written::Transcript { .. } => source.conversation.next_id(),
    };
    let began = Instant::now();
    let outcome = compact(
        &CompactRequest {
            messages: &messages,
            tokens: &counted.tokens,
            fixed: counted.fixed,
            available,
            settings,
            reason: &reason,
            forced: start == vibeue_core::compaction::Reason::Manual,
            next_id,
            now: now(),
        },
        counting,
    )?;
    Ok(match outcome {
        Outcome::Compacted(mut compaction) => {
            // The core has no clock.
            if let Some(record) = &mut compaction.record {
                record.duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
            }
            Plan { compaction: Some(compaction), reason }
        }
        Outcome::Unchanged(why) => Plan { compaction: None, reason: format!("{reason}; {why}") },
    })
}

fn copy_of_rest(conversation: &Conversation) -> Conversation {
    Conversation {
        messages: Vec::new(),
        tools: conversation.tools.clone(),
        extra: conversation.extra.clone(),
    }
}

fn over_budget(source: &Source, used: u64, available: u64, settings: &Settings) -> Error {
    let (used, available) = (grouped(used), grouped(available));
    let what = format!("the request has {used} tokens, the budget is {available}");
    let hint = if settings.enabled {
        "use --force, or a larger window"
    } else {
        "compaction is switched off by enabled=false: switch it on, or use --force"
    };
    Error::new(ErrorKind::Irreducible, what).at(source.name.clone()).hint(hint)
}

/// Writes the result in the format of the input, as a whole or not at all.
fn write(
    out: &Path,
    source: &Source,
    compaction: Option<&Compaction>,
    after: &Conversation,
) -> Result {
    let bytes = match &source.written {
        // What needed no change keeps every byte.
        _ if compaction.is_none() && source.repairs.is_empty() => Cow::Borrowed(&source.bytes),
        Written::Transcript { format, layout, .. } => {
            Cow::Owned(transcript::write(after, *format, layout)?.into_bytes())
        }
        Written::Journal(history) => match compaction {
            Some(compaction) if source.is_file(out) => {
                return append(out, history.version(), compaction);
            }
            Some(compaction) => Cow::Owned(journal_with(source, history.version(), compaction)?),
            None => Cow::Borrowed(&source.bytes),
        },
    };
    atomic_file::write(out, &bytes)
}

/// Appends a compaction to a journal, under its lock: events that somebody
/// else wrote meanwhile stay.
fn append(journal: &Path, version: u64, compaction: &Compaction) -> Result {
    let mut journal = JournaledHistory::open(journal, SyncPolicy::EachTurn)?.journal;
    journal.commit(version, compaction.clone(), now())?;
    Ok(())
}

/// Returns a copy of a journal with a compaction at its end.
fn journal_with(source: &Source, version: u64, compaction: &Compaction) -> Result<Vec<u8>> {
    // A folder of its own, because a journal has a lock's file beside it.
    let failed = |error: std::io::Error| {
        Error::new(ErrorKind::Io, format!("cannot make a temporary copy: {error}"))
            .hint("check the folder for temporary files")
    };
    let folder = tempfile::tempdir().map_err(failed)?;
    let copy = folder.path().join("journal");
    std::fs::write(&copy, &source.bytes).map_err(failed)?;
    append(&copy, version, compaction)?;
    Ok(std::fs::read(&copy).map_err(failed)?)
}
