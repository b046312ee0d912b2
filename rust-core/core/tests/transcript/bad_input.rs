//! Files that are not a conversation, or not a whole one.

use proptest::prelude::*;
use vibeue_core::conversation::transcript::{Format, ReadOptions, detect, read};
use vibeue_core::conversation::{Conversation, pairing};

use crate::{parse, repairs};

fn refusal(bytes: &[u8]) -> String {
    read(bytes, &ReadOptions::default().named("chat.json")).unwrap_err().to_string()
}

const LIST: &str = "(a conversation is a list of messages or an object with `messages`)";

#[test]
fn what_is_not_a_conversation_is_refused_by_name() {
    for (text, expected) in [
        ("", "chat.json: the file is empty (give a file that contains a conversation)".to_owned()),
        (
            " \n",
            "chat.json: the file contains nothing but white space (give a file that contains a \
             conversation)"
                .to_owned(),
        ),
        (
            "\0\0",
            "chat.json: the file begins with a NUL byte (it was damaged in a crash or is binary; \
             use an older copy)"
                .to_owned(),
        ),
        ("3", format!("chat.json: the file is a number, not a conversation {LIST}")),
        ("true", format!("chat.json: the file is a Boolean, not a conversation {LIST}")),
        ("{}", format!("chat.json: the object has no field `messages` {LIST}")),
        (
            r#"{"input":[]}"#,
            "chat.json: the object has no field `messages` (`input` looks like the Responses \
             API; give chat messages)"
                .to_owned(),
        ),
        (
            r#"{"messages":null}"#,
            format!(
                "chat.json: line 1, column 16: `messages` is not a list: invalid type: null, \
                 expected a list of messages {LIST}"
            ),
        ),
        (
            r#"{"vibeue_journal":1}"#,
            "chat.json: this is a VibeUE journal, not a transcript (open it as a journal)"
                .to_owned(),
        ),
        (
            "[3]",
            "chat.json: message 0 is not a message: the message is a number, not an object (a \
             message is an object with `role` and `content`)"
                .to_owned(),
        ),
        (
            "[{}, {}]",
            "chat.json: none of the 2 entries is a message with content (a message is an \
             object with `role` and `content`)"
                .to_owned(),
        ),
    ] {
        assert_eq!(refusal(text.as_bytes()), expected, "{text:?}");
    }
}

#[test]
fn malformed_json_is_refused_at_its_place() {
    for (text, expected) in [
        (
            "[{\"role\":\"user\",\"content\":\"a\"},\n{\"role\":\"us",
            "line 2, column 11: the JSON ends too early: EOF while parsing a string; 1 whole message \
             comes before it (the file was cut off while it was written or copied; use a complete \
             copy)",
        ),
        (
            "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"user\"}",
            "line 1, column 70: the JSON ends too early: EOF while parsing a list; 2 whole messages \
             come before it (the file was cut off while it was written or copied; use a complete \
             copy)",
        ),
        (
            "[{\"role\":\"user\",\"content\":NaN}]",
            "line 1, column 27: `NaN` is not JSON; 0 whole messages come before it (write null or \
             a number instead)",
        ),
        (
            "{\"messages\":[],\"n\":-Infinity}",
            "line 1, column 21: `-Infinity` is not JSON; 0 whole messages come before it (write \
             null or a number instead)",
        ),
        (
            "[{'role':1}]",
            "line 1, column 3: the JSON is malformed: key must be a string; 0 whole messages \
             come before it (fix the file at this place)",
        ),
        (
            "[{\"role\":\"user\",\"content\":\"a\0b\"}]",
            "line 1, column 28: the JSON is malformed: control character (\\u0000-\\u001F) found \
             while parsing a string; 0 whole messages come before it (the file contains NUL bytes: is \
             it UTF-16? save it as UTF-8)",
        ),
        (
            "[{\"role\":\"user\",\"content\":\"a\",\"n\":1e999}]",
            "line 1, column 35: message 0, n: number out of range (fix the value in the file)",
        ),
        (
            "{\"messages\":[]}\n{\"messages\":[]}",
            "line 2, column 1: there is more text after the conversation; 0 whole messages come \
             before it (give one conversation per file)",
        ),
    ] {
        assert_eq!(refusal(text.as_bytes()), format!("chat.json: {expected}"), "{text:?}");
    }
}

#[test]
fn bytes_that_are_not_text_are_refused() {
    assert_eq!(
        refusal(b"[{\"role\":\"user\",\n\"content\":\"\xff\"}]"),
        "chat.json: line 2: not UTF-8 at byte 28: 0xff (save it as UTF-8)"
    );
    assert_eq!(
        refusal(b"\x1f\x8b\x08\0"),
        "chat.json: this is a gzip file, not text (unpack it first)"
    );
    assert_eq!(
        refusal(b"[\0]\0\xff"),
        "chat.json: line 1: not UTF-8 at byte 4: 0xff (is it a binary file, or UTF-16 without a \
         byte order mark?)"
    );
}

#[test]
fn utf_16_with_a_mark_is_read() {
    let text = "[{\"role\":\"user\",\"content\":\"ü😀\"}]";
    let little: Vec<u8> =
        [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let transcript = read(&little, &ReadOptions::default()).unwrap();
    assert_eq!(transcript.to_text().unwrap(), text);
    assert_eq!(transcript.repairs, []);
}

#[test]
fn half_a_surrogate_pair_is_replaced() {
    let transcript = parse(r#"[{"role":"user","content":"a\ud83d b\ud83d\ude00"}]"#);
    assert_eq!(transcript.conversation.messages[0].joined_text(), "a\u{fffd} b😀");
    assert_eq!(
        repairs(&transcript),
        ["line 1: 1 lone surrogate, half a character each; it is now U+FFFD"]
    );
}

#[test]
fn deep_nesting_is_kept_as_text_or_refused_but_never_followed() {
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    let field = format!(r#"[{{"role":"user","content":"a","x":{deep}}}]"#);
    assert_eq!(
        refusal(field.as_bytes()),
        "chat.json: line 1, column 35: message 0, x: recursion limit exceeded (a value may be \
         nested 127 levels deep)"
    );
    let content = parse(&format!(r#"[{{"role":"user","content":{{"a":{deep}}}}}]"#));
    assert_eq!(content.conversation.messages[0].joined_text(), format!("{{\"a\":{deep}}}"));
    for text in [deep.clone(), "[".repeat(10_000), "{\"a\":".repeat(10_000)] {
        assert!(read(text.as_bytes(), &ReadOptions::default()).is_err());
    }
}

#[test]
fn one_message_on_each_line_is_read_up_to_a_torn_last_line() {
    let whole =
        "{\"role\":\"user\",\"content\":\"a\"}\n{\"role\":\"assistant\",\"content\":\"b\"}\n";
    assert_eq!(detect(whole.as_bytes()), Ok(Format::OpenAiLines));
    assert_eq!(parse(whole).to_text().unwrap(), whole);

    let torn = format!("{whole}{{\"role\":\"us");
    let transcript = parse(&torn);
    assert_eq!(transcript.to_text().unwrap(), whole.trim_end());
    assert_eq!(repairs(&transcript), ["line 3: the last line is torn; it was left out"]);
    assert_eq!(
        read(torn.as_bytes(), &ReadOptions::default().strict()).unwrap_err().to_string(),
        "line 3: the last line is torn (fix the file, or read it without strict and have it \
         repaired)"
    );
    assert_eq!(
        refusal(format!("{whole}?\n").as_bytes()),
        "chat.json: line 3, column 1: the JSON is malformed: expected value; 2 whole messages \
         come before it (fix the file at this place)"
    );
}

#[test]
fn an_empty_list_is_an_empty_conversation() {
    for text in ["[]", "{\"messages\":[]}"] {
        let transcript = parse(text);
        assert_eq!(transcript.conversation, Conversation::default());
        assert_eq!(transcript.to_text().unwrap(), text);
    }
}

#[test]
fn limits_are_kept() {
    let text = r#"[{"role":"user","content":"a"},{"role":"user","content":"b"}]"#;
    let options = ReadOptions { max_messages: 1, ..ReadOptions::default() };
    assert_eq!(
        read(text.as_bytes(), &options).unwrap_err().to_string(),
        "more than 1 messages (raise the limit `max_messages` or split the file)"
    );
    let lines = "{\"role\":\"user\",\"content\":\"a\"}\n".repeat(2);
    assert_eq!(
        read(lines.as_bytes(), &options).unwrap_err().to_string(),
        "more than 1 messages (raise the limit `max_messages` or split the file)"
    );
    let options = ReadOptions { max_bytes: 10, ..ReadOptions::default() };
    assert_eq!(
        read(text.as_bytes(), &options).unwrap_err().to_string(),
        "the file has 61 bytes; at most 10 are read (raise the limit `max_bytes` or split the file)"
    );
}

#[test]
fn a_long_single_line_is_read() {
    let long = "ü\\n".repeat(1_000_000);
    let text = format!("[{{\"role\":\"user\",\"content\":\"{long}\"}}]");
    let transcript = parse(&text);
    assert_eq!(transcript.conversation.messages[0].joined_text().len(), 3_000_000);
    assert!(transcript.to_text().unwrap() == text);
}

#[test]
fn formats_are_detected_by_content() {
    for (text, format) in [
        (r#"[{"role":"user","content":"a"}]"#, Format::OpenAiArray),
        (r#"{"messages":[{"role":"user","content":"a"}]}"#, Format::OpenAiObject),
        (r#"{"messages":[{"role":"user","content":"a"}],"system":"s"}"#, Format::Anthropic),
        (
            r#"{"messages":[],"tools":[{"name":"f","input_schema":{}}],"model":"m"}"#,
            Format::Anthropic,
        ),
        (
            r#"{"messages":[],"tools":[{"type":"function","function":{"name":"f"}}]}"#,
            Format::OpenAiObject,
        ),
        (
            r#"[{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"}]}]"#,
            Format::AnthropicArray,
        ),
        (
            r#"[{"role":"system","content":"s"},{"role":"user","content":[{"type":"image","source":{}}]}]"#,
            Format::AnthropicArray,
        ),
        // Thinking blocks are found with servers that speak OpenAI, too.
        (
            r#"[{"role":"assistant","content":[{"type":"thinking"}]},{"role":"tool","tool_call_id":"a"}]"#,
            Format::OpenAiArray,
        ),
        (
            r#"[{"role":"assistant","content":[{"type":"thinking","thinking":"hm"}]}]"#,
            Format::AnthropicArray,
        ),
        (" {\"vibeue_journal\":1,\"id\":\"x\"}\n{torn", Format::Journal),
        ("\u{feff}[]", Format::OpenAiArray),
    ] {
        assert_eq!(detect(text.as_bytes()), Ok(format), "{text}");
    }
}

/// Tokens that come near to a conversation without being one.
fn near_json() -> impl Strategy<Value = Vec<u8>> {
    let token = prop_oneof![
        Just(b"[".to_vec()),
        Just(b"]".to_vec()),
        Just(b"{".to_vec()),
        Just(b"}".to_vec()),
        Just(b",".to_vec()),
        Just(b":".to_vec()),
        Just(b"\"".to_vec()),
        Just(b"\\u".to_vec()),
        Just(b"d83d".to_vec()),
        Just(b"null".to_vec()),
        Just(b"\"role\":\"user\"".to_vec()),
        Just(b"\"messages\":[".to_vec()),
        Just(b"\"content\":".to_vec()),
        Just(b"1e5".to_vec()),
        Just(b"\n".to_vec()),
        prop::collection::vec(any::<u8>(), 0..3),
    ];
    prop::collection::vec(token, 0..24).prop_map(|tokens| tokens.concat())
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in near_json()) {
        let _ = detect(&bytes);
        if let Ok(transcript) = read(&bytes, &ReadOptions::default()) {
            prop_assert_eq!(pairing::check_pairs(&transcript.conversation.messages), Ok(()));
            prop_assert!(read(transcript.to_text().unwrap().as_bytes(), &ReadOptions::default()).is_ok());
        }
    }

    #[test]
    fn a_conversation_that_is_torn_anywhere_is_refused(cut in 0.0..1.0f64) {
        let text = crate::samples::anthropic().to_string();
        let mut cut = (text.len() as f64 * cut) as usize;
        while !text.is_char_boundary(cut) {
            cut -= 1;
        }
        prop_assert!(read(&text.as_bytes()[..cut], &ReadOptions::default()).is_err());
    }
}
