//! A stand-in for the server of the Model Context Protocol that Unreal Engine
//! 5.8 ships (plugin `ModelContextProtocol`), with its quirks.
//!
//! Nothing of it comes from the engine's source. What it does is what public
//! pages and reports say of the real one:
//!
//! | What | Source |
//! |---|---|
//! | streamable HTTP on `127.0.0.1:8000/mcp`, origin check, no authentication, calls one after another on the game thread | dev.epicgames.com, "Unreal MCP in Unreal Editor" |
//! | three tools in front of all others: `list_toolsets`, `describe_toolset`, `call_tool(toolset_name, tool_name, arguments)` | EpicGames/unreal-engine-skills-for-claude-code-plugin, skills/unreal-mcp; measured in several public projects |
//! | 52 toolsets with 830 tools and their names | db-lyon/ue-mcp, assets/epic-catalog.snapshot.json (MIT) |
//! | `initialize` of the protocol up to 2025-11-25, `Mcp-Session-Id`, 400 without it, 404 for one that is not known, 202 for `notifications/initialized` | davidbuenov/dbv-mcp-server, reference/session-lifecycle |
//! | `serverInfo` has empty texts | the same page; a log of 5.8.1 says so, too |
//! | 400 to `notifications/roots/list_changed`, after which a client gave up | google-antigravity/antigravity-cli#112 |
//! | `tools/call` is answered as a stream of events by some builds, as JSON by others | the same page and a log of 5.8.1 |
//! | a session holds for one connection: on another one the answer is an empty stream | a report of 5.8 with a client that kept no connection |
//! | the list of toolsets is text, `- name: description`, and descriptions have lists of their own | a log of 5.8.1, in which 12 such lines were taken for toolsets |
//! | a toolset is described by JSON of up to 79,713 bytes | the same log |
//! | results are JSON as text, `{"returnValue": …}`, pictures among them as base64: 1,169,177 characters on one line | kevinpbuckley/VibeUE#544, Smangsty/contextforge-unreal |
//! | arguments that are called optional are asked for: `input param "X" needs a default value` | Smangsty/contextforge-unreal, a log of 5.8.1 |
//! | the editor's log tells its project, as the command line in an entry of `LogCsvProfiler` | Smangsty/contextforge-unreal |
//! | calls at the same time "deadlock or fail" | EpicGames/unreal-engine-skills-for-claude-code-plugin; which words it uses is not known, this one says that it is busy |

mod answers;
mod catalogue;
mod http;
mod shared;

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Condvar, Mutex};

use self::shared::{Shared, locked};
use crate::loopback::listen_at;

/// All ways to behave, each the name of a mode, with what happens in it.
pub const UNREAL_MODES: &[(&str, &str)] = &[
    ("plain", "does what the engine's server does, answering calls with JSON"),
    ("stream", "answers calls with a stream of events"),
    ("bound", "a session is valid for one connection only"),
    ("named", "says its name and version, as later builds do"),
    ("dies_in_call", "the editor crashes in the middle of the first call"),
    ("cut", "the connection ends in the middle of the first answer"),
    ("hangs_once", "the first call takes until it is let go"),
    ("hangs_at_greeting", "the game thread is blocked, nothing is answered"),
    ("busy", "another client's call is under way"),
    ("flood", "a call's result has three million characters"),
    ("flood_events", "twenty thousand events come before an answer"),
    ("huge_picture", "a picture has twenty megabytes"),
    ("big_picture", "a picture has 1,169,177 characters"),
    ("lies", "it says that a tool that deletes only reads"),
    ("bad_schemas", "its schemas have references to nowhere"),
    ("no_list", "its list of toolsets is not one"),
    ("many", "it has 400 toolsets"),
    ("empty_stream", "its answers are streams without an event"),
    ("rpc_error", "a call is answered with an error of the protocol"),
    ("no_log", "the toolset of the log is not enabled"),
    ("eager", "tool search is off: all tools are listed"),
    ("another_server", "another program's server of tools has the port"),
    ("web_page", "a web server has the port"),
    ("wrong_version", "it speaks a protocol that nobody knows"),
];

/// A stand-in for the engine's server on a port of loopback.
///
/// Dropped, it closes its port and its connections.
#[derive(Debug)]
pub struct UnrealServer {
    shared: Arc<Shared>,
    address: SocketAddr,
}

impl UnrealServer {
    /// Starts to answer at any port, as the editor of a project: the path of
    /// its `.uproject` file.
    ///
    /// # Errors
    /// If no port can be opened.
    pub fn start(mode: &str, project: &str) -> io::Result<Self> {
        Self::start_at(mode, project, 0)
    }

    /// Starts to answer at a port.
    ///
    /// # Errors
    /// If it cannot be opened, or there is no such mode.
    pub fn start_at(mode: &str, project: &str, port: u16) -> io::Result<Self> {
        if !UNREAL_MODES.iter().any(|(known, _)| *known == mode) {
            return Err(io::Error::other(format!("there is no way to behave called {mode:?}")));
        }
        let listener = listen_at(port)?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            mode: mode.to_owned(),
            project: project.to_owned(),
            ended: AtomicBool::new(false),
            sessions: Mutex::default(),
            next: AtomicU64::new(1),
            calls: Mutex::default(),
            methods: Mutex::default(),
            connections: Mutex::default(),
            game_thread: Mutex::new(()),
            let_go: Mutex::new(false),
            went_on: Condvar::new(),
        });
        let to_serve = Arc::clone(&shared);
        std::thread::Builder::new()
            .name("unreal-stand-in".to_owned())
            .spawn(move || http::listen(&listener, &to_serve))?;
        Ok(Self { shared, address })
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Calls of inner tools, by full name, in the order in which they ran.
    pub fn calls(&self) -> Vec<String> {
        locked(&self.shared.calls).clone()
    }

    /// The methods of all messages so far.
    pub fn methods(&self) -> Vec<String> {
        locked(&self.shared.methods).clone()
    }

    /// Lets a hanging call continue.
    pub fn let_go(&self) {
        *locked(&self.shared.let_go) = true;
        self.shared.went_on.notify_all();
    }

    /// Forgets all sessions, as an editor does that was started again.
    pub fn forget_sessions(&self) {
        locked(&self.shared.sessions).clear();
    }

    /// Closes the port and all connections, and waits until the port is free.
    pub fn stop(self) {
        drop(self);
    }
}

impl Drop for UnrealServer {
    fn drop(&mut self) {
        self.shared.end();
        // The listener is dropped by its thread, which a last connection wakes.
        while TcpStream::connect(self.address).is_ok() {
            std::thread::yield_now();
        }
    }
}
