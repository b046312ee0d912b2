//! What the readers of all formats share: the text and the list of repairs.

use serde_json::Value;
use serde_json::value::RawValue;

use super::outside_strings::outside_strings;
use super::place::Place;
use super::raw::{Fields, Kind, elements, fields};
use super::repair::{Repair, Repairs};
use crate::{ContentForm, Extra, Message, MessageId, MessageKind, Part, Role, is_sealed_summary};
use crate::{Error, ErrorKind, Result};

/// Reads values from slices of one text and records what had to be repaired.
pub(super) struct Reader<'t> {
    text: &'t str,
    pub(super) repairs: Repairs,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, repairs: Repairs) -> Self {
        Self { text, repairs }
    }

    /// Records a fault and its repair.
    pub(super) fn note(
        &mut self,
        place: Place<'_>,
        what: impl Into<String>,
        done: impl Into<String>,
    ) {
        self.repairs.push_with(|| Repair {
            message: place.message_index(),
            field: place.to_string(),
            what: what.into(),
            done: done.into(),
        });
    }

    /// Reads a whole value.
    ///
    /// A [`Value`] holds 64-bit integers; a longer one becomes the nearest
    /// floating point number, which is recorded.
    pub(super) fn value(&mut self, raw: &RawValue, place: Place<'_>) -> Result<Value> {
        if let Some(digits) = long_integer(raw.get()) {
            let what = format!("an integer of {digits} digits does not fit into 64 bits");
            self.note(place, what, "it is kept as the nearest floating point number");
        }
        serde_json::from_str(raw.get()).map_err(|error| self.refuse(raw, place, &error))
    }

    /// Reads a string, or `None` if the value is not one.
    pub(super) fn text(&self, raw: &RawValue, place: Place<'_>) -> Result<Option<String>> {
        if Kind::of(raw) != Kind::Text {
            return Ok(None);
        }
        serde_json::from_str(raw.get()).map(Some).map_err(|error| self.refuse(raw, place, &error))
    }

    /// Reads the fields of an object, or `None` if the value is not one.
    pub(super) fn fields<'a>(
        &mut self,
        raw: &'a RawValue,
        place: Place<'_>,
    ) -> Result<Option<Fields<'a>>> {
        if Kind::of(raw) != Kind::Object {
            return Ok(None);
        }
        let fields = fields(raw).map_err(|error| self.refuse(raw, place, &error))?;
        self.note_doubled(&fields, place);
        Ok(Some(fields))
    }

    /// Reads the fields of a message. A string instead of an object is returned
    /// in `Err` as a user message; `Err(None)` means there is nothing to keep.
    pub(super) fn message_fields<'a>(
        &mut self,
        raw: &'a RawValue,
        place: Place<'_>,
    ) -> Result<std::result::Result<Fields<'a>, Option<Message>>> {
        if let Some(fields) = self.fields(raw, place)? {
            return Ok(Ok(fields));
        }
        let what = format!("the message is {}, not an object", Kind::of(raw));
        let Some(text) = self.text(raw, place)? else {
            self.note(place, what, "it was left out");
            return Ok(Err(None));
        };
        self.note(place, what, "it is now a user message with this text");
        Ok(Err(Some(Message::text(MessageId(0), Role::User, text))))
    }

    /// Records the names that occur more than once in an object.
    pub(super) fn note_doubled(&mut self, fields: &Fields<'_>, place: Place<'_>) {
        for name in &fields.doubled {
            self.note(place.field(name), "the field occurs more than once", "the last one counts");
        }
    }

    /// Reads the elements of a list, or `None` if the value is not one.
    pub(super) fn elements<'a>(
        &self,
        raw: &'a RawValue,
        place: Place<'_>,
    ) -> Result<Option<Vec<&'a RawValue>>> {
        if Kind::of(raw) != Kind::List {
            return Ok(None);
        }
        elements(raw).map(Some).map_err(|error| self.refuse(raw, place, &error))
    }

    /// Reads a field that is not interpreted.
    pub(super) fn keep(
        &mut self,
        extra: &mut Extra,
        name: &str,
        raw: &RawValue,
        place: Place<'_>,
    ) -> Result<()> {
        extra.insert(name, self.value(raw, place.field(name))?);
        Ok(())
    }

    /// Reads a block that is not interpreted.
    pub(super) fn opaque(&mut self, raw: &RawValue, place: Place<'_>) -> Result<Part> {
        Ok(Part::Opaque { block: Box::new(self.value(raw, place)?) })
    }

    /// Finds a role for a name that the format does not define.
    pub(super) fn guess_role(&mut self, name: &str, place: Place<'_>) -> Role {
        let role = match name.to_ascii_lowercase().as_str() {
            "system" | "developer" => Role::System,
            "assistant" | "ai" | "model" | "bot" | "gpt" | "agent" => Role::Assistant,
            "tool" | "function" => Role::Tool,
            _ => Role::User,
        };
        let shown: String = name.chars().take(40).collect();
        self.note(
            place.field("role"),
            format!("the role `{shown}` is unknown"),
            format!("it is now `{}`", role.as_str()),
        );
        role
    }

    /// Says why a value is refused although its JSON is well formed.
    fn refuse(&self, raw: &RawValue, place: Place<'_>, error: &serde_json::Error) -> Error {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        let (line, column) = self.position(raw);
        let hint = if message.starts_with("recursion limit") {
            "a value may be nested 127 levels deep"
        } else {
            "fix the value in the file"
        };
        let refused = Error::new(ErrorKind::Input, message).hint(hint);
        let at = Repair {
            message: place.message_index(),
            field: place.to_string(),
            what: String::new(),
            done: String::new(),
        };
        refused.at(at.place()).at(format!("line {line}, column {column}"))
    }

    /// Finds the line and column of a slice of the text.
    fn position(&self, raw: &RawValue) -> (usize, usize) {
        let offset = (raw.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count();
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        (line + 1, before.len() - start + 1)
    }

    /// Reads content: a text, a list whose elements `element` reads, `null`, or
    /// something else, which becomes a text.
    pub(super) fn content(
        &mut self,
        raw: &RawValue,
        place: Place<'_>,
        element: impl Fn(&mut Self, &RawValue, Place<'_>) -> Result<Option<Part>>,
    ) -> Result<(Vec<Part>, ContentForm)> {
        if let Some(text) = self.text(raw, place)? {
            return Ok((vec![Part::text(text)], ContentForm::Auto));
        }
        if let Some(elements) = self.elements(raw, place)? {
            let mut parts = Vec::with_capacity(elements.len());
            for (at, one) in elements.into_iter().enumerate() {
                parts.extend(element(self, one, place.index(at))?);
            }
            return Ok((parts, ContentForm::Blocks));
        }
        let kind = Kind::of(raw);
        if kind == Kind::Null {
            return Ok((Vec::new(), ContentForm::Null));
        }
        self.note(place, format!("the content is {kind}"), "it is now this JSON as text");
        Ok((vec![Part::text(raw.get())], ContentForm::Auto))
    }
}

/// Returns the number of digits of the first integer that 64 bits cannot
/// hold.
fn long_integer(json: &str) -> Option<usize> {
    let mut past = 0;
    for (at, byte) in outside_strings(json) {
        if at < past || !matches!(byte, b'-' | b'0'..=b'9') {
            continue;
        }
        let rest = &json[at..];
        let end = rest.find([',', ']', '}', ' ', '\t', '\r', '\n']);
        let number = &rest[..end.unwrap_or(rest.len())];
        if !number.contains(['.', 'e', 'E'])
            && number.parse::<u64>().is_err()
            && number.parse::<i64>().is_err()
        {
            return Some(number.trim_start_matches('-').len());
        }
        past = at + number.len();
    }
    None
}

/// Reads one message on its own, in a provider's JSON.
pub(super) fn read_one(
    json: &str,
    id: MessageId,
    read: fn(&mut Reader<'_>, &RawValue, usize) -> Result<Option<Message>>,
) -> Result<(Message, Vec<Repair>)> {
    let raw: &RawValue = serde_json::from_str(json).map_err(|error| {
        Error::new(ErrorKind::Input, format!("the message is malformed JSON: {error}"))
    })?;
    let mut reader = Reader::new(json, Repairs::default());
    match read(&mut reader, raw, 0)? {
        Some(message) => Ok((Message { id, ..message }, reader.repairs.into_vec())),
        None => Err(Error::new(ErrorKind::Input, "the JSON is not a message")
            .hint("a message is an object with `role` and `content`")),
    }
}

/// Returns whether a message is one of our own summaries and nothing else.
pub(super) fn kind_of(role: Role, parts: &[Part]) -> MessageKind {
    match parts {
        [Part::Text { text, .. }] if role == Role::User && is_sealed_summary(text) => {
            MessageKind::Summary
        }
        _ => MessageKind::Normal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_beyond_64_bits_are_found() {
        assert_eq!(long_integer(r#"{"a":[18446744073709551615,-9223372036854775808]}"#), None);
        assert_eq!(
            long_integer(r#"["18446744073709551616 \" ",1e99,0.18446744073709551616]"#),
            None
        );
        assert_eq!(long_integer("[1, 18446744073709551616 ]"), Some(20));
        assert_eq!(long_integer("-9223372036854775809"), Some(19));
    }
}
