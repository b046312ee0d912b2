//! `vibeue key`. What needs a credential store is run by `.ci/credentials`, in a
//! private session bus with GNOME Keyring.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use support::Workshop;
use vibeue_scripted_server::{Model, Script, Server};

const KEY: &str = "sk-kept-0123456789abcdef";

/// Runs the program with something on standard input.
fn given(mut command: Command, input: &[u8]) -> (Option<i32>, String, String) {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may have ended before it read anything.
    let _ = child.stdin.take().unwrap().write_all(input);
    printed(child.wait_with_output().unwrap())
}

fn printed(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn without_a_store_nothing_is_kept_and_the_key_is_in_no_message() {
    let shop = Workshop::new();
    let set = shop.command(&["key", "set", "openai"]);
    let (code, out, err) = given(set, format!("{KEY}\n").as_bytes());
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    assert!(err.contains("credential store cannot be reached"), "{err}");
    assert!(!err.contains("0123456789"), "{err}");
    let list = shop.run(&["key", "list"]);
    assert_eq!((list.code, list.out.as_str()), (Some(2), ""), "{}", list.err);
}

#[test]
fn what_is_not_a_key_or_not_a_server_is_refused_before_the_store_is_asked() {
    let shop = Workshop::new();
    for (input, expected) in [
        (&b"  \n"[..], "no key was given"),
        (b"two words", "characters that a key cannot have"),
        (b"\"sk-quoted\"\nsk-second", "characters that a key cannot have"),
        (b"sk-\xff\xfe", "characters that a key cannot have"),
        (&[b'k'; 70_000], "longer than 64 KiB"),
    ] {
        let (code, _, err) = given(shop.command(&["key", "set", "openai"]), input);
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains(expected), "{expected}: {err}");
        assert!(!err.contains("sk-"), "{err}");
    }
    for (server, expected) in [
        ("skynet", "there is no provider `skynet`"),
        ("ftp://example.org", "is not a web server's address"),
        ("https://me:hunter22@example.org", "user name or a password"),
    ] {
        let (code, _, err) = given(shop.command(&["key", "set", server]), KEY.as_bytes());
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains(expected) && !err.contains("hunter22"), "{expected}: {err}");
    }
}

/// The program with the store of this session.
fn with_store(shop: &Workshop, args: &[&str]) -> Command {
    let mut command = shop.command(args);
    command.env_remove("VIBEUE_CREDENTIAL_STORE");
    command
}

fn run(shop: &Workshop, args: &[&str]) -> (Option<i32>, String, String) {
    printed(with_store(shop, args).output().unwrap())
}

/// What another program of the desktop finds.
fn secret_tool(args: &[&str]) -> (Option<i32>, String, String) {
    printed(Command::new("secret-tool").args(args).output().unwrap())
}

#[test]
#[ignore = "needs a keyring on a session bus of its own: .ci/credentials"]
fn a_kept_key_is_found_used_and_removed_and_is_in_nothing_that_is_written() {
    let key = Some(KEY.to_owned());
    let models = vec![Model::new("local", 8_192)];
    let server = Server::start(Script { key, models, ..Script::default() }).unwrap();
    let base = format!("{}/v1", server.url());
    let shop = Workshop::new();
    let doctor = ["doctor", "--provider", "openai", "--base-url", &base];
    let (code, out, _) = run(&shop, &doctor);
    assert_eq!(code, Some(4), "{out}");
    assert!(out.contains("no key"), "{out}");

    for key in ["sk-of-yesterday", KEY] {
        let (code, out, err) = given(with_store(&shop, &["key", "set", &base]), key.as_bytes());
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        let expected =
            format!("the key for {} is in the system's credential store\n", server.url());
        assert_eq!(out, expected);
    }
    let (_, listed, _) = run(&shop, &["key", "list", "--json"]);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    assert_eq!(listed, json!({"servers": [server.url()]}));
    let attributes = ["lookup", "application", "vibeue", "server", &server.url()];
    assert_eq!(secret_tool(&attributes), (Some(0), KEY.to_owned(), String::new()));

    let (code, out, err) = run(&shop, &[&doctor[..], &["-vv"]].concat());
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("key from the system's credential store"), "{out}");
    assert!(!out.contains(KEY) && !err.contains(KEY), "{out}{err}");
    // If the key were in the log or in the settings, it would be masked.
    let (code, out, err) = run(&shop, &[&doctor[..], &["--bundle", "bundle.md"]].concat());
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(!shop.read("bundle.md").contains(KEY));

    let remove = ["key", "remove", &base];
    let removed = format!("the key for {} was removed\n", server.url());
    assert_eq!(run(&shop, &remove), (Some(0), removed, String::new()));
    let none = format!("no key was stored for {}\n", server.url());
    assert_eq!(run(&shop, &remove), (Some(0), none, String::new()));
    assert_eq!(secret_tool(&attributes).0, Some(1));
    let nothing = "no key is stored; `vibeue key set SERVER` stores one\n".to_owned();
    assert_eq!(run(&shop, &["key", "list"]), (Some(0), nothing, String::new()));
}

#[test]
#[ignore = "needs a keyring that is locked and nobody who unlocks it: .ci/credentials"]
fn a_locked_store_that_nobody_unlocks_is_reported_and_keeps_its_key() {
    let shop = Workshop::new();
    let set = given(with_store(&shop, &["key", "set", "anthropic"]), KEY.as_bytes());
    assert_eq!(set.0, Some(0), "{set:?}");
    let lock = Command::new("dbus-send")
        .args(["--session", "--print-reply", "--dest=org.freedesktop.secrets"])
        .args(["/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock"])
        .arg("array:objpath:/org/freedesktop/secrets/collection/login")
        .output()
        .unwrap();
    assert!(lock.status.success(), "{lock:?}");
    let (code, out, err) = run(&shop, &["doctor", "--provider", "anthropic", "--model", "m"]);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    assert!(err.contains("is locked, and was not unlocked"), "{err}");
    // It does not keep a provider for which it has no key from working.
    let (code, _, err) = run(&shop, &["doctor", "--provider", "gemini", "--model", "m"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("does not answer without a key"), "{err}");
}
