//! Tools to serve, and a user who answers.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Map, Value, json};
use vibeue_core::conversation::{Extra, Image, ImageSource, Part};
use vibeue_core::provider::ToolDefinition;
use vibeue_core::tools::served::{
    Begun, Decision, Overseer, Question, Report, ServedOptions, ServedServer, ServedTools,
};
use vibeue_core::tools::{
    Access, Allowance, Approval, CallEnd, Policy, Preview, Registry, Stop, Tool, ToolAnswer,
    Toolbox,
};
use vibeue_scripted_server::loopback;

/// How long a test waits for what has to come.
pub(crate) const LONGEST: Duration = Duration::from_secs(120);

/// Some tools.
#[derive(Default)]
pub(crate) struct Tools {
    /// How often something was written.
    pub(crate) written: AtomicUsize,
    /// Calls that wait have begun.
    begun: AtomicUsize,
    /// Calls that wait were stopped.
    pub(crate) stopped: AtomicUsize,
    /// Calls that hang come back.
    pub(crate) released: AtomicBool,
}

fn tool(name: &str, access: Access) -> Tool {
    let definition = ToolDefinition {
        name: name.to_owned(),
        description: format!("Tries {name}."),
        parameters: json!({"type": "object", "properties": {"what": {"type": "string"}}}),
    };
    let tool = Tool::with_access(definition, access);
    let time_limit = if name == "hang" { Duration::from_millis(50) } else { tool.time_limit };
    Tool { time_limit, most_bytes: 1000, ..tool }
}

impl Toolbox for Tools {
    fn tools(&self) -> Vec<Tool> {
        vec![
            tool("say", Access::Read),
            tool("picture", Access::Read),
            tool("wait", Access::Read),
            tool("hang", Access::Read),
            tool("write", Access::Write),
            tool("remove", Access::Destructive),
        ]
    }

    fn run(&self, tool: &Tool, arguments: Map<String, Value>, allowance: &Allowance) -> ToolAnswer {
        let what = arguments.get("what").and_then(Value::as_str).unwrap_or_default();
        match tool.name() {
            "say" => ToolAnswer::text(what.repeat(if what == "long" { 1000 } else { 1 })),
            "picture" => {
                let source =
                    ImageSource::Base64 { media_type: "image/png".into(), data: "iVBO".into() };
                let image = Image { source, detail: None, extra: Extra::new() };
                ToolAnswer::of(vec![Part::Image(Box::new(image))], false)
            }
            "wait" => {
                self.begun.fetch_add(1, Ordering::SeqCst);
                while allowance.is_over().is_none() {
                    std::thread::sleep(Duration::from_millis(5));
                }
                self.stopped.fetch_add(1, Ordering::SeqCst);
                ToolAnswer::ended(CallEnd::Cancelled, "stopped")
            }
            "hang" => {
                while !self.released.load(Ordering::SeqCst) {
                    std::thread::sleep(Duration::from_millis(5));
                }
                ToolAnswer::text("back")
            }
            _ => {
                self.written.fetch_add(1, Ordering::SeqCst);
                ToolAnswer::text(format!("wrote {what}"))
            }
        }
    }

    fn preview(
        &self,
        tool: &Tool,
        arguments: Map<String, Value>,
        _: &Allowance,
    ) -> Option<Preview> {
        let what = arguments.get("what").and_then(Value::as_str).unwrap_or_default();
        (tool.name() == "write").then(|| Preview::diff(format!("write {what}"), "+new\n"))
    }
}

/// A user: each question goes to the test, which answers it.
pub(crate) struct Person {
    asked: Mutex<Sender<(Question, Sender<Approval>)>>,
    pub(crate) reports: Mutex<Vec<Report>>,
    /// The calls that began, each with who decided.
    pub(crate) begun: Mutex<Vec<(String, Decision)>>,
}

impl Overseer for Person {
    fn ask(&self, question: &Question, stop: &Stop) -> Approval {
        let (answer, answered) = channel();
        self.asked.lock().unwrap().send((question.clone(), answer)).unwrap();
        loop {
            if let Ok(approval) = answered.recv_timeout(Duration::from_millis(5)) {
                return approval;
            }
            if stop.is_stopped() {
                return Approval::Allow;
            }
        }
    }

    fn begins(&self, begun: &Begun) -> Result<(), String> {
        if begun.call.arguments.contains("unwritable") {
            return Err("it cannot be written down".to_owned());
        }
        self.begun.lock().unwrap().push((begun.call.name.clone(), begun.decided));
        Ok(())
    }

    fn ended(&self, report: &Report) {
        self.reports.lock().unwrap().push(report.clone());
    }
}

/// Tools at work.
pub(crate) struct Host {
    pub(crate) tools: Arc<Tools>,
    pub(crate) served: Arc<ServedTools>,
    pub(crate) person: Arc<Person>,
    asked: Receiver<(Question, Sender<Approval>)>,
}

impl Host {
    pub(crate) fn new(policy: Policy) -> Self {
        Self::waiting(policy, LONGEST)
    }

    pub(crate) fn waiting(policy: Policy, most_wait: Duration) -> Self {
        let (to, asked) = channel();
        let person = Arc::new(Person {
            asked: Mutex::new(to),
            reports: Mutex::default(),
            begun: Mutex::default(),
        });
        let tools = Arc::new(Tools::default());
        let mut registry = Registry::default();
        registry.add(Arc::clone(&tools) as _);
        let served = ServedTools::new(registry, policy, Arc::clone(&person) as _);
        Self { tools, served: Arc::new(served.waiting(most_wait)), person, asked }
    }

    pub(crate) fn serve(&self) -> ServedServer {
        self.serve_as(0, LONGEST)
    }

    /// With a port that no other test takes when it is free again.
    pub(crate) fn serve_at_own_port(&self) -> ServedServer {
        let port = loopback::listen().unwrap().local_addr().unwrap().port();
        self.serve_as(port, LONGEST)
    }

    /// With a server that soon drops clients that send no request. The time suffices for a genuine
    /// client on a busy machine to write a message.
    pub(crate) fn serve_impatiently(&self) -> ServedServer {
        self.serve_as(0, Duration::from_secs(2))
    }

    fn serve_as(&self, port: u16, patience: Duration) -> ServedServer {
        let options = ServedOptions { port, patience, heartbeat: Duration::from_millis(20) };
        ServedServer::start(Arc::clone(&self.served), options).unwrap()
    }

    /// The next question, and how to answer it.
    pub(crate) fn question(&self) -> (Question, Sender<Approval>) {
        self.asked.recv_timeout(LONGEST).unwrap()
    }

    /// The first question of a program that takes its time to start.
    pub(crate) fn patient_question(&self) -> (Question, Sender<Approval>) {
        self.asked.recv_timeout(4 * LONGEST).unwrap()
    }

    /// Checks that the user was not asked anything (more).
    pub(crate) fn was_not_asked(&self) -> bool {
        self.asked.try_recv().is_err()
    }

    pub(crate) fn written(&self) -> usize {
        self.tools.written.load(Ordering::SeqCst)
    }

    /// Waits until this many calls that wait run, or ran: one that is given up
    /// before does not begin.
    pub(crate) fn until_begun(&self, times: usize) {
        until(&self.tools.begun, times, "no call has begun");
    }

    /// Waits until the end of this many calls was reported.
    pub(crate) fn until_reported(&self, times: usize) -> Vec<Report> {
        let began = std::time::Instant::now();
        loop {
            let reports = self.person.reports.lock().unwrap();
            if reports.len() >= times {
                return reports.clone();
            }
            drop(reports);
            assert!(began.elapsed() < LONGEST, "no end was told");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until this many calls were stopped.
    pub(crate) fn until_stopped(&self, times: usize) {
        until(&self.tools.stopped, times, "no call was stopped");
    }
}

fn until(count: &AtomicUsize, times: usize, otherwise: &str) {
    let began = std::time::Instant::now();
    while count.load(Ordering::SeqCst) < times {
        assert!(began.elapsed() < LONGEST, "{otherwise}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
