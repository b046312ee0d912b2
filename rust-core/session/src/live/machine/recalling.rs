//! Our own tool, with which the model reads the archive.

use super::after::AfterResult;
use super::at_file::LookUp;
use super::state::State;
use crate::live::ToolAnswer;
use crate::recall;
use vibeue_provider::ToolDefinition;

/// The maximum number of tokens of an answer, and the largest part of a request's tokens that it
/// may take.
const MOST_TOKENS: u64 = 4_000;
const LARGEST_PART: u64 = 16;

impl State {
    /// Tokens that our own tool adds to each request, by our own count, once the first compaction
    /// adds it; 0 if it is there already.
    pub(super) fn coming_tool(&self) -> u64 {
        if self.tools.offers_recall(&self.history) {
            return 0;
        }
        let mut tools: Vec<_> =
            self.request.view().tools().iter().map(ToolDefinition::to_value).collect();
        let cost =
            |tools: &[_]| self.request.view().counter().request(std::iter::empty(), tools).total();
        let before = cost(&tools);
        tools.push(self.tools.recall_definition().to_value());
        cost(&tools).saturating_sub(before)
    }

    /// About the same, without looking at the other tools.
    pub(super) fn about_coming_tool(&self) -> u64 {
        if self.tools.offers_recall(&self.history) {
            return 0;
        }
        let own = [self.tools.recall_definition().to_value()];
        let cost =
            |tools: &[_]| self.request.view().counter().request(std::iter::empty(), tools).total();
        cost(&own).saturating_sub(cost(&[]))
    }

    /// Answers a call of our own tool; must be the caller's last action.
    pub(super) fn recall(&mut self, call: LookUp) {
        match recall::kept_text(&self.history, &call.arguments) {
            Some(whole) => self.read_whole(whole.clone(), call),
            None => self.answer_recall(&call, None),
        }
    }

    /// Answers it, with the text of the file that it asks about.
    pub(super) fn answer_recall(&mut self, call: &LookUp, kept: Option<Result<&str, &str>>) {
        let part = self.model.available_counted(&self.settings) / LARGEST_PART;
        let most = part.clamp(200, MOST_TOKENS);
        let counter = self.request.view().counter();
        let answer = recall::answer(&self.history, &call.arguments, kept, most, counter);
        let answer = answer.map_or_else(ToolAnswer::error, ToolAnswer::text);
        self.record_result(&call.id, &call.name, answer, AfterResult::Unrun);
    }
}
