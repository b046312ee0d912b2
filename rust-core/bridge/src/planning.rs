//! Plan mode, as far as it reaches beyond one conversation.

use std::sync::{Arc, Mutex};

use vibeue_core::tools::served::ServedTools;

use crate::lock::lock;
use crate::served_now;

/// How many conversations of this process are in plan mode. Locked while the served tools are
/// notified, so that the last update wins.
static PLANNING: Mutex<usize> = Mutex::new(0);

/// A conversation that is in plan mode. While there is one, other programs cannot change anything
/// either: one of them may be the agent of that conversation.
#[derive(Debug)]
pub(crate) struct Planning(());

impl Planning {
    /// Puts it in plan mode until this is dropped.
    pub(crate) fn begin() -> Self {
        count(|planning| planning + 1);
        Self(())
    }
}

impl Drop for Planning {
    fn drop(&mut self) {
        count(|planning| planning.saturating_sub(1));
    }
}

/// Tools begin to be served: plan mode applies to them from the first call on.
pub(crate) fn bind(served: &Arc<ServedTools>) {
    let planning = lock(&PLANNING);
    served.set_plan_mode(*planning > 0);
    served_now::set(served);
}

/// Returns whether a conversation is in plan mode.
pub(crate) fn is_on() -> bool {
    *lock(&PLANNING) > 0
}

fn count(change: impl FnOnce(usize) -> usize) {
    let mut planning = lock(&PLANNING);
    *planning = change(*planning);
    if let Some(served) = served_now::served() {
        served.set_plan_mode(*planning > 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plan_mode_holds_until_the_last_conversation_has_left_it() {
        let (first, second) = (Planning::begin(), Planning::begin());
        drop(first);
        assert!(is_on());
        drop(second);
        assert!(!is_on());
    }
}
