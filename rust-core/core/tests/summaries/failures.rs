//! Failures that others published: an answer that is not a summary never replaces the history, and
//! is never passed on as the summary so far.

use vibeue_core::compaction::Strategy;
use vibeue_core::conversation::Protocol;
use vibeue_core::provider::{Capabilities, ErrorClass, StopReason};

use super::*;

const RULE: &str = "Never touch /Game/Legacy/BP_Vault without asking me.";

/// Lets a model answer this way, then continues and lets a good one answer; returns the first
/// summary, what the second model was asked, and the second summary.
fn two_rounds(mode: Mode, bad: Step) -> (CompactionReport, String, String) {
    let mut talk = Talk::long(mode);
    let provider = Arc::new(Script::new([bad]));
    let first = talk.run(&[model(&provider, "gpt-4o")]);
    talk.apply(&compacted(&first).clone());
    talk.exchanges(14, 250);
    talk.say(Role::User, "And the last gate?");
    let provider = Arc::new(Script::saying(good()));
    let second = talk.run(&[model(&provider, "gpt-4o")]);
    let request = provider.seen().first().map(asked).unwrap_or_default();
    (first, request, summary(&second))
}

/// openclaw#120663, #122617 and others: of 164 compactions 77 became "No prior
/// history"; HTTP 200 without a usable summary.
#[test]
fn an_empty_result_never_replaces_the_history() {
    for text in ["", " \n\t", "null", "{}", "[]", "\"\"", "No prior history.", "{\"overview\": []}"]
    {
        for mode in [Mode::Llm, Mode::Hybrid] {
            let (first, request, second) = two_rounds(mode, Step::Say(text.to_owned()));
            let record = compacted(&first).record.clone().unwrap();
            assert_eq!(record.strategy, Strategy::Rules, "{mode} {text:?}");
            assert!(summary(&first).contains(RULE), "{mode} {text:?}");
            assert!(!request.contains("No prior history"), "{mode}");
            assert!(request.contains("SM_Gate_3"), "{mode} {text:?}: what the first one held");
            assert!(second.contains(RULE), "{mode} {text:?}");
        }
    }
}

/// PI-Desktop PR#249: the words of a failure became the summary so far.
#[test]
fn the_notice_of_a_failure_is_never_the_summary_so_far() {
    let notices = [
        Step::Say("Error generating summary: 503 Service Unavailable".to_owned()),
        Step::Say("I'm sorry, the conversation could not be summarized.".to_owned()),
        Step::Stop("Summary unavailable.".to_owned(), StopReason::Refusal),
        Step::Fail(ErrorClass::Refused),
        Step::Fail(ErrorClass::Authentication),
    ];
    for notice in notices {
        let (first, request, second) = two_rounds(Mode::Hybrid, notice.clone());
        for words in
            ["generating summary", "could not be summarized", "Summary unavailable", "said no"]
        {
            for text in [&summary(&first), &request, &second] {
                assert!(!text.contains(words), "{notice:?}: {words}: {text}");
            }
        }
        assert!(second.contains(RULE), "{notice:?}");
    }
}

/// A summary that does not end is cut to its room, and the next one is not longer because of it.
#[test]
fn an_over_long_result_takes_no_more_than_its_room() {
    let lines: Vec<String> = (0..4_000)
        .map(|at| format!("Gate {at} was set to {at}.5 m/s and read back (m6)"))
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let long = notes(&[("Overview", &["The gates get their speeds (m2)"]), ("Progress", &lines)]);
    for mode in [Mode::Llm, Mode::Hybrid] {
        let (first, _, second) = two_rounds(mode, Step::Say(long.clone()));
        let compaction = compacted(&first);
        assert!(compaction.tokens_after <= 8_000 * 8 / 10, "{mode}: {}", compaction.tokens_after);
        assert!(summary(&first).contains(RULE), "{mode}");
        assert!(second.contains(RULE) && counter().text(&second).tokens < 4_000, "{mode}");
    }
}

/// codex-lb PR#1715, copilot-api#359: the endpoint was switched off overnight,
/// and nothing fell back after a 404.
#[test]
fn if_the_providers_endpoint_is_gone_our_own_summary_is_used() {
    for class in [ErrorClass::NotFound, ErrorClass::Refused, ErrorClass::Authentication] {
        let talk = Talk::long(Mode::Native);
        let mut script = Script::new([Step::Fail(class)]);
        script.can = Capabilities { compacts: true, ..Capabilities::default() };
        script.protocol = Protocol::Responses;
        let provider = Arc::new(script);
        let report = talk.run(&[model(&provider, "gpt-5")]);
        let record = compacted(&report).record.clone().unwrap();
        assert_eq!(record.strategy, Strategy::Rules, "{class:?}");
        assert!(summary(&report).contains(RULE), "{class:?}");
        assert!(!report.warnings.is_empty(), "{class:?}");
    }
}

/// The provider's own compaction is given every instruction of the host, not
/// only those in front.
#[test]
fn a_native_compaction_is_given_the_hosts_instructions_wherever_they_are() {
    let mut talk = Talk::long(Mode::Native);
    let mut late = Message::text(MessageId(0), Role::System, "Speak of gates only in metres.");
    late.id = MessageId(talk.highest + 1);
    let at = 12;
    talk.highest += 1;
    talk.messages.insert(at, Arc::new(late.clone()));
    let mut script = Script::saying("");
    script.can = Capabilities { compacts: true, ..Capabilities::default() };
    script.protocol = Protocol::Responses;
    let block = json!({"type": "compaction", "id": "cmp_1", "encrypted_content": "Qm9zQm9z"});
    script.native = Some(vibeue_core::provider::NativeCompaction {
        parts: vec![Part::Opaque { block: Box::new(block) }],
        text: None,
        usage: None,
    });
    let provider = Arc::new(script);
    let report = talk.run(&[model(&provider, "gpt-5")]);
    let (request, _) = provider.compacted()[0].clone();
    let ids: Vec<MessageId> = request.messages.iter().map(|message| message.id).collect();
    let mut expected: Vec<MessageId> = compacted(&report).replaced.clone();
    expected.push(late.id);
    expected.push(MessageId(1));
    let place = |id: &MessageId| talk.messages.iter().position(|message| message.id == *id);
    expected.sort_by_key(place);
    assert_eq!(ids, expected, "in the order in which they stand");
}
