//! Settings by name and text.

use vibeue_core::settings::{SETTINGS, SettingKind as CoreKind, Settings, SettingsProblem};

use crate::ffi::ffi::{NameValue, SettingInfo, SettingKind, SettingProblem, Status, StatusCode};
use crate::status;

/// As the core takes them.
pub(crate) fn pairs(values: &[NameValue]) -> impl Iterator<Item = (&str, &str)> {
    values.iter().map(|pair| (pair.name.as_str(), pair.value.as_str()))
}

/// Sets some values over others; all problems of single values at once.
pub(crate) fn set(settings: &mut Settings, values: &[NameValue]) -> Result<(), Status> {
    let mut changed = settings.clone();
    let problems: Vec<SettingsProblem> =
        pairs(values).filter_map(|(name, value)| changed.set(name, value).err()).collect();
    if problems.is_empty() {
        *settings = changed;
        return Ok(());
    }
    let text: Vec<String> = problems.iter().map(ToString::to_string).collect();
    Err(status::failed(StatusCode::Settings, text.join("; "), "the settings are unchanged"))
}

/// Says what is wrong with values over the defaults.
pub(crate) fn problems(values: &[NameValue], window: u64) -> Vec<SettingProblem> {
    let mut settings = Settings::default();
    let mut found: Vec<SettingsProblem> =
        pairs(values).filter_map(|(name, value)| settings.set(name, value).err()).collect();
    let checked = if window > 0 { settings.validate_for(window) } else { settings.validate() };
    found.extend(checked.err().unwrap_or_default());
    let problem = |it: SettingsProblem| SettingProblem {
        name: it.name,
        value: it.value,
        message: it.message,
        fix: it.fix,
    };
    found.into_iter().map(problem).collect()
}

/// All values by our names.
pub(crate) fn values(settings: &Settings) -> Vec<NameValue> {
    let pair = |(name, value): (&str, String)| NameValue { name: name.to_owned(), value };
    settings.pairs().into_iter().map(pair).collect()
}

/// What is known of every setting.
pub(crate) fn infos() -> Vec<SettingInfo> {
    SETTINGS
        .iter()
        .map(|info| SettingInfo {
            name: info.name.to_owned(),
            unreal_name: info.unreal_name.to_owned(),
            group: info.group.to_owned(),
            kind: kind(info.kind),
            choices: match info.kind {
                CoreKind::Choice(words) => words.iter().map(|word| (*word).to_owned()).collect(),
                _ => Vec::new(),
            },
            default_value: info.default.to_owned(),
            has_range: info.min.is_some() && info.max.is_some(),
            min_value: info.min.unwrap_or(0.0),
            max_value: info.max.unwrap_or(0.0),
            unit: info.unit.to_owned(),
            meaning: info.meaning.to_owned(),
        })
        .collect()
}

fn kind(kind: CoreKind) -> SettingKind {
    match kind {
        CoreKind::Switch => SettingKind::Switch,
        CoreKind::Whole => SettingKind::Whole,
        CoreKind::Ratio => SettingKind::Ratio,
        CoreKind::Tokens => SettingKind::Tokens,
        CoreKind::LearnedTokens => SettingKind::LearnedTokens,
        CoreKind::Number => SettingKind::Number,
        CoreKind::Text => SettingKind::Text,
        CoreKind::List => SettingKind::List,
        CoreKind::Choice(_) => SettingKind::Choice,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str, value: &str) -> NameValue {
        NameValue { name: name.to_owned(), value: value.to_owned() }
    }

    #[test]
    fn absurd_values_change_nothing_and_are_all_named() {
        let mut settings = Settings::default();
        let absurd = [
            value("threshold", "NaN"),
            value("notice_seconds", "1e999"),
            value("RecentMessagesToKeep", "-1"),
            value("no\u{fffd}such", "x"),
            value("enabled", "true"),
        ];
        let status = set(&mut settings, &absurd).unwrap_err();
        assert_eq!(settings, Settings::default());
        assert_eq!(status.code, StatusCode::Settings);
        assert_eq!(status.message.matches("; ").count(), 7, "{}", status.message);
        assert_eq!(problems(&absurd, 0).len(), 4);
    }

    #[test]
    fn values_come_back_as_they_were_set_by_either_name() {
        let mut settings = Settings::default();
        set(&mut settings, &[value("SummarizationThreshold", "0.75")]).unwrap();
        assert!(values(&settings).contains(&value("threshold", "0.75")));
        assert_eq!(problems(&values(&settings), 128_000), []);
        assert_eq!(infos().len(), values(&settings).len());
    }
}
