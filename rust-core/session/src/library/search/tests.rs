use std::fs;

use vibeue_compaction::{Compaction, Rung};
use vibeue_conversation::{ErrorKind, Extra, MessageKind, Part, ToolCall, ToolResult};

use super::*;
use crate::journal::{Header, JournaledHistory, SyncPolicy, encode_spent};
use crate::library::Library;

struct Talks {
    folder: tempfile::TempDir,
    library: Library,
}

impl Talks {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        Self { folder, library }
    }

    fn begin(&self, id: &str) -> JournaledHistory {
        let path = self.library.path_of(id).unwrap();
        JournaledHistory::create(&path, Header::new(id, 1), SyncPolicy::Never).unwrap()
    }

    /// A conversation of what the user and the model say in turn.
    fn add(&self, id: &str, texts: &[&str]) {
        let mut journal = self.begin(id);
        for (number, text) in texts.iter().enumerate() {
            let role = if number % 2 == 0 { Role::User } else { Role::Assistant };
            let at = journal.history().version() + 10;
            say(&mut journal, role, text, at);
        }
    }

    fn search(&self, query: &str) -> SearchResult {
        self.library.catalogue(|| false).unwrap().search(query, 10)
    }

    fn found(&self, query: &str) -> Vec<String> {
        self.search(query).hits.into_iter().map(|hit| hit.entry.id).collect()
    }
}

fn say(journal: &mut JournaledHistory, role: Role, text: &str, at: u64) {
    let message = Message::text(journal.history().next_id(), role, text);
    journal.append(Event::Message(message), at).unwrap();
}

/// The places of the only hit, with the marks in brackets.
fn places(result: &SearchResult) -> Vec<(Option<u64>, Speaker, String)> {
    let [hit] = &result.hits[..] else { panic!("{:?}", result.hits) };
    let place = |place: &SearchPlace| {
        let mut shown = place.snippet.clone();
        for mark in place.marks.iter().rev() {
            shown.insert(mark.end, ']');
            shown.insert(mark.start, '[');
        }
        (place.message.map(|id| id.0), place.speaker, shown)
    };
    hit.places.iter().map(place).collect()
}

#[test]
fn all_words_are_needed_wherever_in_a_conversation_they_are() {
    let talks = Talks::new();
    talks.add("both", &["Open the red door", "Done: BP_DoorHinge turns."]);
    talks.add("apart", &["The door", "It is open.", "Paint it red"]);
    talks.add("one", &["A red light", "On."]);
    assert_eq!(talks.found("RED door"), ["both", "apart"]);
    assert_eq!(talks.found("hinge"), ["both"]);
    assert_eq!(talks.found("bp_door"), ["both"]);
    assert_eq!(talks.found("door doo red light"), [""; 0]);
    assert_eq!(talks.found(" \"\" "), [""; 0]);
    let result = talks.search("hinge");
    assert_eq!(
        places(&result),
        [(Some(2), Speaker::Model, "Done: BP_Door[Hinge] turns.".to_owned())]
    );
    assert_eq!((result.all, result.cut, result.unsure), (1, 0, false));
}

#[test]
fn a_phrase_stands_together_and_a_name_of_several_words_too() {
    let talks = Talks::new();
    talks.add("together", &["error: the red door is stuck", "Fixed."]);
    talks.add("apart", &["red light, blue door, door red", "ok"]);
    talks.add("names", &["see bp_door", "and Door_BP"]);
    assert_eq!(talks.found("\"red door\""), ["together"]);
    assert_eq!(talks.found("\"red doo\""), [""; 0]);
    assert_eq!(talks.found("\"red doo"), ["together"]);
    assert_eq!(talks.found("BP_Door"), ["names"]);
    assert_eq!(talks.found("\"red door\" light"), [""; 0]);
}

#[test]
fn capitals_accents_widths_and_scripts_without_blanks_are_found() {
    let talks = Talks::new();
    talks.add("german", &["Die GRÖSSE der Türen", "x"]);
    talks.add("japanese", &["ドアの扉を開けるブループリント", "はい"]);
    talks.add("wide", &["ＢＰ＿Ｇａｔｅ", "y"]);
    for (query, id) in [
        ("größe", "german"),
        ("grosse tur", "german"),
        ("扉を開け", "japanese"),
        ("\"扉を\" ドア", "japanese"),
        ("開", "japanese"),
        ("gate", "wide"),
    ] {
        assert_eq!(talks.found(query), [id], "{query}");
    }
    assert_eq!(talks.found("開扉"), [""; 0]);
    let shown = places(&talks.search("扉を開け"));
    assert_eq!(shown[0].2, "ドアの[扉を開け]るブループリント");
}

#[test]
fn titles_and_tags_count_most_then_rare_words_then_the_person() {
    let talks = Talks::new();
    talks.add("said", &["Where?", "There.", "By the airlock?"]);
    talks.add("answered", &["Where?", "By the airlock.", "There?"]);
    talks.add("named", &["Hello", "Hi"]);
    talks.add("tagged", &["Hello there", "Hi"]);
    talks.library.rename("named", "Airlock ideas", 99).unwrap();
    talks.library.tag("tagged", "airlock").unwrap();
    let result = talks.search("airlock");
    let found: Vec<&str> = result.hits.iter().map(|hit| hit.entry.id.as_str()).collect();
    assert_eq!(found[2..], ["said", "answered"], "{found:?}");
    assert!(found[..2].contains(&"named") && found[..2].contains(&"tagged"), "{found:?}");
    let named = result.hits.iter().find(|hit| hit.entry.id == "named").unwrap();
    let first = 0..7;
    assert_eq!((&named.title_marks, named.places.len()), (&vec![first], 0));
    assert_eq!(talks.found("#airlock hello"), ["tagged", "named"]);
}

#[test]
fn what_was_summarized_and_what_tools_said_is_found_and_summaries_are_not() {
    let talks = Talks::new();
    let mut journal = talks.begin("talk");
    say(&mut journal, Role::System, "You know the zeppelin.", 5);
    say(&mut journal, Role::User, "Find the walrus", 6);
    let id = journal.history().next_id();
    let call = ToolCall {
        id: "c1".into(),
        name: "find_assets".into(),
        arguments: "{\"name\":\"narwhal\"}".to_owned(),
        extra: Extra::new(),
    };
    let asks = Message::new(id, Role::Assistant, vec![Part::ToolCall(Box::new(call))]);
    journal.append(Event::Message(asks), 7).unwrap();
    let id = journal.history().next_id();
    let result = ToolResult {
        call_id: "c1".into(),
        name: None,
        parts: vec![Part::text("an octopus was found")],
        is_error: false,
        whole: None,
        ran_ms: None,
        extra: Extra::new(),
    };
    let result = Message::new(id, Role::Tool, vec![Part::ToolResult(Box::new(result))]);
    journal.append(Event::Message(result), 8).unwrap();
    say(&mut journal, Role::Assistant, "It is an octopus.", 9);
    let history = journal.history();
    let mut summary = Message::text(history.next_id(), Role::User, "a manatee in a summary");
    summary.kind = MessageKind::Summary;
    let replaced = history.view()[1..4].iter().map(|message| message.id).collect();
    let compaction = Compaction {
        replaced,
        summary: Some(summary),
        tokens_before: 2,
        tokens_after: 1,
        ..Compaction::new("", Rung::Rules)
    };
    journal.append(Event::Compaction(Box::new(compaction)), 10).unwrap();
    let speakers = |query: &str| -> Vec<Speaker> {
        talks
            .search(query)
            .hits
            .iter()
            .flat_map(|hit| hit.places.iter().map(|it| it.speaker))
            .collect()
    };
    assert_eq!(speakers("walrus"), [Speaker::Person]);
    assert_eq!(speakers("narwhal"), [Speaker::Model]);
    assert_eq!(speakers("octopus"), [Speaker::Model, Speaker::Tool]);
    for nowhere in ["zeppelin", "manatee"] {
        assert_eq!(talks.found(nowhere), [""; 0], "{nowhere}");
    }
}

#[test]
fn a_message_that_waits_is_found_and_one_that_was_withdrawn_is_not() {
    let talks = Talks::new();
    let mut journal = talks.begin("talk");
    let submit = |text: &str| Event::Submit { parts: vec![Part::text(text)] };
    journal.append(submit("the first walrus"), 2).unwrap();
    journal.append(submit("the second walrus"), 3).unwrap();
    let message = journal.history().next_id();
    journal.append(Event::Send { submit: 1, message }, 4).unwrap();
    let ids = || -> Vec<Option<u64>> {
        let mut ids: Vec<_> = places(&talks.search("walrus")).into_iter().map(|it| it.0).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(), [None, Some(message.0)]);
    journal.append(Event::Withdraw { submit: 2 }, 5).unwrap();
    assert_eq!(ids(), [Some(message.0)]);
}

#[test]
fn deleted_conversations_leave_the_search_and_come_back_to_it() {
    let talks = Talks::new();
    talks.add("one", &["the walrus", "ok"]);
    talks.add("two", &["a walrus", "ok"]);
    assert_eq!(talks.found("walrus").len(), 2);
    talks.library.discard("one", 50).unwrap();
    assert_eq!(talks.found("walrus"), ["two"]);
    talks.library.restore("one").unwrap();
    assert_eq!(talks.found("walrus").len(), 2);
    talks.library.discard("one", 60).unwrap();
    talks.library.empty_trash(u64::MAX).unwrap();
    talks.library.delete("two").unwrap();
    let index = fs::read(talks.folder.path().join("conversations.index")).unwrap();
    assert!(memchr::memmem::find(&index, b"walrus").is_none(), "no word of them is left");
}

#[test]
fn a_torn_journal_is_found_by_what_is_whole_and_stops_nobody() {
    let talks = Talks::new();
    talks.add("whole", &["the walrus", "ok"]);
    talks.add("torn", &["another walrus", "and a narwhal"]);
    let path = talks.library.path_of("torn").unwrap();
    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() - 20]).unwrap();
    assert_eq!(talks.found("walrus").len(), 2);
    assert_eq!(talks.found("narwhal"), [""; 0]);
    let mut damaged = text;
    let at = memchr::memmem::find(&damaged, b"narwhal").unwrap();
    damaged[at] = b'N';
    fs::write(&path, &damaged).unwrap();
    fs::write(talks.folder.path().join("other.jsonl"), b"\xff walrus \xfe\n").unwrap();
    let result = talks.search("walrus");
    assert_eq!(result.all, 2);
    let faults: Vec<_> = result
        .hits
        .iter()
        .map(|hit| hit.entry.fault.as_ref().map(vibeue_conversation::Error::kind))
        .collect();
    assert!(faults.contains(&Some(ErrorKind::Input)), "{faults:?}");
}

#[test]
fn a_phrase_that_is_nearly_everywhere_ends_the_search_and_says_so() {
    let talks = Talks::new();
    let texts: Vec<String> = (0..3_000).map(|number| format!("door red {number}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    talks.add("one", &texts);
    talks.add("two", &texts);
    let result = talks.search("\"red door\"");
    assert_eq!((result.all, result.unsure), (0, true));
}

#[test]
fn a_phrase_that_most_conversations_have_is_shown_whole_and_counted_everywhere() {
    let talks = Talks::new();
    let conversations = 20;
    for number in 0..conversations {
        let texts = ["A question", "扉を開ける", "開けた", "扉を開けるか"];
        talks.add(&format!("talk-{number}"), &texts);
    }
    let catalogue = talks.library.catalogue(|| false).unwrap();
    let result = catalogue.search("扉を開ける", 3);
    let places = |result: &SearchResult| -> Vec<usize> {
        result.hits.iter().map(|hit| hit.places.len()).collect()
    };
    assert_eq!(places(&result), [2, 2, 2]);
    assert_eq!((result.all, result.unsure), (conversations, false));
    let result = catalogue.search("開け", 3);
    assert_eq!(places(&result), [3, 3, 3]);
    assert_eq!((result.all, result.unsure), (conversations, false));
}

#[test]
fn what_was_said_in_another_branch_is_found_and_says_so() {
    let talks = Talks::new();
    talks.add("doors", &["paint the door", "painted", "and the window", "glazed"]);
    let path = talks.library.path_of("doors").unwrap();
    let mut journal = JournaledHistory::open(&path, SyncPolicy::Never).unwrap().journal;
    let message = Message::text(journal.history().next_id(), Role::User, "and the walrus");
    let changed = Event::Branch { before: MessageId(3), message };
    journal.append(changed, 50).unwrap();
    let branches = |word: &str| -> Vec<Option<u64>> {
        let [hit] = &talks.search(word).hits[..] else { panic!("{word}") };
        hit.places.iter().map(|place| place.branch).collect()
    };
    let words = ["painted", "window", "glazed", "walrus"];
    assert_eq!(words.map(branches), [vec![None], vec![Some(1)], vec![Some(1)], vec![None]]);
    journal.append(Event::Switch { begun: 0 }, 60).unwrap();
    assert_eq!(words.map(branches), [vec![None], vec![None], vec![None], vec![Some(2)]]);
}

#[test]
fn a_journal_with_branches_that_cannot_be_is_searched_to_its_end() {
    let talks = Talks::new();
    talks.add("doors", &["paint the door", "painted"]);
    let path = talks.library.path_of("doors").unwrap();
    let branch = |before: u64, id: u64| Event::Branch {
        before: MessageId(before),
        message: Message::text(MessageId(id), Role::User, "the walrus"),
    };
    let mut bytes = fs::read(&path).unwrap();
    let mut line = Vec::new();
    // Changes of messages that do not exist or that this very line adds, and branches that never
    // began.
    for seq in 3..900 {
        let event = match seq % 3 {
            0 => branch(999, 3),
            1 => branch(1, 1),
            _ => Event::Switch { begun: seq },
        };
        encode_spent(&mut line, seq, 5, &event, None).unwrap();
        bytes.extend_from_slice(&line);
    }
    fs::write(&path, bytes).unwrap();
    let error = JournaledHistory::open(&path, SyncPolicy::Never).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Input);
    assert_eq!(["painted", "walrus"].map(|word| talks.found(word)), [["doors"], ["doors"]]);
}
