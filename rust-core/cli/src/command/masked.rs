//! Notes about masked secrets.

use crate::console::Console;
use crate::output::counted;

/// Says how much was masked, and how to keep it.
pub(super) fn note_masked(count: usize, option: &str, console: &mut Console) {
    if count > 0 {
        let secrets = counted(count as u64, "secret");
        console.note(format!("{secrets} masked; {option} keeps them"));
    }
}
