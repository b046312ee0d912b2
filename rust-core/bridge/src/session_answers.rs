//! The session's calls about results of tools that the host runs.

use cxx::UniquePtr;
use vibeue_core::session::live::ToolAnswer;
use vibeue_core::tools::{MOST_WHOLE_BYTES, capped};

use crate::fence::fenced_status;
use crate::ffi::ffi::{HeldText, ImageData, Status, ToolEnd};
use crate::held_answer::HeldAnswer;
use crate::parts::parts;
use crate::session::Session;

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Session {
    pub fn answer_tool(&self, call_id: &str, text: &str, is_error: bool) -> Status {
        fenced_status(|| {
            self.check_is_hosts(call_id)?;
            let answer = ToolAnswer::of(parts(text, &[])?, is_error);
            self.live().command(|session| session.answer_tool(call_id, answer))
        })
    }

    pub fn tool_begins(&self, call_id: &str) -> Status {
        fenced_status(|| {
            self.live().begins(call_id);
            Ok(())
        })
    }

    pub fn tool_runs_for(&self, call_id: &str) -> i64 {
        let runs = self.read(|now| now.runs_for(call_id)).flatten();
        runs.map_or(-1, |runs| i64::try_from(runs.as_millis()).unwrap_or(i64::MAX))
    }

    pub fn answer_tool_with_images(
        &self,
        call_id: &str,
        text: &str,
        images: &[ImageData<'_>],
    ) -> Status {
        fenced_status(|| {
            self.check_is_hosts(call_id)?;
            let answer = ToolAnswer::of(parts(text, images)?, false);
            self.live().command(|session| session.answer_tool(call_id, answer))
        })
    }

    pub fn end_tool(
        &self,
        call_id: &str,
        end: ToolEnd,
        text: UniquePtr<HeldText>,
        images: &[ImageData<'_>],
    ) -> Status {
        fenced_status(|| {
            self.check_is_hosts(call_id)?;
            let held = HeldAnswer::take(text, images, end)?;
            let read = move || {
                let answer = held.read();
                ToolAnswer { parts: capped(answer.parts, MOST_WHOLE_BYTES), ..answer }
            };
            self.live().command(|session| session.answer_tool_with(call_id, read))
        })
    }
}
