//! The tools that are currently served to other programs.

use std::sync::{Arc, Mutex, Weak};

use vibeue_core::tools::served::ServedTools;

use crate::lock::lock;

/// The tools that are currently served.
static SERVED: Mutex<Weak<ServedTools>> = Mutex::new(Weak::new());

/// Sets the tools that are served from now on.
pub(crate) fn set(served: &Arc<ServedTools>) {
    *lock(&SERVED) = Arc::downgrade(served);
}

/// The tools that are currently served, if any.
pub(crate) fn served() -> Option<Arc<ServedTools>> {
    lock(&SERVED).upgrade()
}
