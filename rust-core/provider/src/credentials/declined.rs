//! What the user declined while this process runs.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::CredentialFault;

/// The questions that were declined, or that nobody answered, by the store and
/// the server: they are not repeated with each request.
static DECLINED: Mutex<Option<HashMap<(String, String), CredentialFault>>> = Mutex::new(None);

fn with<T>(work: impl FnOnce(&mut HashMap<(String, String), CredentialFault>) -> T) -> T {
    let mut declined = DECLINED.lock().unwrap_or_else(PoisonError::into_inner);
    work(declined.get_or_insert_with(HashMap::new))
}

/// Why the key of a server was not given when the user was last asked.
pub(super) fn reason(store: &str, server: &str) -> Option<CredentialFault> {
    with(|all| all.get(&(store.to_owned(), server.to_owned())).cloned())
}

/// Forgets that a question was declined.
pub(super) fn forget(store: &str, server: &str) {
    with(|all| all.remove(&(store.to_owned(), server.to_owned())));
}

/// Remembers the outcome of a question.
pub(super) fn note<T>(store: &str, server: &str, outcome: &Result<T, CredentialFault>) {
    let of = (store.to_owned(), server.to_owned());
    with(|all| match outcome {
        Err(fault @ (CredentialFault::Refused | CredentialFault::Unanswered)) => {
            all.insert(of, fault.clone());
        }
        Ok(_) => {
            all.remove(&of);
        }
        Err(_) => {}
    });
}
