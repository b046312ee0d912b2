//! What is true of every count, whatever is counted.

use super::*;

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-zA-Z ,.']{0,60}",
        2 => "[ \n\t/;{}()=<>|a-z0-9]{0,60}",
        1 => "\\PC{0,30}",
        1 => "[0-9]{0,20}",
        1 => "[漢字かな한국어Привет🚪]{0,20}",
    ]
}

fn any_message() -> impl Strategy<Value = Message> {
    let role = prop_oneof![Just(Role::System), Just(Role::User), Just(Role::Assistant)];
    let part = prop_oneof![
        4 => any_text().prop_map(Part::text),
        1 => (any_text(), any_text()).prop_map(|(name, arguments)| call(&name, &arguments)),
        1 => any_text().prop_map(|text| result(None, vec![Part::text(text)])),
        1 => any_text().prop_map(|text| Part::Opaque {
            block: Box::new(json!({"type": "thinking", "thinking": text}))
        }),
    ];
    (role, proptest::collection::vec(part, 0..4), any::<bool>()).prop_map(
        |(role, parts, is_summary)| {
            let mut message = message(role, parts);
            if is_summary {
                message.kind = MessageKind::Summary;
            }
            message
        },
    )
}

fn any_counter() -> impl Strategy<Value = Counter> {
    let families = prop_oneof![
        Just(Family::O200k),
        Just(Family::Cl100k),
        Just(Family::ClaudeNew),
        Just(Family::MiniMax),
        Just(Family::Qwen),
    ];
    families.prop_map(|family| {
        let counter = Counter::for_family(family);
        counter.warm();
        counter
    })
}

#[derive(Debug, Clone)]
enum Edit {
    Push(Message),
    Replace(usize, Message),
    Remove(usize),
    Truncate(usize),
    Stream(Vec<String>),
}

fn any_edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => any_message().prop_map(Edit::Push),
        2 => (0..20_usize, any_message()).prop_map(|(at, message)| Edit::Replace(at, message)),
        1 => (0..20_usize).prop_map(Edit::Remove),
        1 => (0..20_usize).prop_map(Edit::Truncate),
        2 => proptest::collection::vec(any_text(), 0..8).prop_map(Edit::Stream),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_tally_equals_a_recount_after_any_edits(
        counter in any_counter(),
        edits in proptest::collection::vec(any_edit(), 0..20),
    ) {
        let tools = [json!({"name": "list_assets", "description": "Lists assets"})];
        let mut tally = Tally::new(counter);
        tally.set_tools(&tools);
        let mut messages: Vec<Message> = Vec::new();
        for edit in edits {
            match edit {
                Edit::Push(message) => {
                    let usage = tally.push(&message);
                    prop_assert_eq!(usage, counter.message(&message));
                    messages.push(message);
                }
                Edit::Replace(at, message) => {
                    let old = tally.replace(at, &message);
                    prop_assert_eq!(old, messages.get(at).map(|old| counter.message(old)));
                    if let Some(place) = messages.get_mut(at) {
                        *place = message;
                    }
                }
                Edit::Remove(at) => {
                    let removed = tally.remove(at);
                    prop_assert_eq!(removed.is_some(), at < messages.len());
                    if removed.is_some() {
                        messages.remove(at);
                    }
                }
                Edit::Truncate(length) => {
                    tally.truncate(length);
                    messages.truncate(length);
                }
                Edit::Stream(deltas) => {
                    let begun = Message::text(MessageId(1), Role::Assistant, "");
                    tally.begin(&begun);
                    messages.push(begun);
                    let mut text = String::new();
                    for delta in deltas {
                        tally.append(&delta);
                        text += &delta;
                        let so_far = Message::text(MessageId(1), Role::Assistant, text.clone());
                        *messages.last_mut().unwrap() = so_far;
                        prop_assert_eq!(tally.usage(), counter.request(&messages, &tools));
                    }
                    tally.finish(messages.last().unwrap());
                }
            }
            prop_assert_eq!(tally.len(), messages.len());
            prop_assert_eq!(tally.usage(), counter.request(&messages, &tools));
        }
        messages.reverse();
        tally.sync(&messages, &tools);
        prop_assert_eq!(tally.usage(), counter.request(&messages, &tools));
    }

    #[test]
    fn the_early_answer_is_that_of_the_full_count(
        counter in any_counter(),
        messages in proptest::collection::vec(any_message(), 0..6),
        more in proptest::collection::vec(any_message(), 0..3),
        text in any_text(),
        around in -12_i64..12,
    ) {
        let total = counter.request(&messages, &[]).total();
        let limit = total.saturating_add_signed(around);
        prop_assert_eq!(counter.request_exceeds(&messages, &[], limit), total > limit);

        let mut tally = Tally::new(counter);
        tally.sync(&messages, &[]);
        let both: Vec<Message> = messages.iter().chain(&more).cloned().collect();
        let total = counter.request(&both, &[]).total();
        let limit = total.saturating_add_signed(around);
        prop_assert_eq!(tally.exceeds_with(&more, limit), total > limit);

        let tokens = counter.text(&text).tokens;
        let limit = tokens.saturating_add_signed(around);
        prop_assert_eq!(counter.exceeds(&text, limit), tokens > limit);
    }

    #[test]
    fn the_safe_limit_is_the_last_count_that_cannot_be_over(
        counter in any_counter(),
        limit in 0..1_000_000_u64,
    ) {
        let safe = counter.safe_limit(limit);
        prop_assert!(counter.at_most(safe) <= limit);
        prop_assert!(counter.at_most(safe + 1) > limit);
    }

    #[test]
    fn no_text_has_more_tokens_than_bytes(counter in any_counter(), text in any_text()) {
        prop_assert!(counter.text(&text).tokens <= text.len() as u64);
    }

    #[test]
    fn random_requests_count_as_tiktoken_rs_counts_them(
        texts in proptest::collection::vec((any_text(), any_text()), 0..6),
    ) {
        let messages: Vec<Message> = texts
            .into_iter()
            .map(|(text, arguments)| {
                message(Role::Assistant, vec![Part::text(text), call("run", &arguments)])
            })
            .collect();
        prop_assert_eq!(
            o200k().request(&messages, &[]).total(),
            oracle_total("gpt-4o", &messages)
        );
    }
}
