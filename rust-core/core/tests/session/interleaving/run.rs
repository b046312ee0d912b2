//! A conversation that carries out the steps of a plan.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use vibeue_core::provider::Provider;
use vibeue_core::session::live::{Approval, Session, ToolAnswer, TurnId};

use super::PATIENCE;
use super::options::{model_of, set_of, tools_of};
use super::plan::Step;
use super::received::Received;
use crate::scripted::Scripted;
use crate::talk::{message_words, words};

pub(super) struct Run {
    pub(super) session: Session,
    pub(super) providers: [Arc<Scripted>; 2],
    pub(super) models_write: bool,
    pub(super) received: Received,
    /// The mark of each turn that says something.
    pub(super) marks: BTreeMap<TurnId, u64>,
    /// Turns that were told to go.
    pub(super) withdrawn: BTreeSet<TurnId>,
    pub(super) barriers: u64,
}

impl Run {
    pub(super) fn read(&mut self) {
        while let Some(event) = self.session.events().try_next() {
            self.received.apply(&event);
        }
        self.received.compare(&self.session.snapshot());
    }

    pub(super) fn submit(&mut self, tokens: u64) {
        let mark = self.marks.len() as u64 + 1;
        let text = format!("[said {mark}] {}", words(mark, (tokens / 2) as usize));
        let turn = self.session.submit_text(text);
        self.marks.insert(turn, mark);
    }

    /// Waits until all commands so far were carried out.
    pub(super) fn settle(&mut self) {
        self.barriers += 1;
        let title = self.barriers.to_string();
        self.session.rename(title.clone());
        let until = Instant::now() + PATIENCE;
        while self.session.snapshot().title.as_deref() != Some(&*title) {
            assert!(Instant::now() < until, "the session hangs: {:?}", self.session.snapshot());
            std::thread::yield_now();
        }
        self.read();
    }

    pub(super) fn pick<T>(all: &[T], which: usize) -> Option<&T> {
        (!all.is_empty()).then(|| &all[which % all.len()])
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each step")]
    pub(super) fn step(&mut self, step: &Step) {
        let snapshot = self.session.snapshot();
        match *step {
            Step::Submit { tokens } => self.submit(tokens),
            Step::SubmitNothing => {
                self.session.submit_text(" ");
            }
            Step::Retry => {
                self.session.retry();
            }
            Step::Cancel => self.session.cancel(),
            Step::CancelTurn(which) => {
                let turns: Vec<TurnId> = self.marks.keys().copied().collect();
                if let Some(turn) = Self::pick(&turns, which) {
                    self.withdrawn.insert(*turn);
                    self.session.cancel_turn(*turn);
                }
            }
            Step::Withdraw(which) => {
                if let Some(waiting) = Self::pick(&snapshot.waiting, which) {
                    self.withdrawn.extend(waiting.turn);
                    self.session.withdraw(waiting.message.submit);
                }
            }
            Step::CancelSummary => self.session.cancel_summary(),
            Step::Summarize => self.session.summarize(None),
            Step::FromOriginals => self.session.summarize_originals(None),
            Step::Preview => self.session.preview(None),
            Step::Accept { text } => {
                self.session.accept_preview(text.then(|| "Only the doors matter.".to_owned()));
            }
            Step::Undo(which) => {
                let row = which.and_then(|which| Self::pick(&snapshot.summaries, which));
                self.session.undo(row.map(|row| row.compaction));
            }
            Step::Redo(which) => {
                let row = which.and_then(|which| Self::pick(&snapshot.summaries, which));
                self.session.redo(row.map(|row| row.compaction));
            }
            Step::Pin(at, pinned) => {
                let view: Vec<_> = snapshot.view.iter().collect();
                if let Some(message) = Self::pick(&view, at)
                    && (message_words(message).len() < 200 || !pinned)
                {
                    self.session.pin(message.id, pinned);
                }
            }
            Step::Shorten(at) | Step::Restore(at) => {
                let view: Vec<_> = snapshot.view.iter().collect();
                if let Some(message) = Self::pick(&view, at) {
                    match step {
                        Step::Shorten(_) => self.session.shorten(message.id),
                        _ => self.session.restore(message.id),
                    }
                }
            }
            Step::Edit(at) => {
                let view: Vec<_> = snapshot.view.iter().collect();
                if let Some(message) = Self::pick(&view, at) {
                    // All three, in turn.
                    match at % 3 {
                        0 => self.session.undo_summary_edit(message.id),
                        1 => self.session.redo_summary_edit(message.id),
                        _ => self.session.edit_summary(message.id, "Edited. The doors matter."),
                    }
                }
            }
            Step::Switch(which, other) => {
                let provider: Arc<dyn Provider> =
                    Arc::clone(&self.providers[usize::from(other)]) as _;
                self.session.switch_model(model_of(which), Some(provider));
            }
            Step::AnswerTool(which, tokens) => {
                let answer = ToolAnswer::text(words(tokens, (tokens / 2) as usize));
                match Self::pick(&self.received.calls, which) {
                    Some(call) => self.session.answer_tool(call.id.clone(), answer),
                    None => self.session.answer_tool("nobody", answer),
                }
            }
            Step::AnswerNobody => self.session.answer_tool("nobody", ToolAnswer::error("what?")),
            Step::Approve(which, how) => {
                let approval = match how {
                    0 => Approval::Allow,
                    1 => Approval::AllowConversation,
                    _ => Approval::Deny { reason: None },
                };
                if let Some(call) = Self::pick(&self.received.calls, which) {
                    self.session.approve_tool(call.id.clone(), approval);
                }
            }
            // Some do not suit every model; that is reported.
            Step::Set(which) => {
                let _ = self.session.set_settings(set_of(which, self.models_write));
            }
            Step::Tools(which) => self.session.set_tools(tools_of(which)),
            Step::Let(points) => {
                self.providers.iter().for_each(|provider| provider.points.let_through(points));
            }
            Step::Settle => self.settle(),
            Step::Pause => std::thread::sleep(Duration::from_millis(1)),
        }
        self.read();
    }

    /// Lets everything come to its end, as a host does that does its part.
    pub(super) fn until_idle(&mut self) {
        let until = Instant::now() + PATIENCE;
        loop {
            self.settle();
            if self.session.snapshot().state.is_idle() {
                // What ended since the events were read has been reported by now, but not read yet.
                self.settle();
                return;
            }
            for call in std::mem::take(&mut self.received.calls) {
                if call.waits {
                    self.session.approve_tool(call.id.clone(), Approval::Allow);
                }
                self.session.answer_tool(call.id, ToolAnswer::text("seen"));
            }
            assert!(Instant::now() < until, "it does not end: {:?}", self.session.snapshot().state);
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
