//! What is known about an agent.

use std::collections::HashMap;

use agent_client_protocol_schema::v1;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use crate::ask::{Ask, What, cancelled};
use crate::compaction::{MOST_NEWS, MOST_NEWS_WEIGHT, News};
use crate::spending::Spending;
use crate::turn::Turn;
use crate::{AgentFailure, AgentUsage, Stage};

/// What an agent said that was ignored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Oddities {
    /// Lines that are not JSON, or not messages.
    pub not_messages: u64,
    /// Lines that were longer than 16 MiB.
    pub too_long: u64,
    /// Updates and notifications of a kind that is not known here.
    pub unknown: u64,
    /// Updates that arrived when no turn was running.
    pub late: u64,
    /// Answers to questions that were never asked.
    pub strays: u64,
}

/// Whether it can be asked.
#[derive(Debug, Clone, Default)]
pub(crate) enum Phase {
    #[default]
    Stopped,
    Starting,
    Ready(Ready),
    /// It is being ended, for a reason.
    Ending,
    /// It could not be, or has ended; the next message starts it again.
    Failed(AgentFailure),
}

/// An agent that can be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ready {
    /// Its id of the conversation.
    pub(crate) session: String,
    /// Whether it accepts images.
    pub(crate) images: bool,
    /// Whether it knows what was said before.
    pub(crate) is_resumed: bool,
}

/// What waits for an answer.
#[derive(Debug)]
pub(crate) enum Waiting {
    /// A step of the greeting.
    Step(oneshot::Sender<Result<Value, v1::Error>>),
    /// The turn of this number.
    Turn(u64),
}

/// What is known about an agent.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) phase: Phase,
    pub(crate) turn: Option<Turn>,
    /// The follower that currently takes the turn's output.
    pub(crate) followed_by: Option<u64>,
    pub(crate) followers: u64,
    pub(crate) turns: u64,
    pub(crate) keys: u64,
    pub(crate) usage: Option<AgentUsage>,
    /// Its own name.
    pub(crate) name: Option<String>,
    /// What the user should know, for the next answer.
    pub(crate) notes: Vec<String>,
    pub(crate) oddities: Oddities,
    /// The sender to its writer; `None` while there is none.
    pub(crate) out: Option<mpsc::Sender<Vec<u8>>>,
    pub(crate) waiting: HashMap<u64, Waiting>,
    pub(crate) requests: u64,
    /// News about compactions for the next turn, with the lengths of those messages.
    pub(crate) between: Vec<(News, usize)>,
    /// What a turn may cost, in US dollars; 0 for no limit.
    pub(crate) dollars_per_turn: f64,
    /// Whether the session is in plan mode.
    pub(crate) is_planning: bool,
    /// The current or last step of the handshake.
    pub(crate) stage: Option<Stage>,
}

/// The maximum number of notes that wait for an answer.
const MOST_NOTES: usize = 20;

impl State {
    pub(crate) fn note(&mut self, note: String) {
        if self.notes.len() < MOST_NOTES && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Sends a message; `false` if that is impossible: the agent is not running, or does not read.
    pub(crate) fn send(&self, message: &Value) -> bool {
        self.out.as_ref().is_some_and(|out| out.try_send(line(message)).is_ok())
    }

    /// Sends a request; the answer goes to `waiting`.
    pub(crate) fn request(&mut self, method: &str, params: &Value, waiting: Waiting) -> bool {
        self.requests += 1;
        let id = self.requests;
        self.waiting.insert(id, waiting);
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let sent = self.send(&message);
        if !sent {
            self.waiting.remove(&id);
        }
        sent
    }

    /// The running turn, unless it was told to stop.
    pub(crate) fn running(&mut self) -> Option<&mut Turn> {
        self.turn.as_mut().filter(|turn| turn.stops_by.is_none() && turn.ended.is_none())
    }

    /// The turn, unless it was told to stop.
    pub(crate) fn running_or_ended(&mut self) -> Option<&mut Turn> {
        self.turn.as_mut().filter(|turn| turn.stops_by.is_none())
    }

    /// Tells the agent to stop its turn; what it asked is answered.
    pub(crate) fn cancel(&mut self, by: std::time::Instant) {
        let Phase::Ready(Ready { session, .. }) = &self.phase else {
            self.turn = None;
            return;
        };
        let session = session.clone();
        let Some(turn) = &mut self.turn else { return };
        if turn.ended.is_some() {
            self.turn = None;
            return;
        }
        if turn.stops_by.is_some() {
            return;
        }
        turn.stops_by = Some(by);
        turn.clear();
        let questions = turn.take_questions();
        self.send_cancel(session, &questions);
    }

    /// Tells the agent to stop a turn that exceeded the limit on its cost. What it says until then
    /// is still handled.
    pub(crate) fn stop_spending(&mut self, by: std::time::Instant) {
        let Phase::Ready(Ready { session, .. }) = &self.phase else { return };
        let session = session.clone();
        let Some(turn) = self.running() else { return };
        turn.spending.stops_by = Some(by);
        let questions = turn.take_questions();
        self.send_cancel(session, &questions);
    }

    /// A turn begins.
    pub(crate) fn begin_turn(&mut self, number: u64, before: Option<f64>) {
        let mut turn = Turn::new(number, Spending::of(self.dollars_per_turn, before));
        for (news, weight) in std::mem::take(&mut self.between) {
            turn.condense(news, weight);
        }
        self.turn = Some(turn);
    }

    /// News about a compaction, which the next turn reports if none is running.
    pub(crate) fn condense(&mut self, news: News, weight: usize) {
        if let Some(turn) = self.running() {
            return turn.condense(news, weight);
        }
        let kept: usize = self.between.iter().map(|(_, weight)| weight).sum();
        if self.between.len() < MOST_NEWS && kept + weight <= MOST_NEWS_WEIGHT {
            self.between.push((news, weight));
        } else {
            self.oddities.late += 1;
        }
    }

    fn send_cancel(&self, session: String, questions: &[Ask]) {
        let answers = questions.iter().map(|ask| match &ask.what {
            What::Permission { .. } => answered(&ask.id, &cancelled()),
            What::Write(_) => refused(&ask.id, -32800, "the turn was cancelled"),
        });
        // The notification comes first, so that an agent that continues after an answer knows why.
        let cancel = v1::CancelNotification::new(session);
        self.send(&json!({"jsonrpc": "2.0", "method": "session/cancel", "params": cancel}));
        for answer in answers {
            self.send(&answer);
        }
    }
}

/// A message as a line.
pub(crate) fn line(message: &Value) -> Vec<u8> {
    let mut line = message.to_string().into_bytes();
    line.push(b'\n');
    line
}

/// An answer to the agent.
pub(crate) fn answered(id: &Value, result: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}

/// A refusal to the agent.
pub(crate) fn refused(id: &Value, code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}
