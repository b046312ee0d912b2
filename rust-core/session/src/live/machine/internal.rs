//! The failure that reports a bug.

use super::input::Panicked;
use crate::live::{Failure, FailureClass};

/// The failure that reports a bug of ours to the host.
pub(in crate::live) fn internal(panic: &Panicked) -> Failure {
    Failure::new(FailureClass::Internal, format!("an internal error: {}", panic.message()))
        .hint("continue, or close and reopen the conversation; please report this")
}
