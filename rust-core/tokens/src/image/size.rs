//! Reads an image's dimensions from its header.

use serde::{Deserialize, Serialize};

use super::base64_head::Base64Head;

/// An image's dimensions in pixels; neither is zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageSize {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

impl ImageSize {
    /// Creates a size; `None` if a side is zero.
    pub fn new(width: u32, height: u32) -> Option<Self> {
        (width > 0 && height > 0).then_some(Self { width, height })
    }

    /// Reads the size of a PNG, JPEG, GIF or WebP image from the beginning of
    /// its base64 text (with or without a `data:` prefix); `None` if it is not
    /// such an image or is cut off before its size.
    ///
    /// Reads no more than necessary and never more than the first mebibyte; the
    /// pixels are not decoded.
    pub fn of_base64(data: &str) -> Option<Self> {
        let data = data.trim_start();
        let data = match data.get(..5) {
            Some(scheme) if scheme.eq_ignore_ascii_case("data:") => {
                // The header of a data URL is short; a later comma does not
                // belong to it.
                let comma = data.bytes().take(256).position(|byte| byte == b',')?;
                &data[comma + 1..]
            }
            _ => data,
        };
        let mut head = Base64Head::new(data);
        match head.read::<4>()? {
            [0x89, b'P', b'N', b'G'] => png(head),
            [b'G', b'I', b'F', b'8'] => gif(head),
            [0xFF, 0xD8, 0xFF, marker] => jpeg(head, marker),
            [b'R', b'I', b'F', b'F'] => webp(head),
            _ => None,
        }
    }
}

/// PNG: the first chunk must be `IHDR` (RFC 2083, 4.1.1).
fn png(mut head: Base64Head<'_>) -> Option<ImageSize> {
    if head.read::<4>()? != [0x0D, 0x0A, 0x1A, 0x0A] {
        return None;
    }
    head.skip_bytes(4)?;
    if head.read()? != *b"IHDR" {
        return None;
    }
    let width = u32::from_be_bytes(head.read()?);
    let height = u32::from_be_bytes(head.read()?);
    ImageSize::new(width, height)
}

/// GIF: the logical screen of `GIF87a` and `GIF89a`.
fn gif(mut head: Base64Head<'_>) -> Option<ImageSize> {
    if !matches!(head.read()?, [b'7' | b'9', b'a']) {
        return None;
    }
    let width = u16::from_le_bytes(head.read()?);
    let height = u16::from_le_bytes(head.read()?);
    ImageSize::new(width.into(), height.into())
}

/// JPEG: segments up to the first start of frame (ITU-T T.81, annex B).
fn jpeg(mut head: Base64Head<'_>, first: u8) -> Option<ImageSize> {
    let mut marker = first;
    loop {
        while marker == 0xFF {
            marker = head.next()?;
        }
        match marker {
            // C4, C8 and CC are tables and extensions, not frames.
            0xC0..=0xCF if !matches!(marker, 0xC4 | 0xC8 | 0xCC) => {
                head.skip_bytes(3)?;
                let height = u16::from_be_bytes(head.read()?);
                let width = u16::from_be_bytes(head.read()?);
                return ImageSize::new(width.into(), height.into());
            }
            // Markers without a segment.
            0x01 | 0xD0..=0xD8 => {}
            // The end of the image, the start of the scan, and a stuffed zero:
            // there was no frame before them.
            0x00 | 0xD9 | 0xDA => return None,
            _ => {
                let length = u16::from_be_bytes(head.read()?);
                head.skip_bytes(usize::from(length).checked_sub(2)?)?;
            }
        }
        if head.next()? != 0xFF {
            return None;
        }
        marker = head.next()?;
    }
}

/// WebP: simple, lossless and extended files (RFC 9649).
fn webp(mut head: Base64Head<'_>) -> Option<ImageSize> {
    head.skip_bytes(4)?;
    if head.read()? != *b"WEBP" {
        return None;
    }
    let chunk = head.read::<4>()?;
    head.skip_bytes(4)?;
    match &chunk {
        b"VP8 " => {
            head.skip_bytes(3)?;
            if head.read()? != [0x9D, 0x01, 0x2A] {
                return None;
            }
            let width = u16::from_le_bytes(head.read()?) & 0x3FFF;
            let height = u16::from_le_bytes(head.read()?) & 0x3FFF;
            ImageSize::new(width.into(), height.into())
        }
        b"VP8L" => {
            if head.next()? != 0x2F {
                return None;
            }
            let bits = u32::from_le_bytes(head.read()?);
            ImageSize::new((bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1)
        }
        b"VP8X" => {
            head.skip_bytes(4)?;
            let [w0, w1, w2] = head.read()?;
            let [h0, h1, h2] = head.read()?;
            ImageSize::new(
                u32::from_le_bytes([w0, w1, w2, 0]) + 1,
                u32::from_le_bytes([h0, h1, h2, 0]) + 1,
            )
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base64(bytes: &[u8]) -> String {
        const LETTERS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut out = String::new();
        for group in bytes.chunks(3) {
            let bits =
                (0..3).fold(0, |bits, at| (bits << 8) | u32::from(*group.get(at).unwrap_or(&0)));
            for at in 0..=group.len() {
                out.push(LETTERS[(bits >> (18 - 6 * at)) as usize & 63] as char);
            }
        }
        out
    }

    fn size(width: u32, height: u32) -> Option<ImageSize> {
        Some(ImageSize { width, height })
    }

    fn png_head(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes
    }

    #[test]
    fn every_format_says_its_size() {
        assert_eq!(ImageSize::of_base64(&base64(&png_head(1920, 1080))), size(1920, 1080));
        assert_eq!(ImageSize::of_base64(&base64(b"GIF89a\x40\x01\xF0\x00")), size(320, 240));
        let jpeg = b"\xFF\xD8\xFF\xE0\x00\x04ab\xFF\xFF\xDB\x00\x02\xFF\xC2\x00\x11\x08\x02\x58\x03\x20\x03";
        assert_eq!(ImageSize::of_base64(&base64(jpeg)), size(800, 600));
        let lossy = b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9D\x01\x2A\x80\x02\xE0\x01";
        assert_eq!(ImageSize::of_base64(&base64(lossy)), size(640, 480));
        let lossless = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2F\xFF\xC0\x3F\x00";
        assert_eq!(ImageSize::of_base64(&base64(lossless)), size(256, 256));
        let extended = b"RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\xFF\x0F\x00\x6F\x08\x00";
        assert_eq!(ImageSize::of_base64(&base64(extended)), size(4096, 2160));
        let url = format!("data:image/png;base64,{}", base64(&png_head(3, 4)));
        assert_eq!(ImageSize::of_base64(&url), size(3, 4));
    }

    #[test]
    fn metadata_before_the_frame_is_passed_over() {
        let mut jpeg = b"\xFF\xD8".to_vec();
        for _ in 0..5 {
            jpeg.extend(b"\xFF\xE1\xFF\xFF");
            jpeg.extend(std::iter::repeat_n(0xAB, 0xFFFF - 2));
        }
        jpeg.extend(b"\xFF\xC0\x00\x11\x08\x00\x10\x00\x20");
        assert_eq!(ImageSize::of_base64(&base64(&jpeg)), size(32, 16));
    }

    #[test]
    fn hostile_heads_have_no_size() {
        let whole = base64(&png_head(1920, 1080));
        for cut in 0..whole.len() - 1 {
            assert_eq!(ImageSize::of_base64(&whole[..cut]), None, "cut at {cut}");
        }
        assert_eq!(ImageSize::of_base64(&base64(&png_head(0, 7))), None);
        assert_eq!(ImageSize::of_base64("data:image/png;base64"), None);
        assert_eq!(ImageSize::of_base64("é漢字"), None);
        assert_eq!(ImageSize::of_base64(&base64(b"\xFF\xD8\xFF\xE0\x00\x01")), None);
        assert_eq!(ImageSize::of_base64(&base64(b"\xFF\xD8\xFF\xD9\xFF\xC0")), None);
        assert_eq!(ImageSize::of_base64(&base64(&[0xFF; 3 << 20])), None);
        assert_eq!(
            ImageSize::of_base64(&base64(&png_head(u32::MAX, u32::MAX))),
            size(u32::MAX, u32::MAX)
        );
    }
}
