//! A whole session against the server.

use std::time::{Duration, Instant};

use vibeue_core::session::live::{ModelChoice, Session, SessionEvent, SessionOptions, TurnEnd};
use vibeue_core::settings::{Mode, Settings};

use crate::gguf::WINDOW;
use crate::server::{MODEL, PROTOCOLS, running};

/// No turn may take longer.
const BOUND: Duration = Duration::from_secs(120);

fn ask(session: &Session, text: &str) -> TurnEnd {
    let turn = session.submit_text(text);
    let began = Instant::now();
    loop {
        let left = BOUND.saturating_sub(began.elapsed());
        match session.events().next_timeout(left).expect("every turn ends") {
            SessionEvent::TurnEnded { turn: ended, end } if ended == turn => return end,
            SessionEvent::Error { failure, .. } => panic!("{failure:?}"),
            _ => {}
        }
    }
}

#[test]
fn a_talk_of_three_windows_goes_on_over_every_wire() {
    let Some(server) = running() else { return };
    for protocol in PROTOCOLS {
        let mut choice = ModelChoice::new(MODEL);
        choice.max_output_tokens = Some(60);
        // Where the protocol has no place for it the server does not tell.
        choice.limits.window = Some(u64::from(WINDOW));
        let mut options = SessionOptions::new(server.provider(protocol), choice);
        options.settings = Settings { mode: Mode::Rules, ..Settings::default() };
        let session = Session::open(options).unwrap();
        let filler = "Please look at the water and find the way down. ".repeat(8);
        for at in 0..40 {
            let text = format!("Door {at} opens at speed {at}00. {filler}");
            assert_eq!(ask(&session, &text), TurnEnd::Completed, "{protocol:?}, turn {at}");
        }
        let now = session.snapshot();
        assert!(now.transcript.len() >= 80, "{protocol:?}: nothing that was said is lost");
        assert!(now.summaries.iter().any(|row| row.in_force), "{protocol:?}");
        assert_eq!(now.costs.chat.unreported, 0, "{protocol:?}: {:?}", now.costs);
        assert!(session.shutdown(BOUND).complete);
    }
}
