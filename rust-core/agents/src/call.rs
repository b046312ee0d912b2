//! A call that an agent makes and runs itself.

use agent_client_protocol_schema::v1::{
    ContentBlock, Diff, ToolCallContent, ToolCallLocation, ToolCallStatus, ToolCallUpdateFields,
    ToolKind,
};
use std::time::Instant;

use serde_json::{Value, json};
use vibeue_conversation::{Extra, Image, ImageSource, Part};
use vibeue_tools::{CallEnd, RunTime, ToolAnswer};

use crate::shown::{MOST_NAMED, MOST_SHOWN, cut, row, shortened};

/// The maximum number of bytes that are kept of a path.
const MOST_PATH: usize = 4_096;

/// The maximum number of bytes that are kept of the title of a call that is over, or for which
/// there is no room.
const MOST_LATE: usize = 200;

/// A call that an agent makes and runs itself.
#[derive(Debug, Clone, Default)]
pub(crate) struct Call {
    title: String,
    pub(crate) kind: ToolKind,
    pub(crate) status: ToolCallStatus,
    content: Vec<ToolCallContent>,
    locations: Vec<ToolCallLocation>,
    /// The number of locations that are not kept.
    more_locations: usize,
    input: Option<Value>,
    output: Option<Value>,
    /// The bytes that are kept of its content, input, output, and the rest.
    weights: [usize; 4],
    /// Whether there was no room for a part of it.
    pub(crate) is_cut: bool,
    /// Whether it condenses the agent's context.
    pub(crate) is_compaction: bool,
    /// Whether the session continued while it ran, so that its end must be reported.
    pub(crate) is_left: bool,
    /// The turn of the session in which the user allowed it.
    pub(crate) allowed_in: Option<u64>,
    times: Times,
}

/// When there was news about a call.
#[derive(Debug, Clone, Copy, Default)]
struct Times {
    first: Option<Instant>,
    /// When it was seen to run, or was allowed.
    begun: Option<Instant>,
    over: Option<Instant>,
}

impl Call {
    /// Applies an update; `weight` is the length of the message, and `room` the number of bytes for
    /// which there is room.
    pub(crate) fn update(&mut self, mut fields: ToolCallUpdateFields, weight: usize, room: usize) {
        self.is_cut |= !self.weigh(&mut fields, weight, room);
        let most = if room > MOST_PATH * MOST_NAMED { MOST_SHOWN } else { MOST_LATE };
        if let Some(title) = fields.title {
            self.title = shortened(&title, most);
        }
        if let Some(locations) = fields.locations {
            self.locate(locations, most == MOST_SHOWN);
        }
        self.weights[3] = self.title.len() + self.locations.iter().map(place_weight).sum::<usize>();
        self.kind = fields.kind.unwrap_or(self.kind);
        // A call that ended does not begin again.
        if !self.is_over() {
            self.status = fields.status.unwrap_or(self.status);
        }
        self.content = fields.content.unwrap_or_else(|| std::mem::take(&mut self.content));
        self.input = fields.raw_input.or_else(|| self.input.take());
        self.output = fields.raw_output.or_else(|| self.output.take());
    }

    /// Counts what replaces the old values. If there is no room, neither is kept, because the old
    /// values no longer apply.
    fn weigh(&mut self, fields: &mut ToolCallUpdateFields, weight: usize, room: usize) -> bool {
        let has =
            [fields.content.is_some(), fields.raw_input.is_some(), fields.raw_output.is_some()];
        let Some(slot) = has.iter().position(|has| *has) else { return true };
        let before = self.weight();
        for (kept, has) in self.weights.iter_mut().zip(has) {
            *kept = if has { 0 } else { *kept };
        }
        if (self.weight() + weight).saturating_sub(before) <= room {
            self.weights[slot] = weight;
            return true;
        }
        if fields.content.take().is_some() {
            self.content = Vec::new();
        }
        if fields.raw_input.take().is_some() {
            self.input = None;
        }
        if fields.raw_output.take().is_some() {
            self.output = None;
        }
        false
    }

    fn locate(&mut self, mut locations: Vec<ToolCallLocation>, has_room: bool) {
        let all = locations.len();
        locations.retain(|location| place_weight(location) <= MOST_PATH);
        locations.truncate(if has_room { MOST_NAMED } else { 0 });
        locations.iter_mut().for_each(|location| location.meta = None);
        locations.shrink_to_fit();
        self.more_locations = all - locations.len();
        self.locations = locations;
    }

    /// Appends more of its content.
    pub(crate) fn append(&mut self, mut content: ToolCallContent, weight: usize, room: usize) {
        if weight > room {
            self.is_cut = true;
            return;
        }
        self.weights[0] += weight;
        // A text that arrives in pieces is joined.
        if let (Some(ContentBlock::Text(before)), Some(ContentBlock::Text(more))) =
            (self.content.last_mut().and_then(block_of), block_of(&mut content))
        {
            before.text.push_str(&more.text);
            return;
        }
        self.content.push(content);
    }

    /// The bytes that are kept of it.
    pub(crate) fn weight(&self) -> usize {
        self.weights.iter().sum()
    }

    /// Drops everything except how it ended.
    pub(crate) fn forget(&mut self) {
        (self.content, self.locations) = (Vec::new(), Vec::new());
        (self.input, self.output) = (None, None);
        self.title = shortened(&self.title, MOST_LATE);
        self.weights = [0, 0, 0, self.title.len()];
    }

    /// Notes that there is news about it.
    pub(crate) fn touch(&mut self, now: Instant) {
        let Times { first, begun, over } = &mut self.times;
        first.get_or_insert(now);
        match self.status {
            ToolCallStatus::InProgress => {
                begun.get_or_insert(now);
            }
            ToolCallStatus::Completed | ToolCallStatus::Failed => {
                over.get_or_insert(now);
            }
            _ => {}
        }
    }

    /// The user has just allowed it, in this turn of the session: the wait for that does not count
    /// as running.
    pub(crate) fn allowed(&mut self, turn: u64, now: Instant) {
        self.allowed_in = Some(turn);
        self.times.begun = Some(now);
    }

    /// How long it ran: from when it was seen to run, otherwise from the first report, to its end.
    /// A call that was reported all at once has no duration.
    fn ran(&self) -> RunTime {
        let Times { first, begun, over } = self.times;
        match (begun.or(first), over) {
            (Some(began), Some(over)) if over > began => {
                let ran = over.duration_since(began).as_millis();
                RunTime::Known(u64::try_from(ran).unwrap_or(u64::MAX))
            }
            _ => RunTime::Unknown,
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.status, ToolCallStatus::Completed | ToolCallStatus::Failed)
    }

    /// Whether it was seen to run.
    pub(crate) fn has_begun(&self) -> bool {
        self.status != ToolCallStatus::Pending
    }

    /// Returns whether it shows exactly this text replacing the current content of a file; `None`
    /// if the file does not exist.
    pub(crate) fn shows_writing(&self, path: &str, before: Option<&str>, text: &str) -> bool {
        // Some agents show a missing file as an empty one.
        let holds = |shown: Option<&str>| {
            shown == before || before.is_none() && shown.is_some_and(str::is_empty)
        };
        self.changes().any(|diff| {
            diff.path.as_os_str() == path
                && diff.new_text == text
                && holds(diff.old_text.as_deref())
        })
    }

    /// The files that it changes.
    pub(crate) fn changes(&self) -> impl Iterator<Item = &Diff> {
        self.content.iter().filter_map(|content| match content {
            ToolCallContent::Diff(diff) => Some(diff),
            _ => None,
        })
    }

    /// Its title.
    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// What is shown besides its changes: words, places, input.
    pub(crate) fn details(&self) -> String {
        let mut text = String::new();
        if self.is_cut {
            text.push_str(NO_ROOM);
            text.push('\n');
        }
        for place in self.places() {
            text.push_str(&place);
            text.push('\n');
        }
        if self.more_locations > 0 {
            text.push_str(&format!("[{} more places]\n", self.more_locations));
        }
        let words = self.content.iter().filter(|it| !matches!(it, ToolCallContent::Diff(_)));
        for part in words.filter_map(part) {
            match part {
                Part::Text { text: words, .. } => text.push_str(&words),
                _ => text.push_str("[picture]"),
            }
            text.push('\n');
        }
        match &self.input {
            None | Some(Value::Null) => {}
            Some(Value::String(input)) => text.push_str(input),
            Some(input) => {
                text.push_str(&serde_json::to_string_pretty(input).unwrap_or_default());
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn places(&self) -> impl Iterator<Item = String> {
        self.locations.iter().map(|location| {
            let path = location.path.display();
            location.line.map_or_else(|| path.to_string(), |line| format!("{path}:{line}"))
        })
    }

    /// What a row shows, as arguments of the session's call.
    pub(crate) fn shown(&self) -> Value {
        let mut shown = json!({ "title": self.title });
        if self.is_cut {
            shown["left_out"] = NO_ROOM.into();
        }
        if !self.locations.is_empty() {
            shown["places"] = self.places().collect();
        }
        if self.more_locations > 0 {
            shown["more_places"] = self.more_locations.into();
        }
        if let Some(input) = &self.input {
            let text = input.to_string();
            let short = text.len() <= MOST_SHOWN;
            shown["input"] = if short { input.clone() } else { Value::String(cut(&text)) };
        }
        let changes: Vec<Value> = self.changes().take(MOST_NAMED).map(row).collect();
        if !changes.is_empty() {
            shown["changes"] = changes.into();
        }
        if let more @ 1.. = self.changes().skip(MOST_NAMED).count() {
            shown["more_changes"] = more.into();
        }
        shown
    }

    /// Its result, as a tool's answer.
    pub(crate) fn answer(&self) -> ToolAnswer {
        let mut parts: Vec<Part> = self.content.iter().filter_map(part).collect();
        if parts.is_empty()
            && let Some(output) = self.output.as_ref().filter(|output| !output.is_null())
        {
            let text = output.as_str().map_or_else(|| output.to_string(), str::to_owned);
            parts.push(Part::text(text));
        }
        let end = match self.status {
            ToolCallStatus::Failed => CallEnd::Failed,
            _ => CallEnd::Done,
        };
        if self.is_cut {
            parts.push(Part::text(NO_ROOM));
        }
        if parts.is_empty() {
            parts.push(Part::text(match (self.is_compaction, end) {
                (true, CallEnd::Done) => "the agent condensed its own context",
                (true, _) => "the agent could not condense its own context",
                (false, CallEnd::Done) => "done",
                (false, _) => "failed",
            }));
        }
        ToolAnswer { parts, end, ran: self.ran() }
    }
}

/// Shown for a call that was not kept completely.
pub(crate) const NO_ROOM: &str =
    "[a part of this call is not shown: the agent's turn holds too much already]";

fn block_of(content: &mut ToolCallContent) -> Option<&mut ContentBlock> {
    match content {
        ToolCallContent::Content(content) => Some(&mut content.content),
        _ => None,
    }
}

fn place_weight(location: &ToolCallLocation) -> usize {
    location.path.as_os_str().len()
}

fn part(content: &ToolCallContent) -> Option<Part> {
    match content {
        ToolCallContent::Content(content) => block(&content.content),
        ToolCallContent::Diff(diff) => Some(Part::text(format!("changed {}", diff.path.display()))),
        // Terminals are not offered to agents.
        _ => None,
    }
}

/// A block as a part of a message.
pub(crate) fn block(block: &ContentBlock) -> Option<Part> {
    match block {
        ContentBlock::Text(text) => Some(Part::text(text.text.clone())),
        ContentBlock::Image(image) => {
            let source = ImageSource::Base64 {
                media_type: image.mime_type.as_str().into(),
                data: image.data.as_str().into(),
            };
            Some(Part::Image(Box::new(Image { source, detail: None, extra: Extra::new() })))
        }
        ContentBlock::ResourceLink(link) => Some(Part::text(format!("[{}]", link.uri))),
        ContentBlock::Audio(_) => Some(Part::text("[audio]")),
        other => {
            let resource = serde_json::to_value(other).ok()?;
            let text = resource.pointer("/resource/text").and_then(Value::as_str)?;
            Some(Part::text(text.to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(value: Value) -> ToolCallUpdateFields {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn what_an_update_does_not_say_stays_and_what_ended_stays_ended() {
        let mut call = Call::default();
        let mut update = |it: Value| call.update(fields(it), 100, 1_000_000);
        update(json!({
            "title": "Edit a", "kind": "edit", "status": "in_progress", "rawInput": {"a": 1},
            "locations": [{"path": "/a", "line": 3}],
            "content": [{"type": "diff", "path": "/a", "oldText": "x", "newText": "y"}],
        }));
        update(json!({"status": "completed"}));
        update(json!({"status": "in_progress", "kind": "no such kind"}));
        assert_eq!(
            call.shown(),
            json!({
                "title": "Edit a", "places": ["/a:3"], "input": {"a": 1},
                "changes": [{"path": "/a", "before": "x", "after": "y"}],
            })
        );
        assert_eq!(call.answer(), ToolAnswer::text("changed /a").that_ran(RunTime::Unknown));
        assert!(call.shows_writing("/a", Some("x"), "y"));
        for (path, before, text) in [
            ("/a", Some("x"), "z"),
            ("/b", Some("x"), "y"),
            ("/a", Some("w"), "y"),
            ("/a", None, "y"),
        ] {
            assert!(!call.shows_writing(path, before, text), "{path} {before:?} {text}");
        }
        // As Gemini CLI shows a new file.
        let new = json!([{"type": "diff", "path": "/n", "oldText": "", "newText": "y"}]);
        call.update(fields(json!({ "content": new })), 100, 1_000_000);
        assert!(call.shows_writing("/n", None, "y"));
        assert!(call.shows_writing("/n", Some(""), "y"));
        assert!(!call.shows_writing("/n", Some("x"), "y"));
    }

    #[test]
    fn a_call_that_failed_gives_its_output_and_says_so() {
        let mut call = Call::default();
        call.update(fields(json!({"status": "failed", "rawOutput": {"code": 2}})), 1, 10);
        let failed = ToolAnswer::error("{\"code\":2}").that_ran(RunTime::Unknown);
        assert_eq!(call.answer(), failed);
    }

    #[test]
    fn a_call_ran_from_when_it_was_seen_to_run_or_allowed_to_its_end() {
        let began = Instant::now();
        let at = |ms| began + std::time::Duration::from_millis(ms);
        let ran = |heard: &[(u64, &str)], allowed: Option<u64>| {
            let mut call = Call::default();
            for (ms, status) in heard {
                call.update(fields(json!({"status": status})), 1, 10);
                call.touch(at(*ms));
                if let Some(allowed) = allowed.filter(|_| *status == "pending") {
                    call.allowed(1, at(allowed));
                }
            }
            call.answer().ran
        };
        let whole =
            [(0, "pending"), (300, "in_progress"), (400, "in_progress"), (900, "completed")];
        assert_eq!(ran(&whole, None), RunTime::Known(600));
        assert_eq!(ran(&[(0, "pending"), (900, "failed")], None), RunTime::Known(900));
        assert_eq!(ran(&[(0, "pending"), (900, "failed")], Some(850)), RunTime::Known(50));
        assert_eq!(ran(&[(0, "completed")], None), RunTime::Unknown);
        assert_eq!(ran(&[(0, "in_progress")], None), RunTime::Unknown);
    }

    #[test]
    fn what_comes_again_takes_the_room_of_what_was_there() {
        let mut call = Call::default();
        let output = |text: &str| fields(json!({"rawOutput": text}));
        for _ in 0..3 {
            call.update(output("x"), 600, 1_000 - call.weight());
        }
        assert_eq!((call.weight(), call.is_cut), (600, false));
        call.update(output("more"), 1_001, 1_000 - call.weight());
        assert_eq!((call.weight(), call.output.clone()), (0, None));
        assert_eq!(call.shown()["left_out"], NO_ROOM);
        call.forget();
        assert_eq!((call.weight(), call.output.clone()), (0, None));
    }

    #[test]
    fn a_title_and_places_are_kept_as_far_as_a_row_shows_them() {
        let mut call = Call::default();
        let places: Vec<Value> = (0..30).map(|at| json!({"path": format!("/{at}")})).collect();
        let long = "x".repeat(5_000);
        call.update(fields(json!({"title": long, "locations": places})), 10_000, 1 << 20);
        let shown = call.shown();
        assert!(
            shown["title"].as_str().unwrap().ends_with("x… [1000 more characters are not shown]")
        );
        assert_eq!(
            (shown["places"].as_array().unwrap().len(), &shown["more_places"]),
            (20, &json!(10))
        );
        assert!(call.weight() < 5_000, "{}", call.weight());
    }
}
