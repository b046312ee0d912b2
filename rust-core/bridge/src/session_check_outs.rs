//! The session's calls that are about files under source control.

use crate::check_outs::CheckOuts;
use crate::fence::fenced;
use crate::ffi::ffi::CheckOutRequest;
use crate::project::Project;
use crate::session::Session;

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Session {
    pub fn set_source_control(&self, is_on: bool) {
        fenced(|_| (), || self.check_outs().map_or((), |it| it.set_on(is_on)));
    }

    pub fn take_check_out(&self) -> CheckOutRequest {
        let none = || CheckOutRequest { id: 0, path: String::new() };
        fenced(|_| none(), || self.check_outs().map_or_else(none, CheckOuts::take))
    }

    pub fn answer_check_out(&self, id: u64, failure: &str) {
        fenced(|_| (), || self.check_outs().map_or((), |it| it.answer(id, failure)));
    }

    fn check_outs(&self) -> Option<&CheckOuts> {
        self.live.project.as_ref().map(Project::check_outs)
    }
}
