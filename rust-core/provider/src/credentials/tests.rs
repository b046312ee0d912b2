//! The client of the Secret Service before stores that do not do as they
//! should. That a real one is served is shown by `.ci/credentials`.

#![cfg(target_os = "linux")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::thread::JoinHandle;
use std::time::Duration;

use secrecy::ExposeSecret as _;

use super::bus::{Call, Writer};
use super::late_key::LateKey;
use super::secret_service::Bounds;
use super::{CredentialFault, CredentialStore};
use crate::connection::Origin;
use crate::{
    ConnectionStep, ConnectionTest, ErrorClass, Provider as _, ProviderConfig, StepOutcome, connect,
};
use vibeue_conversation::Protocol;

/// What a bus answers to one call after another; the end is that of the
/// connection.
enum Answer {
    /// A result of these types.
    Result(&'static str, fn(&mut Writer)),
    /// The error of this name.
    Error(&'static str),
    /// A signal that a question was completed, and an empty result before it.
    Completed(bool),
    /// These bytes.
    Bytes(Vec<u8>),
    /// Nothing, until the other side has gone.
    Silence,
}
use Answer::{Bytes, Completed, Error, Result as Returns, Silence};

const PROMPT: &str = "/prompt/1";

/// A bus that does the handshake and then answers as scripted.
struct Bus {
    store: CredentialStore,
    thread: JoinHandle<Vec<String>>,
    _folder: tempfile::TempDir,
}

impl Bus {
    fn of(answers: Vec<Answer>) -> Self {
        Self::greeting("OK 0123", answers)
    }

    fn greeting(greeting: &'static str, answers: Vec<Answer>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bus");
        let listener = UnixListener::bind(&path).unwrap();
        // What never comes is not waited for; what comes may come late.
        let is_silent = answers.iter().any(|answer| matches!(answer, Silence));
        let bounds = Bounds {
            answer: Duration::from_millis(if is_silent { 300 } else { 60_000 }),
            person: Duration::from_millis(300),
        };
        let thread = std::thread::spawn(move || serve(&listener, greeting, answers));
        let store = CredentialStore::at(format!("unix:path={}", path.display()), bounds);
        Self { store, thread, _folder: folder }
    }

    /// What is found of OpenAI's key, and which methods were called after the
    /// greeting.
    fn find(self) -> (Result<Option<String>, CredentialFault>, Vec<String>) {
        let found = wait(self.store.find(&openai()));
        let found = found.map(|key| key.map(|key| key.expose_secret().to_owned()));
        (found, self.thread.join().unwrap())
    }
}

fn openai() -> Origin {
    Origin::named("openai").unwrap()
}

fn wait<T>(question: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(question)
}

/// A message as a bus sends it: `kind` 2 is a result, 3 an error, 4 a signal.
fn message(kind: u8, reply_to: u32, error: &str, signature: &str, body: &[u8]) -> Vec<u8> {
    let mut head = Writer::default();
    for byte in [if cfg!(target_endian = "big") { b'B' } else { b'l' }, kind, 0, 1] {
        head.byte(byte);
    }
    head.number(u32::try_from(body.len()).unwrap());
    head.number(7);
    head.array(8, |fields| {
        let texts = [
            (1, "o", if kind == 4 { PROMPT } else { "" }),
            (3, "s", if kind == 4 { "Completed" } else { "" }),
            (4, "s", error),
            (8, "g", signature),
        ];
        for (code, kind, text) in texts.into_iter().filter(|(_, _, text)| !text.is_empty()) {
            fields.align(8);
            fields.byte(code);
            fields.signature(kind);
            if kind == "g" { fields.signature(text) } else { fields.text(text) }
        }
        fields.align(8);
        fields.byte(5);
        fields.signature("u");
        fields.number(reply_to);
    });
    head.align(8);
    [&head.into_bytes()[..], body].concat()
}

fn serve(listener: &UnixListener, greeting: &str, answers: Vec<Answer>) -> Vec<String> {
    let (mut stream, _) = listener.accept().unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut line = |expected: &str| {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        assert_eq!(line, expected);
    };
    line("\0AUTH EXTERNAL\r\n");
    stream.write_all(b"DATA\r\n").unwrap();
    line("DATA\r\n");
    stream.write_all(format!("{greeting}\r\n").as_bytes()).unwrap();
    let mut called = Vec::new();
    if !greeting.starts_with("OK") {
        return called;
    }
    line("BEGIN\r\n");
    let hello = Returns("s", |it| it.text(":1.7"));
    for (serial, answer) in (1..).zip([hello].into_iter().chain(answers)) {
        let Some(member) = receive(&mut reader) else { return called };
        if serial > 1 {
            called.push(member);
        }
        if !send(&mut stream, serial, answer) {
            break;
        }
    }
    // Until the other side has gone, or for a call that nobody expected.
    drop(stream);
    while let Some(member) = receive(&mut reader) {
        called.push(member);
    }
    called
}

/// Gives an answer; `false` if it is the last.
fn send(stream: &mut UnixStream, serial: u32, answer: Answer) -> bool {
    let filled = |fill: fn(&mut Writer)| {
        let mut body = Writer::default();
        fill(&mut body);
        body.into_bytes().to_vec()
    };
    let bytes = match answer {
        Returns(signature, fill) => message(2, serial, "", signature, &filled(fill)),
        Error(name) => message(3, serial, name, "", &[]),
        Completed(dismissed) => {
            let mut body = Writer::default();
            body.boolean(dismissed);
            body.signature("s");
            body.text("");
            let signal = message(4, 0, "", "bv", &body.into_bytes());
            [signal, message(2, serial, "", "", &[])].concat()
        }
        Bytes(bytes) => bytes,
        Silence => {
            let mut rest = Vec::new();
            let _ = stream.read_to_end(&mut rest);
            return false;
        }
    };
    stream.write_all(&bytes).is_ok()
}

/// The method that is called, and whether of the new item; `None` at the end.
fn receive(reader: &mut BufReader<UnixStream>) -> Option<String> {
    let mut head = [0; 16];
    reader.read_exact(&mut head).ok()?;
    let number = |at: usize| u32::from_ne_bytes(head[at..at + 4].try_into().unwrap()) as usize;
    let mut rest = vec![0; number(12).next_multiple_of(8) + number(4)];
    reader.read_exact(&mut rest).ok()?;
    let text = String::from_utf8_lossy(&rest).into_owned();
    const METHODS: [&str; 12] = [
        "Hello",
        "AddMatch",
        "OpenSession",
        "SearchItems",
        "Unlock",
        "GetSecret",
        "Prompt",
        "Dismiss",
        "ReadAlias",
        "CreateItem",
        "SetSecret",
        "Get",
    ];
    // The member, among the other fields of the head.
    let named = |name: &&&str| text.contains(&format!("\0{name}\0"));
    let name = METHODS.iter().find(named)?;
    let of = if text.contains("\0/item/new\0") { " of new" } else { "" };
    Some(format!("{name}{of}"))
}

/// The answers to the first two calls of each session.
fn opened(answers: impl IntoIterator<Item = Answer>) -> Vec<Answer> {
    let session = |it: &mut Writer| {
        it.signature("s");
        it.text("");
        it.text("/session/1");
    };
    [Returns("", |_| {}), Returns("vo", session)].into_iter().chain(answers).collect()
}

fn items(open: &[&str], locked: &[&str]) -> impl Fn(&mut Writer) {
    move |it| {
        for paths in [open, locked] {
            it.array(4, |array| paths.iter().for_each(|path| array.text(path)));
        }
    }
}

const ONE_OPEN: Answer = Returns("aoao", |it| items(&["/item/1"], &[])(it));
const ONE_LOCKED: Answer = Returns("aoao", |it| items(&[], &["/item/1"])(it));
const PROMPTS: Answer = Returns("aoo", |it| {
    it.array(4, |_| {});
    it.text(PROMPT);
});
const SECRET: Answer = Returns("(oayays)", |it| secret(it, b"sk-kept"));

fn secret(it: &mut Writer, key: &[u8]) {
    it.text("/session/1");
    it.blob(&[]);
    it.blob(key);
    it.text("text/plain");
}

const SEARCHED: [&str; 3] = ["AddMatch", "OpenSession", "SearchItems"];

fn called(after: &[&str]) -> Vec<String> {
    SEARCHED.iter().chain(after).map(|name| (*name).to_owned()).collect()
}

#[test]
fn a_key_is_found_and_the_user_is_asked_only_if_it_is_locked() {
    let key = || Ok(Some("sk-kept".to_owned()));
    assert_eq!(Bus::of(opened([ONE_OPEN, SECRET])).find(), (key(), called(&["GetSecret"])));
    assert_eq!(
        Bus::of(opened([ONE_LOCKED, PROMPTS, Completed(false), SECRET])).find(),
        (key(), called(&["Unlock", "Prompt", "GetSecret"]))
    );
    let none = Returns("aoao", |it| items(&[], &[])(it));
    assert_eq!(Bus::of(opened([none])).find(), (Ok(None), called(&[])));
}

#[test]
fn a_question_that_is_declined_or_never_answered_ends_and_is_taken_back() {
    let declined = Bus::of(opened([ONE_LOCKED, PROMPTS, Completed(true)])).find();
    assert_eq!(declined, (Err(CredentialFault::Refused), called(&["Unlock", "Prompt"])));
    let nothing = || Returns("", |_| {});
    let left = Bus::of(opened([ONE_LOCKED, PROMPTS, nothing(), nothing()])).find();
    let after = called(&["Unlock", "Prompt", "Dismiss"]);
    assert_eq!(left, (Err(CredentialFault::Unanswered), after));
}

#[test]
fn a_store_that_is_not_there_is_silent_or_fails_is_told_by_its_kind() {
    let found = |answers| Bus::of(opened(answers)).find().0.unwrap_err();
    let broken = |what: &str| CredentialFault::Broken(what.to_owned());
    let absent = Error("org.freedesktop.DBus.Error.ServiceUnknown");
    assert_eq!(found(vec![absent]), CredentialFault::Absent);
    let spawn = Error("org.freedesktop.DBus.Error.Spawn.ExecFailed");
    assert_eq!(found(vec![spawn]), CredentialFault::Absent);
    assert_eq!(found(vec![Silence]), CredentialFault::Silent);
    assert_eq!(
        found(vec![Error("org.freedesktop.Secret.Error.\u{1b}[31mIsBad sk-1")]),
        broken("org.freedesktop.Secret.Error.31mIsBadsk1")
    );
    let locked = Error("org.freedesktop.Secret.Error.IsLocked");
    assert_eq!(found(vec![ONE_OPEN, locked]), CredentialFault::Refused);
    let not_text = Returns("(oayays)", |it| secret(it, &[0xff, 0xfe]));
    assert_eq!(found(vec![ONE_OPEN, not_text]), broken("what it stores is not text"));
    let rejected = Bus::greeting("REJECTED EXTERNAL", Vec::new()).find();
    assert_eq!(rejected.0, Err(CredentialFault::Absent));
    let gone = CredentialStore::at("unix:path=/nonexistent/bus".to_owned(), Bounds::default());
    assert_eq!(wait(gone.list()), Err(CredentialFault::Absent));
    let off = |name: &str| (name == CredentialStore::VARIABLE).then(|| " none ".to_owned());
    let off = CredentialStore::of_system(&off);
    assert_eq!(wait(off.remove(&openai())), Err(CredentialFault::Absent));
}

#[test]
fn whatever_a_bus_sends_is_refused_without_a_panic_and_without_much_memory() {
    let malformed =
        CredentialFault::Broken("its answer is not that of a Secret Service".to_owned());
    let mut body = Writer::default();
    items(&["/item/1"], &[])(&mut body);
    let whole = message(2, 4, "", "aoao", &body.into_bytes());
    let huge = {
        let mut huge = whole.clone();
        huge[4..8].copy_from_slice(&u32::MAX.to_ne_bytes());
        huge
    };
    let long_array = Returns("aoao", |it| it.number(u32::MAX));
    let other_types = Returns("as", |it| it.number(0));
    for hostile in [Bytes(huge), Bytes(vec![b'x'; 16]), long_array, other_types] {
        assert_eq!(Bus::of(opened([hostile])).find().0, Err(malformed.clone()));
    }
    // Every byte of a message, changed to what it is least likely to be.
    for at in 0..whole.len() {
        for value in [0, 0x7f, 0xff] {
            let mut changed = whole.clone();
            changed[at] = value;
            let read = super::bus::Message::read(&changed);
            let _ = read
                .map(|it| it.arguments("aoao").and_then(|mut it| Some((it.paths()?, it.paths()?))));
        }
        assert!(super::bus::Message::read(&whole[..at]).is_none_or(|it| {
            let paths = it.arguments("aoao").map(|mut it| (it.paths(), it.paths()));
            !matches!(paths, Some((Some(_), Some(_))))
        }));
    }
}

/// When an item was changed.
fn changed(it: &mut Writer, at: u64) {
    it.signature("t");
    it.align(8);
    at.to_ne_bytes().into_iter().for_each(|byte| it.byte(byte));
}

#[test]
fn of_several_items_the_one_that_was_changed_last_is_read_and_replaced() {
    let two = || {
        [
            Returns("aoao", |it| items(&["/item/old", "/item/new"], &["/item/locked"])(it)),
            Returns("v", |it| changed(it, 7)),
            Returns("v", |it| changed(it, 1 << 33)),
        ]
    };
    let read = Bus::of(opened(two().into_iter().chain([SECRET]))).find();
    let asked = ["Get", "Get of new", "GetSecret of new"];
    assert_eq!(read, (Ok(Some("sk-kept".to_owned())), called(&asked)));

    let set = Returns("", |_| {});
    let bus = Bus::of(opened(two().into_iter().chain([set])));
    // That it is read back, by a connection of its own, is none of this bus.
    let _ = wait(bus.store.keep(&openai(), &"sk-next".into()));
    assert_eq!(bus.thread.join().unwrap(), called(&["Get", "Get of new", "SetSecret of new"]));

    let malformed = Returns("v", |it| {
        it.signature("s");
        it.text("today");
    });
    let first = two().into_iter().take(1);
    let not_a_time = Bus::of(opened(first.chain([malformed]))).find().0;
    assert!(matches!(not_a_time, Err(CredentialFault::Broken(_))), "{not_a_time:?}");
}

#[test]
fn a_call_that_is_too_long_is_not_sent() {
    let long = "k".repeat(2 << 20);
    let bus = Bus::of(opened([
        Returns("aoao", |it| items(&[], &[])(it)),
        Returns("o", |it| it.text("/collection")),
        Returns("aoo", |it| {
            it.array(4, |_| {});
            it.text("/");
        }),
    ]));
    let kept = wait(bus.store.keep(&openai(), &long.into()));
    assert_eq!(kept, Err(CredentialFault::Unfit("it is too long".to_owned())));
    assert!(Call::new("a", "/", "a", "A").body.is_empty());
}

#[test]
fn a_test_of_a_connection_does_not_say_that_a_server_answers_that_was_not_asked() {
    let bus = Bus::of(opened([ONE_LOCKED, PROMPTS, Completed(true)]));
    let config = ProviderConfig::new(Protocol::OpenaiChat, "https://api.openai.com/v1", "m");
    let make = move |key| connect(&ProviderConfig { key, ..config.clone() });
    let provider = LateKey::new(openai(), bus.store.clone(), make).unwrap();
    let test = wait(ConnectionTest::run(&provider, "m"));
    let said = |step| test.of(step).map(|report| (report.outcome, report.detail.clone()));
    let not_tried = Some((StepOutcome::Skipped, "not tried".to_owned()));
    assert_eq!(said(ConnectionStep::Address), not_tried);
    let declined = CredentialFault::Refused.message();
    assert_eq!(said(ConnectionStep::Key), Some((StepOutcome::Failed, declined)));
    assert_eq!(said(ConnectionStep::Chat), not_tried);
    bus.thread.join().unwrap();
}

#[test]
fn a_declined_question_comes_back_only_when_somebody_asks_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bus");
    let bounds = Bounds { answer: Duration::from_secs(60), person: Duration::from_millis(300) };
    let store = CredentialStore::at(format!("unix:path={}", path.display()), bounds);
    let listener = UnixListener::bind(&path).unwrap();
    let blank = Returns("(oayays)", |it| secret(it, b" \n"));
    let sessions = [
        vec![ONE_LOCKED, PROMPTS, Completed(true)],
        // An automatic request finds it still locked, and then unlocked elsewhere.
        vec![ONE_LOCKED],
        vec![ONE_OPEN, SECRET],
        vec![ONE_LOCKED, PROMPTS, Completed(true)],
        vec![ONE_LOCKED, PROMPTS, Completed(false), blank],
        // Nothing is declined any more.
        vec![ONE_LOCKED, PROMPTS, Completed(false), SECRET],
    ];
    let thread = std::thread::spawn(move || {
        sessions.map(|answers| serve(&listener, "OK 0123", opened(answers)))
    });
    let found = |asks: bool| {
        let found = if asks {
            wait(store.find(&openai()))
        } else {
            wait(store.find_unless_declined(&openai()))
        };
        found.map(|key| key.map(|key| key.expose_secret().to_owned()))
    };
    let kept = || Ok(Some("sk-kept".to_owned()));
    assert_eq!(found(false), Err(CredentialFault::Refused));
    assert_eq!(found(false), Err(CredentialFault::Refused));
    assert_eq!(found(false), kept());
    assert_eq!(found(true), Err(CredentialFault::Refused));
    assert_eq!(found(true), Ok(None));
    assert_eq!(found(false), kept());
    let asked = ["Unlock", "Prompt"];
    let read = ["Unlock", "Prompt", "GetSecret"];
    let expected: [&[&str]; 6] = [&asked, &[], &["GetSecret"], &asked, &read, &read];
    assert_eq!(thread.join().unwrap(), expected.map(called));
}

#[test]
fn which_servers_have_a_key_is_known_without_a_question() {
    let none = Returns("aoao", |it| items(&[], &[])(it));
    let bus = Bus::of(opened([ONE_LOCKED, none, ONE_OPEN]));
    let servers = ["openai", "anthropic", "gemini"].map(|name| Origin::named(name).unwrap());
    let all: Vec<&Origin> = servers.iter().collect();
    assert_eq!(wait(bus.store.holders(&all)), [&servers[0], &servers[2]]);
    assert_eq!(bus.thread.join().unwrap(), called(&["SearchItems", "SearchItems"]));
    let gone = CredentialStore::at("unix:path=/nonexistent/bus".to_owned(), Bounds::default());
    assert_eq!(wait(gone.holders(&all)), Vec::<&Origin>::new());
}

#[test]
fn what_the_store_does_not_give_ends_the_request_with_what_to_do() {
    let bus = Bus::of(opened([ONE_LOCKED, PROMPTS, Completed(true)]));
    let config = ProviderConfig::new(Protocol::OpenaiChat, "https://api.openai.com/v1", "m");
    let make = move |key| connect(&ProviderConfig { key, ..config.clone() });
    let provider = LateKey::new(openai(), bus.store.clone(), make).unwrap();
    let error = wait(provider.models()).unwrap_err();
    assert_eq!(error.class, ErrorClass::Authentication);
    assert_eq!(error.to_string(), CredentialFault::Refused.to_string());
    assert_eq!(provider.protocol(), Protocol::OpenaiChat);
    bus.thread.join().unwrap();
    // A server that needs no key is asked without one, and is itself reported as missing.
    let config = ProviderConfig::new(Protocol::OpenaiChat, "http://127.0.0.1:9/v1", "m");
    let make = move |key| connect(&ProviderConfig { key, ..config.clone() });
    let off = CredentialStore::of_system(&|_| None);
    let provider = LateKey::new(Origin::named("ollama").unwrap(), off, make).unwrap();
    assert_eq!(wait(provider.models()).unwrap_err().class, ErrorClass::Transport);
}
