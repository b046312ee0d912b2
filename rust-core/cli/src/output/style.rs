//! The styles of the terminal output, each with one meaning.

use anstyle::{AnsiColor, Style};

/// A heading.
pub(crate) const HEADING: Style = Style::new().bold();
/// What matters less than its neighbours.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// All is well; also a bar below 70 %.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// Worth a look; also a bar below 90 %.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default();
/// Too much.
pub(crate) const BAD: Style = AnsiColor::Red.on_default();
/// The name of the program before an error.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// The label of a note.
pub(crate) const NOTE: Style = AnsiColor::Cyan.on_default();
