//! Agents that are known by name.

/// An agent that is known by name, for a list to choose from. Any other program
/// that speaks the protocol does as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownAgent {
    /// What people call it.
    pub title: &'static str,
    /// The command line that starts it.
    pub line: &'static str,
    /// The command that installs it.
    pub install: &'static str,
}

impl KnownAgent {
    /// All of them.
    pub const ALL: [Self; 3] = [
        Self {
            title: "Claude Code",
            line: "claude-agent-acp",
            install: "npm i -g @agentclientprotocol/claude-agent-acp",
        },
        Self { title: "Gemini CLI", line: "gemini --acp", install: "npm i -g @google/gemini-cli" },
        Self {
            title: "Codex",
            line: "codex-acp",
            install: "npm i -g @agentclientprotocol/codex-acp",
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_command_is_one_that_can_be_started() {
        for known in KnownAgent::ALL {
            let words = crate::split(known.line).unwrap();
            assert!(!words.is_empty() && !known.title.is_empty(), "{known:?}");
            assert!(known.install.starts_with("npm i -g "), "{known:?}");
        }
    }
}
