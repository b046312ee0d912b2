//! The provider's own compaction, used together with ours.

use std::collections::HashSet;

use super::SummaryModel;
use super::caller::Caller;
use super::failure::Failure;
use super::job::CompactionJob;
use vibeue_compaction::Measure;
use vibeue_compaction::applied::Compaction;
use vibeue_compaction::ladder::written::Span;
use vibeue_compaction::record::{NativeHome, Rung, Strategy};
use vibeue_conversation::{Part, Role};
use vibeue_provider::{ChatRequest, NativeCompaction, ProviderError, ToolChoice};

/// Lets the first model with a compaction of its own condense the span; also
/// returns which of the models that was.
pub(super) async fn ask(
    job: &CompactionJob,
    span: &Span,
    models: &[SummaryModel],
    caller: &mut Caller,
) -> Result<Option<(NativeCompaction, usize)>, ProviderError> {
    let wishes = [job.settings.custom_prompt.as_str(), job.instructions.as_deref().unwrap_or("")];
    let wishes = wishes.map(str::trim).into_iter().filter(|wish| !wish.is_empty());
    let wishes = wishes.collect::<Vec<_>>().join("\n");
    let wishes = (!wishes.is_empty()).then_some(wishes.as_str());
    for (nth, model) in models.iter().enumerate() {
        if !model.provider.capabilities(&model.model).compacts {
            caller.warn(format!("{} does not offer compaction", model.model));
            continue;
        }
        if span.tokens > model.available {
            caller.warn(format!(
                "what is to be condensed does not fit the window of {}",
                model.model
            ));
            continue;
        }
        // The host's instructions are included, wherever they are: they say
        // what matters.
        let gone: HashSet<usize> = span.places.iter().copied().collect();
        let messages = job.messages.iter().enumerate();
        let given =
            messages.filter(|(at, message)| message.role == Role::System || gone.contains(at));
        let mut request = ChatRequest::new(&*model.model, given.map(|it| it.1).cloned().collect());
        request.stream = false;
        request.tool_choice = ToolChoice::None;
        request.retries = Some(0);
        match caller.compact(model, &request, wishes).await {
            Ok(Some(native)) => {
                if native.parts.iter().any(|part| matches!(part, Part::Opaque { .. })) {
                    return Ok(Some((native, nth)));
                }
                caller.reject("empty_summary", "the provider's compaction contained no block");
                caller.warn(format!("{} gave an empty compaction", model.model));
            }
            Ok(None) => caller.warn(format!("{} does not offer compaction", model.model)),
            Err(error) => match Failure::from(error) {
                Failure::Cancelled(error) => return Err(error),
                failure => caller.warn(format!("{} did not condense: {failure}", model.model)),
            },
        }
    }
    Ok(None)
}

/// Appends the provider's blocks to our own summary. They are sent back to that
/// server and model only, and are never the only copy. `None` if the request
/// would then exceed its limit or not become smaller.
pub(super) fn install(
    rules: &Compaction,
    native: &NativeCompaction,
    model: &SummaryModel,
    limit: u64,
    measure: &impl Measure,
) -> Option<Compaction> {
    let mut compaction = rules.clone();
    let summary = compaction.summary.as_mut()?;
    let before = measure.message(summary);
    // A tool call or a result in it would be ours to answer: only blocks are
    // used.
    let blocks = native.parts.iter().filter(|part| matches!(part, Part::Opaque { .. }));
    summary.parts.extend(blocks.cloned());
    summary.origin = Some(model.provider.protocol());
    let after = measure.message(summary);
    compaction.tokens_after = compaction.tokens_after.saturating_sub(before) + after;
    compaction.rung = Rung::Full;
    let record = compaction.record.as_mut()?;
    record.native = NativeHome::of(model.provider.home(), &model.model);
    record.strategy = Strategy::Native;
    record.writer = Some(model.model.clone());
    record.rung = Rung::Full;
    record.tokens_after = compaction.tokens_after;
    (compaction.tokens_after <= limit && compaction.tokens_after < compaction.tokens_before)
        .then_some(compaction)
}
