//! Why messages stay verbatim in addition to a summary.

use serde::{Deserialize, Serialize};

use super::layout::{Layout, Standing};
use vibeue_conversation::Message;

/// Why a message stays verbatim in addition to a summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StayReason {
    /// It is an instruction of the host.
    System,
    /// It is pinned, or belongs to a call that is.
    Pinned,
    /// It is the user's newest request, or belongs to it.
    NewestRequest,
    /// A call of its round has no result yet.
    Waiting,
    /// It is one of the recent messages, or there was room for it.
    Recent,
}

impl StayReason {
    /// Returns for each message why it would stay, if it does.
    pub fn of_each(messages: &[&Message]) -> Vec<Self> {
        let tokens = vec![0; messages.len()];
        let layout = Layout::new(messages, &tokens, 0);
        let reason = |(at, standing): (usize, &Standing)| match standing {
            Standing::System => Self::System,
            Standing::Pinned => Self::Pinned,
            Standing::Request => Self::NewestRequest,
            Standing::Summary | Standing::Free if at >= layout.open => Self::Waiting,
            Standing::Summary | Standing::Free => Self::Recent,
        };
        layout.standing.iter().enumerate().map(reason).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::{Extra, MessageId, Part, Role, ToolCall};

    fn call(id: u64) -> Message {
        let call = ToolCall {
            id: format!("c{id}").into(),
            name: "read_file".into(),
            arguments: "{}".to_owned(),
            extra: Extra::new(),
        };
        Message::new(MessageId(id), Role::Assistant, vec![Part::ToolCall(Box::new(call))])
    }

    #[test]
    fn each_message_has_the_reason_for_which_it_would_stay() {
        let say = |id, role| Message::text(MessageId(id), role, format!("words of {id}"));
        let mut result = Message::tool_result(MessageId(4), "c3", None, "a log", false);
        result.pinned = true;
        let talk = [
            say(1, Role::System),
            say(2, Role::User),
            call(3),
            result,
            say(5, Role::Assistant),
            say(6, Role::User),
            call(7),
        ];
        let messages: Vec<&Message> = talk.iter().collect();
        assert_eq!(
            StayReason::of_each(&messages),
            [
                StayReason::System,
                StayReason::Recent,
                StayReason::Pinned,
                StayReason::Pinned,
                StayReason::Recent,
                StayReason::NewestRequest,
                StayReason::Waiting,
            ]
        );
        assert_eq!(StayReason::of_each(&[]), []);
    }
}
