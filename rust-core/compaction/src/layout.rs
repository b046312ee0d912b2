//! What must stay, what may be condensed, and where a cut is allowed.

use std::collections::HashSet;

use super::rounds::Rounds;
use vibeue_conversation::settings::Settings;
use vibeue_conversation::{Error, ErrorKind, Result};
use vibeue_conversation::{Message, MessageKind, Role};
use vibeue_tokens::grouped;

/// Why a message must stay, or that it need not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// Part of the system prompt.
    System,
    /// Pinned, or in the same round as a pinned message.
    Pinned,
    /// The user's newest request.
    Request,
    /// A summary of earlier messages.
    Summary,
    /// May be shortened or condensed.
    Free,
}

impl Standing {
    fn stays(self) -> bool {
        matches!(self, Standing::System | Standing::Pinned | Standing::Request)
    }
}

/// A conversation as the planner sees it.
pub(super) struct Layout<'a> {
    pub(super) messages: &'a [&'a Message],
    pub(super) tokens: &'a [u64],
    /// Tokens of tool schemas and reply priming.
    pub(super) fixed: u64,
    pub(super) rounds: Rounds,
    /// Where the last round begins if one of its calls still waits for a
    /// result; otherwise the end of the conversation.
    ///
    /// The result will come after anything done here, and needs its call. The
    /// round may be shortened but never condensed.
    pub(super) open: usize,
    pub(super) standing: Vec<Standing>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(messages: &'a [&'a Message], tokens: &'a [u64], fixed: u64) -> Self {
        let rounds = Rounds::of(messages);
        let mut standing: Vec<Standing> = messages
            .iter()
            .map(|m| match m.kind {
                MessageKind::Summary => Standing::Summary,
                MessageKind::Normal => Standing::Free,
            })
            .collect();
        for round in rounds.iter() {
            if messages[round.clone()].iter().any(|m| m.pinned) {
                standing[round].fill(Standing::Pinned);
            }
        }
        if let Some(newest) = messages.iter().rposition(|m| m.is_user_request())
            && standing[newest] == Standing::Free
        {
            // The round it belongs to: a request that carries results stays
            // with the calls that they answer.
            let round = rounds.around(newest);
            standing[round.unwrap_or(newest..newest + 1)].fill(Standing::Request);
        }
        let open = rounds
            .iter()
            .next_back()
            .filter(|round| waits(&messages[round.clone()]))
            .map_or(messages.len(), |round| round.start);
        let mut layout = Self { messages, tokens, fixed, rounds, open, standing };
        layout.mark_system();
        layout
    }

    /// Marks the host's instructions: the system prompt at the beginning, and
    /// later system messages.
    ///
    /// None of them is condensed: an instruction that vanishes silently is
    /// worse than an error that names it. Only a repetition of one that stays
    /// says nothing new and may be dropped; of several equal ones, the first
    /// one in the prompt stays, or else the newest.
    fn mark_system(&mut self) {
        let lead = self.messages.iter().take_while(|m| m.role == Role::System).count();
        self.standing[..lead].fill(Standing::System);
        let mut seen: HashSet<String> =
            self.messages[..lead].iter().map(|m| m.joined_text()).collect();
        for at in (lead..self.messages.len()).rev() {
            let message = self.messages[at];
            if message.role == Role::System
                && self.standing[at] == Standing::Free
                && seen.insert(message.joined_text())
            {
                self.standing[at] = Standing::System;
            }
        }
    }

    /// Tokens of the whole request.
    pub(super) fn total(&self) -> u64 {
        self.fixed + self.tokens.iter().sum::<u64>()
    }

    /// Tokens of what must stay.
    pub(super) fn mandatory(&self) -> u64 {
        self.fixed
            + self
                .standing
                .iter()
                .zip(self.tokens)
                .filter(|(standing, _)| standing.stays())
                .map(|(_, tokens)| tokens)
                .sum::<u64>()
    }

    /// Returns whether a message must stay.
    pub(super) fn stays(&self, at: usize) -> bool {
        self.standing[at].stays()
    }

    /// Returns the start of the shortest tail of whole rounds that contains at
    /// least `count` messages, not counting system messages, and does not reach
    /// into an older summary.
    pub(super) fn tail_start(&self, count: usize) -> usize {
        let mut start = self.messages.len();
        let mut held = 0;
        for round in self.rounds.iter().rev() {
            if held >= count || self.standing[round.clone()].contains(&Standing::Summary) {
                break;
            }
            start = round.start;
            held += round.filter(|at| self.messages[*at].role != Role::System).count();
        }
        start.min(self.open)
    }

    /// Returns the tail starts to try, from the most messages kept to the
    /// fewest: one per round between the two counts.
    pub(super) fn tail_starts(&self, most: usize, settings: &Settings) -> Vec<usize> {
        let least = self.tail_start(settings.minimum_recent_messages as usize).max(most);
        let mut starts: Vec<usize> = self
            .rounds
            .iter()
            .map(|r| r.start)
            .chain([self.messages.len()])
            .filter(|start| (most..=least).contains(start))
            .collect();
        starts.dedup();
        starts
    }

    /// The messages before `tail` that may be condensed, oldest first.
    pub(super) fn condensable(
        &self,
        tail: usize,
    ) -> impl DoubleEndedIterator<Item = usize> + Clone + '_ {
        (0..tail).filter(|at| !self.stays(*at))
    }

    /// The messages from `tail` on that may be shortened.
    pub(super) fn free_tail(&self, tail: usize) -> impl Iterator<Item = usize> + '_ {
        (tail..self.messages.len()).filter(|at| !self.stays(*at))
    }

    /// The error for a request whose mandatory parts are larger than the
    /// budget, naming them and their sizes.
    pub(super) fn irreducible(&self, smallest_rest: u64, available: u64) -> Error {
        let part = |wanted: Standing| {
            let (mut count, mut tokens) = (0u64, 0u64);
            for (at, standing) in self.standing.iter().enumerate() {
                if *standing == wanted {
                    count += 1;
                    tokens += self.tokens[at];
                }
            }
            (count, tokens)
        };
        let mut parts: Vec<(u64, String, &str)> = Vec::new();
        let (_, system) = part(Standing::System);
        let (system_name, system_fix) = self.system_names();
        let (pinned_count, pinned) = part(Standing::Pinned);
        let (_, request) = part(Standing::Request);
        for (tokens, name, fix) in [
            (self.fixed, "tools and reply priming".to_owned(), "offer fewer tools"),
            (system, system_name, system_fix),
            (pinned, format!("{pinned_count} pinned messages"), "unpin messages"),
            (request, "newest user message".to_owned(), "shorten the newest message"),
            (smallest_rest, "smallest summary".to_owned(), ""),
        ] {
            if tokens > 0 {
                parts.push((tokens, format!("{name} {}", grouped(tokens)), fix));
            }
        }
        parts.sort_by_key(|part| std::cmp::Reverse(part.0));
        let needed = self.mandatory() + smallest_rest;
        let excess = needed.saturating_sub(available);
        let fix = what_helps(&parts, excess);
        Error::new(
            ErrorKind::Irreducible,
            format!(
                "what must stay needs {} tokens, {} more than the budget of {}: {}",
                grouped(needed),
                grouped(excess),
                grouped(available),
                parts.iter().map(|p| p.1.as_str()).collect::<Vec<_>>().join(", "),
            ),
        )
        .hint(format!("{fix}, or use a model with a larger context window"))
    }

    /// What the host's instructions are called in an error, and what the user
    /// can do about their size. System messages after the beginning are named
    /// by their ids, because nobody would look for them there.
    fn system_names(&self) -> (String, &'static str) {
        const NAMED: usize = 8;
        let system: Vec<usize> =
            (0..self.messages.len()).filter(|at| self.standing[*at] == Standing::System).collect();
        let in_front = system.iter().enumerate().all(|(nth, at)| nth == *at);
        let fix = "shorten the system prompt";
        match system.as_slice() {
            [at] if !in_front => (format!("system prompt ({})", self.messages[*at].id), fix),
            _ if in_front => ("system prompt".to_owned(), fix),
            several => {
                let ids = several.iter().take(NAMED).map(|at| self.messages[*at].id.to_string());
                let mut ids = ids.collect::<Vec<_>>().join(", ");
                if several.len() > NAMED {
                    ids.push_str(", …");
                }
                let name = format!("{} system messages ({ids})", several.len());
                (name, "shorten the system messages, or remove those that no longer apply")
            }
        }
    }

    /// Checks that what must stay fits.
    pub(super) fn check(&self, available: u64) -> Result<()> {
        if self.mandatory() > available {
            return Err(self.irreducible(0, available));
        }
        Ok(())
    }
}

/// What would make a request fit that is this many tokens too large: the parts
/// that are each larger than that, largest first; if there are none, the parts
/// that are large enough together.
fn what_helps(parts: &[(u64, String, &str)], excess: u64) -> String {
    let fixes = || parts.iter().filter(|part| !part.2.is_empty());
    let alone: Vec<&str> =
        fixes().filter(|(tokens, ..)| *tokens > excess).map(|part| part.2).collect();
    if !alone.is_empty() {
        return alone.join(", or ");
    }
    let mut together = Vec::new();
    let mut tokens = 0;
    for part in fixes() {
        together.push(part.2);
        tokens += part.0;
        if tokens > excess {
            break;
        }
    }
    together.join(" and ")
}

/// Returns whether a call of a round has no result yet.
fn waits(round: &[&Message]) -> bool {
    let answered: HashSet<&str> =
        round.iter().flat_map(|message| message.tool_results()).map(|it| &*it.call_id).collect();
    round.iter().flat_map(|message| message.tool_calls()).any(|call| !answered.contains(&*call.id))
}
