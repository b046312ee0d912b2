//! Writes values as D-Bus lays them out.

use secrecy::zeroize::Zeroizing;

/// Writes values in this machine's order of bytes, each aligned to its size. What it wrote may be a
/// key: it is wiped, even if it had to move.
#[derive(Default)]
pub(crate) struct Writer {
    bytes: Zeroizing<Vec<u8>>,
}

/// How much room there is at first: enough for all but long keys.
const ROOM: usize = 512;

impl Writer {
    /// What was written.
    pub(crate) fn into_bytes(self) -> Zeroizing<Vec<u8>> {
        self.bytes
    }

    /// Fills up to a multiple of `size`.
    pub(crate) fn align(&mut self, size: usize) {
        let more = self.bytes.len().next_multiple_of(size) - self.bytes.len();
        for _ in 0..more {
            self.byte(0);
        }
    }

    /// Everything that is written goes through here: a vector that reallocates by itself would
    /// leave a copy of its content behind.
    fn put(&mut self, more: &[u8]) {
        let length = self.bytes.len() + more.len();
        if length > self.bytes.capacity() {
            let room = length.next_power_of_two().max(ROOM);
            let mut moved = Zeroizing::new(Vec::with_capacity(room));
            moved.extend_from_slice(&self.bytes);
            self.bytes = moved;
        }
        self.bytes.extend_from_slice(more);
    }

    /// `y`
    pub(crate) fn byte(&mut self, value: u8) {
        self.put(&[value]);
    }

    /// `b`
    pub(crate) fn boolean(&mut self, value: bool) {
        self.number(u32::from(value));
    }

    /// `u`
    pub(crate) fn number(&mut self, value: u32) {
        self.align(4);
        self.put(&value.to_ne_bytes());
    }

    /// `s` or `o`
    pub(crate) fn text(&mut self, value: &str) {
        self.number(length(value.len()));
        self.put(value.as_bytes());
        self.put(&[0]);
    }

    /// `g`; ours are shorter than 256 bytes.
    pub(crate) fn signature(&mut self, value: &str) {
        self.put(&[u8::try_from(value.len()).unwrap_or(u8::MAX)]);
        self.put(value.as_bytes());
        self.put(&[0]);
    }

    /// `ay`
    pub(crate) fn blob(&mut self, value: &[u8]) {
        self.number(length(value.len()));
        self.put(value);
    }

    /// `a…`, whose elements are aligned to `size`.
    pub(crate) fn array(&mut self, size: usize, elements: impl FnOnce(&mut Self)) {
        self.number(0);
        let place = self.bytes.len() - 4;
        self.align(size);
        let begin = self.bytes.len();
        elements(self);
        let count = length(self.bytes.len() - begin);
        self.bytes[place..place + 4].copy_from_slice(&count.to_ne_bytes());
    }

    /// `a{ss}`
    pub(crate) fn dictionary(&mut self, pairs: &[(&str, &str)]) {
        self.array(8, |array| {
            for (name, value) in pairs {
                array.align(8);
                array.text(name);
                array.text(value);
            }
        });
    }
}

/// A length on the wire. What is longer than a message may be is refused
/// before it is sent.
fn length(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_moves_as_it_is() {
        let mut writer = Writer::default();
        writer.byte(1);
        let key = [b'k'; 3 * ROOM];
        writer.blob(&key);
        writer.text("end");
        let length = u32::try_from(key.len()).unwrap().to_ne_bytes();
        let end = [&3_u32.to_ne_bytes()[..], b"end\0"].concat();
        let expected = [&[1, 0, 0, 0], &length[..], &key, &end].concat();
        assert_eq!(*writer.into_bytes(), expected);
    }
}
