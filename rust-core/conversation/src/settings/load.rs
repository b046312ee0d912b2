//! From texts and JSON to values.

use serde_json::Value;

use super::info::{SettingInfo, SettingKind};
use super::mode::Mode;
use super::nearest::nearest;
use super::problem::SettingsProblem;
use super::range::{check, check_number, wanted};
use super::settings_preset::SettingsPreset;
use super::slot::{LEARNED, Slot};
use super::table::Settings;
use super::{PRESETS, SETTINGS};
use crate::Result;

/// The setting on which the values depend that are not set by themselves.
const PRESET: &str = "preset";

/// Whole numbers beyond this are not exact as floating point.
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;

impl Settings {
    /// Reads settings from a JSON object; what it does not name keeps its
    /// default.
    ///
    /// What is not named follows what is, if it would contradict it: with `{"threshold": 0.6}` the
    /// reset ratio, the target and the shares of summary and ledger keep their proportions to the
    /// threshold. Two named values that contradict each other are refused, and the threshold never
    /// moves by itself. A preset counts as what is not named, wherever it is.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`](crate::ErrorKind::Settings) with every problem
    /// at once: unknown names with the nearest known one, wrong types, values
    /// out of range, contradictions.
    pub fn from_json(object: &Value) -> Result<Self> {
        let Value::Object(fields) = object else {
            let problem = SettingsProblem::new(
                "settings",
                &object.to_string(),
                "is not a JSON object",
                "use {\"name\": value, …}",
            );
            return Err(problem.into());
        };
        Self::from_values(fields.iter().map(|(name, value)| (name.as_str(), value)), set_json)
    }

    /// Reads settings from names and texts; see [`Settings::from_json`] for
    /// defaults and errors and [`Settings::set`] for the form of the texts. The
    /// last of several values for one name counts.
    ///
    /// # Errors
    /// As for [`Settings::from_json`].
    pub fn from_pairs<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self> {
        Self::from_values(pairs, set_text)
    }

    /// Reads what can be used of names and texts, and says of each other value
    /// why it cannot. As with [`Settings::from_json`], what is not named follows
    /// what is; contradictions are for [`Settings::validate`].
    pub fn resolve<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> (Self, Vec<SettingsProblem>) {
        Self::resolve_values(pairs, set_text)
    }

    fn from_values<'a, V>(
        values: impl IntoIterator<Item = (&'a str, V)>,
        set: fn(&mut Self, &'static SettingInfo, V) -> Result<(), SettingsProblem>,
    ) -> Result<Self> {
        let (settings, mut problems) = Self::resolve_values(values, set);
        problems.extend(settings.contradictions());
        if problems.is_empty() { Ok(settings) } else { Err(problems.into()) }
    }

    fn resolve_values<'a, V>(
        values: impl IntoIterator<Item = (&'a str, V)>,
        set: fn(&mut Self, &'static SettingInfo, V) -> Result<(), SettingsProblem>,
    ) -> (Self, Vec<SettingsProblem>) {
        let mut settings = Self::default();
        let mut named = Vec::new();
        let mut problems = Vec::new();
        let is_preset = |name: &str| find(name).is_ok_and(|info| info.name == PRESET);
        let (presets, others): (Vec<_>, Vec<_>) =
            values.into_iter().partition(|(name, _)| is_preset(name));
        for (name, value) in presets.into_iter().chain(others) {
            let outcome = find(name).and_then(|info| {
                named.push(info.name);
                set(&mut settings, info, value)
            });
            problems.extend(outcome.err());
        }
        settings.give_way(&named);
        (settings, problems)
    }

    /// Sets every value that presets decide: to that of the preset, or to the
    /// default.
    pub(super) fn take_preset(&mut self) {
        let own = self.preset.info().values;
        let decided = |info: &SettingInfo| {
            PRESETS.iter().flat_map(|it| it.values).any(|(name, _)| *name == info.name)
        };
        for info in SETTINGS.iter().filter(|info| decided(info)) {
            let text = own.iter().find(|(name, _)| *name == info.name);
            set_text(self, info, text.map_or(info.default, |(_, text)| text))
                .expect("the tables hold values that are in range");
        }
    }

    /// Moves what was not named out of the way of what was, keeping the
    /// proportions of the preset.
    fn give_way(&mut self, named: &[&str]) {
        let free = |name: &str| !named.contains(&name);
        let defaults = Self::of_preset(self.preset);
        let scale = (self.threshold / defaults.threshold).min(1.0);
        if free("reset_ratio") {
            self.reset_ratio = round(defaults.reset_ratio * scale);
            if !free("target_ratio") {
                self.reset_ratio = self.reset_ratio.max(self.target_ratio).min(self.threshold);
            }
        }
        if free("target_ratio") {
            let highest = (defaults.target_ratio * scale).min(self.reset_ratio);
            self.target_ratio = round(highest);
        }
        let spare = (self.target_ratio / defaults.target_ratio).min(1.0);
        if free("summary_share") {
            self.summary_share = round(defaults.summary_share * spare);
            if !free("ledger_share") {
                let room = (self.target_ratio - self.ledger_share).max(0.01);
                self.summary_share = self.summary_share.min(round(room));
            }
        }
        if free("ledger_share") {
            let room = (self.target_ratio - self.summary_share).max(0.0);
            self.ledger_share = round((defaults.ledger_share * spare).min(room));
        }
        if free("minimum_recent_messages") {
            self.minimum_recent_messages =
                self.minimum_recent_messages.min(self.recent_messages_to_keep);
            if !free("minimum_messages") {
                self.minimum_recent_messages =
                    self.minimum_recent_messages.min(self.minimum_messages.saturating_sub(1));
            }
        }
        if free("recent_messages_to_keep") {
            self.recent_messages_to_keep =
                self.recent_messages_to_keep.max(self.minimum_recent_messages);
        }
        if free("minimum_messages") {
            self.minimum_messages =
                self.minimum_messages.max(self.recent_messages_to_keep.saturating_add(1));
        }
        if free("cooldown_messages") && self.refresh_every_messages > 0 {
            self.cooldown_messages =
                self.cooldown_messages.min(self.refresh_every_messages.saturating_sub(1));
        }
        if free("summary_chunk_tokens") {
            self.summary_chunk_tokens =
                self.summary_chunk_tokens.max(self.summary_max_tokens.saturating_mul(2));
        }
        if free("summary_max_tokens") {
            self.summary_max_tokens = self.summary_max_tokens.min(self.summary_chunk_tokens / 2);
        }
    }
}

/// Four decimals, downward: the user may read the number.
fn round(share: f64) -> f64 {
    (share * 10_000.0 + 1e-6).floor() / 10_000.0
}

/// Finds a setting by its own name or the editor's.
pub(super) fn find(name: &str) -> Result<&'static SettingInfo, SettingsProblem> {
    let same = |known: &str| {
        known.len() == name.len()
            && known.bytes().zip(name.bytes()).all(|(a, b)| a == b || (a == b'_' && b == b'-'))
    };
    if let Some(info) = SETTINGS.iter().find(|i| same(i.name) || i.unreal_name == name) {
        return Ok(info);
    }
    let fix = nearest(name, SETTINGS.iter().flat_map(|info| [info.name, info.unreal_name]))
        .map_or_else(
            || {
                let names: Vec<&str> = SETTINGS.iter().map(|info| info.name).collect();
                format!("the settings are {}", names.join(", "))
            },
            |near| format!("did you mean {near}?"),
        );
    Err(SettingsProblem::unknown(name, fix))
}

/// Sets one value from JSON.
fn set_json(
    settings: &mut Settings,
    info: &'static SettingInfo,
    value: &Value,
) -> Result<(), SettingsProblem> {
    let refuse = || {
        let text = value.to_string();
        Err(SettingsProblem::new(info.name, &text, "has the wrong type", wanted(info)))
    };
    match (info.kind, value) {
        (_, Value::String(text)) => set_text(settings, info, text),
        (SettingKind::LearnedTokens, Value::Null) => set_text(settings, info, LEARNED),
        (SettingKind::Switch, Value::Bool(on)) => set_text(settings, info, &on.to_string()),
        (SettingKind::List, Value::Array(items)) => {
            let texts: Option<Vec<String>> =
                items.iter().map(|item| item.as_str().map(str::to_owned)).collect();
            let Some(mut texts) = texts else { return refuse() };
            assign(settings, info, |slot| {
                if let Slot::List(list) = slot {
                    **list = std::mem::take(&mut texts);
                }
            })
        }
        // Lines of text.
        (SettingKind::Text, Value::Array(items)) if is_lines(settings, info) => {
            let texts: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
            texts.map_or_else(refuse, |texts| set_text(settings, info, &texts.join("\n")))
        }
        (
            SettingKind::Whole
            | SettingKind::Tokens
            | SettingKind::LearnedTokens
            | SettingKind::Ratio
            | SettingKind::Number,
            Value::Number(number),
        ) => set_text(settings, info, &number.to_string()),
        _ => refuse(),
    }
}

/// Sets one value from text.
pub(super) fn set_text(
    settings: &mut Settings,
    info: &'static SettingInfo,
    text: &str,
) -> Result<(), SettingsProblem> {
    let value = Typed::of(info, text)?;
    assign(settings, info, |slot| value.put(slot))?;
    if info.name == PRESET {
        settings.take_preset();
    }
    Ok(())
}

/// A value of the type that its setting has.
enum Typed<'t> {
    Switch(bool),
    /// The place of a word among its choices.
    Choice(usize),
    Whole(u64),
    Number(f64),
    /// What is set is to be learned.
    Learned,
    Text(&'t str),
    /// The items of a list, divided by commas or line breaks.
    Items(&'t str),
}

impl<'t> Typed<'t> {
    /// Reads the text of a setting's value.
    fn of(info: &'static SettingInfo, text: &'t str) -> Result<Self, SettingsProblem> {
        let word = text.trim();
        let refuse =
            |message: &str| SettingsProblem::new(info.name, text, message.to_owned(), wanted(info));
        Ok(match info.kind {
            SettingKind::Switch => {
                Self::Switch(switch(word).ok_or_else(|| refuse("is neither true nor false"))?)
            }
            SettingKind::Choice(words) => {
                let at = words.iter().position(|known| known.eq_ignore_ascii_case(word));
                Self::Choice(at.ok_or_else(|| {
                    let fix = nearest(word, words.iter().copied())
                        .map_or_else(|| wanted(info), |near| format!("did you mean {near}?"));
                    SettingsProblem::new(info.name, text, "is not a choice", fix)
                })?)
            }
            SettingKind::LearnedTokens if word.is_empty() || word.eq_ignore_ascii_case(LEARNED) => {
                Self::Learned
            }
            SettingKind::Whole | SettingKind::Tokens | SettingKind::LearnedTokens => {
                let number = number(info, text)?;
                check_number(info, number, word)?;
                if number.fract() != 0.0 || number > LARGEST_EXACT {
                    return Err(refuse("is not a whole number"));
                }
                Self::Whole(number as u64)
            }
            SettingKind::Ratio | SettingKind::Number => {
                let number = number(info, text)?;
                check_number(info, number, word)?;
                Self::Number(number)
            }
            SettingKind::Text => Self::Text(text),
            SettingKind::List => Self::Items(word),
        })
    }

    /// Puts the value where its setting keeps it.
    fn put(&self, slot: &mut Slot<'_>) {
        match (slot, self) {
            (Slot::Switch(value), Self::Switch(on)) => **value = *on,
            (Slot::Preset(value), Self::Choice(at)) => {
                **value = SettingsPreset::ALL.get(*at).copied().unwrap_or_default();
            }
            (Slot::Mode(value), Self::Choice(at)) => {
                **value = Mode::ALL.get(*at).copied().unwrap_or_default();
            }
            (Slot::LearnedTokens(value), Self::Learned) => **value = None,
            // The range, checked when it was read, ends below u32::MAX.
            (Slot::Whole(value), Self::Whole(n)) => **value = u32::try_from(*n).unwrap_or(u32::MAX),
            (Slot::Tokens(value), Self::Whole(n)) => **value = *n,
            (Slot::LearnedTokens(value), Self::Whole(n)) => **value = Some(*n),
            (Slot::Number(value), Self::Number(number)) => **value = *number,
            (Slot::Text(value), Self::Text(text)) => (*text).clone_into(value),
            (Slot::Lines(value), Self::Text(text)) => **value = items(text.lines()),
            (Slot::List(value), Self::Items(text)) => **value = items(text.split([',', '\n'])),
            _ => {}
        }
    }
}

/// The texts without the space around them, empty ones left out.
fn items<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    texts.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

/// Returns whether a text is a list of lines.
fn is_lines(settings: &mut Settings, info: &SettingInfo) -> bool {
    matches!(settings.slot(info.name), Some(Slot::Lines(_)))
}

/// Writes a value and takes it back when it is out of range.
fn assign(
    settings: &mut Settings,
    info: &'static SettingInfo,
    mut write: impl FnMut(&mut Slot<'_>),
) -> Result<(), SettingsProblem> {
    let mut changed = settings.clone();
    let mut slot = changed.slot(info.name).expect("every row of SETTINGS names a field");
    write(&mut slot);
    check(info, &slot)?;
    *settings = changed;
    Ok(())
}

fn switch(word: &str) -> Option<bool> {
    let is = |words: [&str; 4]| words.iter().any(|known| known.eq_ignore_ascii_case(word));
    if is(["true", "on", "yes", "1"]) {
        Some(true)
    } else if is(["false", "off", "no", "0"]) {
        Some(false)
    } else {
        None
    }
}

/// Reads a number, and says what was meant if it can: `80%`, `0,8`.
fn number(info: &SettingInfo, text: &str) -> Result<f64, SettingsProblem> {
    let word = text.trim();
    if let Ok(number) = word.parse::<f64>() {
        return Ok(number);
    }
    let in_range = |number: f64| {
        number >= info.min.unwrap_or(f64::MIN) && number <= info.max.unwrap_or(f64::MAX)
    };
    if let Some(Ok(percent)) = word.strip_suffix('%').map(|p| p.trim().parse::<f64>())
        && info.kind == SettingKind::Ratio
        && in_range(percent / 100.0)
    {
        let fix = format!("use {}: a share, not a percentage", percent / 100.0);
        return Err(SettingsProblem::new(info.name, text, "is a percentage", fix));
    }
    let fraction = matches!(info.kind, SettingKind::Ratio | SettingKind::Number);
    if fraction
        && let Ok(number) = word.replacen(',', ".", 1).parse::<f64>()
        && in_range(number)
    {
        let fix = format!("use {number}: the decimal separator is a point");
        return Err(SettingsProblem::new(info.name, text, "has a decimal comma", fix));
    }
    let digits: String = word.chars().filter(|c| !matches!(c, '_' | ',' | ' ' | '\'')).collect();
    if !fraction
        && let Ok(number) = digits.parse::<u64>()
        && in_range(number as f64)
    {
        let fix = format!("use {number}: digits only");
        return Err(SettingsProblem::new(info.name, text, "has separators", fix));
    }
    Err(SettingsProblem::new(info.name, text, "is not a number", wanted(info)))
}
