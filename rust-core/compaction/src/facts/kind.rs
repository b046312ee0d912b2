//! What kind of fact something is, and who said it first. A kind that is recognized
//! word by word needs only a row in this table.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::version::is_version;

/// Decides whether a word is of a kind.
type AreSome = fn(&str) -> bool;

/// What is known about a kind.
struct Row {
    heading: &'static str,
    is_line: bool,
    /// How badly a loss hurts for the tokens that the fact costs: 0 most.
    tier: u8,
    /// What a token of it is worth in a summary, if nothing more is known.
    worth: f64,
    /// Whether it is informative in a list, if nothing more is known.
    alone: Alone,
    /// Which words of letters and digits, and which numbers with two dots or more,
    /// are of this kind, unless they are dates.
    word: Option<AreSome>,
}

/// Whether a fact is informative when it is listed without a sentence.
#[derive(Clone, Copy)]
enum Alone {
    Always,
    /// If the user said it.
    ByUser,
    Never,
}

impl Row {
    const fn of(heading: &'static str) -> Self {
        Self { heading, is_line: false, tier: 9, worth: 1.0, alone: Alone::ByUser, word: None }
    }

    /// A sentence or a line, which has a line of its own in a summary.
    const fn line(self) -> Self {
        Self { is_line: true, worth: 0.1, alone: Alone::Never, ..self }
    }

    const fn tier(self, tier: u8) -> Self {
        Self { tier, ..self }
    }

    const fn worth(self, worth: f64) -> Self {
        Self { worth, ..self }
    }

    const fn alone(self, alone: Alone) -> Self {
        Self { alone, ..self }
    }

    const fn words(self, are_some: AreSome) -> Self {
        Self { word: Some(are_some), ..self }
    }
}

/// Makes the kinds from their rows.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $row:expr,)*) => {
        /// The kind of a fact.
        ///
        /// In the order in which a ledger lists them: the kinds whose loss is
        /// worst come first.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(rename_all = "snake_case")]
        pub enum FactKind {
            $($(#[$doc])* $kind,)*
        }

        const COUNT: usize = [$(stringify!($kind)),*].len();

        impl FactKind {
            /// Every kind, in order.
            pub const ALL: [Self; COUNT] = [$(Self::$kind),*];
        }

        static ROWS: [Row; COUNT] = [$($row),*];
    };
}

kinds! {
    /// A rule or wish of the user: never, always, must, only, keep.
    Rule = Row::of("rules").line().tier(0),
    /// An error with its code or place, one line.
    Error = Row::of("errors").line().tier(1),
    /// A file or folder.
    Path = Row::of("paths").tier(2),
    /// An Unreal asset, class or package: `/Game/Maps/Arena.Arena`.
    Asset = Row::of("assets").tier(2),
    /// An address with a scheme.
    Url = Row::of("urls").tier(4).worth(1.3).alone(Alone::Always),
    /// An e-mail address.
    Email = Row::of("emails").tier(3).worth(1.3).alone(Alone::Always),
    /// A GUID, hash, code, ticket or booking number: it identifies one thing
    /// among many, and nothing else does.
    Id = Row::of("ids").tier(3).worth(6.0),
    /// An amount with its currency.
    Money = Row::of("money").tier(3),
    /// A date or a time of day.
    Date = Row::of("dates").tier(4).worth(0.15),
    /// A version number.
    Version = Row::of("versions").tier(4).worth(1.3).words(is_version),
    /// A name from code: `UDoorComponent`, `snake_case`, `unreal.load_asset`.
    Identifier = Row::of("names").tier(5),
    /// A command line, for a shell or the engine's console.
    Command = Row::of("commands").line().tier(7).worth(0.15),
    /// A person's name.
    Participant = Row::of("people").tier(6),
    /// A decision that was made.
    Decision = Row::of("decisions").line().tier(7),
    /// Something that was asked for or is still to be done.
    Task = Row::of("tasks").line().tier(9),
    /// A number with a unit, or one of three digits or with decimals.
    Number = Row::of("numbers").tier(6).worth(0.15),
    /// A quoted string or a JSON value that is none of the above.
    Quote = Row::of("values").tier(8).worth(0.15),
}

/// The kinds that words with a digit in them may be of, and which words are.
static BY_WORD: LazyLock<Vec<(FactKind, AreSome)>> = LazyLock::new(|| {
    FactKind::ALL.into_iter().filter_map(|kind| Some((kind, kind.row().word?))).collect()
});

impl FactKind {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The heading under which a ledger lists facts of this kind.
    pub fn heading(self) -> &'static str {
        self.row().heading
    }

    /// Returns whether facts of this kind are sentences or lines. A ledger puts each of them on a
    /// line of its own because they may contain commas.
    pub fn is_line(self) -> bool {
        self.row().is_line
    }

    /// How badly a loss hurts for the tokens that a fact costs: 0 most.
    pub(crate) fn tier(self) -> u8 {
        self.row().tier
    }

    /// What a token of a fact is worth in a summary, if nothing more is known about it.
    pub(crate) fn worth(self) -> f64 {
        self.row().worth
    }

    /// Whether a fact is informative in a list, if nothing more is known about it.
    pub(crate) fn is_informative(self, by_user: bool) -> bool {
        match self.row().alone {
            Alone::Always => true,
            Alone::ByUser => by_user,
            Alone::Never => false,
        }
    }

    /// The first kind that claims a word.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        BY_WORD.iter().find(|(_, is_one)| is_one(word)).map(|(kind, _)| *kind)
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
