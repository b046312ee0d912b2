//! `vibeue chat --agent`, against an agent on this machine.
//!
//! The program starts itself again as the agent, see
//! `vibeue_scripted_server::acp`.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::process::Command;
#[cfg(unix)]
use std::process::Stdio;

use libtest_mimic::Arguments;
use serde_json::Value;
use support::{Answer as Printed, KEY, Workshop, trial};

/// Says to this program that it is the agent, and how it is greeted.
const MODE: &str = "SCRIPTED_ACP_MODE";

fn main() {
    if let Ok(mode) = std::env::var(MODE) {
        vibeue_scripted_server::acp::serve(&mode);
        return;
    }
    let trials = vec![
        trial("a person talks to an agent and is asked what it asks", asked),
        trial("what nobody can allow is denied and the agent hears it", nobody_there),
        trial("plan mode and yes are answers given beforehand", beforehand),
        trial("a journal goes on with the agent's own conversation", journal),
        trial("a failed agent is told by its state and the exit code says so", failed),
        trial("what failed is asked again", again),
        trial("an agent has the variables that it was given and no others", variables),
        trial("options that are a model's are refused", refused),
        #[cfg(unix)]
        trial("Ctrl-C stops the agent's turn and leaves no process", interrupted),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

struct Talk {
    shop: Workshop,
}

impl Talk {
    fn new() -> Self {
        let shop = Workshop::new();
        shop.write("settings.toml", "");
        Self { shop }
    }

    fn command(&self, mode: &str, more: &[&str]) -> Command {
        let program = format!("'{}'", std::env::current_exe().unwrap().display());
        let mode = format!("{MODE}={mode}");
        let mut args = vec!["chat", "--agent", &program, "--agent-env", &mode];
        args.extend(more);
        let mut command = self.shop.command(&args);
        command.env("OPENAI_API_KEY", KEY);
        // Permissions are kept next to the settings.
        command.env("VIBEUE_CONFIG", self.shop.path("settings.toml"));
        command
    }

    fn run(&self, mode: &str, more: &[&str]) -> Printed {
        Printed::of(self.command(mode, more).output().unwrap())
    }

    fn type_in(&self, mode: &str, more: &[&str], lines: &str) -> Printed {
        Printed::typed(&mut self.command(mode, more), lines)
    }
}

fn asked() {
    let talk = Talk::new();
    let lines = "hello there\nedit /p/a.txt after\ny\nedit /p/a.txt after\nn\nusage\n/context\n\
                 /context --json\n/summarize\n/tools\n";
    let printed = talk.type_in("plain", &[], lines);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    let out = printed.out;
    for part in [
        "You said: hello there\n",
        "agent_asks_to_edit (write) is run by ",
        "+after",
        "edit: allow_once\n",
        "edit: reject_once\n",
        "scripted 1.0\n",
        "53,000 / 200,000 (26 %), 0.2500 USD so far\n",
        "messages kept here; the agent keeps its own context",
        "  agent_runs read: What the agent does by its own rules, without asking.\n",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let own = printed.err.matches("the agent decides that itself").count();
    assert_eq!(own, 2, "{}", printed.err);
}

fn nobody_there() {
    let talk = Talk::new();
    let printed = talk.run("plain", &["-p", "edit /p/a.txt after", "--json"]);
    assert_eq!((printed.code, printed.err.as_str()), (Some(0), ""));
    let events: Vec<Value> =
        printed.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ended = events.iter().find(|event| event["event"] == "tool_ended").unwrap();
    assert_eq!([&ended["name"], &ended["end"]], ["agent_asks_to_edit", "denied"]);
    let done = events.last().unwrap();
    assert_eq!(done["reply"], "edit: reject_once");
    assert_eq!([&done["usage"], &done["error"]], [&Value::Null, &Value::Null]);
    let printed = talk.run("plain", &["-p", "usage", "--json"]);
    let done: Value = serde_json::from_str(printed.out.lines().last().unwrap()).unwrap();
    assert_eq!(
        done["usage"],
        serde_json::json!({"used": 53_000, "size": 200_000, "cost": [0.25, "USD"]})
    );
}

fn beforehand() {
    let talk = Talk::new();
    let edit = ["-p", "edit /p/a.txt after"];
    let said = |more: &[&str]| talk.run("plain", &[&edit, more].concat()).out;
    assert_eq!(said(&["--yes"]), "edit: allow_once\n");
    assert_eq!(said(&["--plan", "--yes"]), "edit: reject_once\n");
    assert_eq!(said(&["--allow-reads"]), "edit: reject_once\n");
}

fn journal() {
    let talk = Talk::new();
    let kept = ["--journal", "talk.jsonl", "-p"];
    let said = |words: &str| {
        let printed = talk.run("loads", &[&kept[..], &[words]].concat());
        assert_eq!((printed.code, printed.err.as_str()), (Some(0), ""), "{printed:?}");
        printed.out
    };
    assert_eq!(said("hello"), "You said: hello\n");
    assert_eq!(said("memory"), "loaded: true; servers: ; heard: memory\n");
    let shown = talk.shop.run(&["journal", "talk.jsonl", "show"]);
    assert!(shown.out.contains("You said: hello"), "{shown:?}");
}

fn again() {
    let printed = Talk::new().type_in("plain", &[], "error\n/retry\nhello\n");
    assert_eq!(printed.code, Some(0), "{printed:?}");
    let said = printed.out + &printed.err;
    assert_eq!(said.matches("the model is overloaded").count(), 2, "{said}");
    assert!(said.contains("You said: hello"), "{said}");
}

fn failed() {
    let talk = Talk::new();
    let printed = talk.run("needs_auth", &["-p", "hello"]);
    assert_ne!(printed.code, Some(0));
    for part in
        ["the agent wants you to sign in: Authentication required", "account (Your account)"]
    {
        assert!(printed.err.contains(part), "{part}: {}", printed.err);
    }
    let printed = talk.run("needs_auth", &["-p", "hello", "--agent-sign-in", "account"]);
    assert_eq!((printed.code, printed.out.as_str()), (Some(0), "You said: hello\n"));
    let printed = talk.type_in("plain", &[], "die\nhello again\n");
    assert!(printed.err.contains("the agent stopped: it ended with code 3"), "{}", printed.err);
    assert!(printed.out.contains("You said: hello again\n"), "{}", printed.out);
    let printed = talk.shop.run(&["chat", "--agent", "no-such-agent", "-p", "hello"]);
    assert_ne!(printed.code, Some(0));
    assert!(printed.err.contains("there is no program no-such-agent"), "{}", printed.err);
}

fn variables() {
    let talk = Talk::new();
    let env = ["-p", "env OPENAI_API_KEY"];
    assert_eq!(talk.run("plain", &env).out, "OPENAI_API_KEY is nothing\n");
    let given = [&env[..], &["--agent-env", "OPENAI_API_KEY"]].concat();
    assert_eq!(talk.run("plain", &given).out, format!("OPENAI_API_KEY is {KEY}\n"));
    for (name, expected) in [
        ("VIBEUE_API_KEY", "--agent-env: VIBEUE_API_KEY is this program's own"),
        ("NOT_SET_AT_ALL", "--agent-env: NOT_SET_AT_ALL is not set"),
    ] {
        let printed = talk.run("plain", &["-p", "hello", "--agent-env", name]);
        assert_ne!(printed.code, Some(0));
        assert!(printed.err.contains(expected), "{}", printed.err);
    }
}

fn refused() {
    let talk = Talk::new();
    for options in [["--model", "m"], ["--window", "8k"], ["--tools", "."]] {
        let printed = talk.run("plain", &[&options[..], &["-p", "hello"]].concat());
        assert_eq!(printed.code, Some(2), "{printed:?}");
        assert!(printed.err.contains("cannot be used with"), "{}", printed.err);
    }
    let printed = talk.run("plain", &["--mcp", "none.json", "-p", "hello"]);
    assert!(printed.err.contains("none.json"), "{}", printed.err);
}

#[cfg(unix)]
fn interrupted() {
    use std::io::Read as _;
    use std::time::{Duration, Instant};

    let talk = Talk::new();
    let nap = format!("{MODE}_NAP=nap{}", std::process::id());
    let mut command = talk.command("plain", &["-p", "hang", "--agent-env", &nap]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Once it waits, it has said so.
    let mut out = child.stdout.take().unwrap();
    let mut said = [0; 8];
    out.read_exact(&mut said).unwrap();
    assert_eq!(&said, b"Waiting.");
    let pid = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    while child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < until, "it did not end");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    #[cfg(target_os = "linux")]
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        assert!(!environment.windows(nap.len()).any(|part| part == nap.as_bytes()));
    }
}
