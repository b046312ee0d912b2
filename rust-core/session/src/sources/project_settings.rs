//! What a project sets for everybody who edits it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use vibeue_conversation::settings::{SETTINGS, SettingKind};

/// The section of the editor's settings.
const SECTION: &str = "/Script/VibeUE.VibeUESettings";

/// The most bytes of the file that are read.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// The values that a project's `Config/DefaultEditorPerProjectUserSettings.ini`
/// gives to everybody who edits it, by the editor's names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProjectSettings(BTreeMap<String, String>);

impl ProjectSettings {
    /// Reads the file. One that is not there or cannot be read says nothing: the
    /// editor itself has read it, and this only tells whose value it was.
    pub fn read(file: &Path) -> Self {
        let is_file = std::fs::metadata(file).is_ok_and(|found| found.is_file());
        let mut bytes = Vec::new();
        let read = is_file.then(|| File::open(file).ok()).flatten();
        let read = read.map(|file| file.take(MOST_BYTES).read_to_end(&mut bytes));
        match read {
            Some(Ok(_)) => Self::of_text(&text(&bytes)),
            _ => Self::default(),
        }
    }

    fn of_text(text: &str) -> Self {
        let mut values: BTreeMap<String, String> = BTreeMap::new();
        let mut is_ours = false;
        for line in text.lines().map(str::trim) {
            if let Some(name) = line.strip_prefix('[') {
                is_ours = name.trim_end_matches(']').eq_ignore_ascii_case(SECTION);
                continue;
            }
            let Some((key, value)) = line.split_once('=').filter(|_| is_ours) else { continue };
            let value = value.trim().trim_matches('"');
            match key.trim().strip_prefix(['+', '.']) {
                Some(key) => {
                    let whole = values.entry(key.to_owned()).or_default();
                    if !whole.is_empty() {
                        whole.push('\n');
                    }
                    whole.push_str(value);
                }
                None => {
                    values.insert(key.trim().to_owned(), value.to_owned());
                }
            }
        }
        Self(values)
    }

    /// Tells whether a value of the editor's is what the project gives.
    pub(super) fn gives(&self, unreal_name: &str, value: &str) -> bool {
        let Some(own) = self.0.get(unreal_name) else { return false };
        let (own, value) = (own.trim(), value.trim());
        let number = |text: &str| text.parse::<f64>().ok();
        if own == value || number(own).is_some_and(|it| number(value) == Some(it)) {
            return true;
        }
        let is_word = SETTINGS.iter().any(|info| {
            let is_word = matches!(info.kind, SettingKind::Switch | SettingKind::Choice(_));
            info.unreal_name == unreal_name && is_word
        });
        // The editor writes LongMemory for long_memory.
        is_word && own.eq_ignore_ascii_case(&value.replace('_', ""))
    }
}

/// The file's text: UTF-8 or, as the editor writes where it has to, UTF-16.
fn text(bytes: &[u8]) -> String {
    let wide = |bytes: &[u8], read: fn([u8; 2]) -> u16| {
        let units = bytes.as_chunks().0.iter().map(|pair| read(*pair));
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        rest => {
            let rest = rest.strip_prefix(b"\xef\xbb\xbf").unwrap_or(rest);
            String::from_utf8_lossy(rest).into_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[/Script/Other.Settings]\nModel=theirs\n\
                        [/Script/VibeUE.VibeUESettings]\nSummarizationThreshold=0.70\n\
                        Preset=LongMemory\nbAutoSummarize=False\nModel=\"m\"\n\
                        +KeepPhrases=BP_Door\n+KeepPhrases=\"never touch Config/\"\n";

    #[test]
    fn a_value_is_the_projects_if_its_own_section_says_the_same() {
        let project = ProjectSettings::of_text(TEXT);
        let gives = |name: &str, value: &str| project.gives(name, value);
        for (name, value) in [
            ("SummarizationThreshold", "0.7"),
            ("Preset", "long_memory"),
            ("bAutoSummarize", "false"),
            ("Model", "m"),
            ("KeepPhrases", "BP_Door\nnever touch Config/"),
        ] {
            assert!(gives(name, value), "{name}");
        }
        for (name, value) in
            [("SummarizationThreshold", "0.71"), ("Model", "M"), ("Provider", ""), ("Model", "")]
        {
            assert!(!gives(name, value), "{name} {value}");
        }
    }

    #[test]
    fn a_file_is_read_in_each_form_that_the_editor_writes_and_a_broken_one_says_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let read = |bytes: &[u8]| {
            let file = folder.path().join("settings.ini");
            std::fs::write(&file, bytes).unwrap();
            ProjectSettings::read(&file)
        };
        let expected = ProjectSettings::of_text(TEXT);
        let wide: Vec<u8> =
            [0xfeff].into_iter().chain(TEXT.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        assert_eq!(read(TEXT.as_bytes()), expected);
        assert_eq!(read(&wide), expected);
        assert_eq!(read(b"\xff\xfe\x5b"), ProjectSettings::default());
        assert_eq!(read(b"[/Script/VibeUE.VibeUESettings\n=\n\xff\xc0"), {
            ProjectSettings([(String::new(), String::new())].into())
        });
        assert_eq!(ProjectSettings::read(folder.path()), ProjectSettings::default());
    }
}
