//! All tools of a host, and their execution.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::cap::capped;
use crate::{Allowance, CallEnd, Preview, Stop, Tool, ToolAnswer};

/// The maximum number of bytes of a call's arguments: no file that a model writes is longer.
const MOST_ARGUMENTS: usize = 8 * 1024 * 1024;

/// How long a preview may take at most: the user waits for it.
pub const MOST_PREVIEW_TIME: Duration = Duration::from_secs(5);

/// A call that the model made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The id by which its result is matched.
    pub id: String,
    /// The turn of the conversation; 0 if unknown.
    pub turn: u64,
    /// The tool's name.
    pub name: String,
    /// Its arguments, JSON text as the model wrote it.
    pub arguments: String,
}

/// Some tools, and what runs them.
pub trait Toolbox: Send + Sync {
    /// Its current tools.
    fn tools(&self) -> Vec<Tool>;

    /// Runs a call of one of them. Ends soon after the allowance has run out.
    fn run(&self, tool: &Tool, arguments: Map<String, Value>, allowance: &Allowance) -> ToolAnswer;

    /// Says what a call of one of them would do, without doing it; `None` if the tool cannot tell.
    fn preview(
        &self,
        _tool: &Tool,
        _arguments: Map<String, Value>,
        _allowance: &Allowance,
    ) -> Option<Preview> {
        None
    }
}

/// All tools of a host.
#[derive(Clone, Default)]
pub struct Registry {
    boxes: Vec<Arc<dyn Toolbox>>,
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Registry").field("boxes", &self.boxes.len()).finish()
    }
}

impl Registry {
    /// Adds tools; if two have the same name, the one added first runs.
    pub fn add(&mut self, toolbox: Arc<dyn Toolbox>) {
        self.boxes.push(toolbox);
    }

    /// Returns whether none were added.
    pub fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }

    /// The current tools.
    pub fn tools(&self) -> Vec<Tool> {
        let mut names = HashSet::new();
        let all = self.boxes.iter().flat_map(|toolbox| toolbox.tools());
        all.filter(|tool| names.insert(tool.definition.name.clone())).collect()
    }

    /// Runs a call and waits for it: at most for the tool's time, and until it
    /// is stopped. Nothing that a tool does, a panic included, leaves a call
    /// without an answer.
    ///
    /// Whether it may run was decided before, by the session's
    /// [`Policy`](crate::Policy).
    pub fn run(&self, call: &Call, stop: &Stop) -> ToolAnswer {
        let Some((toolbox, tool)) = self.find(&call.name) else {
            let text = format!("there is no tool {:?} any more", call.name);
            return ToolAnswer::ended(CallEnd::Refused, text);
        };
        let arguments = match arguments(&call.arguments) {
            Ok(arguments) => arguments,
            Err(problem) => return ToolAnswer::ended(CallEnd::Refused, problem),
        };
        let allowance = Allowance::begin(stop, tool.time_limit).in_turn(call.turn);
        let run = || toolbox.run(&tool, arguments, &allowance);
        let answer = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
            ToolAnswer::error("the tool failed because of a bug in this program; its log says more")
        });
        ToolAnswer { parts: capped(answer.parts, tool.most_bytes), ..answer }
    }

    /// Says what a call would do, without doing it; `None` if that is unknown. Takes at most
    /// [`MOST_PREVIEW_TIME`] if the tool observes its allowance.
    pub fn preview(&self, call: &Call, stop: &Stop) -> Option<Preview> {
        let (toolbox, tool) = self.find(&call.name)?;
        let arguments = match arguments(&call.arguments) {
            Ok(arguments) => arguments,
            Err(problem) => return Some(Preview::refused(&call.name, &problem)),
        };
        let limit = tool.time_limit.min(MOST_PREVIEW_TIME);
        let allowance = Allowance::begin(stop, limit).in_turn(call.turn);
        let look = || toolbox.preview(&tool, arguments, &allowance);
        catch_unwind(AssertUnwindSafe(look)).unwrap_or_default()
    }

    /// The tool of this name, and what runs it.
    fn find(&self, name: &str) -> Option<(&Arc<dyn Toolbox>, Tool)> {
        self.boxes.iter().find_map(|toolbox| {
            let tool = toolbox.tools().into_iter().find(|tool| tool.name() == name)?;
            Some((toolbox, tool))
        })
    }
}

/// Reads a call's arguments; an empty text counts as an empty object.
fn arguments(text: &str) -> Result<Map<String, Value>, String> {
    if text.len() > MOST_ARGUMENTS {
        return Err(format!(
            "not run: the arguments have {} bytes, and at most {MOST_ARGUMENTS} are taken",
            text.len()
        ));
    }
    if text.trim().is_empty() {
        return Ok(Map::new());
    }
    match serde_json::from_str(text) {
        Ok(Value::Object(arguments)) => Ok(arguments),
        Ok(Value::Null) => Ok(Map::new()),
        Ok(_) => Err("not run: the arguments are JSON, but not an object".to_owned()),
        Err(error) => Err(format!("not run: the arguments are not JSON: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use vibeue_conversation::Part;
    use vibeue_provider::ToolDefinition;

    use super::*;
    use crate::Gateway;

    struct Fixed(&'static str, fn(&Map<String, Value>) -> String);

    impl Toolbox for Fixed {
        fn tools(&self) -> Vec<Tool> {
            let definition = ToolDefinition {
                name: self.0.to_owned(),
                description: String::new(),
                parameters: json!({"type": "object"}),
            };
            vec![Tool { most_bytes: 100, ..Tool::new(definition) }]
        }

        fn run(&self, _: &Tool, arguments: Map<String, Value>, _: &Allowance) -> ToolAnswer {
            ToolAnswer::text((self.1)(&arguments))
        }
    }

    fn registry() -> Registry {
        let mut registry = Registry::default();
        registry.add(Arc::new(Fixed("say", |arguments| arguments["what"].to_string())));
        registry.add(Arc::new(Fixed("say", |_| "the second of one name".to_owned())));
        registry.add(Arc::new(Fixed("crash", |_| panic!("a bug"))));
        registry.add(Arc::new(Fixed("flood", |_| "x".repeat(1_000_000))));
        registry
    }

    fn run(name: &str, arguments: &str) -> (CallEnd, String) {
        ended(&registry().run(&call(name, arguments), &Stop::default()))
    }

    fn call(name: &str, arguments: &str) -> Call {
        let [id, name, arguments] = ["1", name, arguments].map(str::to_owned);
        Call { id, turn: 7, name, arguments }
    }

    fn ended(answer: &ToolAnswer) -> (CallEnd, String) {
        let text = answer.parts.iter().map(|part| match part {
            Part::Text { text, .. } => text.clone(),
            _ => "(picture)".to_owned(),
        });
        (answer.end, text.collect())
    }

    #[test]
    fn every_call_gets_an_answer_with_the_state_in_which_it_ended() {
        let names: Vec<_> =
            registry().tools().into_iter().map(|tool| tool.definition.name).collect();
        assert_eq!(names, ["say", "crash", "flood"]);
        let refused = |text: &str| (CallEnd::Refused, text.to_owned());
        assert_eq!(run("say", "{\"what\": 1}"), (CallEnd::Done, "1".to_owned()));
        assert_eq!(run("fly", "{}"), refused("there is no tool \"fly\" any more"));
        assert_eq!(
            run("say", "[1]"),
            refused("not run: the arguments are JSON, but not an object")
        );
        assert_eq!(
            run("say", "{"),
            refused(
                "not run: the arguments are not JSON: EOF while parsing an object at line 1 \
                 column 1"
            )
        );
        assert_eq!(
            run("say", &" ".repeat(MOST_ARGUMENTS + 1)),
            refused("not run: the arguments have 8388609 bytes, and at most 8388608 are taken")
        );
        assert_eq!(
            run("crash", " "),
            (
                CallEnd::Failed,
                "the tool failed because of a bug in this program; its log says more".to_owned()
            )
        );
        let (end, text) = run("flood", "null");
        assert_eq!((end, text.len()), (CallEnd::Done, 100 + 54), "{text}");
    }

    struct Writes;

    impl Toolbox for Writes {
        fn tools(&self) -> Vec<Tool> {
            let tool = |name: &str| {
                let definition = ToolDefinition {
                    name: name.to_owned(),
                    description: String::new(),
                    parameters: json!({"type": "object"}),
                };
                Tool::asking(definition)
            };
            let gateway = Some(Gateway::UnrealToolsets);
            vec![tool("write"), tool("blind"), tool("crash"), Tool { gateway, ..tool("call") }]
        }

        fn run(&self, _: &Tool, _: Map<String, Value>, allowance: &Allowance) -> ToolAnswer {
            ToolAnswer::text(format!("written in turn {}", allowance.turn()))
        }

        fn preview(&self, tool: &Tool, _: Map<String, Value>, at: &Allowance) -> Option<Preview> {
            match tool.name() {
                "write" => Some(Preview::text(format!("writes in turn {}", at.turn()), "x\n")),
                "blind" | "call" => None,
                _ => panic!("a bug"),
            }
        }
    }

    #[test]
    fn a_preview_says_what_a_call_would_do_and_does_nothing() {
        let mut registry = registry();
        registry.boxes.insert(0, Arc::new(Writes));
        let none = Stop::default();
        let preview = registry.preview(&call("write", "{}"), &none).unwrap();
        assert_eq!((preview.title.as_str(), preview.text.as_str()), ("writes in turn 7", "x\n"));
        assert_eq!(registry.preview(&call("blind", "{}"), &none), None);
        assert_eq!(registry.preview(&call("crash", "{}"), &none), None);
        assert!(registry.preview(&call("write", "["), &none).unwrap().would_fail);
        let run = |name: &str| ended(&registry.run(&call(name, r#"{"what": 1}"#), &none));
        assert_eq!(run("write"), (CallEnd::Done, "written in turn 7".to_owned()));
        assert_eq!(run("say"), (CallEnd::Done, "1".to_owned()));
    }
}
