//! Runs the header tool and the lint: over each rule's samples, over the
//! deliberate mistakes, over the sample plugin and over the real one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use unreal_standin::compile::package_dir;
use unreal_standin::header_tool::{Diagnostic, Rule, Sample, generate};
use unreal_standin::lint::{Plugin, PluginFiles, apply_patch, lay_sample_over, lint, rules};
use unreal_standin::texts::shipped;

fn main() {
    let arguments = Arguments::from_args();
    libtest_mimic::run(&arguments, trials()).exit();
}

fn trials() -> Vec<Trial> {
    let sample_plugin = PluginFiles::load(&sample_folder()).expect("the sample plugin can be read");
    let mut trials = vec![
        Trial::test("rules::each_has_an_id_a_reason_a_source_and_samples", every_rule_is_complete),
        plugin_trial("plugin::the_sample_breaks_no_rule", sample_folder()),
        generated_trial("plugin::the_sample_gets_its_generated_files", sample_folder()),
    ];
    for rule in rules() {
        for (number, sample) in rule.samples.iter().enumerate() {
            let kind = if sample.fails() { "breaks" } else { "keeps" };
            let name = format!("rules::{}::sample_{number}_{kind}_it", rule.id.replace('-', "_"));
            let plugin = sample_plugin.clone();
            trials.push(Trial::test(name, move || check_sample(rule, sample, &plugin)));
        }
    }
    trials.extend(mistakes(&sample_plugin));
    let repository = folder().join("..");
    let has_plugin = repository.join("Source").is_dir();
    for trial in [
        plugin_trial("plugin::the_repository's_own_breaks_no_rule", repository.clone()),
        generated_trial(
            "plugin::the_repository's_own_gets_its_generated_files",
            repository.clone(),
        ),
        Trial::test("plugin::the_repository's_own_speaks_every_language_whole", move || {
            let faults = shipped::faults(&repository)?;
            if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
        }),
    ] {
        let kind = if has_plugin { "" } else { "SKIPPED: there is no Source folder yet" };
        trials.push(trial.with_ignored_flag(!has_plugin).with_kind(kind));
    }
    trials
}

/// The folder of this package.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the plugin that breaks no rule.
fn sample_folder() -> PathBuf {
    package_dir().join("samples/plugin")
}

fn every_rule_is_complete() -> Result<(), Failed> {
    let mut ids = BTreeSet::new();
    for rule in rules() {
        let Rule { id, reason, source, samples } = rule;
        let is_plain = id
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        if !ids.insert(*id) || !is_plain || id.is_empty() {
            return Err(format!("the id '{id}' is not unique or not plain").into());
        }
        if reason.len() < 20 || source.len() < 10 {
            return Err(format!("'{id}' does not say why it exists or where it is shown").into());
        }
        // Text that is not UTF-8 cannot be written down as a sample.
        if *id != "unreadable" && !samples.iter().any(Sample::fails) {
            return Err(format!("'{id}' has no sample that breaks it").into());
        }
    }
    Ok(())
}

/// A sample that breaks a rule is reported by it at the marked lines and
/// nowhere else; one that keeps it is not reported at all.
fn check_sample(rule: &Rule, sample: &Sample, plugin: &PluginFiles) -> Result<(), Failed> {
    let (files, marked) = lay_sample_over(plugin, sample);
    let mut found = lint(&files);
    // Samples have short names, whatever they are samples of.
    found.retain(|one| one.rule == rule.id || one.rule != "shared-name");
    let lines: BTreeSet<(String, u32)> =
        found.iter().map(|one| (one.path.clone(), one.line)).collect();
    let strange: Vec<&Diagnostic> = found.iter().filter(|one| one.rule != rule.id).collect();
    if lines == marked && strange.is_empty() {
        return Ok(());
    }
    Err(format!("marked: {marked:?}\nreported:\n{}", list(&found)).into())
}

fn list(found: &[Diagnostic]) -> String {
    let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

fn plugin_trial(name: &str, folder: PathBuf) -> Trial {
    Trial::test(name, move || {
        let files =
            PluginFiles::load(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let found = lint(&files);
        if found.is_empty() { Ok(()) } else { Err(list(&found).into()) }
    })
}

fn generated_trial(name: &str, folder: PathBuf) -> Trial {
    Trial::test(name, move || {
        let files =
            PluginFiles::load(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let plugin = Plugin::read(&files);
        let generated = generate(&plugin.sources).map_err(|errors| list(&errors))?;
        let names: BTreeSet<String> = generated.iter().map(|file| file.name.clone()).collect();
        let mut expected = BTreeSet::new();
        for file in
            plugin.sources.iter().filter(|file| file.is_header() && file.has_reflected_types())
        {
            expected.insert(format!("{}.generated.h", file.stem()));
            expected.insert(format!("{}.gen.cpp", file.stem()));
        }
        if names != expected || names.is_empty() {
            return Err(format!("written: {names:?}\nexpected: {expected:?}").into());
        }
        Ok(())
    })
}

/// One test for each folder of `mistakes/lint`.
fn mistakes(plugin: &PluginFiles) -> Vec<Trial> {
    let folder = folder().join("mistakes/lint");
    let mut names: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("there is a folder of mistakes")
        .map(|entry| entry.expect("a mistake").path())
        .filter(|path| path.is_dir())
        .collect();
    names.sort();
    assert!(names.len() >= 15, "only {} deliberate mistakes", names.len());
    names
        .into_iter()
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let plugin = plugin.clone();
            Trial::test(format!("mistakes::{name}"), move || check_mistake(&path, plugin))
        })
        .collect()
}

/// A mistake is a patch of the sample plugin; its file `expected.out` holds the
/// whole report.
fn check_mistake(folder: &Path, plugin: PluginFiles) -> Result<(), Failed> {
    let expected = fs::read_to_string(folder.join("expected.out"))
        .map_err(|error| format!("{}/expected.out: {error}", folder.display()))?;
    let patch = fs::read_to_string(folder.join("mistake.patch"))
        .map_err(|error| format!("{}/mistake.patch: {error}", folder.display()))?;
    let files = apply_patch(plugin, &patch)?;
    let found = list(&lint(&files));
    if expected.trim().is_empty() {
        return Err(format!("expected.out is empty; the report is:\n{found}").into());
    }
    if found.trim() == expected.trim() {
        return Ok(());
    }
    Err(format!("expected:\n{}\n\nreported:\n{found}", expected.trim()).into())
}
