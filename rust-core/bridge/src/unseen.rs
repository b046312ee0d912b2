//! Characters that nobody sees, for whoever shows what others wrote.

use vibeue_core::conversation::show_unseen as show;

use crate::fence::fenced;

pub(crate) fn show_unseen(text: &str) -> String {
    fenced(|_| String::new(), || show(text))
}
