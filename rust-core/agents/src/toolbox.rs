//! What an agent does itself, as tools of a session.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use vibeue_provider::ToolDefinition;
use vibeue_tools::{Access, Allowance, CallEnd, Preview, Tool, ToolAnswer, Toolbox};

use crate::AgentFailure;
use crate::ask::What;
use crate::preview::preview;
use crate::shared::Shared;
use crate::state::{answered, refused};
use crate::turn::{RUNS, Raised, WRITES};

/// How long a call is waited for while the agent waits for another answer of
/// the person, before the session goes on.
const OTHERS: Duration = Duration::from_secs(1);

/// How often a wait looks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(25);

/// No honest work of an agent is ended by a clock.
const LIMIT: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// What each tool stands for, and what it may touch.
///
/// That the agent asks says that a person is to decide, whatever it calls what
/// it wants: none of these is free where reading is.
const TOOLS: [(&str, Access, &str); 10] = [
    (RUNS, Access::Read, "What the agent does by its own rules, without asking."),
    ("agent_asks_to_read", Access::Write, "The agent asks to read something."),
    ("agent_asks_to_search", Access::Write, "The agent asks to search something."),
    ("agent_asks_to_edit", Access::Write, "The agent asks to change a file."),
    ("agent_asks_to_move", Access::Write, "The agent asks to move a file."),
    (WRITES, Access::Write, "The agent asks this program to write a file of the project."),
    ("agent_asks_to_delete", Access::Destructive, "The agent asks to delete something."),
    ("agent_asks_to_run", Access::Control, "The agent asks to run a command."),
    ("agent_asks_to_fetch", Access::Control, "The agent asks to fetch something from outside."),
    ("agent_asks_to_go_on", Access::Control, "The agent asks for something of no other kind."),
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
        match self.allow(id) {
            Ok(raised) => self.wait(&raised, allowance),
            Err(answer) => answer,
        }
    }

    fn preview(&self, _: &Tool, arguments: Map<String, Value>, _: &Allowance) -> Option<Preview> {
        Some(preview(&Value::Object(arguments), &self.shared.config.line()))
    }
}

impl AgentTools {
    /// Tells the agent that it may, where it asked. Returns what is waited for.
    fn allow(&self, id: &str) -> Result<Raised, ToolAnswer> {
        let shared = &self.shared;
        let lost = |what: &str| ToolAnswer::ended(CallEnd::Lost, what);
        let (raised, write) = shared.change(|state| {
            let turn = state.running_or_ended().ok_or_else(|| lost("the agent's turn is over"))?;
            let raised = turn.raised.get(id).cloned();
            let raised = raised.ok_or_else(|| lost("the agent does not wait for this"))?;
            let Some(asked) = raised.ask.and_then(|ask| turn.asks.get_mut(&ask)) else {
                return Ok((raised, None));
            };
            if asked.is_answered {
                return Err(lost("it was answered before"));
            }
            if turn.ended.is_some() {
                return Err(lost("the agent's turn ended before it was allowed"));
            }
            asked.is_answered = true;
            match &asked.what {
                What::Write { path, text } => {
                    Ok((raised, Some((asked.id.clone(), path.clone(), text.clone()))))
                }
                What::Permission { call, .. } => {
                    let chosen = asked.choose(true).map(|chosen| answered(&asked.id, &chosen));
                    let refusal = refused(&asked.id, -32602, "no option allows it");
                    if let (Some(call), true) = (turn.calls.get_mut(call), chosen.is_some()) {
                        call.is_allowed = true;
                        // Its end is waited for again.
                        call.is_left = false;
                    }
                    let is_allowed = chosen.is_some();
                    if !state.send(&chosen.unwrap_or(refusal)) {
                        return Err(lost("the agent reads nothing"));
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
        let Some((id, path, text)) = write else { return Ok(raised) };
        let written = shared.folder.write(&path, &text);
        let (message, answer) = match written {
            Ok(()) => (
                answered(&id, &json!({})),
                ToolAnswer::text(format!("written: {} ({} bytes)", path.display(), text.len())),
            ),
            Err(why) => {
                (refused(&id, -32603, &why), ToolAnswer::error(format!("not written: {why}")))
            }
        };
        shared.lock().send(&message);
        Err(answer)
    }

    /// Waits until the agent's call ended, or the session has to go on.
    fn wait(&self, raised: &Raised, allowance: &Allowance) -> ToolAnswer {
        let Some(id) = &raised.call else { return ToolAnswer::text("allowed") };
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
            let others_wait = turn.asks_beside(raised.ask) && began.elapsed() >= OTHERS;
            if turn.has_words() || others_wait {
                if let Some(call) = turn.calls.get_mut(id) {
                    call.is_left = true;
                }
                return ToolAnswer::text("still running; the agent goes on beside it");
            }
            state = shared.wait(state, GLANCE);
        }
    }
}

/// A call of which the agent did not say how it ended.
fn unfinished(failure: Option<&AgentFailure>) -> ToolAnswer {
    match failure {
        Some(failure) => ToolAnswer::ended(CallEnd::Lost, failure.to_string()),
        None => ToolAnswer::text("the agent did not say how it ended"),
    }
}
