//! The special settings of a session that an agent answers.

use vibeue_conversation::settings::{Mode, Settings};

/// Rounds of tool calls in one turn of an agent: it has limits of its own, and each of its calls is
/// a round of the session.
pub const ROUNDS: u32 = 100_000;

/// What the user has to know about an agent's context.
pub const KEEPS_CONTEXT: &str = "the agent keeps its own context: it is sent only your newest message, and nothing is condensed here";

/// Settings of a session that an agent answers: nothing is condensed automatically, and summaries
/// that the user requests are written by rules: an agent would take the request for a message. The
/// number of rounds in a turn is left to the agent; the limit on its cost stays, and
/// [`Agent::limit_spending`](crate::Agent::limit_spending) enforces it.
pub fn arrange(settings: &mut Settings) {
    settings.enabled = false;
    settings.mode = Mode::Rules;
    settings.rounds_per_turn = ROUNDS;
}
