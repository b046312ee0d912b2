//! Replays a conversation.

use std::collections::HashMap;

use super::{ReplayCompaction, ReplayRequest};
use crate::{Compaction, Decision, Measure, Outcome, Situation, Snapshot, Trigger};
use vibeue_conversation::settings::Settings;
use vibeue_conversation::{Conversation, Message, MessageId, Role};

/// The result of replaying a conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    /// The requests, in order.
    pub requests: Vec<ReplayRequest>,
    /// What the model would see after the last message.
    pub messages: Vec<Message>,
    /// The budget: tokens that a request may use.
    pub available: u64,
}

impl Replay {
    /// Replays a conversation under these settings.
    ///
    /// `tokens` are those of each message, `fixed` those of a request besides
    /// its messages. A request goes out before each assistant message, with all
    /// messages before that one. The trigger is asked each time, and a
    /// compaction that it starts is done by rules.
    ///
    /// Takes time proportional to the number of messages and, for each
    /// compaction, to what the model sees at that point.
    pub fn of(
        conversation: &Conversation,
        tokens: &[u64],
        fixed: u64,
        available: u64,
        settings: &Settings,
        measure: &impl Measure,
    ) -> Self {
        let always = &|| true;
        Self::while_wanted(conversation, tokens, fixed, available, settings, measure, always)
            .unwrap_or_else(|| Self { requests: Vec::new(), messages: Vec::new(), available })
    }

    /// The same, but checks before each request whether it is still wanted; `None`
    /// once it is not.
    pub fn while_wanted(
        conversation: &Conversation,
        tokens: &[u64],
        fixed: u64,
        available: u64,
        settings: &Settings,
        measure: &impl Measure,
        wanted: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let mut player = Player {
            fixed,
            available,
            settings,
            measure,
            trigger: Trigger::new(),
            view: View::default(),
            next_id: conversation.next_id(),
            depth: 0,
        };
        let mut requests = Vec::new();
        for (at, (message, tokens)) in conversation.messages.iter().zip(tokens).enumerate() {
            if message.role == Role::Assistant && at > 0 {
                if !wanted() {
                    return None;
                }
                requests.push(player.send(at));
            }
            player.view.push(message.clone(), *tokens);
            player.trigger.message_added(message.is_user_request());
        }
        Some(Self { requests, messages: player.view.messages, available })
    }

    /// How many compactions ran.
    pub fn compactions(&self) -> usize {
        self.requests.iter().filter(|request| request.compaction.is_some()).count()
    }

    /// The share of the budget that each request filled when it was sent.
    pub fn fill_ratios(&self) -> impl Iterator<Item = f64> + '_ {
        self.requests.iter().map(|request| request.tokens as f64 / self.available.max(1) as f64)
    }

    /// The largest share of the budget that a request filled.
    pub fn peak_ratio(&self) -> f64 {
        self.fill_ratios().fold(0.0, f64::max)
    }

    /// How many requests were larger than the budget: a provider would have
    /// refused them.
    pub fn over_budget(&self) -> usize {
        self.requests.iter().filter(|request| request.tokens > self.available).count()
    }

    /// Tokens of all requests together.
    pub fn input_tokens(&self) -> u64 {
        self.requests.iter().map(|request| request.tokens).sum()
    }

    /// Tokens that came from the provider's prompt cache, over all requests.
    pub fn cached_tokens(&self) -> u64 {
        self.requests.iter().map(|request| request.cached).sum()
    }

    /// The cost of all requests in tokens at full price, where a cached token
    /// costs the given share of that.
    pub fn cost(&self, cached_share: f64) -> f64 {
        let cached = self.cached_tokens();
        (self.input_tokens() - cached) as f64 + cached as f64 * cached_share
    }

    /// The maximum number of tokens that one compaction removed.
    pub fn biggest_drop(&self) -> u64 {
        let compactions = self.requests.iter().filter_map(|request| request.compaction.as_ref());
        compactions.map(|it| it.before.saturating_sub(it.after)).max().unwrap_or(0)
    }
}

/// What the model sees, with the tokens of each message.
#[derive(Default)]
struct View {
    messages: Vec<Message>,
    tokens: Vec<u64>,
    total: u64,
    /// How many system messages there are, which the trigger does not count.
    system: u64,
    /// How many messages at the beginning are unchanged since the last request;
    /// `None` before the first one.
    unchanged: Option<usize>,
    /// Their tokens.
    unchanged_tokens: u64,
}

impl View {
    fn push(&mut self, message: Message, tokens: u64) {
        self.system += u64::from(message.role == Role::System);
        self.total += tokens;
        self.messages.push(message);
        self.tokens.push(tokens);
    }

    fn apply(&mut self, compaction: &Compaction, measure: &impl Measure) {
        let mut known: HashMap<MessageId, u64> =
            self.messages.iter().map(|message| message.id).zip(self.tokens.drain(..)).collect();
        for changed in compaction.shortened.iter().chain(&compaction.summary) {
            known.insert(changed.id, measure.message(changed));
        }
        let after = compaction.apply(&self.messages);
        let same = self.messages.iter().zip(&after).take_while(|(old, new)| old == new).count();
        self.tokens = after
            .iter()
            .map(|message| known.get(&message.id).copied().unwrap_or_default())
            .collect();
        self.total = self.tokens.iter().sum();
        self.system = after.iter().filter(|message| message.role == Role::System).count() as u64;
        self.messages = after;
        if let Some(unchanged) = self.unchanged.as_mut().filter(|unchanged| **unchanged > same) {
            *unchanged = same;
            self.unchanged_tokens = self.tokens[..same].iter().sum();
        }
    }

    /// Marks everything as sent.
    fn sent(&mut self) {
        self.unchanged = Some(self.messages.len());
        self.unchanged_tokens = self.total;
    }
}

struct Player<'a, M> {
    fixed: u64,
    available: u64,
    settings: &'a Settings,
    measure: &'a M,
    trigger: Trigger,
    view: View,
    next_id: MessageId,
    depth: u32,
}

impl<M: Measure> Player<'_, M> {
    /// Sends the request that the message at `answer` answers.
    fn send(&mut self, answer: usize) -> ReplayRequest {
        let used = self.fixed + self.view.total;
        self.trigger.observe(used, self.available, self.settings);
        let situation = Situation {
            used,
            available: self.available,
            messages: self.view.messages.len() as u64 - self.view.system,
            depth: self.depth,
        };
        let decision = self.trigger.decide(&situation, self.settings);
        let mut compaction = None;
        let mut failure = None;
        if decision.start.is_some() {
            match self.compact(&decision) {
                Ok(Some(done)) => compaction = Some(done),
                Ok(None) => self.trigger.failed(),
                Err(why) => {
                    self.trigger.failed();
                    failure = Some(why.to_string());
                }
            }
        }
        let cached = self.view.unchanged.map_or(0, |_| self.fixed + self.view.unchanged_tokens);
        self.view.sent();
        let tokens = self.fixed + self.view.total;
        ReplayRequest { answer, tokens, cached, compaction, failure }
    }

    fn compact(
        &mut self,
        decision: &Decision,
    ) -> vibeue_conversation::Result<Option<ReplayCompaction>> {
        let messages: Vec<&Message> = self.view.messages.iter().collect();
        let snapshot = Snapshot {
            messages: &messages,
            tokens: &self.view.tokens,
            fixed: self.fixed,
            available: self.available,
            settings: self.settings,
            next_id: self.next_id,
            next_record: 1,
            // The records of a replay are never read.
            now: 0,
        };
        let outcome = snapshot.compact(decision, self.measure)?;
        let Some(Outcome::Compacted(compaction)) = outcome else {
            return Ok(None);
        };
        if compaction.summary.is_some() {
            self.next_id = MessageId(self.next_id.0 + 1);
        }
        if let Some(record) = &compaction.record {
            self.depth = record.depth.saturating_add(1);
        }
        let before = self.fixed + self.view.total;
        self.view.apply(&compaction, self.measure);
        let after = self.fixed + self.view.total;
        self.trigger.compacted(before, after, self.available, self.settings);
        Ok(Some(ReplayCompaction { rung: compaction.rung, before, after }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One token a word, four more a message.
    struct Words;

    impl Measure for Words {
        fn text(&self, text: &str) -> u64 {
            text.split_whitespace().count() as u64
        }

        fn message(&self, message: &Message) -> u64 {
            4 + message.texts().map(|text| self.text(text)).sum::<u64>()
        }
    }

    const FIXED: u64 = 3;

    fn conversation(texts: &[(Role, String)]) -> Conversation {
        let messages = texts
            .iter()
            .zip(1..)
            .map(|((role, text), id)| Message::text(MessageId(id), *role, text.clone()));
        Conversation::from_messages(messages.collect())
    }

    /// A system prompt of ten words, then turns of a short question and an
    /// answer of a hundred different words.
    fn talk(turns: usize) -> Conversation {
        let mut texts = vec![(Role::System, "rule ".repeat(10))];
        for turn in 0..turns {
            let words: Vec<String> = (0..100).map(|word| format!("word{turn}x{word}")).collect();
            texts.push((Role::User, format!("question {turn} please")));
            texts.push((Role::Assistant, words.join(" ")));
        }
        conversation(&texts)
    }

    fn replay(conversation: &Conversation, available: u64, settings: &Settings) -> Replay {
        let tokens: Vec<u64> = conversation.messages.iter().map(|it| Words.message(it)).collect();
        Replay::of(conversation, &tokens, FIXED, available, settings, &Words)
    }

    fn request(answer: usize, tokens: u64, cached: u64) -> ReplayRequest {
        ReplayRequest { answer, tokens, cached, compaction: None, failure: None }
    }

    #[test]
    fn a_request_goes_out_before_each_assistant_message() {
        let replay = replay(&talk(2), 1_000, &Settings::default());
        // 14 for the system prompt, 7 for a question, 104 for an answer.
        assert_eq!(replay.requests, [request(2, 24, 0), request(4, 135, 24)]);
        assert_eq!(replay.messages, talk(2).messages);
        assert_eq!((replay.input_tokens(), replay.cached_tokens()), (159, 24));
        assert_eq!((replay.compactions(), replay.biggest_drop()), (0, 0));
        assert_eq!(replay.peak_ratio(), 0.135);
        assert_eq!(replay.cost(0.5), 147.0);
        assert_eq!(replay.cost(1.0), 159.0);
    }

    #[test]
    fn an_opening_assistant_message_needs_no_request() {
        let texts = [(Role::Assistant, "hello".to_owned()), (Role::User, "hi".to_owned())];
        assert_eq!(replay(&conversation(&texts), 100, &Settings::default()).requests, []);
    }

    #[test]
    fn every_request_of_a_long_talk_fits() {
        let conversation = talk(200);
        let replay = replay(&conversation, 4_000, &Settings::default());
        assert_eq!((replay.requests.len(), replay.over_budget()), (200, 0));
        assert!(replay.compactions() >= 5, "{}", replay.compactions());
        assert!(replay.biggest_drop() >= 1_000, "{}", replay.biggest_drop());
        assert!(replay.peak_ratio() <= 1.0);
        assert_eq!(replay.messages.last(), conversation.messages.last());
        // The running total is the sum over the messages.
        let recount: u64 = replay.messages.iter().map(|it| Words.message(it)).sum();
        let last = replay.requests.last().unwrap();
        assert_eq!(last.tokens, FIXED + recount - 104);
    }

    #[test]
    fn only_what_comes_before_the_first_change_is_cached_after_a_compaction() {
        let replay = replay(&talk(200), 4_000, &Settings::default());
        let mut before = None;
        for request in &replay.requests {
            match &request.compaction {
                // The system prompt; the summary follows it.
                Some(done) => {
                    assert_eq!(request.cached, FIXED + 14);
                    assert_eq!(request.tokens, done.after);
                    assert!(done.before > done.after);
                }
                None => assert_eq!(request.cached, before.unwrap_or(0)),
            }
            before = Some(request.tokens);
        }
    }

    #[test]
    fn switched_off_means_requests_that_do_not_fit() {
        let settings = Settings { enabled: false, ..Settings::default() };
        let replay = replay(&talk(50), 2_000, &settings);
        assert_eq!(replay.compactions(), 0);
        // The question of turn n has 17 + 111 n + 7 tokens before its answer.
        assert_eq!(replay.over_budget(), 50 - 18);
        assert_eq!(replay.messages.len(), 101);
    }

    #[test]
    fn what_cannot_be_made_to_fit_is_reported_with_its_reason() {
        let mut texts = vec![(Role::System, "rule ".repeat(500))];
        texts.push((Role::User, "hi".to_owned()));
        texts.push((Role::Assistant, "hello".to_owned()));
        let replay = replay(&conversation(&texts), 200, &Settings::default());
        let failure = replay.requests[0].failure.clone().unwrap();
        assert!(failure.contains("system prompt 504"), "{failure}");
        assert_eq!((replay.over_budget(), replay.compactions()), (1, 0));
    }
}
