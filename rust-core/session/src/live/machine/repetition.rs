//! Detects a model that makes the same calls over and over.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;

use vibeue_conversation::{Message, Part};

/// How often the same calls may give the same results before they are not run again. Not fewer,
/// because waiting for a build also means asking repeatedly.
pub(super) const RUNS: usize = 5;

/// How many answers in a row may ask for them again before the turn ends.
pub(super) const REFUSALS: u32 = 3;

/// The maximum number of rounds in a loop: reading one file, then another, and the first one again.
const LONGEST_LOOP: usize = 3;

/// Rounds of calls of one turn, by fingerprints of the calls and their results.
#[derive(Debug, Default)]
pub(super) struct Repetition {
    /// The last rounds, oldest first.
    rounds: VecDeque<Round>,
    /// The round whose results are arriving.
    open: Option<Round>,
    /// How often in a row the calls of a loop were not run.
    refused: u32,
}

/// One answer with calls, and their results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Round {
    calls: u64,
    results: u64,
}

impl Repetition {
    /// Records an answer with calls; if it is in a loop, returns how often it has repeated the same
    /// calls with the same results.
    pub(super) fn begin(&mut self, message: &Message) -> Option<u32> {
        if let Some(done) = self.open.take() {
            self.rounds.push_back(done);
            let too_many = self.rounds.len().saturating_sub(RUNS * LONGEST_LOOP);
            self.rounds.drain(..too_many);
        }
        let calls = fingerprint_of_calls(message);
        if (1..=LONGEST_LOOP).any(|length| self.is_loop(length, calls)) {
            self.refused += 1;
            return Some(self.refused);
        }
        self.refused = 0;
        self.open = Some(Round { calls, results: 0 });
        None
    }

    /// Records the result of a call of the round.
    pub(super) fn result(&mut self, name: &str, parts: &[Part]) {
        if let Some(round) = &mut self.open {
            let mut hasher = DefaultHasher::new();
            name.hash(&mut hasher);
            for part in parts {
                match part {
                    Part::Text { text, .. } => text.hash(&mut hasher),
                    // Images are assumed to differ: nobody polls with them.
                    _ => round.results.hash(&mut hasher),
                }
            }
            // Independent of the order: the results of a round arrive as they are done.
            round.results = round.results.wrapping_add(hasher.finish());
        }
    }

    /// Returns whether the last rounds repeat the same few calls, and these calls would begin them
    /// once more.
    fn is_loop(&self, length: usize, calls: u64) -> bool {
        let Some(first) = self.rounds.len().checked_sub(length * RUNS) else { return false };
        let last = |at: usize| self.rounds[first + at];
        last(0).calls == calls && (length..length * RUNS).all(|at| last(at) == last(at - length))
    }
}

/// The calls of a message, whatever their ids and the blanks in their
/// arguments.
fn fingerprint_of_calls(message: &Message) -> u64 {
    let mut hasher = DefaultHasher::new();
    for call in message.tool_calls() {
        call.name.hash(&mut hasher);
        match serde_json::from_str::<Value>(&call.arguments) {
            Ok(value) => value.to_string().hash(&mut hasher),
            Err(_) => call.arguments.hash(&mut hasher),
        }
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::{Extra, MessageId, Role, ToolCall};

    fn calls(arguments: &[&str]) -> Message {
        let call = |(at, arguments): (usize, &&str)| {
            Part::ToolCall(Box::new(ToolCall {
                id: format!("call_{at}").into(),
                name: "look".into(),
                arguments: (*arguments).to_owned(),
                extra: Extra::new(),
            }))
        };
        let parts = arguments.iter().enumerate().map(call).collect();
        Message::new(MessageId(1), Role::Assistant, parts)
    }

    /// Plays rounds of one call each, as (arguments, result); returns what
    /// `begin` said about each.
    fn play(rounds: &[(&str, &str)]) -> Vec<Option<u32>> {
        let mut repetition = Repetition::default();
        let mut said = Vec::new();
        for (arguments, result) in rounds {
            said.push(repetition.begin(&calls(&[arguments])));
            repetition.result("look", &[Part::text(*result)]);
        }
        said
    }

    #[test]
    fn the_same_call_with_the_same_result_is_noticed_and_another_one_begins_afresh() {
        let (same, blank) = (("{\"a\":1}", "x"), ("{ \"a\": 1 }", "x"));
        let mut rounds = vec![same, blank, same, same, same, blank, same];
        assert_eq!(play(&rounds), [None, None, None, None, None, Some(1), Some(2)]);
        rounds.extend([("{\"a\":2}", "x"), same]);
        assert_eq!(play(&rounds)[7..], [None, None]);
    }

    #[test]
    fn the_same_call_with_other_results_is_not_a_loop() {
        let results: Vec<String> = (0..20).map(|at| format!("{at} % built")).collect();
        let rounds: Vec<(&str, &str)> = results.iter().map(|it| ("{}", it.as_str())).collect();
        assert_eq!(play(&rounds), vec![None; 20]);
    }

    #[test]
    fn a_failing_test_between_edits_is_not_a_loop() {
        let edits: Vec<String> = (0..20).map(|at| format!("{{\"edit\":{at}}}")).collect();
        let rounds: Vec<(&str, &str)> = edits
            .iter()
            .flat_map(|edit| [(edit.as_str(), "done"), ("{\"test\":1}", "2 failed")])
            .collect();
        assert_eq!(play(&rounds), vec![None; 40]);
    }

    #[test]
    fn a_loop_of_two_or_three_calls_is_noticed() {
        for length in [2, 3] {
            let turns = ["{\"n\":0}", "{\"n\":1}", "{\"n\":2}"];
            let rounds: Vec<_> =
                (0..length * RUNS + 1).map(|at| (turns[at % length], "x")).collect();
            let said = play(&rounds);
            assert_eq!(said[..length * RUNS], vec![None; length * RUNS], "{length}");
            assert_eq!(said[length * RUNS], Some(1), "{length}");
        }
    }

    #[test]
    fn results_of_one_round_may_come_in_any_order() {
        let mut repetition = Repetition::default();
        let mut said = Vec::new();
        for at in 0..=RUNS {
            said.push(repetition.begin(&calls(&["{\"a\":1}", "{\"a\":2}"])));
            let mut results = ["one", "two"];
            results.rotate_left(at % 2);
            results.iter().for_each(|text| repetition.result("look", &[Part::text(*text)]));
        }
        assert_eq!(said, [None, None, None, None, None, Some(1)]);
    }
}
