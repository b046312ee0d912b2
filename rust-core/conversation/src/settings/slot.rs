//! The field for a name.

use super::mode::Mode;
use super::settings_preset::SettingsPreset;

/// The text of a number that is learned.
pub(super) const LEARNED: &str = "auto";

/// The field for a name.
pub(super) enum Slot<'a> {
    Switch(&'a mut bool),
    Preset(&'a mut SettingsPreset),
    Mode(&'a mut Mode),
    Whole(&'a mut u32),
    Tokens(&'a mut u64),
    LearnedTokens(&'a mut Option<u64>),
    Number(&'a mut f64),
    Text(&'a mut String),
    List(&'a mut Vec<String>),
    /// A list whose texts are lines.
    Lines(&'a mut Vec<String>),
}

impl Slot<'_> {
    /// The value in the form that [`Settings::set`](super::Settings::set) reads.
    pub(super) fn text(&self) -> String {
        match self {
            Slot::Switch(value) => value.to_string(),
            Slot::Preset(value) => value.to_string(),
            Slot::Mode(value) => value.to_string(),
            Slot::Whole(value) => value.to_string(),
            Slot::Tokens(value) => value.to_string(),
            Slot::LearnedTokens(None) => LEARNED.to_owned(),
            Slot::LearnedTokens(Some(value)) => value.to_string(),
            Slot::Number(value) => value.to_string(),
            Slot::Text(value) => value.to_string(),
            Slot::List(value) => value.join(", "),
            Slot::Lines(value) => value.join("\n"),
        }
    }
}
