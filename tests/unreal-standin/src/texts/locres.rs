//! The text resource that an editor loads: `.locres`, version 3.
//!
//! The format is known from public readers and writers (akintos/UnrealLocres, pylocres): a mark,
//! the version, the offset of the translations, the keys by namespace, each with the hash of its
//! text in the sources, and the translations, each once.

use super::catalogue::{Catalogue, Entry};
use super::hashes::{crc32, key_hash};
use super::text::Text;

const MARK: [u8; 16] = [
    0x0e, 0x14, 0x74, 0x75, 0x67, 0x4a, 0x03, 0xfc, 0x4a, 0x15, 0x90, 0x9d, 0xc3, 0x37, 0x7f, 0x1b,
];
const VERSION: u8 = 3;

/// Writes the text resource of a language. Texts without a translation are left
/// out: the editor then shows them as they are in the sources.
///
/// # Errors
/// If there are more texts, or longer ones, than the format can count.
pub fn write(catalogue: &Catalogue) -> Result<Vec<u8>, String> {
    let done: Vec<&Entry> =
        catalogue.entries.iter().filter(|entry| !entry.translation.is_empty()).collect();
    let mut namespaces: Vec<&str> = Vec::new();
    for entry in &done {
        if !namespaces.contains(&entry.text.namespace.as_str()) {
            namespaces.push(&entry.text.namespace);
        }
    }
    let mut translations: Vec<(&str, u32)> = Vec::new();
    let mut keys = Vec::new();
    put_count(&mut keys, done.len())?;
    put_count(&mut keys, namespaces.len())?;
    for namespace in namespaces {
        let members: Vec<&&Entry> =
            done.iter().filter(|entry| entry.text.namespace == namespace).collect();
        put_number(&mut keys, key_hash(namespace));
        put_text(&mut keys, namespace)?;
        put_count(&mut keys, members.len())?;
        for entry in members {
            put_number(&mut keys, key_hash(&entry.text.key));
            put_text(&mut keys, &entry.text.key)?;
            put_number(&mut keys, crc32(&entry.text.source));
            let known = translations.iter().position(|(text, _)| *text == entry.translation);
            let index = known.unwrap_or(translations.len());
            if known.is_none() {
                translations.push((&entry.translation, 0));
            }
            translations[index].1 += 1;
            put_count(&mut keys, index)?;
        }
    }
    let mut bytes = MARK.to_vec();
    bytes.push(VERSION);
    let start = MARK.len() + 1 + size_of::<u64>() + keys.len();
    bytes.extend((start as u64).to_le_bytes());
    bytes.extend(keys);
    put_count(&mut bytes, translations.len())?;
    for (text, uses) in translations {
        put_text(&mut bytes, text)?;
        put_number(&mut bytes, uses);
    }
    Ok(bytes)
}

/// A translation as a text resource has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translated {
    /// The namespace of its key.
    pub namespace: String,
    /// Its key.
    pub key: String,
    /// The hash of the text in the sources.
    pub source_hash: u32,
    /// The translation.
    pub translation: String,
}

impl Translated {
    /// Whether this is a translation of a text, by key and by the text's hash.
    #[must_use]
    pub fn is_of(&self, text: &Text) -> bool {
        self.namespace == text.namespace
            && self.key == text.key
            && self.source_hash == crc32(&text.source)
    }
}

/// Reads a text resource of the version that [`write()`] writes.
///
/// # Errors
/// If it is of another kind or version, torn, or its hashes are wrong.
pub fn read(bytes: &[u8]) -> Result<Vec<Translated>, String> {
    let mut reader = Reader { bytes, at: 0 };
    if reader.take(MARK.len())? != MARK || reader.take(1)? != [VERSION] {
        return Err(format!("this is not a text resource of version {VERSION}"));
    }
    let start = u64::from(reader.number()?) | u64::from(reader.number()?) << 32;
    let start = usize::try_from(start).map_err(|_| "the translations begin nowhere".to_owned())?;
    let mut tail = Reader { bytes, at: start };
    let mut translations = Vec::new();
    for _ in 0..tail.number()? {
        translations.push(tail.text()?);
        tail.number()?;
    }
    let count = reader.number()?;
    let mut found = Vec::new();
    for _ in 0..reader.number()? {
        let hash = reader.number()?;
        let namespace = reader.text()?;
        judge(&namespace, hash)?;
        for _ in 0..reader.number()? {
            let hash = reader.number()?;
            let key = reader.text()?;
            judge(&key, hash)?;
            let source_hash = reader.number()?;
            let index = reader.number()? as usize;
            let translation = translations
                .get(index)
                .cloned()
                .ok_or_else(|| format!("{namespace},{key} has no translation"))?;
            found.push(Translated { namespace: namespace.clone(), key, source_hash, translation });
        }
    }
    if found.len() != count as usize {
        return Err(format!("it has {} texts and says {count}", found.len()));
    }
    Ok(found)
}

fn judge(name: &str, hash: u32) -> Result<(), String> {
    if key_hash(name) == hash { Ok(()) } else { Err(format!("{name} has a wrong hash")) }
}

fn put_number(bytes: &mut Vec<u8>, number: u32) {
    bytes.extend(number.to_le_bytes());
}

fn put_count(bytes: &mut Vec<u8>, count: usize) -> Result<(), String> {
    let count = i32::try_from(count).map_err(|_| format!("{count} is too many for the format"))?;
    bytes.extend(count.to_le_bytes());
    Ok(())
}

/// A text with its length and a final zero: ASCII as bytes, others as UTF-16
/// with a length below zero.
pub(super) fn put_text(bytes: &mut Vec<u8>, text: &str) -> Result<(), String> {
    if text.is_ascii() {
        put_count(bytes, text.len() + 1)?;
        bytes.extend(text.bytes().chain([0]));
        return Ok(());
    }
    let units: Vec<u16> = text.encode_utf16().chain([0]).collect();
    let length = i32::try_from(units.len()).map_err(|_| "a text is too long".to_owned())?;
    bytes.extend((-length).to_le_bytes());
    bytes.extend(units.into_iter().flat_map(u16::to_le_bytes));
    Ok(())
}

/// Reads from the front, and never past the end.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let end = self.at.checked_add(count);
        let taken = end.and_then(|end| self.bytes.get(self.at..end));
        let taken = taken.ok_or_else(|| format!("it ends at byte {}", self.bytes.len()))?;
        self.at += count;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, String> {
        let bytes = self.take(size_of::<u32>())?;
        Ok(bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte)))
    }

    fn text(&mut self) -> Result<String, String> {
        let length = self.number()?.cast_signed();
        let torn = || "a text in it is torn".to_owned();
        let size = usize::try_from(length.unsigned_abs()).map_err(|_| torn())?;
        let text = if length >= 0 {
            String::from_utf8(self.take(size)?.to_vec()).map_err(|_| torn())?
        } else {
            let bytes = self.take(size.checked_mul(2).ok_or_else(torn)?)?;
            let units: Vec<u16> =
                bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
            String::from_utf16(&units).map_err(|_| torn())?
        };
        text.strip_suffix('\0').map(str::to_owned).ok_or_else(torn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(namespace: &str, key: &str, source: &str, translation: &str) -> Entry {
        let text = Text { namespace: namespace.into(), key: key.into(), source: source.into() };
        Entry { text, translation: translation.into() }
    }

    fn catalogue() -> Catalogue {
        let entries = vec![
            entry("Chat", "Send", "Send", "Senden"),
            entry("Chat", "Later", "Later", ""),
            entry("Chat", "Undo", "Undo", "Rückgängig …"),
            entry("Panel", "Send", "Send it", "Senden"),
            entry(
                "Panel",
                "Key that is longer than thirty-two characters are",
                "\u{2192}",
                "\u{2192}",
            ),
        ];
        Catalogue { entries }
    }

    #[test]
    fn what_is_written_is_read_again_without_what_has_no_translation() {
        let found = read(&write(&catalogue()).unwrap()).unwrap();
        let mut expected = catalogue().entries;
        expected.retain(|entry| !entry.translation.is_empty());
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert!(found.is_of(&expected.text), "{found:?}");
            assert_eq!(found.translation, expected.translation);
        }
        assert!(!found[0].is_of(&entry("Chat", "Send", "Send now", "").text));
    }

    /// `pylocres` 0.2 wrote the file from the same entries.
    #[test]
    fn the_bytes_are_those_of_another_writer() {
        let theirs = include_bytes!("../../data/pylocres.locres");
        assert_eq!(write(&catalogue()).unwrap(), theirs);
    }

    #[test]
    fn a_torn_resource_is_an_error_wherever_it_is_torn() {
        let whole = write(&catalogue()).unwrap();
        for end in 0..whole.len() {
            assert!(read(&whole[..end]).is_err(), "{end}");
        }
        for at in [16, 20, 24, 33, 60] {
            let mut wrong = whole.clone();
            wrong[at] ^= 0xff;
            assert!(read(&wrong).is_err(), "{at}");
        }
    }
}
