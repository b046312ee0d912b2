//! What happens to one request.

use serde::{Deserialize, Serialize};

use super::{Answer, Fault};
use crate::operation::Operation;

/// What happens to one request: an answer, and perhaps a fault.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Step {
    /// Which requests it is for; chats if it is not given.
    pub on: Operation,
    /// What the model says; by [`echo`](crate::echo) if it is not given.
    pub answer: Option<Answer>,
    /// What goes wrong.
    pub fault: Option<Fault>,
    /// More headers of the answer.
    pub headers: Vec<(String, String)>,
}

impl Step {
    /// Makes a step of an answer that goes wrong.
    pub fn new(answer: Answer, fault: Fault) -> Self {
        Self { answer: Some(answer), fault: Some(fault), ..Self::default() }
    }

    /// Makes it for another kind of request.
    #[must_use]
    pub fn on(mut self, operation: Operation) -> Self {
        self.on = operation;
        self
    }

    /// Adds a header to the answer.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

impl From<Answer> for Step {
    fn from(answer: Answer) -> Self {
        Self { answer: Some(answer), ..Self::default() }
    }
}

impl From<Fault> for Step {
    fn from(fault: Fault) -> Self {
        Self { fault: Some(fault), ..Self::default() }
    }
}

/// A step for all requests of a kind.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rule {
    /// The newest user message holds this text.
    pub user_contains: Option<String>,
    /// The request ends in tool results, or does not.
    pub after_tool: Option<bool>,
    /// Any text of the request holds this.
    pub body_contains: Option<String>,
    /// How often it applies; always if it is not given.
    pub times: Option<u32>,
    /// What happens.
    pub step: Step,
}
