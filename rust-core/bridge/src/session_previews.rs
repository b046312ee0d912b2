//! Previews of a conversation.

use vibeue_core::session::live::{PreviewNumbers as CoreNumbers, Snapshot, SummaryId};

use crate::fence::fenced;
use crate::ffi::ffi::{PreviewMessage, PreviewNumbers, PreviewOptions, PreviewPart, Status};
use crate::lock::lock;
use crate::preview::options;
use crate::session::Session;

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Session {
    pub fn try_preview(&self, given: &PreviewOptions) -> Status {
        let wanted = options(given);
        self.ask_lever(|session| session.try_preview(wanted))
    }

    pub fn preview_rows(&self, part: PreviewPart, first: u64, count: u32) -> Vec<PreviewMessage> {
        fenced(|_| Vec::new(), || lock(&self.live().previewed).rows(part, first, count))
    }

    pub fn apply_preview(&self, preview: u64, text: &str) -> Status {
        let text = (!text.is_empty()).then(|| text.to_owned());
        self.ask(|session| session.accept_preview_of(SummaryId(preview), text))
    }

    pub fn preview_numbers(
        &self,
        numbers: &PreviewNumbers,
        written: &str,
        edited: &str,
    ) -> PreviewNumbers {
        let count = |text: &str| self.estimate_text(text).tokens;
        let shown =
            |now: &Snapshot| now.usage.used as f64 / now.usage.breakdown.total().max(1) as f64;
        let scale = self.read(shown).unwrap_or(1.0);
        let core = CoreNumbers {
            summary: numbers.summary,
            after: numbers.after,
            request_dollars_after: numbers.request_dollars_after,
        };
        fenced(
            |_| numbers.clone(),
            || {
                let core = core.edited(count(written), count(edited), scale);
                PreviewNumbers {
                    summary: core.summary,
                    after: core.after,
                    request_dollars_after: core.request_dollars_after,
                }
            },
        )
    }

    pub fn discard_preview(&self) -> Status {
        self.ask(vibeue_core::session::live::Session::discard_preview)
    }
}
