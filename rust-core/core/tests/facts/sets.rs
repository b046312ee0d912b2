//! Sets of facts: labels, merging, packing and bounds.

use super::*;

#[test]
fn json_keys_label_the_values_that_they_explain() {
    let mut set = FactSet::new();
    set.add_text("Cancel HXDUBJ and tell me more.", Origin::User, MessageId(1));
    let json = r#"{"reservation_id":"HXDUBJ","flights":[{"flight_number":"HAT085","price":177},
        {"flight_number":"HAT023","price":1460}],"note":"see HAT999"}"#;
    set.add_text(json, Origin::ToolResult, MessageId(2));
    let of = |kind| set.of_kind(kind).collect::<Vec<_>>();
    assert_eq!(
        render(&[of(FactKind::Id), of(FactKind::Number)].concat()),
        "ids: HAT999; reservation_id: HXDUBJ; flight_number: HAT085, HAT023\nnumbers: price: 177, 1460"
    );
}

#[test]
fn merging_equals_reading_in_one_go() {
    let messages = [
        Message::text(MessageId(1), Role::User, "Keep /Game/A and HXDUBJ."),
        Message::text(MessageId(2), Role::Assistant, "HXDUBJ costs $350 on 2024-05-19."),
        Message::tool_result(MessageId(3), "c", None, "{\"id\": \"HXDUBJ\"}", false),
    ];
    let whole = FactSet::of(&messages);
    let mut merged = FactSet::of(&messages[..2]);
    merged.merge(FactSet::of(&messages[2..]));
    assert_eq!(merged, whole);
}

#[test]
fn what_texts_hold_is_not_missing() {
    let mut set = FactSet::new();
    set.add_text("Use /Game/A/B, HXDUBJ and $350 please", Origin::Assistant, MessageId(1));
    let missing: Vec<&str> =
        set.missing_from(["paid ($350)", "in/Game/A/B.B"]).iter().map(|fact| fact.text).collect();
    assert_eq!(missing, ["HXDUBJ"]);
}

#[test]
fn packing_keeps_within_the_budget_and_lists_nothing_twice() {
    let mut set = FactSet::new();
    set.add_text(
        "Never edit Source/Door.cpp. Source/Door.cpp:12 HXDUBJ 2024-05-19 UDoorComponent",
        Origin::User,
        MessageId(1),
    );
    let ranked = set.ranked();
    let all = select(&ranked, |text| text.len() as u64, 1000);
    assert_eq!(
        render(&all),
        "rules:\nNever edit Source/Door.cpp.\npaths: Source/Door.cpp:12\nids: HXDUBJ\n\
         dates: 2024-05-19\nnames: UDoorComponent"
    );
    for budget in 0..120 {
        let packed = select(&ranked, |text| text.len() as u64, budget);
        let used: usize = packed.iter().map(|fact| fact.text.len() + 1).sum();
        assert!(used as u64 <= budget, "{used} of {budget}");
    }
}

#[test]
fn one_message_cannot_fill_the_set() {
    let mut flood = String::new();
    for at in 0..200_000 {
        flood.push_str(&format!("error: bad thing {at} in file_{at}.cpp at 0x{at:08x}\n"));
    }
    let mut set = FactSet::new();
    set.add_text(&flood, Origin::ToolResult, MessageId(1));
    let counts = set.by_kind();
    assert!(counts.iter().all(|(_, count)| *count <= 1024), "{counts:?}");
    assert!(counts.iter().any(|(kind, count)| *kind == FactKind::Error && *count >= 24));
}

#[test]
fn the_last_errors_of_a_flood_are_kept_too() {
    let mut flood = String::new();
    for at in 0..5_000 {
        flood.push_str(&format!("error: bad thing {at}\n"));
    }
    flood.push_str("fatal: the very last line\n");
    let errors = of_kind(FactKind::Error, &flood, Origin::ToolResult);
    assert_eq!(errors.first().map(String::as_str), Some("error: bad thing 0"));
    assert_eq!(errors.last().map(String::as_str), Some("fatal: the very last line"));
}

#[test]
fn lines_without_end_and_odd_bytes_are_survived() {
    let unit = [
        "\"", "\\", "{", "[1,", "error ", "a/", "//", ":", "é", "文", "🚪", "'", "`", "$", "-",
        "@a.b",
    ];
    for piece in unit {
        let mut set = FactSet::new();
        set.add_text(&piece.repeat(300_000), Origin::User, MessageId(1));
        set.add_text(&format!("{{{}", piece.repeat(300_000)), Origin::ToolResult, MessageId(2));
        assert!(set.iter().all(|fact| fact.text.len() <= Fact::MAX_BYTES), "{piece}");
    }
}
