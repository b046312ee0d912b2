//! Settings of a project for everybody who edits it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::Path;

use vibeue_conversation::settings::{SETTINGS, SettingKind};

use super::team::unquoted;

/// The section of the editor's settings, in lower case.
const SECTION: &str = "/script/vibeue.vibeuesettings";

/// The maximum number of bytes of the file that are read.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// The editor's names of the settings that say where a key goes.
const SERVER: [&str; 3] = ["provider", "baseurl", "apikeyvariable"];

/// The values that a project's `Config/DefaultEditorPerProjectUserSettings.ini`
/// gives to everybody who edits it, by the editor's names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProjectSettings {
    /// By names in lower case: the editor ignores case.
    values: BTreeMap<String, String>,
    /// The names that are not written in the simplest form, so that the editor may read something
    /// else.
    unclear: BTreeSet<String>,
    /// Whether the file may contain something that was not read: then the server counts as chosen
    /// by the project.
    is_doubtful: bool,
}

impl ProjectSettings {
    /// Reads the file, only to find out where values come from: the editor itself has already read
    /// it. A missing file sets nothing; one that cannot be read, or that has a platform-specific
    /// file next to it, may set anything.
    pub fn read(file: &Path) -> Self {
        let mut bytes = Vec::new();
        let mut found = match std::fs::metadata(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => Self::default(),
            Ok(it) if it.is_file() => {
                let read =
                    File::open(file).and_then(|it| it.take(MOST_BYTES + 1).read_to_end(&mut bytes));
                match read {
                    Ok(length) if length as u64 <= MOST_BYTES => Self::of_text(&text(&bytes)),
                    _ => Self { is_doubtful: true, ..Self::default() },
                }
            }
            _ => Self { is_doubtful: true, ..Self::default() },
        };
        found.is_doubtful |= has_platforms_file(file);
        found
    }

    fn of_text(text: &str) -> Self {
        let mut found = Self { is_doubtful: text.contains('\0'), ..Self::default() };
        let mut is_ours = false;
        for line in text.split(['\n', '\r']).map(str::trim) {
            if line.starts_with('[') {
                is_ours = line.to_ascii_lowercase().contains(SECTION);
                continue;
            }
            if !is_ours {
                continue;
            }
            // The value continues on the next line.
            found.is_doubtful |= line.ends_with('\\');
            if let Some((key, value)) = line.split_once('=') {
                found.take(key, value.trim());
            }
        }
        found
    }

    fn take(&mut self, key: &str, value: &str) {
        let key = key.trim();
        let plain = key.trim_start_matches(|first: char| !first.is_alphanumeric());
        let name = plain.to_ascii_lowercase();
        let is_list = key.starts_with(['+', '.']);
        if plain != key || value.contains(['"', '\\', ';', '%']) || self.values.contains_key(&name)
        {
            self.unclear.insert(name.clone());
        }
        let value = unquoted(value);
        let whole = self.values.entry(name).or_default();
        if !is_list {
            whole.clear();
        } else if !whole.is_empty() {
            whole.push('\n');
        }
        whole.push_str(&value);
    }

    /// Returns whether a value of the editor comes from the project.
    pub(super) fn gives(&self, unreal_name: &str, value: &str) -> bool {
        let name = unreal_name.to_ascii_lowercase();
        if SERVER.contains(&name.as_str()) && (self.is_doubtful || self.unclear.contains(&name)) {
            return true;
        }
        let Some(own) = self.values.get(&name) else { return false };
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

/// Whether the project has platform-specific settings of the same kind:
/// `Config/Windows/WindowsEditorPerProjectUserSettings.ini`. A folder that cannot be read may have
/// them.
fn has_platforms_file(file: &Path) -> bool {
    let name = file.file_name().and_then(|it| it.to_str()).unwrap_or_default();
    let Some(kind) = name.strip_prefix("Default").map(str::to_ascii_lowercase) else {
        return false;
    };
    let Some(Ok(entries)) = file.parent().map(std::fs::read_dir) else { return false };
    let is_of_kind = |it: &std::fs::DirEntry| {
        it.file_name().to_string_lossy().to_ascii_lowercase().ends_with(&kind)
    };
    entries.flatten().filter(|it| it.path().is_dir()).any(|folder| {
        std::fs::read_dir(folder.path())
            .map_or(true, |inner| inner.flatten().any(|it| is_of_kind(&it)))
    })
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
                        +KeepPhrases=BP_Door\n+KeepPhrases=\"never touch Config/\"\n\
                        CustomSummarizationPrompt=\"Say \\\"why\\\".\\nBriefly.\"\n";

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
            ("CustomSummarizationPrompt", "Say \"why\".\nBriefly."),
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
            let values = [(String::new(), String::new())].into();
            ProjectSettings { values, ..ProjectSettings::default() }
        });
        let missing = folder.path().join("missing.ini");
        assert_eq!(ProjectSettings::read(&missing), ProjectSettings::default());
        let doubtful = ProjectSettings { is_doubtful: true, ..ProjectSettings::default() };
        assert_eq!(ProjectSettings::read(folder.path()), doubtful);
        assert_eq!(read(&vec![b';'; (4 << 20) + 1]), doubtful);
    }

    #[test]
    fn where_it_is_in_doubt_the_project_chose_the_server() {
        let own = "https://gate.example";
        let gives = |lines: &str| {
            let text = format!("[/Script/VibeUE.VibeUESettings]\n{lines}\n");
            ProjectSettings::of_text(&text).gives("BaseUrl", own)
        };
        for lines in [
            "BASEURL=https://gate.example",
            "+BaseUrl=x",
            "BaseUrl=\"https:\\/\\/gate.example\"",
            "Model=\\\nx",
            "BaseUrl=a\nbaseurl=b",
            "x=\0",
            "[/script/vibeue.VIBEUESETTINGS] \nBaseUrl=https://gate.example",
        ] {
            assert!(gives(lines), "{lines}");
        }
        for lines in ["BaseUrl=https://theirs.example", "Model=m", "[Other]\n+BaseUrl=x"] {
            assert!(!gives(lines), "{lines}");
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("DefaultEditorPerProjectUserSettings.ini");
        assert!(!ProjectSettings::read(&file).gives("BaseUrl", own));
        let windows = folder.path().join("Windows");
        std::fs::create_dir(&windows).unwrap();
        assert!(!ProjectSettings::read(&file).gives("BaseUrl", own));
        std::fs::write(windows.join("WindowsEditorPerProjectUserSettings.ini"), "").unwrap();
        assert!(ProjectSettings::read(&file).gives("BaseUrl", own));
    }
}
