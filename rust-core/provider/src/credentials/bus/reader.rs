//! Reads values as D-Bus lays them out.

/// Reads values from a message. Everything is `None` if the bytes are not such a value.
pub(crate) struct Reader<'m> {
    bytes: &'m [u8],
    at: usize,
    /// The sender wrote the highest byte of a number first.
    is_big: bool,
}

impl<'m> Reader<'m> {
    pub(super) fn new(bytes: &'m [u8], is_big: bool) -> Self {
        Self { bytes, at: 0, is_big }
    }

    /// Skips to a multiple of `size`.
    pub(crate) fn align(&mut self, size: usize) -> Option<()> {
        let next = self.at.checked_next_multiple_of(size)?;
        (next <= self.bytes.len()).then(|| self.at = next)
    }

    fn take(&mut self, count: usize) -> Option<&'m [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    /// `y`
    pub(crate) fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    /// `b`
    pub(crate) fn boolean(&mut self) -> Option<bool> {
        match self.number()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// `u`
    pub(crate) fn number(&mut self) -> Option<u32> {
        self.align(4)?;
        let bytes = self.take(4)?.try_into().ok()?;
        Some(if self.is_big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
    }

    /// `t`
    pub(crate) fn long(&mut self) -> Option<u64> {
        self.align(8)?;
        let bytes = self.take(8)?.try_into().ok()?;
        Some(if self.is_big { u64::from_be_bytes(bytes) } else { u64::from_le_bytes(bytes) })
    }

    fn length(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    fn ended(&mut self, count: usize) -> Option<&'m str> {
        let text = std::str::from_utf8(self.take(count)?).ok()?;
        (self.byte()? == 0).then_some(text)
    }

    /// `s` or `o`
    pub(crate) fn text(&mut self) -> Option<&'m str> {
        let count = self.length()?;
        self.ended(count)
    }

    /// `g`
    pub(crate) fn signature(&mut self) -> Option<&'m str> {
        let count = self.byte()?;
        self.ended(count.into())
    }

    /// `ay`
    pub(crate) fn blob(&mut self) -> Option<&'m [u8]> {
        let count = self.length()?;
        self.take(count)
    }

    /// `a…`, whose elements are aligned to `size`.
    pub(crate) fn array<T>(
        &mut self,
        size: usize,
        mut element: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let count = self.length()?;
        self.align(size)?;
        let end = self.at.checked_add(count).filter(|end| *end <= self.bytes.len())?;
        let mut elements = Vec::new();
        while self.at < end {
            let before = self.at;
            elements.push(element(self)?);
            if self.at <= before {
                return None;
            }
        }
        (self.at == end).then_some(elements)
    }

    /// `ao`
    pub(crate) fn paths(&mut self) -> Option<Vec<String>> {
        self.array(4, |array| array.text().map(str::to_owned))
    }

    /// `a{ss}`
    pub(crate) fn dictionary(&mut self) -> Option<Vec<(String, String)>> {
        self.array(8, |array| {
            array.align(8)?;
            Some((array.text()?.to_owned(), array.text()?.to_owned()))
        })
    }
}
