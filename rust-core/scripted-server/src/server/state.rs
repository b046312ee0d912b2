//! What all connections share.

use std::fmt;

use crate::exchange::Exchange;
use crate::operation::Operation;
use crate::script::{Answer, Rule, Script, Step};
use crate::wire::Asked;

/// Counts the tokens of a text.
pub(super) type CountTokens = Box<dyn Fn(&str) -> u64 + Send + Sync>;

/// Looks at a request.
pub(super) type Watch = Box<dyn FnMut(&Exchange) + Send>;

/// What all connections share.
pub(super) struct State {
    pub(super) script: Script,
    pub(super) exchanges: Vec<Exchange>,
    pub(super) count: CountTokens,
    /// Answers given so far.
    pub(super) answers: u64,
    /// Bodies are forgotten, so that a long run stays small.
    pub(super) forgets_bodies: bool,
    /// Called with every request, as it comes in.
    pub(super) watch: Option<Watch>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("script", &self.script)
            .field("exchanges", &self.exchanges.len())
            .finish_non_exhaustive()
    }
}

impl State {
    pub(super) fn new(script: Script) -> Self {
        Self {
            script,
            exchanges: Vec::new(),
            count: Box::new(|text| text.len().div_ceil(4) as u64),
            answers: 0,
            forgets_bodies: false,
            watch: None,
        }
    }

    /// Takes the step for a request: the next one of the queue, or the first
    /// rule that fits.
    pub(super) fn take_step(
        &mut self,
        operation: Operation,
        asked: Option<&Asked>,
        raw: &[u8],
    ) -> Option<Step> {
        if let Some(at) = self.script.steps.iter().position(|step| step.on == operation) {
            return Some(self.script.steps.remove(at));
        }
        let rule = self
            .script
            .rules
            .iter_mut()
            .find(|rule| rule.step.on == operation && fits(rule, asked, raw))?;
        if let Some(times) = &mut rule.times {
            *times -= 1;
        }
        Some(rule.step.clone())
    }

    /// Tokens of an answer.
    pub(super) fn count_answer(&self, answer: &Answer) -> (u64, u64) {
        let reasoning = (self.count)(&answer.whole_reasoning());
        let mut output = reasoning + (self.count)(&answer.whole_text());
        for call in &answer.tool_calls {
            output += (self.count)(&call.name) + (self.count)(&call.arguments);
        }
        (output, reasoning)
    }
}

fn fits(rule: &Rule, asked: Option<&Asked>, raw: &[u8]) -> bool {
    let user = asked.map_or("", Asked::last_user_text);
    let after_tool = asked.is_some_and(|asked| !asked.last_results().is_empty());
    rule.times != Some(0)
        && rule.user_contains.as_deref().is_none_or(|text| user.contains(text))
        && rule.after_tool.is_none_or(|wanted| wanted == after_tool)
        && rule
            .body_contains
            .as_deref()
            .is_none_or(|text| String::from_utf8_lossy(raw).contains(text))
}
