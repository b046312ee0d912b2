//! How an agent condenses its own context, reported as a call.

use agent_client_protocol_schema::MaybeUndefined;
use agent_client_protocol_schema::v1::{
    CompactionStatus, CompactionSummaryChunk, CompactionUpdate, Content, ContentBlock, TextContent,
    ToolCallContent, ToolCallStatus, ToolCallUpdateFields,
};

use crate::turn::Turn;

/// How many news items about compactions may wait for a turn.
pub(crate) const MOST_NEWS: usize = 64;

/// The maximum number of bytes of such news.
pub(crate) const MOST_NEWS_WEIGHT: usize = 4 * 1024 * 1024;

/// News about a compaction.
#[derive(Debug, Clone)]
pub(crate) enum News {
    /// Its state.
    State(CompactionUpdate),
    /// More of its summary.
    Summary(Box<CompactionSummaryChunk>),
}

impl Turn {
    /// Handles news about a compaction; `weight` is the length of the message.
    pub(crate) fn condense(&mut self, news: News, weight: usize) {
        match news {
            News::State(update) => {
                let id = key(&update.compaction_id.0);
                let fields = fields(update);
                self.change_call(&id, |call, room| {
                    call.is_compaction = true;
                    call.update(fields, weight, room);
                });
            }
            News::Summary(chunk) => {
                let content = ToolCallContent::Content(Content::new(chunk.content));
                self.change_call(&key(&chunk.compaction_id.0), |call, room| {
                    if !call.has_begun() {
                        call.is_compaction = true;
                        call.update(begun(), 0, room);
                    }
                    call.append(content, weight, room);
                });
            }
        }
    }
}

/// Distinguishes it from the agent's calls.
fn key(id: &str) -> String {
    format!("compaction\0{id}")
}

fn begun() -> ToolCallUpdateFields {
    ToolCallUpdateFields::new()
        .title("condensing its own context".to_owned())
        .status(ToolCallStatus::InProgress)
}

fn fields(update: CompactionUpdate) -> ToolCallUpdateFields {
    let status = match update.status {
        CompactionStatus::Completed => ToolCallStatus::Completed,
        CompactionStatus::Failed | CompactionStatus::Cancelled => ToolCallStatus::Failed,
        _ => ToolCallStatus::InProgress,
    };
    let text = |words: String| vec![ContentBlock::Text(TextContent::new(words))];
    let summary = match (update.error, update.summary) {
        (MaybeUndefined::Value(why), _) => {
            Some(text(format!("the agent could not condense its own context: {why}")))
        }
        _ if update.status == CompactionStatus::Cancelled => {
            Some(text("the agent stopped condensing its own context".to_owned()))
        }
        (_, MaybeUndefined::Value(summary)) => Some(summary),
        (_, MaybeUndefined::Null) => Some(Vec::new()),
        (_, MaybeUndefined::Undefined) => None,
    };
    let content = summary.map(|blocks: Vec<ContentBlock>| {
        let part = |block: ContentBlock| ToolCallContent::Content(Content::new(block));
        blocks.into_iter().map(part).collect::<Vec<_>>()
    });
    begun().status(status).content(content)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use serde_json::{Value, json};
    use vibeue_tools::{RunTime, ToolAnswer};

    use super::*;
    use crate::spending::Spending;
    use crate::turn::{CONDENSES, Step};

    fn state(id: &str, status: &str, more: &Value) -> News {
        let mut update = json!({"compactionId": id, "status": status});
        update.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        News::State(serde_json::from_value(update).unwrap())
    }

    fn chunk(id: &str, words: &str) -> News {
        let content = json!({"type": "text", "text": words});
        News::Summary(
            serde_json::from_value(json!({"compactionId": id, "content": content})).unwrap(),
        )
    }

    /// The calls that the session is shown now.
    fn shown_calls(turn: &mut Turn) -> Vec<&'static str> {
        let mut keys = 0;
        let step = turn.next(Instant::now(), &mut || {
            keys += 1;
            keys.to_string()
        });
        match step {
            Step::Raise(rises) => rises.into_iter().map(|rise| rise.name).collect(),
            _ => Vec::new(),
        }
    }

    fn answer(turn: &Turn, id: &str) -> (bool, ToolAnswer) {
        let call = &turn.calls[&key(id)];
        // How long it took depends on the machine.
        (call.is_over(), call.answer().that_ran(RunTime::Measured))
    }

    #[test]
    fn each_compaction_is_told_when_it_begins_and_by_its_summary_when_it_ends() {
        let mut turn = Turn::new(1, Spending::default());
        turn.condense(state("a", "in_progress", &json!({})), 10);
        assert_eq!(shown_calls(&mut turn), [CONDENSES]);
        turn.condense(chunk("a", "So far"), 10);
        turn.condense(chunk("a", ", so good."), 10);
        assert!(!answer(&turn, "a").0);
        turn.condense(state("a", "completed", &json!({})), 10);
        assert_eq!(answer(&turn, "a"), (true, ToolAnswer::text("So far, so good.")));
        // Two at the same time are separate.
        turn.condense(state("b", "completed", &json!({})), 10);
        turn.condense(state("c", "failed", &json!({"error": "no model"})), 10);
        assert_eq!(shown_calls(&mut turn), [CONDENSES, CONDENSES]);
        let done = ToolAnswer::text("the agent condensed its own context");
        assert_eq!(answer(&turn, "b"), (true, done));
        let failed = ToolAnswer::error("the agent could not condense its own context: no model");
        assert_eq!(answer(&turn, "c"), (true, failed));
        turn.condense(state("d", "cancelled", &json!({})), 10);
        let stopped = ToolAnswer::error("the agent stopped condensing its own context");
        assert_eq!(answer(&turn, "d"), (true, stopped));
    }
}
