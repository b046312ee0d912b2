//! Pictures of earlier messages, over every wire: they are sent as long as
//! there is room, and can be looked at again when there is none.

use vibeue_core::compaction::Rung;
use vibeue_core::conversation::{Extra, Image, ImageSource, Part, Role};
use vibeue_core::session::live::TurnEnd;
use vibeue_core::settings::{Mode, Settings};
use vibeue_scripted_server::{Answer, Script, Wire};

use crate::live::Live;
use crate::over_every_wire;

/// What PNGs of 64 × 64 and of 1,024 × 1,024 pixels begin with, as base64.
const SMALL: &str = "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAA";
const LARGE: &str = "iVBORw0KGgoAAAANSUhEUgAABAAAAAQACAIAAAA";

/// What ends the base64 of one of them.
fn end(number: usize) -> String {
    format!("{number:05}")
}

fn picture(head: &str, number: usize) -> Part {
    let data = format!("{head}{}", end(number));
    let source = ImageSource::Base64 { media_type: "image/png".into(), data };
    Part::Image(Box::new(Image { source, detail: None, extra: Extra::new() }))
}

/// Says something with pictures of these numbers.
fn show(live: &mut Live, words: &str, head: &str, numbers: std::ops::Range<usize>) {
    live.server.push(Answer::text("I see."));
    let pictures = numbers.map(|number| picture(head, number));
    let parts = [Part::text(words)].into_iter().chain(pictures).collect();
    let told = live.turn_of(parts);
    assert_eq!((told.end, told.text.as_str()), (TurnEnd::Completed, "I see."), "{told:?}");
}

/// The numbers of the pictures that the last request had, of so many.
fn sent(live: &Live, of: usize) -> Vec<usize> {
    let body = live.last_body().to_string();
    (0..of).filter(|number| body.contains(&format!("AIAAAA{}", end(*number)))).collect()
}

/// How many lines the last request had in the places of a message's pictures.
fn lines(live: &Live, id: &str) -> usize {
    live.last_body().to_string().matches(&format!("[image archived as {id}]")).count()
}

fn older_pictures_leave_a_full_request_and_can_be_looked_at_again(wire: Wire) {
    let mut live = Live::with(wire, Script::default(), |options| {
        options.settings.mode = Mode::Rules;
    });
    show(&mut live, "The doors.", SMALL, 0..2);
    show(&mut live, "The walls.", SMALL, 2..12);
    assert_eq!(sent(&live, 12), (0..12).collect::<Vec<_>>());
    let first = live.session.snapshot().last_request().unwrap().0 - 2;
    show(&mut live, "The roofs.", SMALL, 12..22);
    assert_eq!(sent(&live, 22), (12..22).collect::<Vec<_>>());
    let ids = [format!("m{first}"), format!("m{}", first + 2)];
    assert_eq!(ids.clone().map(|id| lines(&live, &id)), [2, 10]);
    // All are in the conversation, and nothing was condensed for that.
    let snapshot = live.session.snapshot();
    let images = |role| -> usize {
        let all = snapshot.transcript.iter().filter(|it| it.role == role);
        all.flat_map(|it| &it.parts).filter(|it| matches!(it, Part::Image(_))).count()
    };
    assert_eq!((images(Role::User), snapshot.summaries.len()), (22, 0));

    let arguments = serde_json::json!({"message": ids[0]}).to_string();
    live.server.push(Answer::call("", "recall", &arguments));
    live.server.push(Answer::text("Red ones."));
    let told = live.turn("Which doors were those?");
    assert_eq!((told.text.as_str(), told.requests), ("Red ones.", 2), "{told:?}");
    let expected: Vec<usize> = (0..2).chain(12..22).collect();
    assert_eq!(sent(&live, 22), expected);
    assert!(live.last_body().to_string().contains("its 2 pictures follow"));
    live.goes_on();
}

fn pictures_make_room_first_and_undo_brings_them_back(wire: Wire) {
    let mut live = Live::with(wire, Script::default(), |options| {
        let wanted = serde_json::json!({"threshold": 0.35});
        options.settings = Settings::from_json(&wanted).unwrap();
        options.settings.mode = Mode::Rules;
        options.settings.recent_messages_to_keep = 4;
    });
    show(&mut live, "Keep this one in mind.", LARGE, 0..1);
    let pinned = live.session.snapshot().last_request().unwrap();
    live.session.pin(pinned, true);
    live.until(|snapshot| snapshot.transcript.iter().any(|it| it.pinned && it.id == pinned));
    let mut said = 1;
    while live.session.snapshot().summaries.is_empty() {
        assert!(said < 60, "{:?}", live.session.snapshot().usage);
        show(&mut live, &format!("Door {said}."), LARGE, said..said + 1);
        live.until_idle();
        said += 1;
    }
    let snapshot = live.session.snapshot();
    let row = &snapshot.summaries[0];
    assert_eq!((row.rung, row.in_force), (Rung::Prune, true), "{row:?}");
    assert!(row.tokens_after < row.tokens_before, "{row:?}");
    live.server.push(Answer::text("Fine."));
    assert_eq!(live.turn("Go on.").text, "Fine.");
    let left = sent(&live, said);
    assert!(left.contains(&0) && left.contains(&(said - 1)), "{left:?}");
    assert!(!left.contains(&1), "the oldest that is not pinned goes: {left:?}");
    let line = format!("[image archived as m{}]", pinned.0 + 2);
    let body = live.last_body().to_string();
    assert!(body.contains(&line) && body.contains("Door 1."), "{body}");

    live.session.undo(None);
    live.until(|snapshot| !snapshot.summaries[0].in_force);
    let snapshot = live.session.snapshot();
    let images: usize = snapshot
        .view
        .iter()
        .map(|it| it.parts.iter().filter(|part| matches!(part, Part::Image(_))).count())
        .sum();
    assert_eq!(images, said);
    live.goes_on();
}

over_every_wire! {
    older_pictures_leave_a_full_request_and_can_be_looked_at_again
    pictures_make_room_first_and_undo_brings_them_back
}
