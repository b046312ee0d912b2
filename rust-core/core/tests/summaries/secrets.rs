//! Credentials in a session do not end up in what is made from it.

use vibeue_core::conversation::transcript::{self, Format, Layout, ReadOptions};
use vibeue_core::conversation::{Conversation, MessageKind};
use vibeue_core::secrets::Export;

use super::*;
use crate::credentials::{KINDS, planted};

/// Where a credential is met in a session.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// The user typed it.
    User,
    /// A tool printed it.
    Result,
    /// The model wrote it into a file.
    Arguments,
    /// A file of settings that a tool read.
    Environment,
}

const PLACES: [Place; 4] = [Place::User, Place::Result, Place::Arguments, Place::Environment];

/// A session in which each kind of credential is met in one place.
fn leaky(mode: Mode, place: Place) -> (Talk, Vec<String>) {
    let mut talk = Talk::new(mode);
    let mut secrets = Vec::new();
    talk.say(Role::System, "You help with an editor.");
    talk.say(Role::User, "Set up the build machine from the files in Config.");
    let mut file = "# the build machine\nPORT=8080\n".to_owned();
    for (nth, template) in KINDS.iter().enumerate() {
        let (text, secret) = planted(template, nth as u64 + 500);
        secrets.push(secret);
        match place {
            Place::Result => talk.tool(&format!("Config/Machine{nth}.txt"), text),
            Place::Arguments => {
                let call = ToolCall {
                    id: format!("w{nth}").into(),
                    name: "write_file".into(),
                    arguments: json!({"path": format!("Config/Copy{nth}.env"), "text": text})
                        .to_string(),
                    extra: Extra::new(),
                };
                talk.push(Message::new(
                    MessageId(0),
                    Role::Assistant,
                    vec![Part::ToolCall(Box::new(call))],
                ));
                talk.push(Message::tool_result(MessageId(0), format!("w{nth}"), None, "ok", false));
            }
            Place::User => {
                talk.say(Role::User, format!("For step {nth}: {text}"));
                talk.say(Role::Assistant, prose(nth as u64, 40));
            }
            Place::Environment => {
                file.push_str(text.trim_end());
                file.push_str("\nDEBUG=false\n");
                if nth % 12 == 11 || nth + 1 == KINDS.len() {
                    talk.tool(&format!("Config/{nth}/.env"), std::mem::take(&mut file));
                }
            }
        }
    }
    talk.exchanges(8, 120);
    talk.say(Role::User, "Now start the build.");
    talk.forced = true;
    (talk, secrets)
}

/// What a text contains of the secrets. Arguments are JSON, so a secret may
/// be there with its quotes and line ends escaped.
fn found<'s>(secrets: &'s [String], text: &str) -> Vec<&'s String> {
    let bare = text.replace("\\\\n", "\n").replace("\\n", "\n");
    secrets
        .iter()
        .filter(|secret| text.contains(secret.as_str()) || bare.contains(secret.as_str()))
        .collect()
}

fn everything_made(compaction: &Compaction) -> String {
    let record = serde_json::to_string(&compaction.record).unwrap();
    let summary = compaction.summary.iter().map(Message::joined_text).collect::<String>();
    let short = serde_json::to_string(&compaction.shortened).unwrap();
    format!("{record}\n{summary}\n{short}")
}

#[test]
fn no_secret_reaches_a_summary_by_rules_its_facts_or_a_placeholder() {
    assert!(KINDS.len() >= 40);
    for place in PLACES {
        for available in [6_000, 9_000, 14_000] {
            let (mut talk, secrets) = leaky(Mode::Rules, place);
            talk.available = available;
            let report = talk.run(&[]);
            let made = everything_made(compacted(&report));
            assert_eq!(
                found(&secrets, &made),
                Vec::<&String>::new(),
                "{place:?} in {available} tokens: {made}"
            );
        }
    }
}

#[test]
fn no_secret_reaches_the_model_that_writes_a_summary() {
    for place in PLACES {
        for (mode, rungs) in [(Mode::Hybrid, 1), (Mode::Llm, 1), (Mode::Hybrid, 2)] {
            let (mut talk, secrets) = leaky(mode, place);
            talk.available = 9_000;
            let steps = match rungs {
                1 => vec![Step::Say(good())],
                _ => vec![Step::Say(String::new()), Step::Say(good())],
            };
            let provider = Arc::new(Script::new(steps));
            let report = talk.run(&[model(&provider, "gpt-4o")]);
            let requests = provider.seen();
            assert!(!requests.is_empty());
            for request in &requests {
                let text = asked(request);
                assert_eq!(found(&secrets, &text), Vec::<&String>::new(), "{place:?} {mode:?}");
            }
            let made = everything_made(compacted(&report));
            assert_eq!(found(&secrets, &made), Vec::<&String>::new(), "{place:?}: {made}");
        }
    }
}

#[test]
fn no_secret_reaches_an_export_and_what_it_stands_in_can_be_read_again() {
    for place in PLACES {
        let (talk, secrets) = leaky(Mode::Rules, place);
        let before = Conversation::from_messages(talk.owned());
        let export = Export::of(before.clone());
        for format in [Format::OpenAiObject, Format::OpenAiLines, Format::Anthropic] {
            let text = transcript::write(&export.conversation, format, &Layout::pretty()).unwrap();
            assert_eq!(found(&secrets, &text), Vec::<&String>::new(), "{place:?} {format:?}");
            let read = transcript::read(text.as_bytes(), &ReadOptions::default()).unwrap();
            assert_eq!(read.repairs.len(), 0, "{place:?} {format:?}: {:?}", read.repairs);
        }
        for (message, masked) in before.messages.iter().zip(&export.conversation.messages) {
            assert_eq!((message.id, message.role), (masked.id, masked.role));
            for call in masked.tool_calls() {
                let arguments: Result<serde_json::Value, _> = serde_json::from_str(&call.arguments);
                assert!(arguments.is_ok(), "{}", call.arguments);
            }
        }
        assert_eq!(Export::of(export.conversation.clone()).conversation, export.conversation);
    }
}

#[test]
fn a_masked_summary_is_still_one_of_ours() {
    let (mut talk, _) = leaky(Mode::Rules, Place::Result);
    talk.available = 9_000;
    let report = talk.run(&[]);
    let summary = compacted(&report).summary.clone().unwrap();
    let id = summary.id;
    // The user wrote a secret into it.
    let edited = summary.joined_text().replace("</conv", "- DB_PASSWORD=hunter2\n</conv");
    let mut edited = Message::text(id, Role::User, edited);
    edited.kind = MessageKind::Summary;
    let talk = Conversation::from_messages(vec![summary, edited]);
    let export = Export::of(talk).conversation;
    assert!(export.messages[1].joined_text().contains("- DB_PASSWORD=[secret]\n"));
    let text = transcript::write(&export, Format::OpenAiArray, &Layout::pretty()).unwrap();
    let read = transcript::read(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(read.conversation.messages[0].kind, MessageKind::Summary);
}

#[test]
fn what_stays_verbatim_keeps_its_secrets() {
    let (mut talk, _) = leaky(Mode::Rules, Place::User);
    let (text, secret) = planted("The password is «hunter2{w8}».", 7);
    talk.say(Role::User, text);
    talk.available = 9_000;
    let report = talk.run(&[]);
    let after = compacted(&report).apply(&talk.owned());
    assert!(after.iter().any(|message| message.joined_text().contains(&secret)));
}
