//! The lines around a block of code.

/// What opened a block of code: three or more backticks or tildes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fence {
    mark: char,
    length: usize,
}

impl Fence {
    /// The fewest marks that make a fence.
    const LEAST: usize = 3;

    /// Reads the fence that a line opens.
    pub(super) fn opened_by(line: &str) -> Option<Self> {
        let line = line.trim_start_matches(' ');
        let mark = line.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        let length = run(line, mark);
        // ```code``` on one line is code within a line.
        let info = &line[length..];
        (length >= Self::LEAST && !(mark == '`' && info.contains('`')))
            .then_some(Self { mark, length })
    }

    /// Tells whether the fence ends with this line: the same marks, at least
    /// as many, and nothing else. A block may hold the fences of a shorter one.
    pub(super) fn is_closed_by(self, line: &str) -> bool {
        let line = line.trim_matches(' ');
        let length = run(line, self.mark);
        length >= self.length && length == line.len()
    }

    /// Tells whether a line that began like this may still close the fence.
    pub(super) fn may_be_closed_by(self, beginning: &str) -> bool {
        beginning.trim_matches(' ').chars().all(|character| character == self.mark)
    }
}

/// Tells whether a line that began like this may still open a fence.
pub(super) fn may_open(beginning: &str) -> bool {
    let line = beginning.trim_start_matches(' ');
    let Some(mark) = line.chars().next().filter(|mark| matches!(mark, '`' | '~')) else {
        return false;
    };
    let length = run(line, mark);
    let info = &line[length..];
    info.is_empty() || (length >= Fence::LEAST && !(mark == '`' && info.contains('`')))
}

/// How often a line repeats its first character, which is ASCII.
fn run(line: &str, mark: char) -> usize {
    line.chars().take_while(|character| *character == mark).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_ends_with_as_many_of_its_own_marks_and_nothing_else() {
        let four = Fence::opened_by("````markdown").unwrap();
        assert!(!four.is_closed_by("```") && four.is_closed_by("  ````` "));
        assert!(!four.is_closed_by("````text") && !four.is_closed_by("~~~~"));
        assert!(four.may_be_closed_by("") && four.may_be_closed_by(" ``"));
        assert!(!four.may_be_closed_by("`a"));
        assert_eq!(Fence::opened_by("~~~"), Some(Fence { mark: '~', length: 3 }));
        for line in ["``", "```code```", "text ```", ""] {
            assert_eq!(Fence::opened_by(line), None, "{line}");
        }
        assert!(may_open("`") && may_open("  ```cpp") && !may_open("`a") && !may_open("```a`"));
    }
}
