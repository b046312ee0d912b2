//! What calls changed outside of files and assets: what was booked, cancelled,
//! sent. Whoever continues must neither do it twice nor take it as undone.

use hashbrown::{HashMap, HashSet};
use serde_json::{Map, Value};

use super::line::one_line;
use super::results::asked;
use super::worth;
use crate::digest;
use crate::digest::arguments::Arguments;
use crate::digest::family::{ASSET_KEYS, CODE_KEYS, COMMAND_KEYS, FILE_KEYS, words};
use vibeue_conversation::{MessageId, ToolCall};

/// What calls changed, in the order in which they did; written like the
/// artifact trail in every summary and read back by the next one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Deeds {
    deeds: Vec<Deed>,
    index: HashMap<Key, usize>,
    /// How many more an older summary had no room for.
    earlier: u64,
}

/// Tool, what it was done to, and whether it failed.
type Key = (Box<str>, Box<str>, bool);

#[derive(Debug, Clone, PartialEq)]
struct Deed {
    tool: Box<str>,
    /// The short arguments that say how: `cabin=economy`.
    how: Box<str>,
    /// What was changed or made: an id, or the tool's own sentence.
    what: Box<str>,
    /// The last message that reports it.
    id: MessageId,
    failed: bool,
    /// A failure that a success settled.
    settled: bool,
}

/// How a line begins of what was done, and of what failed.
const DONE: &str = "✓ ";
const FAILED: &str = "❌ ";
/// The beginning of the line that counts what there was no room for.
const MORE: &str = "✓ earlier: ";

/// Longer arguments and results are not read.
const LONGEST: usize = 16 << 10;
/// The longest sentence of a tool that says what it did, in bytes.
const SENTENCE: usize = 120;
/// The longest name of what was changed, in bytes.
const NAME: usize = 60;
/// The maximum number of bytes that say how, and the longest value of it.
const HOW: usize = 36;
const HOW_VALUE: usize = 24;

impl Deeds {
    /// Reads a call that changes something, and its outcome.
    pub(super) fn add(&mut self, call: &ToolCall, result: &str, failed: bool, id: MessageId) {
        let given = asked(&call.arguments);
        let Some((key, about)) = about(&given) else { return };
        let made = if failed { None } else { made(result, key, about, &given) };
        let what = match made {
            Some(made) => made,
            None if !failed || about.contains(char::is_alphanumeric) => about.to_owned(),
            None => return,
        };
        // Without an id and a sentence, a longer text says nothing about what was done.
        if what.is_empty() || (what == about && what.contains(' ')) {
            return;
        }
        let what = flat(&one_line(&what, SENTENCE));
        let how = how(&given, about, &what);
        let about = flat(about);
        if !failed && let Some(&at) = self.index.get(&(call.name.clone(), about.into(), true)) {
            self.deeds[at].settled = true;
        }
        let (how, what) = (how.into(), what.into());
        self.note(Deed { tool: call.name.clone(), how, what, id, failed, settled: false });
    }

    fn note(&mut self, deed: Deed) {
        let key = (deed.tool.clone(), deed.what.clone(), deed.failed);
        match self.index.get(&key) {
            Some(&at) => self.deeds[at] = deed,
            None => {
                self.index.insert(key, self.deeds.len());
                self.deeds.push(deed);
            }
        }
    }

    /// Reads a line of an older summary whose first message is `first`; returns whether it was one
    /// of deeds.
    pub(super) fn parse_line(&mut self, line: &str, first: MessageId) -> bool {
        if let Some(more) = line.strip_prefix(MORE) {
            let count = more.split(' ').next().and_then(|count| count.parse::<u64>().ok());
            self.earlier += count.unwrap_or(0);
            return count.is_some();
        }
        let (line, failed) = match (line.strip_prefix(DONE), line.strip_prefix(FAILED)) {
            (Some(line), _) => (line, false),
            (None, Some(line)) => (line, true),
            (None, None) => return false,
        };
        let Some((head, list)) = line.split_once(": ") else { return false };
        let (tool, how) = head.split_once(' ').unwrap_or((head, ""));
        for item in list.split(", ").filter(|item| !item.is_empty()) {
            let dated = item
                .rsplit_once(" m")
                .and_then(|(what, id)| id.parse().ok().map(|id| (what, MessageId(id))));
            let (what, id) = dated.unwrap_or((item, first));
            self.note(Deed {
                tool: tool.into(),
                how: how.into(),
                what: what.into(),
                id,
                failed,
                settled: false,
            });
        }
        true
    }

    /// Without those that failed in one of these messages.
    pub(super) fn without_failed(&self, messages: &HashSet<u64>) -> Self {
        let mut left = Self { earlier: self.earlier, ..Self::default() };
        let is_open = |deed: &&Deed| deed.failed && messages.contains(&deed.id.0);
        self.deeds.iter().filter(|deed| !is_open(deed)).for_each(|deed| left.note(deed.clone()));
        left
    }

    /// Without those that one of the texts names.
    pub(super) fn unnamed(&self, texts: &[&str]) -> Self {
        let mut left = Self { earlier: self.earlier, ..Self::default() };
        let named = |deed: &&Deed| texts.iter().any(|text| text.contains(&*deed.what));
        self.deeds.iter().filter(|deed| !named(deed)).for_each(|deed| left.note(deed.clone()));
        left
    }

    /// A line per tool and way, within about `budget` tokens as `cost` counts them. If that does
    /// not suffice, only names, within `most`; if they do not fit either, the latest of them, and
    /// how many came before.
    pub(super) fn lines_within(
        &self,
        budget: u64,
        most: u64,
        cost: impl Fn(&str) -> u64,
    ) -> Vec<String> {
        let deeds: Vec<&Deed> = self.deeds.iter().filter(|deed| !deed.settled).collect();
        let full = self.lines(&deeds, true);
        let size = |lines: &[String]| lines.iter().map(|line| cost(line)).sum::<u64>();
        if size(&full) <= budget {
            return full;
        }
        let names = self.lines(&deeds, false);
        if size(&names) <= most {
            return names;
        }
        // Names of tools are written once; a list of few deeds is dearer than this says.
        let mut left = most;
        let fits = deeds.iter().rev().take_while(|deed| {
            let price = cost(&deed.what) + 2;
            left.checked_sub(price).is_some_and(|rest| {
                left = rest;
                true
            })
        });
        let mut kept = fits.count();
        loop {
            let lines = self.lines(&deeds[deeds.len() - kept..], false);
            if kept == 0 || size(&lines) <= most {
                return if kept == 0 { Vec::new() } else { lines };
            }
            kept = kept * 3 / 4;
        }
    }

    fn lines(&self, deeds: &[&Deed], full: bool) -> Vec<String> {
        let mut places: HashMap<(&str, &str, bool), usize> = HashMap::new();
        let mut lines: Vec<String> = Vec::new();
        for deed in deeds {
            let how = if full { &*deed.how } else { "" };
            let at = *places.entry((&*deed.tool, how, deed.failed)).or_insert(lines.len());
            if at == lines.len() {
                let mark = if deed.failed { FAILED } else { DONE };
                let gap = if how.is_empty() { "" } else { " " };
                lines.push(format!("{mark}{}{gap}{how}: ", deed.tool));
            } else {
                lines[at].push_str(", ");
            }
            lines[at].push_str(&deed.what);
            if full {
                lines[at].push_str(&format!(" {}", deed.id));
            }
        }
        let shown = deeds.len();
        let all = self.deeds.iter().filter(|deed| !deed.settled).count();
        let more = self.earlier + (all - shown) as u64;
        if more > 0 {
            lines.insert(0, format!("{MORE}{more} more"));
        }
        lines
    }
}

/// First words of the names of tools that do something and change nothing that
/// would be done twice: what they touch is in the artifact trail.
const WORKS: [&str; 26] = [
    "run", "execute", "exec", "eval", "build", "compile", "test", "take", "open", "goto", "go",
    "scroll", "click", "hover", "press", "type", "wait", "navigate", "console", "edit", "insert",
    "append", "submit", "select", "print", "log",
];

/// Returns whether a call changes something other than files and assets.
pub(super) fn changes_something(call: &ToolCall) -> bool {
    if worth::is_look(&call.name) || call.arguments.len() > LONGEST {
        return false;
    }
    let words = words(worth::own_name(&call.name));
    if words.iter().next().is_none_or(|verb| WORKS.contains(&verb)) {
        return false;
    }
    let arguments = Arguments::read(&call.arguments);
    let lists = ["paths", "files", "file_paths", "filenames", "assets", "asset_paths"];
    let keys = [&FILE_KEYS[..], &ASSET_KEYS, &COMMAND_KEYS, &CODE_KEYS, &lists];
    !keys.iter().any(|keys| keys.iter().any(|key| arguments.get(key).is_some()))
}

/// Which of a call's values names what it is about: an id that is not that of a person, another id,
/// or the first value.
fn about(given: &[(String, String)]) -> Option<(&str, &str)> {
    let ids = || given.iter().filter(|(key, _)| is_id(key));
    let found = ids().find(|(key, _)| !is_person(key)).or_else(|| ids().next());
    found.or_else(|| given.first()).map(|(key, value)| (key.as_str(), value.as_str()))
}

fn is_id(key: &str) -> bool {
    key == "id" || key.ends_with("_id") || key.ends_with("Id")
}

fn is_person(key: &str) -> bool {
    ["user", "customer", "account", "owner", "author", "payment"]
        .iter()
        .any(|word| key.starts_with(word))
}

/// What a call made: the id in its result that the call did not know, or what
/// the tool says in a sentence.
fn made(result: &str, key: &str, about: &str, given: &[(String, String)]) -> Option<String> {
    let result = result.trim();
    if result.len() > LONGEST {
        return None;
    }
    if result.starts_with('{') {
        let fields: Map<String, Value> = serde_json::from_str(result).ok()?;
        if !is_person(key) && text(fields.get(key)).is_some_and(|value| value == about) {
            return None;
        }
        let known = |value: &String| given.iter().any(|it| it.1 == *value);
        let ids = fields.iter().filter(|(key, _)| is_id(key) && !is_person(key));
        return ids.filter_map(|(_, value)| text(Some(value))).find(|value| !known(value));
    }
    let sentence = result.len() <= SENTENCE && !result.contains('\n') && result.contains(' ');
    let names =
        |word: &str| word.len() >= 4 && word.bytes().filter(u8::is_ascii_digit).count() >= 2;
    let is_about = result.contains(about) || result.split(' ').any(names) || about.contains(' ');
    (sentence && is_about).then(|| result.to_owned())
}

/// An id as text.
fn text(value: Option<&Value>) -> Option<String> {
    let text = match value? {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!text.is_empty() && text.len() <= NAME).then_some(text)
}

/// The short values that say how it was done.
fn how(given: &[(String, String)], about: &str, what: &str) -> String {
    let plain = |value: &str| {
        value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
    };
    let mut details = String::new();
    for (key, value) in given {
        let is_new = !is_id(key) && value != about && !what.contains(value.as_str());
        let size = key.len() + 1 + value.len();
        if is_new && value.len() <= HOW_VALUE && plain(value) && details.len() + size <= HOW {
            details.push_str(if details.is_empty() { "" } else { " " });
            details.push_str(key);
            details.push('=');
            details.push_str(value);
        }
    }
    details
}

/// A name that can be put in a list.
fn flat(text: &str) -> String {
    let text = if text.contains(", ") { text.replace(", ", " ") } else { text.to_owned() };
    digest::neutralize(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::Extra;

    fn call(name: &str, arguments: &str) -> ToolCall {
        ToolCall {
            id: "c".into(),
            name: name.into(),
            arguments: arguments.to_owned(),
            extra: Extra::new(),
        }
    }

    fn of(calls: &[(&str, &str, &str, bool)]) -> Deeds {
        let mut deeds = Deeds::default();
        for (id, (name, arguments, result, failed)) in (1..).zip(calls) {
            let call = call(name, arguments);
            if changes_something(&call) {
                deeds.add(&call, result, *failed, MessageId(id));
            }
        }
        deeds
    }

    fn words(text: &str) -> u64 {
        text.split(' ').count() as u64
    }

    #[test]
    fn what_calls_changed_is_told_by_tool_and_way_and_what_they_only_read_is_not() {
        let deeds = of(&[
            ("get_order", r#"{"order_id": "W1"}"#, r#"{"order_id": "W1"}"#, false),
            (
                "update_trip",
                r#"{"trip_id": "JG7", "cabin": "economy"}"#,
                r#"{"trip_id": "JG7", "user_id": "ann_7"}"#,
                false,
            ),
            (
                "update_trip",
                r#"{"trip_id": "LQ9", "cabin": "economy"}"#,
                r#"{"trip_id": "LQ9"}"#,
                false,
            ),
            ("update_trip", r#"{"trip_id": "X7B", "cabin": "economy"}"#, "Error: full", true),
            (
                "book_trip",
                r#"{"user_id": "ann_7", "to": "SEA"}"#,
                r#"{"trip_id": "NEW", "user_id": "ann_7"}"#,
                false,
            ),
            (
                "send_certificate",
                r#"{"user_id": "ann_7", "amount": 50}"#,
                "Certificate certificate_32 added to ann_7, with amount 50.",
                false,
            ),
            ("edit_file", r#"{"path": "Door.h"}"#, "ok", false),
            ("execute_python", r#"{"code": "print(1)"}"#, "1", false),
            ("take_screenshot", r#"{"name": "door_1"}"#, "ok", false),
        ]);
        assert_eq!(
            deeds.lines_within(100, 100, words),
            [
                "✓ update_trip cabin=economy: JG7 m2, LQ9 m3",
                "❌ update_trip cabin=economy: X7B m4",
                "✓ book_trip to=SEA: NEW m5",
                "✓ send_certificate: Certificate certificate_32 added to ann_7 with amount 50. m6",
            ]
        );
    }

    #[test]
    fn a_success_settles_the_failures_before_it() {
        let deeds = of(&[
            ("book_trip", r#"{"user_id": "ann_7"}"#, "Error: 957 of 1002", true),
            ("book_trip", r#"{"user_id": "ann_7"}"#, "Error: 972 of 1002", true),
        ]);
        assert_eq!(deeds.lines_within(100, 100, words), ["❌ book_trip: ann_7 m2"]);
        let deeds = of(&[
            ("book_trip", r#"{"user_id": "ann_7"}"#, "Error: 957 of 1002", true),
            ("book_trip", r#"{"user_id": "ann_7"}"#, r#"{"trip_id": "NEW"}"#, false),
        ]);
        assert_eq!(deeds.lines_within(100, 100, words), ["✓ book_trip: NEW m2"]);
    }

    #[test]
    fn what_was_written_is_read_back_and_names_come_before_how() {
        let deeds = of(&[
            ("update_trip", r#"{"trip_id": "JG7", "cabin": "economy"}"#, "{}", false),
            ("update_trip", r#"{"trip_id": "LQ9", "cabin": "first"}"#, "Error", true),
            ("cancel_trip", r#"{"trip_id": "X7B"}"#, "{}", false),
        ]);
        let read = |lines: &[String]| {
            let mut again = Deeds::default();
            assert!(lines.iter().all(|line| again.parse_line(line, MessageId(9))), "{lines:?}");
            again
        };
        let full = deeds.lines_within(100, 100, words);
        assert_eq!(read(&full).lines_within(100, 100, words), full);
        let names = deeds.lines_within(10, 100, words);
        assert_eq!(names, ["✓ update_trip: JG7", "❌ update_trip: LQ9", "✓ cancel_trip: X7B"]);
        assert_eq!(read(&names).lines_within(10, 100, words), names);
        let few = deeds.lines_within(1, 7, words);
        assert_eq!(few, ["✓ earlier: 2 more", "✓ cancel_trip: X7B"]);
        let mut again = read(&few);
        again.note(Deed { what: "ZZ".into(), ..again.deeds[0].clone() });
        assert_eq!(
            again.lines_within(100, 100, words),
            ["✓ earlier: 2 more", "✓ cancel_trip: X7B m9, ZZ m9"]
        );
        assert!(!Deeds::default().parse_line("m4: [✓ look]", MessageId(1)));
    }

    #[test]
    fn what_notes_name_is_not_told_twice() {
        let deeds = of(&[
            ("cancel_trip", r#"{"trip_id": "X7B"}"#, "{}", false),
            ("cancel_trip", r#"{"trip_id": "Y8C"}"#, "{}", false),
        ]);
        let left = deeds.unnamed(&["X7B was cancelled (m1)"]);
        assert_eq!(left.lines_within(100, 100, words), ["✓ cancel_trip: Y8C m2"]);
    }
}
