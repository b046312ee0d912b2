//! The heading of a message.

use vibeue_conversation::{Message, MessageId, MessageKind, Role};

/// Whose message it is, according to its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    /// A summary, whatever its role.
    Summary,
    /// Who speaks.
    Role(Role),
}

impl Who {
    const ALL: [(Self, &str); 5] = [
        (Self::Summary, "Summary"),
        (Self::Role(Role::System), "System"),
        (Self::Role(Role::User), "User"),
        (Self::Role(Role::Assistant), "Assistant"),
        (Self::Role(Role::Tool), "Tool"),
    ];

    fn of(message: &Message) -> Self {
        match message.kind {
            MessageKind::Summary => Self::Summary,
            MessageKind::Normal => Self::Role(message.role),
        }
    }
}

/// The heading of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Heading {
    /// Whose message it is.
    pub(super) who: Who,
    /// The message's id.
    pub(super) id: MessageId,
    /// Whether it is pinned.
    pub(super) pinned: bool,
}

impl Heading {
    /// The heading of a message.
    pub(super) fn of(message: &Message) -> Self {
        Self { who: Who::of(message), id: message.id, pinned: message.pinned }
    }

    /// Writes it, as a line without its break.
    pub(super) fn line(self) -> String {
        let who = Who::ALL.iter().find(|(who, _)| *who == self.who).map_or("", |(_, name)| name);
        let pin = if self.pinned { ", pinned" } else { "" };
        format!("## {who} ({}{pin})", self.id)
    }

    /// Reads a line that is exactly one heading.
    pub(super) fn read(line: &str) -> Option<Self> {
        let (who, rest) = line.strip_prefix("## ")?.split_once(" (m")?;
        let (who, _) = Who::ALL.iter().find(|(_, name)| *name == who)?;
        let rest = rest.strip_suffix(')')?;
        let (digits, pinned) = match rest.strip_suffix(", pinned") {
            Some(digits) => (digits, true),
            None => (rest, false),
        };
        let id: u64 = digits.parse().ok()?;
        let heading = Self { who: *who, id: MessageId(id), pinned };
        // Signs and leading zeros are not ours.
        (heading.line() == line).then_some(heading)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_read_as_it_was_written_and_nothing_like_it_is() {
        for (who, _) in Who::ALL {
            for (id, pinned) in [(1, false), (u64::MAX, true)] {
                let heading = Heading { who, id: MessageId(id), pinned };
                assert_eq!(Heading::read(&heading.line()), Some(heading));
            }
        }
        for other in [
            "",
            "## User",
            "## User (m)",
            "## User (m+1)",
            "## User (m01)",
            "## User (m1) ",
            "### User (m1)",
            "## user (m1)",
            "## User (m1, pinned, pinned)",
            "## User (m99999999999999999999)",
        ] {
            assert_eq!(Heading::read(other), None, "{other}");
        }
    }
}
