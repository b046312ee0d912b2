//! The servers of a project, for a program that shows them to a person.

mod files;
mod row;
mod shelf;
mod signing_out;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use serde_json::{Map, Value};
use vibeue_conversation::{Error, ErrorKind, Result};

pub use files::ListFile;
pub use row::{RowState, ServerRow};
use shelf::Shelf;
use signing_out::SigningOut;

use super::servers::Bell;
use super::{FindOptions, SignIns, Variables};
use crate::{Allowance, CallEnd, ProjectRules, Tool, ToolAnswer, Toolbox};

/// What the servers of a project are opened with.
pub struct ProjectServersOptions {
    /// The project's folder.
    pub project: PathBuf,
    /// The lists; of two servers with one name the first counts.
    pub files: Vec<ListFile>,
    /// The server of the project's editor is used, without a question.
    pub uses_engine: bool,
    /// How the editor is looked for.
    pub find: FindOptions,
    /// What a person allowed in the project, and where that is written down;
    /// without it, what is allowed holds until the end.
    pub rules: Option<ProjectRules>,
    /// Where it is kept what a person signed in with; without it nobody can.
    pub sign_ins: Option<SignIns>,
    /// What is put in the place of variables.
    pub variables: Arc<dyn Variables + Send + Sync>,
    /// Called after each change, from a thread of its own.
    pub bell: Arc<dyn Fn() + Send + Sync>,
}

impl std::fmt::Debug for ProjectServersOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProjectServersOptions")
            .field("project", &self.project)
            .field("files", &self.files)
            .field("uses_engine", &self.uses_engine)
            .finish_non_exhaustive()
    }
}

/// The servers of a project: those of its lists, each started once a person has
/// allowed it, and that of its editor.
///
/// Nothing of it waits: files are read, editors looked for and servers started
/// and ended on a thread of its own. Dropped, it ends all servers with all that
/// they started, and waits for that, a few seconds at most.
#[derive(Debug)]
pub struct ProjectServers {
    shared: Arc<Shared>,
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread is told to do.
#[derive(Debug)]
enum Order {
    Reload,
    Allow(String),
    Restart(String),
    SignIn(String),
    SignOut(String),
}

/// What both sides see.
struct Shared {
    shelf: Mutex<Shelf>,
    changes: AtomicU64,
    closing: AtomicBool,
    bell: Bell,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("changes", &self.changes).finish_non_exhaustive()
    }
}

impl Shared {
    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a change and tells of it.
    fn tell(&self) {
        self.changes.fetch_add(1, Ordering::Release);
        (self.bell)();
    }

    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Acquire)
    }
}

impl ProjectServers {
    /// Begins to read the lists and to start what was allowed before; returns
    /// at once.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] when the system gives no thread.
    pub fn open(options: ProjectServersOptions) -> Result<Self> {
        let shared = Arc::new(Shared {
            shelf: Mutex::default(),
            changes: AtomicU64::new(0),
            closing: AtomicBool::new(false),
            bell: Arc::clone(&options.bell),
        });
        let (orders, ordered) = mpsc::channel();
        let thread = std::thread::Builder::new().name("vibeue-servers".to_owned()).spawn({
            let shared = Arc::clone(&shared);
            move || serve(options, &shared, &ordered)
        });
        let thread = thread.map_err(|error| {
            Error::new(ErrorKind::Io, format!("the servers cannot be started: {error}"))
                .hint("close other programs and try again")
        })?;
        Ok(Self { shared, orders: Some(orders), thread: Some(thread) })
    }

    /// What a person is shown: every server, and every list that cannot be
    /// read.
    pub fn rows(&self) -> Vec<ServerRow> {
        self.shared.shelf().rows()
    }

    /// Counts the changes of rows and tools: whoever has seen this number has
    /// seen them as they are.
    pub fn changes(&self) -> u64 {
        self.shared.changes.load(Ordering::Acquire)
    }

    /// A person allowed a server, as its row shows it, in this project: it is
    /// started now and whenever the project's servers are.
    pub fn allow(&self, server: &str) {
        self.order(Order::Allow(server.to_owned()));
    }

    /// Ends a server that was started, and starts it again; the editor is
    /// looked for again. Its list is not read again.
    pub fn restart(&self, server: &str) {
        self.order(Order::Restart(server.to_owned()));
    }

    /// Begins to let a person sign in at a server that asks for it: its row
    /// names the page for the browser next.
    pub fn sign_in(&self, server: &str) {
        self.order(Order::SignIn(server.to_owned()));
    }

    /// Forgets what a person signed in with at a server, starts it again, and
    /// has the authorization server revoke it: its row says what came of that.
    pub fn sign_out(&self, server: &str) {
        self.order(Order::SignOut(server.to_owned()));
    }

    /// Ends all servers, reads the lists again and starts what is allowed.
    pub fn reload(&self) {
        self.order(Order::Reload);
    }

    /// Begins to end: what is under way is given up. Does not wait.
    pub fn close(&self) {
        self.shared.closing.store(true, Ordering::Release);
        self.shared.shelf().begin_to_end();
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // A thread that is gone has ended all.
            let _ = orders.send(order);
        }
    }
}

impl Toolbox for ProjectServers {
    fn tools(&self) -> Vec<Tool> {
        self.shared.shelf().tools()
    }

    fn run(&self, tool: &Tool, arguments: Map<String, Value>, allowance: &Allowance) -> ToolAnswer {
        let server = self.shared.shelf().server_of(tool.name());
        match server {
            Some(server) => server.run(tool, arguments, allowance),
            None => {
                let text = format!("there is no tool {:?} any more", tool.name());
                ToolAnswer::ended(CallEnd::Refused, text)
            }
        }
    }
}

impl Drop for ProjectServers {
    fn drop(&mut self) {
        self.close();
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // A panic in it was told by the hook.
            let _ = thread.join();
        }
    }
}

/// The thread: until nobody gives orders any more.
fn serve(mut options: ProjectServersOptions, shared: &Arc<Shared>, ordered: &Receiver<Order>) {
    let mut signing_out = SigningOut::default();
    load(&mut options, shared);
    while let Ok(order) = ordered.recv() {
        if shared.is_closing() {
            break;
        }
        match order {
            Order::Reload => {
                end_all(shared);
                load(&mut options, shared);
            }
            Order::Allow(server) => allow(&mut options, shared, &server),
            Order::Restart(server) => restart(&options, shared, &server),
            Order::SignIn(server) => {
                // Bound first: the answer is told under no lock.
                let running = shared.shelf().running_of(&server);
                let _ = running.is_some_and(|running| running.sign_in(&server));
            }
            Order::SignOut(server) => signing_out.begin(&options, shared, &server),
        }
    }
    end_all(shared);
    drop(signing_out);
    shared.tell();
}

fn end_all(shared: &Shared) {
    let running = shared.shelf().empty();
    end(running);
}

/// Ends servers, outside of the lock: that takes its time.
fn end(servers: Vec<Arc<super::McpServers>>) {
    for server in servers {
        server.stop();
    }
}

/// Reads the lists, starts what is allowed, then looks for the editor.
fn load(options: &mut ProjectServersOptions, shared: &Arc<Shared>) {
    let mut books = files::read_all(&options.files, &*options.variables);
    books.iter_mut().for_each(|book| book.keep_sign_ins(options.sign_ins.as_ref()));
    if options.uses_engine {
        books.retain_mut(row::Book::gives_way_to_engine);
        books.push(row::Book::of_engine());
    }
    let allowed: Vec<String> = {
        let mut shelf = shared.shelf();
        shelf.fill(books);
        shelf.waiting(|identity| {
            options.rules.as_ref().is_some_and(|rules| rules.allows_server(identity))
        })
    };
    shared.tell();
    for server in allowed {
        start(shared, &server);
    }
    if options.uses_engine {
        find_engine(options, shared);
    }
}

fn allow(options: &mut ProjectServersOptions, shared: &Arc<Shared>, server: &str) {
    let identity = shared.shelf().waiting_identity(server);
    let Some(identity) = identity else { return };
    if let Some(rules) = &mut options.rules
        && let Err(error) = rules.allow_server(identity)
    {
        tracing::warn!("the server {server} is allowed for this conversation alone: {error}");
    }
    start(shared, server);
}

fn restart(options: &ProjectServersOptions, shared: &Arc<Shared>, server: &str) {
    // Bound first: a lock of the condition would be held over the end.
    let taken = shared.shelf().take_running(server);
    let Some((is_engine, running)) = taken else { return };
    end(running);
    if is_engine {
        find_engine(options, shared);
    } else {
        start(shared, server);
    }
}

/// Starts a server whose configuration is known.
fn start(shared: &Arc<Shared>, server: &str) {
    let config = shared.shelf().config_to_start(server);
    let Some(config) = config else { return };
    let begun = super::McpServers::start_with(vec![config], Some(bell_of(shared)));
    shared.shelf().put(server, begun.map(Arc::new));
    shared.tell();
}

/// A bell that lets go of what it tells with the servers that ring it.
fn bell_of(shared: &Arc<Shared>) -> Bell {
    let shared = Arc::downgrade(shared);
    Arc::new(move || {
        if let Some(shared) = shared.upgrade() {
            shared.tell();
        }
    })
}

/// Looks for the project's editor, and starts to talk to it where it answers.
fn find_engine(options: &ProjectServersOptions, shared: &Arc<Shared>) {
    shared.shelf().begin_search();
    shared.tell();
    let watch = || !shared.is_closing();
    let found = super::unreal::find_while(&options.project, &options.find, &watch);
    if shared.is_closing() {
        return;
    }
    let is_there = shared.shelf().note_engine(found);
    if is_there {
        start(shared, row::ENGINE);
    }
    shared.tell();
}
