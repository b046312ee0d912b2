//! Reads the first bytes of base64-encoded data.

/// The maximum number of bytes that are decoded: a JPEG may contain several 64 KiB segments of
/// metadata before its size.
const MOST_BYTES: usize = 1 << 20;

/// Decodes base64 byte by byte, only as far as requested. Both alphabets and
/// line breaks are accepted; anything else ends the data.
pub(super) struct Base64Head<'a> {
    text: std::slice::Iter<'a, u8>,
    bits: u32,
    held: u32,
    given: usize,
}

impl<'a> Base64Head<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text: text.as_bytes().iter(), bits: 0, held: 0, given: 0 }
    }

    /// Reads `N` bytes.
    pub(super) fn read<const N: usize>(&mut self) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        for byte in &mut bytes {
            *byte = self.next()?;
        }
        Some(bytes)
    }

    /// Skips bytes.
    pub(super) fn skip_bytes(&mut self, count: usize) -> Option<()> {
        for _ in 0..count {
            self.next()?;
        }
        Some(())
    }
}

impl Iterator for Base64Head<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.given >= MOST_BYTES {
            return None;
        }
        while self.held < 8 {
            let value = match *self.text.next()? {
                letter @ b'A'..=b'Z' => letter - b'A',
                letter @ b'a'..=b'z' => letter - b'a' + 26,
                digit @ b'0'..=b'9' => digit - b'0' + 52,
                b'+' | b'-' => 62,
                b'/' | b'_' => 63,
                b'\r' | b'\n' | b' ' | b'\t' => continue,
                _ => return None,
            };
            self.bits = (self.bits << 6) | u32::from(value);
            self.held += 6;
        }
        self.held -= 8;
        self.given += 1;
        Some((self.bits >> self.held) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(text: &str) -> Vec<u8> {
        Base64Head::new(text).collect()
    }

    #[test]
    fn both_alphabets_and_line_breaks_are_read() {
        assert_eq!(decode("aGVsbG8="), b"hello");
        assert_eq!(decode("aGVs\r\nbG8"), b"hello");
        assert_eq!(decode("-_-_"), decode("+/+/"));
        assert_eq!(decode("aGV*bG8="), b"he");
        assert_eq!(decode(""), b"");
    }

    #[test]
    fn a_flood_of_line_breaks_ends() {
        assert_eq!(decode(&"\n".repeat(100_000)), b"");
    }
}
