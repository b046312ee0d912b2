//! The name of who speaks, for the formats that have one.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

/// A speaker's name.
///
/// Most messages have none, and a session holds thousands of messages, so a place for it takes one
/// pointer only.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct SpeakerName(Box<Box<str>>);

impl Deref for SpeakerName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<Box<str>> for SpeakerName {
    fn from(name: Box<str>) -> Self {
        Self(Box::new(name))
    }
}

impl From<String> for SpeakerName {
    fn from(name: String) -> Self {
        name.into_boxed_str().into()
    }
}

impl From<&str> for SpeakerName {
    fn from(name: &str) -> Self {
        Box::<str>::from(name).into()
    }
}

impl From<SpeakerName> for Box<str> {
    fn from(name: SpeakerName) -> Self {
        *name.0
    }
}

impl From<SpeakerName> for String {
    fn from(name: SpeakerName) -> Self {
        (*name.0).into_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_and_written_as_a_string_and_its_absence_takes_a_pointer() {
        let name = SpeakerName::from("mira");
        assert_eq!(&*name, "mira");
        assert_eq!(serde_json::to_string(&name).unwrap(), "\"mira\"");
        assert_eq!(serde_json::from_str::<SpeakerName>("\"mira\"").unwrap(), name);
        assert_eq!(size_of::<Option<SpeakerName>>(), size_of::<usize>());
    }
}
