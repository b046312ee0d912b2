//! Uninterpreted fields of an answer, kept for sending back.

use serde_json::{Map, Value};

use vibeue_conversation::Extra;

/// Uninterpreted fields of an answer, assembled from their fragments.
#[derive(Debug, Default)]
pub(super) struct KeptFields(Map<String, Value>);

impl KeptFields {
    /// Keeps a field: fragments of texts and lists are joined; of anything else
    /// the last value is kept.
    pub(super) fn keep(&mut self, name: &str, value: Value) {
        match (self.0.get_mut(name), value) {
            (Some(Value::String(have)), Value::String(more)) => have.push_str(&more),
            (Some(Value::Array(have)), Value::Array(more)) => join_blocks(have, more),
            (_, value) => {
                self.0.insert(name.to_owned(), value);
            }
        }
    }
}

impl From<KeptFields> for Extra {
    fn from(fields: KeptFields) -> Self {
        fields.0.into()
    }
}

/// Joins fragments of a list of blocks (`reasoning_details`): blocks with the
/// same index and type are one block whose texts grow.
fn join_blocks(have: &mut Vec<Value>, more: Vec<Value>) {
    for block in more {
        let index = block.get("index").cloned();
        let kind = block.get("type").cloned();
        let same = have.last_mut().filter(|last| {
            index.is_some()
                && last.get("index") == index.as_ref()
                && last.get("type") == kind.as_ref()
        });
        match (same.and_then(Value::as_object_mut), block) {
            (Some(last), Value::Object(block)) => {
                for (name, value) in block {
                    match (last.get_mut(&name), value) {
                        (_, Value::Null) => {}
                        (Some(Value::String(text)), Value::String(more))
                            if matches!(name.as_str(), "text" | "summary" | "data") =>
                        {
                            text.push_str(&more);
                        }
                        (_, value) => {
                            last.insert(name, value);
                        }
                    }
                }
            }
            (_, block) => have.push(block),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fragments_are_joined_and_of_other_values_the_last_counts() {
        let mut fields = KeptFields::default();
        let block = |text: &str| json!([{"index": 0, "type": "t", "text": text, "format": null}]);
        for (name, value) in [
            ("words", json!("one ")),
            ("words", json!("two")),
            ("number", json!(1)),
            ("number", json!(2)),
            ("blocks", block("a")),
            ("blocks", block("b")),
            ("blocks", json!([{"index": 1, "type": "t", "text": "c"}, 7])),
        ] {
            fields.keep(name, value);
        }
        assert_eq!(
            Value::Object(fields.0),
            json!({"words": "one two", "number": 2, "blocks": [
                {"index": 0, "type": "t", "text": "ab", "format": null},
                {"index": 1, "type": "t", "text": "c"}, 7]})
        );
    }
}
