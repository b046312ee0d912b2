//! What a call works on, as far as its arguments say.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use hashbrown::HashSet;
use serde_json::Value;

use super::arguments::Arguments;

/// What a call works on, to see whether a later call does the same work again.
#[derive(Debug, Clone, Default)]
pub(crate) struct Subject {
    /// A path, a command, a group of tests or another name.
    name: Option<Box<str>>,
    /// The ids of what it works on, each with its key.
    ids: Vec<(Box<str>, Box<str>)>,
    /// Its other texts, each with its key.
    texts: Vec<(Box<str>, Text)>,
    /// The whole text of the arguments, hashed, if nothing else is known.
    whole: u64,
}

/// A text among the arguments.
#[derive(Debug, Clone)]
enum Text {
    /// A word or a few.
    Short(Box<str>),
    /// A script, a query or prose: the words in it.
    Long(HashSet<u64>),
}

/// The arguments that name what a call works on, after those of
/// [`Arguments::named_target`].
const NAMES: [&str; 8] =
    ["filter", "test", "test_name", "name", "url", "search", "old_text", "old_string"];

/// What an id belongs to that says who acts or pays, not what is worked on.
const ACTORS: [&str; 16] = [
    "user",
    "customer",
    "client",
    "account",
    "session",
    "project",
    "tenant",
    "org",
    "organization",
    "workspace",
    "owner",
    "author",
    "payment",
    "payment_method",
    "request",
    "trace",
];

/// Texts from this length on, in bytes, are compared by their words.
const LONG: usize = 40;
/// The longest part of a text that is compared, in bytes.
const COMPARED: usize = 16 << 10;
/// Texts with fewer different words than this are the same or are not.
const FEW: usize = 12;
/// How many of the words of two texts both have, in per cent, if one is a
/// second try of the other.
const ALIKE: usize = 60;

impl Subject {
    /// Reads what a call with these arguments works on.
    pub(crate) fn of(text: &str) -> Self {
        let arguments = Arguments::read(text);
        let name = arguments.named_target().or_else(|| arguments.first(&NAMES));
        let mut subject = Self { name: name.map(Into::into), ..Self::default() };
        if name.is_some() {
            return subject;
        }
        for (key, value) in arguments.iter() {
            let shown = match value {
                Value::String(text) => text.trim().to_owned(),
                Value::Number(number) if is_id(key) => number.to_string(),
                _ => continue,
            };
            // Another way to pay is a second try of the same.
            if shown.is_empty() || key.starts_with("payment") {
                continue;
            }
            if is_id(key) && !is_actor(key) {
                subject.ids.push((key.as_str().into(), shown.into()));
            } else {
                subject.texts.push((key.as_str().into(), Text::of(&shown)));
            }
        }
        subject.whole = hashed(text);
        subject
    }

    /// A name of what is worked on, if the arguments say one.
    pub(crate) fn name(&self) -> Option<&str> {
        let id = || self.ids.first().map(|(_, id)| &**id);
        self.name.as_deref().or_else(id)
    }

    /// Returns whether a success on another subject settles a failure on this one.
    pub(crate) fn is_settled_by(&self, later: &Self) -> bool {
        if let (Some(failed), Some(succeeded)) = (&self.name, &later.name) {
            return is_about(failed, succeeded);
        }
        if self.name.is_some() || later.name.is_some() {
            return false;
        }
        if !(self.ids.is_empty() && later.ids.is_empty()) {
            return self.ids == later.ids;
        }
        if self.texts.is_empty() || later.texts.is_empty() {
            return self.whole == later.whole;
        }
        let mut shared = 0;
        let alike = self.texts.iter().all(|(key, text)| {
            let Some((_, other)) = later.texts.iter().find(|(it, _)| it == key) else {
                return true;
            };
            shared += 1;
            text.is_like(other)
        });
        alike && shared > 0
    }
}

impl Text {
    fn of(text: &str) -> Self {
        if text.len() < LONG {
            return Self::Short(text.into());
        }
        let text = &text[..text.floor_char_boundary(COMPARED)];
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        Self::Long(words.map(hashed).collect())
    }

    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Short(one), Self::Short(other)) => one == other,
            (Self::Long(one), Self::Long(other)) => {
                let shared = one.intersection(other).count();
                let all = one.len() + other.len() - shared;
                let alike = if one.len().min(other.len()) < FEW { 100 } else { ALIKE };
                shared * 100 >= all * alike
            }
            _ => false,
        }
    }
}

fn is_id(key: &str) -> bool {
    key == "id" || ["_id", "Id", "ID"].iter().any(|end| key.ends_with(end))
}

/// Returns whether an id says who acts or pays.
fn is_actor(key: &str) -> bool {
    let owner = key.trim_end_matches("Id").trim_end_matches("ID").trim_end_matches("_id");
    ACTORS.iter().any(|actor| owner.eq_ignore_ascii_case(actor))
}

/// The same for the same text, unlike the hashes of a table.
fn hashed(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Returns whether a success on one name settles a failure on another: they are the same, or one is
/// a group of tests (`Doors`, `Doors.Vault`) that contains the other.
fn is_about(failed: &str, succeeded: &str) -> bool {
    let holds = |group: &str, member: &str| {
        !group.is_empty()
            && member.strip_prefix(group).is_some_and(|rest| rest.starts_with(['.', ':']))
    };
    failed == succeeded || holds(failed, succeeded) || holds(succeeded, failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settles(failed: &str, later: &str) -> bool {
        Subject::of(failed).is_settled_by(&Subject::of(later))
    }

    #[test]
    fn a_run_of_a_group_of_tests_settles_that_of_a_member_and_the_other_way_round() {
        for (failed, succeeded) in [
            ("Tidewrack.Doors", "Tidewrack.Doors"),
            ("Tidewrack.Doors", "Tidewrack.Doors.Vault"),
            ("Tidewrack.Doors.Vault", "Tidewrack.Doors"),
            ("doors::vault", "doors"),
        ] {
            let run = |name: &str| format!(r#"{{"filter": "{name}"}}"#);
            assert!(settles(&run(failed), &run(succeeded)), "{failed} {succeeded}");
        }
        for (failed, succeeded) in [
            ("Tidewrack.Doors", "Tidewrack.DoorsOld"),
            ("Tidewrack.Doors.Vault", "Tidewrack.Doors.Airlock"),
            ("", "Tidewrack.Doors"),
            ("Tidewrack.Doors", ""),
        ] {
            let run = |name: &str| format!(r#"{{"filter": "{name}"}}"#);
            assert!(!settles(&run(failed), &run(succeeded)), "{failed} {succeeded}");
        }
    }

    #[test]
    fn a_second_try_with_other_values_is_about_the_same() {
        let names = r#"["NetPile_A", "NetPile_B", "NetHang_Dry"]"#;
        let enable = |head: &str, folder: &str| {
            let code = format!(
                "{head} = {names}\nsub = unreal.get_editor_subsystem(unreal.StaticMeshEditorSubsystem)\n\
                 for n in {head}:\n    mesh = unreal.EditorAssetLibrary.load_asset('{folder}' + n)\n    \
                 s = sub.get_nanite_settings(mesh)\n    s.enabled = True\n    sub.set_nanite_settings(mesh, s)"
            );
            serde_json::json!({ "code": code, "timeout_seconds": 90 }).to_string()
        };
        let search = "return int(value.total_seconds() / base_unit.total_seconds())";
        let edit =
            |with: &str| serde_json::json!({ "search": search, "replace": with }).to_string();
        let book = |origin: &str, paid: u64| {
            serde_json::json!({"user_id": "ann_7", "origin": origin, "destination": "ORD",
                "payments": [{"payment_id": "card_1", "amount": paid}]})
            .to_string()
        };
        let change = |id: &str, cabin: &str, card: &str| {
            serde_json::json!({"reservation_id": id, "cabin": cabin, "payment_id": card})
                .to_string()
        };
        for (failed, later) in [
            (enable("names", "/Game/Harbour/Meshes/SM_"), enable("paths", "/Game/Harbour/")),
            (edit("return round(value)"), edit("        return int(round(value))")),
            (book("EWR", 340), book("EWR", 280)),
            (change("OBUT9V", "economy", "gift_1"), change("OBUT9V", "business", "card_2")),
            (r#"{"issueId": 7}"#.to_owned(), r#"{"issueId": 7, "body": "x"}"#.to_owned()),
            ("{}".to_owned(), "{}".to_owned()),
            (String::new(), String::new()),
        ] {
            assert!(settles(&failed, &later), "{failed} {later}");
        }
        let query =
            |id: u64| format!(r#"{{"query": "select * from the doors where the id = {id}"}}"#);
        let other = r#"{"code": "world = unreal.get_editor_subsystem(unreal.UnrealEditorSubsystem).get_editor_world()\nprint(world)"}"#;
        for (failed, later) in [
            (enable("names", "/Game/Harbour/Meshes/SM_"), other.to_owned()),
            (book("EWR", 340), book("SFO", 340)),
            (change("OBUT9V", "economy", "gift_1"), change("Q0ZF0J", "economy", "gift_1")),
            (query(7), query(8)),
            (r#"{"user_id": "ann_7"}"#.to_owned(), r#"{"user_id": "bo_8"}"#.to_owned()),
            (r#"{"path": "a.cpp"}"#.to_owned(), r#"{"user_id": "bo_8"}"#.to_owned()),
            (r#"{"line": 7}"#.to_owned(), r#"{"line": 8}"#.to_owned()),
        ] {
            assert!(!settles(&failed, &later), "{failed} {later}");
        }
    }
}
