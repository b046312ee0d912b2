//! Words in a live conversation.

use vibeue_core::session::live::{FoundMessage, SessionEvent, ToolAnswer};

use super::*;

/// What was found, as `role times before[words]after`.
fn found(talk: &Talk, words: &str, match_case: bool) -> Vec<String> {
    let line = |it: &FoundMessage| {
        format!("{} {} {}[{}]{}", it.role.as_str(), it.times, it.before, it.found, it.after)
    };
    talk.session.snapshot().find(words, match_case).iter().map(line).collect()
}

#[test]
fn words_are_found_in_what_was_said_called_and_answered_also_behind_a_summary() {
    let provider =
        Scripted::new([Answer::calls(&[("c1", "read_file", r#"{"path":"Größe.ini"}"#)])])
            .rule(|_| Answer::text(&words(5, 80)));
    let provider = Arc::new(provider);
    let mut options = options(&provider, 16_000);
    options.tools = vec![tool("read_file")];
    let talk = Talk::open(provider, options);
    let turn = talk.session.submit_text("Read the Zeppelin.\n\n  The zeppelin, please!");
    talk.until(|event| matches!(event, SessionEvent::ToolCall { .. }));
    talk.session.answer_tool("c1", ToolAnswer::text(format!("{} ZEPPELIN=1", words(3, 60))));
    talk.until_ended(turn);
    let all = |talk: &Talk| {
        let whole = talk.session.snapshot().find("zeppelin", false);
        let ids: Vec<_> = whole.iter().map(|it| it.id).collect();
        let transcript = talk.session.snapshot().transcript.clone();
        assert_eq!(ids, [transcript.get(0).unwrap().id, transcript.get(2).unwrap().id]);
        found(talk, "zeppelin", false)
    };
    let before = all(&talk);
    assert_eq!(before[0], "user 2 Read the [Zeppelin]. The zeppelin, please!");
    assert!(
        before[1].starts_with("tool 1 …") && before[1].ends_with(" [ZEPPELIN]=1"),
        "{}",
        before[1]
    );
    assert_eq!(
        found(&talk, "zeppelin", true),
        ["user 1 Read the Zeppelin. The [zeppelin], please!"]
    );
    assert_eq!(found(&talk, "GRÖSSE", false), [""; 0]);
    assert_eq!(found(&talk, "GRÖßE.ini", false), ["assistant 1 {\"path\":\"[Größe.ini]\"}"]);
    for nothing in ["", "  ", "no such words", "Zeppelin.\0"] {
        assert_eq!(found(&talk, nothing, false), [""; 0]);
    }

    for turn in 0..6 {
        talk.ask(&format!("Question {turn}: {}", words(turn, 120)));
    }
    talk.session.summarize(None);
    talk.until_summarized();
    let now = talk.session.snapshot();
    assert!(now.condensed.contains(&now.transcript.get(0).unwrap().id));
    assert_eq!(all(&talk), before);
}
