//! What a host reports about its tools and their calls.

use super::command::{Command, LateAnswer};
use super::{Approval, Session, Tool, ToolAnswer};
use vibeue_tools::Preview;

impl Session {
    /// Reports the result of a call. A second answer is ignored with a warning.
    pub fn answer_tool(&self, call_id: impl Into<String>, answer: ToolAnswer) {
        self.send(Command::AnswerTool { call_id: call_id.into(), answer });
    }

    /// As [`answer_tool`](Self::answer_tool), with a result that is made on the
    /// session's thread, so that the caller does not wait for it. It must not
    /// block or panic: the conversation waits for it.
    pub fn answer_tool_with(
        &self,
        call_id: impl Into<String>,
        make: impl FnOnce() -> ToolAnswer + Send + 'static,
    ) {
        let answer = LateAnswer(Box::new(make));
        self.send(Command::AnswerToolWith { call_id: call_id.into(), answer });
    }

    /// Reports that a call begins: its duration is measured from here. If the host set
    /// [`notes_running_calls`](crate::live::SessionOptions::notes_running_calls), it returns once
    /// this has been handed to the operating system, so that a crash caused by the call can be
    /// attributed to it.
    pub fn tool_begins(&self, call_id: &str) {
        self.running_calls.add(call_id);
        self.send(Command::BeginTool { call_id: call_id.to_owned() });
    }

    /// Reports whether a call may run.
    pub fn approve_tool(&self, call_id: impl Into<String>, approval: Approval) {
        self.send(Command::ApproveTool { call_id: call_id.into(), approval });
    }

    /// Sets what a call that has not run yet would do: that becomes its result, and it never runs.
    /// For calls that come with [`dry_run`](crate::live::SessionEvent::ToolCall::dry_run); `None`
    /// if that is unknown.
    pub fn rehearse_tool(&self, call_id: impl Into<String>, preview: Option<Preview>) {
        let preview = preview.map(Box::new);
        self.send(Command::RehearseTool { call_id: call_id.into(), preview });
    }

    /// Sets the host's tools, all of them, from the next request on.
    pub fn set_tools(&self, tools: Vec<Tool>) {
        self.send(Command::SetTools { tools });
    }

    /// Turns plan mode on or off: while it is on, no tool runs that could
    /// change anything, even if it was allowed.
    pub fn set_plan_mode(&self, on: bool) {
        self.send(Command::SetPlanMode { on });
    }

    /// Begins or ends a dry run: while it lasts, no tool runs that could change anything, even if
    /// it was allowed, and the model and the user see what it would have done. Plan mode takes
    /// precedence.
    pub fn set_dry_run(&self, on: bool) {
        self.send(Command::SetDryRun { on });
    }
}
