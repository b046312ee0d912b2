//! The translations that the plugin ships.

use std::fs;
use std::path::Path;

use super::catalogue::{Catalogue, Entry};
use super::gather::gather;
use super::locmeta::locmeta;
use super::locres;
use super::metadata::ungathered;
use super::parity::differences;
use super::text::Text;
use super::{NATIVE, TARGET, folder};
use crate::lint::{Plugin, PluginFiles};

/// How the engine gathers the texts, below the plugin's folder.
const GATHERING: &str = "Config/Localization/VibeUE.ini";

/// Texts whose translation has the same words, by language.
const SAME: [(&str, &[&str]); 1] = [(
    "de",
    &[
        "CallFigures,Hours",
        "CallFigures,Minutes",
        "ConversationTexts,Imported",
        "RunPythonTool,Step",
        "SAIChatWindow,JournalFiles",
        "SAIChatWindow,MarkdownFiles",
        "SChatCompletion,KindActor",
        "SChatCompletion,KindAsset",
        "SChatMessageRow,Status",
        "SContextPanel,Csv",
        "SContextPanel,Json",
        "SConversationRow,AsMarkdown",
        "SFindBar,Case",
        "SModelPicker,SelectedDetail",
        "SToolServerList,Place",
        "UObjectDisplayNames,VibeUESettings",
        "VibeUECommands,Context",
        "VibeUEModule,MenuSection",
        "VibeUESettings,SectionText",
    ],
)];

/// Returns the texts of the plugin in `root`.
///
/// # Errors
/// If the folder cannot be read, or a text cannot be gathered.
pub fn texts(root: &Path) -> Result<Vec<Text>, String> {
    let files = PluginFiles::load(root).map_err(|error| format!("{}: {error}", root.display()))?;
    gather(&Plugin::read(&files))
}

/// Returns the languages that the plugin in `root` is translated into, sorted:
/// the folders of its target that have a catalogue.
///
/// # Errors
/// If the folder cannot be read.
pub fn languages(root: &Path) -> Result<Vec<String>, String> {
    let folder = root.join(folder());
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.path().join(format!("{TARGET}.po")).is_file() {
            found.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    found.sort();
    Ok(found)
}

/// Returns where a language's catalogue is, below the plugin's folder.
#[must_use]
pub fn catalogue_path(culture: &str) -> String {
    format!("{}/{culture}/{TARGET}.po", folder())
}

/// Reads the catalogue of a language.
///
/// # Errors
/// If it cannot be read, with the line.
pub fn catalogue(root: &Path, culture: &str) -> Result<Catalogue, String> {
    let path = catalogue_path(culture);
    let text = fs::read_to_string(root.join(&path)).map_err(|error| format!("{path}: {error}"))?;
    Catalogue::read(&text).map_err(|error| format!("{path}: {error}"))
}

/// Returns what is wrong with the translations of the plugin in `root`; empty
/// means that each language is complete, that its file is as it would be
/// written, and that descriptor and gathering know of it.
///
/// # Errors
/// If a file cannot be read.
pub fn faults(root: &Path) -> Result<Vec<String>, String> {
    let texts = texts(root)?;
    let read = |path: &str| {
        fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
    };
    let gathering = read(GATHERING)?;
    let mut found = Vec::new();
    if !read(&format!("{TARGET}.uplugin"))?
        .contains(&format!("\"Name\": \"{TARGET}\",\n\t\t\t\"LoadingPolicy\""))
    {
        found.push(format!("the descriptor does not list {TARGET} in LocalizationTargets"));
    }
    found.extend(ungathered(&gathering).iter().map(|lines| {
        format!("{GATHERING} does not gather what the page of settings says: {lines:?} is missing")
    }));
    for culture in languages(root)? {
        let path = catalogue_path(&culture);
        let catalogue = catalogue(root, &culture)?;
        let same = SAME.iter().find(|(of, _)| *of == culture).map_or(&[][..], |(_, same)| same);
        found.extend(
            differences(&texts, &catalogue, same).into_iter().map(|it| format!("{path}: {it}")),
        );
        if read(&path)?.replace("\r\n", "\n") != catalogue.renewed(&texts).write(TARGET, &culture) {
            found.push(format!("{path} is stale: run `cargo xtask texts`"));
        }
        if !gathering.lines().any(|line| line.trim() == format!("CulturesToGenerate={culture}")) {
            found.push(format!("{GATHERING} does not generate {culture}"));
        }
    }
    Ok(found)
}

/// Returns what an editor loads, by its path below the plugin's folder: the
/// description of the target, and the texts of each language, the sources' own
/// included.
///
/// # Errors
/// If a catalogue cannot be read or is too large for the format.
pub fn resources(root: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let translated = languages(root)?;
    let mut cultures = vec![NATIVE];
    cultures.extend(translated.iter().map(String::as_str));
    let own = texts(root)?.into_iter().map(|text| Entry { translation: text.source.clone(), text });
    let mut found =
        vec![(format!("{}/{TARGET}.locmeta", folder()), locmeta(TARGET, NATIVE, &cultures)?)];
    let mut add = |culture: &str, catalogue: &Catalogue| -> Result<(), String> {
        let path = format!("{}/{culture}/{TARGET}.locres", folder());
        found.push((path, locres::write(catalogue)?));
        Ok(())
    };
    add(NATIVE, &Catalogue { entries: own.collect() })?;
    for culture in &translated {
        add(culture, &catalogue(root, culture)?)?;
    }
    Ok(found)
}
