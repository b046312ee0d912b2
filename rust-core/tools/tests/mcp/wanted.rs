//! What a call to a server that misbehaves comes to.

use libtest_mimic::Trial;
use vibeue_core::session::live::TurnEnd;
use vibeue_core::tools::CallEnd;

use crate::host::{Host, Turn};
use crate::scripted::Answer;

/// The expected result of a call.
pub struct Wanted {
    pub mode: &'static str,
    /// How the server's state begins.
    pub state: &'static str,
    pub end: CallEnd,
    /// What the model's result holds.
    pub result: &'static str,
    /// How a second call ends, in the next turn.
    pub again: CallEnd,
}

pub const fn wanted(
    mode: &'static str,
    state: &'static str,
    end: CallEnd,
    result: &'static str,
    again: CallEnd,
) -> Wanted {
    Wanted { mode, state, end, result, again }
}

impl Wanted {
    /// The test of this way, by its mode and the words of `modes` for it.
    pub fn trial(
        &'static self,
        before: &str,
        modes: &[(&str, &str)],
        try_out: fn(&Wanted),
    ) -> Trial {
        let what = modes.iter().find(|(mode, _)| *mode == self.mode).unwrap().1;
        Trial::test(format!("{before}{}: {what}", self.mode), move || {
            try_out(self);
            Ok(())
        })
    }

    /// Lets the model call `tool` in two turns, and checks how both calls end, and that a third
    /// turn works without one. Returns what was seen of the first.
    pub fn check(&self, host: &Host, tool: &str) -> Turn {
        let state = host.state().to_string();
        assert!(state.starts_with(self.state), "{state}");

        let first = host.allowed("Do it.");
        assert_eq!(
            (first.end, &first.ends[..]),
            (TurnEnd::Completed, &[(tool.to_owned(), self.end)][..]),
            "{first:#?}"
        );
        assert!(first.results[0].contains(self.result), "{:.600}", first.results[0]);
        assert!(first.results[0].len() < 1_100_000, "{} bytes", first.results[0].len());

        let second = host.allowed("Again.");
        assert_eq!(
            (second.end, &second.ends[..]),
            (TurnEnd::Completed, &[(tool.to_owned(), self.again)][..]),
            "{second:#?}"
        );
        // A turn without a call works in any case.
        assert_eq!(host.allowed("Thank you.").end, TurnEnd::Completed);
        host.assert_valid();
        first
    }
}

/// The model's part: a call in each of two turns, and words.
pub fn script(call: impl Fn(&str) -> Answer) -> Vec<Answer> {
    vec![
        call("c1"),
        Answer::text("So that is how it is."),
        call("c2"),
        Answer::text("I see."),
        Answer::text("Of course."),
    ]
}

/// Checks that the modes that were tried are all that there are.
pub fn assert_all_tried<'m>(tried: impl Iterator<Item = &'m str>, modes: &[(&'m str, &str)]) {
    let mut tried: Vec<&str> = tried.collect();
    tried.sort_unstable();
    let mut all: Vec<&str> = modes.iter().map(|(mode, _)| *mode).collect();
    all.sort_unstable();
    assert_eq!(tried, all);
}
