//! Histories that no server should see as they are.

use std::sync::Arc;

use vibeue_core::conversation::{Extra, Message, MessageId, Part, Protocol, Role, ToolCall};
use vibeue_core::provider::ErrorClass;
use vibeue_scripted_server::{Answer, Script, Wire};

use crate::over_every_wire;
use crate::scene::Scene;

fn call(id: &str, arguments: &str) -> Part {
    Part::ToolCall(Box::new(ToolCall {
        id: id.into(),
        name: "look".into(),
        arguments: arguments.to_owned(),
        extra: Extra::new(),
    }))
}

fn strict(wire: Wire) -> Scene {
    Scene::with(wire, Script { refuses_unknown_fields: true, ..Script::default() })
}

fn add(scene: &mut Scene, role: Role, parts: Vec<Part>) {
    let id = scene.next_id();
    scene.messages.push(Arc::new(Message::new(id, role, parts)));
}

fn orphans_and_gaps_are_repaired_on_the_way(wire: Wire) {
    let mut scene = strict(wire);
    scene.result("call_gone", "look", "whose call was condensed");
    scene.say("First.");
    add(
        &mut scene,
        Role::Assistant,
        vec![call("c1", "{}"), call("c2", "{}"), call("c3", "{\"a\": 1")],
    );
    scene.result("c2", "look", "only this one came");
    scene.result("call_other", "look", "nobody asked");
    scene.say("Second.");
    scene.say("Third.");
    add(&mut scene, Role::Assistant, vec![call("c4", "[1]")]);
    scene.say("Interrupted.");
    scene.result("c4", "look", "late");
    scene.say("Now?");
    scene.server.push(Answer::text("Fixed."));
    let seen = scene.ask();
    assert_eq!(seen.text, "Fixed.", "{wire:?}: {:?}", seen.result);
    let asked = scene.server.exchanges()[0].asked.clone().unwrap();
    let all = format!("{:?}", asked.items);
    for said in ["First.", "Second.", "Third.", "Interrupted.", "Now?", "only this one came"] {
        assert!(all.contains(said), "{wire:?} lost {said}: {all}");
    }
    scene.goes_on();
}

fn empty_words_poison_nothing(wire: Wire) {
    let mut scene = strict(wire);
    add(&mut scene, Role::System, vec![Part::text("")]);
    scene.say("");
    scene.say("First.");
    add(&mut scene, Role::Assistant, vec![Part::text("  \n")]);
    add(&mut scene, Role::Assistant, vec![]);
    scene.say(" ");
    add(&mut scene, Role::Assistant, vec![Part::text(""), call("c1", "{}")]);
    scene.result("c1", "look", "");
    add(&mut scene, Role::Assistant, vec![Part::text("ends in blanks  \n")]);
    scene.say("Now?");
    scene.server.push(Answer::text("Clean."));
    let seen = scene.ask();
    assert_eq!(seen.text, "Clean.", "{wire:?}: {:?}", seen.result);
    scene.goes_on();
}

fn a_conversation_moves_to_another_provider(wire: Wire) {
    for from in Protocol::ALL {
        let mut scene = strict(wire);
        add(&mut scene, Role::System, vec![Part::text("Be brief.")]);
        scene.say("Look.");
        let opaque = [
            serde_json::json!({"type": "thinking", "thinking": "t", "signature": "foreign"}),
            serde_json::json!({"type": "reasoning", "id": "rs_9", "summary": [], "encrypted_content": "x"}),
            serde_json::json!({"text": "thought", "thought": true}),
        ];
        let mut parts: Vec<_> =
            opaque.into_iter().map(|block| Part::Opaque { block: Box::new(block) }).collect();
        let mut extra = Extra::new();
        extra.insert("extra_content", serde_json::json!({"google": {"thought_signature": "s"}}));
        extra.insert("thoughtSignature", "foreign".into());
        parts.push(Part::Text { text: "Let me see.".to_owned(), extra: extra.clone() });
        parts.push(Part::ToolCall(Box::new(ToolCall {
            id: "weird id with / and |, longer than sixty-four characters in all, ünïcode".into(),
            name: "look".into(),
            arguments: "{\"what\":\"x\"}".to_owned(),
            extra,
        })));
        let mut message = Message::new(MessageId(3), Role::Assistant, parts);
        message.origin = (scene.provider.protocol() != from).then_some(from);
        if message.origin.is_none() {
            continue;
        }
        message.extra.insert("reasoning_content", "secret thoughts".into());
        scene.messages.push(Arc::new(message));
        let id = "weird id with / and |, longer than sixty-four characters in all, ünïcode";
        scene.result(id, "look", "red");
        scene.server.push(Answer::text("It is red."));
        let seen = scene.ask();
        assert_eq!(seen.text, "It is red.", "{wire:?} from {from}: {:?}", seen.result);
        scene.goes_on();
    }
}

fn a_field_that_the_server_does_not_take_is_left_out(wire: Wire) {
    if wire != Wire::OpenaiChat {
        return;
    }
    for field in ["stream_options", "max_completion_tokens", "temperature", "parallel_tool_calls"] {
        let script = Script { unsupported: vec![field.to_owned()], ..Script::default() };
        let mut scene = Scene::with(wire, script);
        scene.say("Hi.");
        let mut request = scene.request();
        request.temperature = Some(0.0);
        let first = scene.send(&request);
        assert_eq!(first.text, "You said: Hi.", "{field}: {:?}", first.result);
        let second = scene.send(&request);
        assert_eq!(second.requests, 1, "{field} is remembered");
    }
}

fn a_count_is_the_servers_own_or_none(wire: Wire) {
    let mut scene = Scene::new(wire);
    scene.say(&"word ".repeat(400));
    let request = scene.request();
    if let Some(count) = scene.run(scene.provider.count(&request)).unwrap() {
        let told = scene.server.exchanges().last().unwrap().tokens;
        assert_eq!(count, told, "{wire:?}");
        let asked = scene.server.exchanges().len();
        assert_eq!(scene.run(scene.provider.count(&request)), Ok(Some(count)));
        assert_eq!(scene.server.exchanges().len(), asked, "the second answer comes from the cache");
    }
    scene.server.script(|script| script.counts = false);
    scene.say("More.");
    let request = scene.request();
    let outcome = scene.run(scene.provider.count(&request));
    assert!(
        outcome.is_ok() || matches!(&outcome, Err(error) if error.class == ErrorClass::NotFound),
        "{wire:?}: {outcome:?}"
    );
    scene.goes_on();
}

fn what_the_server_says_of_its_model_is_believed(wire: Wire) {
    let script = Script {
        models: vec![vibeue_scripted_server::Model::new(crate::scene::model(wire), 54_321)],
        ..Script::default()
    };
    let scene = Scene::with(wire, script);
    let info = scene.run(scene.provider.describe(crate::scene::model(wire))).unwrap();
    assert_eq!(info.id, crate::scene::model(wire));
    match wire {
        // OpenAI tells nothing of its models' windows.
        Wire::OpenaiChat | Wire::Responses => assert_eq!(info.context_length, None),
        Wire::Gemini => assert_eq!(info.input_limit.or(info.context_length), Some(54_321)),
        Wire::Anthropic | Wire::Ollama => assert_eq!(info.context_length, Some(54_321)),
    }
    let models = scene.run(scene.provider.models()).unwrap();
    assert_eq!(models.len(), 1, "{models:?}");
    assert_eq!(models[0].id, crate::scene::model(wire));
    scene.goes_on();
}

over_every_wire! {
    orphans_and_gaps_are_repaired_on_the_way
    empty_words_poison_nothing
    a_conversation_moves_to_another_provider
    a_field_that_the_server_does_not_take_is_left_out
    a_count_is_the_servers_own_or_none
    what_the_server_says_of_its_model_is_believed
}
