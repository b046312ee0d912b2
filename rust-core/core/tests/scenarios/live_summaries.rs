//! Summaries in the background of a conversation with a real connection: what the protocol demands
//! of the request after one, and what happens if its call fails.

use vibeue_core::compaction::Strategy;
use vibeue_core::conversation::MessageKind;
use vibeue_core::provider::http::Limits;
use vibeue_core::session::live::{SessionOptions, SummaryEnd, TurnEnd};
use vibeue_core::settings::Mode;
use vibeue_scripted_server::{Answer, ErrorKind, Fault, Script, Step, Wire};

use crate::live::Live;
use crate::over_every_wire;
use crate::scene::{SOON, limits};

/// What the scripted server's signatures begin with, on every wire that has
/// them.
const SIGNATURE: &str = "c2ln";

fn of_mode(wire: Wire, mode: Mode) -> Live {
    Live::with(wire, Script::default(), |options| set(options, mode))
}

fn set(options: &mut SessionOptions, mode: Mode) {
    options.settings.mode = mode;
    options.settings.recent_messages_to_keep = 4;
}

/// openclaw#90108, pi#9391, opencode#31188: thinking that was kept without its
/// calls, or calls without their thinking, were refused from then on.
fn a_thinking_models_signatures_hold_after_a_compaction(wire: Wire) {
    let mut live = of_mode(wire, Mode::Rules);
    // One turn of many rounds: it is condensed in the middle of the tool loop.
    for round in 0..24 {
        let words = format!("Round {round}: {}", "word ".repeat(1_600));
        let answer = Answer::text(words).reasoning(format!("I weigh door {round}. Then I look."));
        live.server.push(answer.and_call("", "look", &format!("{{\"what\":\"door {round}\"}}")));
    }
    live.server.push(Answer::text("All doors are red.").reasoning("So they are."));
    let told = live.turn("Look at all doors.");
    assert_eq!((told.end, told.requests), (TurnEnd::Completed, 25), "{told:?}");
    live.until_idle();
    let snapshot = live.session.snapshot();
    assert!(snapshot.summaries.iter().any(|row| row.in_force), "something was condensed");
    for message in snapshot.view.iter().filter(|it| it.kind == MessageKind::Summary) {
        assert!(!message.joined_text().contains(SIGNATURE), "no summary holds a signature");
    }
    for exchange in live.server.exchanges() {
        assert_eq!(exchange.violation, None, "{wire:?}: {}", exchange.body);
    }
    // What is left of the loop is sent with its thinking, if required.
    let last = live.last_body().to_string();
    let signed = matches!(wire, Wire::Responses | Wire::Anthropic | Wire::Gemini);
    assert_eq!(last.contains(SIGNATURE), signed, "{last}");

    // Condensed once more by hand, between two turns.
    live.session.summarize(None);
    assert_eq!(live.until_summarized().outcome, SummaryEnd::Applied);
    let answer = Answer::default().reasoning("Once more.");
    live.server.push(answer.and_call("", "look", "{\"what\":\"the last door\"}"));
    let told = live.turn("And the last one?");
    assert_eq!((told.end, told.requests), (TurnEnd::Completed, 2), "{told:?}");
    live.goes_on();
}

/// openai/codex#18450, langchain#38867: a summary's call that timed out or
/// broke off ended the session, or its error became the summary.
fn a_summary_call_that_times_out_or_breaks_off_is_survived(wire: Wire) {
    // Each call is as long as the conversation: one repetition in all, and none if it cannot help
    // or nobody can wait for it.
    let faults = [
        (Fault::SlowHeaders { ms: 60_000 }, 1),
        (Fault::Cut { after: 60 }, 2),
        (Fault::Reset { after: 60 }, 2),
        (Fault::EmptyReply, 2),
        (Fault::EmptyBody, 2),
        (Fault::Html { status: 502 }, 2),
        (Fault::error(ErrorKind::Server), 2),
        (Fault::error(ErrorKind::Authentication), 1),
    ];
    let mut counted = Vec::new();
    let expected: Vec<usize> = faults.iter().map(|(_, calls)| *calls).collect();
    for (fault, _) in faults {
        let mut live = of_mode(wire, Mode::Llm);
        for number in 0..8 {
            live.server.push(Answer::text(format!("Done. {}", "word ".repeat(150))));
            let speed = format!("Set SM_Gate_{number} to {number}.25 m/s. ");
            assert_eq!(live.turn(&speed).end, TurnEnd::Completed);
        }
        // Only this fault is one that a limit ends.
        let is_silent = matches!(fault, Fault::SlowHeaders { .. });
        if is_silent {
            let short = Limits { first_piece: SOON, ..limits() };
            live.reopen(short, |options| set(options, Mode::Llm));
        }
        let before = live.asked();
        for _ in 0..40 {
            live.server.push(Step::from(fault.clone()));
        }
        live.session.summarize(None);
        let done = live.until_summarized();
        let calls = live.asked() - before;
        assert_eq!(done.outcome, SummaryEnd::Applied, "{fault:?}: {done:?}");
        counted.push(calls);
        assert!(!done.warnings.is_empty(), "{fault:?}: a person is told");
        let record = done.record.unwrap();
        assert_eq!(record.strategy, Strategy::Rules, "{fault:?}");
        for word in ["502", "503", "html", "API key", "the server", "connection"] {
            assert!(!record.narrative.contains(word), "{fault:?}: {}", record.narrative);
        }
        assert!(record.narrative.contains("2.25 m/s"), "{}", record.narrative);
        if is_silent {
            live.reopen(limits(), |options| set(options, Mode::Llm));
        }
        live.goes_on();
    }
    assert_eq!(counted, expected, "{wire:?}: requests on the wire");
}

over_every_wire! {
    a_thinking_models_signatures_hold_after_a_compaction
    a_summary_call_that_times_out_or_breaks_off_is_survived
}
