//! `vibeue mcp login` and `vibeue mcp logout`, with a browser that agrees.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Stdio;

use serde_json::{Value, json};
use support::{Answer, Workshop};
use vibeue_scripted_server::mcp::{SignInServer, agree};

struct Place {
    shop: Workshop,
    server: SignInServer,
}

impl Place {
    fn new(mode: &str) -> Self {
        let place = Self { shop: Workshop::new(), server: SignInServer::start(mode).unwrap() };
        place.shop.write("settings.toml", "");
        let list = json!({"mcpServers": {"web": {"url": place.server.url()},
            "files": {"command": "true"}}});
        place.shop.write_json(".mcp.json", &list);
        place
    }

    fn args<'a>(words: &[&'a str]) -> Vec<&'a str> {
        [&["mcp"], words, &["--config", "settings.toml"]].concat()
    }

    fn run(&self, words: &[&str]) -> Answer {
        self.shop.run(&Self::args(words))
    }

    /// Signs in, with a browser that goes to the page that is printed.
    fn login(&self, more: &[&str]) -> Answer {
        let words = [&["login", "web", "--no-browser"], more].concat();
        let mut command = self.shop.command(&Self::args(&words));
        let piped = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut err = String::new();
        while errors.read_line(&mut err).unwrap() > 0 {
            if let Some(page) = err.split("open this page: ").nth(1) {
                agree(page.trim()).unwrap();
                break;
            }
        }
        errors.read_to_string(&mut err).unwrap();
        let mut out = String::new();
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        Answer { code: child.wait().unwrap().code(), out, err }
    }
}

#[test]
fn the_user_signs_in_at_the_printed_address_and_out_again() {
    let place = Place::new("plain");
    let printed = place.login(&[]);
    assert_eq!((printed.code, printed.out.as_str()), (Some(0), "signed in to web\n"));
    assert!(
        printed.err.contains("to sign in, open this page: http://127.0.0.1:"),
        "{}",
        printed.err
    );
    let kept = place.shop.read("sign-ins.json");
    let secrets = place.server.tokens();
    assert!(secrets.iter().all(|secret| kept.contains(secret)), "{kept}");
    assert!(secrets.iter().all(|secret| !printed.err.contains(secret)), "{}", printed.err);
    let again = place.run(&["login", "web", "--no-browser"]);
    assert_eq!((again.code, again.out.as_str()), (Some(0), "web does not require a sign-in\n"));

    let out = place.run(&["logout", "web"]);
    assert_eq!(
        (out.code, out.out.as_str()),
        (Some(0), "signed out of web: the authorization server has revoked the tokens\n")
    );
    assert_eq!(place.server.revoked().len(), 2);
    let out = place.run(&["logout", "web", "--json"]);
    let told: Value = serde_json::from_str(&out.out).unwrap();
    assert_eq!(
        told,
        json!({"server": "web", "was_signed_in": false, "revoked": false, "why_not": null})
    );
    assert_eq!(place.server.faults(), Vec::<String>::new());
}

#[test]
fn a_sign_in_that_fails_says_why_and_keeps_nothing() {
    let place = Place::new("denies");
    let printed = place.login(&["--json"]);
    let told: Value = serde_json::from_str(&printed.out).unwrap();
    let why = "the authorization server refused: access_denied";
    let state = json!({"state": "needs_sign_in", "why": why});
    let expected = json!({"server": "web", "signed_in": false, "state": state});
    assert_eq!((printed.code, told), (Some(4), expected), "{}", printed.err);
    assert!(!place.shop.names().contains(&"sign-ins.json".to_owned()));
}

#[test]
fn a_sign_out_that_the_server_rejects_still_applies_here_and_says_what_stays_valid() {
    let place = Place::new("busy_revocation");
    place.login(&[]);
    let out = place.run(&["logout", "web", "--json"]);
    let told: Value = serde_json::from_str(&out.out).unwrap();
    let why = "refresh_token: status 503, access_token: status 503";
    let expected =
        json!({"server": "web", "was_signed_in": true, "revoked": false, "why_not": why});
    assert_eq!((out.code, told), (Some(0), expected), "{}", out.err);
    assert!(!place.shop.read("sign-ins.json").contains("-secret"));
}

#[test]
fn what_nobody_can_sign_in_at_is_said_to_be_so() {
    let place = Place::new("plain");
    for (name, why) in [
        ("nobody", "there is no server \"nobody\" in the list"),
        ("files", "files is a program on this machine"),
    ] {
        for action in ["login", "logout"] {
            let printed = place.run(&[action, name]);
            assert!(printed.code != Some(0) && printed.err.contains(why), "{}", printed.err);
        }
    }
}
