//! The programs with an active session.

use std::sync::{Arc, Mutex};

use vibeue_conversation::Result;

use super::lock;
use super::peer::Peer;
use super::token::random_text;

/// The maximum number of sessions. One more replaces the one that was idle for longest.
const MOST: usize = 64;

/// Programs with a session, by its id; the most recently active is the last.
#[derive(Debug, Default)]
pub(super) struct Sessions(Mutex<Vec<(String, Arc<Peer>)>>);

impl Sessions {
    /// Registers a session. `None` if there are too many sessions and all have running calls.
    ///
    /// # Errors
    /// If the system gives no random bytes.
    pub(super) fn begin(&self) -> Result<Option<(String, Arc<Peer>)>> {
        let id = random_text::<16>()?;
        let mut all = lock(&self.0);
        if all.len() >= MOST {
            let Some(idle) = all.iter().position(|(_, peer)| peer.is_idle()) else {
                return Ok(None);
            };
            all.remove(idle);
        }
        let begun = (id, Arc::new(Peer::default()));
        all.push(begun.clone());
        Ok(Some(begun))
    }

    /// The one with this id.
    pub(super) fn find(&self, id: &str) -> Option<Arc<Peer>> {
        let mut all = lock(&self.0);
        let at = all.iter().position(|(known, _)| known == id)?;
        let found = all.remove(at);
        let peer = Arc::clone(&found.1);
        all.push(found);
        Some(peer)
    }

    /// Forgets one, with its calls. Returns whether it was known.
    pub(super) fn end(&self, id: &str) -> bool {
        let mut all = lock(&self.0);
        let Some(at) = all.iter().position(|(known, _)| known == id) else { return false };
        all.remove(at).1.stop();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_sessions_take_the_room_of_a_few_and_the_one_in_use_stays() {
        let sessions = Sessions::default();
        let (used, _) = sessions.begin().unwrap().unwrap();
        for _ in 0..1000 {
            sessions.begin().unwrap().unwrap();
            assert!(sessions.find(&used).is_some());
        }
        assert_eq!(lock(&sessions.0).len(), MOST);
        assert!(sessions.end(&used) && !sessions.end(&used));
        assert!(sessions.find(&used).is_none());
    }
}
