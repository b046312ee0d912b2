//! Tool calls and their results.

use std::collections::VecDeque;
use std::sync::Arc;

use super::after::{After, AfterResult, Recorded, Shortened};
use super::at_file::{LookUp, NewResult};
use super::effect::Effect;
use super::repetition::{REFUSALS, RUNS};
use super::round_end::{Answer, RoundEnd, Unrun};
use super::state::State;
use super::turn::{OpenCall, Stage};
use crate::live::{
    Approval, CallEnd, CallState, Failure, FailureClass, RunTime, SessionEvent, ToolAnswer, Verdict,
};
use crate::{Applied, Event};
use vibeue_compaction::{Compaction, Rung, shorten};
use vibeue_conversation::{Extra, Message, Part, Role, ToolCall, ToolResult};
use vibeue_tokens::grouped;
use vibeue_tools::{Preview, ToolIdentity, not_done};

/// A result that takes more than this fraction of what a request may have is shortened as soon as
/// it arrives: a few of them would push out everything else.
const LARGEST_PART: u64 = 4;

impl State {
    /// Distributes the calls of a message; those that nobody here can run, and our own, are
    /// answered at once.
    pub(super) fn open_calls(&mut self, message: Option<Arc<Message>>) {
        let most = self.most_rounds();
        let (Some(message), Some(turn)) = (message, &mut self.turn) else { return };
        let turn_id = turn.id;
        let over = turn.rounds >= most;
        if !over && let Some(refused) = turn.repetition.begin(&message) {
            return self.refuse_loop(&message, refused);
        }
        let mut open = Vec::new();
        let mut unrun = VecDeque::new();
        for call in message.tool_calls() {
            match self.destination(call, over) {
                Destination::Host { tool, inner, awaits } => {
                    let waits = awaits != Awaits::Nothing;
                    let state =
                        if waits { CallState::AwaitingApproval } else { CallState::Running };
                    let (id, name) = (call.id.clone(), call.name.clone());
                    let rehearsed = awaits == Awaits::Rehearsal;
                    let began = if waits { None } else { self.tools.begins(self.exchange.now()) };
                    open.push(OpenCall { id, name, state, tool, inner, began, rehearsed });
                    self.host.emit(SessionEvent::ToolCall {
                        turn: turn_id,
                        call_id: call.id.to_string(),
                        name: call.name.to_string(),
                        arguments: call.arguments.clone(),
                        needs_approval: waits,
                        dry_run: rehearsed,
                    });
                }
                Destination::Nobody(answer) => {
                    let (id, name) = (call.id.clone(), call.name.clone());
                    unrun.push_back(Unrun { id, name, answer });
                }
            }
        }
        let then = if over { RoundEnd::TooMany } else { RoundEnd::Wait };
        let called: Vec<String> = open.iter().map(|call| call.name.to_string()).collect();
        self.load_called(called.into_iter());
        self.set_stage(Stage::Tools { open, unrun, then });
        self.answer_next_unrun();
    }

    /// Where a call goes.
    fn destination(&self, call: &ToolCall, over: bool) -> Destination {
        let refused = |text: String| {
            Destination::Nobody(Answer::Ready(ToolAnswer::ended(CallEnd::Refused, text)))
        };
        if over {
            return refused(format!(
                "not run: the limit of {} rounds of tool calls in one turn was reached",
                self.most_rounds()
            ));
        }
        if let Some(problem) = not_json(&call.arguments) {
            return refused(format!("not run: the arguments are not JSON: {problem}"));
        }
        if let Some(tool) = self.tools.host.find(&call.name) {
            let inner = match tool.inner_name(&call.arguments) {
                Ok(inner) => inner,
                Err(why) => return refused(format!("not run: {why}")),
            };
            let called = tool.as_inner(inner.as_deref());
            let awaits = match self.tools.policy.judge(&called) {
                Verdict::Run => Awaits::Nothing,
                Verdict::Ask => Awaits::Approval,
                Verdict::Rehearse => Awaits::Rehearsal,
                Verdict::Refuse(why) => return refused(why),
            };
            let (tool, inner) = (called.identity(), inner.map(Into::into));
            return Destination::Host { tool, inner, awaits };
        }
        if *call.name == *self.tools.host.recall_name() && self.tools.offers_recall(&self.history) {
            return Destination::Nobody(Answer::Recall(call.arguments.clone()));
        }
        if self.tools.loads(&call.name) {
            return Destination::Nobody(Answer::Load(call.arguments.clone()));
        }
        refused(self.no_such_tool(&call.name))
    }

    /// Answers the calls that nobody runs, one at a time.
    fn answer_next_unrun(&mut self) {
        let Some(turn) = &mut self.turn else { return };
        let Stage::Tools { unrun, then, .. } = &mut turn.stage else { return };
        let Some(Unrun { id, name, answer }) = unrun.pop_front() else {
            let then = then.clone();
            return self.calls_answered(then);
        };
        match answer {
            Answer::Ready(answer) => self.record_result(&id, &name, answer, AfterResult::Unrun),
            Answer::Recall(arguments) => self.recall(LookUp { id, name, arguments }),
            Answer::Load(arguments) => {
                let answer = self.load(&arguments);
                self.record_result(&id, &name, answer, AfterResult::Unrun);
            }
        }
    }

    fn calls_answered(&mut self, then: RoundEnd) {
        match then {
            RoundEnd::Wait => self.round_done(),
            RoundEnd::TooMany => self.next_round(),
            RoundEnd::Loop { refused, .. } if refused < REFUSALS => self.next_round(),
            RoundEnd::Loop { names, .. } => {
                let what = format!("the model is stuck in a loop: it keeps calling {names}");
                let failure = Failure::new(FailureClass::ToolRoundLimit, what)
                    .hint("say what it should do instead, or use another model");
                self.fail_turn(failure);
            }
        }
    }

    fn no_such_tool(&self, name: &str) -> String {
        let names: Vec<&str> =
            self.request.view().tools().iter().map(|tool| tool.name.as_str()).collect();
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
        let unrun = |call: &ToolCall| Unrun {
            id: call.id.clone(),
            name: call.name.clone(),
            answer: Answer::Ready(ToolAnswer::ended(CallEnd::Refused, text.as_str())),
        };
        let unrun = message.tool_calls().map(unrun).collect();
        let then = RoundEnd::Loop { refused, names };
        self.set_stage(Stage::Tools { open: Vec::new(), unrun, then });
        self.answer_next_unrun();
    }

    /// Continues when all results are there.
    fn round_done(&mut self) {
        let Some(turn) = &self.turn else { return };
        match &turn.stage {
            Stage::Tools { open, .. } if open.is_empty() => self.next_round(),
            _ => self.compact_beside(),
        }
    }

    pub(super) fn answer_tool(&mut self, call_id: &str, answer: ToolAnswer) {
        let Some(call) = self.take_call(call_id, CallState::Running) else { return };
        self.record_result(&call.id, &call.name, self.timed(&call, answer), AfterResult::Round);
    }

    /// Removes an open call; warns if it is not there, or not in this state.
    fn take_call(&mut self, call_id: &str, state: CallState) -> Option<OpenCall> {
        let why = match self.find_call(call_id) {
            Some((at, open)) if open[at].state == state => return Some(open.remove(at)),
            Some(_) => "the call has not been allowed yet",
            None => self.tools.why_not_open(call_id),
        };
        self.warn(format!("the result of `{call_id}` was ignored: {why}"));
        None
    }

    /// The calls that wait for the host, and the place of one among them.
    pub(super) fn find_call(&mut self, call_id: &str) -> Option<(usize, &mut Vec<OpenCall>)> {
        let Stage::Tools { open, .. } = &mut self.turn.as_mut()?.stage else { return None };
        let at = open.iter().position(|call| *call.id == *call_id)?;
        Some((at, open))
    }

    pub(super) fn approve_tool(&mut self, call_id: &str, approval: Approval) {
        let (at, asked) = match self.find_call(call_id) {
            Some((at, open)) if open[at].state == CallState::AwaitingApproval => {
                (at, open[at].clone())
            }
            found => {
                let runs = found.is_some();
                let why =
                    if runs { "the call runs already" } else { self.tools.why_not_open(call_id) };
                return self.warn(format!("the decision on `{call_id}` was ignored: {why}"));
            }
        };
        if let Approval::Deny { reason } = approval {
            return self.answer_unrun(at, CallEnd::Denied, denied(reason));
        }
        if asked.rehearsed {
            return self.rehearse_tool(call_id, None);
        }
        // While the question was open, the host may have changed its tools, or turned plan mode or
        // a dry run on.
        let Some(tool) = self.tools.host.find(&asked.name) else {
            return self.answer_unrun(at, CallEnd::Refused, self.no_such_tool(&asked.name));
        };
        let tool = tool.as_inner(asked.inner.as_deref()).into_owned();
        if tool.identity() != asked.tool {
            let text = format!("not run: {} changed while the user was asked", asked.name);
            return self.answer_unrun(at, CallEnd::Refused, text);
        }
        match self.tools.policy.judge(&tool) {
            Verdict::Refuse(why) => return self.answer_unrun(at, CallEnd::Refused, why),
            Verdict::Rehearse => {
                let text = "not done: a dry run began while the user was asked";
                return self.answer_unrun(at, CallEnd::Refused, text.to_owned());
            }
            Verdict::Run | Verdict::Ask => {}
        }
        self.run_allowed(at);
        match approval {
            Approval::AllowConversation => self.tools.policy.allow_in_conversation(&tool),
            Approval::AllowProject => {
                self.tools.policy.allow_in_conversation(&tool);
                self.exchange.request(Effect::AllowInProject { tool: Box::new(tool) });
            }
            Approval::Allow | Approval::Deny { .. } => return,
        }
        // Other waiting calls of the same tool may run, too.
        for at in self.waiting_calls_of(&asked.tool) {
            self.run_allowed(at);
        }
    }

    /// What a call that waits for the user or a rehearsal would do: that becomes its result, and it
    /// never runs.
    pub(super) fn rehearse_tool(&mut self, call_id: &str, preview: Option<&Preview>) {
        match self.find_call(call_id) {
            Some((at, open)) if open[at].state == CallState::AwaitingApproval => {
                let call = open[at].clone();
                let tool = self.tools.host.find(&call.name);
                let tool = tool.map(|tool| tool.as_inner(call.inner.as_deref()));
                let name = tool.as_ref().map_or(&*call.name, |tool| tool.name());
                let answer = not_done(name, preview);
                self.answer_waiting(at, answer);
            }
            found => {
                let runs = found.is_some();
                let why =
                    if runs { "the call runs already" } else { self.tools.why_not_open(call_id) };
                self.warn(format!("what `{call_id}` would do was ignored: {why}"));
            }
        }
    }

    /// Answers a call that waits for the user, without running it.
    fn answer_unrun(&mut self, at: usize, end: CallEnd, text: String) {
        self.answer_waiting(at, ToolAnswer::ended(end, text));
    }

    fn answer_waiting(&mut self, at: usize, answer: ToolAnswer) {
        let Some(Stage::Tools { open, .. }) = self.turn.as_mut().map(|turn| &mut turn.stage) else {
            return;
        };
        let call = open.remove(at);
        self.record_result(&call.id, &call.name, answer, AfterResult::Round);
    }

    fn waiting_calls_of(&self, tool: &ToolIdentity) -> Vec<usize> {
        let Some(Stage::Tools { open, .. }) = self.turn.as_ref().map(|turn| &turn.stage) else {
            return Vec::new();
        };
        let waits = |call: &OpenCall| {
            call.tool == *tool && call.state == CallState::AwaitingApproval && !call.rehearsed
        };
        open.iter().enumerate().filter(|(_, call)| waits(call)).map(|(at, _)| at).collect()
    }

    fn run_allowed(&mut self, at: usize) {
        let began = self.tools.begins(self.exchange.now());
        let Some(turn) = &mut self.turn else { return };
        let id = turn.id;
        let Stage::Tools { open, .. } = &mut turn.stage else { return };
        let Some(call) = open.get_mut(at) else { return };
        call.state = CallState::Running;
        call.began = began;
        let call_id = call.id.to_string();
        self.host.emit(SessionEvent::ToolApproved { turn: id, call_id });
    }

    /// Adds a call's result to the conversation; must be the caller's last action.
    pub(super) fn record_result(
        &mut self,
        call_id: &str,
        name: &str,
        answer: ToolAnswer,
        then: AfterResult,
    ) {
        let parts: Vec<Part> = answer
            .parts
            .into_iter()
            .filter(|part| matches!(part, Part::Text { .. } | Part::Image(_)))
            .collect();
        let (call_id, name) = (call_id.to_owned(), name.to_owned());
        let ran_ms = match answer.ran {
            RunTime::Known(ran_ms) => Some(ran_ms),
            RunTime::Measured | RunTime::Unknown => None,
        };
        let end = answer.end;
        let result = NewResult { call_id, name, parts, end, ran_ms, whole: None, then };
        if result.is_too_long() { self.keep_whole(result) } else { self.write_result(result) }
    }

    /// Writes a result that is short enough for a message.
    pub(super) fn write_result(&mut self, result: NewResult) {
        let NewResult { call_id, name, mut parts, end, ran_ms, whole, then } = result;
        let has_content = parts.iter().any(|part| match part {
            Part::Text { text, .. } => !text.is_empty(),
            _ => true,
        });
        if !has_content {
            // Some providers refuse an empty result.
            parts = vec![Part::text("(no output)")];
        }
        if let Some(turn) = &mut self.turn {
            turn.repetition.result(&name, &parts);
        }
        let result = ToolResult {
            call_id: call_id.as_str().into(),
            name: Some(name.as_str().into()),
            parts,
            is_error: end != CallEnd::Done,
            whole,
            ran_ms,
            extra: Extra::new(),
        };
        let id = self.history.next_id();
        let message = Message::new(id, Role::Tool, vec![Part::ToolResult(Box::new(result))]);
        let recorded = Recorded { call_id, name, end, before: self.request.view().total(), then };
        self.write(Event::Message(message), After::Recorded(recorded));
    }

    pub(super) fn recorded(&mut self, recorded: Recorded, result: Result<Applied, Failure>) {
        let Recorded { call_id, name, end, before, then } = recorded;
        if let Err(failure) = result {
            return self.result_recorded(then, Err(failure));
        }
        let turn = self.turn.as_ref().map(|turn| turn.id);
        let message = self.joined(turn);
        if let Some(turn) = turn {
            self.host.emit(SessionEvent::ToolEnded { turn, call_id, name, end });
        }
        let tokens = self.request.view().total().saturating_sub(before);
        if self.tools.note_kept(&message) {
            self.refresh_tools();
        }
        match self.short_form(&message, tokens) {
            Some((compaction, shortened)) => {
                let event = Event::Compaction(Box::new(compaction));
                self.write(event, After::Shortened(shortened, then));
            }
            None => self.result_recorded(then, Ok(())),
        }
    }

    fn result_recorded(&mut self, then: AfterResult, result: Result<(), Failure>) {
        match (then, result) {
            (AfterResult::Cancel, result) => self.call_cancelled(result),
            (AfterResult::Round, Ok(())) => self.round_done(),
            (AfterResult::Unrun, Ok(())) => self.answer_next_unrun(),
            (AfterResult::Round | AfterResult::Unrun, Err(failure)) => self.fail_turn(failure),
        }
    }

    /// A shorter form, for the model, of a result that would take too much of the request; the
    /// archive keeps it whole. `None` if it needs none.
    fn short_form(&self, message: &Message, tokens: u64) -> Option<(Compaction, Shortened)> {
        let most = self.model.available_counted(&self.settings) / LARGEST_PART;
        if !self.settings.enabled || tokens <= most {
            return None;
        }
        let (short, after) = shorten(message, most, self.request.view().counter())?;
        let tokens_before = self.request.view().total();
        let tokens_after = tokens_before.saturating_sub(tokens).saturating_add(after);
        if tokens_after.saturating_add(self.coming_tool()) >= tokens_before {
            return None;
        }
        let mut compaction = Compaction {
            shortened: vec![short],
            tokens_before,
            tokens_after,
            ..Compaction::new(
                format!(
                    "the result in {} has {} tokens, more than a quarter of the budget",
                    message.id,
                    grouped(tokens)
                ),
                Rung::Prune,
            )
        };
        self.stamp(&mut compaction, tokens_before);
        Some((compaction, Shortened { message: message.id, before: tokens, after }))
    }

    pub(super) fn shortened(
        &mut self,
        shortened: &Shortened,
        then: AfterResult,
        result: Result<Applied, Failure>,
    ) {
        let result = result.map(|_| {
            self.reshaped();
            self.warn(format!(
                "the result in {} was shortened from {} to {} tokens; the whole one is archived",
                shortened.message,
                grouped(shortened.before),
                grouped(shortened.after)
            ));
        });
        self.result_recorded(then, result);
    }
}

/// Where a call goes.
enum Destination {
    /// To the host.
    Host { tool: ToolIdentity, inner: Option<Box<str>>, awaits: Awaits },
    /// Nowhere: it is answered at once.
    Nobody(Answer),
}

/// What a call that the host has waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Awaits {
    Nothing,
    /// The user allows it.
    Approval,
    /// The host says what it would do.
    Rehearsal,
}

/// The result of a call that the user did not allow.
fn denied(reason: Option<String>) -> String {
    match reason.filter(|reason| !reason.trim().is_empty()) {
        Some(reason) => format!("denied by the user: {reason}"),
        None => "denied by the user".to_owned(),
    }
}

/// Says what is wrong with arguments that are not JSON: a truncated answer, or a model that writes
/// invalid JSON. Empty arguments are valid for a tool without parameters.
fn not_json(arguments: &str) -> Option<String> {
    if arguments.trim().is_empty() {
        return None;
    }
    serde_json::from_str::<serde::de::IgnoredAny>(arguments).err().map(|error| error.to_string())
}
