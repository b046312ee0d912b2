//! Settings by name and text.

use vibeue_core::Error;
use vibeue_core::settings::{
    PRESETS, SETTINGS, SettingInfo as CoreInfo, SettingKind as CoreKind, Settings,
    SettingsPreset as CorePreset, SettingsProblem,
};

use crate::ffi::ffi::{NameValue, SettingInfo, SettingKind, SettingProblem, SettingsPreset};

/// As the core takes them.
pub(crate) fn pairs(values: &[NameValue]) -> impl Iterator<Item = (&str, &str)> {
    values.iter().map(|pair| (pair.name.as_str(), pair.value.as_str()))
}

/// The same by the names of the table of settings; unknown names are kept.
pub(crate) fn by_core_names(values: &[NameValue]) -> Vec<(String, String)> {
    let named = |(name, value): (&str, &str)| {
        let own = property_of(&name.replace('-', "_")).or_else(|| property_of(name));
        (own.map_or(name, |info| info.name).to_owned(), value.to_owned())
    };
    pairs(values).map(named).collect()
}

/// Reads values over the defaults; defaults that would contradict them are adjusted.
///
/// # Errors
/// All problems at once, in the editor's words.
pub(crate) fn read(values: &[NameValue]) -> Result<Settings, Error> {
    let (settings, mut problems) = Settings::resolve(pairs(values));
    problems.extend(settings.validate().err().unwrap_or_default());
    if problems.is_empty() {
        return Ok(settings);
    }
    let in_words = |it: SettingsProblem| {
        let property = property_of(&it.name).map(|info| (info.name, info.unreal_name));
        let mut it = in_editor_words(it);
        if let Some((name, unreal_name)) = property {
            it.name = it.name.replacen(name, unreal_name, 1);
        }
        it
    };
    Err(problems.into_iter().map(in_words).collect::<Vec<_>>().into())
}

/// Says what is wrong with values over the defaults.
pub(crate) fn problems(values: &[NameValue], window: u64) -> Vec<SettingProblem> {
    let (settings, mut found) = Settings::resolve(pairs(values));
    let checked = if window > 0 { settings.validate_for(window) } else { settings.validate() };
    found.extend(checked.err().unwrap_or_default());
    found.into_iter().map(problem).collect()
}

fn problem(it: SettingsProblem) -> SettingProblem {
    let unreal_name = property_of(&it.name).map(|info| info.unreal_name.to_owned());
    let SettingsProblem { name, value, message, fix } = in_editor_words(it);
    SettingProblem { name, unreal_name: unreal_name.unwrap_or_default(), value, message, fix }
}

/// The setting that a problem names. An entry of a list is named with its place:
/// `keep[3]`.
fn property_of(name: &str) -> Option<&'static CoreInfo> {
    let setting = name.split('[').next().unwrap_or_default();
    SETTINGS.iter().find(|info| info.name == setting || info.unreal_name == setting)
}

/// Makes message and advice name other settings as the editor's page does. A name of one word may
/// be an ordinary word of the sentence, and stays, as do the names that are suggested for an
/// unknown one.
fn in_editor_words(mut it: SettingsProblem) -> SettingsProblem {
    if property_of(&it.name).is_some() {
        it.message = with_editor_names(&it.message);
        it.fix = with_editor_names(&it.fix);
    }
    it
}

/// A text in which settings have the names of the editor's page, except names of one word.
pub(crate) fn with_editor_names(text: &str) -> String {
    let long = SETTINGS.iter().filter(|info| info.name.contains('_'));
    long.fold(text.to_owned(), |text, info| text.replace(info.name, info.unreal_name))
}

/// Settings that are not listed but do not have their default either, because they follow listed
/// ones; by the editor's names.
pub(crate) fn following(values: &[NameValue]) -> Vec<NameValue> {
    let (settings, _) = Settings::resolve(pairs(values));
    let is_named = |info: &CoreInfo| {
        pairs(values)
            .any(|(name, _)| name == info.unreal_name || name.replace('-', "_") == info.name)
    };
    let default = Settings::default();
    SETTINGS
        .iter()
        .filter(|info| !is_named(info) && settings.get(info.name) != default.get(info.name))
        .map(|info| NameValue {
            name: info.unreal_name.to_owned(),
            value: settings.get(info.name).unwrap_or_default(),
        })
        .collect()
}

/// All values by our names.
pub(crate) fn values(settings: &Settings) -> Vec<NameValue> {
    let pair = |(name, value): (&str, String)| NameValue { name: name.to_owned(), value };
    settings.pairs().into_iter().map(pair).collect()
}

/// The description of every setting.
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

/// The description of every preset.
pub(crate) fn presets() -> Vec<SettingsPreset> {
    CorePreset::ALL.into_iter().map(preset).collect()
}

fn preset(preset: CorePreset) -> SettingsPreset {
    let settings = Settings::of_preset(preset);
    let decided = |info: &&CoreInfo| {
        PRESETS.iter().flat_map(|it| it.values).any(|(name, _)| *name == info.name)
    };
    let info = preset.info();
    SettingsPreset {
        name: info.name.to_owned(),
        title: info.title.to_owned(),
        meaning: info.meaning.to_owned(),
        values: SETTINGS
            .iter()
            .filter(decided)
            .map(|info| NameValue {
                name: info.unreal_name.to_owned(),
                value: settings.get(info.name).unwrap_or_default(),
            })
            .collect(),
    }
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
    use vibeue_core::ErrorKind;

    use super::*;

    fn value(name: &str, value: &str) -> NameValue {
        NameValue { name: name.to_owned(), value: value.to_owned() }
    }

    #[test]
    fn absurd_values_change_nothing_and_are_all_named() {
        let absurd = [
            value("threshold", "NaN"),
            value("notice_seconds", "1e999"),
            value("RecentMessagesToKeep", "-1"),
            value("no\u{fffd}such", "x"),
            value("enabled", "true"),
        ];
        let error = read(&absurd).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Settings);
        let named: Vec<&str> =
            error.message().lines().filter_map(|line| line.split_whitespace().next()).collect();
        let expected = [
            "4",
            "SummarizationThreshold",
            "NoticeSeconds",
            "RecentMessagesToKeep",
            "no\u{fffd}such",
        ];
        assert_eq!(named, expected);
        let found = problems(&absurd, 0);
        let named: Vec<&str> = found.iter().map(|it| it.unreal_name.as_str()).collect();
        let expected = ["SummarizationThreshold", "NoticeSeconds", "RecentMessagesToKeep", ""];
        assert_eq!(named, expected);
    }

    #[test]
    fn a_problem_names_the_property_also_of_an_entry_and_of_a_contradiction() {
        let long = "x".repeat(201);
        let wrong = [value("keep", &long), value("threshold", "0.6"), value("reset_ratio", "0.65")];
        let found: Vec<(String, String)> =
            problems(&wrong, 0).into_iter().map(|it| (it.name, it.unreal_name)).collect();
        let expected = [("keep[0]", "KeepPhrases"), ("reset_ratio", "SummarizationResetRatio")];
        assert_eq!(found, expected.map(|(name, property)| (name.to_owned(), property.to_owned())));
    }

    #[test]
    fn a_refusal_is_in_the_words_of_the_page() {
        let wrong = [value("MaxSummaryTokens", "64000"), value("SummaryChunkTokens", "64000")];
        let message = "is not below SummaryChunkTokens 64000: a summary could be as long as the \
                       text it summarizes";
        let fix = "lower MaxSummaryTokens, or raise SummaryChunkTokens";
        let expected = SettingProblem {
            name: "summary_max_tokens".to_owned(),
            unreal_name: "MaxSummaryTokens".to_owned(),
            value: "64000".to_owned(),
            message: message.to_owned(),
            fix: fix.to_owned(),
        };
        assert_eq!(problems(&wrong, 0), [expected]);
        let error = read(&wrong).unwrap_err();
        let said = (error.place(), error.message(), error.hint_text());
        let message = format!("\"64000\" {message}");
        assert_eq!(said, (Some("MaxSummaryTokens"), message.as_str(), Some(fix)));
        let fix = "allow more such steps in the settings (max_chain_depth)";
        let named = "allow more such steps in the settings (MaxSummaryChainDepth)";
        assert_eq!(with_editor_names(fix), named);
    }

    #[test]
    fn a_lower_threshold_takes_the_values_along_that_nobody_named() {
        let lower = [value("SummarizationThreshold", "0.65")];
        assert_eq!(problems(&lower, 128_000), []);
        let expected = [
            ("SummarizationResetRatio", "0.5687"),
            ("SummarizationTargetRatio", "0.4062"),
            ("SummaryShare", "0.3249"),
            ("LedgerShare", "0.0812"),
        ];
        assert_eq!(following(&lower), expected.map(|(name, text)| value(name, text)));
        assert_eq!(read(&lower).map(|it| it.reset_ratio), Ok(0.5687));
        assert_eq!(following(&values(&read(&lower).unwrap())), []);
        assert_eq!(following(&[]), []);
    }

    #[test]
    fn a_preset_gives_what_is_not_named_and_is_shown_with_all_that_presets_decide() {
        let economical = [value("Preset", "economical")];
        let given = presets().remove(1);
        assert_eq!((given.name.as_str(), given.values.len()), ("economical", 7));
        let differing: Vec<NameValue> =
            given.values.iter().filter(|it| !presets()[0].values.contains(it)).cloned().collect();
        assert_eq!(following(&economical), differing);
        let alone = [value("SummarizationThreshold", "0.7"), value("Preset", "economical")];
        let settings = read(&alone).unwrap();
        assert_eq!((settings.threshold, settings.target_ratio), (0.7, 0.25));
        assert_eq!(presets()[2].values[0], value("SummarizationThreshold", "0.9"));
    }

    #[test]
    fn values_come_back_as_they_were_set_by_either_name() {
        let settings = read(&[value("SummarizationThreshold", "0.75")]).unwrap();
        assert!(values(&settings).contains(&value("threshold", "0.75")));
        assert_eq!(problems(&values(&settings), 128_000), []);
        assert_eq!(infos().len(), values(&settings).len());
    }
}
