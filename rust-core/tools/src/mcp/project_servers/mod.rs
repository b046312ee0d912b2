//! The servers of a project, for a program that shows them to the user.

mod elsewhere;
mod files;
mod options;
mod row;
mod shared;
mod shelf;
mod signing_out;
mod starting;

use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;

use serde_json::{Map, Value};
use vibeue_conversation::{Error, ErrorKind, Result};

pub use files::ListFile;
pub use options::ProjectServersOptions;
pub use row::{RowState, ServerRow};
use shared::Shared;
use signing_out::SigningOut;
use starting::{end, find_engine, restart, start};

use crate::{Allowance, CallEnd, Tool, ToolAnswer, Toolbox};

/// The servers of a project: those of its lists, each started once the user has
/// allowed it, and that of its editor.
///
/// Its methods never block: files are read, editors looked for and servers started and ended on a
/// background thread. Dropping this ends all servers with everything that they started, and waits
/// for that, a few seconds at most.
#[derive(Debug)]
pub struct ProjectServers {
    shared: Arc<Shared>,
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
}

/// Orders for the thread.
#[derive(Debug)]
enum Order {
    Reload,
    Use(PathBuf),
    Allow(String),
    Restart(String),
    SignIn(String),
    SignOut(String),
}

impl ProjectServers {
    /// Begins to read the lists and to start what was already allowed; returns at once.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if a thread cannot be spawned.
    pub fn open(options: ProjectServersOptions) -> Result<Self> {
        let shared = Arc::new(Shared::new(Arc::clone(&options.bell)));
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

    /// What is shown to the user: every server, every list that cannot be read, and every list that
    /// another client keeps.
    pub fn rows(&self) -> Vec<ServerRow> {
        self.shared.shelf().rows()
    }

    /// Counts the changes of rows and tools: while this number stays the same,
    /// so do they.
    pub fn changes(&self) -> u64 {
        self.shared.changes()
    }

    /// Allows a server, as its row shows it, in this project: it is started now and whenever the
    /// project's servers are.
    pub fn allow(&self, server: &str) {
        self.order(Order::Allow(server.to_owned()));
    }

    /// Restarts a server; the editor is looked for again. Its list is not read again.
    pub fn restart(&self, server: &str) {
        self.order(Order::Restart(server.to_owned()));
    }

    /// Starts the sign-in at a server that requires one: its row then has the page for the browser.
    pub fn sign_in(&self, server: &str) {
        self.order(Order::SignIn(server.to_owned()));
    }

    /// Forgets the sign-in to a server, restarts the server, and has the authorization server
    /// revoke the sign-in: its row reports the outcome.
    pub fn sign_out(&self, server: &str) {
        self.order(Order::SignOut(server.to_owned()));
    }

    /// Ends all servers, reads the lists again and starts what is allowed.
    pub fn reload(&self) {
        self.order(Order::Reload);
    }

    /// Uses one more list from now on, after the others. Running servers continue; a list that is
    /// already used changes nothing.
    pub fn use_list(&self, file: &Path) {
        self.order(Order::Use(file.to_owned()));
    }

    /// Begins to end: what is running is abandoned. Does not wait.
    pub fn close(&self) {
        self.shared.close();
        self.shared.shelf().begin_to_end();
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // If the thread is gone, it has ended everything.
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
            // The panic hook reported a panic in it.
            let _ = thread.join();
        }
    }
}

/// The thread: runs until no more orders can come.
fn serve(mut options: ProjectServersOptions, shared: &Arc<Shared>, ordered: &Receiver<Order>) {
    let mut signing_out = SigningOut::default();
    load(&mut options, shared);
    while let Ok(order) = ordered.recv() {
        if shared.is_closing() {
            // Nothing more is started, but sign-outs are still carried out.
            for order in iter::once(order).chain(ordered.try_iter()) {
                if let Order::SignOut(server) = order {
                    signing_out.end_with(&options, shared, &server);
                }
            }
            break;
        }
        match order {
            Order::Reload => {
                end_all(shared);
                load(&mut options, shared);
            }
            Order::Use(path) => use_list(&mut options, shared, path),
            Order::Allow(server) => allow(&mut options, shared, &server),
            Order::Restart(server) => restart(&options, shared, &server),
            Order::SignIn(server) => {
                // Bound first, so that the answer is reported without holding the lock.
                let running = shared.shelf().running_of(&server);
                if running.is_some_and(|running| running.sign_in(&server)) {
                    shared.shelf().begin_sign_in(&server);
                }
            }
            Order::SignOut(server) => signing_out.begin(&options, shared, &server),
        }
    }
    end_all(shared);
    drop(signing_out);
    shared.notify();
}

fn end_all(shared: &Shared) {
    let running = shared.shelf().empty();
    end(running);
}

/// Reads the lists, starts what is allowed, then looks for the editor.
fn load(options: &mut ProjectServersOptions, shared: &Arc<Shared>) {
    let mut books = read(options, &options.files);
    if options.uses_engine {
        books.push(row::Book::of_engine());
    }
    let lists = options
        .home
        .as_ref()
        .map(|home| elsewhere::find(&options.project, home, &options.files, &*options.variables));
    {
        let mut shelf = shared.shelf();
        shelf.fill(books);
        shelf.note_elsewhere(lists.unwrap_or_default());
    }
    start_allowed(options, shared);
    if options.uses_engine {
        find_engine(options, shared);
    }
}

/// Reads one more list; running servers continue.
fn use_list(options: &mut ProjectServersOptions, shared: &Arc<Shared>, path: PathBuf) {
    if options.files.iter().any(|file| file.path == path) {
        return;
    }
    let file = ListFile { path, is_optional: false };
    let books = read(options, std::slice::from_ref(&file));
    shared.shelf().add(books, &file.path);
    options.files.push(file);
    start_allowed(options, shared);
}

/// Reads lists; an entry for the editor's own server is dropped in favour of the search for it.
fn read(options: &ProjectServersOptions, files: &[ListFile]) -> Vec<row::Book> {
    let mut books = files::read_all(files, &*options.variables);
    books.iter_mut().for_each(|book| book.keep_sign_ins(options.sign_ins.as_ref()));
    if options.uses_engine {
        books.retain_mut(row::Book::gives_way_to_engine);
    }
    books
}

/// Starts what waits for a permission that it has.
fn start_allowed(options: &ProjectServersOptions, shared: &Arc<Shared>) {
    let allowed = shared.shelf().waiting(|identity| {
        options.rules.as_ref().is_some_and(|rules| rules.allows_server(identity))
    });
    shared.notify();
    for server in allowed {
        start(shared, &server);
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
