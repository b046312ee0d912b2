//! A live conversation.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;

use super::command::{Command, SwitchReason};
use super::executor::{Executor, Signal};
use super::machine::Leftovers;
use super::running_calls::RunningCalls;
use super::{
    EventQueue, ModelChoice, PreviewOptions, SessionOptions, ShutdownReport, Snapshot, SummaryId,
    TurnId,
};
use vibeue_conversation::settings::Settings;
use vibeue_conversation::{Error, ErrorKind, Result};
use vibeue_conversation::{MessageId, Part};
use vibeue_provider::Provider;

/// How long dropping a session waits for its threads.
const DROP_DEADLINE: Duration = Duration::from_millis(500);

/// The longest deadline: a time that is years away may not be representable.
const LONGEST_DEADLINE: Duration = Duration::from_secs(24 * 60 * 60);

/// A live conversation with a model that stays within the model's window and is kept on disk.
///
/// All commands return at once, from any thread; events and the snapshot
/// report the outcome. One thread of the session carries them out, in the order
/// in which they were given. Dropping a session shuts it down.
pub struct Session {
    signals: Sender<Signal>,
    events: Arc<EventQueue>,
    snapshot: Arc<ArcSwapOption<Snapshot>>,
    turns: AtomicU64,
    thread: Mutex<Option<Running>>,
    /// The calls that the host runs, if they are noted.
    pub(super) running_calls: Arc<RunningCalls>,
    /// Freed with the session and not when it ends.
    leftovers: Mutex<Option<Leftovers>>,
}

/// The executor's thread.
struct Running {
    thread: JoinHandle<()>,
    ended: Receiver<(ShutdownReport, Leftovers)>,
}

/// Closes the event queue when the executor's thread exits, even by a panic: nobody may wait
/// forever for a dead session.
struct ClosesEvents(Arc<EventQueue>);

impl Drop for ClosesEvents {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A session that is being opened.
pub struct Opening {
    session: Option<Session>,
    opened: Receiver<Result<()>>,
}

impl std::fmt::Debug for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opening").finish_non_exhaustive()
    }
}

impl Opening {
    /// Returns the session once it is open, `None` before; must not be called again after it has
    /// returned a result.
    ///
    /// # Errors
    /// As for [`Session::open`].
    pub fn try_finish(&mut self) -> Option<Result<Session>> {
        match self.opened.try_recv() {
            Err(TryRecvError::Empty) => None,
            Ok(opened) => Some(opened.and_then(|()| self.take())),
            Err(TryRecvError::Disconnected) => Some(Err(gone())),
        }
    }

    /// The session, only for commands: they are carried out in order once it is open, and never if
    /// it cannot be opened. It has no snapshot yet. `None` after [`Opening::try_finish`] has
    /// returned a result.
    pub fn commands(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// Waits until the session is open.
    ///
    /// # Errors
    /// As for [`Session::open`].
    pub fn wait(mut self) -> Result<Session> {
        self.opened.recv().map_err(|_| gone())??;
        self.take()
    }

    fn take(&mut self) -> Result<Session> {
        self.session.take().ok_or_else(gone)
    }
}

fn gone() -> Error {
    Error::new(
        ErrorKind::Internal,
        "the session's thread ended while the conversation was being opened",
    )
    .hint("open the conversation again; if it happens again, report it")
}

impl Session {
    /// Opens a conversation, or begins one; waits until the journal is read
    /// and counted.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`] if the settings contradict themselves or the model's window;
    /// otherwise as [`JournaledHistory::open`](crate::journal::JournaledHistory::open) and
    /// `create`.
    pub fn open(options: SessionOptions) -> Result<Self> {
        Self::begin(options)?.wait()
    }

    /// Begins to open a conversation and returns at once: a long journal is
    /// read meanwhile.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`] if the settings contradict themselves, [`ErrorKind::Io`] if no
    /// thread can be started.
    pub fn begin(options: SessionOptions) -> Result<Opening> {
        options.settings.validate().map_err(Error::from)?;
        let (signals, incoming) = mpsc::channel();
        let (opened, is_open) = mpsc::channel();
        let (ended, end) = mpsc::channel();
        let events = Arc::new(EventQueue::new(options.waker.clone()));
        let snapshot = Arc::new(ArcSwapOption::empty());
        let running_calls = Arc::<RunningCalls>::default();
        let thread = std::thread::Builder::new()
            .name("vibeue-session".to_owned())
            .spawn({
                let (signals, events) = (signals.clone(), Arc::clone(&events));
                let snapshot = Arc::clone(&snapshot);
                let running_calls = Arc::clone(&running_calls);
                move || {
                    let closes = ClosesEvents(Arc::clone(&events));
                    match Executor::open(options, signals, events, snapshot, running_calls) {
                        Ok(executor) => {
                            let _ = opened.send(Ok(()));
                            let end = executor.run(&incoming);
                            drop(closes);
                            let _ = ended.send(end);
                        }
                        Err(error) => {
                            drop(closes);
                            let _ = opened.send(Err(error));
                        }
                    }
                }
            })
            .map_err(|error| {
                Error::new(ErrorKind::Io, format!("cannot start the session's thread: {error}"))
                    .hint("close other programs and try again")
            })?;
        let session = Self {
            signals,
            events,
            snapshot,
            turns: AtomicU64::new(1),
            thread: Mutex::new(Some(Running { thread, ended: end })),
            running_calls,
            leftovers: Mutex::default(),
        };
        Ok(Opening { session: Some(session), opened: is_open })
    }

    /// Submits a user message. It is sent when all earlier turns
    /// have ended, and becomes part of the conversation then.
    ///
    /// The message is not stored yet when this returns. It is in the journal once
    /// [`SessionEvent::Message`](super::SessionEvent::Message) reports it, or, if it has to wait,
    /// once [`Snapshot::waiting`] shows it; when the conversation is reopened, what was left there
    /// is shown as unsent. A message that cannot be accepted, because too many wait or the journal
    /// cannot be written, ends its turn as failed with the reason.
    pub fn submit(&self, parts: Vec<Part>) -> TurnId {
        let turn = self.next_turn();
        self.send(Command::Submit { turn, parts });
        turn
    }

    /// Submits a text from the user.
    pub fn submit_text(&self, text: impl Into<String>) -> TurnId {
        self.submit(vec![Part::text(text)])
    }

    /// Asks the model again without a new message: after a failed turn, for a conversation that
    /// ends with a message of the user, or to send what an earlier session left unsent.
    pub fn retry(&self) -> TurnId {
        let turn = self.next_turn();
        self.send(Command::Retry { turn });
        turn
    }

    /// Sends an earlier request of the user again with other words: the conversation continues from
    /// the point before it, in a new branch, and
    /// [`SessionEvent::BranchShown`](super::SessionEvent::BranchShown) reports it. Images of the
    /// earlier message stay. Later messages stay in the branch that they were in.
    ///
    /// The turn fails if another one is under way, if the message is not a request of the branch in
    /// view, and if there are already [`History::MAX_BRANCHES`](crate::History::MAX_BRANCHES).
    pub fn change(&self, message: MessageId, parts: Vec<Part>) -> TurnId {
        let turn = self.next_turn();
        self.send(Command::Change { turn, message, parts });
        turn
    }

    /// Shows another branch, by its number: the conversation continues there. An error event
    /// reports if a turn is running or there is no such branch.
    pub fn show_branch(&self, branch: u64) {
        self.send(Command::ShowBranch { branch });
    }

    /// Cancels the turn under way. What the model wrote so far is kept and
    /// marked; turns that wait come next.
    pub fn cancel(&self) {
        self.send(Command::Cancel { turn: None });
    }

    /// Cancels one turn; a waiting turn leaves no trace in the conversation.
    pub fn cancel_turn(&self, turn: TurnId) {
        self.send(Command::Cancel { turn: Some(turn) });
    }

    /// Withdraws a message that waits, by its number in
    /// [`WaitingMessage::submit`](crate::WaitingMessage::submit): one
    /// of this session, or one that an earlier one left unsent.
    pub fn withdraw(&self, submit: u64) {
        self.send(Command::Withdraw { submit });
    }

    /// Cancels the turn under way, as [`Session::cancel`] does, and holds what is queued after it:
    /// those turns end as cancelled, and their messages wait for the next turn, or for
    /// [`Session::retry`].
    pub fn stop(&self) {
        self.send(Command::Stop);
    }

    /// Sends a message that waits before the others, by its number in
    /// [`WaitingMessage::submit`](crate::WaitingMessage::submit): the turn under way is cancelled,
    /// and what the model wrote so far is kept. One that waits for any turn takes the others that
    /// do along, after it.
    pub fn send_now(&self, submit: u64) {
        let turn = self.next_turn();
        self.send(Command::SendNow { submit, turn });
    }

    /// Swaps a waiting message with the one before or after it that waits in the same way; at the
    /// end nothing happens. The order is not in the journal: a later session has the order of
    /// submission.
    pub fn move_waiting(&self, submit: u64, earlier: bool) {
        self.send(Command::MoveWaiting { submit, earlier });
    }

    /// Cancels the summarization under way; the history stays as it was.
    pub fn cancel_summary(&self) {
        self.send(Command::CancelSummary);
    }

    /// Summarizes now, whatever the trigger says; the instructions say what
    /// to pay attention to.
    pub fn summarize(&self, instructions: Option<String>) {
        self.send(Command::Summarize { instructions, up_to: None });
    }

    /// Summarizes now everything up to and including a message. Calls and their results stay
    /// together; the warnings of the outcome say whether that moves the end, and what stays all the
    /// same.
    pub fn summarize_up_to(&self, message: MessageId, instructions: Option<String>) {
        self.send(Command::Summarize { instructions, up_to: Some(message) });
    }

    /// Makes a new summary from all originals, so that nothing in it is a summary of a summary.
    pub fn summarize_originals(&self, instructions: Option<String>) {
        self.send(Command::SummarizeOriginals { instructions });
    }

    /// Reports by an event what summarizing now would do, without doing it.
    pub fn preview(&self, instructions: Option<String>) {
        self.try_preview(PreviewOptions { instructions, ..PreviewOptions::default() });
    }

    /// Reports by an event what [`Session::summarize_up_to`] would do, without doing it.
    pub fn preview_up_to(&self, message: MessageId, instructions: Option<String>) {
        let up_to = Some(message);
        self.try_preview(PreviewOptions { instructions, up_to, ..PreviewOptions::default() });
    }

    /// Reports by an event what a summary with these options would do. A preview that is still
    /// being made ends as cancelled, and its late result changes nothing. Settings and conversation
    /// stay as they are.
    pub fn try_preview(&self, options: PreviewOptions) {
        self.send(Command::Preview { options: Box::new(options) });
    }

    /// Does what the last preview showed, with another text for the summary if one is given.
    pub fn accept_preview(&self, text: Option<String>) {
        self.send(Command::AcceptPreview { preview: None, text });
    }

    /// The same for the preview made by this run: if it is no longer the last one, an error says so
    /// and nothing is done.
    pub fn accept_preview_of(&self, preview: SummaryId, text: Option<String>) {
        self.send(Command::AcceptPreview { preview: Some(preview), text });
    }

    /// Forgets the last preview, and ends one that is being made as cancelled.
    pub fn discard_preview(&self) {
        self.send(Command::DiscardPreview);
    }

    /// Undoes a compaction, with those that build on it: by its sequence number, otherwise the
    /// newest in force.
    pub fn undo(&self, compaction: Option<u64>) {
        self.send(Command::Undo { compaction });
    }

    /// Redoes an undone compaction: by its sequence number, otherwise the one that was undone last.
    pub fn redo(&self, compaction: Option<u64>) {
        self.send(Command::Redo { compaction });
    }

    /// Pins a message, so that it is never condensed, or releases it.
    pub fn pin(&self, message: MessageId, pinned: bool) {
        self.send(Command::Pin { message, pinned });
    }

    /// Shows the model one message in a shorter form from now on: the result of a tool as a digest,
    /// an answer by its head and tail. The archive keeps it whole. A message that has to stay as it
    /// is, such as a pinned one or a request of the user, is refused with an error that says why.
    pub fn shorten(&self, message: MessageId) {
        self.send(Command::Shorten { message });
    }

    /// Shows the model a message again as it was before it was individually shortened.
    pub fn restore(&self, message: MessageId) {
        self.send(Command::Restore { message });
    }

    /// Rewrites a summary; the text is without our tags.
    pub fn edit_summary(&self, message: MessageId, text: impl Into<String>) {
        self.send(Command::EditSummary { message, text: text.into() });
    }

    /// Undoes the last edit of a summary; an error event reports if there is none.
    pub fn undo_summary_edit(&self, message: MessageId) {
        self.send(Command::UndoEdit { message });
    }

    /// Redoes the last undone edit of a summary; an error event reports if there is none, for
    /// example after another edit.
    pub fn redo_summary_edit(&self, message: MessageId) {
        self.send(Command::RedoEdit { message });
    }

    /// Switches to another model from the next request on, and to another provider if one is given.
    /// If its window is smaller, the conversation is condensed first, by the model with the larger
    /// one.
    ///
    /// A choice that the user made before is forgotten.
    pub fn switch_model(&self, model: ModelChoice, provider: Option<Arc<dyn Provider>>) {
        self.send_switch(model, provider, SwitchReason::Host);
    }

    /// The same for a model that the user chose for this conversation: it is kept if
    /// [`SessionOptions::keeps_chosen_model`] is set and the conversation is opened again with the
    /// same server.
    pub fn choose_model(&self, model: ModelChoice, provider: Option<Arc<dyn Provider>>) {
        self.send_switch(model, provider, SwitchReason::Person);
    }

    /// The same if the settings name another model or server. The model that the user chose for
    /// this conversation stays as long as the server is the same.
    pub fn follow_settings(&self, model: ModelChoice, provider: Option<Arc<dyn Provider>>) {
        self.send_switch(model, provider, SwitchReason::Settings);
    }

    fn send_switch(
        &self,
        model: ModelChoice,
        provider: Option<Arc<dyn Provider>>,
        reason: SwitchReason,
    ) {
        self.send(Command::SwitchModel { model: Box::new(model), provider, reason });
    }

    /// Sets how the conversation is kept within its window.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`] with every problem, if they contradict themselves or the model's
    /// window; the old ones stay.
    pub fn set_settings(&self, settings: Settings) -> Result<()> {
        let checked = match self.snapshot.load_full() {
            Some(snapshot) => settings.validate_for(snapshot.limits.window.tokens),
            // The session is still being opened: the window is not known yet.
            None => settings.validate(),
        };
        checked.map_err(Error::from)?;
        self.send(Command::SetSettings { settings: Box::new(settings) });
        Ok(())
    }

    /// Names the conversation.
    pub fn rename(&self, title: impl Into<String>) {
        self.send(Command::Rename { title: title.into() });
    }

    /// The current state. Never blocks, and costs the same however long the conversation is.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshot.load_full().expect("a session is handed out after its first snapshot")
    }

    /// The events, for reading.
    pub fn events(&self) -> &EventQueue {
        &self.events
    }

    /// The events, for a reader with a lifetime of its own.
    pub fn shared_events(&self) -> Arc<EventQueue> {
        Arc::clone(&self.events)
    }

    /// Ends the session: cancels what is running, keeps what was said and what waits, flushes the
    /// journal to the disk and ends all threads, within the deadline. Calling it again does
    /// nothing.
    pub fn shutdown(&self, deadline: Duration) -> ShutdownReport {
        let began = Instant::now();
        let running = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut report = ShutdownReport {
            complete: true,
            turn_cancelled: false,
            summary_cancelled: false,
            unsent: 0,
            unsynced: false,
            took: Duration::ZERO,
        };
        let Some(Running { thread, ended }) = running else { return report };
        let deadline = deadline.min(LONGEST_DEADLINE);
        // If the thread is gone, it has already ended.
        let _ = self.signals.send(Signal::Shutdown { deadline: began + deadline });
        // The executor keeps the deadline itself; this much it may be late.
        match ended.recv_timeout(deadline + Duration::from_millis(250)) {
            Ok((of_executor, leftovers)) => {
                report = of_executor;
                *self.leftovers.lock().unwrap_or_else(PoisonError::into_inner) = Some(leftovers);
                let _ = thread.join();
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                let _ = thread.join();
            }
            Err(mpsc::RecvTimeoutError::Timeout) => report.complete = false,
        }
        report.took = began.elapsed();
        report
    }

    fn next_turn(&self) -> TurnId {
        TurnId(self.turns.fetch_add(1, Ordering::Relaxed))
    }

    pub(super) fn send(&self, command: Command) {
        // After the end nobody receives it, and there is nothing to do.
        let _ = self.signals.send(Signal::Command(command));
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.shutdown(DROP_DEADLINE);
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("events", &self.events).finish_non_exhaustive()
    }
}
