//! What an agent does itself, as tools of a session.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use vibeue_provider::ToolDefinition;
use vibeue_tools::{Access, Allowance, CallEnd, Preview, RunTime, Tool, ToolAnswer, Toolbox};

use crate::AgentFailure;
use crate::ask::{What, Writing};
use crate::preview::{preview, preview_of_row};
use crate::shared::Shared;
use crate::state::{answered, refused};
use crate::turn::{CONDENSES, RUNS, Raised, WRITES, WRITES_GUARDED};

/// How long to wait for a call while the agent waits for another answer of the user, before the
/// session continues.
const OTHERS: Duration = Duration::from_secs(1);

/// How often a wait checks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(25);

/// A time limit that no legitimate work of an agent reaches.
const LIMIT: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// What each tool represents, and what it may touch.
///
/// If the agent asks, the user has to decide, whatever kind of call it claims: each of these needs
/// approval, even if reading does not.
const TOOLS: [(&str, Access, &str); 12] = [
    (RUNS, Access::Read, "What the agent does by its own rules, without asking."),
    (CONDENSES, Access::Read, "The agent condenses its own context."),
    ("agent_asks_to_read", Access::Write, "The agent asks to read something."),
    ("agent_asks_to_search", Access::Write, "The agent asks to search something."),
    ("agent_asks_to_edit", Access::Write, "The agent asks to change a file."),
    ("agent_asks_to_move", Access::Write, "The agent asks to move a file."),
    (WRITES, Access::Write, "The agent asks this program to write a file of the project."),
    (
        WRITES_GUARDED,
        Access::Control,
        "The agent asks this program to write a file that decides what runs or what agents are told.",
    ),
    ("agent_asks_to_delete", Access::Destructive, "The agent asks to delete something."),
    ("agent_asks_to_run", Access::Control, "The agent asks to run a command."),
    ("agent_asks_to_fetch", Access::Control, "The agent asks to fetch something from outside."),
    ("agent_asks_to_go_on", Access::Control, "The agent asks for something else."),
];

/// What an agent does itself, as tools of a session: a call of one waits for
/// the agent.
pub(crate) struct AgentTools {
    pub(crate) shared: Arc<Shared>,
}

impl Toolbox for AgentTools {
    fn tools(&self) -> Vec<Tool> {
        let origin = self.shared.config.line();
        let tool = |(name, access, description): (&str, Access, &str)| {
            let definition = ToolDefinition {
                name: name.to_owned(),
                description: description.to_owned(),
                parameters: json!({"type": "object"}),
            };
            let tool = Tool::with_access(definition, access);
            Tool { origin: origin.clone(), time_limit: LIMIT, ..tool }
        };
        TOOLS.into_iter().map(tool).collect()
    }

    fn run(&self, _: &Tool, arguments: Map<String, Value>, allowance: &Allowance) -> ToolAnswer {
        let id = arguments.get("call").and_then(Value::as_str).unwrap_or_default();
        match self.allow(id, allowance) {
            Ok(raised) => self.wait(&raised, allowance),
            Err(answer) => answer,
        }
    }

    fn preview(
        &self,
        _: &Tool,
        arguments: Map<String, Value>,
        allowance: &Allowance,
    ) -> Option<Preview> {
        let id = arguments.get("call").and_then(Value::as_str).unwrap_or_default();
        let line = self.shared.config.line();
        // From the whole texts, without holding the lock while they are compared.
        let (writing, call) = {
            let state = self.shared.lock();
            let turn = state.turn.as_ref();
            let writing = turn.and_then(|turn| turn.writing(id)).cloned();
            let call = turn.and_then(|turn| turn.calls.get(turn.raised.get(id)?.call.as_ref()?));
            (writing, call.cloned())
        };
        Some(match (writing, call) {
            (Some(Writing { path, text, is_guarded }), _) => {
                self.shared.files.preview_whole(is_guarded, &path, &text, allowance)
            }
            (None, Some(call)) => preview(&call, &line),
            (None, None) => preview_of_row(&Value::Object(arguments), &line),
        })
    }
}

impl AgentTools {
    /// Gives the agent permission, if it asked. Returns what to wait for.
    fn allow(&self, id: &str, allowance: &Allowance) -> Result<Raised, ToolAnswer> {
        let shared = &self.shared;
        let lost = |what: &str| ToolAnswer::ended(CallEnd::Lost, what);
        let (raised, write) = shared.change(|state| {
            let turn = state.running_or_ended().ok_or_else(|| lost("the agent's turn is over"))?;
            let raised = turn.raised.get(id).cloned();
            let raised = raised.ok_or_else(|| lost("the agent is not waiting for this"))?;
            let Some(number) = raised.ask else { return Ok((raised, None)) };
            if turn.ended.is_some() {
                return Err(lost("the agent's turn ended before it was allowed"));
            }
            let Some(asked) = turn.take_ask(number) else {
                return Err(lost("it was answered before"));
            };
            match &asked.what {
                What::Write(writing) => Ok((raised, Some((asked.id.clone(), writing.clone())))),
                What::Permission { call, .. } => {
                    let chosen = asked.choose(true).map(|chosen| answered(&asked.id, &chosen));
                    let refusal = refused(&asked.id, -32602, "no option allows it");
                    if let (Some(call), true) = (turn.calls.get_mut(call), chosen.is_some()) {
                        call.allowed(allowance.turn(), Instant::now());
                        // Its end is waited for again.
                        call.is_left = false;
                    }
                    let is_allowed = chosen.is_some();
                    if !state.send(&chosen.unwrap_or(refusal)) {
                        return Err(lost("the agent does not read its input"));
                    }
                    if is_allowed {
                        Ok((raised, None))
                    } else {
                        Err(ToolAnswer::ended(
                            CallEnd::Refused,
                            "the agent offers no way to allow it",
                        ))
                    }
                }
            }
        })?;
        let Some((id, writing)) = write else { return Ok(raised) };
        Err(self.write(&id, &writing, allowance))
    }

    /// Writes a file that the user allowed, and answers the agent.
    fn write(&self, id: &Value, writing: &Writing, allowance: &Allowance) -> ToolAnswer {
        let Writing { path, text, is_guarded } = writing;
        let written = self.shared.files.write_whole(*is_guarded, path, text, allowance);
        let (message, answer) = match written {
            Ok(text) => (answered(id, &json!({})), ToolAnswer::text(text)),
            Err(why) if allowance.stop().is_stopped() => {
                (refused(id, -32800, &why), ToolAnswer::ended(CallEnd::Cancelled, why))
            }
            Err(why) => (refused(id, -32603, &why), ToolAnswer::error(why)),
        };
        self.shared.lock().send(&message);
        answer
    }

    /// Waits until the agent's call has ended, or the session has to continue.
    fn wait(&self, raised: &Raised, allowance: &Allowance) -> ToolAnswer {
        let Some(id) = &raised.call else {
            return ToolAnswer::text("allowed").that_ran(RunTime::Unknown);
        };
        let shared = &self.shared;
        let began = Instant::now();
        let mut state = shared.lock();
        let number = state.turn.as_ref().map(|turn| turn.number);
        loop {
            if let Some(why) = allowance.is_over() {
                drop(state);
                number.inspect(|number| shared.cancel_turn(*number));
                return ToolAnswer::ended(CallEnd::Cancelled, why);
            }
            let Some(turn) = state.running_or_ended() else {
                return ToolAnswer::ended(CallEnd::Cancelled, "stopped: the turn was cancelled");
            };
            let Some(call) = turn.calls.get_mut(id) else {
                return ToolAnswer::ended(CallEnd::Lost, "the agent does not know this call");
            };
            if call.is_over() {
                let answer = call.answer();
                turn.settle(id);
                return answer;
            }
            if let Some(ended) = &turn.ended {
                return unfinished(ended.as_ref().err());
            }
            if let (true, Some(what)) =
                (turn.spending.is_late(Instant::now()), &turn.spending.passed)
            {
                return ToolAnswer::ended(CallEnd::Cancelled, format!("stopped: {what}"));
            }
            let others_wait = turn.has_other_questions(raised.ask) && began.elapsed() >= OTHERS;
            if turn.has_words() || others_wait {
                if let Some(call) = turn.calls.get_mut(id) {
                    call.is_left = true;
                }
                let goes_on = "still running; the agent continues in the meantime";
                return ToolAnswer::text(goes_on).that_ran(RunTime::Unknown);
            }
            state = shared.wait(state, GLANCE);
        }
    }
}

/// A call whose outcome the agent did not report.
fn unfinished(failure: Option<&AgentFailure>) -> ToolAnswer {
    let answer = match failure {
        Some(failure) => ToolAnswer::ended(CallEnd::Lost, failure.to_string()),
        None => ToolAnswer::text("the agent did not say how it ended"),
    };
    answer.that_ran(RunTime::Unknown)
}
