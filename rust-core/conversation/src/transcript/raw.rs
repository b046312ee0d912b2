//! JSON that is parsed one level at a time.
//!
//! A message is read from slices of the file's text: only what a message keeps
//! is copied, and arguments are kept digit for digit.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The type of a JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Bool,
    Number,
    Text,
    List,
    Object,
}

impl Kind {
    /// Determines the type by the first character: a raw value is valid JSON.
    pub(super) fn of(raw: &RawValue) -> Self {
        match raw.get().trim_start().bytes().next() {
            Some(b'n') | None => Kind::Null,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'"') => Kind::Text,
            Some(b'[') => Kind::List,
            Some(b'{') => Kind::Object,
            Some(_) => Kind::Number,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Null => "null",
            Kind::Bool => "a Boolean",
            Kind::Number => "a number",
            Kind::Text => "a string",
            Kind::List => "a list",
            Kind::Object => "an object",
        })
    }
}

/// The fields of an object in order, with unparsed values.
pub(super) struct Fields<'a> {
    pub(super) entries: Vec<(Cow<'a, str>, &'a RawValue)>,
    /// Names that occurred more than once; the last value is used, as in most
    /// JSON readers.
    pub(super) doubled: Vec<String>,
}

impl<'a> Fields<'a> {
    /// Adds a field; a later one replaces an earlier one of the same name.
    pub(super) fn push(&mut self, name: Cow<'a, str>, value: &'a RawValue) {
        // Objects of a transcript have a handful of fields; in larger ones the
        // search for duplicates would cost more than it is worth.
        const SEARCHED: usize = 64;
        if let Some(entry) = self.entries.iter_mut().take(SEARCHED).find(|entry| entry.0 == name) {
            self.doubled.push(name.into_owned());
            entry.1 = value;
        } else {
            self.entries.push((name, value));
        }
    }

    pub(super) fn new() -> Self {
        Self { entries: Vec::new(), doubled: Vec::new() }
    }

    /// Returns one value.
    pub(super) fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.entries.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
    }
}

/// A key that borrows from the text if it contains no escapes.
#[derive(serde::Deserialize)]
pub(super) struct Key<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;
        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
                let mut fields = Fields::new();
                while let Some(Key(name)) = map.next_key()? {
                    fields.push(name, map.next_value()?);
                }
                Ok(fields)
            }
        }
        deserializer.deserialize_map(FieldsVisitor)
    }
}

/// Reads the fields of an object.
pub(super) fn fields(raw: &RawValue) -> serde_json::Result<Fields<'_>> {
    serde_json::from_str(raw.get())
}

/// Reads the elements of a list.
pub(super) fn elements(raw: &RawValue) -> serde_json::Result<Vec<&RawValue>> {
    serde_json::from_str(raw.get())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_read_one_level_deep() {
        let raw: &RawValue = serde_json::from_str(r#" {"a": [1, 2],"b":null,"a":"x"} "#).unwrap();
        let fields = fields(raw).unwrap();
        let shown: Vec<(&str, &str, Kind)> = fields
            .entries
            .iter()
            .map(|(name, raw)| (name.as_ref(), raw.get(), Kind::of(raw)))
            .collect();
        assert_eq!(shown, [("a", "\"x\"", Kind::Text), ("b", "null", Kind::Null)]);
        assert_eq!(fields.doubled, ["a"]);
    }

    #[test]
    fn a_list_is_read_one_level_deep() {
        let raw: &RawValue = serde_json::from_str(r#"[true, {"a":[]}, -1]"#).unwrap();
        let kinds: Vec<Kind> = elements(raw).unwrap().into_iter().map(Kind::of).collect();
        assert_eq!(kinds, [Kind::Bool, Kind::Object, Kind::Number]);
        assert!(elements(serde_json::from_str("3").unwrap()).is_err());
    }
}
