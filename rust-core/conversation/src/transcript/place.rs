//! The location of something in a transcript.

use std::fmt;

/// A path from a message, or from the top of the file, down to a value. It
/// costs nothing until it is displayed.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    message: Option<usize>,
    up: Option<&'p Place<'p>>,
    step: Step<'p>,
}

#[derive(Clone, Copy)]
enum Step<'p> {
    Root,
    Field(&'p str),
    Index(usize),
}

impl<'p> Place<'p> {
    /// The file as a whole.
    pub(super) fn top() -> Self {
        Self { message: None, up: None, step: Step::Root }
    }

    /// One message, by its position in the file.
    pub(super) fn message(index: usize) -> Self {
        Self { message: Some(index), up: None, step: Step::Root }
    }

    /// A field of this value.
    pub(super) fn field(&'p self, name: &'p str) -> Self {
        Self { message: self.message, up: Some(self), step: Step::Field(name) }
    }

    /// An element of this list.
    pub(super) fn index(&'p self, index: usize) -> Self {
        Self { message: self.message, up: Some(self), step: Step::Index(index) }
    }

    /// The position of the message in the file.
    pub(super) fn message_index(&self) -> Option<usize> {
        self.message
    }
}

impl fmt::Display for Place<'_> {
    /// Writes the path inside the message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(up) = self.up {
            up.fmt(f)?;
        }
        match self.step {
            Step::Root => Ok(()),
            Step::Field(name) => {
                let dot = if self.up.is_some_and(|up| up.up.is_some()) { "." } else { "" };
                write!(f, "{dot}{name}")
            }
            Step::Index(index) => write!(f, "[{index}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_shows_its_path() {
        let message = Place::message(3);
        let calls = message.field("tool_calls");
        let call = calls.index(1);
        assert_eq!(call.field("id").to_string(), "tool_calls[1].id");
        assert_eq!(call.message_index(), Some(3));
        assert_eq!(Place::top().to_string(), "");
    }
}
