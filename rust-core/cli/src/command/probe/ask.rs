//! A model that reads, and one that grades.

use std::sync::Arc;

use tokio::runtime::Runtime;
use vibeue_core::conversation::{Message, MessageId, Part, Role};
use vibeue_core::provider::{ChatRequest, Delta, StopReason};
use vibeue_core::session::live::FailureClass;
use vibeue_core::{Error, ErrorKind};

use super::outcome::{Grade, is_unknown};
use super::prompts;
use super::question_set::Question;
use super::view::View;
use crate::connect::{self, Server};
use crate::failure::{Failure, Result};

/// The models that are asked.
pub(super) struct Models {
    server: Server,
    /// The one that grades; at the same server.
    grader: String,
    runtime: Runtime,
}

impl Models {
    /// # Errors
    /// [`ErrorKind::Io`] if the system refuses a runtime.
    pub(super) fn new(server: Server, grader: Option<&str>) -> Result<Self> {
        let grader = grader.unwrap_or(&server.choice.model).to_owned();
        Ok(Self { server, grader, runtime: connect::runtime()? })
    }

    /// The model that answers.
    pub(super) fn reader(&self) -> &str {
        &self.server.choice.model
    }

    /// The model that grades.
    pub(super) fn grader(&self) -> &str {
        &self.grader
    }

    /// Answers a question from the view only.
    ///
    /// # Errors
    /// The provider's.
    pub(super) fn answer(&self, view: &View, question: &Question) -> Result<String> {
        let text = prompts::question(&view.text, &question.question);
        self.ask(self.reader(), prompts::READER, &text)
    }

    /// Grades an answer; an empty answer needs no model.
    ///
    /// # Errors
    /// The provider's; that of a grader that twice gives an invalid grade.
    pub(super) fn grade(&self, question: &Question, answer: &str) -> Result<Grade> {
        if is_unknown(answer) {
            let reason = "unknown".to_owned();
            return Ok(Grade { by: self.grader.clone(), grade: 0.0, reason });
        }
        let text = prompts::grading(&question.question, &question.key, answer);
        let mut reply = String::new();
        for _ in 0..2 {
            reply = self.ask(&self.grader, prompts::GRADER, &text)?;
            if let Some(grade) = Grade::parse(&self.grader, &reply) {
                return Ok(grade);
            }
        }
        let reply: String = reply.chars().take(80).collect();
        let what = format!("{} did not grade {}: it answered {reply:?}", self.grader, question.id);
        let error = Error::new(ErrorKind::Input, what).hint("choose another one with --grader");
        Err(Failure::Provider(error, FailureClass::Protocol))
    }

    /// Writes an ordinary hand-over of a conversation.
    ///
    /// # Errors
    /// The provider's; that of a model that writes nothing.
    pub(super) fn hand_over(&self, conversation: &str, tokens: u64) -> Result<String> {
        let text = prompts::handover(conversation, tokens);
        let reply = self.ask(self.reader(), "You write hand-overs.", &text)?;
        if reply.is_empty() {
            let what = format!("{} wrote an empty hand-over", self.reader());
            let error = Error::new(ErrorKind::Input, what).hint("choose another one with --model");
            return Err(Failure::Provider(error, FailureClass::Protocol));
        }
        Ok(reply)
    }

    fn ask(&self, model: &str, instructions: &str, text: &str) -> Result<String> {
        let message = |id, role, text: &str| {
            Arc::new(Message::new(MessageId(id), role, vec![Part::text(text)]))
        };
        let messages = vec![message(0, Role::System, instructions), message(1, Role::User, text)];
        let choice = &self.server.choice;
        let request = ChatRequest {
            stream: false,
            // The same question has the same answer if the model allows that.
            temperature: choice.temperature.or(Some(0.0)),
            reasoning_effort: choice.reasoning_effort.clone(),
            max_output_tokens: choice.max_output_tokens,
            extra: choice.extra.clone(),
            ..ChatRequest::new(model, messages)
        };
        let mut sink = |_: Delta<'_>| {};
        let answer = self.server.provider.chat(&request, &mut sink);
        let reply = self.runtime.block_on(answer).map_err(connect::failed)?;
        // A truncated answer counts as none: what is missing would be graded as lost by the
        // compaction.
        if matches!(reply.stop, StopReason::Length | StopReason::ContextFull) {
            let what = format!("the answer of {model} was cut short");
            let error = Error::new(ErrorKind::Input, what).hint("set max_output higher");
            return Err(Failure::Provider(error, FailureClass::Protocol));
        }
        Ok(reply.text().trim().to_owned())
    }
}
