//! A conversation at a share of its tokens, as a model would see it.

use std::path::PathBuf;

use vibeue_core::compaction::{CompactRequest, Measure, Outcome, compact, texts_of};
use vibeue_core::conversation::{Conversation, Message, MessageId, MessageKind, Role};
use vibeue_core::settings::Settings;

use crate::common::Exact;

/// What a compaction left.
pub(crate) struct View {
    /// The messages that a model sees.
    pub(crate) messages: Vec<Message>,
    /// Tokens of these messages.
    pub(crate) tokens: u64,
    /// Tokens that they were to have at most.
    pub(crate) asked: u64,
}

impl View {
    /// Everything that a model reads.
    pub(crate) fn text(&self) -> String {
        text(&self.messages)
    }

    /// What is between the summary's tags.
    pub(crate) fn summary(&self) -> String {
        let summaries = self.messages.iter().filter(|m| m.kind == MessageKind::Summary);
        summaries.map(vibeue_core::compaction::summary_text).collect::<Vec<_>>().join("\n")
    }

    /// Size reached against size asked for.
    pub(crate) fn ratio(&self) -> f64 {
        self.tokens as f64 / self.asked as f64
    }

    /// Writes what a model reads to the folder that `MEASURES_SHOW` names.
    pub(crate) fn show(&self, name: &str, measure: &Exact) {
        let Some(folder) = std::env::var_os("MEASURES_SHOW").map(PathBuf::from) else { return };
        std::fs::create_dir_all(&folder).unwrap();
        let mut all = format!("{} of {} tokens asked for\n", self.tokens, self.asked);
        for message in &self.messages {
            let tokens = measure.message(message);
            all.push_str(&format!("\n=== {} {:?}, {tokens} tokens\n", message.id, message.role));
            let text = text(std::slice::from_ref(message));
            let long = message.role == Role::System && text.len() > 300;
            all.push_str(if long { &text[..text.floor_char_boundary(300)] } else { &text });
        }
        std::fs::write(folder.join(format!("{name}.txt")), all).unwrap();
    }
}

/// Everything that a model reads in some messages.
pub(crate) fn text(messages: &[Message]) -> String {
    let mut all = String::new();
    for text in messages.iter().flat_map(texts_of) {
        all.push_str(text);
        all.push('\n');
    }
    all
}

/// Tokens of the parts that no compaction touches: system prompt and tools.
pub(crate) fn fixed(conversation: &Conversation, measure: &Exact) -> (u64, u64) {
    let system = conversation.messages.iter().take_while(|m| m.role == Role::System);
    let tools: u64 = conversation.tools.iter().map(|tool| measure.text(&tool.to_string())).sum();
    (system.map(|m| measure.message(m)).sum(), tools)
}

/// Compacts to a share of what is not fixed.
pub(crate) fn at_share(conversation: &Conversation, share: f64, measure: &Exact) -> Option<View> {
    let (system, tools) = fixed(conversation, measure);
    let total: u64 = conversation.messages.iter().map(|m| measure.message(m)).sum();
    let asked = system + (share * total.saturating_sub(system) as f64) as u64;
    within(conversation, 2 * (asked + tools), asked, measure)
}

/// Compacts within a budget, on request; `None` when it is refused.
pub(crate) fn within(
    conversation: &Conversation,
    available: u64,
    asked: u64,
    measure: &Exact,
) -> Option<View> {
    let messages: Vec<&Message> = conversation.messages.iter().collect();
    let tokens: Vec<u64> = messages.iter().map(|m| measure.message(m)).collect();
    let request = CompactRequest {
        messages: &messages,
        tokens: &tokens,
        fixed: fixed(conversation, measure).1,
        available,
        settings: &Settings::default(),
        reason: "measure",
        forced: true,
        next_id: MessageId(messages.iter().map(|m| m.id.0).max().unwrap_or(0) + 1),
        next_record: 1,
        now: 0,
    };
    let after = match compact(&request, measure).ok()? {
        Outcome::Compacted(compaction) => compaction.apply(&conversation.messages),
        Outcome::Unchanged(_) => conversation.messages.clone(),
    };
    let tokens = after.iter().map(|m| measure.message(m)).sum();
    Some(View { messages: after, tokens, asked })
}

/// The share of the tokens that is asked for: a fifth unless said otherwise.
pub(crate) fn share() -> f64 {
    std::env::var("MEASURES_SHARE").ok().and_then(|it| it.parse().ok()).unwrap_or(0.2)
}

/// What a view of the newest messages within this many tokens would have, with the system prompt;
/// with `users` all of the user's messages come first.
pub(crate) fn trivial(
    conversation: &Conversation,
    tokens: u64,
    users: bool,
    measure: &Exact,
) -> String {
    let all = &conversation.messages;
    let lead = all.iter().take_while(|m| m.role == Role::System).count();
    let cost = |at: usize| measure.message(&all[at]);
    let room = tokens.saturating_sub((0..lead).map(cost).sum());
    let mut taken = vec![false; all.len()];
    taken[..lead].fill(true);
    let mut used = 0;
    if users {
        for at in (lead..all.len()).rev().filter(|at| all[*at].is_user_request()) {
            if used + cost(at) <= room * 4 / 5 {
                used += cost(at);
                taken[at] = true;
            }
        }
    }
    for at in (lead..all.len()).rev() {
        if taken[at] {
            continue;
        }
        if used + cost(at) > room {
            break;
        }
        used += cost(at);
        taken[at] = true;
    }
    let kept: Vec<Message> =
        all.iter().zip(taken).filter(|it| it.1).map(|it| it.0.clone()).collect();
    text(&kept)
}
