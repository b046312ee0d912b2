//! Why a request that is too large is not sent, and what would help.

use super::next_request::NextRequest;
use crate::live::{Failure, FailureClass};
use vibeue_compaction::Situation;
use vibeue_conversation::{Message, Role};
use vibeue_tokens::grouped;

impl NextRequest {
    /// The failure that says where the tokens of the request go.
    pub(super) fn over_budget(&self, situation: &Situation, why: &str, hint: &str) -> Failure {
        let parts = self.view().usage().named().into_iter();
        let mut parts: Vec<_> = parts.filter(|(_, tokens)| *tokens > 0).collect();
        parts.sort_by_key(|(_, tokens)| std::cmp::Reverse(*tokens));
        let parts: Vec<String> =
            parts.iter().map(|(name, tokens)| format!("{name} {}", grouped(*tokens))).collect();
        Failure::new(
            FailureClass::OverBudget,
            format!(
                "the request has {} tokens, the budget is {}, and {why}: {}",
                grouped(situation.used),
                grouped(situation.available),
                parts.join(", ")
            ),
        )
        .hint(hint)
    }

    /// What would make a request that is too large by this many tokens fit: only parts of at least
    /// that size are worth mentioning.
    pub(super) fn what_would_help(&self, excess: u64) -> String {
        let tokens = self.view().tokens();
        let messages = self.view().messages();
        let of = |wanted: fn(&Message) -> bool| -> u64 {
            let all = messages.iter().zip(&tokens);
            all.filter(|(message, _)| wanted(message)).map(|(_, tokens)| tokens).sum()
        };
        let newest = messages.iter().rposition(|message| message.is_user_request());
        let parts = [
            ("shorten the newest message", newest.map_or(0, |at| tokens[at])),
            ("unpin messages", of(|message| message.pinned)),
            ("shorten the system prompt", of(|message| message.role == Role::System)),
            ("offer fewer tools", self.view().usage().tools),
        ];
        let mut help: Vec<&str> =
            parts.iter().filter(|(_, tokens)| *tokens > excess).map(|(fix, _)| *fix).collect();
        help.push("use a model with a larger context window");
        help.join(", or ")
    }

    /// The failure of a request over the budget, from that of its compaction.
    pub(super) fn cannot_fit(&self, failure: Failure, situation: &Situation) -> Failure {
        match failure.class {
            FailureClass::Irreducible | FailureClass::Internal | FailureClass::Storage => failure,
            _ => {
                let mut over = self.over_budget(situation, &failure.message, "");
                over.hint = failure.hint.or_else(|| {
                    Some("try again, or use a model with a larger context window".to_owned())
                });
                over
            }
        }
    }
}
