//! The kind of a file, by its first bytes.

/// How many of the first bytes are examined.
pub(super) const HEAD: usize = 8 * 1024;

/// The first bytes of known kinds of files.
const KNOWN: [(&[u8], &str); 31] = [
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"BM", "a BMP image"),
    (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"),
    (b"\0\0\x01\0", "an icon"),
    (b"DDS ", "a DDS texture"),
    (b"v/1\x01", "an OpenEXR image"),
    (b"8BPS", "a Photoshop image"),
    (b"\xc1\x83\x2a\x9e", "an Unreal asset"),
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"PK\x05\x06", "a ZIP archive"),
    (b"\x1f\x8b", "gzip data"),
    (b"BZh", "bzip2 data"),
    (b"\xfd7zXZ\0", "xz data"),
    (b"\x28\xb5\x2f\xfd", "Zstandard data"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x7fELF", "an ELF program or library"),
    (b"MZ", "a Windows program or library"),
    (b"\xcf\xfa\xed\xfe", "a Mach-O program or library"),
    (b"\xca\xfe\xba\xbe", "a Mach-O program or Java class"),
    (b"\0asm", "a WebAssembly module"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"ID3", "an MP3 recording"),
    (b"OggS", "an Ogg recording"),
    (b"fLaC", "a FLAC recording"),
    (b"\x1aE\xdf\xa3", "a Matroska film"),
    (b"Kaydara FBX Binary", "an FBX model"),
];

/// The largest share of a text's bytes that are not valid UTF-8, in percent: old encodings cause a
/// few.
const MOST_WRONG: usize = 30;

/// Says what a file is that is not text, by its first bytes (at most
/// [`HEAD`]); `None` for text.
pub(super) fn not_text(head: &[u8]) -> Option<&'static str> {
    if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
        return Some("text in UTF-16, which this tool does not read");
    }
    if head.starts_with(b"RIFF") && head.len() >= 12 {
        return Some(match &head[8..12] {
            b"WEBP" => "a WebP image",
            b"WAVE" => "a WAV recording",
            b"AVI " => "an AVI film",
            _ => "a RIFF file",
        });
    }
    if head.get(4..8) == Some(b"ftyp") {
        return Some("an MP4 film or HEIF image");
    }
    let odd = head.contains(&0) || wrong_bytes(head) * 100 > head.len() * MOST_WRONG;
    let known = || KNOWN.iter().find(|(begin, _)| head.starts_with(begin)).map(|(_, name)| *name);
    // Words may begin with the two letters of a known kind; text is not refused.
    odd.then(|| known().unwrap_or("binary data"))
}

/// The number of bytes that are not valid UTF-8.
fn wrong_bytes(bytes: &[u8]) -> usize {
    bytes.utf8_chunks().map(|chunk| chunk.invalid().len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_text_is_told_by_its_kind_and_text_is_left_alone() {
        for (head, kind) in [
            (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], Some("a PNG image")),
            (b"\xc1\x83\x2a\x9e\xf7\xff\xff\xff\0\0", Some("an Unreal asset")),
            (b"MZ\x90\0\x03\0", Some("a Windows program or library")),
            (b"RIFF\x24\0\0\0WAVEfmt ", Some("a WAV recording")),
            (b"\0\0\0\x18ftypmp42", Some("an MP4 film or HEIF image")),
            (b"\xff\xfea\0b\0", Some("text in UTF-16, which this tool does not read")),
            (b"abc\0def", Some("binary data")),
            (b"\x80\x81\x82\x83 ok", Some("binary data")),
            (b"MZ is how it begins", None),
            (b"BM", None),
            (b"a\xffb\nlatin-1 now and then\n", None),
            ("Straße, 日本語\n".as_bytes(), None),
            (b"", None),
        ] {
            assert_eq!(not_text(head), kind, "{head:?}");
        }
    }

    #[test]
    fn a_character_that_the_head_cuts_is_not_held_against_a_text() {
        let text = "日".repeat(HEAD);
        assert_eq!(not_text(&text.as_bytes()[..HEAD]), None);
    }
}
