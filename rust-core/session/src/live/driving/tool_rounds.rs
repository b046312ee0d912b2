//! Calls of tools and their results.

use std::sync::Arc;

use super::driver::Driver;
use super::repetition::{REFUSALS, RUNS};
use super::turn::{OpenCall, Stage};
use crate::Event;
use crate::live::{
    Approval, CallEnd, CallState, Failure, FailureClass, SessionEvent, ToolAnswer, Verdict,
};
use vibeue_compaction::{Compaction, Rung, shorten};
use vibeue_conversation::{Extra, Message, Part, Role, ToolResult};
use vibeue_tokens::grouped;
use vibeue_tools::ToolIdentity;

/// A result of more than this part of what a request may have is shortened as
/// soon as it comes: a few of them would push out everything else.
const LARGEST_PART: u64 = 4;

impl Driver {
    /// Hands the calls of a message out; those that nobody here can run, and
    /// our own, are answered at once.
    pub(super) fn open_calls(&mut self, message: Option<Arc<Message>>) {
        let (Some(message), Some(turn)) = (message, &mut self.turn) else { return };
        let turn_id = turn.id;
        let over = turn.rounds >= self.bounds.tool_rounds;
        if !over && let Some(refused) = turn.repetition.begin(&message) {
            return self.refuse_loop(&message, refused);
        }
        let mut open = Vec::new();
        let mut events = Vec::new();
        let mut answers = Vec::new();
        let recall = self.tools.recall_name();
        for call in message.tool_calls() {
            let refused = |text: String| Some(ToolAnswer::ended(CallEnd::Refused, text));
            if over {
                let text = format!(
                    "not run: the limit of {} rounds of tool calls in one turn was reached",
                    self.bounds.tool_rounds
                );
                answers.push((call, refused(text)));
            } else if let Some(problem) = not_json(&call.arguments) {
                let text = format!("not run: the arguments are not JSON: {problem}");
                answers.push((call, refused(text)));
            } else if let Some(tool) = self.tools.find(&call.name) {
                let asks = match self.policy.judge(tool) {
                    Verdict::Run => false,
                    Verdict::Ask => true,
                    Verdict::Refuse(why) => {
                        answers.push((call, refused(why)));
                        continue;
                    }
                };
                let state = if asks { CallState::AwaitingApproval } else { CallState::Running };
                let (id, name) = (call.id.clone(), call.name.clone());
                open.push(OpenCall { id, name, state, tool: tool.identity() });
                events.push(SessionEvent::ToolCall {
                    turn: turn_id,
                    call_id: call.id.to_string(),
                    name: call.name.to_string(),
                    arguments: call.arguments.clone(),
                    needs_approval: asks,
                });
            } else if *call.name == *recall && self.recall_is_offered() {
                answers.push((call, None));
            } else {
                answers.push((call, refused(self.no_such_tool(&call.name))));
            }
        }
        if let Some(turn) = &mut self.turn {
            turn.stage = Stage::Tools { open };
        }
        events.into_iter().for_each(|event| self.host.emit(event));
        for (call, answer) in answers {
            let answer = answer.unwrap_or_else(|| self.recall(&call.arguments));
            if let Err(failure) = self.record_result(&call.id, &call.name, answer) {
                return self.fail_turn(failure);
            }
        }
        if over { self.too_many_rounds() } else { self.round_done() }
    }

    fn no_such_tool(&self, name: &str) -> String {
        let names: Vec<&str> = self.view.tools().iter().map(|tool| tool.name.as_str()).collect();
        if names.is_empty() {
            format!("there is no tool `{name}`; there are no tools")
        } else {
            format!("there is no tool `{name}`; there are {}", names.join(", "))
        }
    }

    /// Answers calls that were made again and again without running them once
    /// more, and ends the turn if the model ignores that.
    fn refuse_loop(&mut self, message: &Message, refused: u32) {
        let mut names: Vec<&str> = message.tool_calls().map(|call| &*call.name).collect();
        names.dedup();
        let names = names.join(", ");
        if refused == 1 {
            self.warn(format!(
                "the model makes the same call again and again ({names}): it gave the same result \
                 {RUNS} times and is no longer run"
            ));
        }
        let text = format!(
            "not run: repeated call. The same call gave the same result {RUNS} times in this \
             turn, and would again. Use that result, call with other arguments, or answer the \
             user; after {REFUSALS} such calls the turn ends."
        );
        for call in message.tool_calls() {
            let answer = ToolAnswer::ended(CallEnd::Refused, text.as_str());
            if let Err(failure) = self.record_result(&call.id, &call.name, answer) {
                return self.fail_turn(failure);
            }
        }
        if refused < REFUSALS {
            return self.next_round();
        }
        let failure = Failure::new(
            FailureClass::ToolRoundLimit,
            format!("the model goes round in a loop: it asked again and again for {names}"),
        )
        .hint("say what it should do instead, or use another model");
        self.fail_turn(failure);
    }

    /// Goes on when all results are there.
    fn round_done(&mut self) {
        let Some(turn) = &self.turn else { return };
        match &turn.stage {
            Stage::Tools { open } if open.is_empty() => self.next_round(),
            _ => self.compact_beside(),
        }
    }

    pub(super) fn answer_tool(&mut self, call_id: &str, answer: ToolAnswer) {
        let Some(call) = self.take_call(call_id, CallState::Running) else { return };
        match self.record_result(&call.id, &call.name, answer) {
            Ok(_) => self.round_done(),
            Err(failure) => self.fail_turn(failure),
        }
    }

    /// Takes an open call out; warns when it is not there, or not in the
    /// state.
    fn take_call(&mut self, call_id: &str, state: CallState) -> Option<OpenCall> {
        let Some(Stage::Tools { open }) = self.turn.as_mut().map(|turn| &mut turn.stage) else {
            self.warn(format!("the result of `{call_id}` was ignored: no call waits for one"));
            return None;
        };
        match open.iter().position(|call| *call.id == *call_id) {
            Some(at) if open[at].state == state => Some(open.remove(at)),
            Some(_) => {
                self.warn(format!(
                    "the result of `{call_id}` was ignored: the call has not been allowed yet"
                ));
                None
            }
            None => {
                self.warn(format!(
                    "the result of `{call_id}` was ignored: no such call waits for one"
                ));
                None
            }
        }
    }

    pub(super) fn approve_tool(&mut self, call_id: &str, approval: Approval) {
        let Some(Stage::Tools { open }) = self.turn.as_mut().map(|turn| &mut turn.stage) else {
            return self.warn(format!("no call `{call_id}` waits to be allowed"));
        };
        let waits =
            |call: &OpenCall| *call.id == *call_id && call.state == CallState::AwaitingApproval;
        let Some(at) = open.iter().position(waits) else {
            return self.warn(format!("no call `{call_id}` waits to be allowed"));
        };
        let asked = open[at].clone();
        if let Approval::Deny { reason } = approval {
            return self.answer_unrun(at, CallEnd::Denied, denied(reason));
        }
        // While the question was open, the host may have changed its tools, or
        // turned plan mode on.
        let Some(tool) = self.tools.find(&asked.name).cloned() else {
            return self.answer_unrun(at, CallEnd::Refused, self.no_such_tool(&asked.name));
        };
        if tool.identity() != asked.tool {
            let text = format!("not run: {} changed while the user was asked", asked.name);
            return self.answer_unrun(at, CallEnd::Refused, text);
        }
        if let Verdict::Refuse(why) = self.policy.judge(&tool) {
            return self.answer_unrun(at, CallEnd::Refused, why);
        }
        self.run_allowed(at);
        match approval {
            Approval::AllowConversation => self.policy.allow_in_conversation(&tool),
            Approval::AllowProject => {
                if let Err(error) = self.policy.allow_in_project(&tool) {
                    self.warn(error.to_string());
                }
            }
            Approval::Allow | Approval::Deny { .. } => return,
        }
        // Those of the same tool that wait beside it may run, too.
        while let Some(at) = self.waiting_call_of(&asked.tool) {
            self.run_allowed(at);
        }
    }

    /// Answers a call that waits for a person, without running it.
    fn answer_unrun(&mut self, at: usize, end: CallEnd, text: String) {
        let Some(Stage::Tools { open }) = self.turn.as_mut().map(|turn| &mut turn.stage) else {
            return;
        };
        let call = open.remove(at);
        match self.record_result(&call.id, &call.name, ToolAnswer::ended(end, text)) {
            Ok(()) => self.round_done(),
            Err(failure) => self.fail_turn(failure),
        }
    }

    fn waiting_call_of(&self, tool: &ToolIdentity) -> Option<usize> {
        let Stage::Tools { open } = &self.turn.as_ref()?.stage else { return None };
        open.iter().position(|call| call.tool == *tool && call.state == CallState::AwaitingApproval)
    }

    fn run_allowed(&mut self, at: usize) {
        let Some(turn) = &mut self.turn else { return };
        let id = turn.id;
        let Stage::Tools { open } = &mut turn.stage else { return };
        let Some(call) = open.get_mut(at) else { return };
        call.state = CallState::Running;
        let call_id = call.id.to_string();
        self.host.emit(SessionEvent::ToolApproved { turn: id, call_id });
    }

    /// Adds a call's result to the conversation.
    pub(super) fn record_result(
        &mut self,
        call_id: &str,
        name: &str,
        answer: ToolAnswer,
    ) -> Result<(), Failure> {
        let mut parts: Vec<Part> = answer
            .parts
            .into_iter()
            .filter(|part| matches!(part, Part::Text { .. } | Part::Image(_)))
            .collect();
        let says = parts.iter().any(|part| match part {
            Part::Text { text, .. } => !text.is_empty(),
            _ => true,
        });
        if !says {
            // Some providers refuse an empty result.
            parts = vec![Part::text("(no output)")];
        }
        if let Some(turn) = &mut self.turn {
            turn.repetition.result(name, &parts);
        }
        let result = ToolResult {
            call_id: call_id.into(),
            name: Some(name.into()),
            parts,
            is_error: answer.end != CallEnd::Done,
            extra: Extra::new(),
        };
        let id = self.store.history().next_id();
        let message = Message::new(id, Role::Tool, vec![Part::ToolResult(Box::new(result))]);
        let turn = self.turn.as_ref().map(|turn| turn.id);
        let before = self.view.total();
        let message = self.append(message, turn)?;
        if let Some(turn) = turn {
            let (call_id, name) = (call_id.to_owned(), name.to_owned());
            self.host.emit(SessionEvent::ToolEnded { turn, call_id, name, end: answer.end });
        }
        self.shorten_result(&message, self.view.total() - before)
    }

    /// Shows the model a shorter form of a result that would take too much of
    /// what a request may have; the whole one stays in the archive.
    fn shorten_result(&mut self, message: &Message, tokens: u64) -> Result<(), Failure> {
        let most = self.model.available_counted(&self.settings) / LARGEST_PART;
        if !self.settings.enabled || tokens <= most {
            return Ok(());
        }
        let counter = *self.view.counter();
        let Some((short, after)) = shorten(message, most, &counter) else { return Ok(()) };
        let tokens_before = self.view.total();
        let tokens_after = tokens_before.saturating_sub(tokens).saturating_add(after);
        if tokens_after.saturating_add(self.coming_tool()) >= tokens_before {
            return Ok(());
        }
        let mut compaction = Compaction {
            reason: format!(
                "the result in {} has {} tokens, more than a quarter of the budget",
                message.id,
                grouped(tokens)
            ),
            rung: Rung::Prune,
            replaced: Vec::new(),
            summary: None,
            record: None,
            account: None,
            shortened: vec![short],
            tokens_before,
            tokens_after,
        };
        self.stamp(&mut compaction, tokens_before);
        self.write(Event::Compaction(Box::new(compaction)))?;
        self.reshaped();
        self.warn(format!(
            "the result in {} was shortened from {} to {} tokens; the whole one is archived",
            message.id,
            grouped(tokens),
            grouped(after)
        ));
        Ok(())
    }
}

/// What the model is told of a call that a person did not allow.
fn denied(reason: Option<String>) -> String {
    match reason.filter(|reason| !reason.trim().is_empty()) {
        Some(reason) => format!("denied by the user: {reason}"),
        None => "denied by the user".to_owned(),
    }
}

/// Says what is wrong with arguments that are not JSON: an answer that was
/// cut, or a model that writes badly. None at all are good for a tool without.
fn not_json(arguments: &str) -> Option<String> {
    if arguments.trim().is_empty() {
        return None;
    }
    serde_json::from_str::<serde::de::IgnoredAny>(arguments).err().map(|error| error.to_string())
}
