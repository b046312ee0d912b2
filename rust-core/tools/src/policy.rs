//! Whether the user is asked before a call runs.

use std::collections::HashSet;

use vibeue_conversation::Result;

use crate::{Access, ProjectRules, Tool, ToolIdentity};

/// What is done with a call before it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It runs.
    Run,
    /// The user is asked.
    Ask,
    /// It does not run; the host says what it would do.
    Rehearse,
    /// It does not run, and the model is told why.
    Refuse(String),
}

/// Decides whether the user is asked before a call runs: the only place where that is decided.
///
/// Nothing that a model, a tool or a server says affects it: only the host sets its fields, and
/// only the user's own answer adds a permission.
#[derive(Debug, Clone, PartialEq)]
pub struct Policy {
    /// Whether tools that change nothing run without a question.
    pub reads_are_free: bool,
    /// Whether every call runs without a question, because the user said so beforehand.
    pub all_are_free: bool,
    /// Plan mode: nothing that could change something runs, even if it was allowed.
    pub plan: bool,
    /// Dry run: nothing that could change something runs, even if it was allowed; the model and the
    /// user see what it would have done.
    pub dry_run: bool,
    /// Tools that the user allowed for this conversation.
    conversation: HashSet<ToolIdentity>,
    /// Tools that the user allowed for this project.
    project: Option<ProjectRules>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            reads_are_free: true,
            all_are_free: false,
            plan: false,
            dry_run: false,
            conversation: HashSet::new(),
            project: None,
        }
    }
}

impl Policy {
    /// Asks for every call, except what was allowed in the project.
    pub fn asking(project: Option<ProjectRules>) -> Self {
        Self { reads_are_free: false, project, ..Self::default() }
    }

    /// Decides what is done with a call of a tool.
    pub fn judge(&self, tool: &Tool) -> Verdict {
        if self.plan && tool.access != Access::Read {
            return Verdict::Refuse(format!(
                "not run: plan mode is on, and {} may change something ({}). Say what you would do; the user turns plan mode off to have it done.",
                tool.name(),
                tool.access.name()
            ));
        }
        if self.dry_run && tool.access != Access::Read {
            return Verdict::Rehearse;
        }
        if self.all_are_free || (self.reads_are_free && tool.access == Access::Read) {
            return Verdict::Run;
        }
        let identity = tool.identity();
        let in_project = || self.project.as_ref().is_some_and(|rules| rules.allows(&identity));
        if self.conversation.contains(&identity) || in_project() {
            Verdict::Run
        } else {
            Verdict::Ask
        }
    }

    /// The user allowed a tool for this conversation.
    pub fn allow_in_conversation(&mut self, tool: &Tool) {
        self.conversation.insert(tool.identity());
    }

    /// The user allowed a tool for this project; if no project is known, for this conversation.
    ///
    /// # Errors
    /// If it cannot be stored; in that case it applies to this conversation.
    pub fn allow_in_project(&mut self, tool: &Tool) -> Result<()> {
        self.allow_in_conversation(tool);
        self.project.as_mut().map_or(Ok(()), |rules| rules.allow(tool.identity()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use vibeue_provider::ToolDefinition;

    use super::*;

    fn tool(access: Access) -> Tool {
        let definition = ToolDefinition {
            name: format!("a_{}", access.name()),
            description: String::new(),
            parameters: json!({"type": "object"}),
        };
        Tool::with_access(definition, access)
    }

    const ALL: [Access; 4] = [Access::Read, Access::Write, Access::Destructive, Access::Control];

    fn verdicts(policy: &Policy) -> [&'static str; 4] {
        ALL.map(|access| match policy.judge(&tool(access)) {
            Verdict::Run => "run",
            Verdict::Ask => "ask",
            Verdict::Rehearse => "rehearse",
            Verdict::Refuse(_) => "refuse",
        })
    }

    #[test]
    fn who_is_asked_follows_from_the_access_the_setting_and_plan_mode() {
        let free = Policy::default();
        assert_eq!(verdicts(&free), ["run", "ask", "ask", "ask"]);
        assert_eq!(verdicts(&Policy::asking(None)), ["ask", "ask", "ask", "ask"]);
        let all = Policy { all_are_free: true, ..Policy::default() };
        assert_eq!(verdicts(&all), ["run", "run", "run", "run"]);
        let plan = Policy { plan: true, ..all };
        assert_eq!(verdicts(&plan), ["run", "refuse", "refuse", "refuse"]);
        let plan = Policy { plan: true, ..Policy::asking(None) };
        assert_eq!(verdicts(&plan), ["ask", "refuse", "refuse", "refuse"]);
        // Reading is done for real; what was allowed is not.
        let mut dry = Policy { dry_run: true, all_are_free: true, ..Policy::default() };
        dry.allow_in_conversation(&tool(Access::Write));
        assert_eq!(verdicts(&dry), ["run", "rehearse", "rehearse", "rehearse"]);
        let dry = Policy { dry_run: true, ..Policy::asking(None) };
        assert_eq!(verdicts(&dry), ["ask", "rehearse", "rehearse", "rehearse"]);
        let both = Policy { plan: true, ..dry };
        assert_eq!(verdicts(&both), ["ask", "refuse", "refuse", "refuse"]);
    }

    #[test]
    fn a_permission_is_for_one_tool_as_it_was_shown() {
        let mut policy = Policy::default();
        policy.allow_in_conversation(&tool(Access::Destructive));
        assert_eq!(verdicts(&policy), ["run", "ask", "run", "ask"]);
        let mut other = tool(Access::Destructive);
        other.definition.description = "Does something else now.".to_owned();
        assert_eq!(policy.judge(&other), Verdict::Ask);
    }

    #[test]
    fn plan_mode_overrides_every_permission() {
        let mut policy = Policy { plan: true, ..Policy::default() };
        policy.allow_in_conversation(&tool(Access::Write));
        assert_eq!(
            policy.judge(&tool(Access::Write)),
            Verdict::Refuse(
                "not run: plan mode is on, and a_write may change something (write). Say what you would do; the user turns plan mode off to have it done."
                    .to_owned()
            )
        );
    }

    #[test]
    fn what_is_allowed_in_a_project_holds_there_and_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("permissions.json");
        let rules = |project: &str| ProjectRules::open(&file, project.as_ref()).unwrap();
        let mut policy = Policy::asking(Some(rules("/game")));
        policy.allow_in_project(&tool(Access::Write)).unwrap();
        assert_eq!(verdicts(&policy), ["ask", "run", "ask", "ask"]);
        assert_eq!(verdicts(&Policy::asking(Some(rules("/game")))), ["ask", "run", "ask", "ask"]);
        assert_eq!(verdicts(&Policy::asking(Some(rules("/other")))), ["ask"; 4]);
    }
}
