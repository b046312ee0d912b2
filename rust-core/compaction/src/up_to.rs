//! A summary of everything up to a message that the user chose.

use super::layout::Layout;
use vibeue_conversation::settings::Settings;
use vibeue_conversation::{Error, ErrorKind, Result};
use vibeue_conversation::{Message, MessageId, MessageKind, Role};

/// Where a summary up to a message ends, and the settings with which the ladder condenses only what
/// comes before.
#[derive(Debug, Clone, PartialEq)]
pub struct UpTo {
    /// The last message of the range: the one that was chosen, or another if calls and results
    /// belong together.
    pub last: MessageId,
    /// What is otherwise than was asked for, in words for the user.
    pub notes: Vec<String>,
    /// The settings in force, except that as many recent messages stay as come after the range, and
    /// that the target is all that a request may have: what comes after is only cut if it would not
    /// fit.
    pub settings: Settings,
}

impl UpTo {
    /// Finds the range that ends with the message at a position of the view.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if nothing in it could be condensed that is not in a summary already.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn of(view: &[&Message], at: usize, settings: &Settings) -> Result<Self> {
        let chosen = view[at].id;
        let tokens = vec![0; view.len()];
        let layout = Layout::new(view, &tokens, 0);
        let round = layout.rounds.around(at);
        let whole = round.map_or(at + 1, |round| round.end);
        // The ladder never leaves an older summary after a newer one.
        let older = view.iter().rposition(|message| message.kind == MessageKind::Summary);
        let whole = whole.max(older.map_or(0, |older| older + 1));
        let end = whole.min(layout.open);
        let mut gone = layout.condensable(end);
        if gone.all(|at| view[at].kind == MessageKind::Summary) {
            let what = format!("there is nothing left to condense up to {chosen}");
            return Err(Error::new(ErrorKind::Input, what).hint(
                "choose a later message; system messages, pinned ones and the newest request stay",
            ));
        }
        // There is one: something in it is condensed.
        let last = view[end.saturating_sub(1)].id;
        let mut notes = Vec::new();
        if end < whole {
            notes.push(format!(
                "the summary ends with {last}, before {chosen}: a call there has no result yet"
            ));
        } else if last != chosen && older.is_some_and(|older| older + 1 == end) {
            notes.push(format!(
                "the summary ends with {last}, not with {chosen}: it replaces that earlier summary"
            ));
        } else if last != chosen {
            notes.push(format!(
                "the summary ends with {last}, not with {chosen}: calls and their results stay \
                 together"
            ));
        }
        let stay = (0..end).filter(|at| layout.stays(*at) && view[*at].role != Role::System);
        let stay: Vec<String> = stay.map(|at| view[at].id.to_string()).collect();
        if !stay.is_empty() {
            let verb = if stay.len() == 1 { "stays" } else { "stay" };
            notes.push(format!(
                "{} {verb} word for word, although in the range: pinned, or the newest request",
                listed(&stay)
            ));
        }
        let behind = (end..view.len()).filter(|at| view[*at].role != Role::System).count();
        let behind = u32::try_from(behind).unwrap_or(u32::MAX);
        let settings = Settings {
            recent_messages_to_keep: behind,
            minimum_recent_messages: behind,
            target_ratio: 1.0,
            ..settings.clone()
        };
        Ok(Self { last, notes, settings })
    }
}

/// The first of some ids, and how many more there are.
fn listed(ids: &[String]) -> String {
    const NAMED: usize = 6;
    let named = ids[..ids.len().min(NAMED)].join(", ");
    match ids.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Letters, Measure};
    use crate::{CompactRequest, Compaction, Outcome, compact};
    use vibeue_conversation::{Extra, Part, ToolCall};

    fn say(id: u64, role: Role, words: usize) -> Message {
        let text = (0..words).map(|word| format!("word{id}x{word} ")).collect::<String>();
        Message::text(MessageId(id), role, text)
    }

    fn call(id: u64) -> Message {
        let call = ToolCall {
            id: format!("c{id}").into(),
            name: "read_file".into(),
            arguments: r#"{"path":"Source/Door.cpp"}"#.to_owned(),
            extra: Extra::new(),
        };
        Message::new(MessageId(id), Role::Assistant, vec![Part::ToolCall(Box::new(call))])
    }

    /// Two turns with a call, then four without, and a call that waits.
    fn talk() -> Vec<Message> {
        let mut talk = vec![say(1, Role::System, 20)];
        for first in [2, 6] {
            talk.push(say(first, Role::User, 20));
            talk.push(call(first + 1));
            let log = "line of the log\n".repeat(300);
            let id = format!("c{}", first + 1);
            talk.push(Message::tool_result(MessageId(first + 2), id, None, log, false));
            talk.push(say(first + 3, Role::Assistant, 120));
        }
        for first in [10, 12, 14, 16] {
            talk.push(say(first, Role::User, 20));
            talk.push(say(first + 1, Role::Assistant, 120));
        }
        talk.push(call(18));
        talk
    }

    fn condensed(talk: &[Message], at: usize, available: u64) -> (UpTo, Compaction) {
        let view: Vec<&Message> = talk.iter().collect();
        let tokens: Vec<u64> = talk.iter().map(|it| Letters.message(it)).collect();
        let up_to = UpTo::of(&view, at, &Settings::default()).unwrap();
        let request = CompactRequest {
            messages: &view,
            tokens: &tokens,
            fixed: 30,
            available,
            settings: &up_to.settings,
            reason: "asked for",
            forced: true,
            next_id: MessageId(9_999),
            next_record: 1,
            now: 0,
        };
        match compact(&request, &Letters).unwrap() {
            Outcome::Compacted(compaction) => (up_to, *compaction),
            Outcome::Unchanged(why) => panic!("{why}"),
        }
    }

    fn ids(compaction: &Compaction) -> Vec<u64> {
        compaction.replaced.iter().map(|id| id.0).collect()
    }

    #[test]
    fn exactly_what_lies_up_to_the_chosen_message_is_condensed_and_nothing_after_it() {
        let talk = talk();
        for (at, last) in [(4, 5), (5, 6), (8, 9), (10, 11), (14, 15)] {
            let (up_to, compaction) = condensed(&talk, at, 20_000);
            assert_eq!((up_to.last, up_to.notes.as_slice()), (MessageId(last), &[][..]));
            assert_eq!(ids(&compaction), (2..=last).collect::<Vec<u64>>(), "up to m{last}");
            assert_eq!(compaction.shortened, [], "up to m{last}");
        }
    }

    #[test]
    fn calls_and_results_go_together_and_a_call_that_waits_stays() {
        let mut talk = talk();
        let (up_to, compaction) = condensed(&talk, 2, 20_000);
        assert_eq!((up_to.last, ids(&compaction)), (MessageId(4), vec![2, 3, 4]));
        let said = "the summary ends with m4, not with m3: calls and their results stay together";
        assert_eq!(up_to.notes, [said]);
        talk[2].pinned = true;
        let (up_to, compaction) = condensed(&talk, 17, 20_000);
        // The newest request, m16, and the pinned round.
        assert_eq!(ids(&compaction), [2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17]);
        assert_eq!(up_to.last, MessageId(17));
        assert_eq!(
            up_to.notes,
            [
                "the summary ends with m17, before m18: a call there has no result yet",
                "m3, m4, m16 stay word for word, although in the range: pinned, or the newest \
                 request",
            ]
        );
    }

    #[test]
    fn an_earlier_summary_after_the_chosen_message_goes_with_it() {
        let mut talk = talk();
        talk[5].kind = MessageKind::Summary;
        let (up_to, compaction) = condensed(&talk, 1, 20_000);
        assert_eq!((up_to.last, ids(&compaction)), (MessageId(6), vec![2, 3, 4, 5, 6]));
        let said = "the summary ends with m6, not with m2: it replaces that earlier summary";
        assert_eq!(up_to.notes, [said]);
    }

    #[test]
    fn a_range_without_anything_to_condense_is_refused() {
        let mut talk = talk();
        talk[1].pinned = true;
        let refused = |talk: &[Message], at: usize| {
            let view: Vec<&Message> = talk.iter().collect();
            UpTo::of(&view, at, &Settings::default()).unwrap_err().message().to_owned()
        };
        let said = "there is nothing left to condense up to m2";
        assert_eq!((refused(&talk, 0), refused(&talk, 1)), (said.replace("m2", "m1"), said.into()));
        talk.truncate(6);
        talk[1] = say(2, Role::User, 40);
        talk[1].kind = MessageKind::Summary;
        assert_eq!(refused(&talk, 1), said);
    }
}
