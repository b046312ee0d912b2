//! How much is kept of a turn.

use super::*;

const MIB: usize = 1024 * 1024;

fn write(bytes: usize) -> Ask {
    let (path, text) = ("/p/a.txt".to_owned(), "x".repeat(bytes).into());
    let what = What::Write(Writing { path, text, is_guarded: false });
    Ask { id: json!(1), what, weight: bytes }
}

fn permission(call: &str) -> Ask {
    let options = json!([{"optionId": "yes", "name": "Yes", "kind": "allow_once"}]);
    Ask::permission(&json!(1), call.to_owned(), serde_json::from_value(options).unwrap())
}

fn content(bytes: usize) -> ToolCallUpdateFields {
    let text = json!({"type": "text", "text": "x".repeat(bytes)});
    let content = json!([{"type": "content", "content": text}]);
    serde_json::from_value(json!({"title": "Call", "content": content})).unwrap()
}

/// Bytes that are really there, in questions and in calls.
fn kept(turn: &Turn) -> usize {
    let texts = turn.questions.values().map(|ask| match &ask.what {
        What::Write(writing) => writing.text.len(),
        What::Permission { .. } => 0,
    });
    let calls = turn.calls.values().map(|call| call.details().len());
    texts.chain(calls).sum()
}

fn answer_all(turn: &mut Turn) {
    let asks = turn.take_questions();
    assert_eq!(turn.questions.len(), 0);
    drop(asks);
}

#[test]
fn the_text_of_a_write_is_kept_until_it_is_answered_and_no_longer() {
    let mut turn = Turn::new(1, Spending::default());
    for _ in 0..200 {
        turn.ask(write(MIB)).unwrap();
        assert_eq!((kept(&turn), turn.weight), (MIB, MIB));
        answer_all(&mut turn);
        assert_eq!((kept(&turn), turn.weight), (0, 0));
    }
    for _ in 0..MOST_QUESTIONS {
        turn.ask(write(1)).unwrap();
    }
    assert_eq!(turn.ask(write(1)), Err("too many questions are open"));
    answer_all(&mut turn);
    for _ in 0..MOST_WEIGHT / (8 * MIB) {
        turn.ask(write(8 * MIB)).unwrap();
    }
    assert!(turn.ask(write(1)).unwrap_err().starts_with("the turn holds too much"));
    assert_eq!(kept(&turn), MOST_WEIGHT);
}

#[test]
fn questions_add_no_call_and_no_byte_beyond_the_bounds() {
    let mut turn = Turn::new(1, Spending::default());
    let mut last = Ok(());
    let mut asked = 0;
    while last.is_ok() {
        let call = format!("c{asked}");
        last = turn.ask_for(permission(&call), content(MIB), MIB);
        answer_all(&mut turn);
        asked += 1;
    }
    assert!(last.unwrap_err().starts_with("the turn holds too much"));
    // The user is not asked about anything incomplete.
    assert_eq!(asked, MOST_WEIGHT / MIB);
    assert!(kept(&turn) <= MOST_WEIGHT, "{}", kept(&turn));
    // What was reported to the session is dropped at its end.
    for at in 0..asked {
        turn.settle(&format!("c{at}"));
    }
    assert!(kept(&turn) == 0 && turn.weight < MIB, "{} {}", kept(&turn), turn.weight);
    turn.ask_for(permission("c0"), content(MIB), MIB).unwrap();

    let mut turn = Turn::new(1, Spending::default());
    for at in 0..MOST_CALLS {
        turn.call(&at.to_string(), content(1), 1);
    }
    let one_more = turn.ask_for(permission("more"), content(1), 1);
    assert_eq!(one_more, Err("the turn has too many calls"));
    turn.ask_for(permission("7"), content(1), 1).unwrap();
    turn.call("more", content(1), 1);
    assert_eq!(turn.calls.len(), MOST_CALLS);
    let long = "x".repeat(MOST_ID + 1);
    assert_eq!(turn.ask_for(permission(&long), content(1), 1), Err("the turn has too many calls"));
    for _ in 0..MOST_CALLS {
        answer_all(&mut turn);
        if turn.ask(permission("7")).is_err() {
            break;
        }
    }
    answer_all(&mut turn);
    assert_eq!(turn.ask(permission("7")), Err("the turn has asked too many questions"));
}

#[test]
fn what_is_kept_of_a_call_is_bounded_whatever_comes() {
    let mut turn = Turn::new(1, Spending::default());
    for at in 0..200 {
        turn.call(&format!("c{at}"), content(MIB), MIB);
        let long = "t".repeat(100_000);
        turn.call(&format!("t{at}"), serde_json::from_value(json!({"title": long})).unwrap(), MIB);
    }
    assert!(kept(&turn) <= MOST_WEIGHT, "{}", kept(&turn));
    // The same call again and again takes the room of one.
    let mut turn = Turn::new(1, Spending::default());
    for _ in 0..200 {
        turn.call("c", content(MIB), MIB);
    }
    assert!(turn.weight < 2 * MIB && kept(&turn) >= MIB, "{}", turn.weight);
}
