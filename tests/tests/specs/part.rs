//! A part of the cases, as `VIBEUE_SPEC_PART=2/3` asks for it: every third one, from the second on.
//! With sanitizers all of them take longer than a run of all checks can wait.

use unreal_standin::compile::Case;

/// Which of the cases are run.
pub(crate) struct Part {
    first: usize,
    step: usize,
}

impl Part {
    /// What the environment asks for; all cases if nothing.
    ///
    /// # Errors
    /// If it is not two numbers such as `2/3`, of which the first is at least 1 and at most the second.
    pub(crate) fn from_environment() -> Result<Self, String> {
        match std::env::var("VIBEUE_SPEC_PART") {
            Ok(text) if !text.trim().is_empty() => Self::read(text.trim()),
            _ => Ok(Self { first: 0, step: 1 }),
        }
    }

    fn read(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(part, of)| {
            let (part, of): (usize, usize) = (part.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&part).then_some(Self { first: part - 1, step: of })
        });
        numbers.ok_or_else(|| {
            format!("VIBEUE_SPEC_PART is {text:?}: give a part and how many there are, such as 2/3")
        })
    }

    /// Keeps the cases of this part. Each case is in exactly one of the parts.
    pub(crate) fn keep(&self, mut cases: Vec<Case>) -> Vec<Case> {
        cases.sort_by(|one, other| one.name.cmp(&other.name));
        cases.into_iter().skip(self.first).step_by(self.step).collect()
    }
}
