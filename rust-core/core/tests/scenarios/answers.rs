//! Answers as they should be, and as servers that mean well send them.

use vibeue_core::provider::StopReason;
use vibeue_core::tokens::ServerUsage;
use vibeue_scripted_server::{Answer, Fault, Script, Step, Stop, Usage, Wire};

use crate::over_every_wire;
use crate::scene::Scene;

const USAGE: Usage = Usage { input: 1_200, cached: 1_000, output: 40, reasoning: 10 };

fn whole_answers_keep_text_stop_and_usage(wire: Wire) {
    for stream in [true, false] {
        let mut scene = Scene::new(wire);
        scene.stream = stream;
        scene.server.push(Answer::text("Grüße, 世界 🌍").usage(USAGE));
        let seen = scene.turn("Hello.");
        assert_eq!(seen.reply().text(), "Grüße, 世界 🌍");
        assert_eq!(seen.text, "Grüße, 世界 🌍", "pieces are delivered even of a whole answer");
        assert_eq!(seen.reply().stop, StopReason::End);
        let usage = seen.reply().usage.expect("the server told it");
        let cached = if wire == Wire::Ollama { 0 } else { 1_000 };
        let reasoning = if matches!(wire, Wire::Ollama | Wire::Anthropic) { 0 } else { 10 };
        assert_eq!(usage, ServerUsage { input: 1_200, cached, output: 40, reasoning });
        assert_eq!(seen.usage, Some(usage), "the last usage delivered is the one returned");
        scene.goes_on();
    }
}

fn reasoning_is_shown_apart_and_goes_back_where_it_must(wire: Wire) {
    for stream in [true, false] {
        let mut scene = Scene::new(wire);
        scene.stream = stream;
        let answer = Answer::default().reasoning("First weigh it. Then look.");
        scene.server.push(answer.and_call("", "look", "{\"what\":\"door\"}"));
        let seen = scene.turn("Open the door.");
        assert_eq!(seen.reasoning, "First weigh it. Then look.");
        assert_eq!(seen.text, "");
        let id = seen.reply().tool_calls().next().unwrap().id.clone();
        scene.result(&id, "look", "It is locked.");
        scene.server.push(Answer::text("It is locked.").reasoning("So it is."));
        assert_eq!(scene.ask().text, "It is locked.");
        scene.goes_on();
    }
}

fn parallel_calls_are_answered_out_of_order(wire: Wire) {
    for stream in [true, false] {
        let mut scene = Scene::new(wire);
        scene.stream = stream;
        let first = "{\"what\":\"a \\\"quoted\\\" door, 世界\"}";
        let answer = Answer::text("Let me see.");
        scene.server.push(answer.and_call("", "look", first).and_call(
            "",
            "count_words",
            "{\"what\":\"b\"}",
        ));
        let seen = scene.turn("Look at both.");
        assert_eq!(seen.reply().stop, StopReason::ToolCalls);
        assert_eq!(seen.reply().text(), "Let me see.");
        let calls: Vec<_> = seen.reply().tool_calls().cloned().collect();
        let arguments: Vec<serde_json::Value> =
            calls.iter().map(|call| serde_json::from_str(&call.arguments).unwrap()).collect();
        assert_eq!(
            arguments,
            [
                serde_json::json!({"what": "a \"quoted\" door, 世界"}),
                serde_json::json!({"what": "b"}),
            ]
        );
        let streamed: Vec<_> = seen.calls.iter().map(|call| (&*call.1, &*call.2)).collect();
        let whole: Vec<_> = calls.iter().map(|call| (&*call.id, &*call.name)).collect();
        assert_eq!(streamed, whole, "{wire:?}");
        assert_ne!(calls[0].id, calls[1].id);
        scene.result(&calls[1].id, "count_words", "two");
        scene.result(&calls[0].id, "look", "red");
        let seen = scene.ask();
        assert!(seen.text.contains("two") && seen.text.contains("red"), "{}", seen.text);
        scene.goes_on();
    }
}

fn three_rounds_of_tools_make_one_turn(wire: Wire) {
    let mut scene = Scene::new(wire);
    scene.say("Look three times.");
    for round in 0..3 {
        scene.server.push(Answer::call("", "look", "{\"what\":\"it\"}"));
        let seen = scene.ask();
        let id = seen.reply().tool_calls().next().unwrap().id.clone();
        scene.result(&id, "look", &format!("round {round}"));
    }
    assert!(scene.ask().text.contains("round 2"));
    scene.goes_on();
}

fn arguments_of_any_kind_survive(wire: Wire) {
    let mut scene = Scene::new(wire);
    scene.server.push(Answer::call("", "look", "{}"));
    let seen = scene.turn("Look.");
    assert_eq!(seen.reply().tool_calls().next().unwrap().arguments, "{}");
    let id = seen.reply().tool_calls().next().unwrap().id.clone();
    scene.result(&id, "look", "");
    scene.ask();
    scene.goes_on();
}

fn stops_have_names(wire: Wire) {
    let expected = |stop: Stop| match (stop, wire) {
        (Stop::Length, _) => Some(StopReason::Length),
        (Stop::Refusal, Wire::Ollama) => None,
        (Stop::Refusal, _) => Some(StopReason::Refusal),
        (Stop::ContextFull, Wire::Anthropic) => Some(StopReason::ContextFull),
        _ => None,
    };
    for stop in [Stop::Length, Stop::Refusal, Stop::ContextFull] {
        let Some(expected) = expected(stop) else { continue };
        let mut scene = Scene::new(wire);
        scene.server.push(Answer::text("Half a").stop(stop));
        match scene.turn("Write.").result {
            Ok(reply) => assert_eq!(reply.stop, expected, "{wire:?}"),
            Err(error) => panic!("{wire:?} {stop:?}: {error}"),
        }
        scene.goes_on();
    }
}

fn fields_that_nobody_named_do_no_harm(wire: Wire) {
    for stream in [true, false] {
        let script = Script { refuses_unknown_fields: true, ..Script::default() };
        let mut scene = Scene::with(wire, script);
        scene.stream = stream;
        let answer =
            Answer::text("Fine.").reasoning("Hm.").and_call("", "look", "{\"what\":\"x\"}");
        scene.server.push(Step::new(answer, Fault::UnknownFields));
        let seen = scene.turn("Look.");
        assert_eq!(seen.text, "Fine.", "{:?}", seen.result);
        let id = seen.reply().tool_calls().next().unwrap().id.clone();
        scene.result(&id, "look", "red");
        assert!(scene.ask().text.contains("red"));
        scene.goes_on();
    }
}

fn keep_alives_are_not_words(wire: Wire) {
    let mut scene = Scene::new(wire);
    scene.server.push(Step::new(Answer::text("a b c"), Fault::KeepAlives));
    assert_eq!(scene.turn("Hi.").text, "a b c");
    scene.goes_on();
}

fn a_wrong_content_type_is_not_a_reason_to_fail(wire: Wire) {
    for (stream, content_type) in
        [(true, "text/plain"), (true, "application/octet-stream"), (false, "text/plain")]
    {
        let mut scene = Scene::new(wire);
        scene.stream = stream;
        let fault = Fault::ContentType { content_type: content_type.to_owned() };
        scene.server.push(Step::new(Answer::text("a b c"), fault));
        assert_eq!(scene.turn("Hi.").text, "a b c", "{wire:?} {content_type}");
        scene.goes_on();
    }
}

fn bytes_that_come_one_by_one_keep_their_characters(wire: Wire) {
    for stream in [true, false] {
        let mut scene = Scene::new(wire);
        scene.stream = stream;
        let words = "ä€🌍 é 世界 \u{10ffff} ﷽";
        scene.server.push(Step::new(Answer::text(words), Fault::Dribble { pause_us: 0 }));
        assert_eq!(scene.turn("Hi.").text, words);
        scene.goes_on();
    }
}

fn calls_with_the_same_id_are_told_apart(wire: Wire) {
    let mut scene = Scene::new(wire);
    let answer = Answer::call("", "look", "{\"what\":\"a\"}");
    let answer = answer.and_call("", "look", "{\"what\":\"b\"}");
    scene.server.push(Step::new(answer, Fault::DuplicateToolIds));
    let seen = scene.turn("Look twice.");
    let ids: Vec<_> = seen.reply().tool_calls().map(|call| call.id.clone()).collect();
    assert_eq!(ids.len(), 2, "{:?}", seen.result);
    for (number, id) in ids.iter().enumerate() {
        scene.result(id, "look", &format!("result {number}"));
    }
    let seen = scene.ask();
    assert!(seen.text.contains("result 0") && seen.text.contains("result 1"), "{:?}", seen.result);
    scene.goes_on();
}

fn a_missing_usage_stays_missing(wire: Wire) {
    let mut scene = Scene::new(wire);
    scene.server.push(Answer { without_usage: true, ..Answer::text("Fine.") });
    let seen = scene.turn("Hi.");
    assert_eq!((seen.reply().usage, seen.usage), (None, None));
    scene.goes_on();
}

fn a_slow_answer_within_the_limits_is_waited_for(wire: Wire) {
    let mut scene = Scene::new(wire);
    let answer = Answer { first_delay_ms: 300, ..Answer::text("a b c").slowly(120) };
    scene.server.push(answer);
    assert_eq!(scene.turn("Hi.").text, "a b c");
    scene.goes_on();
}

over_every_wire! {
    whole_answers_keep_text_stop_and_usage
    reasoning_is_shown_apart_and_goes_back_where_it_must
    parallel_calls_are_answered_out_of_order
    three_rounds_of_tools_make_one_turn
    arguments_of_any_kind_survive
    stops_have_names
    fields_that_nobody_named_do_no_harm
    keep_alives_are_not_words
    a_wrong_content_type_is_not_a_reason_to_fail
    bytes_that_come_one_by_one_keep_their_characters
    calls_with_the_same_id_are_told_apart
    a_missing_usage_stays_missing
    a_slow_answer_within_the_limits_is_waited_for
}
