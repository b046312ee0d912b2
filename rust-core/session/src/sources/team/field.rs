//! Which fields of the page a team shares, and what they can hold.

use vibeue_conversation::settings::{SETTINGS, SettingInfo, SettingKind};

use super::quoting::quoted;

/// The group of settings that are each user's own taste.
const TASTE: &str = "Interface";

/// The setting that names models: which of them there are depends on the
/// user's own connection.
const MODELS: &str = "SummarizationModels";

/// The fields that only the editor has, with their defaults. A field that is
/// neither here nor in the table of settings is not shared.
const OF_EDITOR: [(&str, &str); 7] = [
    ("SystemPrompt", ""),
    ("PinnedRules", ""),
    ("bLearnReserveTokens", "true"),
    ("bOfferEditorTools", "true"),
    ("bOfferFileTools", "true"),
    ("bUseToolServers", "true"),
    ("bUseEngineServer", "false"),
];

/// A field of the editor's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageField {
    /// The editor's name of the property.
    pub unreal_name: String,
    /// Its value as text; of a list, one text for each entry.
    pub texts: Vec<String>,
    /// Whether it is a list.
    pub is_list: bool,
}

impl PageField {
    /// The same field with another value.
    pub(super) fn with(&self, texts: Vec<String>) -> Self {
        Self { unreal_name: self.unreal_name.clone(), texts, is_list: self.is_list }
    }
}

/// The editor's names of the settings that a team may share.
pub fn shared_settings() -> Vec<&'static str> {
    SharedField::all().map(|field| field.name).collect()
}

/// Those of the page's fields that a team may share.
pub(super) fn shared_of(page: &[PageField]) -> impl Iterator<Item = (SharedField, &PageField)> {
    page.iter().filter_map(|own| Some((SharedField::named(&own.unreal_name)?, own)))
}

/// What a field can hold.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Switch,
    Number,
    /// One of these words.
    Choice(&'static [&'static str]),
    Text,
}

/// A field that a team may share.
#[derive(Debug, Clone, Copy)]
pub(super) struct SharedField {
    pub(super) name: &'static str,
    default: &'static str,
    kind: Kind,
}

impl SharedField {
    fn all() -> impl Iterator<Item = Self> {
        let is_shared = |it: &&SettingInfo| it.group != TASTE && it.unreal_name != MODELS;
        let of_core = SETTINGS.iter().filter(is_shared).map(Self::of_setting);
        of_core.chain(OF_EDITOR.iter().map(|&(name, default)| {
            let is_switch = matches!(default, "true" | "false");
            Self { name, default, kind: if is_switch { Kind::Switch } else { Kind::Text } }
        }))
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::all().find(|field| field.name == name)
    }

    fn of_setting(info: &SettingInfo) -> Self {
        let kind = match info.kind {
            SettingKind::Switch => Kind::Switch,
            SettingKind::Choice(words) => Kind::Choice(words),
            SettingKind::Text | SettingKind::List => Kind::Text,
            _ => Kind::Number,
        };
        // That a number is learned is a field of its own on the page.
        let is_learned = info.kind == SettingKind::LearnedTokens;
        Self { name: info.unreal_name, default: if is_learned { "0" } else { info.default }, kind }
    }

    /// The value that the field comes with. No list comes with entries.
    pub(super) fn default_texts(&self, is_list: bool) -> Vec<String> {
        if is_list { Vec::new() } else { vec![self.default.to_owned()] }
    }

    /// A text as the page has it; none if it is nothing that the field can hold.
    pub(super) fn canonical(&self, text: &str) -> Option<String> {
        match self.kind {
            Kind::Switch => {
                let is_on = |it: &&str| text.eq_ignore_ascii_case(it);
                Some(["true", "yes", "on", "1"].iter().any(is_on).to_string())
            }
            Kind::Number => {
                let number = text.trim().parse::<f64>().ok()?;
                number.is_finite().then(|| number.to_string())
            }
            Kind::Choice(words) => {
                // The editor writes LongMemory for long_memory.
                let is_it = |word: &&&str| {
                    text.replace('_', "").eq_ignore_ascii_case(&word.replace('_', ""))
                };
                words.iter().find(is_it).map(|word| (*word).to_owned())
            }
            Kind::Text => Some(text.to_owned()),
        }
    }

    /// A text as the editor writes it into a file.
    pub(super) fn in_file(&self, text: &str) -> String {
        match self.kind {
            Kind::Switch if text == "true" => "True".to_owned(),
            Kind::Switch => "False".to_owned(),
            Kind::Number => text.to_owned(),
            Kind::Choice(_) => text.split('_').map(capitalized).collect(),
            Kind::Text => quoted(text),
        }
    }

    /// Whether two values are the same, however they are written.
    pub(super) fn is_same(&self, one: &[String], other: &[String]) -> bool {
        let is_equal = |(a, b): (&String, &String)| self.canonical(a) == self.canonical(b);
        one.len() == other.len() && one.iter().zip(other).all(is_equal)
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
