//! The user signs in to a project's servers, and out again.

use serde_json::json;
use vibeue_core::tools::CallEnd;
use vibeue_core::tools::mcp::{RowState, ServerRow, ServerState, SignIns, SignOut};
use vibeue_scripted_server::mcp::{SignInServer, agree};

use super::{Opened, Place};

impl Opened {
    /// Signs the user in to the server.
    fn sign_in(&self) -> Vec<ServerRow> {
        self.servers.sign_in("s");
        let rows = self.until("the page", |rows| !page(rows).is_empty());
        agree(&page(&rows)).unwrap();
        self.states(&["ready"])
    }
}

/// The page at which the user signs in, once there is one.
fn page(rows: &[ServerRow]) -> String {
    match &rows[0].state {
        RowState::Started(ServerState::SigningIn { page }) => page.clone(),
        _ => String::new(),
    }
}

pub(super) fn signed_in_and_out() {
    let place = Place::new();
    let server = SignInServer::start("plain").unwrap();
    place.write(&json!({"s": {"url": server.url()}}));
    let opened = place.open();
    opened.states(&["needs permission"]);
    // A server that was not allowed offers no sign-in.
    opened.servers.sign_in("s");
    opened.servers.allow("s");
    opened.states(&["needs_sign_in"]);
    let rows = opened.sign_in();
    assert!(rows[0].is_signed_in && rows[0].tools == ["s__act"], "{rows:?}");
    assert_eq!(opened.call("s__act"), (CallEnd::Done, "did it".to_owned()));
    opened.servers.sign_out("s");
    let rows = opened.states(&["needs_sign_in"]);
    assert!(!rows[0].is_signed_in, "{rows:?}");
    opened.until("the word of the authorization server", |rows| {
        rows[0].sign_out == Some(SignOut::Revoked)
    });
    assert_eq!(server.revoked().len(), 2);
    // A restart abandons one that waits for the user.
    opened.servers.sign_in("s");
    opened.until("the second page", |rows| !page(rows).is_empty());
    opened.servers.restart("s");
    opened.states(&["needs_sign_in"]);
    // What cannot be forgotten is reported.
    opened.sign_in();
    let kept = place.0.path().join(SignIns::FILE_NAME);
    std::fs::remove_file(&kept).unwrap();
    std::fs::create_dir(&kept).unwrap();
    opened.servers.sign_out("s");
    opened.until("that it was not forgotten", |rows| {
        matches!(rows[0].sign_out, Some(SignOut::NotForgotten { .. }))
    });
    assert_eq!(server.faults(), Vec::<String>::new());
}

pub(super) fn signed_out_at_the_end() {
    let place = Place::new();
    let server = SignInServer::start("plain").unwrap();
    place.write(&json!({"s": {"url": server.url()}}));
    let opened = place.open();
    opened.servers.allow("s");
    opened.states(&["needs_sign_in"]);
    opened.sign_in();
    // The editor closes before the thread comes to it.
    opened.servers.close();
    opened.servers.sign_out("s");
    drop(opened);
    assert_eq!(server.revoked().len(), 2);
    let again = place.open();
    again.states(&["needs_sign_in"]);
}

pub(super) fn signed_out_of_a_silent_one() {
    let place = Place::new();
    let server = SignInServer::start("silent_revocation").unwrap();
    place.write(&json!({"s": {"url": server.url()}}));
    let opened = place.open();
    opened.servers.allow("s");
    opened.states(&["needs_sign_in"]);
    opened.sign_in();
    opened.servers.sign_out("s");
    // The server starts again, and orders are taken, before it answers.
    let rows = opened.states(&["needs_sign_in"]);
    assert_eq!(rows[0].sign_out, Some(SignOut::Revoking));
    opened.servers.sign_in("s");
    opened.until("the next page", |rows| !page(rows).is_empty());
    let why = "the authorization server does not answer within 5 seconds".to_owned();
    let end = Some(SignOut::StillValid { why });
    let rows = opened.until("the end of waiting", |rows| rows[0].sign_out == end);
    agree(&page(&rows)).unwrap();
    let rows = opened.states(&["ready"]);
    assert_eq!(rows[0].sign_out, None);
}
