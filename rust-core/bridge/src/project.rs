//! The core's own tools over the project's files, run beside the host.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use vibeue_core::handover::Signal;
use vibeue_core::tools::project::{
    ChangeSet, EditRules, Folder, ProjectFiles, backups_beside, tools,
};
use vibeue_core::tools::{Access, Call, CallEnd, Registry, Stop, Tool, ToolAnswer};

use crate::ffi::ffi::{FileChanges, SessionConfig, ToolRequest};
use crate::live::lock;
use crate::tasks::FileRestore;
use crate::{freeing, reports};

/// Where the project is, and what its edits are bound by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProjectPlace {
    folder: PathBuf,
    /// `None` where nothing is edited.
    rules: Option<EditRules>,
}

impl ProjectPlace {
    /// What the host configured; `None` where it names no folder, or does not
    /// offer its files.
    pub(crate) fn of(config: &SessionConfig) -> Option<Self> {
        if config.project_folder.is_empty() || !config.offers_project_files {
            return None;
        }
        let journal = PathBuf::from(&config.journal);
        let backups = match (config.project_backups.as_str(), config.journal.as_str()) {
            ("", "") => None,
            ("", _) => Some(backups_beside(&journal)),
            (backups, _) => Some(PathBuf::from(backups)),
        };
        let mut protected: Vec<PathBuf> = config
            .project_protected
            .iter()
            .filter(|it| !it.is_empty())
            .map(PathBuf::from)
            .collect();
        if !config.journal.is_empty() {
            let mut beside = journal.clone().into_os_string();
            beside.push(".lock");
            protected.extend([journal, PathBuf::from(beside)]);
        }
        let rules = backups.map(|backups| EditRules { backups, protected });
        Some(Self { folder: PathBuf::from(&config.project_folder), rules })
    }

    /// The tools that are offered.
    pub(crate) fn tools(&self) -> Vec<Tool> {
        tools(self.rules.is_some())
    }

    fn open(&self) -> Result<Arc<ProjectFiles>, String> {
        let folder = Folder::open(&self.folder).map_err(|error| error.to_string())?;
        let files = ProjectFiles::new(folder);
        Ok(Arc::new(match &self.rules {
            Some(rules) => files.editing(rules),
            None => files,
        }))
    }
}

/// The host's tools with those of the core beside them, whose names are taken.
pub(crate) fn with_own(mut tools: Vec<Tool>, place: Option<&ProjectPlace>) -> Vec<Tool> {
    let own = place.map(ProjectPlace::tools).unwrap_or_default();
    tools.retain(|tool| own.iter().all(|it| it.name() != tool.name()));
    tools.extend(own);
    tools
}

/// What the thread is asked for.
enum Work {
    Preview(ToolRequest),
    Run(Call, Stop),
    Restore(u64, FileRestore),
}

/// What the pump tells of it.
pub(crate) enum Told {
    /// A call that a person is asked for, with its preview, and whether it was
    /// allowed meanwhile.
    Request(Box<ToolRequest>, bool),
    /// A call's answer, for the session.
    Answer(String, ToolAnswer),
}

/// The core's own tools of one session, and the thread that runs them.
pub(crate) struct Project {
    place: ProjectPlace,
    tools: Vec<Tool>,
    shared: Arc<Shared>,
    work: Option<Sender<Work>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    signal: Option<Arc<Signal>>,
    told: Mutex<VecDeque<Told>>,
    changes: Mutex<Vec<ChangeSet>>,
    calls: Mutex<Calls>,
}

/// Calls that are not answered yet.
#[derive(Default)]
struct Calls {
    /// Those that wait for a person.
    asked: HashMap<String, Asked>,
    running: HashMap<String, u64>,
    /// One for each turn under way.
    stops: HashMap<u64, Stop>,
}

struct Asked {
    call: Call,
    /// The sink heard of it.
    told: bool,
    /// A person allowed it before that.
    allowed: bool,
}

impl Project {
    /// Begins to offer the tools; the folder is opened beside.
    pub(crate) fn begin(place: ProjectPlace, signal: &Arc<Signal>) -> Self {
        let shared = Shared { signal: Some(Arc::clone(signal)), ..Shared::default() };
        let shared = Arc::new(shared);
        let (work, asked) = mpsc::channel();
        let thread = std::thread::Builder::new().name("vibeue-files".to_owned()).spawn({
            let (place, shared) = (place.clone(), Arc::clone(&shared));
            move || serve(&place, &shared, &asked)
        });
        let tools = place.tools();
        let thread = thread.ok();
        Self { place, tools, shared, work: thread.is_some().then_some(work), thread }
    }

    /// Where it is.
    pub(crate) fn place(&self) -> &ProjectPlace {
        &self.place
    }

    /// What one of these tools may touch; `None` where the name is not one of
    /// theirs.
    pub(crate) fn access(&self, name: &str) -> Option<Access> {
        self.tools.iter().find(|tool| tool.name() == name).map(|tool| tool.access)
    }

    /// Tells whether a call is one of these tools, and not answered yet.
    pub(crate) fn has(&self, call_id: &str) -> bool {
        let calls = lock(&self.shared.calls);
        calls.asked.contains_key(call_id) || calls.running.contains_key(call_id)
    }

    /// Makes the preview of a call that a person is asked for; the sink hears
    /// of the call when that is there.
    pub(crate) fn ask(&self, request: ToolRequest) {
        let asked = Asked { call: call_of(&request), told: false, allowed: false };
        lock(&self.shared.calls).asked.insert(request.call_id.clone(), asked);
        if let Some(request) = self.unsent(Work::Preview(request)) {
            self.shared.tell(request);
        }
    }

    /// Runs a call.
    pub(crate) fn run(&self, request: &ToolRequest) {
        self.start(call_of(request));
    }

    /// A person allowed a call. Returns whether the sink may hear of that now,
    /// or hears of the call first.
    pub(crate) fn allowed(&self, call_id: &str) -> bool {
        let mut calls = lock(&self.shared.calls);
        let Some(asked) = calls.asked.get_mut(call_id) else { return true };
        let call = asked.call.clone();
        if asked.told {
            calls.asked.remove(call_id);
        } else {
            asked.allowed = true;
        }
        let told = !calls.asked.contains_key(call_id);
        drop(calls);
        self.start(call);
        told
    }

    /// What is to be told next.
    pub(crate) fn take(&self) -> Option<Told> {
        loop {
            let told = lock(&self.shared.told).pop_front()?;
            let mut calls = lock(&self.shared.calls);
            match told {
                Told::Request(request, _) => {
                    // Of a turn that has ended, or a call that was denied, nobody hears.
                    let Some(asked) = calls.asked.get_mut(&request.call_id) else { continue };
                    asked.told = true;
                    let allowed = asked.allowed;
                    if allowed {
                        calls.asked.remove(&request.call_id);
                    }
                    return Some(Told::Request(request, allowed));
                }
                Told::Answer(call_id, answer) => {
                    // What was cancelled has its answer.
                    if calls.running.remove(&call_id).is_some() {
                        return Some(Told::Answer(call_id, answer));
                    }
                }
            }
        }
    }

    /// A call has its result, however it came by it.
    pub(crate) fn ended(&self, call_id: &str) {
        let mut calls = lock(&self.shared.calls);
        calls.asked.remove(call_id);
        calls.running.remove(call_id);
    }

    /// A turn has ended: nothing of it goes on.
    pub(crate) fn turn_ended(&self, turn: u64) {
        let mut calls = lock(&self.shared.calls);
        calls.asked.retain(|_, asked| asked.call.turn != turn);
        calls.running.retain(|_, of| *of != turn);
        if let Some(stop) = calls.stops.remove(&turn) {
            stop.stop();
        }
    }

    /// What was edited, the oldest turn first.
    pub(crate) fn changes(&self) -> Vec<FileChanges> {
        lock(&self.shared.changes).iter().map(reports::file_changes).collect()
    }

    /// Begins to take back what a turn edited.
    pub(crate) fn restore(&self, set: u64) -> FileRestore {
        let restore = FileRestore::begun();
        // Where it cannot be asked for, dropping it says so.
        let _ = self.unsent(Work::Restore(set, restore.share()));
        restore
    }

    fn start(&self, call: Call) {
        let mut calls = lock(&self.shared.calls);
        calls.running.insert(call.id.clone(), call.turn);
        let stop = calls.stops.entry(call.turn).or_default().clone();
        drop(calls);
        let id = call.id.clone();
        if self.send(Work::Run(call, stop)).is_some() {
            let text = "not run: the system gives no thread; close other programs";
            self.shared.tell(Told::Answer(id, ToolAnswer::ended(CallEnd::Busy, text)));
        }
    }

    /// Asks the thread; gives back what it could not be asked for.
    fn send(&self, work: Work) -> Option<Work> {
        match &self.work {
            Some(to) => to.send(work).err().map(|error| error.0),
            None => Some(work),
        }
    }

    /// The same, as what is told instead.
    fn unsent(&self, work: Work) -> Option<Told> {
        match self.send(work)? {
            Work::Preview(request) => Some(Told::Request(Box::new(request), false)),
            Work::Run(..) | Work::Restore(..) => None,
        }
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        for stop in lock(&self.shared.calls).stops.values() {
            stop.stop();
        }
        self.work = None;
        if let Some(thread) = self.thread.take() {
            freeing::join(thread);
        }
    }
}

impl Shared {
    fn tell(&self, told: Told) {
        lock(&self.told).push_back(told);
        if let Some(signal) = &self.signal {
            signal.raise();
        }
    }

    fn look(&self, files: &Result<Arc<ProjectFiles>, String>) {
        if let Ok(Ok(changes)) = files.as_ref().map(|files| files.changes()) {
            *lock(&self.changes) = changes;
        }
    }
}

/// The thread: until nobody asks any more.
fn serve(place: &ProjectPlace, shared: &Shared, asked: &Receiver<Work>) {
    let files = place.open();
    let mut registry = Registry::default();
    if let Ok(files) = &files {
        registry.add(Arc::clone(files) as _);
    }
    shared.look(&files);
    for work in asked {
        match work {
            Work::Preview(mut request) => {
                let preview = registry.preview(&call_of(&request), &Stop::default());
                request.preview = preview.map_or_else(reports::no_preview, reports::preview);
                shared.tell(Told::Request(Box::new(request), false));
            }
            Work::Run(call, stop) if stop.is_stopped() => drop(call),
            Work::Run(call, stop) => {
                let answer = match &files {
                    Ok(_) => registry.run(&call, &stop),
                    Err(why) => ToolAnswer::error(format!("the project cannot be opened: {why}")),
                };
                // First what it did, then that it is done.
                shared.look(&files);
                shared.tell(Told::Answer(call.id, answer));
            }
            Work::Restore(set, restore) => {
                let done = match &files {
                    Ok(files) => files.restore((set > 0).then_some(set)),
                    Err(why) => Err(vibeue_core::Error::new(
                        vibeue_core::ErrorKind::Input,
                        format!("the project cannot be opened: {why}"),
                    )),
                };
                shared.look(&files);
                restore.finish(done);
            }
        }
    }
}

fn call_of(request: &ToolRequest) -> Call {
    let ToolRequest { turn, call_id, name, arguments, .. } = request.clone();
    Call { id: call_id, turn, name, arguments }
}
