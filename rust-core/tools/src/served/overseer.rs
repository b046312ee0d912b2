//! The user's representative.

use crate::{Approval, Call, CallEnd, Preview, Stop, Tool, ToolAnswer};

/// A calling program, by its own account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The name that it gives itself, with its version, unverified; at most 80
    /// printable characters.
    pub declared_name: String,
}

impl Caller {
    /// The maximum number of characters of what a program says about itself.
    const MOST: usize = 80;

    /// A program with its declared name and version; either may be missing.
    pub(super) fn new(name: Option<&str>, version: Option<&str>) -> Self {
        let name = name.map(str::trim).filter(|name| !name.is_empty()).unwrap_or("without a name");
        let whole = match version.map(str::trim).filter(|version| !version.is_empty()) {
            Some(version) => format!("{name} {version}"),
            None => name.to_owned(),
        };
        // Characters that hide others or change their direction could make it look like another
        // program, or like a part of the question.
        let shown =
            |char: char| if char.is_ascii_graphic() || char.is_alphanumeric() { char } else { ' ' };
        Self { declared_name: whole.chars().take(Self::MOST).map(shown).collect() }
    }
}

/// What the user is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The caller.
    pub caller: Caller,
    /// The call. Its id is this server's own and never used twice.
    pub call: Call,
    /// The tool that really runs.
    pub tool: Tool,
    /// What the call would do, if that is known.
    pub preview: Option<Preview>,
}

/// Who decided that a call may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The policy: no question was needed, or the user has allowed the tool.
    Policy,
    /// The user, who was already asked by this program's own agent.
    Beforehand,
    /// The user, who was asked for this call.
    Person,
}

impl Decision {
    /// Its name, for files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Policy => "policy",
            Self::Beforehand => "beforehand",
            Self::Person => "person",
        }
    }
}

/// A call that is about to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Begun {
    /// The caller.
    pub caller: Caller,
    /// The call.
    pub call: Call,
    /// Who decided that it may run.
    pub decided: Decision,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The caller.
    pub caller: Caller,
    /// The call.
    pub call: Call,
    /// How it ended.
    pub end: CallEnd,
    /// The error for the caller; empty if the call succeeded.
    pub why: String,
}

impl Report {
    /// How a call ended, for its caller.
    pub(super) fn of(caller: &Caller, call: &Call, answer: &ToolAnswer) -> Self {
        let why = if answer.is_error() { words(answer) } else { String::new() };
        Self { caller: caller.clone(), call: call.clone(), end: answer.end, why }
    }
}

/// The beginning of an answer's words.
fn words(answer: &ToolAnswer) -> String {
    const MOST: usize = 300;
    let text = answer.parts.iter().find_map(|part| match part {
        vibeue_conversation::Part::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    text.unwrap_or_default().chars().take(MOST).collect()
}

/// Acts for the user: decides what may run, and receives reports of what was
/// done.
pub trait Overseer: Send + Sync {
    /// Decides whether a call may run. Returns soon after the call was stopped, with any answer.
    /// Only one call is asked about at a time.
    fn ask(&self, question: &Question, stop: &Stop) -> Approval;

    /// A call is about to run: recorded here, it can be named if it crashes the program.
    ///
    /// # Errors
    /// Why it must not run, in words for the caller.
    fn begins(&self, _begun: &Begun) -> Result<(), String> {
        Ok(())
    }

    /// A call ended, in any way, whether it had begun or not. For a call that its caller abandoned,
    /// this is reported when the tool returns.
    fn ended(&self, _report: &Report) {}

    /// Whether calls are denied by a user, not by a rule.
    fn is_a_person(&self) -> bool {
        true
    }
}

/// An overseer without a user: what was not allowed beforehand is denied.
#[derive(Debug, Clone, Copy, Default)]
pub struct Refuses;

impl Overseer for Refuses {
    fn ask(&self, question: &Question, _: &Stop) -> Approval {
        let name = question.tool.name();
        let reason = format!(
            "the user cannot be asked here; start this server with --allow {name} to allow it, or without --stdio to be asked"
        );
        Approval::Deny { reason: Some(reason) }
    }

    fn is_a_person(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_says_of_itself_is_bounded_and_cannot_dress_up() {
        let says = |name, version| Caller::new(name, version).declared_name;
        assert_eq!(says(Some("claude-code"), Some("2.1")), "claude-code 2.1");
        assert_eq!(says(Some(" "), None), "without a name");
        assert_eq!(says(None, Some("3")), "without a name 3");
        assert_eq!(says(Some("a\u{202e}b\nc\u{200b}d"), None), "a b c d");
        assert_eq!(says(Some(&"x".repeat(500)), None).len(), 80);
    }
}
