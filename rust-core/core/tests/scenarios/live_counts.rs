//! What a session counts, compared with what a server counts for itself.

use vibeue_core::session::live::{ModelChoice, TurnEnd};
use vibeue_scripted_server::{Answer, Operation, Script, Wire};

use crate::live::Live;
use crate::over_every_wire;

/// No usage comes back, so that no calibration helps: a request right after the model was switched
/// depends only on the count.
fn a_request_is_never_longer_than_the_session_says(wire: Wire) {
    let mut live = Live::with(wire, Script::default(), |options| {
        options.model = ModelChoice {
            limits: options.model.limits,
            max_output_tokens: Some(1_000),
            ..ModelChoice::new("gpt-4o")
        };
    });
    let tokenizer = tiktoken_rs::o200k_base().unwrap();
    live.server.count_with(move |text| tokenizer.encode_ordinary(text).len() as u64);
    let silent = |answer: Answer| Answer { without_usage: true, ..answer };
    for number in 0..20 {
        let call = Answer::call("", "look", "{\"what\":\"the door\"}");
        live.server.push(silent(call.and_call("", "count_words", "{\"what\":\"a b\"}")));
        live.server.push(silent(Answer::text("Red.")));
        let told = live.turn(&format!("Look at {number}."));
        assert_eq!((told.end, told.calls.len()), (TurnEnd::Completed, 2), "{told:?}");
    }
    let all = live.server.exchanges();
    let last = all.iter().rfind(|exchange| exchange.operation == Operation::Chat).unwrap();
    let usage = live.session.snapshot().usage;
    assert!(
        last.tokens <= usage.used,
        "{wire:?}: the server counts {} tokens, the session {usage:?}: {}",
        last.tokens,
        last.body
    );
    assert!(live.session.shutdown(std::time::Duration::from_secs(60)).complete);
}

over_every_wire! {
    a_request_is_never_longer_than_the_session_says
}
