//! The tool calls of one answer while it is being read.

use super::{ErrorClass, ProviderError};

/// More calls than any answer makes.
pub(crate) const MOST_CALLS: usize = 256;

/// More texts, calls and blocks than any answer has.
const MOST_PARTS: usize = 4_096;

/// Gives each call of an answer an id of its own, so that each result finds its
/// call: servers that implement a protocol only in part leave ids out or use
/// the same one twice.
#[derive(Debug, Default)]
pub(crate) struct AnswerCalls {
    ids: Vec<String>,
}

impl AnswerCalls {
    /// Begins a call; returns its position in the answer and its id. `answer`
    /// is the id of the answer, from which a missing call id is derived.
    ///
    /// # Errors
    /// [`ErrorClass::Protocol`] if the number of calls exceeds the limit.
    pub(crate) fn begin(
        &mut self,
        id: &str,
        answer: Option<&str>,
    ) -> Result<(usize, String), ProviderError> {
        let place = self.ids.len();
        if place == MOST_CALLS {
            return Err(too_many_calls());
        }
        let mut id = if id.is_empty() { made_up_id(answer, place) } else { id.to_owned() };
        while self.ids.contains(&id) {
            id = format!("{id}_{place}");
        }
        self.ids.push(id.clone());
        Ok((place, id))
    }

    /// How many calls there are.
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }
}

/// Derives an id from the id of the answer and the call's position; it stays
/// the same in all later requests.
pub(crate) fn made_up_id(answer: Option<&str>, place: usize) -> String {
    let mut tail: Vec<char> = answer
        .unwrap_or_default()
        .chars()
        .rev()
        .filter(char::is_ascii_alphanumeric)
        .take(18)
        .collect();
    tail.reverse();
    format!("call_{}_{place}", tail.into_iter().collect::<String>())
}

/// The error of an answer with too many calls.
pub(crate) fn too_many_calls() -> ProviderError {
    endless(MOST_CALLS, "tool calls")
}

/// Checks how many parts an answer has so far.
///
/// # Errors
/// [`ErrorClass::Protocol`] if their number exceeds the limit.
pub(crate) fn check_parts(count: usize) -> Result<(), ProviderError> {
    if count > MOST_PARTS { Err(endless(MOST_PARTS, "parts")) } else { Ok(()) }
}

fn endless(most: usize, what: &str) -> ProviderError {
    let message = format!("the server sent more than {most} {what} in one answer");
    let mut error = ProviderError::new(ErrorClass::Protocol, message)
        .hint("try again; if it keeps happening, the model or the server is at fault");
    error.may_repeat = Some(false);
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_has_an_id_of_its_own() {
        let mut calls = AnswerCalls::default();
        let ids: Vec<String> = ["a_2", "a", "a", "", "", "a_2_5"]
            .iter()
            .map(|id| calls.begin(id, Some("msg_01-x")).unwrap().1)
            .collect();
        assert_eq!(ids, ["a_2", "a", "a_2_2", "call_msg01x_3", "call_msg01x_4", "a_2_5"]);
        assert_eq!(calls.len(), 6);
    }

    #[test]
    fn calls_and_parts_without_end_are_refused() {
        let mut calls = AnswerCalls::default();
        let begun = (0..1_000).filter(|_| calls.begin("", None).is_ok()).count();
        assert_eq!(begun, MOST_CALLS);
        assert_eq!(check_parts(MOST_PARTS), Ok(()));
        let error = check_parts(MOST_PARTS + 1).unwrap_err();
        assert_eq!((error.class, error.is_transient()), (ErrorClass::Protocol, false));
    }
}
