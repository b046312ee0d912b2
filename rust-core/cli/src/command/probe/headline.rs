//! A run in one line.

use super::first_part::Size;
use super::record::Run;
use crate::output::grouped;

/// In one line, how the figures were obtained.
pub(super) fn headline(run: &Run) -> String {
    let size = match run.size() {
        Size::Share(share) => format!("{share} of the tokens"),
        Size::Window(window) => format!("a window of {}", grouped(window)),
    };
    format!(
        "answered by {}, graded by {}; {size} by {}, prompts {}",
        run.reader,
        run.graders.join(", "),
        run.encoding,
        run.prompts
    )
}
