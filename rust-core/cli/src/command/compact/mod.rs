//! `vibeue compact`

mod hand_over;
mod preparing;
mod print;
mod report;
mod work;

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use vibeue_core::compaction::Compaction;
use vibeue_core::compaction::replay::VitalFacts;
use vibeue_core::compaction::strategy::{CompactedConversation, SummaryModel, WholeConversation};
use vibeue_core::conversation::{Conversation, transcript};
use vibeue_core::session::files::{FileId, Lock, OutputFile, Readers, Replacing, is_journal};
use vibeue_core::session::journal::{JournaledHistory, SyncPolicy, copy_with};
use vibeue_core::session::results::ResultFiles;
use vibeue_core::settings::{Mode, Settings};
use vibeue_core::{Error, ErrorKind};

use super::now::now;
use crate::args::CompactArgs;
use crate::config::{Config, Environment, print_notes};
use crate::connect;
use crate::console::Console;
use crate::counting::{Counted, Counting};
use crate::failure::{Failure, Result};
use crate::output::{grouped, replacing};
use crate::progress::Progress;
use crate::source::{Source, Written};
use preparing::prepare;
use report::CompactReport;
use work::Work;

/// Compacts a conversation.
///
/// # Errors
/// If the file is not a conversation, the arguments contradict each other, what must stay does not
/// fit, or the result cannot be written.
pub(crate) fn run(args: &CompactArgs, console: &mut Console) -> Result {
    let began = Instant::now();
    let environment = Environment::of_process();
    let config = Config::gather(args.connect.config.as_deref(), &environment, &args.settings())?;
    print_notes(&config, console);
    let settings = config.settings.clone();
    // Checked before a long file is read: is there a model to ask?
    let models = asked(&config, &environment)?;
    let counting = Counting::begin(&args.counting, args.window, console)?;
    // Checked before a model is asked: does another program have the conversation open?
    let destination = Destination::lock(args)?;
    let mut source = Source::read(&args.file, &args.reading, console)?;
    for index in &args.pin {
        source.pin(*index)?;
    }
    let (counted, prepared) = prepare(&counting, &source, console);
    let reserve = args.reserve.or(settings.reserve_tokens);
    let budget = counting.budget(reserve, counted.long_reply)?;
    let available = counting.counter.safe_limit(budget.available());

    let progress = Progress::begin(console, "compacting", 0);
    let whole = WholeConversation {
        by_hand: args.force,
        instructions: args.instructions.as_deref(),
        written_as: source.written_as(),
        prepared: Some(&prepared),
        ..whole(&source, &counting, &counted, available, &settings)
    };
    let done = compact(&whole, &models, &source)?;
    for warning in &done.warnings {
        console.note(warning);
    }
    let retention = VitalFacts::of(&prepared).kept_in(&done.after.messages);
    drop(progress);
    if done.usage.total() > available {
        return Err(over_budget(&source, done.usage.total(), available, &settings).into());
    }
    if let Some(destination) = destination {
        destination.write(&source, done.compaction.as_deref(), &done.after, console)?;
    }
    let elapsed_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let work = Work { source: &source, counting: &counting, counted: &counted, budget: &budget };
    let report = CompactReport::new(&work, available, &done, retention, elapsed_ms)?;
    if args.json {
        console.json(&report)?;
    } else {
        let shown = print::Shown {
            report: &report,
            source: &source,
            limits: &counting.limits,
            after: &done.after,
            out: args.out.as_deref(),
            in_place: args.out.as_deref().is_some_and(|out| is_same_file(out, &args.file)),
            full: args.full,
        };
        shown.print(console)?;
    }
    // The process ends with this command: nothing waits for a conversation of
    // hundreds of thousands of messages to be freed one by one.
    std::mem::forget((source, counted, prepared, done));
    Ok(())
}

/// Compacts a file's conversation, unless the trigger does not fire.
pub(super) fn whole<'a>(
    source: &'a Source,
    counting: &'a Counting,
    counted: &'a Counted,
    available: u64,
    settings: &'a Settings,
) -> WholeConversation<'a> {
    let (next_id, next_record, journaled) = match &source.written {
        Written::Journal { history, .. } => (history.next_id(), history.next_record(), true),
        Written::Transcript { .. } => (source.conversation.next_id(), 1, false),
    };
    WholeConversation {
        conversation: &source.conversation,
        tokens: &counted.tokens,
        fixed: counted.fixed,
        available,
        settings,
        by_hand: false,
        instructions: None,
        written_as: None,
        journaled,
        next_id,
        next_record,
        now: now(),
        counter: counting.counter,
        prepared: None,
    }
}

/// Compacts a file's conversation, with models if any.
///
/// # Errors
/// If what must stay does not fit.
pub(super) fn compact(
    whole: &WholeConversation<'_>,
    models: &[SummaryModel],
    source: &Source,
) -> Result<CompactedConversation> {
    connect::runtime()?
        .block_on(whole.compact(models))
        .map_err(|error| Failure::from(error).at(&source.name))
}

/// The models that may be asked; none if rules write the summary.
pub(super) fn asked(config: &Config, environment: &Environment) -> Result<Vec<SummaryModel>> {
    if config.settings.mode == Mode::Rules {
        return Ok(Vec::new());
    }
    let server = connect::to(config, environment)?;
    let own = std::slice::from_ref(&server.choice.model);
    let names = match &config.settings.summary_models[..] {
        [] => own,
        named => named,
    };
    let model = |name: &String| SummaryModel::named(Arc::clone(&server.provider), name);
    Ok(names.iter().map(model).collect())
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

/// Where the result goes.
struct Destination<'a> {
    path: &'a Path,
    source: &'a Path,
    /// What may be there before.
    replacing: Replacing,
    /// Held if the result is appended to the journal that was the input.
    lock: Option<Lock>,
}

impl<'a> Destination<'a> {
    /// The destination that the arguments name; a journal that is compacted in place is locked from
    /// here on.
    ///
    /// # Errors
    /// [`ErrorKind::Busy`] if another process is writing that journal.
    fn lock(args: &'a CompactArgs) -> Result<Option<Self>> {
        let Some(path) = args.out.as_deref() else { return Ok(None) };
        let source = args.file.as_path();
        let in_place = is_same_file(path, source);
        let replacing = replacing(in_place || args.replace);
        let lock = if in_place && is_journal(path)? {
            Some(Lock::take(path)?)
        } else {
            OutputFile::check(path, replacing)?;
            None
        };
        Ok(Some(Self { path, source, replacing, lock }))
    }

    /// Writes the result in the format of the input: into a journal after its last event, into
    /// other files as a whole or not at all.
    ///
    /// # Errors
    /// As [`OutputFile::put`], [`JournaledHistory::commit`] and [`Original::bytes`].
    ///
    /// [`Original::bytes`]: crate::original::Original::bytes
    fn write(
        self,
        source: &Source,
        compaction: Option<&Compaction>,
        after: &Conversation,
        console: &mut Console,
    ) -> Result {
        if let Some(lock) = self.lock {
            let Written::Journal { history, .. } = &source.written else {
                let what = "the journal was replaced while it was being compacted";
                return Err(Error::new(ErrorKind::Conflict, what).at(&*source.name).into());
            };
            // Opened in any case, to find out whether it is open elsewhere.
            let opened = JournaledHistory::open_locked(self.path, lock, SyncPolicy::EachTurn)?;
            if let Some(compaction) = compaction {
                let mut journal = opened.journal;
                journal.commit(history.version(), compaction.clone(), now())?;
            }
            return Ok(());
        }
        let bytes = match (&source.written, compaction) {
            // What needed no change keeps every byte.
            (_, None) if source.repairs.is_empty() => source.original.bytes()?,
            (Written::Transcript { format, layout, .. }, _) => {
                Cow::Owned(transcript::write(after, *format, layout)?.into_bytes())
            }
            (Written::Journal { history, torn }, Some(compaction)) => {
                let event = history.plan_commit(history.version(), compaction.clone())?;
                Cow::Owned(copy_with(&source.original.bytes()?, *torn, history, &event, now())?)
            }
            (Written::Journal { .. }, None) => source.original.bytes()?,
        };
        if let Written::Journal { history, .. } = &source.written {
            let to = ResultFiles::beside(self.path)?;
            for lost in ResultFiles::beside(self.source)?.carry(history, &to) {
                console.note(lost);
            }
        }
        OutputFile::put(self.path, self.replacing, Readers::Of(self.source), &bytes)?;
        Ok(())
    }
}

/// Returns whether two paths lead to one file, however they are written.
fn is_same_file(one: &Path, other: &Path) -> bool {
    match (FileId::of_path(one), FileId::of_path(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
