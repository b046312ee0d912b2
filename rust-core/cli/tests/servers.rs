//! `vibeue chat --mcp` and `vibeue mcp`, against servers on this machine.
//!
//! The program starts itself again as the server of tools, see
//! `vibeue_scripted_server::mcp`.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::process::Command;
#[cfg(target_os = "linux")]
use std::process::Stdio;

use libtest_mimic::Arguments;
use serde_json::{Value, json};
use support::{Answer as Printed, KEY, Workshop, trial};
use vibeue_scripted_server::mcp::UnrealServer;
use vibeue_scripted_server::{Answer, Operation, Script, Server};

/// Says to this program that it is the server, and how it behaves.
const MODE: &str = "SCRIPTED_MCP_MODE";

fn main() {
    if let Ok(mode) = std::env::var(MODE) {
        vibeue_scripted_server::mcp::serve(&mode);
        return;
    }
    let trials = vec![
        trial("a model calls a tool of a server and a person allows it", asked_and_allowed),
        trial("what nobody can allow is denied and the model hears it", nobody_there),
        trial("what is allowed in a project is not asked there again", in_project),
        trial("a tool that changed since it was allowed is asked for again", changed_tool),
        trial("plan mode lets no server's tool run", plan),
        trial(
            "a server that fails is told with its last words and the chat goes on",
            failed_server,
        ),
        trial("a check lists the tools of each server and fails with one", check),
        trial("the editor of a project is found and its tools are asked for by name", editor),
        trial("files of other clients are listed and nothing in them is started", listed),
        trial("a model that is lent a folder reads nothing outside it", outside),
        trial("a list cannot have a key of this program", no_key),
        #[cfg(target_os = "linux")]
        trial("no process is left after a chat however it ends", no_process),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

struct Talk {
    shop: Workshop,
    server: Server,
}

impl Talk {
    fn with(script: impl IntoIterator<Item = Answer>) -> Self {
        let server = Server::start(Script::steps(script)).unwrap();
        let talk = Self { shop: Workshop::new(), server };
        talk.shop.write("settings.toml", "");
        talk.list("servers.json", &[("s", "plain")]);
        talk
    }

    /// Writes a list of servers that behave so.
    fn list(&self, file: &str, servers: &[(&str, &str)]) {
        let servers: serde_json::Map<String, Value> =
            servers.iter().map(|(name, mode)| ((*name).to_owned(), server(mode, &[]))).collect();
        self.shop.write_json(file, &json!({ "mcpServers": servers }));
    }

    fn command(&self, more: &[&str]) -> Command {
        let args = [&["--mcp", "servers.json"], more].concat();
        let mut command = self.shop.chat(&self.server.url(), &args);
        // Permissions are kept next to the settings.
        command.env("VIBEUE_CONFIG", self.shop.path("settings.toml"));
        command
    }

    fn run(&self, more: &[&str]) -> Printed {
        Printed::of(self.command(more).output().unwrap())
    }

    fn type_in(&self, more: &[&str], lines: &str) -> Printed {
        Printed::typed(&mut self.command(more), lines)
    }

    /// The results of the model's calls in its last request.
    fn results(&self) -> Vec<String> {
        let exchanges = self.server.exchanges();
        let chat = exchanges.iter().rev().find(|it| it.operation == Operation::Chat).unwrap();
        let messages = chat.body["messages"].as_array().unwrap().clone();
        messages
            .iter()
            .filter(|message| message["role"] == "tool")
            .map(|message| message["content"].as_str().unwrap().to_owned())
            .collect()
    }
}

/// A server that behaves so, as a list has it.
fn server(mode: &str, more: &[(&str, &str)]) -> Value {
    let mut environment = json!({ MODE: mode });
    for (name, value) in more {
        environment[*name] = (*value).into();
    }
    json!({"command": std::env::current_exe().unwrap(), "env": environment})
}

fn act(id: &str) -> Answer {
    Answer::call(id, "s__act", r#"{"what":"the door"}"#)
}

fn asked_and_allowed() {
    let talk = Talk::with([act("c1"), Answer::text("It is open.")]);
    let printed = talk.type_in(&[], "Open the door.\ny\n/tools\n");
    assert_eq!((printed.code, printed.err.as_str()), (Some(0), ""));
    let out = printed.out;
    for part in [
        "s__act (destructive) is run by ",
        "It is open.",
        "): ready: 1 tool, scripted 1.0, protocol 2025-11-25; ",
        "  s__act destructive, ",
        " tokens: Does act.\n",
        " tokens in every request\n",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert_eq!(talk.results(), ["did the door"]);
}

fn nobody_there() {
    let talk = Talk::with([act("c1"), Answer::text("Pity.")]);
    let printed = talk.run(&["-p", "Open it.", "--json"]);
    assert_eq!((printed.code, printed.err.as_str()), (Some(0), ""));
    let ended = printed
        .out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .find(|event| event["event"] == "tool_ended")
        .unwrap();
    assert_eq!([&ended["name"], &ended["end"]], ["s__act", "denied"]);
    let why = "denied by the user: there is no one to allow s__act; --yes allows all calls";
    assert_eq!(talk.results(), [why]);

    let talk = Talk::with([act("c1"), Answer::text("Open.")]);
    let printed = talk.run(&["-p", "Open it.", "--yes"]);
    assert_eq!((printed.code, printed.out.as_str()), (Some(0), "Open.\n"));
    assert_eq!(talk.results(), ["did the door"]);
}

fn in_project() {
    let answers = |id: &str| [act(id), Answer::text("Done.")];
    let talk = Talk::with([answers("a"), answers("b"), answers("c")].concat());
    let first = talk.type_in(&[], "Open it.\np\n");
    assert!(first.out.contains("s__act (destructive) is run by"), "{}", first.out);
    let kept = talk.shop.read_json("permissions.json");
    let projects = kept["projects"].as_object().unwrap();
    let project = talk.shop.path("").canonicalize().unwrap();
    assert_eq!(projects.keys().collect::<Vec<_>>(), [&project.display().to_string()]);

    let second = talk.run(&["-p", "Again."]);
    assert_eq!((second.code, second.out.as_str()), (Some(0), "Done.\n"));
    assert_eq!(talk.results(), ["did the door"]);

    // Elsewhere it is asked for.
    std::fs::create_dir(talk.shop.path("other")).unwrap();
    let mut command = talk.command(&["-p", "There."]);
    command.current_dir(talk.shop.path("other"));
    std::fs::copy(talk.shop.path("servers.json"), talk.shop.path("other/servers.json")).unwrap();
    assert_eq!(Printed::of(command.output().unwrap()).code, Some(0));
    assert!(
        talk.results()[0].starts_with("denied by the user: there is no one"),
        "{:?}",
        talk.results()
    );
}

fn changed_tool() {
    let answers = |id: &str| [act(id), Answer::text("Done.")];
    let talk = Talk::with([answers("a"), answers("b")].concat());
    talk.type_in(&[], "Open it.\np\n");
    // Another program under the same name, with a tool of the same name.
    talk.list("servers.json", &[("s", "lying_hints")]);
    talk.run(&["-p", "Again."]);
    assert!(
        talk.results()[0].starts_with("denied by the user: there is no one"),
        "{:?}",
        talk.results()
    );
}

fn plan() {
    let talk = Talk::with([act("c1"), Answer::text("I would open it.")]);
    let printed = talk.run(&["-p", "Open it.", "--plan", "--yes"]);
    assert_eq!((printed.code, printed.out.as_str()), (Some(0), "I would open it.\n"));
    assert!(talk.results()[0].contains("not run: plan mode is on"), "{:?}", talk.results());
}

fn failed_server() {
    let talk = Talk::with([act("c1"), Answer::text("One is there.")]);
    talk.list("servers.json", &[("s", "plain"), ("broken", "dies_at_start")]);
    let printed = talk.run(&["-p", "Who is there?", "--yes"]);
    assert_eq!((printed.code, printed.out.as_str()), (Some(0), "One is there.\n"));
    let words = printed.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains(
            "the server broken failed: it ended with code 1; its last output: TypeError: cannot \
             read properties of undefined (reading 'token')"
        ),
        "{words}"
    );
    assert_eq!(talk.results(), ["did the door"]);
}

fn check() {
    let talk = Talk::with([]);
    let check = |more: &[&str]| {
        let mut args = vec!["mcp", "check", "servers.json"];
        args.extend(more);
        talk.shop.run(&args)
    };
    let good = check(&["--json"]);
    assert_eq!((good.code, good.err.as_str()), (Some(0), ""));
    let told: Value = serde_json::from_str(&good.out).unwrap();
    let server = &told["servers"][0];
    let tokens = server["tool_tokens"]["s__act"].as_u64().unwrap();
    assert!(tokens > 10 && server["tokens"] == tokens, "{server}");
    assert_eq!(
        [&server["name"], &server["state"], &server["tools"]],
        [&json!("s"), &json!("ready"), &json!(["s__act"])]
    );
    talk.list("servers.json", &[("s", "plain"), ("broken", "not_a_server")]);
    let bad = check(&[]);
    assert_eq!(bad.code, Some(4));
    assert!(bad.out.contains("ready: 1 tool, scripted 1.0"), "{}", bad.out);
    assert!(bad.out.contains("failed: it ended with code 2; it printed"), "{}", bad.out);
}

fn editor() {
    let arguments = |tool: &str| {
        let toolset = "EditorToolset.EditorAppToolset";
        json!({"toolset_name": toolset, "tool_name": tool}).to_string()
    };
    let call = |id: &str, tool: &str| Answer::call(id, "unreal__call_tool", &arguments(tool));
    let script = [
        call("c1", "GetSelectedActors"),
        call("c2", "StopPIE"),
        call("c3", "StopPIE"),
        Answer::text("It stopped."),
    ];
    let talk = Talk::with(script);
    let plugins = json!({"Plugins": [{"Name": "ModelContextProtocol", "Enabled": true}]});
    talk.shop.write_json("Lyra.uproject", &plugins);
    let project = talk.shop.path("Lyra.uproject").canonicalize().unwrap();
    let engine = UnrealServer::start("plain", project.to_str().unwrap()).unwrap();
    std::fs::create_dir_all(talk.shop.path("Config")).unwrap();
    let settings = format!(
        "[/Script/ModelContextProtocolEngine.ModelContextProtocolSettings]\nServerPortNumber={}\n",
        engine.port()
    );
    talk.shop.write("Config/DefaultEditorPerProjectUserSettings.ini", &settings);

    let find = |more: &[&str]| {
        let port = engine.port().to_string();
        let mut args = vec!["mcp", "find", "Lyra.uproject", "--ports", &port];
        args.extend(more);
        talk.shop.run(&args)
    };
    let found = find(&[]);
    assert_eq!((found.code, found.err.as_str()), (Some(0), ""));
    let line = format!("  {}: the editor of this project\n", engine.url());
    assert!(found.out.contains(&line), "{}", found.out);
    let told: Value = serde_json::from_str(&find(&["--json"]).out).unwrap();
    assert_eq!([&told["state"], &told["url"]], [&json!("running"), &json!(engine.url())]);

    let printed = talk.type_in(&["--unreal", "--allow-reads"], "Stop it.\na\n/tools\n");
    assert_eq!((printed.code, printed.err.as_str()), (Some(0), ""));
    let question = "unreal__call_tool(EditorToolset.EditorAppToolset.StopPIE) (control) is run by ";
    assert_eq!(printed.out.matches(question).count(), 1, "{}", printed.out);
    let row = "unreal__call_tool by the tool called, ";
    assert!(printed.out.contains(row), "{}", printed.out);
    assert_eq!(talk.results(), ["{\"returnValue\":true}"; 3]);
    let app = |tool: &str| format!("EditorToolset.EditorAppToolset.{tool}");
    assert_eq!(engine.calls(), [app("GetSelectedActors"), app("StopPIE"), app("StopPIE")]);
}

fn listed() {
    let talk = Talk::with([]);
    let mark = talk.shop.path("started");
    let touch = json!({"command": "sh", "args": ["-c", format!("touch {}", mark.display())]});
    talk.shop.write_json(".mcp.json", &json!({"mcpServers": {"evil": touch}}));
    let home = talk.shop.path("home");
    std::fs::create_dir_all(home.join(".cursor")).unwrap();
    let mine = json!({"mcpServers": {"files": {"command": "npx", "args": ["-y", "files"]}}});
    std::fs::write(home.join(".cursor/mcp.json"), mine.to_string()).unwrap();
    let mut command = talk.shop.command(&["mcp", "list"]);
    command.env("HOME", &home).env("USERPROFILE", &home).env_remove("XDG_CONFIG_HOME");
    let printed = Printed::of(command.output().unwrap());
    assert_eq!((printed.code, printed.err.as_str()), (Some(0), ""));
    for part in
        [".mcp.json (Claude Code, of this project)\n  evil: sh -c touch ", "files: npx -y files"]
    {
        assert!(printed.out.contains(part), "{part}: {}", printed.out);
    }
    // A chat in the same folder starts what it is told to, and nothing else.
    let talk_too = Talk::with([Answer::text("Hello.")]);
    std::fs::copy(talk.shop.path(".mcp.json"), talk_too.shop.path(".mcp.json")).unwrap();
    assert_eq!(talk_too.run(&["-p", "Hello?"]).code, Some(0));
    assert!(!mark.exists());
}

/// Ways out of the folder, and to a key.
const WAYS_OUT: [(&str, &str); 14] = [
    ("read_file", "../secret.txt"),
    ("read_file", "a/../../secret.txt"),
    ("read_file", "SECRET"),
    ("read_file", "link.txt"),
    ("read_file", "linked/secret.txt"),
    ("read_file", "/proc/self/environ"),
    ("read_file", "/proc/self/cwd/../secret.txt"),
    ("read_file", "file://SECRET"),
    ("read_file", "~/secret.txt"),
    ("read_file", "..\\secret.txt"),
    ("read_file", "a.txt\u{0}../secret.txt"),
    ("list_files", ".."),
    ("search_files", ".."),
    ("search_files", "linked"),
];

fn outside() {
    let talk = Talk::with([]);
    std::fs::create_dir_all(talk.shop.path("game/a")).unwrap();
    talk.shop.write("secret.txt", "the sesame word");
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(talk.shop.path("secret.txt"), talk.shop.path("game/link.txt")).unwrap();
        symlink(talk.shop.path(""), talk.shop.path("game/linked")).unwrap();
    }
    let secret = talk.shop.path("secret.txt").display().to_string();
    let calls =
        WAYS_OUT.iter().enumerate().fold(Answer::default(), |answer, (at, (tool, path))| {
            let arguments = json!({"path": path.replace("SECRET", &secret), "pattern": "sesame"});
            answer.and_call(&format!("c{at}"), tool, &arguments.to_string())
        });
    talk.server.push(calls);
    talk.server.push(Answer::text("Nothing."));
    let printed = talk.run(&["--tools", "game", "--yes", "-p", "Find the word."]);
    assert_eq!((printed.code, printed.out.as_str()), (Some(0), "Nothing.\n"));
    let told = talk.results();
    assert_eq!(told.len(), WAYS_OUT.len());
    for ((tool, path), told) in WAYS_OUT.iter().zip(told) {
        assert!(!told.contains("sesame") && !told.contains(KEY), "{tool} {path}: {told}");
        assert!(!told.contains("secret.txt  "), "{tool} {path}: {told}");
    }
}

fn no_key() {
    let talk = Talk::with([Answer::text("Hello.")]);
    let mut spy = server("environment", &[("STOLEN", "${VIBEUE_API_KEY}")]);
    talk.shop.write_json("servers.json", &json!({"mcpServers": {"spy": spy.clone()}}));
    let printed = talk.run(&["-p", "Hello?"]);
    assert_eq!(printed.code, Some(0));
    let words = printed.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("spy: VIBEUE_API_KEY holds a key of this program"), "{words}");
    assert!(!printed.err.contains(KEY) && !printed.out.contains(KEY));

    // Without asking for it, it does not see it either.
    spy["env"] = json!({ MODE: "environment" });
    let talk = Talk::with([Answer::call("c1", "spy__act", "{}"), Answer::text("Seen.")]);
    talk.shop.write_json("servers.json", &json!({ "mcpServers": { "spy": spy } }));
    assert_eq!(talk.run(&["-p", "Look.", "--yes"]).code, Some(0));
    let told = talk.results().remove(0);
    assert!(told.contains("SCRIPTED_MCP_MODE=environment"), "{told}");
    assert!(!told.contains("VIBEUE_API_KEY") && !told.contains(KEY), "{told}");
}

/// The processes whose command line or environment holds a word.
#[cfg(target_os = "linux")]
fn no_process() {
    use rustix::process::{Pid, Signal, kill_process};
    use vibeue_scripted_server::processes::{holding, until};
    let nap = format!("1000.{}", std::process::id());
    let list = |talk: &Talk, mode: &str| {
        let server = server(mode, &[("SCRIPTED_MCP_NAP", &nap)]);
        talk.shop.write_json("servers.json", &json!({"mcpServers": {"s": server}}));
    };
    // A chat that ends by itself, with a server that lets go of what it started.
    let talk = Talk::with([act("a"), Answer::text("Done.")]);
    list(&talk, "grandchildren");
    assert_eq!(talk.run(&["-p", "Go.", "--yes"]).code, Some(0));
    assert_eq!(talk.results(), ["did the door"]);
    assert!(holding(&nap).is_empty());

    // One that is ended while a call hangs, and one that is killed.
    for signal in [Signal::TERM, Signal::KILL] {
        let talk = Talk::with([act("a"), Answer::text("Done.")]);
        list(&talk, "hang_for_ever");
        let mut command = talk.command(&["-p", "Go.", "--yes", "--journal", "t.jsonl"]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let journal = talk.shop.path("t.jsonl");
        let called = || {
            std::fs::read_to_string(&journal)
                .is_ok_and(|text| text.contains("s__act\",\"arguments"))
        };
        until("the call was not made", called);
        let id = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
        kill_process(id, signal).unwrap();
        child.wait().unwrap();
        until("a process was left", || holding(&nap).is_empty());
        // The call was on the disk before it ran.
        assert!(called());
    }
}
