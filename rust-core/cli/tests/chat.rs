//! `vibeue chat`, against a server on this machine.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "chat/branches.rs"]
mod branches;
#[path = "chat/levers.rs"]
mod levers;
#[path = "chat/summaries.rs"]
mod summaries;

mod support;

use std::process::Command;

use serde_json::{Value, json};
use support::{Answer as Printed, KEY, Workshop};
use vibeue_scripted_server::{Answer, ErrorKind, Fault, Operation, Rule, Script, Server, Step};

struct Talk {
    shop: Workshop,
    server: Server,
}

impl Talk {
    fn with(script: Script) -> Self {
        Self { shop: Workshop::new(), server: Server::start(script).unwrap() }
    }

    fn command(&self, provider: &str, more: &[&str]) -> Command {
        let base = match provider {
            "openai" | "responses" => format!("{}/v1", self.server.url()),
            _ => self.server.url(),
        };
        let mut args =
            vec!["chat", "--provider", provider, "--base-url", &base, "--model", "scripted"];
        args.extend(more);
        let mut command = self.shop.command(&args);
        command.env("VIBEUE_API_KEY", KEY);
        command
    }

    fn run(&self, provider: &str, more: &[&str]) -> Printed {
        Printed::of(self.command(provider, more).output().unwrap())
    }

    /// Types lines into the interactive chat.
    fn type_in(&self, more: &[&str], lines: &str) -> Printed {
        Printed::typed(&mut self.command("openai", more), lines)
    }
}

fn lines(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A line long enough that leaving it out of the window is worth the while.
fn wish(at: u32) -> String {
    let why = "It was slow to open, and whoever stood before it was seen by the guards. ";
    format!("Change /Game/Doors/BP_Door_{at} to open at speed {at}00. {}\n", why.repeat(8))
}

#[test]
fn every_protocol_answers_a_question_on_standard_output() {
    for provider in ["openai", "responses", "anthropic", "gemini", "ollama"] {
        let talk = Talk::with(Script::steps([Answer::text("Forty-two, of course.")]));
        let printed = talk.run(provider, &["-p", "What is it?"]);
        assert_eq!(
            (printed.code, printed.out.as_str(), printed.err.as_str()),
            (Some(0), "Forty-two, of course.\n", ""),
            "{provider}"
        );
    }
}

#[test]
fn with_json_every_event_is_a_line_and_the_last_says_how_it_ended() {
    let talk = Talk::with(Script::steps([Answer::text("Yes, it does.")]));
    let printed = talk.run("openai", &["-p", "Does it?", "--json"]);
    assert_eq!((printed.code, printed.err.as_str()), (Some(0), ""));
    let lines = lines(&printed.out);
    let last = lines.last().unwrap();
    assert_eq!(
        [&last["event"], &last["state"], &last["reply"], &last["error"]],
        [&json!("done"), &json!("completed"), &json!("Yes, it does."), &json!(null)]
    );
    assert!(last["usage"]["used"].as_u64().unwrap() > 0);
    let words: String = lines
        .iter()
        .filter(|line| line["event"] == json!("text_delta"))
        .map(|line| line["text"].as_str().unwrap())
        .collect();
    assert_eq!(words, "Yes, it does.");
    assert_eq!(lines.iter().filter(|line| line["event"] == json!("turn_ended")).count(), 1);
}

#[test]
fn a_provider_that_fails_ends_with_code_4_and_its_class() {
    let fault = Fault::error(ErrorKind::Authentication);
    let talk = Talk::with(Script::steps([Step::from(fault)]));
    let printed = talk.run("openai", &["-p", "Hello?", "--json"]);
    assert_eq!((printed.code, printed.err.as_str()), (Some(4), ""));
    let last = lines(&printed.out).pop().unwrap();
    assert_eq!(
        [&last["state"], &last["error"]["class"]],
        [&json!("failed"), &json!("authentication")]
    );

    let talk = Talk::with(Script::steps([Step::from(Fault::error(ErrorKind::Authentication))]));
    let printed = talk.run("openai", &["-p", "Hello?"]);
    assert_eq!((printed.code, printed.out.as_str()), (Some(4), ""));
    assert!(printed.err.starts_with("vibeue: "), "{}", printed.err);
    assert!(!printed.err.contains(KEY), "{}", printed.err);
}

#[test]
fn no_output_shows_the_key_that_a_server_repeats() {
    let error = format!("{{\"error\": {{\"message\": \"no {KEY}, Bearer {KEY}\"}}}}");
    let raw = |status, content_type: &str, body: &str| Fault::Raw {
        status,
        content_type: content_type.to_owned(),
        body: body.to_owned(),
    };
    let faults = [
        raw(401, "application/json", &error),
        raw(404, "text/html", &format!("<html><title>{KEY}</title></html>")),
        raw(200, "application/json", &error),
        Fault::Redirect { status: 307, location: format!("http://{KEY}.example/?key={KEY}") },
    ];
    // Each waits for its own server most of the time.
    std::thread::scope(|all| {
        for provider in ["openai", "responses", "anthropic", "gemini", "ollama"] {
            let faults = &faults;
            all.spawn(move || {
                for fault in faults {
                    assert_no_key_is_shown(provider, fault, &["--json"]);
                    assert_no_key_is_shown(provider, fault, &[]);
                }
            });
        }
    });
}

/// A question to a server that answers with a fault and the key.
fn assert_no_key_is_shown(provider: &str, fault: &Fault, more: &[&str]) {
    let step = || Step::from(fault.clone()).header("x-request-id", KEY);
    let facts = || step().on(Operation::Facts);
    let talk = Talk::with(Script::steps([step(), step(), step(), facts(), facts()]));
    let mut args = vec!["--journal", "t.jsonl", "-p", "Hello?"];
    args.extend(more);
    let printed = talk.run(provider, &args);
    assert_eq!(printed.code, Some(4), "{provider} {fault:?}: {}", printed.out);
    let told = format!("{} {} {}", printed.out, printed.err, talk.shop.read("t.jsonl"));
    assert!(told.contains("Hello?"), "the journal is read at all: {told}");
    assert!(!told.contains(KEY), "{provider} {fault:?}: {told}");
}

#[test]
fn a_journal_is_begun_and_continued() {
    let talk = Talk::with(Script::steps([Answer::text("Noted."), Answer::text("It was blue.")]));
    let first = talk.run("openai", &["--journal", "t.jsonl", "-p", "The door is blue."]);
    assert_eq!((first.code, first.out.as_str()), (Some(0), "Noted.\n"));
    let second = talk.run("openai", &["--journal", "t.jsonl", "-p", "Which colour was it?"]);
    assert_eq!((second.code, second.out.as_str()), (Some(0), "It was blue.\n"));
    let bodies: Vec<String> = talk
        .server
        .exchanges()
        .iter()
        .filter(|exchange| exchange.operation == Operation::Chat)
        .map(|exchange| exchange.body.to_string())
        .collect();
    assert_eq!(bodies.len(), 2);
    assert!(bodies[1].contains("The door is blue.") && bodies[1].contains("Noted."));
    assert!(!talk.shop.read("t.jsonl").contains(KEY));
}

#[test]
fn a_tool_reads_the_folder_only_after_it_was_allowed() {
    let script = || {
        let call = Answer::call("c1", "read_file", r#"{"path": "door.txt"}"#);
        Script::steps([call, Answer::text("It is blue.")])
    };
    let allowed = Talk::with(script());
    allowed.shop.write("door.txt", "the door is blue\n");
    let printed = allowed.run("openai", &["--tools", ".", "--yes", "-p", "Look."]);
    assert_eq!((printed.code, printed.out.as_str()), (Some(0), "It is blue.\n"));
    let sent = allowed.server.exchanges().last().unwrap().body.to_string();
    assert!(sent.contains("the door is blue"), "{sent}");

    let denied = Talk::with(script());
    denied.shop.write("door.txt", "the door is blue\n");
    let printed = denied.run("openai", &["--tools", ".", "-p", "Look."]);
    assert_eq!(printed.code, Some(0));
    let sent = denied.server.exchanges().last().unwrap().body.to_string();
    assert!(!sent.contains("the door is blue") && sent.contains("there is no one to allow"));
}

#[test]
fn the_interactive_chat_answers_commands_and_messages() {
    let talk = Talk::with(Script::steps([Answer::text("Hello yourself."), Answer::text("Bye.")]));
    let printed = talk.type_in(
        &[],
        "hello\n/context\n/history\n/zork\n/tools\n/model\n//literal\n/export\n/pin\n/quit\nnever\n",
    );
    assert_eq!(printed.code, Some(0));
    for wanted in [
        "Hello yourself.",
        "your messages",
        "next summary:",
        "m1 user",
        "--tools DIR",
        "scripted",
        "Bye.",
        "\"content\": \"/literal\"",
    ] {
        assert!(printed.out.contains(wanted), "{wanted}: {}", printed.out);
    }
    assert!(printed.err.contains("there is no command /zork"), "{}", printed.err);
    assert!(printed.err.contains("is pinned"), "{}", printed.err);
    let chats = talk.server.exchanges();
    let chats = chats.iter().filter(|exchange| exchange.operation == Operation::Chat);
    assert_eq!(chats.count(), 2, "nothing after /quit is sent");
}

#[test]
fn the_context_is_printed_with_a_forecast_and_written_as_data_but_over_no_file() {
    let talk = Talk::with(Script {
        rules: vec![Rule { step: Step::from(Answer::text("Done with that.")), ..Rule::default() }],
        ..Script::default()
    });
    let mut typed: String = (0..6).map(wish).collect();
    typed.push_str("/context\n/context --json use.json\n/context --csv use.csv\n");
    typed.push_str("/context --csv use.json\n/context --csv --force use.csv\n/quit\n");
    let options = ["--set", "mode=rules", "--set", "recent_messages_to_keep=4"];
    let printed = talk.type_in(&options, &typed);
    assert_eq!(printed.code, Some(0));
    for wanted in
        ["next summary: in about ", " at this pace", "a summary now would free about ", "turns ago"]
    {
        assert!(printed.out.contains(wanted), "{wanted}: {}", printed.out);
    }
    assert_eq!(printed.out.matches("written to use.").count(), 3, "{}", printed.out);
    let refused = "the file already exists (put --force before the file to replace it)";
    assert_eq!(printed.err.matches(refused).count(), 1, "{}", printed.err);
    let read = |name: &str| talk.shop.read(name);
    let report: Value = serde_json::from_str(&read("use.json")).unwrap();
    let parts = report["parts"].as_array().unwrap();
    let sum: u64 = parts.iter().map(|part| part["tokens"].as_u64().unwrap()).sum();
    assert_eq!(report["used"].as_u64(), Some(sum));
    assert_eq!(report["next"]["forecast"]["when"], json!("in_turns"));
    assert!(read("use.csv").starts_with("section,id,name,tokens,percent,turns_ago,detail\r\n"));
}

/// A dozen wishes and then commands, with a server whose every answer is the same text, which is
/// not a summary.
fn long_chat(mode: &str, commands: &str) -> Printed {
    let talk = Talk::with(Script {
        rules: vec![Rule { step: Step::from(Answer::text("Done with that.")), ..Rule::default() }],
        ..Script::default()
    });
    let wishes: String = (0..12).map(wish).collect();
    let printed = talk.type_in(
        &["--set", mode, "--set", "recent_messages_to_keep=4"],
        &format!("{wishes}{commands}"),
    );
    assert_eq!(printed.code, Some(0));
    printed
}

#[test]
fn a_long_chat_is_summarized_on_demand_and_the_summary_undone() {
    let printed =
        long_chat("mode=rules", "/preview\n/summarize\n/context\n/undo\n/context\n/quit\n");
    assert!(printed.out.contains("Summarizing would bring"), "{}", printed.out);
    // The preview changed nothing, and says nothing else.
    for told in ["summarizing conversation history: ", "context summarized: "] {
        assert_eq!(printed.err.matches(told).count(), 1, "{told}: {}", printed.err);
    }
    assert!(printed.err.contains("undid 1 summary"), "{}", printed.err);
}

#[test]
fn what_cannot_be_reached_or_is_set_wrong_is_said_with_what_to_do() {
    let shop = Workshop::new();
    let run = |args: &[&str]| shop.run(args);
    let nobody = run(&[
        "chat",
        "--provider",
        "openai",
        "--base-url",
        "http://127.0.0.1:9/v1",
        "--model",
        "m",
        "-p",
        "x",
    ]);
    assert_eq!((nobody.code, nobody.out.as_str()), (Some(4), ""), "{}", nobody.err);
    let plain = run(&[
        "chat",
        "--provider",
        "openai",
        "--base-url",
        "http://example.com/v1",
        "--model",
        "m",
        "-p",
        "x",
    ]);
    assert_eq!(plain.code, Some(2));
    assert!(plain.err.contains("use https"), "{}", plain.err);
    let without = run(&["chat", "-p", "x"]);
    assert_eq!(without.code, Some(2));
    assert!(without.err.contains("--provider"), "{}", without.err);
    let keyless = run(&["chat", "--provider", "anthropic", "--model", "m", "-p", "x"]);
    assert_eq!(keyless.code, Some(2));
    assert!(keyless.err.contains("ANTHROPIC_API_KEY"), "{}", keyless.err);
    let json = run(&["chat", "--json", "--model", "m"]);
    assert_eq!(json.code, Some(2));
}

#[test]
fn with_json_the_last_line_is_there_even_where_no_model_could_be_asked_for() {
    let talk = Talk::with(Script { key: Some("another".to_owned()), ..Script::default() });
    let base = format!("{}/v1", talk.server.url());
    let mut command = talk.shop.command(&["chat", "--base-url", &base, "-p", "x", "--json"]);
    let printed = Printed::of(command.env("VIBEUE_API_KEY", KEY).output().unwrap());
    assert_eq!((printed.code, printed.err.as_str()), (Some(4), ""));
    let lines = lines(&printed.out);
    assert_eq!(lines.len(), 1);
    assert_eq!(
        [&lines[0]["event"], &lines[0]["state"], &lines[0]["error"]["class"]],
        [&json!("done"), &json!("failed"), &json!("authentication")]
    );
}

#[test]
fn what_a_server_refuses_as_too_long_is_told_once_and_in_its_own_words() {
    let talk = Talk::with(Script { context_limit: Some(2), ..Script::default() });
    let printed = talk.run("openai", &["-p", "hello"]);
    assert_eq!((printed.code, printed.out.as_str()), (Some(3), ""));
    assert_eq!(printed.err.matches("what must stay needs").count(), 1, "{}", printed.err);
    assert!(printed.err.contains("what the server said: "), "{}", printed.err);
    assert!(printed.err.contains("too long; the next one has at most"), "{}", printed.err);
}

#[test]
fn an_empty_question_and_bytes_that_are_not_text_are_reported_as_what_they_are() {
    let talk = Talk::with(Script::steps([Answer::text("Yes.")]));
    let printed = talk.run("openai", &["-p", " "]);
    assert_eq!((printed.code, printed.out.as_str()), (Some(2), ""));
    assert!(printed.err.contains("the question is empty"), "{}", printed.err);

    let printed = Printed::typed(&mut talk.command("openai", &[]), b"Well?\n\xff\xfe?\n");
    assert_eq!((printed.code, printed.out.as_str()), (Some(2), "Yes.\n"));
    assert!(printed.err.contains("is not UTF-8"), "{}", printed.err);
}

#[test]
fn a_command_that_does_not_exist_is_answered_with_the_one_that_was_meant() {
    let talk = Talk::with(Script::default());
    let printed = talk.type_in(&[], "/contxt\n/summari\n/quit\n");
    assert_eq!(printed.code, Some(0));
    for wanted in ["did you mean /context?", "did you mean /summarize?"] {
        assert!(printed.err.contains(wanted), "{wanted}: {}", printed.err);
    }
    assert!(talk.server.exchanges().iter().all(|it| it.operation != Operation::Chat));
}

#[test]
fn an_unknown_variable_is_told_and_the_chat_goes_on() {
    let talk = Talk::with(Script::steps([Answer::text("Yes.")]));
    let mut command = talk.command("openai", &["-p", "Well?"]);
    let printed = Printed::of(command.env("VIBEUE_TRESHOLD", "0.5").output().unwrap());
    assert_eq!((printed.code, printed.out.as_str()), (Some(0), "Yes.\n"));
    assert!(printed.err.contains("did you mean VIBEUE_THRESHOLD?"), "{}", printed.err);
}

#[test]
fn who_wrote_a_summary_that_the_model_did_not_is_told() {
    let printed = long_chat("mode=llm", "/summarize\n/context\n/quit\n");
    assert!(printed.err.contains("rules wrote the summary"), "{}", printed.err);
}

#[test]
fn what_does_not_fit_ends_with_code_3_whoever_finds_out() {
    let overflow = || Fault::Overflow { wording: None, limit: 4_000, requested: 5_000 };
    // Switched off, so that nothing is made shorter: the server finds out.
    let talk = Talk::with(Script::steps([Step::from(overflow())]));
    let printed = talk.run("openai", &["--set", "enabled=false", "-p", "hello", "--json"]);
    let last = lines(&printed.out).pop().unwrap();
    assert_eq!(
        (printed.code, &last["error"]["class"]),
        (Some(3), &json!("context_length_exceeded"))
    );
    // This program finds out.
    let talk = Talk::with(Script::default());
    let long = "word ".repeat(3_000);
    let printed = talk.run("openai", &["--window", "2k", "-p", &long, "--json"]);
    let last = lines(&printed.out).pop().unwrap();
    assert_eq!((printed.code, &last["error"]["class"]), (Some(3), &json!("irreducible")));
    let hint = last["error"]["hint"].as_str().unwrap();
    assert!(hint.starts_with("shorten the newest message, or use a model"), "{hint}");
    // Shortening the message would not help against the system prompt.
    let talk = Talk::with(Script::default());
    let system = ["--system", long.as_str(), "--window", "2k", "-p", "hello", "--json"];
    let printed = talk.run("openai", &system);
    let last = lines(&printed.out).pop().unwrap();
    assert_eq!(printed.code, Some(3));
    let hint = last["error"]["hint"].as_str().unwrap();
    assert!(hint.starts_with("shorten the system prompt, or use a model"), "{hint}");
}

#[test]
fn a_summary_is_a_line_and_more_is_told_only_where_it_is_asked_for() {
    let told = |verbosity: &[&str]| {
        let talk = Talk::with(Script {
            rules: vec![Rule {
                step: Step::from(Answer::text("Done with that.")),
                ..Rule::default()
            }],
            ..Script::default()
        });
        let typed: String = (0..12).map(wish).collect();
        let options = ["--set", "mode=rules", "--set", "recent_messages_to_keep=4"];
        let options = [verbosity, &options[..]].concat();
        let printed = talk.type_in(&options, &(typed + "/summarize\n/quit\n"));
        assert_eq!(printed.code, Some(0));
        assert_eq!(printed.err.matches("context summarized: ").count(), 1, "{}", printed.err);
        let count = |level: &str| {
            let begin = format!("vibeue: {level}: vibeue");
            printed.err.lines().filter(|line| line.starts_with(&begin)).count()
        };
        (count("info"), count("debug"))
    };
    assert_eq!(told(&[]), (0, 0));
    let (info, debug) = told(&["-v"]);
    assert_eq!((info, debug), (1, 0), "one line for the one summary");
    let (info, debug) = told(&["-vv"]);
    assert!(info >= 1 && debug >= 1, "{info} {debug}");
}
