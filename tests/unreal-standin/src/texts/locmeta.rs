//! What an editor reads of a localization target before its texts: `.locmeta`.
//!
//! The format is known from the file that UnLua ships and from pylocres: a mark,
//! the version, the native language, its text resource, and all languages.

use super::locres::put_text;

const MARK: [u8; 16] = [
    0x4f, 0xee, 0x4c, 0xa1, 0x68, 0x48, 0x55, 0x83, 0x6c, 0x4c, 0x46, 0xbd, 0x70, 0xda, 0x50, 0x7c,
];
const VERSION: u8 = 1;

/// Writes the description of a target with its native language and all others.
///
/// # Errors
/// If there are more languages than the format can count.
pub fn locmeta(target: &str, native: &str, cultures: &[&str]) -> Result<Vec<u8>, String> {
    let mut bytes = MARK.to_vec();
    bytes.push(VERSION);
    put_text(&mut bytes, native)?;
    put_text(&mut bytes, &format!("{native}/{target}.locres"))?;
    let count = i32::try_from(cultures.len()).map_err(|error| error.to_string())?;
    bytes.extend(count.to_le_bytes());
    for culture in cultures {
        put_text(&mut bytes, culture)?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `pylocres` 0.2 wrote the file for the same languages.
    #[test]
    fn the_bytes_are_those_of_another_writer() {
        let theirs = include_bytes!("../../data/pylocres.locmeta");
        assert_eq!(locmeta("VibeUE", "en", &["en", "de"]).unwrap(), theirs);
    }
}
