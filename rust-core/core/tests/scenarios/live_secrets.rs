//! The key is in nothing that anybody can read, whatever the server does with it, in the answer to
//! any question.

use vibeue_core::conversation::Protocol;
use vibeue_core::provider::{ConnectionTest, ProviderConfig};
use vibeue_core::session::live::SummaryEnd;
use vibeue_core::settings::Mode;
use vibeue_scripted_server::{Answer, Fault, Operation, Script, Step, Wire};

use crate::live::Live;
use crate::over_every_wire;
use crate::scene::{KEY, Scene, limits, model};

/// Every way in which a server can give a key back.
fn echoes(wire: Wire) -> Vec<Fault> {
    let raw = |status, content_type: &str, body: String| Fault::Raw {
        status,
        content_type: content_type.to_owned(),
        body,
    };
    let json = "application/json";
    let error = format!("{{\"error\": {{\"message\": \"no {KEY}, Bearer {KEY}\"}}}}");
    let stream = match wire {
        Wire::Ollama => raw(200, "application/x-ndjson", format!("{{\"error\": \"no {KEY}\"}}\n")),
        _ => raw(200, "text/event-stream", format!("event: error\ndata: {error}\n\n")),
    };
    vec![
        raw(401, json, error.clone()),
        raw(400, json, format!("{{\"error\": \"?key={KEY}\"}}")),
        raw(403, "text/plain", format!("x-api-key: {KEY}")),
        raw(404, "text/html", format!("<html><title>{KEY}</title><body>{KEY}</body></html>")),
        raw(422, json, format!("[{error}]")),
        raw(500, "text/html", format!("<!doctype html><h1>{KEY} failed</h1>")),
        raw(200, json, format!("{KEY} is not JSON")),
        raw(200, json, error),
        stream,
        Fault::Redirect { status: 307, location: format!("http://{KEY}.example/?key={KEY}#{KEY}") },
        Fault::Redirect { status: 302, location: format!("/login/{KEY}") },
    ]
}

fn step(fault: &Fault, operation: Operation) -> Step {
    Step::from(fault.clone()).header("x-request-id", KEY).header("server", KEY).on(operation)
}

/// Chats, counts, facts and the provider's own compaction, and the test of a
/// connection.
fn no_answer_to_any_question_shows_the_key(wire: Wire) {
    let operations = [Operation::Chat, Operation::Count, Operation::Facts, Operation::Compact];
    for fault in echoes(wire) {
        let mut scene = Scene::new(wire);
        let fill = |scene: &Scene| {
            scene.server.script(|script| script.steps.clear());
            for operation in operations {
                (0..8).for_each(|_| scene.server.push(step(&fault, operation)));
            }
        };
        fill(&scene);
        for stream in [true, false] {
            scene.stream = stream;
            assert!(scene.turn("Hi.").result.is_err(), "{wire:?}: {fault:?}");
        }
        let mut shown = std::mem::take(&mut scene.shown);
        let request = scene.request();
        let logs = crate::logs::Logs::default();
        tracing::subscriber::with_default(logs.clone(), || {
            let counted = scene.run(scene.provider.count(&request));
            fill(&scene);
            let described = scene.run(scene.provider.describe(model(wire)));
            let models = scene.run(scene.provider.models());
            fill(&scene);
            let compacted = scene.run(scene.provider.compact(&request, None));
            fill(&scene);
            let tested = scene.run(ConnectionTest::run(scene.provider.as_ref(), model(wire)));
            for told in [
                counted.map(|_| ()).map_err(|error| error.to_string()),
                described.map(|_| ()).map_err(|error| format!("{error} {error:?}")),
                models.map(|_| ()).map_err(|error| format!("{error} {error:?}")),
                compacted.map(|_| ()).map_err(|error| format!("{error} {error:?}")),
            ] {
                shown.push_str(&format!("{told:?}\n"));
            }
            shown.push_str(&format!("{tested:?} {}", serde_json::to_string(&tested).unwrap()));
        });
        shown.push_str(&logs.text());
        assert!(logs.text().contains("answered"), "the logs are read at all: {}", logs.text());
        assert!(!shown.contains(KEY), "{wire:?}, {fault:?}: {shown}");
        scene.goes_on();
    }
}

/// The same in a session: events, snapshots, journal and logs are read by
/// `goes_on`.
fn no_event_and_no_journal_shows_the_key(wire: Wire) {
    for fault in echoes(wire) {
        let mut live = Live::with(wire, Script::default(), |options| {
            options.settings.mode = Mode::Llm;
            options.settings.recent_messages_to_keep = 2;
        });
        for number in 0..6 {
            live.server.push(Answer::text(format!("Done. {}", "word ".repeat(120))));
            live.turn(&format!("Look at door {number}. {}", "why ".repeat(60)));
        }
        (0..6).for_each(|_| live.server.push(step(&fault, Operation::Chat)));
        let told = live.turn("And now?");
        assert!(!format!("{told:?}").contains(KEY), "{wire:?}, {fault:?}: {told:?}");
        live.server.script(|script| script.steps.clear());
        (0..12).for_each(|_| live.server.push(step(&fault, Operation::Chat)));
        live.session.summarize(None);
        let done = live.until_summarized();
        assert_eq!(done.outcome, SummaryEnd::Applied, "{fault:?}: {done:?}");
        assert!(!format!("{done:?}").contains(KEY), "{wire:?}, {fault:?}: {done:?}");
        live.goes_on();
    }
}

fn no_configuration_shows_the_key(wire: Wire) {
    let protocol = match wire {
        Wire::OpenaiChat => Protocol::OpenaiChat,
        Wire::Responses => Protocol::Responses,
        Wire::Anthropic => Protocol::Anthropic,
        Wire::Gemini => Protocol::Gemini,
        Wire::Ollama => Protocol::Ollama,
    };
    let mut config = ProviderConfig::new(protocol, "http://127.0.0.1:9", model(wire));
    config.key = Some(KEY.into());
    config.headers = vec![("X-Gateway-Token".to_owned(), KEY.to_owned())];
    config.limits = limits();
    let client = config.client().unwrap();
    let provider = vibeue_core::provider::connect(&config).unwrap();
    let options = vibeue_core::session::live::SessionOptions::new(
        provider.clone(),
        vibeue_core::session::live::ModelChoice::new(model(wire)),
    );
    let shown = format!(
        "{config:?} {client:?} {:?} {} {} {:?} {provider:?} {options:?}",
        client.endpoint(),
        client.endpoint().shown(),
        client.endpoint().host(),
        client.endpoint().redactor(),
    );
    assert!(!shown.contains(KEY), "{shown}");
    // An address with a key in it is refused without being repeated.
    for base in [
        format!("https://me:{KEY}@127.0.0.1/v1"),
        format!("https://127.0.0.1/v1?key={KEY}"),
        format!("https://127.0.0.1/v1?api_key={KEY}"),
    ] {
        let config = ProviderConfig::new(protocol, base, model(wire));
        let error = config.client().unwrap_err();
        assert!(!format!("{error} {error:?} {config:?}").contains(KEY), "{error:?}");
    }
}

over_every_wire! {
    no_answer_to_any_question_shows_the_key
    no_event_and_no_journal_shows_the_key
    no_configuration_shows_the_key
}
