//! Messages of D-Bus.

use secrecy::zeroize::Zeroizing;

use super::{LONGEST, Reader, Writer};

/// A call of a method.
pub(crate) struct Call<'c> {
    /// Who is called.
    pub(crate) destination: &'c str,
    /// The object.
    pub(crate) path: &'c str,
    /// The interface.
    pub(crate) interface: &'c str,
    /// The method.
    pub(crate) member: &'c str,
    /// The types of the arguments.
    pub(crate) signature: &'c str,
    /// The arguments; wiped when dropped.
    pub(crate) body: Zeroizing<Vec<u8>>,
}

impl<'c> Call<'c> {
    /// A call without arguments.
    pub(crate) fn new(
        destination: &'c str,
        path: &'c str,
        interface: &'c str,
        member: &'c str,
    ) -> Self {
        let body = Zeroizing::default();
        Self { destination, path, interface, member, signature: "", body }
    }

    /// Adds arguments.
    pub(crate) fn with(mut self, signature: &'c str, arguments: impl FnOnce(&mut Writer)) -> Self {
        let mut writer = Writer::default();
        arguments(&mut writer);
        self.signature = signature;
        self.body = writer.into_bytes();
        self
    }

    /// The message; `None` if it is too long.
    pub(super) fn bytes(&self, serial: u32) -> Option<Zeroizing<Vec<u8>>> {
        let mut head = Writer::default();
        head.byte(if cfg!(target_endian = "big") { b'B' } else { b'l' });
        head.byte(METHOD_CALL);
        head.byte(0);
        head.byte(1);
        head.number(u32::try_from(self.body.len()).ok()?);
        head.number(serial);
        head.array(8, |fields| {
            for (code, kind, value) in [
                (PATH, "o", self.path),
                (DESTINATION, "s", self.destination),
                (INTERFACE, "s", self.interface),
                (MEMBER, "s", self.member),
            ] {
                fields.align(8);
                fields.byte(code);
                fields.signature(kind);
                fields.text(value);
            }
            if !self.signature.is_empty() {
                fields.align(8);
                fields.byte(SIGNATURE);
                fields.signature("g");
                fields.signature(self.signature);
            }
        });
        head.align(8);
        let head = head.into_bytes();
        (head.len() + self.body.len() <= LONGEST)
            .then(|| Zeroizing::new([&head[..], &self.body].concat()))
    }
}

const METHOD_CALL: u8 = 1;
pub(super) const METHOD_RETURN: u8 = 2;
pub(super) const ERROR: u8 = 3;
pub(super) const SIGNAL: u8 = 4;

const PATH: u8 = 1;
const INTERFACE: u8 = 2;
const MEMBER: u8 = 3;
const ERROR_NAME: u8 = 4;
const REPLY_SERIAL: u8 = 5;
const DESTINATION: u8 = 6;
const SIGNATURE: u8 = 8;

/// How many bytes of a message say how long it is.
pub(super) const PREFIX: usize = 16;

/// A message that arrived.
#[derive(Default)]
pub(crate) struct Message {
    pub(super) kind: u8,
    pub(super) reply_to: u32,
    pub(super) path: String,
    pub(super) member: String,
    pub(super) error: String,
    signature: String,
    is_big: bool,
    body: Zeroizing<Vec<u8>>,
}

impl Message {
    /// How long the message is whose first [`PREFIX`] bytes these are; `None`
    /// if it is not a message, or longer than one may be.
    pub(super) fn length(prefix: &[u8]) -> Option<usize> {
        let mut reader = Reader::new(prefix, is_big(*prefix.first()?)?);
        for _ in 0..3 {
            reader.byte()?;
        }
        (reader.byte()? == 1).then_some(())?;
        let body = usize::try_from(reader.number()?).ok()?;
        reader.number()?;
        let fields = usize::try_from(reader.number()?).ok()?;
        let head = PREFIX.checked_add(fields)?.checked_next_multiple_of(8)?;
        head.checked_add(body).filter(|length| *length <= LONGEST)
    }

    /// Reads a whole message.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let is_big = is_big(*bytes.first()?)?;
        let mut message = Message { kind: *bytes.get(1)?, is_big, ..Message::default() };
        let mut reader = Reader::new(bytes, is_big);
        reader.number()?;
        let body = usize::try_from(reader.number()?).ok()?;
        reader.number()?;
        reader.array(8, |field| {
            field.align(8)?;
            let code = field.byte()?;
            let kind = field.signature()?;
            let (mut text, mut number) = ("", 0);
            match kind {
                "s" | "o" => text = field.text()?,
                "g" => text = field.signature()?,
                "u" => number = field.number()?,
                _ => return None,
            }
            match code {
                PATH => text.clone_into(&mut message.path),
                MEMBER => text.clone_into(&mut message.member),
                ERROR_NAME => text.clone_into(&mut message.error),
                SIGNATURE => text.clone_into(&mut message.signature),
                REPLY_SERIAL => message.reply_to = number,
                _ => {}
            }
            Some(())
        })?;
        let begin = bytes.len().checked_sub(body)?;
        message.body = Zeroizing::new(bytes.get(begin..)?.to_vec());
        Some(message)
    }

    /// The arguments, if they are of these types.
    pub(crate) fn arguments(&self, signature: &str) -> Option<Reader<'_>> {
        (self.signature == signature).then(|| Reader::new(&self.body, self.is_big))
    }
}

fn is_big(mark: u8) -> Option<bool> {
    match mark {
        b'l' => Some(false),
        b'B' => Some(true),
        _ => None,
    }
}
