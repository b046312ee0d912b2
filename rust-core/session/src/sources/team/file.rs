//! The project's file: what it says, and the same with other values.
//!
//! It is edited as a text, line by line, because it is not only ours: whatever
//! else is in it, comments and other sections, stays as it is. Lists are written
//! as the editor wants them in a project's file, with a `+` before each entry:
//! without it each line would replace the one before.
//! <https://dev.epicgames.com/documentation/en-us/unreal-engine/configuration-files-in-unreal-engine>

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use vibeue_conversation::{Error, ErrorKind, Result};

use super::field::SharedField;
use super::quoting::unquoted;
use crate::files::{Occupant, occupant, storage_error};

/// The section of the editor's settings.
const SECTION: &str = "[/Script/VibeUE.VibeUESettings]";

/// The most bytes of the file that are read.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// How the file's text is written; the editor uses UTF-16 for some.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Encoding {
    #[default]
    Utf8,
    MarkedUtf8,
    Utf16Little,
    Utf16Big,
}

/// The lines that a setting is to have; none takes it out of the file.
#[derive(Debug)]
pub(super) struct NewLines {
    pub(super) name: &'static str,
    pub(super) lines: Vec<String>,
}

/// The project's file.
#[derive(Debug, Default)]
pub(super) struct TeamFile {
    text: String,
    encoding: Encoding,
}

impl TeamFile {
    /// Reads it; one that is not there is empty.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] when it cannot be read, [`ErrorKind::Input`] when it is
    /// too long, or not text.
    pub(super) fn open(path: &Path) -> Result<Self> {
        if matches!(occupant(path)?, Occupant::Nothing) {
            return Ok(Self::default());
        }
        let mut bytes = Vec::new();
        let file = File::open(path);
        file.and_then(|it| it.take(MOST_BYTES + 1).read_to_end(&mut bytes))
            .map_err(|error| storage_error(path, "cannot read the file", &error))?;
        let is_whole = bytes.len() as u64 <= MOST_BYTES;
        is_whole.then_some(bytes).and_then(|bytes| Self::of_bytes(&bytes)).ok_or_else(|| {
            Error::new(ErrorKind::Input, "the file is not text, or is longer than 4 MiB")
                .at(path.display().to_string())
                .hint("open it in a text editor, and remove what does not belong there")
        })
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let wide = |bytes: &[u8], read: fn([u8; 2]) -> u16| {
            let (pairs, rest) = bytes.as_chunks();
            let units: Vec<u16> = pairs.iter().map(|pair| read(*pair)).collect();
            if rest.is_empty() { String::from_utf16(&units).ok() } else { None }
        };
        let (text, encoding) = match bytes {
            [0xff, 0xfe, rest @ ..] => (wide(rest, u16::from_le_bytes)?, Encoding::Utf16Little),
            [0xfe, 0xff, rest @ ..] => (wide(rest, u16::from_be_bytes)?, Encoding::Utf16Big),
            [0xef, 0xbb, 0xbf, rest @ ..] => {
                (str::from_utf8(rest).ok()?.to_owned(), Encoding::MarkedUtf8)
            }
            rest => (str::from_utf8(rest).ok()?.to_owned(), Encoding::Utf8),
        };
        Some(Self { text, encoding })
    }

    /// The file's bytes, in the encoding in which it was read.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let units = || ['\u{feff}'].into_iter().chain(self.text.chars()).collect::<String>();
        match self.encoding {
            Encoding::Utf8 => self.text.clone().into_bytes(),
            Encoding::MarkedUtf8 => units().into_bytes(),
            Encoding::Utf16Little => units().encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16Big => units().encode_utf16().flat_map(u16::to_be_bytes).collect(),
        }
    }

    /// The value that the file gives to a field, as the page has it.
    pub(super) fn texts(&self, field: &SharedField, is_list: bool) -> Option<Vec<String>> {
        let mut texts = Vec::new();
        let mut is_ours = false;
        for line in self.text.lines().map(str::trim) {
            if line.starts_with('[') {
                is_ours = is_section(line);
            }
            let Some(entry) = Entry::of(line).filter(|it| is_ours && it.names(field.name)) else {
                continue;
            };
            let value = field.canonical(&unquoted(entry.value));
            match entry.sign {
                Some('!') => texts.clear(),
                Some('-') => texts.retain(|it| Some(it) != value.as_ref()),
                Some('+') if value.as_ref().is_some_and(|it| texts.contains(it)) => {}
                Some('+' | '.') => texts.extend(value),
                _ => texts = value.into_iter().collect(),
            }
        }
        if !is_list {
            texts = texts.pop().into_iter().collect();
        }
        (!texts.is_empty()).then_some(texts)
    }

    /// Gives settings other lines, in place of all that they have.
    pub(super) fn set(&mut self, settings: &[NewLines]) {
        let end = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
        let is_replaced =
            |entry: Entry<'_>| settings.iter().any(|setting| entry.names(setting.name));
        let mut whole = String::with_capacity(self.text.len());
        // The end of the first section of ours.
        let mut at = None;
        let (mut is_ours, mut is_first, mut goes_on) = (false, false, false);
        for line in self.text.split_inclusive('\n') {
            let words = line.trim();
            if words.starts_with('[') {
                is_ours = is_section(words);
                is_first = is_ours && at.is_none();
                goes_on = false;
            } else if is_ours && (goes_on || Entry::of(words).is_some_and(is_replaced)) {
                // A backslash at its end has the next line belong to it.
                goes_on = words.ends_with('\\');
                continue;
            } else {
                goes_on = false;
            }
            whole.push_str(line);
            if is_first && !words.is_empty() {
                at = Some(whole.len());
            }
        }
        let mut lines: String =
            settings.iter().flat_map(|it| &it.lines).map(|line| format!("{line}{end}")).collect();
        if !lines.is_empty() {
            let at = at.unwrap_or_else(|| {
                let gap = if whole.trim().is_empty() { "" } else { end };
                lines.insert_str(0, &format!("{gap}{SECTION}{end}"));
                whole.len()
            });
            if whole.get(..at).is_some_and(|it| !it.is_empty() && !it.ends_with('\n')) {
                lines.insert_str(0, end);
            }
            whole.insert_str(at, &lines);
        }
        self.text = whole;
    }
}

fn is_section(line: &str) -> bool {
    line.eq_ignore_ascii_case(SECTION)
}

/// A line that says something of a setting.
#[derive(Debug, Clone, Copy)]
struct Entry<'a> {
    /// What is done to a list: `+` and `.` add, `-` removes, `!` empties it.
    sign: Option<char>,
    name: &'a str,
    value: &'a str,
}

impl<'a> Entry<'a> {
    fn of(line: &'a str) -> Option<Self> {
        if line.starts_with(';') {
            return None;
        }
        let (key, value) = line.split_once('=')?;
        let key = key.trim();
        let sign = key.chars().next().filter(|first| "+-.!@*".contains(*first));
        let name = sign.and_then(|sign| key.strip_prefix(sign)).unwrap_or(key);
        Some(Self { sign, name: name.trim(), value: value.trim() })
    }

    /// The editor tells no case apart.
    fn names(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// Tells whether a file is there that its owner may not write to.
pub(super) fn is_read_only(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|facts| facts.permissions().readonly())
}
