//! The core's own tools for the project's files, run in the background of the host.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use serde_json::{Map, Value};
use vibeue_core::handover::Signal;
use vibeue_core::session::results::ResultFiles;
use vibeue_core::tools::project::{
    ChangeSet, EditRules, Folder, ProjectFiles, backups_beside, tools,
};
use vibeue_core::tools::{
    Access, Allowance, Call, CallEnd, Preview, Registry, Stop, Tool, ToolAnswer, Toolbox,
};

use crate::check_outs::CheckOuts;
use crate::ffi::ffi::{FileChanges, SessionConfig, ToolRequest};
use crate::inside::{Inside, InsideCalls, InsideEvent, call_of};
use crate::live::lock;
use crate::tasks::FileRestore;
use crate::{freeing, reports};

/// Where the project is, and the rules for its edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProjectPlace {
    folder: PathBuf,
    /// `None` if nothing is edited.
    rules: Option<EditRules>,
}

impl ProjectPlace {
    /// What the host configured; `None` if it names no folder, or does not offer its files.
    pub(crate) fn of(config: &SessionConfig) -> Option<Self> {
        config.offers_project_files.then(|| Self::at(config)).flatten()
    }

    /// The same, whether or not its files are offered as tools.
    pub(crate) fn at(config: &SessionConfig) -> Option<Self> {
        if config.project_folder.is_empty() {
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
            let results = ResultFiles::folder_of(&journal);
            protected.extend([journal, PathBuf::from(beside), results]);
        }
        let rules = backups.map(|backups| EditRules { backups, protected });
        Some(Self { folder: PathBuf::from(&config.project_folder), rules })
    }

    /// The tools that are offered.
    pub(crate) fn tools(&self) -> Vec<Tool> {
        tools(self.rules.is_some())
    }

    /// The rules for edits; `None` if nothing is edited.
    pub(crate) fn rules(&self) -> Option<&EditRules> {
        self.rules.as_ref()
    }

    fn open(&self, check_outs: Arc<CheckOuts>) -> Result<Arc<ProjectFiles>, String> {
        let folder = Folder::open(&self.folder).map_err(|error| error.to_string())?;
        let files = ProjectFiles::new(folder);
        Ok(Arc::new(match &self.rules {
            Some(rules) => files.checking_out(rules, Some(check_outs as _)),
            None => files,
        }))
    }
}

/// The host's tools and those of the core, whose names are reserved.
pub(crate) fn with_own(mut tools: Vec<Tool>, place: Option<&ProjectPlace>) -> Vec<Tool> {
    let own = place.map(ProjectPlace::tools).unwrap_or_default();
    tools.retain(|tool| own.iter().all(|it| it.name() != tool.name()));
    tools.extend(own);
    tools
}

/// Work for the thread.
enum Work {
    Preview(ToolRequest),
    Run(Call, Stop),
    Restore(u64, FileRestore),
}

/// The core's own tools of one session, and the thread that runs them.
pub(crate) struct Project {
    place: ProjectPlace,
    tools: Vec<Tool>,
    shared: Arc<Shared>,
    check_outs: Arc<CheckOuts>,
    work: Option<Sender<Work>>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    calls: InsideCalls,
    changes: Mutex<Vec<ChangeSet>>,
}

impl Project {
    /// Begins to offer the tools; the folder is opened in the background.
    pub(crate) fn begin(place: ProjectPlace, signal: &Arc<Signal>) -> Self {
        let check_outs = Arc::new(CheckOuts::new(signal));
        let open = {
            let (place, check_outs) = (place.clone(), Arc::clone(&check_outs));
            move || place.open(check_outs)
        };
        let tools = place.tools();
        Self::serving(place, tools, check_outs, signal, open)
    }

    /// The files that an agent has written: none of it is offered as a tool; what was written can
    /// be undone.
    pub(crate) fn of_agent(
        place: ProjectPlace,
        files: &Arc<ProjectFiles>,
        check_outs: Arc<CheckOuts>,
        signal: &Arc<Signal>,
    ) -> Self {
        let files = Arc::clone(files);
        Self::serving(place, Vec::new(), check_outs, signal, move || Ok(files))
    }

    fn serving(
        place: ProjectPlace,
        tools: Vec<Tool>,
        check_outs: Arc<CheckOuts>,
        signal: &Arc<Signal>,
        open: impl FnOnce() -> Result<Arc<ProjectFiles>, String> + Send + 'static,
    ) -> Self {
        let calls = InsideCalls::new(signal);
        let shared = Arc::new(Shared { calls, changes: Mutex::default() });
        let (work, asked) = mpsc::channel();
        let thread = std::thread::Builder::new().name("vibeue-files".to_owned()).spawn({
            let shared = Arc::clone(&shared);
            move || serve(open, &shared, &asked)
        });
        let thread = thread.ok();
        let work = thread.is_some().then_some(work);
        Self { place, tools, shared, check_outs, work, thread }
    }

    /// Tools that may write these files: their edits are noticed before the end of the call is
    /// reported.
    pub(crate) fn watching(
        &self,
        tools: Arc<dyn Toolbox>,
        files: &Arc<ProjectFiles>,
    ) -> Arc<dyn Toolbox> {
        let (files, shared) = (Arc::clone(files), Arc::clone(&self.shared));
        Arc::new(Watched { tools, files, shared })
    }

    /// The files that the host checks out of source control.
    pub(crate) fn check_outs(&self) -> &CheckOuts {
        &self.check_outs
    }

    /// Where it is.
    pub(crate) fn place(&self) -> &ProjectPlace {
        &self.place
    }

    /// What one of these tools may touch; `None` if the name is not one of theirs.
    pub(crate) fn access(&self, name: &str) -> Option<Access> {
        self.tools.iter().find(|tool| tool.name() == name).map(|tool| tool.access)
    }

    /// What was edited, the oldest turn first.
    pub(crate) fn changes(&self) -> Vec<FileChanges> {
        lock(&self.shared.changes).iter().map(reports::file_changes).collect()
    }

    /// Begins to undo what a turn edited.
    pub(crate) fn restore(&self, set: u64) -> FileRestore {
        let restore = FileRestore::begun();
        // If it cannot be requested, dropping it reports that.
        let _ = self.unsent(Work::Restore(set, restore.share()));
        restore
    }

    /// Sends work to the thread; returns what could not be sent.
    fn send(&self, work: Work) -> Option<Work> {
        match &self.work {
            Some(to) => to.send(work).err().map(|error| error.0),
            None => Some(work),
        }
    }

    /// The same; returns the event to report instead if it could not be sent.
    fn unsent(&self, work: Work) -> Option<InsideEvent> {
        match self.send(work)? {
            Work::Preview(request) => Some(InsideEvent::Request(Box::new(request), false)),
            Work::Run(..) | Work::Restore(..) => None,
        }
    }
}

/// Tools that may write files.
struct Watched {
    tools: Arc<dyn Toolbox>,
    files: Arc<ProjectFiles>,
    shared: Arc<Shared>,
}

impl Toolbox for Watched {
    fn tools(&self) -> Vec<Tool> {
        self.tools.tools()
    }

    fn run(&self, tool: &Tool, arguments: Map<String, Value>, allowance: &Allowance) -> ToolAnswer {
        let answer = self.tools.run(tool, arguments, allowance);
        self.shared.look(&self.files);
        answer
    }

    fn preview(
        &self,
        tool: &Tool,
        arguments: Map<String, Value>,
        allowance: &Allowance,
    ) -> Option<Preview> {
        self.tools.preview(tool, arguments, allowance)
    }
}

impl Inside for Project {
    fn calls(&self) -> &InsideCalls {
        &self.shared.calls
    }

    fn look(&self, request: ToolRequest) {
        if let Some(request) = self.unsent(Work::Preview(request)) {
            self.calls().emit(request);
        }
    }

    fn start(&self, call: Call) {
        let stop = self.calls().begin(&call);
        let id = call.id.clone();
        if self.send(Work::Run(call, stop)).is_some() {
            let text = "not run: the system cannot start a thread; close other programs";
            self.calls().emit(InsideEvent::Answer(id, ToolAnswer::ended(CallEnd::Busy, text)));
        }
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        self.shared.calls.stop();
        self.work = None;
        if let Some(thread) = self.thread.take() {
            freeing::join(thread);
        }
    }
}

impl Shared {
    fn look(&self, files: &ProjectFiles) {
        if let Ok(changes) = files.changes() {
            *lock(&self.changes) = changes;
        }
    }
}

/// The thread: runs until no more work can come.
fn serve(
    open: impl FnOnce() -> Result<Arc<ProjectFiles>, String>,
    shared: &Shared,
    asked: &Receiver<Work>,
) {
    let files = open();
    let look = || files.as_ref().map_or((), |files| shared.look(files));
    let mut registry = Registry::default();
    if let Ok(files) = &files {
        registry.add(Arc::clone(files) as _);
    }
    look();
    for work in asked {
        match work {
            Work::Preview(mut request) => {
                let preview = registry.preview(&call_of(&request), &Stop::default());
                shared.calls.previewed(&request.call_id, preview.as_ref());
                request.preview = preview.map_or_else(reports::no_preview, reports::preview);
                shared.calls.emit(InsideEvent::Request(Box::new(request), false));
            }
            Work::Run(call, stop) if stop.is_stopped() => drop(call),
            Work::Run(call, stop) => {
                let answer = match &files {
                    Ok(_) => registry.run(&call, &stop),
                    Err(why) => ToolAnswer::error(format!("the project cannot be opened: {why}")),
                };
                // First what it did, then that it is done.
                look();
                shared.calls.emit(InsideEvent::Answer(call.id, answer));
            }
            Work::Restore(set, restore) => {
                let done = match &files {
                    Ok(files) => files.restore((set > 0).then_some(set)),
                    Err(why) => Err(vibeue_core::Error::new(
                        vibeue_core::ErrorKind::Input,
                        format!("the project cannot be opened: {why}"),
                    )),
                };
                look();
                restore.finish(done);
            }
        }
    }
}
