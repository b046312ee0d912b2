//! What the figures of the context were made from.

use std::sync::Arc;

use crate::live::{Breaker, ModelChoice};
use vibeue_conversation::settings::Settings;

/// What figures depend on.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) version: u64,
    pub(super) total: u64,
    pub(super) available: u64,
    pub(super) settings: Arc<Settings>,
    pub(super) model: Arc<ModelChoice>,
    pub(super) breakers: Vec<Breaker>,
}

impl Ground {
    pub(super) fn is(&self, other: &Self) -> bool {
        let numbers = |it: &Self| (it.version, it.total, it.available);
        numbers(self) == numbers(other)
            && Arc::ptr_eq(&self.settings, &other.settings)
            && Arc::ptr_eq(&self.model, &other.model)
            && self.breakers == other.breakers
    }
}
