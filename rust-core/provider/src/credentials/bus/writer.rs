//! Writes values as D-Bus lays them out.

/// Writes values in this machine's order of bytes, each aligned to its size.
#[derive(Default)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// What was written.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Fills up to a multiple of `size`.
    pub(crate) fn align(&mut self, size: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(size), 0);
    }

    /// `y`
    pub(crate) fn byte(&mut self, value: u8) {
        self.bytes.push(value);
    }

    /// `b`
    pub(crate) fn boolean(&mut self, value: bool) {
        self.number(u32::from(value));
    }

    /// `u`
    pub(crate) fn number(&mut self, value: u32) {
        self.align(4);
        self.bytes.extend(value.to_ne_bytes());
    }

    /// `s` or `o`
    pub(crate) fn text(&mut self, value: &str) {
        self.number(length(value.len()));
        self.bytes.extend(value.bytes());
        self.bytes.push(0);
    }

    /// `g`; ours are shorter than 256 bytes.
    pub(crate) fn signature(&mut self, value: &str) {
        self.bytes.push(u8::try_from(value.len()).unwrap_or(u8::MAX));
        self.bytes.extend(value.bytes());
        self.bytes.push(0);
    }

    /// `ay`
    pub(crate) fn blob(&mut self, value: &[u8]) {
        self.number(length(value.len()));
        self.bytes.extend(value);
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
