//! Pages that are read again.

use std::collections::BTreeSet;

use proptest::collection::{btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;
use vibeue_compaction::rules::Envelope;
use vibeue_conversation::{
    Error, ErrorKind, Extra, Image, ImageSource, Message, MessageId, MessageKind, Part, Role,
    ToolCall, ToolResult,
};

use super::placeholder::{IMAGE, is_image};
use super::summary;
use super::talk::Talk;
use super::{read, write};
use crate::History;
use crate::writing::{Attachment, AttachmentKind};

/// Words that mean something on a page.
const WORDS: [&str; 26] = [
    "door",
    " ",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\0",
    "# Title",
    "## User (m1)",
    "\n\n## Assistant (m7, pinned)\n\n",
    "## Summary (m3)",
    "```",
    "````json\n",
    "~~~",
    "Calls `read`:",
    "Result of `read` (failed):\n\n```\n",
    "*(image)*",
    "<!-- vibeue:1 {\"conversation\":{\"form\":1,\"named\":true}} -->",
    "\n<!-- vibeue:1 {\"message\":{\"id\":1,\"role\":\"user\"}} -->\n",
    "\n<!-- vibeue:2 \"text\" -->\n",
    "<!-- vibeue:1 \"image\" -->",
    "<!-- vibeue:3 ",
    "-->",
    "--",
    "<attached-file name=\"a\" detail=\"b\">\n</attached-file>",
    "<conversation-summary id=\"s1\" messages=\"2\">\nx\n</conversation-summary>",
];

fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![4 => select(&WORDS[..]).prop_map(str::to_owned), 1 => ".{0,4}"];
    vec(word, 0..7).prop_map(|words| words.concat())
}

fn image() -> Part {
    let source = ImageSource::Url { url: "https://host.example/door.png".to_owned() };
    Part::Image(Box::new(Image { source, detail: None, extra: Extra::new() }))
}

fn call(id: &str, name: &str, arguments: &str) -> Part {
    let (id, name, arguments) = (id.into(), name.into(), arguments.to_owned());
    Part::ToolCall(Box::new(ToolCall { id, name, arguments, extra: Extra::new() }))
}

fn result(call: &str, name: Option<&str>, parts: Vec<Part>, is_error: bool) -> Part {
    Part::ToolResult(Box::new(ToolResult {
        call_id: call.into(),
        name: name.map(Into::into),
        parts,
        is_error,
        whole: None,
        ran_ms: None,
        extra: Extra::new(),
    }))
}

fn part() -> impl Strategy<Value = Part> {
    let of_result = vec(prop_oneof![3 => words().prop_map(Part::text), 1 => Just(image())], 0..4);
    prop_oneof![
        4 => words().prop_map(Part::text),
        1 => Just(image()),
        2 => (words(), words(), words()).prop_map(|(id, name, text)| call(&id, &name, &text)),
        2 => (words(), option::of(words()), of_result, any::<bool>())
            .prop_map(|(id, name, parts, failed)| result(&id, name.as_deref(), parts, failed)),
        1 => Just(Part::Opaque { block: Box::new(json!({ "type": "thinking" })) }),
    ]
}

/// A summary as the ladder writes them, or in no form at all.
fn body() -> impl Strategy<Value = String> {
    let span = option::of((1_u64..9, 9_u64..99));
    let ours = (words(), 0_u32..3, 0_u64..99, span).prop_map(|(body, depth, messages, span)| {
        let span = span.map(|(first, last)| (MessageId(first), MessageId(last)));
        Envelope { id: format!("s{depth}"), depth, messages, span }.wrap(body.trim())
    });
    let odd = (words(), words()).prop_map(|(of, body)| {
        format!("<conversation-summary id=\"s1\" of=\"{of}\">\n{body}\n</conversation-summary>")
    });
    prop_oneof![3 => ours, 1 => odd, 1 => words()]
}

fn message() -> impl Strategy<Value = Message> {
    let role = select(vec![Role::System, Role::User, Role::Assistant, Role::Tool]);
    let said =
        (role, vec(part(), 0..4)).prop_map(|(role, parts)| Message::new(MessageId(0), role, parts));
    let condensed = (body(), vec(part(), 0..2)).prop_map(|(text, more)| {
        let parts = [Part::text(text)].into_iter().chain(more).collect();
        let message = Message::new(MessageId(0), Role::User, parts);
        Message { kind: MessageKind::Summary, ..message }
    });
    (prop_oneof![4 => said, 1 => condensed], any::<bool>())
        .prop_map(|(message, pinned)| Message { pinned, ..message })
}

/// Messages, each with an id of its own, in any order.
fn messages() -> impl Strategy<Value = Vec<Message>> {
    let ids = btree_set(1..=History::MAX_ID, 6)
        .prop_map(|ids: BTreeSet<u64>| ids.into_iter().collect::<Vec<_>>())
        .prop_shuffle();
    (vec(message(), 0..6), ids).prop_map(|(mut messages, ids)| {
        for (message, id) in messages.iter_mut().zip(ids) {
            message.id = MessageId(id);
        }
        messages
    })
}

/// What a page holds of a part.
fn held(part: &Part) -> Option<Part> {
    match part {
        Part::Opaque { .. } => None,
        Part::Image(_) => Some(Part::text(IMAGE)),
        Part::ToolResult(result) => {
            let is_text = |part: &&Part| !is_image(part);
            let texts: Vec<String> = result
                .parts
                .iter()
                .filter(is_text)
                .filter_map(|part| match part {
                    Part::Text { text, .. } => Some(text.clone()),
                    _ => None,
                })
                .collect();
            let images = result.parts.iter().filter(|part| is_image(part)).count();
            let text = texts.join("\n");
            let text = (!text.is_empty() || images == 0).then(|| Part::text(text));
            let parts = text.into_iter().chain(vec![Part::text(IMAGE); images]).collect();
            Some(Part::ToolResult(Box::new(ToolResult { parts, ..(**result).clone() })))
        }
        part => Some(part.clone()),
    }
}

/// What a page holds of a message.
fn kept(message: &Message) -> Message {
    let parts = match message.kind {
        MessageKind::Normal => message.parts.iter().filter_map(held).collect(),
        MessageKind::Summary => {
            let (tags, body) = summary::open(message);
            vec![Part::text(summary::close(tags, &body))]
        }
    };
    Message { parts, ..message.clone() }
}

fn again(page: &str) -> Talk {
    read(page.as_bytes()).unwrap_or_else(|error| panic!("{error}:\n{page}"))
}

/// The page as an earlier version wrote it.
fn without_marks(page: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for line in page.split('\n') {
        if line.starts_with("<!-- vibeue:1 ") {
            // With the empty line before it.
            lines.pop();
        } else {
            lines.push(line);
        }
    }
    lines.join("\n")
}

proptest! {
    #[test]
    fn whatever_is_said_a_page_is_read_and_written_again_as_it_is(
        title in option::of(words()),
        messages in messages(),
    ) {
        let page = write(title.as_deref(), &messages);
        let talk = again(&page);
        prop_assert_eq!(&talk.messages, &messages.iter().map(kept).collect::<Vec<_>>());
        prop_assert_eq!(&talk.title, &title.map(|title| title.replace(['\n', '\r'], " ")));
        prop_assert_eq!(write(talk.title.as_deref(), &talk.messages), page);
        let images = talk.repairs.iter().filter(|it| it.starts_with("file: images are ")).count();
        prop_assert_eq!(images, talk.repairs.len(), "{:?}", talk.repairs);
    }

    #[test]
    fn whatever_became_of_a_page_it_is_read_or_refused(
        messages in messages(),
        cut in any::<prop::sample::Index>(),
        put in words(),
        marked in any::<bool>(),
    ) {
        let page = write(Some("Doors"), &messages);
        let page = if marked { page } else { without_marks(&page) };
        let at = page.floor_char_boundary(cut.index(page.len() + 1));
        let changed = format!("{}{put}{}", &page[..at], &page[at..]);
        for page in [&page[..at], &changed] {
            match read(page.as_bytes()) {
                Ok(talk) => {
                    let page = write(talk.title.as_deref(), &talk.messages);
                    let second = again(&page);
                    prop_assert_eq!(write(second.title.as_deref(), &second.messages), page);
                }
                Err(error) => prop_assert_eq!(error.kind(), ErrorKind::Input),
            }
        }
    }
}

/// A conversation with one of everything.
fn talk() -> Vec<Message> {
    let text = |id: u64, role: Role, text: &str| Message::text(MessageId(id), role, text);
    let parts = |id: u64, role: Role, parts: Vec<Part>| Message::new(MessageId(id), role, parts);
    let tags = Envelope { id: "s1".to_owned(), depth: 0, messages: 0, span: None };
    let condensed = text(90, Role::User, &tags.wrap("## Overview\n- m2: a door"));
    let attached = Attachment {
        kind: AttachmentKind::File,
        name: "Door.md".to_owned(),
        detail: "9 bytes".to_owned(),
        text: "# Doors\n\n## User (m99)\n\nhello\n".to_owned(),
    };
    let attached = Part::text(attached.to_string());
    let calls = vec![
        Part::text("I look.\n\n- at it"),
        call("call_1", "read", "{\"path\":\"a\"}"),
        call("call_2", "read", "{}"),
    ];
    let first =
        result("call_1", Some("read"), vec![Part::text("```cpp\n## User (m99)\n```")], false);
    let second = result("call_2", Some("read"), vec![Part::text("no such file")], true);
    vec![
        text(1, Role::System, "Be brief."),
        Message { kind: MessageKind::Summary, ..condensed },
        Message {
            pinned: true,
            ..parts(40, Role::User, vec![Part::text("See @Door.md"), attached, Part::text(IMAGE)])
        },
        parts(41, Role::Assistant, calls),
        parts(42, Role::Tool, vec![first]),
        parts(43, Role::Tool, vec![second]),
        text(44, Role::Assistant, "Done:\n\n```cpp\nint A;\n```"),
    ]
}

#[test]
fn a_page_looks_as_it_did_and_marks_what_cannot_be_seen() {
    let words = Message::text(MessageId(1), Role::User, "Read it");
    let found = result("c", Some("read"), vec![Part::text("```cpp\nx\n```"), image()], true);
    let messages = [words, Message::new(MessageId(2), Role::Tool, vec![found])];
    assert_eq!(
        write(Some("A\r\ntitle"), &messages),
        "# A  title\n\n\
         <!-- vibeue:1 {\"conversation\":{\"form\":1,\"named\":true}} -->\n\n\
         <!-- vibeue:1 {\"message\":{\"id\":1,\"role\":\"user\"}} -->\n\n\
         ## User (m1)\n\nRead it\n\n\
         <!-- vibeue:1 {\"message\":{\"id\":2,\"role\":\"tool\"}} -->\n\n\
         ## Tool (m2)\n\n\
         <!-- vibeue:1 {\"result\":{\"call\":\"c\",\"name\":\"read\",\"failed\":true}} -->\n\n\
         Result of `read` (failed):\n\n````\n```cpp\nx\n```\n````\n\n\
         <!-- vibeue:1 \"result_image\" -->\n\n*(image)*\n"
    );
    assert_eq!(write(None, &[]).lines().next(), Some("# Conversation"));
}

#[test]
fn a_page_of_an_earlier_version_is_read_as_well_as_it_can_be() {
    let page = without_marks(&write(Some("Doors"), &talk()));
    assert!(
        page.starts_with("# Doors\n\n## System (m1)\n\nBe brief.\n\n## Summary (m90)\n\n## Over")
    );
    let read = again(&page);
    assert_eq!((read.title.as_deref(), &read.messages), (Some("Doors"), &talk()));
    assert_eq!(
        read.repairs,
        [
            "file: an earlier version exported it, without marks; what looks like a heading, a \
             call or a result was taken for one, and results were given to calls by names and \
             order",
            "file: images are not exported as Markdown (1); each was replaced by text",
        ]
    );
    let unnamed = again(&without_marks(&write(None, &talk())));
    assert_eq!((unnamed.title, unnamed.messages), (None, talk()));
}

#[test]
fn what_an_earlier_version_did_not_tell_apart_is_said_with_its_line() {
    let page = "# Doors\n\n## User (m4)\n\nWhat is this?\n\n## User (m2)\n\n\
                ## Assistant (m4)\n\n```\n\n## Assistant (m5)\n\nA page.\n\nCalls `read`:\n\n\
                ```json\n{}\n";
    let read = again(page);
    assert_eq!(
        read.messages,
        [
            Message::text(
                MessageId(4),
                Role::User,
                "What is this?\n\n## User (m2)\n\n## Assistant (m4)\n\n```"
            ),
            Message::text(MessageId(5), Role::Assistant, "A page.\n\nCalls `read`:\n\n```json\n{}"),
        ]
    );
    assert_eq!(
        read.repairs[1..],
        [
            "line 7: it looks like a heading, but its number does not follow; taken as text",
            "line 9: it looks like a heading, but its number does not follow; taken as text",
            "line 13: a heading in a block of code that is not closed; taken as a heading",
        ]
    );
}

#[test]
fn what_an_editor_does_to_a_page_changes_nothing() {
    let page = write(Some("Tür"), &talk());
    let images = "file: images are not exported as Markdown (1); each was replaced by text";
    let breaks =
        "file: a program has changed the line breaks to those of Windows; they were changed back";
    let windows = page.replace('\n', "\r\n");
    let utf_16: Vec<u8> = "\u{feff}"
        .encode_utf16()
        .chain(windows.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    for (bytes, repairs) in [
        (page.trim_end().as_bytes().to_vec(), vec![images]),
        (format!("\u{feff}{page}").into_bytes(), vec![images]),
        (windows.clone().into_bytes(), vec![breaks, images]),
        (utf_16, vec![breaks, images]),
    ] {
        let read = read(&bytes).unwrap();
        assert_eq!((read.title.as_deref(), &read.messages), (Some("Tür"), &talk()));
        assert_eq!(read.repairs, repairs);
    }
}

#[test]
fn what_a_hand_broke_in_a_page_is_said() {
    let page = write(None, &talk());
    let broken = page
        .replace("\"id\":40,", "\"id\":41,")
        .replace("{\"call\":{\"id\":\"call_1\"", "{\"call\":{\"id\"\"call_1\"")
        .replacen("\n\n<!-- vibeue:1 {\"message\"", "\n\nhello\n\n<!-- vibeue:1 {\"message\"", 1);
    let read = again(&broken);
    let ids: Vec<u64> = read.messages.iter().map(|message| message.id.0).collect();
    assert_eq!(ids, [1, 2, 3, 4, 5, 6, 7]);
    let damaged = Part::text("Calls `read`:\n\n```json\n{\"path\":\"a\"}\n```");
    assert_eq!(read.messages[3].parts[1], damaged);
    let line = |of: &str| 1 + broken[..broken.find(of).unwrap()].matches('\n').count();
    assert_eq!(
        read.repairs,
        [
            "file: images are not exported as Markdown (1); each was replaced by text".to_owned(),
            "file: messages without an id of their own; all were numbered again".to_owned(),
            "line 3: text before the first message; it was left out".to_owned(),
            format!(
                "line {}: a mark is damaged; what follows it was taken as text",
                line("<!-- vibeue:1 {\"call\":{\"id\"\"")
            ),
        ]
    );
}

#[test]
fn what_is_not_our_page_is_refused_with_what_is_expected() {
    let refused = |bytes: &[u8]| read(bytes).map_err(|error: Error| error.to_string());
    let other = "this Markdown is not an export of VibeUE (import Markdown that VibeUE exported, a \
                 JSON transcript or a journal)";
    let selected = "## User\n\nOpen the door\n\n## Assistant\n\nOpen.";
    let late = "# A\n\n<!-- vibeue:01 {\"conversation\":{\"form\":1,\"named\":true}} -->\n";
    for text in ["# Doors\n", "\n", selected, late, "# \0\n\0", "#\u{2028}"] {
        assert_eq!(refused(text.as_bytes()), Err(other.to_owned()), "{text:?}");
    }
    let newer = write(None, &talk()).replacen("\"form\":1", "\"form\":2", 1);
    assert_eq!(
        refused(newer.as_bytes()),
        Err("a newer version of VibeUE exported this file (update the program)".to_owned())
    );
    for (bytes, why) in [
        (&b""[..], "the file is empty (give a file that contains a conversation)"),
        (b"# T\xfcr\n", "line 1: not UTF-8 at byte 3: 0xfc (save it as UTF-8)"),
        (
            b"# A\n\0\xff",
            "line 2: not UTF-8 at byte 5: 0xff (is it a binary file, or UTF-16 without a byte \
             order mark?)",
        ),
        (b"\x1f\x8b\x08", "this is a gzip file, not text (unpack it first)"),
    ] {
        assert_eq!(refused(bytes), Err(why.to_owned()));
    }
}

#[test]
fn lines_of_a_hundred_megabytes_and_a_million_headings_are_read_or_refused() {
    let long = "a` <!-- ".repeat(100_000_000 / 8);
    let messages = [Message::text(MessageId(1), Role::User, long.as_str())];
    let page = write(None, &messages);
    assert!(again(&page).messages == messages);
    assert!(again(&without_marks(&page)).messages == messages);
    assert_eq!(read(format!("# {long}").as_bytes()).unwrap_err().kind(), ErrorKind::Input);
    // What is never closed is looked for once.
    let unclosed = "Calls `f`:\n\n```json\n\n".repeat(200_000);
    let page = format!("# A\n\n## Assistant (m1)\n\n{unclosed}");
    assert_eq!(again(&page).messages.len(), 1);
    let unclosed = "<attached-file name=\"a\" detail=\"b\">\n\n".repeat(200_000);
    let page = format!("# A\n\n## User (m1)\n\n{unclosed}</attached-folder>\n");
    assert_eq!(again(&page).messages.len(), 1);
    let headings = "## User (m1)\n\n".repeat(1_000_001);
    let page = format!("# A\n\n{headings}");
    let read = again(&page);
    assert_eq!((read.messages.len(), read.repairs.len()), (1, 1_002));
}
