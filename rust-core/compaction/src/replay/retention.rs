//! Which facts a shortened conversation still contains.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::facts::{FactKind, FactSet, Sought};
use crate::prepared::Prepared;
use crate::text::texts_of;
use crate::trail::ArtifactTrail;
use vibeue_conversation::{Message, MessageKind};

/// How many facts there were, and how many are left.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Facts before.
    pub found: u64,
    /// How many of them are left.
    pub kept: u64,
}

/// How many of a conversation's vital facts its shortened form still contains
/// literally.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retention {
    /// Distinct vital facts before.
    pub found: u64,
    /// How many of them are left.
    pub kept: u64,
    /// The same, for each kind that occurs.
    pub by_kind: BTreeMap<FactKind, Kept>,
}

impl Retention {
    /// Returns the facts that a conversation must not lose, as a set against
    /// which to measure shortened forms of it; see
    /// [`Fact::is_vital`](crate::facts::Fact::is_vital).
    pub fn vital<'a>(messages: impl IntoIterator<Item = &'a Message>) -> FactSet {
        FactSet::of(messages).into_vital()
    }

    /// Looks for every fact of a set in messages.
    ///
    /// In the arguments of calls, which are JSON, the escaped form of a text
    /// counts as well: the model can read both.
    pub fn measure<'a>(facts: &FactSet, messages: impl IntoIterator<Item = &'a Message>) -> Self {
        VitalFacts(facts.all_sought()).kept_in(messages)
    }

    /// The share that is left, from 0 to 1; 1 if there were no facts.
    pub fn share(&self) -> f64 {
        if self.found == 0 { 1.0 } else { self.kept as f64 / self.found as f64 }
    }

    /// Adds the figures of another conversation.
    pub fn add(&mut self, other: &Self) {
        self.found += other.found;
        self.kept += other.kept;
        for (kind, kept) in &other.by_kind {
            let sum = self.by_kind.entry(*kind).or_default();
            sum.found += kept.found;
            sum.kept += kept.kept;
        }
    }
}

/// The facts that a conversation must not lose, to be looked for.
#[derive(Clone)]
pub struct VitalFacts<'f>(Sought<'f>);

impl<'f> VitalFacts<'f> {
    /// Takes the vital facts of a conversation, secrets included.
    pub fn of(prepared: &'f Prepared) -> Self {
        Self(prepared.facts.sought())
    }

    /// Looks for them in the messages of its shortened form, as
    /// [`Retention::measure`] does.
    pub fn kept_in<'a>(mut self, messages: impl IntoIterator<Item = &'a Message>) -> Retention {
        let messages: Vec<&Message> = messages.into_iter().collect();
        let mut also = Vec::new();
        for call in messages.iter().flat_map(|message| message.tool_calls()) {
            if call.arguments.contains('\\')
                && let Ok(arguments) = serde_json::from_str(&call.arguments)
            {
                collect_strings(arguments, &mut also);
            }
        }
        let summaries = messages.iter().filter(|message| message.kind == MessageKind::Summary);
        also.extend(summaries.flat_map(|it| texts_of(it)).flat_map(ArtifactTrail::unfolded));
        let texts = messages
            .iter()
            .flat_map(|message| texts_of(message).into_iter().chain(message.name.as_deref()))
            .chain(also.iter().map(String::as_str));
        self.0.look_in(texts);
        let mut retention = Retention::default();
        for fact in self.0.facts().iter() {
            let kind = retention.by_kind.entry(fact.kind).or_default();
            kind.found += 1;
            kind.kept += 1;
        }
        for fact in self.0.missing() {
            if let Some(kind) = retention.by_kind.get_mut(&fact.kind) {
                kind.kept -= 1;
            }
        }
        for kind in retention.by_kind.values() {
            retention.found += kind.found;
            retention.kept += kind.kept;
        }
        retention
    }
}

/// Collects the strings in JSON, except field names. The depth is bounded by
/// the parser that produced it.
fn collect_strings(value: Value, strings: &mut Vec<String>) {
    match value {
        Value::String(text) => strings.push(text),
        Value::Array(items) => items.into_iter().for_each(|item| collect_strings(item, strings)),
        Value::Object(fields) => {
            fields.into_iter().for_each(|(_, item)| collect_strings(item, strings));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::{Extra, MessageId, Part, Role, ToolCall};

    fn message(id: u64, text: &str) -> Message {
        Message::text(MessageId(id), Role::User, text)
    }

    #[test]
    fn facts_are_looked_for_letter_for_letter() {
        let before = [message(1, "Open Source/Door.cpp and mail mara@example.com")];
        let facts = Retention::vital(&before);
        let whole = Retention::measure(&facts, &before);
        assert_eq!((whole.kept, whole.share()), (whole.found, 1.0));
        // The path, and the file's name on its own.
        assert_eq!(whole.by_kind[&FactKind::Path], Kept { found: 2, kept: 2 });

        let after = Retention::measure(&facts, &[message(2, "the file was Source/Door.cpp")]);
        assert_eq!(after.found, whole.found);
        assert_eq!(after.by_kind[&FactKind::Path], Kept { found: 2, kept: 2 });
        assert_eq!(after.by_kind[&FactKind::Email], Kept { found: 1, kept: 0 });
    }

    #[test]
    fn what_is_escaped_in_arguments_is_found() {
        let call = ToolCall {
            id: "c1".into(),
            name: "open".into(),
            arguments: r#"{"path":"D:\\Work\\Tide\\Door.cpp"}"#.to_owned(),
            extra: Extra::new(),
        };
        let parts = vec![Part::ToolCall(Box::new(call))];
        let messages = [Message::new(MessageId(1), Role::Assistant, parts)];
        let facts = Retention::vital(&messages);
        assert!(facts.get(r"D:\Work\Tide\Door.cpp").is_some());
        assert_eq!(Retention::measure(&facts, &messages).share(), 1.0);
    }

    #[test]
    fn a_conversation_without_facts_keeps_all_of_them() {
        assert_eq!(Retention::measure(&FactSet::new(), &[]).share(), 1.0);
    }

    #[test]
    fn figures_of_several_conversations_add_up() {
        let one = Retention {
            found: 3,
            kept: 2,
            by_kind: BTreeMap::from([(FactKind::Path, Kept { found: 3, kept: 2 })]),
        };
        let mut sum = Retention {
            found: 1,
            kept: 1,
            by_kind: BTreeMap::from([(FactKind::Url, Kept { found: 1, kept: 1 })]),
        };
        sum.add(&one);
        assert_eq!((sum.found, sum.kept), (4, 3));
        assert_eq!(sum.by_kind.len(), 2);
    }
}
