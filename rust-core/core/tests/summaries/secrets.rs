//! Credentials that a session held do not travel on in what is made of it.

use super::*;
use crate::credentials::{KINDS, planted};

/// A session in which each kind of credential was printed by a tool, passed in
/// arguments, or said.
fn leaky(mode: Mode) -> (Talk, Vec<String>) {
    let mut talk = Talk::new(mode);
    let mut secrets = Vec::new();
    talk.say(Role::System, "You help with an editor.");
    talk.say(Role::User, "Set up the build machine from the files in Config.");
    for (nth, template) in KINDS.iter().enumerate() {
        let (text, secret) = planted(template, nth as u64 + 500);
        secrets.push(secret);
        match nth % 3 {
            0 => talk.tool(&format!("Config/Machine{nth}.env"), text),
            1 => {
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
            _ => {
                talk.say(Role::User, format!("For step {nth}: {text}"));
                talk.say(Role::Assistant, prose(nth as u64, 40));
            }
        }
    }
    talk.exchanges(8, 120);
    talk.say(Role::User, "Now start the build.");
    talk.forced = true;
    (talk, secrets)
}

/// What of the secrets stands in a text. Arguments are JSON, so a secret may
/// stand there with its quotes and line ends escaped.
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
fn no_secret_reaches_a_summary_by_rules_its_record_or_a_placeholder() {
    for available in [6_000, 9_000, 14_000] {
        let (mut talk, secrets) = leaky(Mode::Rules);
        talk.available = available;
        let report = talk.run(&[]);
        let made = everything_made(compacted(&report));
        assert_eq!(found(&secrets, &made), Vec::<&String>::new(), "in {available} tokens: {made}");
    }
}

#[test]
fn no_secret_reaches_the_model_that_writes_a_summary() {
    for (mode, rungs) in [(Mode::Hybrid, 1), (Mode::Llm, 1), (Mode::Hybrid, 2)] {
        let (mut talk, secrets) = leaky(mode);
        talk.available = 14_000;
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
            assert_eq!(found(&secrets, &text), Vec::<&String>::new());
        }
        let made = everything_made(compacted(&report));
        assert_eq!(found(&secrets, &made), Vec::<&String>::new(), "{made}");
    }
}

#[test]
fn what_stays_verbatim_keeps_its_secrets() {
    let (mut talk, _) = leaky(Mode::Rules);
    let (text, secret) = planted("The password is «hunter2{w8}».", 7);
    talk.say(Role::User, text);
    talk.available = 9_000;
    let report = talk.run(&[]);
    let after = compacted(&report).apply(&talk.owned());
    assert!(after.iter().any(|message| message.joined_text().contains(&secret)));
}
