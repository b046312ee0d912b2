//! The tools that are served, and the decisions about their calls.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::overseer::{Begun, Caller, Decision, Overseer, Question, Report};
use super::performing::{Outcome, run_watched};
use super::slots::{Slot, Slots};
use super::{MOST_CALLS, MOST_WAIT, lock};
use crate::{Approval, Call, CallEnd, Policy, Registry, Stop, Tool, ToolAnswer, Verdict, not_done};

/// The maximum number of calls that are allowed beforehand.
const MOST_EXPECTED: usize = 64;

/// How often a call that waits for its turn checks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// The tools that are served, with the policy for calls from outside and the
/// overseer that is asked.
pub struct ServedTools {
    registry: Registry,
    policy: Mutex<Policy>,
    overseer: Arc<dyn Overseer>,
    most_wait: Duration,
    slots: Slots,
    numbers: AtomicU64,
    /// Calls that the user allowed before they arrived, each once.
    expected: Mutex<Vec<(String, Value)>>,
    /// Whether a question is open.
    asking: Mutex<bool>,
    asked: Condvar,
}

impl std::fmt::Debug for ServedTools {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServedTools").field("registry", &self.registry).finish_non_exhaustive()
    }
}

impl ServedTools {
    /// Serves these tools: the policy judges each call, and the overseer is asked if the policy
    /// says so, for at most [`MOST_WAIT`].
    pub fn new(registry: Registry, policy: Policy, overseer: Arc<dyn Overseer>) -> Self {
        Self {
            registry,
            policy: Mutex::new(policy),
            overseer,
            most_wait: MOST_WAIT,
            slots: Slots::new(MOST_CALLS),
            numbers: AtomicU64::new(0),
            expected: Mutex::default(),
            asking: Mutex::default(),
            asked: Condvar::new(),
        }
    }

    /// Changes how long a call waits for the user.
    #[must_use]
    pub fn waiting(self, most_wait: Duration) -> Self {
        Self { most_wait, ..self }
    }

    /// The current tools.
    pub fn tools(&self) -> Vec<Tool> {
        self.registry.tools()
    }

    /// Turns plan mode on or off: while it is on, nothing that could change
    /// something runs.
    pub fn set_plan_mode(&self, on: bool) {
        lock(&self.policy).plan = on;
    }

    /// The user has already allowed one call of exactly this tool and these
    /// arguments; it is not asked for a second time.
    pub fn expect(&self, tool: &str, arguments: Value) {
        let mut expected = lock(&self.expected);
        if expected.len() == MOST_EXPECTED {
            expected.remove(0);
        }
        expected.push((tool.to_owned(), arguments));
    }

    /// Forgets all calls that were allowed beforehand.
    pub fn expect_nothing(&self) {
        lock(&self.expected).clear();
    }

    /// Judges, asks about and runs a call, and waits for it: no longer than the limits of the
    /// user's answer and of the tool. Ends soon after it was stopped.
    pub(super) fn perform(
        &self,
        caller: &Caller,
        name: &str,
        arguments: &Value,
        stop: &Stop,
    ) -> ToolAnswer {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed) + 1;
        let call = Call {
            id: format!("outside-{number}"),
            // Each is a separate step when edits are undone.
            turn: number,
            name: name.to_owned(),
            arguments: arguments.to_string(),
        };
        let outcome = match self.slots.take() {
            Some(slot) => self.judged(caller, &call, arguments, stop, slot),
            None => Outcome::Over(ToolAnswer::ended(
                CallEnd::Busy,
                format!(
                    "busy: {MOST_CALLS} calls are under way; wait until one has ended and call \
                     again"
                ),
            )),
        };
        match outcome {
            Outcome::Over(answer) => {
                self.overseer.ended(&Report::of(caller, &call, &answer));
                answer
            }
            Outcome::GoesOn(answer) => answer,
        }
    }

    fn judged(
        &self,
        caller: &Caller,
        call: &Call,
        arguments: &Value,
        stop: &Stop,
        slot: Slot,
    ) -> Outcome {
        let tools = self.registry.tools();
        let Some(tool) = tools.iter().find(|tool| tool.name() == call.name) else {
            return refused(format!(
                "refused: there is no tool {:?}; tools/list names the tools that exist",
                call.name
            ))
            .into();
        };
        let called = match tool.called(&call.arguments) {
            Ok(called) => called.into_owned(),
            Err(why) => return refused(format!("refused: {why}")).into(),
        };
        let verdict = lock(&self.policy).judge(&called);
        let (approval, decided) = match verdict {
            Verdict::Refuse(why) => return refused(why).into(),
            Verdict::Rehearse => {
                return not_done(called.name(), self.registry.preview(call, stop).as_ref()).into();
            }
            Verdict::Run => (Approval::Allow, Decision::Policy),
            Verdict::Ask if self.was_expected(&call.name, arguments) => {
                (Approval::Allow, Decision::Beforehand)
            }
            Verdict::Ask => match self.ask(caller, call, &called, stop) {
                Ok(approval) => (approval, Decision::Person),
                Err(answer) => return answer.into(),
            },
        };
        if let Approval::Deny { reason } = approval {
            let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
            let text = format!(
                "denied by the user{reason}. Do not repeat the call; ask what is wanted instead"
            );
            return ToolAnswer::ended(CallEnd::Denied, text).into();
        }
        // It may have been abandoned while the policy was asked.
        if stop.is_stopped() {
            return stopped().into();
        }
        let begun = Begun { caller: caller.clone(), call: call.clone(), decided };
        if let Err(why) = self.overseer.begins(&begun) {
            return refused(format!("not run: {why}")).into();
        }
        run_watched(&self.registry, &begun, tool.time_limit, stop, (slot, &self.overseer))
    }

    /// Asks the overseer, after those who asked before.
    fn ask(
        &self,
        caller: &Caller,
        call: &Call,
        tool: &Tool,
        stop: &Stop,
    ) -> Result<Approval, ToolAnswer> {
        let until = Instant::now() + self.most_wait;
        let _turn = self.turn(stop, until)?;
        // The user's answer to an earlier question may have allowed the tool for longer.
        match lock(&self.policy).judge(tool) {
            Verdict::Run => return Ok(Approval::Allow),
            Verdict::Refuse(why) => return Err(refused(why)),
            Verdict::Rehearse => {
                return Err(not_done(tool.name(), self.registry.preview(call, stop).as_ref()));
            }
            Verdict::Ask => {}
        }
        let preview = self.registry.preview(call, stop);
        let question =
            Question { caller: caller.clone(), call: call.clone(), tool: tool.clone(), preview };
        let limited = Limited::new(stop, until);
        let approval = self.overseer.ask(&question, &limited.stop);
        if stop.is_stopped() {
            return Err(stopped());
        }
        if limited.stop.is_stopped() {
            return Err(self.nobody());
        }
        let mut policy = lock(&self.policy);
        // Plan mode or a dry run may have begun while the user was being asked.
        match policy.judge(tool) {
            Verdict::Refuse(why) => return Err(refused(why)),
            Verdict::Rehearse => return Err(not_done(tool.name(), question.preview.as_ref())),
            Verdict::Run | Verdict::Ask => {}
        }
        match &approval {
            Approval::AllowConversation => policy.allow_in_conversation(tool),
            Approval::AllowProject => {
                if let Err(error) = policy.allow_in_project(tool) {
                    tracing::warn!("the permission lasts only until serving ends: {error}");
                }
            }
            Approval::Allow | Approval::Deny { .. } => {}
        }
        Ok(approval)
    }

    /// Waits until no other question is open.
    fn turn(&self, stop: &Stop, until: Instant) -> Result<Turn<'_>, ToolAnswer> {
        let mut asking = lock(&self.asking);
        while *asking {
            if stop.is_stopped() {
                return Err(stopped());
            }
            if Instant::now() >= until {
                return Err(self.nobody());
            }
            let waited = self.asked.wait_timeout(asking, GLANCE);
            asking = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *asking = true;
        Ok(Turn(self))
    }

    fn nobody(&self) -> ToolAnswer {
        let seconds = self.most_wait.as_secs_f64();
        let text = format!(
            "not run: nobody answered the question within {seconds} seconds. Tell the user that \
             it waits in the program that serves this tool, and call again when the user is there"
        );
        ToolAnswer::ended(CallEnd::TimedOut, text)
    }

    fn was_expected(&self, name: &str, arguments: &Value) -> bool {
        let mut expected = lock(&self.expected);
        let at = expected.iter().position(|(tool, with)| tool == name && with == arguments);
        at.inspect(|at| drop(expected.remove(*at))).is_some()
    }
}

/// It is the turn of one call to ask.
struct Turn<'a>(&'a ServedTools);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *lock(&self.0.asking) = false;
        self.0.asked.notify_all();
    }
}

/// A stop that is triggered by another one, or by a timeout.
struct Limited {
    stop: Stop,
    done: std::sync::mpsc::Sender<()>,
}

impl Limited {
    fn new(stop: &Stop, until: Instant) -> Self {
        let (done, is_done) = std::sync::mpsc::channel::<()>();
        let (outer, inner) = (stop.clone(), Stop::default());
        let ours = inner.clone();
        let watch = move || {
            while !outer.is_stopped() && Instant::now() < until {
                if is_done.recv_timeout(GLANCE)
                    == Err(std::sync::mpsc::RecvTimeoutError::Disconnected)
                {
                    return;
                }
            }
            ours.stop();
        };
        let thread = std::thread::Builder::new().name("vibeue-waits".to_owned()).spawn(watch);
        // Without a thread nobody could end the question, so it is not asked.
        if thread.is_err() {
            inner.stop();
        }
        Self { stop: inner, done }
    }
}

impl Drop for Limited {
    fn drop(&mut self) {
        // The thread ends whether it still listens or not.
        let _ = self.done.send(());
    }
}

fn refused(why: String) -> ToolAnswer {
    ToolAnswer::ended(CallEnd::Refused, why)
}

fn stopped() -> ToolAnswer {
    ToolAnswer::ended(CallEnd::Cancelled, "not run: the call was cancelled")
}
