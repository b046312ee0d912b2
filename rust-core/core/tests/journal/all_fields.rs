//! What the newest sample has beyond the older ones: every field, and every name of a choice, that
//! they lack.

use vibeue_core::compaction::{ActionItem, NativeHome, Strategy, TaskState};
use vibeue_core::conversation::Protocol;
use vibeue_core::session::live::{CostLedger, CostLine};

use super::*;

/// Messages that came by every protocol, in every form, with a provider's own fields in their parts.
pub(super) fn in_every_form() -> Vec<Event> {
    let marked = || extra("cache_control", json!({"type": "ephemeral"}));
    let image = |source: ImageSource| {
        Part::Image(Box::new(Image { source, detail: None, extra: Extra::new() }))
    };
    let call = |id: &str| {
        let (id, name, arguments) = (id.into(), "list_files".into(), "{}".to_owned());
        Part::ToolCall(Box::new(ToolCall { id, name, arguments, extra: Extra::new() }))
    };
    let answer = |id: u64, origin: Protocol, form: ContentForm, part: Part| {
        let mut message = Message::new(MessageId(id), Role::Assistant, vec![part]);
        message.origin = Some(origin);
        message.form = form;
        Event::Message(message)
    };
    let asked = Message::new(
        MessageId(13),
        Role::User,
        vec![
            Part::Text { text: "And these?".to_owned(), extra: marked() },
            image(ImageSource::Url { url: "https://example.com/door.png".to_owned() }),
            image(ImageSource::Provider { source: json!({"type": "file", "file_id": "file_0"}) }),
        ],
    );
    let mut result = Message::tool_result(MessageId(15), "call_1", None, "Door.cpp", false);
    for part in &mut result.parts {
        if let Part::ToolResult(result) = part {
            result.extra = marked();
        }
    }
    let other = Message::tool_result(MessageId(17), "call_2", None, "Hatch.cpp", false);
    let words = || Part::text("They open.");
    vec![
        Event::Message(asked),
        answer(14, Protocol::OpenaiChat, ContentForm::Null, call("call_1")),
        Event::Message(result),
        answer(16, Protocol::Responses, ContentForm::Absent, call("call_2")),
        Event::Message(other),
        answer(18, Protocol::Gemini, ContentForm::Auto, words()),
        answer(19, Protocol::Ollama, ContentForm::Auto, words()),
        answer(20, Protocol::Acp, ContentForm::Auto, words()),
    ]
}

/// Compactions by every strategy and of every rung that the others do not have, with records that
/// build on each other and say all that a record can say.
pub(super) fn on_every_rung() -> Vec<Event> {
    let item = |owner: &str, due: Option<&str>, state: TaskState| ActionItem {
        owner: owner.to_owned(),
        task: "Close the door.".to_owned(),
        due: due.map(str::to_owned),
        state,
    };
    let context = RecordContext {
        participants: vec!["Ada".to_owned()],
        decisions: vec!["It opens inwards.".to_owned()],
        action_items: vec![
            item("Ada", Some("on Friday"), TaskState::Pending),
            item("assistant", None, TaskState::InProgress),
            item("user", None, TaskState::Done),
        ],
        unresolved: vec!["Which hatch?".to_owned()],
        domain_entities: vec!["/Game/Door".to_owned()],
    };
    let next = |number: u32, replaced: &[u64], rung: Rung, strategy: Strategy| {
        let mut next = compaction(replaced, 19 + u64::from(number));
        next.rung = rung;
        if let Some(record) = &mut next.record {
            record.id = format!("s{number}");
            record.depth = number - 1;
            record.parent = Some(format!("s{}", number - 1));
            record.context = context.clone();
            record.strategy = strategy;
            record.rung = rung;
            record.writer = (strategy == Strategy::Llm).then(|| "gpt-5-mini".to_owned());
            record.native = (strategy == Strategy::Native).then(|| NativeHome {
                server: "api.openai.com".to_owned(),
                model: "gpt-5".to_owned(),
            });
        }
        next
    };
    let mut native = next(4, &[22, 14, 15, 16, 17], Rung::Full, Strategy::Native);
    let block = json!({"type": "compaction", "encrypted_content": "c2VhbGVk"});
    if let Some(summary) = &mut native.summary {
        summary.parts.push(Part::Opaque { block: Box::new(block) });
    }
    let mut cut = Message::text(MessageId(18), Role::Assistant, "[cut]");
    cut.origin = Some(Protocol::Gemini);
    let trimmed = Compaction {
        rung: Rung::Trim,
        summary: None,
        record: None,
        shortened: vec![cut],
        ..compaction(&[], 0)
    };
    [
        next(2, &[7, 10, 11], Rung::Simple, Strategy::Llm),
        next(3, &[21, 13], Rung::Rules, Strategy::Rules),
        native,
        trimmed,
    ]
    .map(|it| Event::Compaction(Box::new(it)))
    .into()
}

/// What was spent before events of the newest sample, by their numbers.
pub(super) fn spent() -> Vec<(u64, CostLedger)> {
    let none = CostLine::default();
    let answers = CostLine {
        calls: 2,
        unreported: 1,
        input: 3_000,
        cached: 1_000,
        output: 120,
        dollars: 0.012_5,
        ..none
    };
    let counts = CostLine { calls: 1, unreported: 1, ..none };
    let summaries =
        CostLine { calls: 2, unpriced: 1, input: 8_000, output: 400, dollars: 0.25, ..none };
    let unpriced = CostLine { calls: 1, unpriced: 1, input: 3_000, output: 80, ..none };
    vec![
        (5, CostLedger { chat: answers, summaries: none, counts }),
        (13, CostLedger { chat: none, summaries, counts: none }),
        (14, CostLedger { chat: unpriced, summaries: none, counts: none }),
    ]
}
