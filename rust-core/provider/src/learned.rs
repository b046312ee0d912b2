//! What was learned about each model while talking to a server.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// What was learned about each model of one server.
///
/// Limited in size: users choose among a few models, but the names come from outside.
#[derive(Debug, Default)]
pub(crate) struct Learned<T> {
    models: Mutex<HashMap<String, T>>,
}

/// The maximum number of models that are remembered.
const ROOM: usize = 256;

impl<T: Clone + Default> Learned<T> {
    /// Returns what is known about a model.
    pub(crate) fn of(&self, model: &str) -> T {
        let models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        models.get(model).cloned().unwrap_or_default()
    }

    /// Changes what is known about a model.
    pub(crate) fn update(&self, model: &str, change: impl FnOnce(&mut T)) {
        let mut models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        if models.len() >= ROOM && !models.contains_key(model) {
            models.clear();
        }
        change(models.entry(model.to_owned()).or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_learned_holds_for_its_model_and_never_grows_without_end() {
        let learned = Learned::<u32>::default();
        learned.update("a", |known| *known = 7);
        assert_eq!((learned.of("a"), learned.of("b")), (7, 0));
        for number in 0..ROOM {
            learned.update(&number.to_string(), |known| *known = 1);
        }
        assert!(learned.models.lock().unwrap().len() <= ROOM);
        assert_eq!(learned.of(&(ROOM - 1).to_string()), 1);
    }
}
