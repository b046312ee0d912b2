//! What is wrong with a setting.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Error, ErrorKind};

/// A value that cannot be used, and what to use instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingsProblem {
    /// The setting, as it was named.
    pub name: String,
    /// The value, as it was given; cut when very long.
    pub value: String,
    /// What is wrong with it.
    pub message: String,
    /// What to do.
    pub fix: String,
}

impl SettingsProblem {
    /// The maximum number of characters of a name or value that a problem repeats.
    const SHOWN: usize = 80;
    /// What is wrong with a name that no setting has.
    const UNKNOWN: &str = "is not a setting";

    pub(super) fn new(
        name: &str,
        value: &str,
        message: impl Into<String>,
        fix: impl Into<String>,
    ) -> Self {
        Self { name: shown(name), value: shown(value), message: message.into(), fix: fix.into() }
    }

    /// A name that no setting has.
    pub(super) fn unknown(name: &str, fix: impl Into<String>) -> Self {
        Self::new(name, "", Self::UNKNOWN, fix)
    }

    /// Returns whether it is the name that is wrong: no setting has it.
    pub fn is_unknown(&self) -> bool {
        self.message == Self::UNKNOWN
    }

    /// What is wrong, with the value if that is what is wrong.
    fn what(&self) -> String {
        if self.is_unknown() {
            return self.message.clone();
        }
        format!("{:?} {}", self.value, self.message)
    }
}

/// Outside text on one line and of bounded length: it ends up in logs and
/// notices.
pub(super) fn shown(text: &str) -> String {
    let mut out: String = text
        .chars()
        .take(SettingsProblem::SHOWN)
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect();
    if out.len() < text.len() && text.chars().nth(SettingsProblem::SHOWN).is_some() {
        out.push('…');
    }
    out
}

impl fmt::Display for SettingsProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let equals = if self.is_unknown() { "" } else { " =" };
        write!(f, "{}{equals} {}; {}", self.name, self.what(), self.fix)
    }
}

impl std::error::Error for SettingsProblem {}

impl From<SettingsProblem> for Error {
    fn from(problem: SettingsProblem) -> Self {
        Error::new(ErrorKind::Settings, problem.what()).at(problem.name).hint(problem.fix)
    }
}

/// One problem keeps its parts; several become one message of as many lines.
impl From<Vec<SettingsProblem>> for Error {
    fn from(mut problems: Vec<SettingsProblem>) -> Self {
        if problems.len() == 1 {
            return problems.remove(0).into();
        }
        let lines: Vec<String> = problems.iter().map(|p| format!("\n  {p}")).collect();
        Error::new(
            ErrorKind::Settings,
            format!("{} settings cannot be used:{}", problems.len(), lines.concat()),
        )
    }
}
