//! An agent as the provider of a session.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use agent_client_protocol_schema::v1::StopReason as AgentStop;
use serde_json::Value;
use vibeue_conversation::{Extra, Message, MessageId, Part, Protocol, ToolCall};
use vibeue_provider::{
    Capabilities, ChatRequest, Delta, DeltaSink, ErrorClass, ModelInfo, NativeCompaction, Pending,
    Provider, ProviderError, Reply, StopReason,
};

use crate::ask::What;
use crate::prompt::{EXTRA, is_going_on, params, prompt, session_of};
use crate::shared::{Order, Shared};
use crate::state::{Phase, Ready, Waiting, answered, refused};
use crate::turn::{Rise, Step, Turn};
use crate::{AgentFailure, AgentUsage, ask};

/// An agent as the provider of a session.
///
/// A turn of the agent is several answers here: one ends whenever the agent calls a tool, so that
/// the session shows the call, asks for approval, and lets
/// [`AgentTools`](crate::toolbox::AgentTools) wait for its end; the next one continues the same
/// turn of the agent.
#[derive(Debug)]
pub(crate) struct AgentProvider {
    shared: Arc<Shared>,
    announced: Mutex<Announced>,
}

/// What the agent has been sent.
#[derive(Debug, Default)]
struct Announced {
    /// The id of the agent's conversation.
    session: String,
    /// The run of the agent.
    life: u64,
    sent: HashSet<MessageId>,
}

/// Stops the turn that it follows if its answer is no longer wanted. The next turn may have begun
/// by then, with a follower of its own.
struct Follower<'s> {
    shared: &'s Shared,
    number: u64,
    /// The turn, once it has begun.
    turn: Option<u64>,
    is_done: bool,
}

impl<'s> Follower<'s> {
    fn new(shared: &'s Shared) -> Self {
        let mut state = shared.lock();
        state.followers += 1;
        let number = state.followers;
        state.followed_by = Some(number);
        Self { shared, number, turn: None, is_done: false }
    }
}

impl Drop for Follower<'_> {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.followed_by.take_if(|by| *by == self.number);
        drop(state);
        if let Some(turn) = self.turn.filter(|_| !self.is_done) {
            self.shared.cancel_turn(turn);
        }
    }
}

impl AgentProvider {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self { shared, announced: Mutex::default() }
    }

    async fn answer(
        &self,
        request: &ChatRequest,
        sink: DeltaSink<'_>,
    ) -> Result<Reply, ProviderError> {
        let mut follower = Follower::new(&self.shared);
        let session = if is_going_on(&request.messages) {
            self.go_on()
        } else {
            self.begin(&request.messages).await
        };
        let answer = match session {
            Ok(session) => {
                follower.turn = self.shared.lock().turn.as_ref().map(|turn| turn.number);
                self.follow(&session, sink).await
            }
            Err(failure) => Err((failure, false)),
        };
        follower.is_done = true;
        answer.map_err(|(failure, delivered)| {
            let mut error = ProviderError::from(failure);
            error.delivered = delivered;
            error
        })
    }

    /// Continues the running turn: what the session did not allow is refused. Returns the agent's
    /// conversation.
    fn go_on(&self) -> Result<String, AgentFailure> {
        self.shared.change(|state| {
            let gone = match &state.phase {
                Phase::Failed(failure) => failure.clone(),
                _ => AgentFailure::Answered { what: "its turn is over".to_owned() },
            };
            let session = match &state.phase {
                Phase::Ready(ready) => ready.session.clone(),
                _ => String::new(),
            };
            let Some(turn) = state.turn.as_mut().filter(|turn| turn.stops_by.is_none()) else {
                return Err(gone);
            };
            let raised: Vec<u64> = turn.raised.values().filter_map(|raised| raised.ask).collect();
            let questions = raised.into_iter().filter_map(|number| turn.take_ask(number));
            let answers = questions.map(|asked| match &asked.what {
                What::Permission { .. } => {
                    let denied = asked.choose(false).unwrap_or_else(ask::cancelled);
                    answered(&asked.id, &denied)
                }
                What::Write(_) => refused(&asked.id, -32603, "denied by the user"),
            });
            let answers: Vec<Value> = answers.collect();
            for answer in answers {
                state.send(&answer);
            }
            Ok(session)
        })
    }

    /// Begins a turn; returns the agent's conversation.
    async fn begin(&self, messages: &[Arc<Message>]) -> Result<String, AgentFailure> {
        self.end_turn_before().await;
        let ready = self.ready(session_of(messages)).await?;
        let life = self.shared.life.load(std::sync::atomic::Ordering::Acquire);
        let mut announced = self.announced.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = announced.life != life || announced.session != ready.session;
        if is_first {
            *announced = Announced { session: ready.session.clone(), life, sent: HashSet::new() };
        }
        let prompt = prompt(messages, &ready, &announced.sent, is_first);
        let sent = self.shared.change(|state| {
            for note in prompt.notes {
                state.note(note);
            }
            state.turns += 1;
            let number = state.turns;
            let spent = state.usage.as_ref().and_then(AgentUsage::dollars);
            // A new conversation has cost nothing yet.
            let before = if is_first && !ready.is_resumed { Some(0.0) } else { spent };
            state.begin_turn(number, before);
            let sent =
                state.request("session/prompt", &params(&prompt.request), Waiting::Turn(number));
            if !sent {
                state.turn = None;
            }
            sent
        });
        if !sent {
            let failure = AgentFailure::Protocol { what: "it does not read its input".to_owned() };
            self.shared.give_up(failure.clone());
            return Err(failure);
        }
        announced.sent.extend(prompt.sent);
        Ok(ready.session)
    }

    /// Waits until a turn that is no longer followed has ended; an agent that takes too long is
    /// ended.
    async fn end_turn_before(&self) {
        self.shared.cancel();
        let mut changes = self.shared.watch();
        loop {
            let by = {
                let state = self.shared.lock();
                match &state.turn {
                    None => return,
                    Some(turn) => turn.stops_by.unwrap_or_else(Instant::now),
                }
            };
            let left = by.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let limit = self.shared.config.cancel_limit;
                let what = "session/cancel".to_owned();
                self.shared.change(|state| {
                    state.turn = None;
                    state.note("the agent did not stop and was ended; it was started again".into());
                });
                self.shared.give_up(AgentFailure::TimedOut { what, limit });
                return;
            }
            let _ = tokio::time::timeout(left, changes.changed()).await;
        }
    }

    /// Waits until the agent can be asked, and starts it if it is not running.
    async fn ready(&self, resume: Option<String>) -> Result<Ready, AgentFailure> {
        if !self.shared.is_allowed.load(std::sync::atomic::Ordering::Acquire) {
            return Err(AgentFailure::NotAllowed { line: self.shared.config.line() });
        }
        self.until(|phase| !matches!(phase, Phase::Ending)).await;
        let starts = self.shared.change(|state| {
            let starts = matches!(state.phase, Phase::Stopped | Phase::Failed(_));
            if starts {
                state.phase = Phase::Starting;
            }
            starts
        });
        if starts && self.shared.orders.send(Order::Start { resume }).is_err() {
            let how = "this program ends".to_owned();
            return Err(AgentFailure::Lost { how, last_words: String::new() });
        }
        match self.until(|phase| !matches!(phase, Phase::Starting)).await {
            Phase::Ready(ready) => Ok(ready),
            Phase::Failed(failure) => Err(failure),
            Phase::Stopped | Phase::Starting | Phase::Ending => {
                let how = "it was stopped".to_owned();
                Err(AgentFailure::Lost { how, last_words: String::new() })
            }
        }
    }

    async fn until(&self, is_it: impl Fn(&Phase) -> bool) -> Phase {
        let mut changes = self.shared.watch();
        loop {
            let phase = self.shared.lock().phase.clone();
            if is_it(&phase) || changes.changed().await.is_err() {
                return phase;
            }
        }
    }

    /// Passes on what the agent says until it calls a tool or its turn ends.
    async fn follow(
        &self,
        session: &str,
        sink: DeltaSink<'_>,
    ) -> Result<Reply, (AgentFailure, bool)> {
        let mut changes = self.shared.watch();
        let mut text = String::new();
        loop {
            changes.mark_unchanged();
            let step = self.step();
            let notes = std::mem::take(&mut self.shared.lock().notes);
            for note in &notes {
                sink(Delta::Warning(note));
            }
            if !matches!(step, Some(Step::Wait(_))) {
                // There is room for more.
                self.shared.change(|_| {});
            }
            match step {
                Some(Step::Text(words)) => {
                    sink(Delta::Text(&words));
                    text.push_str(&words);
                }
                Some(Step::Thought(words)) => sink(Delta::Reasoning(&words)),
                Some(Step::Raise(rises)) => return Ok(self.reply(session, text, rises, None)),
                Some(Step::End(Ok(stop))) => {
                    return Ok(self.reply(session, text, Vec::new(), Some(stop)));
                }
                Some(Step::End(Err(failure))) => return Err((failure, !text.is_empty())),
                Some(Step::Wait(until)) => {
                    let most = until.map_or(Duration::from_secs(3_600), |until| {
                        until.saturating_duration_since(Instant::now())
                    });
                    let _ = tokio::time::timeout(most, changes.changed()).await;
                }
                None => {
                    let what = "the turn was stopped".to_owned();
                    return Err((AgentFailure::Answered { what }, !text.is_empty()));
                }
            }
        }
    }

    /// The next step of the turn; `None` if it was stopped.
    fn step(&self) -> Option<Step> {
        let mut state = self.shared.lock();
        let mut keys = state.keys;
        let turn = state.running_or_ended()?;
        let step = turn.next(Instant::now(), &mut || {
            keys += 1;
            key(keys)
        });
        state.keys = keys;
        let has_ended = |turn: &Turn| turn.ended.is_some();
        if matches!(step, Step::End(_)) {
            if state.turn.as_ref().is_none_or(has_ended) {
                state.turn = None;
            } else if let Some(turn) = &mut state.turn {
                // It continues nevertheless; the next message waits for its end.
                turn.stops_by = turn.spending.stops_by;
                turn.clear();
            }
        }
        Some(step)
    }

    fn reply(
        &self,
        session: &str,
        text: String,
        rises: Vec<Rise>,
        stop: Option<AgentStop>,
    ) -> Reply {
        let mut parts = Vec::new();
        if !text.is_empty() {
            parts.push(Part::text(text));
        }
        parts.extend(rises.into_iter().map(|rise| {
            Part::ToolCall(Box::new(ToolCall {
                id: rise.id.into(),
                name: rise.name.into(),
                arguments: rise.arguments,
                extra: Extra::new(),
            }))
        }));
        let (stop, warning) = match stop {
            None => (StopReason::ToolCalls, None),
            Some(AgentStop::EndTurn) => (StopReason::End, None),
            Some(AgentStop::MaxTokens) => (StopReason::Length, None),
            Some(AgentStop::Refusal) => (StopReason::Refusal, None),
            Some(AgentStop::MaxTurnRequests) => {
                let why = "the agent reached its own limit on requests in one turn";
                (StopReason::Other("max_turn_requests".to_owned()), Some(why))
            }
            Some(AgentStop::Cancelled) => {
                (StopReason::Other("cancelled".to_owned()), Some("the agent cancelled its turn"))
            }
            Some(_) => (StopReason::Other("unknown".to_owned()), None),
        };
        let mut warnings = self.shared.change(|state| std::mem::take(&mut state.notes));
        warnings.extend(warning.map(str::to_owned));
        let mut extra = Extra::new();
        extra.insert(EXTRA.to_owned(), Value::String(session.to_owned()));
        Reply { parts, extra, stop, usage: None, id: None, model: None, warnings }
    }
}

/// The id of a call: unique in this conversation, even when it is continued later.
fn key(count: u64) -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    format!("acp_{:x}_{count}", since.map_or(0, |since| since.as_micros()))
}

impl Provider for AgentProvider {
    fn protocol(&self) -> Protocol {
        Protocol::Acp
    }

    fn capabilities(&self, _model: &str) -> Capabilities {
        Capabilities::default()
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest, sink: DeltaSink<'a>) -> Pending<'a, Reply> {
        Box::pin(self.answer(request, sink))
    }

    fn count<'a>(&'a self, _request: &'a ChatRequest) -> Pending<'a, Option<u64>> {
        Box::pin(async { Ok(None) })
    }

    fn describe<'a>(&'a self, model: &'a str) -> Pending<'a, ModelInfo> {
        Box::pin(async move { Ok(ModelInfo { id: model.to_owned(), ..ModelInfo::default() }) })
    }

    fn models(&self) -> Pending<'_, Vec<ModelInfo>> {
        Box::pin(async { Err(ProviderError::new(ErrorClass::Refused, "an agent lists no models")) })
    }

    fn compact<'a>(
        &'a self,
        _request: &'a ChatRequest,
        _instructions: Option<&'a str>,
    ) -> Pending<'a, Option<NativeCompaction>> {
        Box::pin(async { Ok(None) })
    }
}
