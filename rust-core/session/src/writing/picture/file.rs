//! Files of pictures: their format, and whether they are complete.

/// What some wires refuse: Gemini and Ollama.
pub(super) const GIF: &str = "image/gif";

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The format of a picture, by the first bytes of its content, whatever its name says: PNG, JPEG,
/// WebP or GIF. `None` for anything else.
pub fn picture_type(content: &[u8]) -> Option<&'static str> {
    let is_webp = content.starts_with(b"RIFF") && content.get(8..12) == Some(b"WEBP");
    match content {
        _ if content.starts_with(PNG) => Some("image/png"),
        _ if content.starts_with(b"\xff\xd8\xff") => Some("image/jpeg"),
        _ if content.starts_with(b"GIF8") => Some(GIF),
        _ if is_webp => Some("image/webp"),
        _ => None,
    }
}

/// Whether the content is complete: a server refuses a truncated picture.
pub(super) fn is_whole(media_type: &str, content: &[u8]) -> bool {
    match media_type {
        "image/png" => ends_png(content).is_some(),
        "image/jpeg" => ends_jpeg(content).is_some(),
        _ => content.get(4..8).and_then(number_le).is_some_and(|size| {
            usize::try_from(size).is_ok_and(|size| content.len() >= size.saturating_add(8))
        }),
    }
}

/// PNG: chunks up to `IEND` (RFC 2083, 3.2), with pixels among them.
fn ends_png(content: &[u8]) -> Option<()> {
    let mut rest = content.get(PNG.len()..)?;
    let mut has_pixels = false;
    loop {
        let length = usize::try_from(number_be(rest.get(..4)?)?).ok()?;
        let kind = rest.get(4..8)?;
        // Length, kind and checksum.
        rest = rest.get(length.checked_add(12)?..)?;
        has_pixels |= kind == b"IDAT";
        if kind == b"IEND" {
            return has_pixels.then_some(());
        }
    }
}

/// JPEG: an end of image after its frame; the end of a preview comes before it.
fn ends_jpeg(content: &[u8]) -> Option<()> {
    let mut rest = content.get(2..)?;
    loop {
        while rest.get(1) == Some(&0xff) {
            rest = &rest[1..];
        }
        let marker = *rest.get(1).filter(|_| rest[0] == 0xff)?;
        let length = usize::from(u16::from_be_bytes([*rest.get(2)?, *rest.get(3)?]));
        let is_frame = matches!(marker, 0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc));
        rest = rest.get(length.max(2).checked_add(2)?..)?;
        if is_frame {
            return rest.windows(2).any(|it| it == [0xff, 0xd9]).then_some(());
        }
    }
}

fn number_be(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.try_into().ok()?))
}

fn number_le(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}
