//! Shortens or restores one message at the user's request.

use super::after::{After, Planned};
use super::state::State;
use crate::live::scale::Scale;
use crate::live::{Failure, FailureClass, FormChange, SessionEvent};
use crate::{Applied, Event};
use vibeue_compaction::ladder::digest_options;
use vibeue_compaction::{Compaction, Rung, ShortForm};
use vibeue_conversation::{Message, MessageId};
use vibeue_tokens::grouped;

impl State {
    /// Shows a message in a shorter form from now on.
    pub(super) fn shorten(&mut self, message: MessageId) {
        // A summary that is being written would no longer match the words when it arrives, and
        // would be discarded.
        if self.is_busy() {
            return;
        }
        match self.guarded(|it| it.plan_shortening(message)) {
            Ok((event, planned)) => self.write(event, After::ShortenedByHand(planned)),
            Err(failure) => self.error(None, failure),
        }
    }

    fn plan_shortening(&self, id: MessageId) -> Result<(Event, Planned), Failure> {
        self.history.require_in_view(id)?;
        let view: Vec<&Message> = self.request.view().messages().iter().map(|it| &**it).collect();
        let at = self.request.place_of(id)?;
        let options = digest_options(&self.settings);
        let form = ShortForm::of(&view, at, &options, self.request.view().counter())?;
        let tokens_before = self.request.view().total();
        let freed = form.tokens_before - form.tokens_after;
        let tool = self.coming_tool();
        if freed <= tool {
            let why = format!(
                "shortening {id} would free {} tokens, but the recall tool adds {} to each request",
                grouped(freed),
                grouped(tool)
            );
            return Err(Failure::new(FailureClass::NothingToCondense, why)
                .hint("shorten something larger first: the tool is added only once"));
        }
        let is_result = form.message.tool_results().next().is_some();
        let mut compaction = Compaction {
            shortened: vec![form.message],
            tokens_before,
            tokens_after: tokens_before.saturating_sub(freed),
            ..Compaction::new(
                format!("shortening {id} was asked for"),
                if is_result { Rung::Prune } else { Rung::Trim },
            )
        };
        self.stamp(&mut compaction, tokens_before);
        let planned = self.planned(id, None)?;
        Ok((Event::Compaction(Box::new(compaction)), planned))
    }

    /// Shows a message again as it was before it was individually shortened.
    pub(super) fn restore(&mut self, message: MessageId) {
        let undone = self.checked(|history| Ok(history.shortening_of(message)?.seq));
        let planned = undone.and_then(|seq| self.planned(message, Some(seq)));
        match planned {
            Ok(planned @ Planned { undoes: Some(compaction), .. }) => {
                self.cancel_summary_because("a message was put back");
                self.write(Event::Undo { compaction }, After::Restored(planned));
            }
            Ok(_) => {}
            Err(failure) => self.error(None, failure),
        }
    }

    fn planned(&self, message: MessageId, undoes: Option<u64>) -> Result<Planned, Failure> {
        let request_before = self.situation().used;
        let tokens_before = self.shown_tokens(message)?;
        Ok(Planned { message, undoes, tokens_before, request_before })
    }

    pub(super) fn shortened_by_hand(
        &mut self,
        planned: &Planned,
        result: Result<Applied, Failure>,
    ) {
        let change = result.and_then(|applied| {
            self.reshaped();
            self.change(planned, applied.version)
        });
        match change {
            Ok(change) => self.host.emit(SessionEvent::Shortened { change }),
            Err(failure) => self.error(None, failure),
        }
    }

    pub(super) fn restored(&mut self, planned: &Planned, result: Result<Applied, Failure>) {
        let change = result.and_then(|_| {
            self.reshaped();
            // A user who restores a message does not want it pruned at once.
            self.summaries.watch.trigger.failed();
            self.change(planned, planned.undoes.unwrap_or_default())
        });
        match change {
            Ok(change) => self.host.emit(SessionEvent::Restored { change }),
            Err(failure) => self.error(None, failure),
        }
    }

    fn change(&self, planned: &Planned, compaction: u64) -> Result<FormChange, Failure> {
        Ok(FormChange {
            message: planned.message,
            compaction,
            tokens_before: planned.tokens_before,
            tokens_after: self.shown_tokens(planned.message)?,
            request_before: planned.request_before,
            request_after: self.situation().used,
        })
    }

    /// Tokens of a message in view, as reports show them.
    fn shown_tokens(&self, id: MessageId) -> Result<u64, Failure> {
        let at = self.request.place_of(id)?;
        let scale = Scale { used: self.situation().used, counted: self.request.view().total() };
        Ok(scale.of(self.request.view().tokens_of(at)))
    }
}
