//! The ladder of strategies.

use std::future::Future;
use std::time::Instant;

use super::cache::{Key, Known};
use super::caller::Caller;
use super::checked::Checked;
use super::notes::Notes;
use super::provenance::KnownIds;
use super::sources::Sources;
use super::writer::Writer;
use super::{CompactionJob, CompactionReport, SummaryCache, SummaryModel, native};
use crate::prompt::notes_of;
use vibeue_compaction::Account;
use vibeue_compaction::applied::Compaction;
use vibeue_compaction::ladder::written::{self, Span, Written};
use vibeue_compaction::ladder::{CompactRequest, Outcome, compact, digest_options};
use vibeue_compaction::record::{Rung, Strategy};
use vibeue_compaction::rules::Envelope;
use vibeue_compaction::secrets::Masked;
use vibeue_conversation::settings::Mode;
use vibeue_conversation::{Error, ErrorKind, Result};
use vibeue_conversation::{Message, MessageId, MessageKind, Role};
use vibeue_provider::ProviderError;

/// Compacts a conversation by the configured strategy.
///
/// The rungs, each tried only if the one before was not enough: old tool
/// results are pruned; the configured summarizer writes, given everything and
/// then less, one model after the other; rules write; what is left is cut. What
/// a model wrote is checked before it is installed: it fits its room, it is
/// smaller than what it replaces, no order from a tool's output appears as one
/// of the user's, and vital facts that it dropped are put back.
///
/// Dropping the future cancels: no call continues, and nothing has changed. It
/// needs a Tokio runtime with timers, because it waits before it tries a server
/// again.
///
/// # Errors
/// [`ErrorKind::Irreducible`] if the parts that must stay do not fit; no model
/// is asked then. [`ErrorKind::Cancelled`] if the provider reports that its
/// caller cancelled. A model that fails is not an error: rules take over and a
/// warning says why.
#[expect(clippy::manual_async_fn, reason = "written out, the compiler checks that it is Send")]
pub fn run(
    job: CompactionJob,
    models: &[SummaryModel],
    cache: &SummaryCache,
) -> impl Future<Output = Result<CompactionReport>> + Send {
    async move {
        let started = Instant::now();
        let messages = job.message_refs();
        if messages.len() != job.tokens.len() {
            return Err(Error::new(
                ErrorKind::Internal,
                format!("{} messages with {} counts", messages.len(), job.tokens.len()),
            ));
        }
        let masked = Masked::of(&messages);
        let view = masked.view(&messages);
        let rules = compact(&job.request(&messages), &job.counter)?;
        let mut caller = Caller::default();
        let better = match &rules {
            Outcome::Compacted(rules) if uses_model(&job, rules, models, &mut caller) => {
                summarize(&job, &messages, &view, rules, models, cache, &mut caller)
                    .await
                    .map_err(|error| cancelled(&error))?
            }
            _ => None,
        };
        let mut outcome = better.map_or(rules, |better| Outcome::Compacted(Box::new(better)));
        if let Outcome::Compacted(compaction) = &mut outcome {
            let mut account = Account::of(&view, compaction, job.available);
            account.model_calls = caller.calls.len() as u64;
            account.dollars = caller.dollars();
            account.duration_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
            if let Some(record) = &mut compaction.record {
                record.duration_ms = account.duration_ms;
            }
            compaction.account = Some(Box::new(account));
        }
        Ok(caller.report(outcome))
    }
}

fn cancelled(error: &ProviderError) -> Error {
    Error::new(ErrorKind::Cancelled, format!("the summary was cancelled: {error}"))
        .hint("nothing was changed; you can compact again at any time")
}

/// Returns whether a model is asked for this summary, and warns if it is not.
fn uses_model(
    job: &CompactionJob,
    rules: &Compaction,
    models: &[SummaryModel],
    caller: &mut Caller,
) -> bool {
    let settings = &job.settings;
    let depth = match (&rules.record, rules.rung) {
        (Some(record), Rung::Rules) => record.depth,
        // Pruned, or so tight that only cutting helps: there is nothing to
        // write.
        _ => return false,
    };
    if settings.mode == Mode::Rules {
        return false;
    }
    let why = if !job.model_allowed {
        "no model may be asked now; rules wrote the summary".to_owned()
    } else if depth > settings.max_chain_depth {
        format!(
            "this would be summary {depth} in a chain, and a model may build on {}; rules wrote it \
             (summarize from the originals to start again)",
            settings.max_chain_depth
        )
    } else if models.is_empty() {
        "no model for summaries is configured; rules wrote the summary".to_owned()
    } else {
        return true;
    };
    caller.warn(why);
    false
}

/// Lets the configured summarizer write; `None` if the summary by rules is
/// used. `view` is the messages with secrets masked, as a model may see them.
async fn summarize(
    job: &CompactionJob,
    messages: &[&Message],
    view: &[&Message],
    rules: &Compaction,
    models: &[SummaryModel],
    cache: &SummaryCache,
    caller: &mut Caller,
) -> Result<Option<Compaction>, ProviderError> {
    let wide = making_way(job, messages);
    let rules = wide.as_ref().unwrap_or(rules);
    let span = written::span(&job.request(messages), &job.counter, rules);
    let key = Key::of(job, &span.places, models);
    let known = match (cache.get(key), job.settings.mode) {
        (Some(known), _) => Some(known),
        (None, Mode::Native) => native::ask(job, &span, models, caller)
            .await?
            .map(|(native, nth)| Known::Native(Box::new(native), nth)),
        (None, _) => {
            let older = written::older_notes(&job.request(messages), &span);
            let notes = older.map(|body| notes_of(&body)).unwrap_or_default();
            let options = digest_options(&job.settings);
            let mut writer = Writer::new(job, view, &span, notes, &options, caller);
            writer.write(models).await?.map(Known::Notes)
        }
    };
    let Some(known) = known else {
        caller.warn("rules wrote the summary");
        return Ok(None);
    };
    let better = match &known {
        Known::Notes(notes) => install_notes(job, messages, rules, &span, notes, caller),
        Known::Native(blocks, nth) => models.get(*nth).and_then(|model| {
            native::install(rules, blocks, model, native_limit(job), &job.counter)
        }),
    };
    match &better {
        Some(_) => cache.put(key, known),
        None => caller.warn("the model's summary did not fit; rules wrote the summary"),
    }
    Ok(better)
}

/// If fewer tokens than this are left for messages and summary, recent messages
/// are given up to make room for a model's notes.
const LITTLE: u64 = 4_000;

/// The compaction that keeps the fewest recent messages, so that a model can
/// write about the others; `None` if they need not be given up.
///
/// A model needs fewer words for them than they have. The newest tool results
/// stay: the next step may need them unchanged.
fn making_way(job: &CompactionJob, messages: &[&Message]) -> Option<Compaction> {
    let fewest = job.settings.minimum_recent_messages;
    let at_work = messages.last().is_none_or(|newest| newest.tool_results().next().is_some());
    if !job.forced
        || at_work
        || job.settings.mode == Mode::Native
        || job.settings.recent_messages_to_keep <= fewest
    {
        return None;
    }
    let mut settings = (*job.settings).clone();
    settings.recent_messages_to_keep = fewest;
    let request = CompactRequest { settings: &settings, ..job.request(messages) };
    match compact(&request, &job.counter) {
        Ok(Outcome::Compacted(wide)) if wide.rung == Rung::Rules => {
            let summary = wide.summary.as_ref().map_or(0, |it| job.counter.message(it).total());
            let pinned: u64 = messages
                .iter()
                .zip(&job.tokens)
                .filter(|(message, _)| message.role == Role::System)
                .map(|(_, tokens)| *tokens)
                .sum();
            let little = wide.tokens_after.saturating_sub(pinned + job.fixed) < LITTLE;
            (little && summary > 0).then_some(*wide)
        }
        _ => None,
    }
}

/// The maximum number of tokens of a request with a provider's block in it: more would start the
/// next compaction by itself.
fn native_limit(job: &CompactionJob) -> u64 {
    let below = (job.settings.threshold.clamp(0.0, 1.0) * job.available as f64) as u64;
    below.saturating_sub(1)
}

/// Checks what a model wrote and installs it.
fn install_notes(
    job: &CompactionJob,
    messages: &[&Message],
    rules: &Compaction,
    span: &Span,
    notes: &Notes,
    caller: &mut Caller,
) -> Option<Compaction> {
    let gone = span.places.iter().map(|at| messages[*at]);
    let ids = KnownIds::of(gone.clone(), archived(gone));
    let checked = Checked::of(&notes.answer, &Sources::of(messages), &ids);
    if checked.attributed > 0 {
        caller.warn(format!(
            "{} lines of the summary were instructions from a tool's output; they are kept as quotations",
            checked.attributed
        ));
    }
    if !checked.struck.is_empty() {
        let what = format!(
            "{} sentences of the summary were orders, rules or approvals that were never given; they \
             were left out",
            checked.struck.len()
        );
        caller.warn_quoting(&what, &quotations(&checked.struck));
    }
    if checked.lines.is_empty() {
        caller.warn("nothing that the model wrote may be used in a summary");
        return None;
    }
    let strategy = if job.settings.mode == Mode::Llm { Strategy::Llm } else { Strategy::Hybrid };
    let written = Written {
        lines: checked.lines,
        key_points: checked.key_points,
        context: checked.context,
        strategy,
        writer: notes.model.clone(),
        rung: notes.rung,
    };
    written::install(&job.request(messages), &job.counter, rules, &written).ok().flatten()
}

/// The most removed sentences that a warning quotes.
const MOST_QUOTED: usize = 8;

/// The sentences that were left out, for the event.
fn quotations(struck: &[String]) -> String {
    let quoted: Vec<String> =
        struck.iter().take(MOST_QUOTED).map(|text| format!("\u{201c}{text}\u{201d}")).collect();
    let more = struck.len().saturating_sub(MOST_QUOTED);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", quoted.join(", "))
}

/// The span of messages that the older summaries in the input replace.
fn archived<'a>(messages: impl Iterator<Item = &'a Message>) -> Option<(MessageId, MessageId)> {
    messages
        .filter(|message| message.kind == MessageKind::Summary)
        .filter_map(|message| Envelope::unwrap(message.texts().next()?)?.0.span)
        .reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
}
