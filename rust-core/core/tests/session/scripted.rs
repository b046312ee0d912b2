//! A provider that answers by a script and remembers what it was asked.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::Semaphore;
use vibeue_core::conversation::{Extra, Part, Protocol, ToolCall};
use vibeue_core::provider::{
    Capabilities, ChatRequest, Delta, DeltaSink, ModelInfo, NativeCompaction, Pending, Provider,
    ProviderError, Reply, StopReason, ToolDefinition,
};
use vibeue_core::tokens::{Counter, ServerUsage};

/// One answer of the script.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Pieces of reasoning that come first; they are in no block of the answer.
    pub reasoning: Vec<String>,
    /// Pieces of text that come next.
    pub pieces: Vec<String>,
    /// Where the answer stops until the test lets it continue: after this many pieces.
    pub gate: Option<(usize, Arc<Semaphore>)>,
    pub result: Result<Reply, ProviderError>,
    pub panics: bool,
}

impl Answer {
    pub fn of(result: Result<Reply, ProviderError>) -> Self {
        Self { reasoning: Vec::new(), pieces: Vec::new(), gate: None, result, panics: false }
    }

    pub fn text(text: &str) -> Self {
        Self {
            pieces: vec![text.to_owned()],
            ..Self::of(Ok(Reply::new(vec![Part::text(text)], StopReason::End)))
        }
    }

    pub fn stop(text: &str, stop: StopReason) -> Self {
        let parts = if text.is_empty() { Vec::new() } else { vec![Part::text(text)] };
        Self::of(Ok(Reply::new(parts, stop)))
    }

    pub fn calls(calls: &[(&str, &str, &str)]) -> Self {
        let parts = calls.iter().map(|(id, name, arguments)| {
            Part::ToolCall(Box::new(ToolCall {
                id: (*id).into(),
                name: (*name).into(),
                arguments: (*arguments).to_owned(),
                extra: Extra::new(),
            }))
        });
        Self::of(Ok(Reply::new(parts.collect(), StopReason::ToolCalls)))
    }

    pub fn error(error: ProviderError) -> Self {
        Self::of(Err(error))
    }

    /// Thinks before it answers.
    pub fn thinking(mut self, text: &str) -> Self {
        self.reasoning.push(text.to_owned());
        self
    }

    /// Stops after the pieces until the test lets it continue.
    pub fn gated(mut self, gate: &Arc<Semaphore>) -> Self {
        self.gate = Some((self.pieces.len(), Arc::clone(gate)));
        self
    }

    pub fn usage(mut self, input: u64, output: u64) -> Self {
        if let Ok(reply) = &mut self.result {
            reply.usage = Some(ServerUsage { input, output, ..ServerUsage::default() });
        }
        self
    }
}

/// Requests for summaries are not streamed.
fn is_summary(request: &ChatRequest) -> bool {
    !request.stream
}

pub fn gate() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(0))
}

type Rule = Box<dyn Fn(&ChatRequest) -> Answer + Send + Sync>;
type Count = Box<dyn Fn(&ChatRequest) -> Result<Option<u64>, ProviderError> + Send + Sync>;

/// Counts the places where the provider waits, and stops forever at one of
/// them, until its future is dropped; or at each, until it is let through.
#[derive(Debug)]
pub struct Points {
    passed: AtomicUsize,
    park_at: AtomicUsize,
    pub parked: Semaphore,
    held: AtomicBool,
    let_through: Semaphore,
}

impl Default for Points {
    fn default() -> Self {
        Self {
            passed: AtomicUsize::new(0),
            park_at: AtomicUsize::new(usize::MAX),
            parked: Semaphore::new(0),
            held: AtomicBool::new(false),
            let_through: Semaphore::new(0),
        }
    }
}

impl Points {
    pub fn park_at(&self, point: usize) {
        self.passed.store(0, Ordering::SeqCst);
        self.park_at.store(point, Ordering::SeqCst);
    }

    pub fn never_park(&self) {
        self.park_at.store(usize::MAX, Ordering::SeqCst);
    }

    /// Stops at each point from now on.
    pub fn hold(&self) {
        self.held.store(true, Ordering::SeqCst);
    }

    /// Lets this many through that stop, now or later.
    pub fn let_through(&self, count: usize) {
        self.let_through.add_permits(count);
    }

    /// Stops nowhere from now on.
    pub fn open(&self) {
        self.held.store(false, Ordering::SeqCst);
        self.let_through.add_permits(10_000);
    }

    async fn pass(&self) {
        let point = self.passed.fetch_add(1, Ordering::SeqCst);
        if point == self.park_at.load(Ordering::SeqCst) {
            self.parked.add_permits(1);
            std::future::pending::<()>().await;
        }
        if self.held.load(Ordering::SeqCst)
            && let Ok(permit) = self.let_through.acquire().await
        {
            permit.forget();
        }
        tokio::task::yield_now().await;
    }
}

pub struct Scripted {
    pub points: Points,
    pub protocol: Protocol,
    pub capabilities: Capabilities,
    /// Where it pretends to be.
    pub server: Option<String>,
    pub info: Mutex<Result<ModelInfo, ProviderError>>,
    /// Holds back what is known about the model.
    pub describe_gate: Option<Arc<Semaphore>>,
    pub count: Option<Count>,
    /// The server reports this many times the tokens that we count.
    reports: Option<f64>,
    script: Mutex<VecDeque<Answer>>,
    rule: Rule,
    summaries: Mutex<VecDeque<Answer>>,
    requests: Mutex<Vec<ChatRequest>>,
    counted: Mutex<usize>,
    described: AtomicUsize,
}

impl std::fmt::Debug for Scripted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scripted").finish_non_exhaustive()
    }
}

impl Scripted {
    /// Answers by the script, then with a short text every time.
    pub fn new(script: impl IntoIterator<Item = Answer>) -> Self {
        Self {
            points: Points::default(),
            protocol: Protocol::OpenaiChat,
            capabilities: Capabilities { temperature: true, ..Capabilities::default() },
            server: None,
            info: Mutex::new(Ok(ModelInfo::default())),
            describe_gate: None,
            count: None,
            reports: None,
            script: Mutex::new(script.into_iter().collect()),
            rule: Box::new(|_| Answer::text("Done.")),
            summaries: Mutex::default(),
            requests: Mutex::default(),
            counted: Mutex::default(),
            described: AtomicUsize::new(0),
        }
    }

    /// Reports this many times our own count of each request.
    pub fn reporting(mut self, share: f64) -> Self {
        self.reports = Some(share);
        self
    }

    /// Answers by a rule once the script is over.
    pub fn rule(mut self, rule: impl Fn(&ChatRequest) -> Answer + Send + Sync + 'static) -> Self {
        self.rule = Box::new(rule);
        self
    }

    /// The requests of the chat.
    pub fn requests(&self) -> Vec<ChatRequest> {
        let all = self.requests.lock().unwrap();
        all.iter().filter(|request| !is_summary(request)).cloned().collect()
    }

    /// The requests for summaries.
    pub fn summary_requests(&self) -> Vec<ChatRequest> {
        let all = self.requests.lock().unwrap();
        all.iter().filter(|request| is_summary(request)).cloned().collect()
    }

    /// Answers the next request for a summary; the last answer repeats.
    /// Takes back the answers for summaries that were not given yet.
    pub fn forget_summaries(&self) {
        self.summaries.lock().unwrap().clear();
    }

    pub fn add_summary(&self, answer: Answer) {
        self.summaries.lock().unwrap().push_back(answer);
    }

    fn next_summary(&self) -> Answer {
        let mut script = self.summaries.lock().unwrap();
        if script.len() > 1 { script.pop_front().unwrap() } else { script[0].clone() }
    }

    pub fn last_request(&self) -> ChatRequest {
        self.requests().last().cloned().expect("a request was made")
    }

    pub fn counted(&self) -> usize {
        *self.counted.lock().unwrap()
    }

    /// How often it was asked what the model can take.
    pub fn described(&self) -> usize {
        self.described.load(Ordering::SeqCst)
    }

    /// Forgets the rest of the script.
    pub fn clear(&self) {
        self.script.lock().unwrap().clear();
    }

    pub fn add(&self, answer: Answer) {
        self.script.lock().unwrap().push_back(answer);
    }
}

impl Provider for Scripted {
    fn protocol(&self) -> Protocol {
        self.protocol
    }

    fn server(&self) -> Option<String> {
        self.server.clone()
    }

    fn capabilities(&self, _: &str) -> Capabilities {
        self.capabilities
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest, sink: DeltaSink<'a>) -> Pending<'a, Reply> {
        self.requests.lock().unwrap().push(request.clone());
        let mut answer = if is_summary(request) {
            self.next_summary()
        } else {
            let next = self.script.lock().unwrap().pop_front();
            next.unwrap_or_else(|| (self.rule)(request))
        };
        if let (Some(share), Ok(reply)) = (self.reports, &mut answer.result) {
            let counter = Counter::for_model(&request.model);
            counter.warm();
            let tools: Vec<_> = request.tools.iter().map(ToolDefinition::to_value).collect();
            let messages = request.messages.iter().map(|message| &**message);
            let counted = counter.request(messages, &tools).total();
            reply.usage.get_or_insert_default().input = (counted as f64 * share) as u64;
        }
        Box::pin(async move {
            assert!(!answer.panics, "the script says so");
            for piece in &answer.reasoning {
                sink(Delta::Reasoning(piece));
            }
            for (at, piece) in answer.pieces.iter().enumerate() {
                if let Some((before, gate)) = &answer.gate
                    && *before == at
                {
                    gate.acquire().await.unwrap().forget();
                }
                self.points.pass().await;
                sink(Delta::Text(piece));
            }
            self.points.pass().await;
            if let Some((before, gate)) = &answer.gate
                && *before >= answer.pieces.len()
            {
                gate.acquire().await.unwrap().forget();
            }
            answer.result
        })
    }

    fn count<'a>(&'a self, request: &'a ChatRequest) -> Pending<'a, Option<u64>> {
        *self.counted.lock().unwrap() += 1;
        let count = self.count.as_ref().map_or(Ok(None), |count| count(request));
        Box::pin(async move {
            self.points.pass().await;
            count
        })
    }

    fn describe<'a>(&'a self, _: &'a str) -> Pending<'a, ModelInfo> {
        self.described.fetch_add(1, Ordering::SeqCst);
        Box::pin(async move {
            if let Some(gate) = &self.describe_gate {
                gate.acquire().await.unwrap().forget();
            }
            self.points.pass().await;
            self.info.lock().unwrap().clone()
        })
    }

    fn models(&self) -> Pending<'_, Vec<ModelInfo>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }

    fn compact<'a>(
        &'a self,
        _: &'a ChatRequest,
        _: Option<&'a str>,
    ) -> Pending<'a, Option<NativeCompaction>> {
        Box::pin(std::future::ready(Ok(None)))
    }
}
