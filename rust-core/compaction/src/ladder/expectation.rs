//! What a summary would bring, worked out without writing one.

use super::summarizing::{LEAST, LITTLE, LITTLE_PART, SUMMARY_PART};
use super::{ENVELOPE, portion, room, wanted};
use crate::layout::Layout;
use vibeue_conversation::settings::Settings;
use vibeue_conversation::{Message, MessageKind};

/// About what a summary by hand would do to a request.
///
/// Sizes of summaries are what they may take at most, as the ladder hands them out: what is written
/// is often shorter, and old tool results become shorter in addition to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expectation {
    /// Messages that would go into the summary.
    pub messages: u64,
    /// Their tokens: what the one who writes the summary reads.
    pub condensed: u64,
    /// Tokens of the summary.
    pub summary: u64,
    /// Tokens of the whole request afterwards.
    pub after: u64,
}

impl Expectation {
    /// Works out what summarizing these messages would bring; `None` if there is nothing to
    /// condense, or nothing would become smaller. `tokens` are those of each message, `fixed` those
    /// of the request besides.
    ///
    /// Takes one look at each message, and at no text but those of system
    /// messages.
    pub fn of(
        messages: &[&Message],
        tokens: &[u64],
        fixed: u64,
        available: u64,
        settings: &Settings,
    ) -> Option<Self> {
        debug_assert_eq!(messages.len(), tokens.len());
        let layout = Layout::new(messages, tokens, fixed);
        let goal = portion(settings.target_ratio, available);
        let mandatory = layout.mandatory();
        let most = room(settings, available).total;
        let free = goal.saturating_sub(mandatory + ENVELOPE);
        let part = if free < LITTLE { LITTLE_PART } else { SUMMARY_PART };
        let recent = layout.tail_start(settings.recent_messages_to_keep as usize);
        let mut found = None;
        for start in layout.tail_starts(recent, settings) {
            let gone = layout.condensable(start);
            if gone.clone().all(|at| messages[at].kind == MessageKind::Summary) {
                continue;
            }
            let condensed: u64 = gone.clone().map(|at| tokens[at]).sum();
            let asked = wanted(most, condensed).min(free * part / 100).max(LEAST);
            let tail: u64 = layout.free_tail(start).map(|at| tokens[at]).sum();
            let fits = mandatory + tail + ENVELOPE + asked <= goal;
            // The last messages are cut if they are too long for the target.
            let shortest = goal.max(mandatory + ENVELOPE + asked);
            let after = (mandatory + tail + ENVELOPE + asked).min(shortest);
            let messages = gone.count() as u64;
            found = Some(Self { messages, condensed, summary: ENVELOPE + asked, after });
            if fits {
                break;
            }
        }
        found.filter(|it| it.after < layout.total())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Letters, Measure};
    use crate::{CompactRequest, Outcome, compact};
    use vibeue_conversation::{MessageId, Role};

    fn say(id: u64, role: Role, words: usize) -> Message {
        let text = (0..words).map(|word| format!("word{id}x{word} ")).collect::<String>();
        Message::text(MessageId(id), role, text)
    }

    fn talk(turns: u64, words: usize) -> Vec<Message> {
        let mut talk = vec![say(1, Role::System, 20)];
        for turn in 0..turns {
            talk.push(say(2 * turn + 2, Role::User, words / 3));
            talk.push(say(2 * turn + 3, Role::Assistant, words));
        }
        talk
    }

    fn expected(talk: &[Message], available: u64, settings: &Settings) -> Option<Expectation> {
        let messages: Vec<&Message> = talk.iter().collect();
        let tokens: Vec<u64> = talk.iter().map(|it| Letters.message(it)).collect();
        Expectation::of(&messages, &tokens, 30, available, settings)
    }

    fn done(talk: &[Message], available: u64, settings: &Settings) -> Option<(u64, u64, u64)> {
        let messages: Vec<&Message> = talk.iter().collect();
        let tokens: Vec<u64> = talk.iter().map(|it| Letters.message(it)).collect();
        let request = CompactRequest {
            messages: &messages,
            tokens: &tokens,
            fixed: 30,
            available,
            settings,
            reason: "asked for",
            forced: true,
            next_id: MessageId(9_999),
            next_record: 1,
            now: 0,
        };
        match compact(&request, &Letters).unwrap() {
            Outcome::Compacted(it) => {
                Some((it.replaced.len() as u64, it.tokens_before, it.tokens_after))
            }
            Outcome::Unchanged(_) => None,
        }
    }

    #[test]
    fn what_is_expected_is_about_what_a_summary_by_rules_then_brings() {
        let settings = Settings::default();
        for (turns, words, available) in
            [(30, 60, 20_000), (60, 80, 20_000), (12, 200, 12_000), (200, 40, 60_000)]
        {
            let talk = talk(turns, words);
            let expected = expected(&talk, available, &settings).unwrap();
            let (gone, before, after) = done(&talk, available, &settings).unwrap();
            assert_eq!(expected.messages, gone, "{turns} turns of {words} words");
            let frees = before - expected.after;
            let freed = before - after;
            assert!(frees <= freed, "more was promised, {frees}, than came, {freed}");
            assert!(frees * 2 >= freed, "{frees} promised, {freed} came");
        }
    }

    #[test]
    fn nothing_is_expected_where_nothing_can_be_condensed() {
        let settings = Settings::default();
        assert_eq!(expected(&[], 8_000, &settings), None);
        assert_eq!(expected(&talk(3, 20), 8_000, &settings), None);
        assert_eq!(done(&talk(3, 20), 8_000, &settings), None);
        let mut pinned = talk(30, 60);
        pinned.iter_mut().for_each(|message| message.pinned = true);
        assert_eq!(expected(&pinned, 40_000, &settings), None);
    }
}
