//! Opening a conversation.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

use arc_swap::ArcSwapOption;
use tokio::runtime::{Builder, Runtime};

use super::describing::Description;
use super::driver::Driver;
use super::host_view::HostView;
use super::input::Input;
use super::model_state::ModelState;
use super::numbers::Numbers;
use super::send_view::SendView;
use super::server_count::ServerCount;
use super::store::Store;
use super::summary_watch::SummaryWatch;
use super::summary_writers::SummaryWriters;
use super::toolbox::Toolbox;
use super::turn_queue::TurnQueue;
use crate::Event;
use crate::live::{CostLedger, EventQueue, SessionOptions, Snapshot};
use vibeue_conversation::{Error, ErrorKind, Result};
use vibeue_conversation::{Message, Role};

/// Threads that talk to models: one streams an answer while the other makes
/// a summary.
const WORKERS: usize = 2;

/// What a driver is made of beside what the host wants.
struct Parts {
    inputs: Sender<Input>,
    runtime: Runtime,
    workers: Arc<AtomicUsize>,
    store: Store,
    model: ModelState,
    host: HostView,
}

/// The model that answers, if it can with these settings.
fn answering(options: &SessionOptions) -> Result<ModelState> {
    let mut model = ModelState::new(Arc::clone(&options.provider), options.model.clone());
    model.know_price(&options.prices);
    model.check(&options.settings)?;
    if model.choice.model.trim().is_empty() {
        return Err(Error::new(ErrorKind::Settings, "the model has no name").hint("choose a model"));
    }
    Ok(model)
}

impl Driver {
    /// Opens the journal, counts what is in it and shows the first snapshot.
    pub(in crate::live) fn open(
        mut options: SessionOptions,
        inputs: Sender<Input>,
        events: Arc<EventQueue>,
        snapshot: Arc<ArcSwapOption<Snapshot>>,
    ) -> Result<Self> {
        let mut model = answering(&options)?;
        let now = options.clock.now();
        let (store, torn) = Store::open(options.journal.as_deref(), options.sync, now)?;
        if let Some(learned) = store.history().learned(&model.choice.model) {
            model.resume(learned);
        }
        let workers = Arc::new(AtomicUsize::new(0));
        let runtime = runtime(&workers)?;
        // Some tenths of a second at most; without it every count would be a
        // guess.
        model.counter.warm();
        let pinned = std::mem::take(&mut options.pinned);
        let host = HostView::new(events, snapshot);
        let mut driver =
            Self::assembled(options, Parts { inputs, runtime, workers, store, model, host });
        if driver.store.history().originals().next().is_none() {
            driver.begin_conversation(&pinned)?;
        }
        driver.write_fields()?;
        driver.write_tools()?;
        driver.reshaped();
        driver.remember_last_compaction();
        if let Some(torn) = torn {
            driver.warn(format!("the end of the journal was removed, a crash had left it: {torn}"));
        }
        driver.remember_unsent();
        driver.close_open_calls(vibeue_conversation::pairing::NO_RESULT)?;
        driver.describe();
        driver.publish();
        Ok(driver)
    }

    /// A driver that does nothing yet.
    fn assembled(options: SessionOptions, parts: Parts) -> Self {
        let Parts { inputs, runtime, workers, store, model, host } = parts;
        Self {
            inputs,
            runtime,
            workers,
            clock: options.clock,
            bounds: options.bounds,
            store,
            view: SendView::new(options.system_prompt, model.counter),
            model,
            description: Description::new(),
            writers: SummaryWriters::new(options.summary_providers, options.prices),
            settings: Arc::new(options.settings),
            tools: Toolbox::new(options.tools),
            policy: options.policy,
            watch: SummaryWatch::default(),
            shape: 0,
            server_count: ServerCount::NotAsked,
            costs: CostLedger::default(),
            queue: TurnQueue::default(),
            turn: None,
            summary: None,
            preview: None,
            host,
            numbers: Numbers::default(),
            closing: None,
        }
    }

    /// Adds what begins a new conversation.
    fn begin_conversation(&mut self, pinned: &[String]) -> Result<()> {
        let now = self.clock.now();
        if let Some(prompt) = self.view.prompt() {
            let id = self.store.history().next_id();
            self.store.append_message(Message::text(id, Role::System, prompt.to_owned()), now)?;
        }
        for rule in pinned.iter().filter(|rule| !rule.trim().is_empty()) {
            let id = self.store.history().next_id();
            let mut message = Message::text(id, Role::System, rule.clone());
            message.pinned = true;
            self.store.append_message(message, now)?;
        }
        Ok(())
    }

    /// Writes into the journal how the model is asked, where that is new.
    pub(super) fn write_fields(&mut self) -> Result<()> {
        let choice = &self.model.choice;
        let mut fields = self.store.history().fields().clone();
        fields.insert("model", choice.model.clone().into());
        let optional = [
            ("temperature", choice.temperature.map(Into::into)),
            ("reasoning_effort", choice.reasoning_effort.clone().map(Into::into)),
        ];
        for (name, value) in optional {
            match value {
                Some(value) => fields.insert(name, value),
                None => {
                    fields.remove(name);
                }
            }
        }
        if fields != *self.store.history().fields() {
            self.store.append(Event::Request { fields }, self.clock.now())?;
        }
        Ok(())
    }

    /// Writes into the journal what was learned of the model, where that is
    /// new: opened again, the conversation is counted as it was.
    pub(super) fn write_experience(&mut self) {
        let model = &self.model.choice.model;
        let experience = &self.model.experience;
        if self.store.history().learned(model) == Some(experience) {
            return;
        }
        let (model, experience) = (model.clone(), Box::new(experience.clone()));
        let event = Event::Learned { model, experience };
        if let Err(error) = self.store.append(event, self.clock.now()) {
            // It can be learned again; a disk that is full is told with the next
            // message.
            tracing::debug!(target: "vibeue::session", "what was learned is not kept: {error}");
        }
    }

    /// Writes the host's tools into the journal, where they are new.
    pub(super) fn write_tools(&mut self) -> Result<()> {
        let tools = self.tools.values();
        if tools != self.store.history().tools() {
            self.store.append(Event::Tools { tools }, self.clock.now())?;
        }
        Ok(())
    }

    /// Lets the cooldown go on where the conversation was closed.
    fn remember_last_compaction(&mut self) {
        let history = self.store.history();
        let Some(entry) = history.last_compaction() else { return };
        let Some(summary) = &entry.compaction.summary else { return };
        let since: Vec<bool> = history
            .originals()
            .filter(|message| message.id > summary.id)
            .map(|message| message.is_user_request())
            .collect();
        let available = self.model.available(&self.settings);
        let (before, after) = (entry.compaction.tokens_before, entry.compaction.tokens_after);
        self.watch.trigger.compacted(before, after, available, &self.settings);
        since.into_iter().for_each(|person| self.watch.trigger.message_added(person));
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
