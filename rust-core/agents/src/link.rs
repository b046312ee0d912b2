//! The thread that drives an agent's process.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc;
use tokio::time::timeout;
use vibeue_tools::process::{self, Process, StderrTail, Streams};

use crate::greeting::greet;
use crate::incoming::{CLOSED, listen};
use crate::shared::{Order, Shared};
use crate::state::Phase;
use crate::{AgentFailure, Stage};

/// The maximum number of messages to an agent that it has not read.
const MOST_UNREAD: usize = 256;

/// How long to wait for the last words of an agent that ended.
const LAST_BREATH: Duration = Duration::from_millis(500);

/// How much of its standard error is reported, in characters.
const WORDS: usize = 600;

/// How often to check which processes an agent has started.
const LOOK: Duration = Duration::from_secs(1);

/// Reports that the agent has ended, however its thread ends.
struct Last(Arc<Shared>);

impl Drop for Last {
    fn drop(&mut self) {
        self.0.gone(&lost("its thread ended".to_owned()));
    }
}

/// Carries out orders until no more can come.
pub(crate) async fn drive(shared: Arc<Shared>, mut orders: mpsc::UnboundedReceiver<Order>) {
    let _last = Last(Arc::clone(&shared));
    while let Some(order) = orders.recv().await {
        match order {
            Order::Start { resume } => {
                if live(&shared, resume, &mut orders).await == Then::Close {
                    return;
                }
            }
            // It has already ended.
            Order::End { .. } => {}
            Order::Close => return,
        }
    }
}

/// What comes after a run of the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Then {
    /// Perhaps another one.
    Wait,
    /// Nothing.
    Close,
}

/// A run of the agent, from its start to its end.
async fn live(
    shared: &Arc<Shared>,
    resume: Option<String>,
    orders: &mut mpsc::UnboundedReceiver<Order>,
) -> Then {
    let config = &shared.config;
    let life = shared.life.fetch_add(1, Ordering::AcqRel) + 1;
    let started = process::start(
        Path::new(&config.command),
        &config.arguments,
        &config.environment,
        Some(shared.files.folder().root()),
    );
    let (mut process, streams) = match started {
        Ok(started) => started,
        Err(error) => {
            let why = match error.kind() {
                std::io::ErrorKind::NotFound => format!("there is no program {}", config.command),
                _ => format!("{}: {error}", config.command),
            };
            let failure = AgentFailure::CouldNotStart { why };
            shared.gone(&failure);
            return Then::Wait;
        }
    };
    let Streams { stdin, stdout, stderr } = streams;
    let words = StderrTail::default();
    let follow = tokio::spawn(words.clone().follow(stderr));
    let (out, lines) = mpsc::channel(MOST_UNREAD);
    let mut write = tokio::spawn(write(stdin, lines));
    let mut listen = tokio::spawn(listen(Arc::clone(shared), stdout, out.clone()));
    shared.change(|state| state.out = Some(out));
    let mut then = Then::Wait;
    let failure = talk(shared, resume, orders, (life, &mut then), &mut process).await;
    let failure = with_words(failure, &mut process, &words).await;
    // Nothing more is sent to it: the end of its input asks it to end.
    shared.change(|state| state.out = None);
    if timeout(Duration::ZERO, process.ended()).await.is_ok() {
        // Its last output before the end still counts.
        let _ = timeout(LAST_BREATH, &mut listen).await;
    }
    if !listen.is_finished() {
        listen.abort();
        let _ = listen.await;
    }
    if timeout(LAST_BREATH, &mut write).await.is_err() {
        write.abort();
    }
    process.end().await;
    follow.abort();
    shared.gone(&failure);
    then
}

/// Performs the handshake and keeps the agent until there is a reason to end it.
async fn talk(
    shared: &Arc<Shared>,
    resume: Option<String>,
    orders: &mut mpsc::UnboundedReceiver<Order>,
    (life, then): (u64, &mut Then),
    process: &mut Process,
) -> AgentFailure {
    let mut greeting = std::pin::pin!(greet(shared, resume));
    let greeted = tokio::select! {
        greeted = &mut greeting => greeted,
        why = next_end(orders, life, then) => Err(why),
        how = process.ended() => Err(lost(how)),
    };
    let greeted = match greeted {
        Err(AgentFailure::Lost { how, .. }) => {
            // Its last output before the end says more.
            match timeout(LAST_BREATH, greeting).await {
                Ok(Err(failure)) => Err(failure),
                _ => {
                    let stage = shared.lock().stage.unwrap_or(Stage::Initialize);
                    Err(AgentFailure::Handshake { stage, why: how })
                }
            }
        }
        greeted => greeted,
    };
    match greeted {
        Ok(ready) => shared.change(|state| state.phase = Phase::Ready(ready)),
        Err(failure) => return failure,
    }
    process.look();
    loop {
        tokio::select! {
            why = next_end(orders, life, then) => return why,
            how = process.ended() => return lost(how),
            () = tokio::time::sleep(LOOK) => {}
        }
        process.look();
    }
}

fn lost(how: String) -> AgentFailure {
    AgentFailure::Lost { how, last_words: String::new() }
}

/// Waits for the order to end it.
async fn next_end(
    orders: &mut mpsc::UnboundedReceiver<Order>,
    life: u64,
    then: &mut Then,
) -> AgentFailure {
    loop {
        match orders.recv().await {
            Some(Order::End { life: of, why }) if of == life => return why,
            Some(Order::Close) | None => {
                *then = Then::Close;
                return lost("this program ended it".to_owned());
            }
            // It is already running, or another run is meant.
            Some(_) => {}
        }
    }
}

/// Adds how it ended, if it did, and its last words.
async fn with_words(
    failure: AgentFailure,
    process: &mut Process,
    words: &StderrTail,
) -> AgentFailure {
    match failure {
        AgentFailure::Lost { mut how, .. } => {
            if how == CLOSED
                && let Ok(real) = timeout(LAST_BREATH, process.ended()).await
            {
                how = real;
            }
            let _ = timeout(LAST_BREATH, words.ended()).await;
            AgentFailure::Lost { how, last_words: words.last_words(WORDS) }
        }
        AgentFailure::Handshake { stage, mut why } => {
            if let Ok(how) = timeout(LAST_BREATH, process.ended()).await {
                if why == CLOSED {
                    why = how;
                } else if why != how {
                    why = format!("{why}; {how}");
                }
                let _ = timeout(LAST_BREATH, words.ended()).await;
            }
            let words = words.last_words(WORDS);
            if !words.is_empty() {
                why = format!("{why}; its last output: {words}");
            }
            AgentFailure::Handshake { stage, why }
        }
        other => other,
    }
}

/// Writes the messages to it.
async fn write(mut to: impl AsyncWrite + Unpin, mut lines: mpsc::Receiver<Vec<u8>>) {
    while let Some(line) = lines.recv().await {
        if to.write_all(&line).await.is_err() || to.flush().await.is_err() {
            return;
        }
    }
}
