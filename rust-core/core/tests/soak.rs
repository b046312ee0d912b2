//! Hours of conversation in a minute: random faults, tool rounds, cancels,
//! model switches and background summaries, against a server that judges.
//!
//! Alone in its program, because it counts the threads of the whole process.
//! `VIBEUE_SOAK_TURNS` sets the number of turns, `VIBEUE_SOAK_SEED` repeats a
//! run; both are printed.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "support/counting_allocator.rs"]
#[allow(dead_code, reason = "the memory of a span is measured elsewhere")]
mod counting_allocator;
#[path = "soak/judge.rs"]
mod judge;
#[path = "soak/random.rs"]
mod random;

use std::collections::{HashSet, VecDeque};
use std::fmt::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use counting_allocator::Counting;
use judge::judge_request;
use random::Random;
use secrecy::SecretString;
use vibeue_core::compaction::texts_of;
use vibeue_core::conversation::{Protocol, Role};
use vibeue_core::provider::http::Limits;
use vibeue_core::provider::{Provider, ProviderConfig, ToolDefinition, connect};
use vibeue_core::session::live::{
    ModelChoice, Session, SessionEvent, SessionOptions, SummaryEnd, SummaryPurpose, Tool,
    ToolAnswer, TurnEnd,
};
use vibeue_core::settings::{Mode, Settings};
use vibeue_scripted_server::{
    Answer, ErrorKind, Exchange, Fault, Operation, OverflowWording, RetryAfter, Script, Server,
    Step,
};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const KEY: &str = "Kq7zP2mVx9Lw4RtB";
const WINDOW: u64 = 12_000;
const RESERVE: u64 = 1_500;
/// Turns of a plain `cargo test`.
const TURNS: u64 = 200;
/// The mark of a message that waits after another is that of the other plus this.
const BEHIND: u64 = 1_000_000;
/// How many of the last events a failure prints.
const REMEMBERED: usize = 20;
/// One turn ends within this, whatever happens in it.
const PATIENCE: Duration = Duration::from_secs(60);

/// The marks of user messages in a text, in order.
fn marks(text: &str) -> Vec<u64> {
    text.match_indices("[turn-")
        .filter_map(|(at, mark)| text[at + mark.len()..].split(']').next()?.parse().ok())
        .collect()
}

fn provider(server: &Server, protocol: Protocol) -> Arc<dyn Provider> {
    let path = match protocol {
        Protocol::OpenaiChat | Protocol::Responses => "/v1",
        _ => "",
    };
    let mut config = ProviderConfig::new(protocol, format!("{}{path}", server.url()), "gpt-4o");
    config.key = Some(SecretString::from(KEY));
    config.limits = Limits {
        first_piece: Duration::from_millis(600),
        idle: Duration::from_millis(400),
        total: 256 << 10,
        event: 128 << 10,
        backoff: Duration::from_millis(1),
        ..Limits::default()
    };
    connect(&config).unwrap()
}

fn model(window: u64) -> ModelChoice {
    let mut model = ModelChoice::new("gpt-4o");
    model.limits.window = Some(window);
    model.max_output_tokens = Some(1_000);
    model
}

fn options(server: &Server, journal: &Path) -> SessionOptions {
    let mut options = SessionOptions::new(provider(server, Protocol::OpenaiChat), model(WINDOW));
    options.journal = Some(journal.to_owned());
    options.system_prompt = Some("You work in an editor. Never touch /Game/Locked.".to_owned());
    options.settings = Settings {
        mode: Mode::Hybrid,
        minimum_messages: 4,
        recent_messages_to_keep: 4,
        minimum_recent_messages: 1,
        reserve_tokens: Some(RESERVE),
        ..Settings::default()
    };
    options.settings.summary_wait_seconds = 10.0;
    options.tools = ["look", "build"]
        .into_iter()
        .map(|name| {
            Tool::new(ToolDefinition {
                name: name.to_owned(),
                description: "Does something in the editor.".to_owned(),
                parameters: serde_json::json!({"type": "object",
                    "properties": {"what": {"type": "string"}}}),
            })
        })
        .collect();
    options
}

fn threads() -> Vec<String> {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    tasks
        .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("comm")).ok())
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.starts_with("scripted-"))
        .collect()
}

/// Resident memory in bytes.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1_024
}

/// Bytes of all that was ever said: texts, arguments and results.
fn content_bytes(session: &Session) -> u64 {
    let snapshot = session.snapshot();
    let texts = snapshot
        .transcript
        .iter()
        .map(|message| texts_of(message).iter().map(|text| text.len() as u64).sum::<u64>());
    texts.sum()
}

struct Run {
    session: Session,
    server: Server,
    random: Random,
    /// There is something new since the last automatic compaction began: a
    /// message, a smaller window, or what an undo brought back. What came
    /// while it ran is new as well, because it was planned without that.
    grown: bool,
    /// Whether there was when the current one began.
    had_grown: bool,
    /// What was reported about summaries, in case something is wrong with them.
    summary_log: Vec<String>,
    /// The last events, and what was done to the session, oldest first.
    recent: VecDeque<String>,
    automatic: u64,
    compactions: u64,
    ends: [u64; 3],
    marks: Vec<u64>,
    /// All that were ever asked: a task that is still there holds one of them.
    providers: Vec<Weak<dyn Provider>>,
}

impl Run {
    /// Remembers something for a failure's report.
    fn remember(&mut self, what: String) {
        if self.recent.len() == REMEMBERED {
            self.recent.pop_front();
        }
        self.recent.push_back(what);
    }

    /// Fails with everything that is known when a request was not as it must
    /// be.
    fn expect_no_problem(&self, turn: u64, seed: u64, problems: &Mutex<Vec<String>>) {
        let problems = problems.lock().unwrap();
        if problems.is_empty() {
            return;
        }
        let snapshot = self.session.snapshot();
        let recent: Vec<_> = self.recent.iter().map(String::as_str).collect();
        let told = &self.summary_log[self.summary_log.len().saturating_sub(5)..];
        panic!(
            "turn {turn}, seed {seed}\n{}\n\nthe last events:\n{}\n\nthe last summaries:\n{}\n\n\
             usage: {:?}\nlimits: {:?}\nstate: {:?}",
            problems.join("\n\n"),
            recent.join("\n"),
            told.join("\n"),
            snapshot.usage,
            snapshot.limits,
            snapshot.state
        );
    }

    /// One turn with whatever comes into it.
    #[expect(clippy::too_many_lines, reason = "one die for each thing that may come into a turn")]
    fn turn(&mut self, number: u64) {
        let random = &mut self.random;
        let mut text = format!("[turn-{number}] {}", random.words(10));
        match random.below(8) {
            0..3 => {
                for _ in 0..=random.below(3) {
                    text.push_str("\nuse look {\"what\":\"the door\"}");
                }
            }
            3 => text.push_str("\nwrite 300 words"),
            4 => {
                let count = random.below(900);
                text.push_str(&random.words(count));
            }
            _ => {}
        }
        let mut done = Vec::new();
        if random.one_in(5) {
            let fault = random.fault();
            done.push(format!("{fault:?}"));
            self.server.push(Step::from(fault));
        }
        // A server that takes less than everybody believes, for one turn.
        let limit = if random.one_in(30) { WINDOW * 2 / 3 } else { WINDOW };
        self.server.script(|script| script.context_limit = Some(limit));
        if random.one_in(20) {
            let answer = Answer::text("slowly and slowly and slowly").slowly(3);
            self.server.push(answer);
        }
        if random.one_in(25) {
            let protocol = Protocol::ALL[random.below(5) as usize];
            let window = [WINDOW, WINDOW * 3 / 4][random.below(2) as usize];
            done.push(format!("switch to {protocol:?} with {window}"));
            let next = provider(&self.server, protocol);
            self.providers.push(Arc::downgrade(&next));
            self.session.switch_model(model(window), Some(next));
        }
        if random.one_in(40) {
            done.push("summarize".to_owned());
            self.session.summarize(None);
        }
        if random.one_in(60) {
            done.push("undo".to_owned());
            self.session.undo(None);
        }
        let cancels = random.one_in(15).then(|| Duration::from_micros(random.below(8_000)));
        self.remember(format!("-- turn {number}: {done:?}, limit {limit}, cancel {cancels:?}"));
        let turn = self.session.submit_text(text);
        self.marks.push(number);
        let mut open = vec![turn];
        if self.random.one_in(12) {
            // One more, which waits after it.
            let behind = number + BEHIND;
            let text = format!("[turn-{behind}] {}", self.random.words(10));
            open.push(self.session.submit_text(text));
            self.marks.push(behind);
        }
        if let Some(pause) = cancels {
            std::thread::sleep(pause);
            self.session.cancel();
        }
        let began = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(began.elapsed());
            let Some(event) = self.session.events().next_timeout(left) else {
                panic!("turn {number} does not end: {:?}", self.session.snapshot().state);
            };
            if !matches!(event, SessionEvent::State { .. } | SessionEvent::Usage { .. }) {
                let mut line = format!("{event:?}");
                line.truncate(line.floor_char_boundary(600));
                self.remember(line);
            }
            match event {
                SessionEvent::Message { .. }
                | SessionEvent::Undone { .. }
                | SessionEvent::ModelChanged { .. } => self.grown = true,
                SessionEvent::ToolCall { call_id, name, .. } => {
                    let count = [5, 50, 400, 2_500][self.random.below(4) as usize];
                    let result = format!("{name} found {}", self.random.words(count));
                    self.session.answer_tool(call_id, ToolAnswer::text(result));
                }
                SessionEvent::SummarizationStarted { purpose, explanation, .. } => {
                    self.summary_log
                        .push(format!("turn {number}, {purpose:?} begins: {explanation}"));
                    if purpose == SummaryPurpose::Automatic {
                        self.automatic += 1;
                        self.had_grown = std::mem::take(&mut self.grown);
                    }
                }
                SessionEvent::SummarizationComplete { completion } => {
                    self.summary_log.push(format!(
                        "turn {number}, {:?} ends {:?}: {} to {} tokens, {} of {} messages, {:?}, {:?}",
                        completion.purpose,
                        completion.outcome,
                        completion.tokens_before,
                        completion.tokens_after,
                        completion.messages_summarized,
                        completion.messages_total,
                        completion.rung,
                        completion.failure
                    ));
                    // A run that changed nothing may be begun again.
                    self.grown |= completion.outcome != SummaryEnd::Applied;
                    if completion.outcome == SummaryEnd::Applied {
                        self.compactions += 1;
                        assert!(
                            completion.tokens_after < completion.tokens_before,
                            "turn {number}: {} to {} tokens, {} of {} messages, {:?}, {:?}",
                            completion.tokens_before,
                            completion.tokens_after,
                            completion.messages_summarized,
                            completion.messages_total,
                            completion.rung,
                            completion.warnings
                        );
                        if completion.purpose == SummaryPurpose::Automatic {
                            assert!(
                                self.had_grown,
                                "turn {number}: two summaries for one step of growth\n{}",
                                self.summary_log[self.summary_log.len().saturating_sub(5)..]
                                    .join("\n")
                            );
                        }
                    }
                }
                SessionEvent::TurnEnded { turn: ended, end } => {
                    assert_eq!(ended, open.remove(0), "in their order, each once");
                    self.ends[match end {
                        TurnEnd::Completed => 0,
                        TurnEnd::Failed => 1,
                        TurnEnd::Cancelled => 2,
                    }] += 1;
                    if open.is_empty() {
                        break;
                    }
                }
                _ => {}
            }
        }
        self.server.script(|script| script.steps.clear());
        self.server.forget();
    }

    fn until_idle(&self) {
        let began = Instant::now();
        while !self.session.snapshot().state.is_idle() {
            assert!(began.elapsed() < PATIENCE, "{:?}", self.session.snapshot().state);
            while self.session.events().try_next().is_some() {}
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// All marks of what the user said, from a transcript.
fn transcript_marks(session: &Session) -> Vec<u64> {
    let snapshot = session.snapshot();
    snapshot
        .transcript
        .iter()
        .filter(|message| message.role == Role::User)
        .flat_map(|message| marks(&message.joined_text()))
        .collect()
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
#[expect(clippy::too_many_lines, reason = "one long story")]
fn a_long_conversation_stays_whole_through_everything() {
    let turns = number("VIBEUE_SOAK_TURNS", TURNS);
    let seed = number("VIBEUE_SOAK_SEED", 20_261_121).max(1);
    println!("VIBEUE_SOAK_TURNS={turns} VIBEUE_SOAK_SEED={seed}");
    Counting::begin();
    let threads_before = threads();
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("soak.jsonl");
    let script = Script {
        key: Some(KEY.to_owned()),
        context_limit: Some(WINDOW),
        prefill: true,
        ..Script::default()
    };
    let server = Server::start(script).unwrap();
    // The judge counts by itself, with a tokenizer that is not ours.
    let tokenizer = tiktoken_rs::o200k_base().unwrap();
    server.count_with(move |text| tokenizer.encode_ordinary(text).len() as u64);
    let problems = Arc::new(Mutex::new(Vec::new()));
    server.watch({
        let problems = Arc::clone(&problems);
        move |exchange| judge_request(exchange, WINDOW - RESERVE, &problems)
    });
    let first = options(&server, &journal);
    let providers = vec![Arc::downgrade(&first.provider)];
    let session = Session::open(first).unwrap();
    let mut run = Run {
        session,
        server,
        random: Random(seed),
        grown: true,
        had_grown: true,
        summary_log: Vec::new(),
        recent: VecDeque::new(),
        automatic: 0,
        compactions: 0,
        ends: [0; 3],
        marks: Vec::new(),
        providers,
    };
    let (mut memory_early, mut heap_early, mut said_early, mut kept_early) = (0, 0, 0, 0);
    for turn in 1..=turns {
        run.turn(turn);
        run.expect_no_problem(turn, seed, &problems);
        if turn == turns / 2 {
            (memory_early, heap_early) = (memory(), Counting::in_use());
            said_early = content_bytes(&run.session);
            kept_early = std::fs::metadata(&journal).unwrap().len();
        }
    }
    run.until_idle();
    let [completed, failed, cancelled] = run.ends;
    let (memory, heap, said) = (memory(), Counting::in_use(), content_bytes(&run.session));
    let kept = std::fs::metadata(&journal).unwrap().len();
    println!(
        "{completed} turns completed, {failed} failed, {cancelled} cancelled; {} automatic \
         summaries begun, {} compactions applied",
        run.automatic, run.compactions,
    );
    for (when, memory, heap, said, kept) in [
        ("half", memory_early, heap_early, said_early, kept_early),
        ("the end", memory, heap, said, kept),
    ] {
        println!(
            "at {when}: {} kB resident, {} kB of heap in use, {} kB said, {} kB in the journal",
            memory >> 10,
            heap >> 10,
            said >> 10,
            kept >> 10
        );
    }
    assert!(completed > turns / 2, "most turns complete");
    assert!(run.compactions > turns / 50, "the window was filled again and again");
    assert_eq!(transcript_marks(&run.session), run.marks, "seed {seed}");
    // What was said is kept, with all summaries of it; nothing else grows.
    let (grown, more) = (heap.saturating_sub(heap_early), kept - kept_early);
    assert!(grown < 8 * 1_024 * 1_024 + 5 * more / 2, "{grown} bytes for {more} in the journal");

    let report = run.session.shutdown(Duration::from_secs(60));
    assert!(report.complete, "{report:?}");
    let held = run.providers.iter().filter(|provider| provider.strong_count() > 0).count();
    assert_eq!(held, 0, "a task is left that asks a model");
    let text = std::fs::read_to_string(&journal).unwrap();
    assert!(!text.contains(KEY), "the key is in the journal");
    // Reading it gives the same conversation, and it continues.
    let mut again = options(&run.server, &journal);
    again.provider = provider(&run.server, Protocol::Anthropic);
    run.session = Session::open(again).unwrap();
    assert_eq!(transcript_marks(&run.session), run.marks, "seed {seed}, reopened");
    run.server.push(Answer::text("There we are again."));
    run.turn(turns + 1);
    assert_eq!(*problems.lock().unwrap(), [] as [&str; 0]);
    assert!(run.session.shutdown(Duration::from_secs(60)).complete);
    drop(run);
    // The kernel takes its time to reap a thread that was joined.
    let began = Instant::now();
    while threads().len() > threads_before.len() {
        assert!(began.elapsed() < PATIENCE, "{:?} from {threads_before:?}", threads());
        std::thread::sleep(Duration::from_millis(5));
    }
}
