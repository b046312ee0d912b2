//! What is known about a setting.

/// What kind of value a setting takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingKind {
    /// On or off.
    Switch,
    /// A whole number.
    Whole,
    /// A share from 0 to 1.
    Ratio,
    /// A number of tokens.
    Tokens,
    /// A number of tokens, or `auto`.
    LearnedTokens,
    /// A number with a fraction.
    Number,
    /// Free text, or several of one line each; its range counts characters.
    Text,
    /// Texts separated by commas; its range counts them.
    List,
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// One setting: everything that documentation, command line and editor say of
/// it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SettingInfo {
    /// Name in settings files and on the command line.
    pub name: &'static str,
    /// Heading under which it is shown.
    pub group: &'static str,
    /// What kind of value it takes.
    pub kind: SettingKind,
    /// The default, in the form that [`Settings::set`](super::Settings::set)
    /// reads.
    pub default: &'static str,
    /// Smallest value, itself included.
    pub min: Option<f64>,
    /// Largest value, itself included.
    pub max: Option<f64>,
    /// What a value of 1 means; empty if there is nothing to count.
    pub unit: &'static str,
    /// What it does, in sentences for its user.
    pub meaning: &'static str,
    /// Name of the property in the editor's settings.
    pub unreal_name: &'static str,
}
