//! Provider fields that are not interpreted but sent back unchanged.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Unknown fields of a provider's object, in their original order.
///
/// Most objects have none, and a session holds thousands of objects, so the
/// empty state takes one pointer only.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Map<String, Value>", into = "Map<String, Value>")]
pub struct Extra(Option<Box<Map<String, Value>>>);

impl Extra {
    /// Creates an empty set of fields.
    pub fn new() -> Self {
        Self(None)
    }

    /// Returns whether it has no fields.
    pub fn is_empty(&self) -> bool {
        self.0.as_ref().is_none_or(|map| map.is_empty())
    }

    /// Returns one field.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.as_ref()?.get(name)
    }

    /// Sets one field; an existing one keeps its place in the order.
    pub fn insert(&mut self, name: impl Into<String>, value: Value) {
        self.0.get_or_insert_default().insert(name.into(), value);
    }

    /// Removes one field and returns it.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        let value = self.0.as_mut()?.shift_remove(name);
        if self.is_empty() {
            self.0 = None;
        }
        value
    }

    /// Visits the fields in order.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.0.iter().flat_map(|map| map.iter())
    }
}

impl From<Map<String, Value>> for Extra {
    fn from(map: Map<String, Value>) -> Self {
        Self((!map.is_empty()).then(|| Box::new(map)))
    }
}

impl From<Extra> for Map<String, Value> {
    fn from(extra: Extra) -> Self {
        extra.0.map(|map| *map).unwrap_or_default()
    }
}
