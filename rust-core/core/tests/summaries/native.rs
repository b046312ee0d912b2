//! The provider's own compaction.

use vibeue_core::compaction::{NativeHome, Rung, Strategy, SummaryRecord};
use vibeue_core::conversation::Protocol;
use vibeue_core::provider::{Capabilities, ErrorClass, NativeCompaction};
use vibeue_core::tokens::ServerUsage;

use super::*;

fn block(size: usize) -> Part {
    Part::Opaque {
        block: Box::new(json!({"type": "compaction", "id": "cmp_1",
            "encrypted_content": "Qm9z".repeat(size / 4)})),
    }
}

fn script(parts: Vec<Part>, step: Step) -> Script {
    let mut script = Script::new([step]);
    script.can = Capabilities { compacts: true, ..Capabilities::default() };
    script.protocol = Protocol::Responses;
    let usage = Some(ServerUsage { input: 500, output: 0, ..ServerUsage::default() });
    script.native = Some(NativeCompaction { parts, text: None, usage });
    script
}

#[test]
fn the_providers_block_is_kept_next_to_our_own_summary_and_goes_back_to_it_only() {
    let mut talk = Talk::long(Mode::Native);
    talk.instructions = Some("Keep the gates.".to_owned());
    talk.settings.custom_prompt = "Use metric units. ".to_owned();
    let call = Part::ToolCall(Box::new(ToolCall {
        id: "x".into(),
        name: "delete".into(),
        arguments: "{}".to_owned(),
        extra: Extra::new(),
    }));
    let provider = Arc::new(script(vec![block(1_200), call], Step::Say(String::new())));
    let report = talk.run(&[model(&provider, "gpt-5")]);
    let compaction = compacted(&report);
    let summary = compaction.summary.as_ref().unwrap();
    assert_eq!(summary.origin, Some(Protocol::Responses));
    assert_eq!(summary.parts.len(), 2, "a call in it is left out: {:?}", summary.parts);
    assert_eq!(summary.parts[1], block(1_200));
    assert!(summary.joined_text().contains("- Rule (m2): Never touch /Game/Legacy/BP_Vault"));
    let record = compaction.record.as_ref().unwrap();
    assert_eq!((record.strategy, record.rung), (Strategy::Native, Rung::Full));
    assert_eq!(record.written_by(), Some("gpt-5"));
    // Earlier versions recorded only who can read the block.
    let home = NativeHome { server: "api.openai.com".to_owned(), model: "gpt-5".to_owned() };
    let earlier = SummaryRecord { writer: None, native: Some(home), ..record.clone() };
    assert_eq!(earlier.author(), "the provider (gpt-5)");
    assert_eq!(SummaryRecord { native: None, ..earlier }.author(), "the provider");
    assert_eq!(record.tokens_after, compaction.tokens_after);
    assert_eq!(report.calls[0].cost, Some(0.001));
    let (request, instructions) = provider.compacted()[0].clone();
    assert_eq!(instructions.as_deref(), Some("Use metric units.\nKeep the gates."));
    let ids: Vec<MessageId> = request.messages.iter().map(|message| message.id).collect();
    assert_eq!(ids[0], MessageId(1), "the system prompt");
    assert_eq!(ids[1..], compaction.replaced);
    assert!(provider.seen().is_empty());
}

#[test]
fn an_encrypted_block_is_not_counted_as_text() {
    let meter = counter();
    let mut with = Message::text(MessageId(1), Role::User, "notes");
    let without = meter.message(&with).total();
    with.parts.push(block(40_000));
    let tokens = meter.message(&with).total() - without;
    // Four bytes of what is encrypted are taken for a token; as text it would
    // be three times as much.
    assert!((7_000..9_000).contains(&tokens), "{tokens}");
}

#[test]
fn without_a_block_that_fits_our_own_summary_is_used() {
    let talk = Talk::long(Mode::Native);
    for (native, warning) in [
        (script(vec![], Step::Say(String::new())), "empty compaction"),
        (script(vec![Part::text("words")], Step::Say(String::new())), "empty compaction"),
        (script(vec![block(90_000)], Step::Say(String::new())), "did not fit"),
        (script(vec![], Step::Fail(ErrorClass::Refused)), "did not condense"),
        (Script::saying(""), "does not offer compaction"),
    ] {
        let provider = Arc::new(native);
        let report = talk.run(&[model(&provider, "gpt-5")]);
        assert_eq!(compacted(&report).rung, Rung::Rules);
        assert!(report.warnings.iter().any(|it| it.contains(warning)), "{:?}", report.warnings);
    }
}

#[test]
fn a_native_compaction_is_paid_for_once() {
    let talk = Talk::long(Mode::Native);
    let provider = Arc::new(script(vec![block(1_200)], Step::Say(String::new())));
    let cache = SummaryCache::new();
    let models = [model(&provider, "gpt-5")];
    let first = talk.run_with(&models, &cache);
    let second = talk.run_with(&models, &cache);
    assert_eq!((first.calls.len(), second.calls.len()), (1, 0));
    assert_eq!(compacted(&first).summary, compacted(&second).summary);
}
