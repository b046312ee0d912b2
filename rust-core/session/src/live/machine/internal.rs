//! The failure that a bug is.

use super::input::Panicked;
use crate::live::{Failure, FailureClass};

/// The failure that a bug of ours is for the host.
pub(in crate::live) fn internal(panic: &Panicked) -> Failure {
    Failure::new(FailureClass::Internal, format!("an internal error: {}", panic.message()))
        .hint("continue, or close and reopen the conversation; please report this")
}
