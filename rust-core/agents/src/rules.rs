//! What is different in a session that an agent answers.

use vibeue_conversation::settings::{Mode, Settings};

/// Rounds of tool calls in one turn of an agent: it has bounds of its own, and
/// each of its calls is a round of the session.
pub const ROUNDS: u32 = 100_000;

/// What the user has to know of an agent's context.
pub const KEEPS_CONTEXT: &str = "the agent keeps its own context: it is sent only your newest message, and nothing is condensed here";

/// Settings of a session that an agent answers: nothing is condensed, and what
/// the user asks for by hand is written by rules: an agent that was asked for a
/// summary would take that for a message. How many rounds a turn takes is the
/// agent's own business; what it may cost stays, and
/// [`Agent::limit_spending`](crate::Agent::limit_spending) holds it.
pub fn arrange(settings: &mut Settings) {
    settings.enabled = false;
    settings.mode = Mode::Rules;
    settings.rounds_per_turn = ROUNDS;
}
