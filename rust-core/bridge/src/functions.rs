//! The calls that need no session.

use std::path::Path;

use vibeue_core::provider::Preset;
use vibeue_core::session::journal::salvage;
use vibeue_core::session::live::{Clock, SystemClock};
use vibeue_core::session::writing::sentences::{self, FoundSentence};
use vibeue_core::tokens::Counter;
use vibeue_core::tokens::models::{self, Limits, Overrides, Reported};

use crate::fence::{fenced, fenced_status};
use crate::ffi::ffi::{
    ConnectionProblem, LogLine, ModelConfig, ModelFacts, NameValue, PresetInfo, SaidSentence,
    SalvageResult, SettingInfo, SettingProblem, SettingSources, SettingsPreset, Status,
    TokenEstimate,
};
use crate::tasks::ConnectionTest;
use crate::{abi, config, freeing, log, refusals, settings, sources, status};

pub(crate) fn abi_version() -> u64 {
    abi::VERSION
}

pub(crate) fn release_number() -> u64 {
    abi::RELEASE
}

pub(crate) fn text_from_utf8(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub(crate) fn text_from_utf16(units: &[u16]) -> String {
    String::from_utf16_lossy(units)
}

pub(crate) fn find_sentence(text: &str) -> SaidSentence {
    fenced(|_| to_ffi(None), || to_ffi(sentences::find(text)))
}

/// A sentence with the text around it; empty without one.
fn to_ffi(found: Option<FoundSentence<'_>>) -> SaidSentence {
    let empty = || SaidSentence {
        key: String::new(),
        english: String::new(),
        before: String::new(),
        arguments: Vec::new(),
        after: String::new(),
    };
    found.map_or_else(empty, |found| SaidSentence {
        key: found.sentence.key.to_owned(),
        english: found.sentence.english.to_owned(),
        before: found.before.to_owned(),
        arguments: found.arguments.into_iter().map(str::to_owned).collect(),
        after: found.after.to_owned(),
    })
}

pub(crate) fn list_settings() -> Vec<SettingInfo> {
    fenced(|_| Vec::new(), settings::infos)
}

pub(crate) fn list_setting_presets() -> Vec<SettingsPreset> {
    fenced(|_| Vec::new(), settings::presets)
}

pub(crate) fn validate_settings(values: &[NameValue], model: &ModelConfig) -> Vec<SettingProblem> {
    let internal = |status: Status| {
        let (message, fix) = (status.message, status.hint);
        let [name, unreal_name, value] = [const { String::new() }; 3];
        vec![SettingProblem { name, unreal_name, value, message, fix }]
    };
    fenced(internal, || {
        let (agent, others): (Vec<NameValue>, Vec<NameValue>) =
            values.iter().cloned().partition(refusals::is_of_agent);
        let mut found = settings::problems(&others, model.window);
        found.extend(refusals::of_connection(model, config::READ));
        found.extend(refusals::of_agent(&agent, config::READ));
        found
    })
}

pub(crate) fn settings_that_follow(values: &[NameValue]) -> Vec<NameValue> {
    fenced(|_| Vec::new(), || settings::following(values))
}

pub(crate) fn find_setting_sources(page: &[NameValue], project_file: &str) -> SettingSources {
    fenced(sources::broken, || sources::find(page, project_file))
}

pub(crate) fn list_presets() -> Vec<PresetInfo> {
    fenced(|_| Vec::new(), || Preset::ALL.iter().map(preset_info).collect())
}

pub(crate) fn find_connection_problem(model: &ModelConfig) -> ConnectionProblem {
    fenced(config::unproblematic, || config::problem(model))
}

fn preset_info(preset: &Preset) -> PresetInfo {
    PresetInfo {
        name: preset.name.to_owned(),
        title: preset.title.to_owned(),
        protocol: preset.protocol.name().to_owned(),
        base_url: preset.base_url.to_owned(),
        key_variables: preset.key_variables.iter().map(|name| (*name).to_owned()).collect(),
        needs_key: preset.needs_key,
    }
}

pub(crate) fn find_model(id: &str) -> ModelFacts {
    let facts = || {
        let found = models::find(id).model;
        let limits = Limits::resolve(Overrides::default(), Reported::default(), found);
        let counter = Counter::for_model(id);
        ModelFacts {
            known: found.is_some(),
            window: limits.window.tokens,
            input_limit: limits.input_limit.map_or(0, |limit| limit.tokens),
            max_output: limits.max_output.tokens,
            tokenizer: counter.name().to_owned(),
            exact: matches!(counter.kind(), vibeue_core::tokens::TokenizerKind::Exact(_)),
        }
    };
    let none = |_| ModelFacts {
        known: false,
        window: 0,
        input_limit: 0,
        max_output: 0,
        tokenizer: String::new(),
        exact: false,
    };
    fenced(none, facts)
}

pub(crate) fn estimate_text(model: &str, text: &str) -> TokenEstimate {
    let estimate = || {
        let counter = Counter::for_model(model);
        let count = counter.text(text);
        let error_bound = counter.error_bound();
        TokenEstimate { tokens: count.tokens, exact: count.exact, error_bound }
    };
    fenced(|_| TokenEstimate::default(), estimate)
}

pub(crate) fn salvage_journal(from: &str, to: &str) -> SalvageResult {
    let none = |status| SalvageResult { status, kept: 0, dropped: 0 };
    fenced(none, || match salvage(Path::new(from), Path::new(to), SystemClock.now()) {
        Ok(report) => {
            SalvageResult { status: status::ok(), kept: report.kept, dropped: report.dropped }
        }
        Err(error) => none(status::of(&error)),
    })
}

pub(crate) fn take_log_lines() -> Vec<LogLine> {
    log::take()
}

pub(crate) fn finish() {
    fenced(|_| (), freeing::wait);
}

pub(crate) fn test_panic() -> Status {
    fenced_status(|| panic!("this is a test of the fence"))
}

pub(crate) fn start_connection_test(model: &ModelConfig) -> Box<ConnectionTest> {
    Box::new(ConnectionTest::start(model))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_text_become_text() {
        assert_eq!(text_from_utf8(b"a\xff\x00b\xe2\x82"), "a\u{fffd}\0b\u{fffd}");
        assert_eq!(text_from_utf16(&[0x61, 0xd800, 0x62, 0xdc00]), "a\u{fffd}b\u{fffd}");
        assert_eq!(text_from_utf16(&[0xd83d, 0xde00]), "😀");
    }

    #[test]
    fn a_sentence_of_the_core_is_taken_apart_and_what_others_say_is_not() {
        let expected = SaidSentence {
            key: "key_unfit".to_owned(),
            english: "this key cannot be stored: {0}".to_owned(),
            before: "key: ".to_owned(),
            arguments: vec!["too long".to_owned()],
            after: String::new(),
        };
        assert_eq!(find_sentence("key: this key cannot be stored: too long"), expected);
        assert_eq!(find_sentence("Rate limit reached"), to_ffi(None));
    }

    #[test]
    fn settings_the_connection_and_the_agent_are_refused_in_one_list() {
        let values = [("AgentVariables", "=x"), ("threshold", "8"), ("AgentCommand", "gemini")];
        let values = values
            .map(|(name, value)| NameValue { name: name.to_owned(), value: value.to_owned() });
        let model = ModelConfig { preset: "skynet".to_owned(), ..ModelConfig::default() };
        let named: Vec<String> =
            validate_settings(&values, &model).into_iter().map(|it| it.unreal_name).collect();
        assert_eq!(named, ["SummarizationThreshold", "Provider", "AgentVariables"]);
        assert_eq!(validate_settings(&[], &ModelConfig::default()), []);
    }

    #[test]
    fn presets_are_listed_in_order_and_a_model_that_nobody_knows_is_cautious() {
        assert_eq!(list_presets()[2].key_variables[0], "ANTHROPIC_API_KEY");
        let facts = find_model("no-such-model-\u{fffd}");
        assert_eq!((facts.known, facts.window, facts.exact), (false, 128_000, false));
    }
}
