//! What is served to other programs now.

use std::sync::{Arc, Mutex, Weak};

use vibeue_core::tools::served::ServedTools;

use crate::lock::lock;

/// What is served now.
static SERVED: Mutex<Weak<ServedTools>> = Mutex::new(Weak::new());

/// This is served from now on.
pub(crate) fn set(served: &Arc<ServedTools>) {
    *lock(&SERVED) = Arc::downgrade(served);
}

/// What is served now, if something is.
pub(crate) fn served() -> Option<Arc<ServedTools>> {
    lock(&SERVED).upgrade()
}
