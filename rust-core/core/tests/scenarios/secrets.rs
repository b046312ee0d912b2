//! The key is nowhere but in its header.

use vibeue_core::provider::ErrorClass;
use vibeue_scripted_server::{Answer, Fault, Step, Wire};

use crate::over_every_wire;
use crate::scene::{KEY, Scene};

fn a_key_that_the_server_repeats_is_not_shown(wire: Wire) {
    let mut scene = Scene::new(wire);
    // Everything that a server can put a key into.
    let bodies = [
        format!("{{\"error\": {{\"message\": \"Incorrect API key provided: {KEY}.\"}}}}"),
        format!("{{\"error\": \"bad key {KEY}\"}}"),
        format!("<html><title>{KEY}</title></html>"),
        format!("key={KEY}"),
    ];
    for status in [400, 401, 500] {
        for body in &bodies {
            for _ in 0..3 {
                scene.server.push(
                    Step::from(Fault::Raw {
                        status,
                        content_type: "application/json".to_owned(),
                        body: body.clone(),
                    })
                    .header("x-request-id", KEY),
                );
            }
            let seen = scene.turn("Hi.");
            assert!(seen.result.is_err());
            scene.server.script(|script| script.steps.clear());
            scene.messages.clear();
        }
    }
    scene.server.push(Fault::Redirect { status: 307, location: format!("http://x/?key={KEY}") });
    assert_eq!(scene.turn("Hi.").class(), ErrorClass::Protocol);
    scene.goes_on();
}

fn the_key_travels_in_its_header_only(wire: Wire) {
    let mut scene = Scene::new(wire);
    scene.server.push(Answer::text("Fine."));
    scene.turn("Hi.");
    let request = scene.request();
    let _ = scene.run(scene.provider.count(&request));
    let _ = scene.run(scene.provider.models());
    let _ = scene.run(scene.provider.describe(crate::scene::model(wire)));
    for exchange in scene.server.exchanges() {
        assert!(!exchange.target.contains(KEY), "{}", exchange.target);
        assert!(!String::from_utf8_lossy(&exchange.raw).contains(KEY));
        let holders: Vec<_> = exchange
            .headers
            .iter()
            .filter(|(_, value)| value.contains(KEY))
            .map(|(name, _)| name.as_str())
            .collect();
        let expected = match wire {
            Wire::Anthropic => "x-api-key",
            Wire::Gemini => "x-goog-api-key",
            Wire::OpenaiChat | Wire::Responses | Wire::Ollama => "authorization",
        };
        assert_eq!(holders, [expected], "{}", exchange.target);
    }
    scene.goes_on();
}

over_every_wire! {
    a_key_that_the_server_repeats_is_not_shown
    the_key_travels_in_its_header_only
}
