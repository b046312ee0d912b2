//! Outgoing JSON that borrows from the messages it represents.

use std::borrow::Cow;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::Extra;

/// The field for a text if only an object is accepted.
pub const ARGUMENTS: &str = "arguments";

/// A JSON value that borrows as much as it can. Unlike [`Value`] it can hold
/// text that is already JSON.
pub enum Tree<'a> {
    /// The value `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A string.
    Text(Cow<'a, str>),
    /// JSON as it was written, digit for digit.
    Raw(&'a RawValue),
    /// A borrowed value.
    Value(&'a Value),
    /// An owned value.
    Owned(Value),
    /// An array.
    List(Vec<Tree<'a>>),
    /// An object.
    Object(Object<'a>),
}

/// Fields, in order.
#[derive(Default)]
pub struct Object<'a>(Vec<(Cow<'a, str>, Tree<'a>)>);

impl<'a> Object<'a> {
    /// An object without fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a field.
    pub fn put(&mut self, name: impl Into<Cow<'a, str>>, value: impl Into<Tree<'a>>) {
        self.0.push((name.into(), value.into()));
    }

    /// Appends unknown fields, except those whose names we use for our own
    /// notes on the source.
    pub fn put_extra(&mut self, extra: &'a Extra, except: &[&str]) {
        for (name, value) in extra.iter() {
            if !except.contains(&name.as_str()) {
                self.put(name.as_str(), Tree::Value(value));
            }
        }
    }

    /// Appends all fields of another object.
    pub fn append(&mut self, other: Object<'a>) {
        self.0.extend(other.0);
    }

    /// Returns whether a field of this name was appended.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(have, _)| have == name)
    }

    /// Returns whether it has no fields.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether this is a message that answers a call.
    pub(super) fn answers(&self) -> bool {
        matches!(self.0.first(), Some((_, Tree::Text(role))) if role == "tool" || role == "function")
    }

    /// Returns the text of a text block that has no further fields.
    pub fn plain_text(&self) -> Option<Cow<'a, str>> {
        match self.0.as_slice() {
            [(_, Tree::Text(kind)), (name, Tree::Text(text))]
                if kind == "text" && name == "text" =>
            {
                Some(text.clone())
            }
            _ => None,
        }
    }

    /// Removes trailing white space from the field `text`.
    pub fn trim_text_end(&mut self) {
        for (_, value) in self.0.iter_mut().filter(|(name, _)| name == "text") {
            if let Tree::Text(text) = value {
                let kept = text.trim_end().len();
                match text {
                    Cow::Borrowed(whole) => *whole = &whole[..kept],
                    Cow::Owned(whole) => whole.truncate(kept),
                }
            }
        }
    }

    /// Copies the fields into a [`Value`].
    pub fn into_value(self) -> Value {
        let fields = self.0.into_iter();
        Value::Object(fields.map(|(name, tree)| (name.into_owned(), tree.into_value())).collect())
    }
}

impl Tree<'_> {
    fn into_value(self) -> Value {
        match self {
            Tree::Null => Value::Null,
            Tree::Bool(value) => Value::Bool(value),
            Tree::Text(text) => Value::String(text.into_owned()),
            // JSON that is nested too deeply for a `Value`, or contains a
            // number that it cannot hold, is passed on as its text.
            Tree::Raw(raw) => serde_json::from_str(raw.get())
                .unwrap_or_else(|_| serde_json::json!({ ARGUMENTS: raw.get() })),
            Tree::Value(value) => value.clone(),
            Tree::Owned(value) => value,
            Tree::List(list) => list.into_iter().map(Tree::into_value).collect(),
            Tree::Object(object) => object.into_value(),
        }
    }
}

impl<'a> From<&'a str> for Tree<'a> {
    fn from(text: &'a str) -> Self {
        Tree::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<Cow<'a, str>> for Tree<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Tree::Text(text)
    }
}

impl From<String> for Tree<'_> {
    fn from(text: String) -> Self {
        Tree::Text(Cow::Owned(text))
    }
}

impl<'a> From<&'a Value> for Tree<'a> {
    fn from(value: &'a Value) -> Self {
        Tree::Value(value)
    }
}

impl From<Value> for Tree<'_> {
    fn from(value: Value) -> Self {
        Tree::Owned(value)
    }
}

impl From<bool> for Tree<'_> {
    fn from(value: bool) -> Self {
        Tree::Bool(value)
    }
}

impl From<u64> for Tree<'_> {
    fn from(value: u64) -> Self {
        Tree::Owned(value.into())
    }
}

impl<'a> From<Object<'a>> for Tree<'a> {
    fn from(object: Object<'a>) -> Self {
        Tree::Object(object)
    }
}

impl<'a> From<Vec<Tree<'a>>> for Tree<'a> {
    fn from(list: Vec<Tree<'a>>) -> Self {
        Tree::List(list)
    }
}

impl Serialize for Tree<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Tree::Null => serializer.serialize_unit(),
            Tree::Bool(value) => serializer.serialize_bool(*value),
            Tree::Text(text) => serializer.serialize_str(text),
            Tree::Raw(raw) => raw.serialize(serializer),
            Tree::Value(value) => value.serialize(serializer),
            Tree::Owned(value) => value.serialize(serializer),
            Tree::List(list) => serializer.collect_seq(list),
            Tree::Object(object) => object.serialize(serializer),
        }
    }
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
