//! How long leaving takes.

use std::time::Duration;

/// How long leaving waits for what is under way.
pub(super) const FAREWELL: Duration = Duration::from_secs(2);
