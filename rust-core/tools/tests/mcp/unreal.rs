//! Unreal Engine 5.8's server, played by the stand-in.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use serde_json::json;
use vibeue_core::conversation::{Message, MessageId, Role};
use vibeue_core::session::live::TurnEnd;
use vibeue_core::tokens::Counter;
use vibeue_core::tools::mcp::{Reach, ServerConfig, UnrealEditor};
use vibeue_core::tools::{Approval, Call, CallEnd, Policy, Registry, Stop, ToolAnswer, Toolbox};
use vibeue_scripted_server::mcp::UnrealServer;

use crate::host::{Host, Turn, start};
use crate::scripted::Answer;
use crate::trial;

pub const PROJECT: &str = "/game/Lyra/Lyra.uproject";
pub const OTHER: &str = "/game/Other/Other.uproject";
pub const APP: &str = "EditorToolset.EditorAppToolset";

pub fn trials() -> Vec<Trial> {
    vec![
        trial("the engine's index of toolsets has its bound, and no schema is loaded", costs),
        trial("a toolset is described by signatures, one tool by its schema", described),
        trial("a picture in the engine's JSON is a picture and counted as one", picture),
        trial("an editor of another project is not spoken to", wrong_project),
        trial("an editor of another project that takes the port is not spoken to", port_changes),
        trial("an editor that was started again goes on with the call", started_again),
        trial("an editor that crashed and came back answers the next call", came_back),
        trial("an editor that is started after the chat is found by the next call", comes_later),
        trial("a call that was given up is waited for before the next one", one_at_a_time),
        trial("calls of one message run one after the other", in_a_row),
        trial("the engine is sent no notification that it refuses", notifications),
        trial("always allowed is the tool behind call_tool and no other", per_inner_tool),
        trial("plan mode lets through what is known to look alone", plan_mode),
        trial("a dry run does what is known to look alone", dry_run),
        trial("no argument makes of a tool that changes one that looks", tricks),
        trial("what a tool says of itself does not count", lies),
        trial("the file that the editor writes for other clients is enough", without_project),
    ]
}

/// An entry for the stand-in, which has to have this project open.
pub fn engine(url: &str, project: &str) -> ServerConfig {
    let reach = Reach::Address { url: url.to_owned(), headers: Default::default() };
    let mut server = ServerConfig::new("unreal", reach);
    server.unreal = Some(UnrealEditor { project: Some(PathBuf::from(project)) });
    server.call_limit = Duration::from_secs(30);
    server
}

pub fn stand_in(mode: &str) -> UnrealServer {
    UnrealServer::start(mode, PROJECT).unwrap()
}

pub fn arguments(toolset: &str, tool: &str) -> String {
    json!({"toolset_name": toolset, "tool_name": tool, "arguments": {}}).to_string()
}

fn called(id: &str, toolset: &str, tool: &str) -> Answer {
    Answer::calls(&[(id, "unreal__call_tool", &arguments(toolset, tool))])
}

fn look(id: &str) -> Answer {
    called(id, APP, "GetSelectedActors")
}

fn change(id: &str) -> Answer {
    called(id, APP, "SelectActors")
}

/// Calls without a session.
struct Direct {
    registry: Registry,
    servers: std::sync::Arc<vibeue_core::tools::mcp::McpServers>,
}

impl Direct {
    fn new(server: ServerConfig) -> Self {
        let servers = start(vec![server]);
        let mut registry = Registry::default();
        registry.add(servers.clone() as std::sync::Arc<dyn Toolbox>);
        Self { registry, servers }
    }

    fn call(&self, name: &str, arguments: &str) -> ToolAnswer {
        let call = Call { id: "c".into(), turn: 1, name: name.into(), arguments: arguments.into() };
        self.registry.run(&call, &Stop::default())
    }

    fn inner(&self, tool: &str) -> ToolAnswer {
        self.call("unreal__call_tool", &arguments(APP, tool))
    }

    fn text(&self, name: &str, arguments: &str) -> String {
        let answer = self.call(name, arguments);
        assert_eq!(answer.end, CallEnd::Done, "{answer:?}");
        text(&answer)
    }
}

fn text(answer: &ToolAnswer) -> String {
    Message::new(MessageId(1), Role::Assistant, answer.parts.clone()).joined_text()
}

fn tokens(text: &str) -> u64 {
    let counter = Counter::for_model("gpt-5");
    counter.warm();
    assert!(counter.is_exact());
    counter.text(text).tokens
}

fn costs() {
    let server = stand_in("plain");
    let direct = Direct::new(engine(&server.url(), PROJECT));
    let index = direct.text("unreal__list_toolsets", "{}");
    let count = tokens(&index);
    assert!(index.starts_with("52 toolsets; "), "{index}");
    assert!((1_000..=2_600).contains(&count), "{count} tokens");
    // Bullets of the descriptions are none.
    assert_eq!(index.lines().count(), 53, "{index}");
    assert!(!index.contains("FX-related"));

    let tools = direct.registry.tools();
    let definitions: Vec<_> = tools.iter().map(|tool| tool.definition.to_value()).collect();
    assert_eq!(definitions.len(), 3);
    let counter = Counter::for_model("gpt-5");
    counter.warm();
    let fixed = counter.tools(&definitions).total();
    assert!(fixed < 500, "{fixed} tokens");

    // However many there are.
    let server = stand_in("many");
    let direct = Direct::new(engine(&server.url(), PROJECT));
    let index = direct.text("unreal__list_toolsets", "{}");
    assert!(index.starts_with("400 toolsets; "), "{index}");
    assert!(tokens(&index) <= 2_600, "{} tokens", tokens(&index));
}

fn described() {
    let server = stand_in("plain");
    let direct = Direct::new(engine(&server.url(), PROJECT));
    let toolset = "animation_toolset.toolsets.sequencer.SequencerTools";
    let ask = json!({ "toolset_name": toolset });
    let list = direct.text("unreal__describe_toolset", &ask.to_string());
    assert!(list.starts_with("140 tools; "), "{list}");
    let shown = "\nplay(target: {refPath}, name?: string, values?: string): ";
    assert!(list.contains(shown), "{list}");
    assert!(tokens(&list) < 7_000, "{} tokens", tokens(&list));
    let ask = json!({"toolset_name": toolset, "tool_names": ["play"]});
    let schema = direct.text("unreal__describe_toolset", &ask.to_string());
    assert!(schema.starts_with("play: ") && schema.contains("\"refPath\""), "{schema}");
    assert!(tokens(&schema) < 300, "{} tokens", tokens(&schema));
    let answer = direct.call("unreal__describe_toolset", r#"{"toolset_name":"No.Such"}"#);
    assert_eq!(
        (answer.end, text(&answer).as_str()),
        (CallEnd::Failed, "Toolset not found: No.Such")
    );

    // What others wrote into a schema reaches no model as it is.
    let server = stand_in("bad_schemas");
    let direct = Direct::new(engine(&server.url(), PROJECT));
    let ask = json!({"toolset_name": toolset, "tool_names": ["play", "pause"]});
    let schema = direct.text("unreal__describe_toolset", &ask.to_string());
    for bad in ["$ref", "strnig", "Ghost", "\"enum\":[]"] {
        assert!(!schema.contains(bad), "{bad}: {schema}");
    }
    let server = stand_in("no_list");
    let direct = Direct::new(engine(&server.url(), PROJECT));
    let list = direct.text("unreal__list_toolsets", "{}");
    assert!(list.starts_with("the editor's list of toolsets cannot be read"), "{list}");
}

fn picture() {
    let server = stand_in("big_picture");
    let direct = Direct::new(engine(&server.url(), PROJECT));
    let answer = direct.inner("CaptureViewport");
    let words = text(&answer);
    assert_eq!(
        words,
        "{\"returnValue\":{\"image\":{\"mimeType\":\"image/png\",\"data\":\"[picture 1]\"},\
         \"cameraLocation\":{\"x\":0,\"y\":100,\"z\":200}}}"
    );
    assert_eq!(answer.parts.len(), 2);
    let counter = Counter::for_model("gpt-5");
    counter.warm();
    let message = Message::new(MessageId(1), Role::User, answer.parts);
    let usage = counter.message(&message);
    assert!(usage.images > 0 && usage.total() < 3_000, "{usage:?}");
}

fn wrong_project() {
    let server = stand_in("plain");
    let host = Host::new(
        vec![engine(&server.url(), OTHER)],
        vec![change("a"), Answer::text("Pity."), Answer::text("Bye.")],
    );
    let state = host.state().to_string();
    assert!(
        state.starts_with("failed: the editor there has another project open: /game/Lyra/Lyra"),
        "{state}"
    );
    let turn = host.allowed("Do it.");
    assert_eq!(turn.ends, [("unreal__call_tool".to_owned(), CallEnd::Lost)]);
    assert!(turn.results[0].contains("has another project open"), "{:?}", turn.results);
    assert_eq!(host.allowed("Bye.").end, TurnEnd::Completed);
    assert_eq!(server.calls(), Vec::<String>::new());
    host.assert_valid();
}

fn port_changes() {
    let server = stand_in("plain");
    let port = server.port();
    let direct = Direct::new(engine(&server.url(), PROJECT));
    assert_eq!(direct.inner("SelectActors").end, CallEnd::Done);
    server.stop();
    let other = UnrealServer::start_at("plain", OTHER, port).unwrap();
    // The first call may find the closed connection, the next one the other.
    let ends: Vec<CallEnd> = (0..3).map(|_| direct.inner("SelectActors").end).collect();
    assert_eq!(ends, [CallEnd::Lost; 3]);
    assert!(text(&direct.inner("SelectActors")).contains("another project open: /game/Other"));
    assert_eq!(other.calls(), Vec::<String>::new());
    drop(other);
    // And when the right one is back, it continues.
    let back = UnrealServer::start_at("plain", PROJECT, port).unwrap();
    assert_eq!(until_done(&direct), CallEnd::Done);
    assert!(!back.calls().is_empty());
}

/// Calls until a call is done; one that meets a closed connection is lost.
fn until_done(direct: &Direct) -> CallEnd {
    let first = direct.inner("SelectActors").end;
    if first == CallEnd::Lost { direct.inner("SelectActors").end } else { first }
}

fn started_again() {
    let server = stand_in("plain");
    let direct = Direct::new(engine(&server.url(), PROJECT));
    assert_eq!(direct.inner("SelectActors").end, CallEnd::Done);
    server.forget_sessions();
    // It was surely not taken, so it is sent again by itself.
    assert_eq!(direct.inner("StopPIE").end, CallEnd::Done);
    assert_eq!(server.calls(), [format!("{APP}.SelectActors"), format!("{APP}.StopPIE")]);
    assert_eq!(server.methods().iter().filter(|it| *it == "initialize").count(), 2);
}

fn came_back() {
    let server = stand_in("dies_in_call");
    let port = server.port();
    let direct = Direct::new(engine(&server.url(), PROJECT));
    let answer = direct.inner("StopPIE");
    assert_eq!(answer.end, CallEnd::Lost, "{answer:?}");
    assert!(text(&answer).starts_with("the server unreal is no longer running: "), "{answer:?}");
    drop(server);
    let answer = direct.inner("StopPIE");
    assert_eq!(answer.end, CallEnd::Lost, "{answer:?}");
    assert!(text(&answer).contains("ModelContextProtocol.StartServer"), "{answer:?}");
    let back = UnrealServer::start_at("plain", PROJECT, port).unwrap();
    assert_eq!(direct.inner("StopPIE").end, CallEnd::Done);
    assert_eq!(back.calls(), [format!("{APP}.StopPIE")]);
    assert_eq!(direct.servers.reports()[0].state.name(), "ready");
}

fn comes_later() {
    let server = stand_in("plain");
    let (port, url) = (server.port(), server.url());
    server.stop();
    let direct = Direct::new(engine(&url, PROJECT));
    assert_eq!(direct.servers.reports()[0].state.name(), "failed");
    assert_eq!(direct.registry.tools().len(), 3);
    // More often than a program would be started.
    for _ in 0..5 {
        assert_eq!(direct.inner("StopPIE").end, CallEnd::Lost);
    }
    let _server = UnrealServer::start_at("plain", PROJECT, port).unwrap();
    assert_eq!(direct.inner("StopPIE").end, CallEnd::Done);
}

fn one_at_a_time() {
    let server = stand_in("hangs_once");
    let mut config = engine(&server.url(), PROJECT);
    config.call_limit = Duration::from_millis(300);
    let direct = Direct::new(config);
    let answer = direct.inner("StartPIE");
    assert_eq!(answer.end, CallEnd::TimedOut, "{answer:?}");
    for _ in 0..2 {
        let answer = direct.inner("StopPIE");
        assert_eq!(answer.end, CallEnd::Busy, "{answer:?}");
        let words =
            "not run: the editor is still working on EditorToolset.EditorAppToolset.StartPIE";
        assert!(text(&answer).starts_with(words), "{answer:?}");
    }
    assert_eq!(server.calls(), [format!("{APP}.StartPIE")]);
    server.let_go();
    let until = Instant::now() + Duration::from_secs(60);
    while direct.inner("StopPIE").end != CallEnd::Done {
        assert!(Instant::now() < until, "{:?}", server.calls());
    }
    // None ran at the same time as another.
    assert_eq!(server.calls(), [format!("{APP}.StartPIE"), format!("{APP}.StopPIE")]);
}

fn in_a_row() {
    let server = stand_in("stream");
    let look = arguments(APP, "GetSelectedActors");
    let list: Vec<(&str, &str, &str)> =
        ["a", "b", "c", "d"].map(|id| (id, "unreal__call_tool", look.as_str())).to_vec();
    let host = Host::new(
        vec![engine(&server.url(), PROJECT)],
        vec![Answer::calls(&list), Answer::text("Done.")],
    );
    let turn = host.allowed("Look.");
    assert_eq!(turn.ends, vec![("unreal__call_tool".to_owned(), CallEnd::Done); 4]);
    assert_eq!(server.calls().len(), 4);
    host.assert_valid();
}

fn notifications() {
    let server = stand_in("hangs_once");
    let direct = Direct::new(engine(&server.url(), PROJECT));
    let stop = Stop::default();
    let call = Call {
        id: "c".into(),
        turn: 1,
        name: "unreal__call_tool".into(),
        arguments: arguments(APP, "StartPIE"),
    };
    let running = {
        let (registry, stop) = (direct.registry.clone(), stop.clone());
        std::thread::spawn(move || registry.run(&call, &stop))
    };
    let until = Instant::now() + Duration::from_secs(60);
    while server.calls().is_empty() {
        assert!(Instant::now() < until);
        std::thread::yield_now();
    }
    stop.stop();
    assert_eq!(running.join().unwrap().end, CallEnd::Cancelled);
    server.let_go();
    assert_eq!(direct.inner("StopPIE").end, CallEnd::Done);
    let mut methods = server.methods();
    methods.sort_unstable();
    methods.dedup();
    assert_eq!(methods, ["initialize", "notifications/initialized", "tools/call", "tools/list"]);
}

fn per_inner_tool() {
    let server = stand_in("plain");
    let script = vec![
        change("a"),
        change("b"),
        called("c", APP, "FocusOnActors"),
        called("d", "EditorToolset", "EditorAppToolset.SelectActors"),
        Answer::text("Done."),
    ];
    let host = Host::with(vec![engine(&server.url(), PROJECT)], script, |options| {
        options.policy = Policy::asking(None);
    });
    let turn = host.turn("Do it.", |_| Approval::AllowConversation);
    // Wherever the line between toolset and tool is drawn, it is that tool.
    assert_eq!(turn.asked.len(), 2, "{turn:?}");
    assert_eq!(turn.ends.len(), 4);
    assert_eq!(server.calls().len(), 4);
    let all = host.registry.tools();
    let of = |tool: &str| {
        let front = all.iter().find(|tool| tool.name() == "unreal__call_tool").unwrap();
        front.called(&arguments(APP, tool)).unwrap().into_owned()
    };
    assert_eq!(of("StopPIE").name(), "unreal__call_tool(EditorToolset.EditorAppToolset.StopPIE)");
    assert_ne!(of("StopPIE").identity(), of("StartPIE").identity());
    host.assert_valid();
}

/// Everything is allowed, and what may change something is held back by a rule.
fn held_back(rule: fn(&mut Policy), told: &str) {
    let server = stand_in("plain");
    let script = vec![look("a"), change("b"), Answer::text("So I would.")];
    let host = Host::with(vec![engine(&server.url(), PROJECT)], script, |options| {
        options.policy.all_are_free = true;
        rule(&mut options.policy);
    });
    let turn = host.allowed("Do it.");
    let ends: Vec<CallEnd> = turn.ends.iter().map(|(_, end)| *end).collect();
    assert_eq!(ends, [CallEnd::Done, CallEnd::Refused]);
    assert!(turn.results[1].contains(told), "{:?}", turn.results);
    assert_eq!(server.calls(), [format!("{APP}.GetSelectedActors")]);
    host.assert_valid();
}

fn plan_mode() {
    held_back(|policy| policy.plan = true, "SelectActors) may change something");
}

fn dry_run() {
    held_back(|policy| policy.dry_run = true, "not done: dry run. What unreal__call_tool(");
}

fn tricks() {
    let server = stand_in("plain");
    let host = Host::new(vec![engine(&server.url(), PROJECT)], Vec::new());
    let raw = [
        r#"{"toolset_name":"A.B","tool_name":"GetLogEntries"}"#.to_owned(),
        r#"{"toolset_name":"EditorToolset.EditorAppToolset","tool_name":"StopPIE ","arguments":{}}"#
            .to_owned(),
        r#"{"tool_name":"GetSelectedActors"}"#.to_owned(),
        r#"{"toolset_name":"EditorToolset.EditorAppToolset","tool_name":"GetSelectedActors","tool_name":"StopPIE"}"#
            .to_owned(),
        json!({"toolset_name": APP, "tool_name": "StopPIE", "readOnlyHint": true,
            "access": "read", "approved": true}).to_string(),
        json!({"toolset_name": APP, "tool_name": "GetSelectedActors/../StopPIE"}).to_string(),
        json!({"toolset_name": APP, "tool_name": ["GetSelectedActors"]}).to_string(),
        json!({"toolset_name": APP.to_lowercase(), "tool_name": "getselectedactors"}).to_string(),
        json!({"toolset_name": "editor_toolset.toolsets.programmatic.ProgrammaticToolset",
            "tool_name": "execute_tool_script", "arguments": {"script": "pass"}}).to_string(),
        "[]".to_owned(),
        "{}".to_owned(),
    ];
    for (at, arguments) in raw.iter().enumerate() {
        let id = format!("c{at}");
        host.talk.provider.add(Answer::calls(&[(&id, "unreal__call_tool", arguments)]));
        host.talk.provider.add(Answer::text("Well."));
        let turn = host.turn("Do it.", |_| Approval::Deny { reason: None });
        let end = turn.ends[0].1;
        assert!(matches!(end, CallEnd::Denied | CallEnd::Refused), "{arguments}: {turn:?}");
    }
    assert_eq!(server.calls(), Vec::<String>::new());
    host.assert_valid();
}

fn lies() {
    let server = stand_in("lies");
    let mut config = engine(&server.url(), PROJECT);
    config.trusts_hints = true;
    let toolset = "editor_toolset.toolsets.asset.AssetTools";
    let host = Host::new(vec![config], vec![called("a", toolset, "delete"), Answer::text("Well.")]);
    let turn = host.turn("Tidy up.", |_| Approval::Deny { reason: None });
    assert_eq!(turn.asked, ["unreal__call_tool"]);
    assert_eq!(turn.ends[0].1, CallEnd::Denied);
    assert_eq!(server.calls(), Vec::<String>::new());
}

fn without_project() {
    let server = stand_in("stream");
    let mut config = engine(&server.url(), PROJECT);
    config.unreal = None;
    let host = Host::new(vec![config], vec![look("a"), Answer::text("Seen.")]);
    let report = host.servers.reports().remove(0);
    assert_eq!(report.project.as_deref(), Some(PROJECT));
    let turn: Turn = host.allowed("Look.");
    assert!(turn.asked.is_empty(), "{turn:?}");
    assert_eq!(turn.ends, [("unreal__call_tool".to_owned(), CallEnd::Done)]);
}
