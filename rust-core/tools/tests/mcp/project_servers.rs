//! The servers of a project: listed, allowed, started, restarted, ended.

mod signing;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use serde_json::{Value, json};
use vibeue_core::conversation::Part;
use vibeue_core::tools::mcp::{
    FindOptions, Home, ListFile, ProjectServers, ProjectServersOptions, RowState, ServerRow,
    ServerState, SignIns, Variables,
};
use vibeue_core::tools::{Access, Call, CallEnd, ProjectRules, Registry, Stop, Toolbox};
use vibeue_scripted_server::mcp::UnrealServer;

use self::signing::{signed_in_and_out, signed_out_at_the_end, signed_out_of_a_silent_one};
use crate::{MODE, trial};

/// Long enough for a busy machine; only a fault waits for it.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn trials() -> Vec<Trial> {
    vec![
        trial(
            "a listed server starts once a person has allowed it, and later as long as it is the same",
            allowed,
        ),
        trial("without a file of permissions a server is allowed until the end", allowed_for_now),
        trial("a mistake in a list is a row with its line, and the others start", mistakes),
        trial("a list as a whole that cannot be read is a row", no_list),
        trial("a server that failed says why, and starts again when it is told to", restarted),
        trial("a person signs in at a server, and out again", signed_in_and_out),
        trial(
            "a sign-out that waits while the servers end is done all the same",
            signed_out_at_the_end,
        ),
        trial(
            "signing out waits for no authorization server, and the row says what came of it",
            signed_out_of_a_silent_one,
        ),
        trial("a list is read again when that is asked for", reloaded),
        trial(
            "lists that other clients keep are shown, and used once a person says so",
            lists_elsewhere,
        ),
        trial("the project's editor is used without a question, and found when it comes", engine),
        trial("servers that say nothing hold nobody up at the end", ended),
        #[cfg(target_os = "linux")]
        trial(
            "what a project's servers started ends with a restart and at the end",
            no_process_is_left,
        ),
    ]
}

struct Nothing(PathBuf);

impl Variables for Nothing {
    fn get(&self, _: &str) -> Option<String> {
        None
    }

    fn is_own_key(&self, _: &str) -> bool {
        false
    }

    fn project(&self) -> String {
        self.0.display().to_string()
    }
}

/// A project's folder, a list in it, and a file of permissions next to it.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        std::fs::create_dir(place.project()).unwrap();
        place
    }

    fn project(&self) -> PathBuf {
        self.0.path().join("game")
    }

    fn list(&self) -> PathBuf {
        self.project().join(".mcp.json")
    }

    fn write(&self, servers: &Value) {
        std::fs::write(self.list(), json!({"mcpServers": servers}).to_string()).unwrap();
    }

    fn permissions(&self) -> PathBuf {
        self.0.path().join("permissions.json")
    }

    fn open(&self) -> Opened {
        self.open_with(|_| {})
    }

    fn open_with(&self, change: impl FnOnce(&mut ProjectServersOptions)) -> Opened {
        let (tell, bell) = mpsc::channel();
        let tell = Mutex::new(tell);
        let ports = std::ops::RangeInclusive::new(1, 0);
        let mut options = ProjectServersOptions {
            project: self.project(),
            files: vec![ListFile { path: self.list(), is_optional: true }],
            home: None,
            uses_engine: false,
            find: FindOptions { ports, patience: PATIENCE },
            rules: Some(ProjectRules::open(&self.permissions(), &self.project()).unwrap()),
            sign_ins: Some(SignIns::new(self.0.path().join(SignIns::FILE_NAME))),
            variables: Arc::new(Nothing(self.project())),
            bell: Arc::new(move || {
                let _ = tell.lock().unwrap().send(());
            }),
        };
        change(&mut options);
        Opened { servers: Arc::new(ProjectServers::open(options).unwrap()), bell }
    }
}

struct Opened {
    servers: Arc<ProjectServers>,
    bell: Receiver<()>,
}

impl Opened {
    /// Waits until the rows are so.
    fn until(&self, what: &str, is_so: impl Fn(&[ServerRow]) -> bool) -> Vec<ServerRow> {
        let until = Instant::now() + PATIENCE;
        loop {
            let rows = self.servers.rows();
            if is_so(&rows) {
                return rows;
            }
            let left = until.saturating_duration_since(Instant::now());
            assert!(self.bell.recv_timeout(left).is_ok(), "waited for {what}: {rows:#?}");
        }
    }

    /// Waits until each server does one of these.
    fn states(&self, wanted: &[&str]) -> Vec<ServerRow> {
        let is_so =
            |rows: &[ServerRow]| rows.iter().map(|row| name(&row.state)).eq(wanted.iter().copied());
        self.until(&format!("{wanted:?}"), is_so)
    }

    fn call(&self, tool: &str) -> (CallEnd, String) {
        let mut registry = Registry::default();
        registry.add(Arc::clone(&self.servers) as Arc<dyn Toolbox>);
        let arguments = json!({"what": "it"}).to_string();
        let call = Call { id: "1".to_owned(), turn: 1, name: tool.to_owned(), arguments };
        let answer = registry.run(&call, &Stop::default());
        let text = answer.parts.iter().filter_map(|part| match part {
            Part::Text { text, .. } => Some(text.as_str()),
            _ => None,
        });
        (answer.end, text.collect())
    }
}

fn name(state: &RowState) -> &'static str {
    match state {
        RowState::NeedsPermission => "needs permission",
        RowState::Elsewhere { .. } => "elsewhere",
        RowState::Unusable { .. } => "unusable",
        RowState::Started(state) => state.name(),
    }
}

fn why(row: &ServerRow) -> &str {
    match &row.state {
        RowState::Unusable { why } | RowState::Started(ServerState::Failed { why }) => why,
        other => panic!("nothing is wrong with it: {other:?}"),
    }
}

/// This program as a server that behaves so.
fn entry(mode: &str) -> Value {
    let program = std::env::current_exe().unwrap();
    json!({"command": program, "env": {MODE: mode}})
}

fn lists_elsewhere() {
    let place = Place::new();
    place.write(&json!({"s": entry("plain")}));
    let home = place.0.path().join("home");
    let write = |file: &Path, text: &str| {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    };
    let codex = home.join(".codex/config.toml");
    let program = std::env::current_exe().unwrap();
    let servers = format!(
        "model = \"o3\"\n[mcp_servers.t]\ncommand = {:?}\nenv = {{ {MODE} = \"plain\" }}\n",
        program.display().to_string()
    );
    write(&codex, &servers);
    let cursor = place.project().join(".cursor/mcp.json");
    write(&cursor, r#"{"mcpServers": {"docs": {"url": "https://example.com/mcp"}, "odd": 7}}"#);
    // These are not reported: no servers, not JSON, and the list that is used.
    write(&home.join(".gemini/settings.json"), "{}");
    write(&home.join(".claude.json"), "{");
    let opened = place.open_with(|options| {
        options.home = Some(Home { settings: home.join(".config"), home: home.clone() });
    });
    let rows = opened.states(&["needs permission", "elsewhere", "elsewhere"]);
    let told: Vec<_> = rows[1..]
        .iter()
        .map(|row| (row.name.as_str(), row.file.clone().unwrap(), row.state.clone()))
        .collect();
    let of = |in_project, servers: &[&str]| RowState::Elsewhere {
        in_project,
        servers: servers.iter().map(|name| (*name).to_owned()).collect(),
    };
    assert_eq!(
        told,
        [
            ("Cursor", cursor, of(true, &["docs", "odd"])),
            ("Codex", codex.clone(), of(false, &["t"]))
        ]
    );
    opened.servers.use_list(&codex);
    let rows = opened.states(&["needs permission", "needs permission", "elsewhere"]);
    assert_eq!((rows[1].name.as_str(), rows[1].file.as_ref()), ("t", Some(&codex)));
    opened.servers.allow("t");
    opened.states(&["needs permission", "ready", "elsewhere"]);
}

fn allowed() {
    let place = Place::new();
    place.write(&json!({"s": entry("plain")}));
    let opened = place.open();
    let rows = opened.states(&["needs permission"]);
    let row = ServerRow {
        name: "s".to_owned(),
        origin: std::env::current_exe().unwrap().display().to_string(),
        file: Some(place.list()),
        line: 1,
        state: RowState::NeedsPermission,
        tools: Vec::new(),
        variables: vec![MODE.to_owned()],
        folder: None,
        trusts_hints: false,
        is_engine: false,
        is_signed_in: false,
        sign_out: None,
    };
    assert_eq!(rows, [row]);
    // Only the user's permission starts it.
    let before = opened.servers.changes();
    opened.servers.restart("s");
    opened.servers.allow("another");
    opened.servers.reload();
    opened.until("the list read again", |_| opened.servers.changes() > before);
    opened.states(&["needs permission"]);
    assert_eq!(opened.call("s__act").0, CallEnd::Refused);

    opened.servers.allow("s");
    let rows = opened.states(&["ready"]);
    assert_eq!(rows[0].tools, ["s__act"]);
    let accesses: Vec<_> = opened.servers.tools().iter().map(|tool| tool.access).collect();
    assert_eq!(accesses, [Access::Destructive]);
    assert_eq!(opened.call("s__act"), (CallEnd::Done, "did it".to_owned()));
    drop(opened);

    // The next time it starts by itself.
    place.open().states(&["ready"]);
    // Another program of the same name does not.
    let mut changed = entry("plain");
    changed["args"] = json!(["--more"]);
    place.write(&json!({"s": changed}));
    place.open().states(&["needs permission"]);
    // Nor the same one in another project.
    place.write(&json!({"s": entry("plain")}));
    let other = |options: &mut ProjectServersOptions| {
        let rules = ProjectRules::open(&place.permissions(), Path::new("/another")).unwrap();
        options.rules = Some(rules);
    };
    place.open_with(other).states(&["needs permission"]);
}

fn allowed_for_now() {
    let place = Place::new();
    place.write(&json!({"s": entry("plain")}));
    let without = |options: &mut ProjectServersOptions| options.rules = None;
    let opened = place.open_with(without);
    opened.states(&["needs permission"]);
    opened.servers.allow("s");
    opened.states(&["ready"]);
    drop(opened);
    place.open_with(without).states(&["needs permission"]);
}

fn mistakes() {
    let place = Place::new();
    let text = format!(
        "{{\"mcpServers\": {{\n  \"a\": {{\"command\": 7}},\n  \"b\": {},\n  \"c\": {{}}\n}}}}",
        entry("plain")
    );
    std::fs::write(place.list(), text).unwrap();
    let second = place.project().join("more.json");
    std::fs::write(&second, json!({"servers": {"b": {"command": "x"}}}).to_string()).unwrap();
    let opened = place.open_with(|options| {
        options.files.push(ListFile { path: second.clone(), is_optional: false });
    });
    let rows = opened.states(&["unusable", "needs permission", "unusable", "unusable"]);
    let told: Vec<_> =
        [0, 2, 3].map(|at| (rows[at].name.as_str(), rows[at].line, why(&rows[at]))).into();
    assert_eq!(
        told,
        [
            ("a", 2, "`command` is not a string"),
            ("c", 4, "has neither a command nor an address"),
            ("b", 1, "another server has this name, and comes first"),
        ]
    );
    assert_eq!(rows[3].file, Some(second));
    opened.servers.allow("b");
    opened.states(&["unusable", "ready", "unusable", "unusable"]);
}

fn no_list() {
    let place = Place::new();
    let missing = place.project().join("named.json");
    let opened = place.open_with(|options| {
        options.files.push(ListFile { path: missing.clone(), is_optional: false });
    });
    let rows = opened.states(&["unusable"]);
    assert_eq!((rows[0].name.as_str(), rows[0].file.as_ref()), ("", Some(&missing)));
    assert!(why(&rows[0]).starts_with("the list of servers cannot be read: "), "{rows:?}");
    drop(opened);
    // A list that nobody named need not be there.
    place.open().states(&[]);
    std::fs::write(place.list(), "{\n\"mcpServers\": {\n  \"a\": }\n}").unwrap();
    let rows = place.open().states(&["unusable"]);
    assert_eq!((rows[0].name.as_str(), rows[0].line), ("", 3));
    assert!(
        why(&rows[0]).starts_with("the list of servers is not JSON: expected value"),
        "{rows:?}"
    );
    std::fs::write(place.list(), "{}").unwrap();
    let rows = place.open().states(&["unusable"]);
    assert!(why(&rows[0]).starts_with("there is no `mcpServers` object in it"), "{rows:?}");
}

fn restarted() {
    let place = Place::new();
    let later = place.project().join("later");
    let mut entry_later = entry("plain");
    entry_later["command"] = json!(later);
    place.write(&json!({"dies": entry("dies_at_start"), "later": entry_later}));
    let opened = place.open();
    opened.states(&["needs permission", "needs permission"]);
    opened.servers.allow("dies");
    opened.servers.allow("later");
    let rows = opened.states(&["failed", "failed"]);
    assert!(why(&rows[0]).contains("cannot read properties of undefined"), "{rows:?}");
    std::fs::copy(std::env::current_exe().unwrap(), &later).unwrap();
    opened.servers.restart("later");
    opened.states(&["failed", "ready"]);
    assert_eq!(opened.call("later__act"), (CallEnd::Done, "did it".to_owned()));
    // One that runs is ended first.
    let before = opened.servers.changes();
    opened.servers.restart("later");
    opened.until("another start", |rows| {
        opened.servers.changes() >= before + 3 && name(&rows[1].state) == "ready"
    });
    assert_eq!(opened.call("later__act"), (CallEnd::Done, "did it".to_owned()));
}

fn reloaded() {
    let place = Place::new();
    let opened = place.open();
    opened.states(&[]);
    place.write(&json!({"s": entry("plain")}));
    opened.servers.reload();
    opened.states(&["needs permission"]);
    opened.servers.allow("s");
    opened.states(&["ready"]);
    place.write(&json!({"s": entry("plain"), "t": entry("no_tools")}));
    opened.servers.reload();
    let rows = opened.states(&["ready", "needs permission"]);
    assert_eq!(rows[0].tools, ["s__act"]);
    place.write(&json!({}));
    opened.servers.reload();
    opened.states(&[]);
    assert_eq!(opened.servers.tools(), Vec::new());
}

fn engine() {
    let place = Place::new();
    let project = place.project().join("Lyra.uproject");
    std::fs::write(&project, json!({"Plugins": []}).to_string()).unwrap();
    place.write(&json!({"unreal": {"url": "http://127.0.0.1:1/mcp"}}));
    let own = project.canonicalize().unwrap().display().to_string();
    let editor = UnrealServer::start("plain", &own).unwrap();
    let nobody = UnrealServer::start("plain", "").unwrap();
    let at = |port: u16| {
        let config = place.project().join("Config");
        std::fs::create_dir_all(&config).unwrap();
        let text = format!(
            "[/Script/ModelContextProtocolEngine.ModelContextProtocolSettings]\n\
             ServerPortNumber={port}\n"
        );
        std::fs::write(config.join("DefaultEditorPerProjectUserSettings.ini"), text).unwrap();
    };
    at(nobody.port());
    nobody.stop();
    let opened = place.open_with(|options| options.uses_engine = true);
    let rows = opened.states(&["unusable", "failed"]);
    assert_eq!(why(&rows[0]), "the server of the project's editor has this name");
    assert!(why(&rows[1]).contains("turn Unreal MCP and All Toolsets on"), "{rows:?}");
    assert!(rows[1].is_engine && opened.servers.tools().is_empty());
    at(editor.port());
    opened.servers.restart("unreal");
    let rows = opened.states(&["unusable", "ready"]);
    assert_eq!(rows[1].origin, editor.url());
    assert_eq!(
        rows[1].tools,
        ["unreal__list_toolsets", "unreal__describe_toolset", "unreal__call_tool"]
    );
}

fn ended() {
    let place = Place::new();
    let servers =
        json!({"a": entry("never_starts"), "b": entry("hang_for_ever"), "c": entry("plain")});
    place.write(&servers);
    let opened = place.open();
    opened.states(&["needs permission"; 3]);
    for server in ["a", "b", "c"] {
        opened.servers.allow(server);
    }
    opened.states(&["starting", "ready", "ready"]);
    let hanging = std::thread::spawn({
        let servers = Arc::clone(&opened.servers);
        move || Opened { servers, bell: mpsc::channel().1 }.call("b__act")
    });
    // Whether the call has begun or not, it ends with its server.
    opened.servers.close();
    let (end, text) = hanging.join().unwrap();
    assert!(matches!(end, CallEnd::Cancelled | CallEnd::Lost), "{end:?}: {text}");
    drop(opened);
}

#[cfg(target_os = "linux")]
fn no_process_is_left() {
    use crate::processes::nap;
    use vibeue_scripted_server::processes::{holding, until};

    let place = Place::new();
    let nap = nap("3");
    let mut entry = entry("grandchildren");
    entry["env"]["SCRIPTED_MCP_NAP"] = json!(nap);
    place.write(&json!({"s": entry}));
    let opened = place.open();
    opened.states(&["needs permission"]);
    assert!(holding(&nap).is_empty());
    opened.servers.allow("s");
    opened.states(&["ready"]);
    until("its processes", || !holding(&nap).is_empty());
    let first = holding(&nap);
    let before = opened.servers.changes();
    opened.servers.restart("s");
    opened.until("another start", |rows| {
        opened.servers.changes() >= before + 3 && name(&rows[0].state) == "ready"
    });
    assert!(holding(&nap).is_disjoint(&first), "{first:?}");
    until("its processes", || !holding(&nap).is_empty());
    drop(opened);
    assert!(holding(&nap).is_empty());
}
