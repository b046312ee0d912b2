//! What a bug report needs, from a host.

use std::path::Path;

use vibeue_core::bug_report::{BugReport, Discretion, Fact, SecretString, SettingFact};
use vibeue_core::session::journal::JournalShape;
use vibeue_core::settings::{SETTINGS, Settings};

use crate::ffi::ffi::{ModelConfig, NameValue};
use crate::tasks::FileWriting;
use crate::{log, settings};

pub(crate) fn start_bug_report(
    path: &str,
    journal: &str,
    model: &ModelConfig,
    settings: &[NameValue],
    facts: &[NameValue],
) -> Box<FileWriting> {
    let (journal, model) = (journal.to_owned(), model.clone());
    let (settings, facts) = (settings.to_vec(), facts.to_vec());
    Box::new(FileWriting::start("vibeue-report", Path::new(path), move || {
        Ok(text(&journal, &model, &settings, &facts))
    }))
}

/// Reads all of the journal, if one is named.
fn text(journal: &str, model: &ModelConfig, settings: &[NameValue], facts: &[NameValue]) -> String {
    let mut all = vec![
        Fact::new("library", concat!("vibeue-bridge ", env!("CARGO_PKG_VERSION"))),
        Fact::new("interface", format!("{:016x}", crate::ABI_VERSION)),
        Fact::new("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
    ];
    all.extend(facts.iter().map(|fact| Fact::new(fact.name.as_str(), fact.value.as_str())));
    let report = BugReport {
        facts: all,
        settings: of_model(model).into_iter().chain(in_force(settings)).collect(),
        models: Some(model.model.clone()).filter(|id| !id.is_empty()).into_iter().collect(),
        connection: Vec::new(),
        log: log::newest(),
        journal: (!journal.is_empty()).then(|| JournalShape::read(Path::new(journal))),
    };
    let home = std::env::home_dir();
    let discretion = Discretion::new(secrets(model), home.as_deref().and_then(Path::to_str));
    report.text(&discretion)
}

/// Every key that the host knows of, and those in the environment.
fn secrets(model: &ModelConfig) -> Vec<SecretString> {
    let named = |name: &str| Discretion::names_secret(name) || name == model.key_variable.trim();
    let environment = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        // A short value is a switch, and redacting it would garble every text.
        .filter(|(name, value)| named(name) && value.trim().len() >= 4)
        .map(|(_, value)| value.trim().to_owned());
    let own = std::iter::once(model.key.trim().to_owned());
    let headers = model.headers.iter().map(|header| header.value.trim().to_owned());
    let all = environment.chain(own).chain(headers).filter(|secret| !secret.is_empty());
    all.map(SecretString::from).collect()
}

/// How the model is reached; of secrets only whether they are set.
fn of_model(model: &ModelConfig) -> Vec<SettingFact> {
    let number = |number: u64| if number == 0 { String::new() } else { number.to_string() };
    let names: Vec<&str> = model.headers.iter().map(|header| header.name.as_str()).collect();
    let key = if model.key.trim().is_empty() { "" } else { "set" };
    let certificates = model.extra_roots_pem.matches("BEGIN CERTIFICATE").count() as u64;
    [
        ("preset", model.preset.clone()),
        ("protocol", model.protocol.clone()),
        ("base_url", model.base_url.clone()),
        ("model", model.model.clone()),
        ("key_variable", model.key_variable.clone()),
        ("own key", key.to_owned()),
        ("headers", names.join(", ")),
        ("allow_insecure", model.allow_insecure.to_string()),
        ("certificates", number(certificates)),
        ("window", number(model.window)),
        ("input_limit", number(model.input_limit)),
        ("max_output", number(model.max_output_tokens)),
        ("reasoning_effort", model.reasoning_effort.clone()),
    ]
    .map(|(name, value)| SettingFact { name: name.to_owned(), value, source: "host".to_owned() })
    .into()
}

/// All settings: the host's values over the defaults, which follow them.
fn in_force(given: &[NameValue]) -> impl Iterator<Item = SettingFact> {
    let (settings, wrong) = Settings::resolve(settings::pairs(given));
    let following = settings::following(given);
    let known = SETTINGS.iter().map(move |info| {
        let value = settings.get(info.name).unwrap_or_default();
        let is_default = Settings::default().get(info.name).as_ref() == Some(&value);
        let source = if is_default {
            "default"
        } else if following.iter().any(|it| it.name == info.unreal_name) {
            "follows"
        } else {
            "host"
        };
        SettingFact { name: info.name.to_owned(), value, source: source.to_owned() }
    });
    known.chain(wrong.into_iter().map(|problem| SettingFact {
        name: problem.name,
        value: problem.value,
        source: "host, refused".to_owned(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(name: &str, value: &str) -> NameValue {
        NameValue { name: name.to_owned(), value: value.to_owned() }
    }

    #[test]
    fn a_report_of_a_host_holds_its_facts_and_none_of_its_secrets() {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("t.jsonl");
        std::fs::write(&journal, "planted-in-a-file\n").unwrap();
        let model = ModelConfig {
            preset: "openai".to_owned(),
            model: "gpt-4o".to_owned(),
            base_url: "https://u:planted-in-address@gate.example/v1?key=planted-in-query"
                .to_owned(),
            key: "planted-as-key".to_owned(),
            headers: vec![pair("X-Gate", "planted-in-header")],
            ..ModelConfig::default()
        };
        log::keep(crate::ffi::ffi::LogLevel::Warning, "the gate said planted-in-header");
        let settings = [pair("threshold", "0.7"), pair("custom_prompt", "planted-in-prompt")];
        let facts = [pair("engine", "5.6.1"), pair("note", "my planted-as-key")];
        let journal = journal.to_str().unwrap();
        let report = text(journal, &model, &settings, &facts);
        for wanted in [
            "engine: 5.6.1",
            "threshold = 0.7 (host)",
            "target_ratio = 0.4375 (follows)",
            "mode = hybrid (default)",
            "gate.example/v1",
            "row: openai gpt-4o",
            "warning: the gate said",
            "damage: is damaged or not a journal",
        ] {
            assert!(report.contains(wanted), "{wanted}: {report}");
        }
        assert!(!report.contains("planted"), "{report}");
    }
}
