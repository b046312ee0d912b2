//! What kind of fact something is, and who said it first.

use serde::{Deserialize, Serialize};

/// The kind of a fact.
///
/// In the order in which a ledger lists them: the kinds whose loss is worst
/// come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    /// A rule or wish of the user: never, always, must, only, keep.
    Rule,
    /// An error with its code or place, one line.
    Error,
    /// A file or folder.
    Path,
    /// An Unreal asset, class or package: `/Game/Maps/Arena.Arena`.
    Asset,
    /// An address with a scheme.
    Url,
    /// An e-mail address.
    Email,
    /// A GUID, hash, code, ticket or booking number.
    Id,
    /// An amount with its currency.
    Money,
    /// A date or a time of day.
    Date,
    /// A version number.
    Version,
    /// A name from code: `UDoorComponent`, `snake_case`, `unreal.load_asset`.
    Identifier,
    /// A command line, for a shell or the engine's console.
    Command,
    /// A person's name.
    Participant,
    /// A decision that was made.
    Decision,
    /// Something that was asked for or is still to be done.
    Task,
    /// A number with a unit, or one of three digits or with decimals.
    Number,
    /// A quoted string or a JSON value that is none of the above.
    Quote,
}

impl FactKind {
    /// Every kind, in order.
    pub const ALL: [Self; 17] = [
        Self::Rule,
        Self::Error,
        Self::Path,
        Self::Asset,
        Self::Url,
        Self::Email,
        Self::Id,
        Self::Money,
        Self::Date,
        Self::Version,
        Self::Identifier,
        Self::Command,
        Self::Participant,
        Self::Decision,
        Self::Task,
        Self::Number,
        Self::Quote,
    ];

    /// The heading under which a ledger lists facts of this kind.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Rule => "rules",
            Self::Error => "errors",
            Self::Path => "paths",
            Self::Asset => "assets",
            Self::Url => "urls",
            Self::Email => "emails",
            Self::Id => "ids",
            Self::Money => "money",
            Self::Date => "dates",
            Self::Version => "versions",
            Self::Identifier => "names",
            Self::Command => "commands",
            Self::Participant => "people",
            Self::Decision => "decisions",
            Self::Task => "tasks",
            Self::Number => "numbers",
            Self::Quote => "values",
        }
    }

    /// Tells whether facts of this kind are sentences or lines. A ledger puts
    /// each of them on a line of its own because they may contain commas.
    pub fn is_line(self) -> bool {
        matches!(self, Self::Rule | Self::Error | Self::Command | Self::Decision | Self::Task)
    }
}

/// Who said a fact first; better origins come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The user.
    User,
    /// The arguments of a tool call.
    CallArgument,
    /// A summary: what an earlier compaction kept must be kept by the next one.
    Summary,
    /// The model's words.
    Assistant,
    /// A tool's result.
    ToolResult,
    /// The host's instructions.
    System,
}
