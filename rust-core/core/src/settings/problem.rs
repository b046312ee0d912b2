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
    /// The most characters of a name or value that a problem repeats.
    const SHOWN: usize = 80;

    pub(super) fn new(
        name: &str,
        value: &str,
        message: impl Into<String>,
        fix: impl Into<String>,
    ) -> Self {
        Self { name: shown(name), value: shown(value), message: message.into(), fix: fix.into() }
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
        write!(f, "{} = {:?} {}; {}", self.name, self.value, self.message, self.fix)
    }
}

impl std::error::Error for SettingsProblem {}

impl From<SettingsProblem> for Error {
    fn from(problem: SettingsProblem) -> Self {
        let message = format!("{:?} {}", problem.value, problem.message);
        Error::new(ErrorKind::Settings, message).at(problem.name).hint(problem.fix)
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
