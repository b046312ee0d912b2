//! Opens a conversation.
//!
//! What opening writes is written here and not by the machine: opening fails as a whole, before
//! there is a conversation that could report it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;
use tokio::runtime::{Builder, Runtime};

use super::run::Executor;
use super::signal::Signal;
use super::store::Store;
use crate::live::machine::{
    ModelState, Moment, Opened, State, Toolbox, calls_without_results, fields_of,
};
use crate::live::running_calls::{LeftBehind, RunningCalls};
use crate::live::{Clock, EventQueue, ModelChoice, SessionOptions, Snapshot};
use crate::results::ResultFiles;
use crate::{Event, History};
use vibeue_conversation::{Error, ErrorKind, Result};
use vibeue_conversation::{Message, Role};
use vibeue_summarizer::SummaryCache;

/// Threads that talk to models: one streams an answer while the other makes
/// a summary.
const WORKERS: usize = 2;

/// The model that answers, if it can with these settings.
fn answering(options: &SessionOptions, choice: ModelChoice) -> Result<ModelState> {
    let mut model = ModelState::new(Arc::clone(&options.provider), choice);
    model.know_price(&options.prices);
    model.check(&options.settings)?;
    if model.choice.model.trim().is_empty() {
        return Err(Error::new(ErrorKind::Settings, "the model has no name").hint("choose a model"));
    }
    Ok(model)
}

/// The model that the user chose in this conversation, if that is kept.
fn chosen(options: &SessionOptions, history: &History) -> Option<ModelState> {
    let server = options.provider.server().unwrap_or_default();
    let model = history.chosen_model(&server).filter(|_| options.keeps_chosen_model)?;
    // Settings that do not fit its window must not prevent opening the conversation.
    answering(options, ModelChoice { model: model.to_owned(), ..options.model.clone() }).ok()
}

/// The model, with what was learned of it in this conversation.
fn resumed(mut model: ModelState, history: &History) -> ModelState {
    if let Some(learned) = history.learned(&model.choice.model) {
        model.resume(learned);
    }
    model
}

/// The files of a journal's long results, without those that it does not name.
fn results_of(journal: Option<&Path>, history: &History) -> Result<Option<ResultFiles>> {
    let results = journal.map(ResultFiles::beside).transpose()?;
    if let Some(results) = &results {
        results.tidy(history);
    }
    Ok(results)
}

impl Executor {
    /// Opens the journal, counts what is in it and shows the first snapshot.
    pub(in crate::live) fn open(
        options: SessionOptions,
        signals: Sender<Signal>,
        events: Arc<EventQueue>,
        snapshot: Arc<ArcSwapOption<Snapshot>>,
        running_calls: Arc<RunningCalls>,
    ) -> Result<Self> {
        let began = Instant::now();
        let model = answering(&options, options.model.clone())?;
        let clock = Arc::clone(&options.clock);
        let now = Moment { wall_ms: clock.now(), steady: Duration::ZERO };
        let (mut store, torn) = Store::open(options.journal.as_deref(), options.sync, now.wall_ms)?;
        let kept = chosen(&options, store.history());
        let model = resumed(kept.unwrap_or(model), store.history());
        let noted = options.journal.as_deref().filter(|_| options.notes_running_calls);
        let left = noted.map_or(LeftBehind::Nothing, |journal| running_calls.begin(journal));
        let workers = Arc::new(AtomicUsize::new(0));
        let runtime = runtime(&workers)?;
        // Takes some tenths of a second at most; without it every count would be a guess.
        model.counter.warm();
        let tools = Toolbox::new(options.tools);
        let mut writing = Writing { store: &mut store, clock: &*clock };
        writing.begin(options.system_prompt.as_deref(), &options.pinned)?;
        writing.fields(&model.choice)?;
        writing.tools(&tools)?;
        let closed_calls = writing.close_calls(&left)?;
        let results = results_of(options.journal.as_deref(), store.history())?;
        let (history, journal, conversation) = store.into_parts();
        let (state, effects) = State::open(Opened {
            at: now,
            bounds: options.bounds,
            conversation,
            history,
            system_prompt: options.system_prompt,
            model,
            summary_providers: options.summary_providers,
            prices: options.prices,
            settings: options.settings,
            tools,
            reports_begins: options.notes_running_calls,
            // The machine decides but may not touch files, and this thread writes files but may not
            // decide: each has a copy of the project's rules as they were when the conversation was
            // opened. What the user allows from then on is added to the machine's copy at once, and
            // this thread writes it to the file.
            policy: options.policy.clone(),
            torn: torn.map(|torn| torn.to_string()),
            closed_calls,
        });
        let mut executor = Self {
            state,
            signals,
            runtime,
            workers,
            clock,
            began,
            now,
            journal,
            results,
            synced: false,
            permissions: options.policy,
            cache: Arc::new(SummaryCache::new()),
            tasks: HashMap::new(),
            streams: HashMap::new(),
            events,
            snapshot,
            running_calls,
        };
        for effect in effects {
            executor.carry_out(effect);
        }
        Ok(executor)
    }
}

/// Writes what a conversation begins or continues with.
struct Writing<'a> {
    store: &'a mut Store,
    clock: &'a dyn Clock,
}

impl Writing<'_> {
    fn append(&mut self, event: Event) -> Result<()> {
        self.store.append(event, self.clock.now())
    }

    /// Adds what begins a new conversation.
    fn begin(&mut self, prompt: Option<&str>, pinned: &[String]) -> Result<()> {
        if self.store.history().originals().next().is_some() {
            return Ok(());
        }
        if let Some(prompt) = prompt.filter(|prompt| !prompt.trim().is_empty()) {
            let id = self.store.history().next_id();
            self.append(Event::Message(Message::text(id, Role::System, prompt)))?;
        }
        for rule in pinned.iter().filter(|rule| !rule.trim().is_empty()) {
            let id = self.store.history().next_id();
            let mut message = Message::text(id, Role::System, rule.clone());
            message.pinned = true;
            self.append(Event::Message(message))?;
        }
        Ok(())
    }

    /// Writes how the model is asked, if that is new.
    fn fields(&mut self, choice: &ModelChoice) -> Result<()> {
        let history = self.store.history();
        let fields = fields_of(history.fields(), choice);
        if fields == *history.fields() {
            return Ok(());
        }
        // Whichever model answers now: the user's choice is kept for when it can be followed.
        let chosen = history.chosen().cloned();
        self.append(Event::Request { fields, chosen })
    }

    /// Writes the host's tools, if they are new.
    fn tools(&mut self, tools: &Toolbox) -> Result<()> {
        let tools = tools.values();
        if tools == self.store.history().tools() {
            Ok(())
        } else {
            self.append(Event::Tools { tools })
        }
    }

    /// Answers the calls that have no result, and says how many.
    fn close_calls(&mut self, left: &LeftBehind) -> Result<usize> {
        let open = calls_without_results(self.store.history().view());
        for (id, name) in &open {
            let message = self.store.history().next_id();
            let why = left.placeholder(id, name);
            let result = Message::tool_result(message, id.clone(), Some(name), why, true);
            self.append(Event::Message(result))?;
        }
        Ok(open.len())
    }
}

fn runtime(workers: &Arc<AtomicUsize>) -> Result<Runtime> {
    let (started, stopped) = (Arc::clone(workers), Arc::clone(workers));
    Builder::new_multi_thread()
        .worker_threads(WORKERS)
        .max_blocking_threads(1)
        .thread_name("vibeue-worker")
        .on_thread_start(move || {
            started.fetch_add(1, Ordering::AcqRel);
        })
        .on_thread_stop(move || {
            stopped.fetch_sub(1, Ordering::AcqRel);
        })
        .enable_all()
        .build()
        .map_err(|error| {
            Error::new(ErrorKind::Io, format!("cannot start the session's workers: {error}"))
                .hint("close other programs and try again")
        })
}
