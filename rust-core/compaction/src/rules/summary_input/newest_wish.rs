//! What the user wants now.

use vibeue_conversation::MessageId;

use super::SummaryInput;
use crate::rules::line::{Line, rank};
use crate::rules::{Section, intent, worth};

impl SummaryInput<'_> {
    /// Lets the user's newest wish rank with what the conversation began with:
    /// what they want now matters no less than what they wanted first.
    pub(super) fn raise_newest_wish(&self, lines: &mut [Line]) {
        let Some(id) = self.newest_wish().or_else(|| self.carried_wish()) else { return };
        // What was put off has a line of its own.
        let line = lines.iter_mut().find(|line| {
            line.order.0 == id.0
                && line.rank < rank::RULE
                && line.section != Section::Continuation
                && line.is_of_user()
        });
        if let Some(line) = line {
            line.section = Section::Overview;
            line.rank = line.rank.max(rank::NEWEST_WISH);
        }
    }

    /// The latest request that opens a matter: it asks something, or the agent
    /// had asked nothing before it. If there is none, the latest that says more
    /// than that the agent may go on.
    fn newest_wish(&self) -> Option<MessageId> {
        let full = || {
            self.requests.iter().rev().filter(|(_, text)| {
                let wanted = worth::is_wish(text) || intent::corrects(text);
                let brief = worth::is_brief(text) && !wanted;
                // Who agrees and adds something wants that.
                let adds = text.contains("lso, ") || text.contains(" also ");
                !brief && (adds || !worth::is_assent(text)) && !intent::is_report(text)
            })
        };
        let opens = |(id, text): &(MessageId, &str)| {
            let asked = self.statements.last_before(*id);
            intent::asks(text) || asked.is_none_or(|(_, asked)| !intent::asks(asked))
        };
        full().find(opens).or_else(|| full().next()).map(|(id, _)| id)
    }

    /// The wish that an older summary had as the newest.
    fn carried_wish(&self) -> Option<MessageId> {
        let overview = self.carried.iter().filter(|line| line.section == Section::Overview);
        let user_lines = overview.filter(|line| line.rank < rank::RULE && line.is_of_user());
        user_lines.map(|line| line.order.0).max().map(MessageId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::DigestOptions;
    use vibeue_conversation::{Message, Role};

    /// The messages whose words stand in the overview.
    fn overview(talk: &[(Role, &str)]) -> Vec<u64> {
        let messages: Vec<Message> = (1..)
            .zip(talk)
            .map(|(id, (role, text))| Message::text(MessageId(id), *role, *text))
            .collect();
        let messages: Vec<&Message> = messages.iter().collect();
        let mut input = SummaryInput::default();
        (0..messages.len()).for_each(|at| input.add(&messages, at, 10, None));
        let lines = input.lines(&DigestOptions::default());
        let told = lines.iter().filter(|line| line.section == Section::Overview);
        assert!(told.clone().all(|line| line.rank >= rank::NEWEST_WISH), "{lines:?}");
        let mut ids: Vec<u64> = told.map(|line| line.order.0).collect();
        ids.sort_unstable();
        ids
    }

    #[test]
    fn what_the_user_wants_now_is_next_to_what_they_wanted_first() {
        let talk = [
            (Role::User, "Hi, what are the totals of my gift cards and certificates?"),
            (Role::Assistant, "I cannot add them up. Is there anything else?"),
            (Role::User, "Then cancel JG7FMM and book the business class. Could you do that?"),
            (Role::Assistant, "It costs $1,327. Which card would you like to use?"),
            (Role::User, "The one that ends in 7334, it is the one I always pay with here."),
            (Role::Assistant, "Shall I go ahead?"),
            (Role::User, "Yes, please go ahead and book it with the card that ends in 7334."),
        ];
        assert_eq!(overview(&talk), [1, 3]);
        assert_eq!(overview(&talk[..2]), [1]);
        let open = [
            (Role::User, "The door is dead since the rename, and the lamp blinks red at night."),
            (Role::Assistant, "It opens again. The map is saved."),
            (Role::User, "Now make the limit a property of the door: 35 on deck 4, 40 elsewhere."),
            (Role::Assistant, "Done, both are covered by a test."),
            (Role::User, "ok"),
        ];
        assert_eq!(overview(&open), [1, 3]);
        let corrected = [
            (Role::User, "Below 40 kPa outside, the airlock's lamp blinks at 2 Hz, see AL-03."),
            (Role::Assistant, "It blinks. The header is next."),
            (
                Role::User,
                "btw when it comes back the lamp must not stay Off, you return early there",
            ),
            (Role::Assistant, "I restore it."),
            (Role::User, "I closed the editor and built. One error: (?Count@@QEAAHM@Z)"),
            (Role::Assistant, "I never wrote the body."),
            (Role::User, "Builds, 37.2 s, editor is back."),
        ];
        assert_eq!(overview(&corrected), [1, 3]);
    }
}
