//! Previews of a conversation.

use vibeue_core::session::live::SummaryId;

use crate::fence::fenced;
use crate::ffi::ffi::{PreviewMessage, PreviewOptions, PreviewPart, Status};
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

    pub fn discard_preview(&self) -> Status {
        self.ask(vibeue_core::session::live::Session::discard_preview)
    }
}
