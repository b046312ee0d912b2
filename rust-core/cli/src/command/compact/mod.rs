//! `vibeue compact`

mod hand_over;
mod print;
mod report;

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use vibeue_core::compaction::replay::Retention;
use vibeue_core::compaction::strategy::{self, CompactionJob, SummaryCache, SummaryModel};
use vibeue_core::compaction::{
    Account, CompactRequest, Compaction, Decision, Outcome, Reason, Situation, Trigger, compact,
};
use vibeue_core::conversation::{Conversation, Message, MessageId, Role, transcript};
use vibeue_core::session::files::{FileId, Lock, OutputFile, Readers, Replacing, is_journal};
use vibeue_core::session::journal::{JournaledHistory, SyncPolicy, copy_with};
use vibeue_core::settings::{Mode, Settings};
use vibeue_core::{Error, ErrorKind};

use super::now;
use crate::args::CompactArgs;
use crate::config::{Config, Environment};
use crate::connect;
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
/// When the file is not a conversation, the arguments contradict each other, what
/// must stay does not fit, or the result cannot be written.
pub(crate) fn run(args: &CompactArgs, console: &mut Console) -> Result {
    let began = Instant::now();
    let environment = Environment::of_process();
    let said = args.said();
    let said: Vec<(&str, &str)> =
        said.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let config = Config::gather(args.connect.config.as_deref(), &environment, &[], &said)?;
    config.tell(console);
    let settings = config.settings.clone();
    // Whether there is anybody to ask is said before a long file is read.
    let models = asked(&config, &environment)?;
    let counting = Counting::of(&args.counting, args.window, console)?;
    // Whoever else has the conversation open is met before anybody is asked.
    let destination = Destination::lock(args)?;
    let mut source = Source::read(&args.file, &args.reading, console)?;
    for index in &args.pin {
        source.pin(*index)?;
    }
    let counted = counting.count(&source.conversation, console);
    let reserve = args.reserve.or(settings.reserve_tokens);
    let budget = counting.budget(reserve, counted.long_reply)?;
    let available = counting.counter.safe_limit(budget.available());

    let decision = decide(&source.conversation, &counted, available, &settings, args.force);
    let progress = Progress::begin(console, "compacting", 0);
    let plan_within = |available| {
        let work = Work { source: &source, counting: &counting, counted: &counted, available };
        match &models[..] {
            [] => work.plan(&settings, &decision),
            models => work.plan_with(models, &settings, &decision, args.instructions.as_deref()),
        }
        .map_err(|failure| failure.at(&source.name))
    };
    let mut plan = plan_within(available)?;
    let mut after = plan.after(&source)?;
    if plan.compaction.is_some() && counting.counter.conversation(&after).total() > available {
        // The summary names the file's format, and there was no room for that.
        plan = plan_within(available.saturating_sub(transcript::SETTLED_TOKENS))?;
        after = plan.after(&source)?;
    }
    for warning in &plan.warnings {
        console.note(warning);
    }
    let facts = Retention::vital(&source.conversation.messages);
    let retention = Retention::measure(&facts, &after.messages);
    let usage = counting.counter.conversation(&after);
    drop(progress);
    if usage.total() > available {
        return Err(over_budget(&source, usage.total(), available, &settings).into());
    }
    plan.keep_account(&source, available);
    if let Some(destination) = destination {
        destination.write(&source, plan.compaction.as_deref(), &after)?;
    }
    let elapsed_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let report = CompactReport::new(
        &source, &counting, &budget, available, &counted, &plan, &after, retention, elapsed_ms,
    )?;
    if args.json {
        return console.json(&report);
    }
    let shown = print::Shown {
        report: &report,
        source: &source,
        limits: &counting.limits,
        after: &after,
        out: args.out.as_deref(),
        in_place: args.out.as_deref().is_some_and(|out| is_same_file(out, &args.file)),
        full: args.full,
    };
    shown.print(console)
}

/// What is to be done, and why.
pub(super) struct Plan {
    pub(super) compaction: Option<Box<Compaction>>,
    reason: String,
    /// What a person should know of how it was made.
    pub(super) warnings: Vec<String>,
}

impl Plan {
    /// The trigger said no.
    fn nothing(reason: String) -> Self {
        Self { compaction: None, reason, warnings: Vec::new() }
    }

    /// What the conversation becomes, as it can be written in its format.
    fn after(&self, source: &Source) -> Result<Conversation> {
        let Some(compaction) = &self.compaction else { return Ok(source.conversation.clone()) };
        let messages = compaction.apply(&source.conversation.messages);
        let mut after = Conversation { messages, ..copy_of_rest(&source.conversation) };
        source.settle(&mut after)?;
        Ok(after)
    }

    /// Gives a compaction that goes into a journal what the journal keeps of
    /// it; models' compactions have it already.
    fn keep_account(&mut self, source: &Source, available: u64) {
        let Some(compaction) = &mut self.compaction else { return };
        if compaction.account.is_some() || !matches!(source.written, Written::Journal { .. }) {
            return;
        }
        let messages: Vec<&Message> = source.conversation.messages.iter().collect();
        let mut account = Account::of(&messages, compaction, available);
        account.duration_ms = compaction.record.as_ref().map_or(0, |record| record.duration_ms);
        account.dollars = Some(0.0);
        compaction.account = Some(Box::new(account));
    }

    fn of(outcome: Outcome, reason: String, began: Instant, warnings: Vec<String>) -> Self {
        match outcome {
            Outcome::Compacted(mut compaction) => {
                // The core has no clock.
                if let Some(record) = &mut compaction.record {
                    record.duration_ms =
                        u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
                }
                Self { compaction: Some(compaction), reason, warnings }
            }
            Outcome::Unchanged(why) => {
                Self { compaction: None, reason: format!("{reason}; {why}"), warnings }
            }
        }
    }
}

/// What the trigger says.
pub(super) fn decide(
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

/// What is compacted, counted.
pub(super) struct Work<'a> {
    pub(super) source: &'a Source,
    pub(super) counting: &'a Counting,
    pub(super) counted: &'a Counted,
    pub(super) available: u64,
}

impl Work<'_> {
    fn next_id(&self) -> MessageId {
        match &self.source.written {
            Written::Journal { history, .. } => history.next_id(),
            Written::Transcript { .. } => self.source.conversation.next_id(),
        }
    }

    fn next_record(&self) -> u64 {
        match &self.source.written {
            Written::Journal { history, .. } => history.next_record(),
            Written::Transcript { .. } => 1,
        }
    }

    /// Compacts by rules.
    pub(super) fn plan(&self, settings: &Settings, decision: &Decision) -> Result<Plan> {
        let reason = decision.to_string();
        let Some(start) = decision.start else { return Ok(Plan::nothing(reason)) };
        let messages: Vec<&Message> = self.source.conversation.messages.iter().collect();
        let began = Instant::now();
        let outcome = compact(
            &CompactRequest {
                messages: &messages,
                tokens: &self.counted.tokens,
                fixed: self.counted.fixed,
                available: self.available,
                settings,
                reason: &reason,
                forced: start == Reason::Manual,
                next_id: self.next_id(),
                next_record: self.next_record(),
                now: now(),
            },
            self.counting,
        )?;
        Ok(Plan::of(outcome, reason, began, Vec::new()))
    }

    /// Compacts with models to ask.
    pub(super) fn plan_with(
        &self,
        models: &[SummaryModel],
        settings: &Settings,
        decision: &Decision,
        instructions: Option<&str>,
    ) -> Result<Plan> {
        let reason = decision.to_string();
        let Some(start) = decision.start else { return Ok(Plan::nothing(reason)) };
        let began = Instant::now();
        let job = CompactionJob {
            messages: self.source.conversation.messages.iter().cloned().map(Arc::new).collect(),
            tokens: self.counted.tokens.clone(),
            fixed: self.counted.fixed,
            available: self.available,
            settings: Arc::new(settings.clone()),
            reason: reason.clone(),
            forced: start == Reason::Manual,
            instructions: instructions.map(str::to_owned),
            model_allowed: decision.model_allowed,
            next_id: self.next_id(),
            next_record: self.next_record(),
            now: now(),
            counter: self.counting.counter,
        };
        let cache = SummaryCache::new();
        let report = connect::runtime()?.block_on(strategy::run(job, models, &cache))?;
        Ok(Plan::of(report.outcome, reason, began, report.warnings))
    }
}

/// The models that may be asked; none where rules write the summary.
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

/// Where the result goes.
struct Destination<'a> {
    path: &'a Path,
    source: &'a Path,
    /// Held where the result goes behind the journal that it is made of.
    lock: Option<Lock>,
}

impl<'a> Destination<'a> {
    /// The place that the arguments name; a journal that is to be compacted
    /// where it lies is locked from here on.
    ///
    /// # Errors
    /// [`ErrorKind::Busy`] when somebody else is writing that journal.
    fn lock(args: &'a CompactArgs) -> Result<Option<Self>> {
        let Some(path) = args.out.as_deref() else { return Ok(None) };
        let source = args.file.as_path();
        let in_place = is_same_file(path, source) && is_journal(path)?;
        let lock = if in_place { Some(Lock::take(path)?) } else { None };
        Ok(Some(Self { path, source, lock }))
    }

    /// Writes the result in the format of the input: into a journal behind its
    /// last event, into other files as a whole or not at all.
    ///
    /// # Errors
    /// As [`OutputFile::put`] and [`JournaledHistory::commit`].
    fn write(
        self,
        source: &Source,
        compaction: Option<&Compaction>,
        after: &Conversation,
    ) -> Result {
        if let Some(lock) = self.lock {
            let Written::Journal { history, .. } = &source.written else {
                let what = "the journal became another file while it was compacted";
                return Err(Error::new(ErrorKind::Conflict, what).at(&*source.name).into());
            };
            // Opened in any case: a journal that is open elsewhere is told.
            let opened = JournaledHistory::open_locked(self.path, lock, SyncPolicy::EachTurn)?;
            if let Some(compaction) = compaction {
                let mut journal = opened.journal;
                journal.commit(history.version(), compaction.clone(), now())?;
            }
            return Ok(());
        }
        let bytes = match (&source.written, compaction) {
            // What needed no change keeps every byte.
            (_, None) if source.repairs.is_empty() => Cow::Borrowed(&source.bytes),
            (Written::Transcript { format, layout, .. }, _) => {
                Cow::Owned(transcript::write(after, *format, layout)?.into_bytes())
            }
            (Written::Journal { history, torn }, Some(compaction)) => {
                let event = history.plan_commit(history.version(), compaction.clone())?;
                Cow::Owned(copy_with(&source.bytes, *torn, history, &event, now())?)
            }
            (Written::Journal { .. }, None) => Cow::Borrowed(&source.bytes),
        };
        OutputFile::put(self.path, Replacing::Files, Readers::Of(self.source), &bytes)?;
        Ok(())
    }
}

/// Tells whether two paths lead to one file, however they are written.
fn is_same_file(one: &Path, other: &Path) -> bool {
    match (FileId::of_path(one), FileId::of_path(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
