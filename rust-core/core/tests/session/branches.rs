//! An earlier message in other words, while the conversation continues.

use vibeue_core::conversation::{Extra, Image, ImageSource, Message, MessageId, Part, Role};
use vibeue_core::session::live::{FailureClass, SessionEvent, SummaryEnd, TurnEnd};
use vibeue_core::session::writing::{Attachment, AttachmentKind};

use super::*;

/// What the user said, as the transcript has it.
fn requests(talk: &Talk) -> Vec<String> {
    let now = talk.session.snapshot();
    let person = now.transcript.iter().filter(|it| it.role == Role::User);
    person.map(|it| it.joined_text()).collect()
}

fn answers() -> Scripted {
    Scripted::new([]).rule(|request| {
        let last = request.messages.iter().rev().find(|it| it.role == Role::User);
        Answer::text(&format!("Done: {}", last.map(|it| it.joined_text()).unwrap_or_default()))
    })
}

/// Says a message again, in other words, and waits for the end of the turn.
fn change(talk: &Talk, id: u64, text: &str) -> Vec<SessionEvent> {
    let turn = talk.session.change(MessageId(id), vec![Part::text(text)]);
    talk.until_ended(turn)
}

fn show(talk: &Talk, branch: u64) {
    talk.session.show_branch(branch);
    talk.until(|event| *event == SessionEvent::BranchShown { branch });
}

#[test]
fn the_model_is_asked_as_if_the_first_wording_had_never_been() {
    let talk = Talk::new(answers(), 8_000);
    talk.ask("Paint the door");
    talk.ask("Glaze the window");
    let events = change(&talk, 1, "Paint the gate");
    let told: Vec<String> = events
        .iter()
        .filter_map(|event| match event {
            SessionEvent::Message { message, .. } => Some(message.joined_text()),
            SessionEvent::BranchShown { branch } => Some(format!("branch {branch}")),
            _ => None,
        })
        .collect();
    assert_eq!(told, ["Paint the gate", "branch 2", "Done: Paint the gate"]);
    let asked: Vec<String> =
        talk.provider.last_request().messages.iter().map(|it| it.joined_text()).collect();
    assert_eq!(asked, ["Paint the gate"]);

    show(&talk, 1);
    assert_eq!(requests(&talk), ["Paint the door", "Glaze the window"]);
    talk.ask("And the roof");
    assert_eq!(requests(&talk), ["Paint the door", "Glaze the window", "And the roof"]);
    let now = talk.session.snapshot();
    let rows: Vec<_> = now
        .branches()
        .into_iter()
        .map(|row| (row.branch, row.from, row.words, row.messages, row.shown))
        .collect();
    let words = ["Paint the door", "Paint the gate"].map(str::to_owned);
    let [first, second] = words;
    assert_eq!(rows, [(1, None, first, 6, true), (2, Some(1), second, 2, false)]);
    let wording = now.wordings[&MessageId(1)];
    assert_eq!(
        (wording.number, wording.count, wording.previous, wording.next),
        (1, 2, None, Some(2))
    );
}

#[test]
fn a_conversation_opens_again_in_the_branch_that_was_in_view() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let open = || {
        let provider = Arc::new(answers());
        let mut options = options(&provider, 8_000);
        options.journal = Some(journal.clone());
        Talk::open(provider, options)
    };
    let talk = open();
    talk.ask("Paint the door");
    talk.ask("Glaze the window");
    change(&talk, 3, "Glaze the roof");
    show(&talk, 1);
    change(&talk, 3, "Glaze the gate");
    talk.until_idle();
    let before = talk.session.snapshot();
    drop(talk);
    let talk = open();
    let after = talk.session.snapshot();
    assert_eq!(after.transcript, before.transcript);
    assert_eq!(after.view, before.view);
    assert_eq!(after.branches(), before.branches());
    assert_eq!(after.wordings, before.wordings);
    assert_eq!(after.usage.used, before.usage.used);
    show(&talk, 2);
    assert_eq!(requests(&talk), ["Paint the door", "Glaze the roof"]);
}

#[test]
fn images_stay_with_the_message_whose_words_are_changed() {
    let talk = Talk::new(answers(), 8_000);
    let source = ImageSource::Url { url: "https://example.com/door.png".to_owned() };
    let image = Part::Image(Box::new(Image { source, detail: None, extra: Extra::new() }));
    let turn = talk.session.submit(vec![Part::text("What is this?"), image.clone()]);
    talk.until_ended(turn);
    change(&talk, 1, "Which colour is it?");
    let asked = talk.provider.last_request();
    assert_eq!(asked.messages[0].parts, [Part::text("Which colour is it?"), image]);
}

#[test]
fn a_picture_that_the_words_name_comes_and_goes_with_them() {
    let talk = Talk::new(answers(), 8_000);
    let picture = |name: &str| {
        let text = Attachment {
            kind: AttachmentKind::Picture,
            name: name.to_owned(),
            detail: String::new(),
            text: String::new(),
        };
        let source = ImageSource::Url { url: format!("https://example.com/{name}") };
        let image = Image { source, detail: None, extra: Extra::new() };
        [Part::text(text.to_string()), Part::Image(Box::new(image))]
    };
    let said = |words: &str, names: &[&str]| -> Vec<Part> {
        let pictures = names.iter().flat_map(|name| picture(name));
        [Part::text(words)].into_iter().chain(pictures).collect()
    };
    let turn = talk.session.submit(said("Compare @a.png with @b.png", &["a.png", "b.png"]));
    talk.until_ended(turn);
    let turn = talk.session.change(MessageId(1), said("Look at @b.png", &["b.png"]));
    talk.until_ended(turn);
    let asked = talk.provider.last_request();
    assert_eq!(asked.messages[0].parts, said("Look at @b.png", &["b.png"]));
}

#[test]
fn nothing_is_changed_while_an_answer_comes_and_only_requests_ever_are() {
    let gate = gate();
    let talk = Talk::new(Scripted::new([Answer::text("Painted.").gated(&gate)]), 8_000);
    let turn = talk.session.submit_text("Paint the door");
    talk.until_streaming();
    talk.session.show_branch(2);
    let refused = |events: &[SessionEvent]| {
        let failure = events.iter().rev().find_map(|event| match event {
            SessionEvent::Error { failure, .. } => Some(failure.class),
            _ => None,
        });
        (failure, end(events))
    };
    let busy = change(&talk, 1, "Paint the gate");
    assert_eq!(refused(&busy), (Some(FailureClass::Busy), TurnEnd::Failed));
    gate.add_permits(1);
    talk.until_ended(turn);
    for (id, text) in [(2, "An answer"), (9, "Nobody's"), (1, " ")] {
        let events = change(&talk, id, text);
        assert_eq!(refused(&events), (Some(FailureClass::Invalid), TurnEnd::Failed), "{id}");
    }
    assert_eq!(requests(&talk), ["Paint the door"]);
    assert_eq!(talk.session.snapshot().branches(), []);
}

#[test]
fn a_summary_that_is_being_written_for_the_old_way_is_given_up() {
    let gate = gate();
    let provider = Arc::new(answers());
    let options = model_written::written(&provider);
    provider.add_summary(Answer::text("Too late.").gated(&gate));
    let talk = Talk::open(provider, options);
    for turn in 0..4 {
        talk.ask(&words(turn, 40));
    }
    talk.session.summarize(None);
    talk.until(|event| matches!(event, SessionEvent::SummarizationStarted { .. }));
    let turn = talk.session.change(MessageId(5), vec![Part::text("Another way")]);
    let events = talk.until_ended(turn);
    let ended: Vec<SummaryEnd> = completions(&events).iter().map(|it| it.outcome).collect();
    assert_eq!((ended, end(&events)), (vec![SummaryEnd::Cancelled], TurnEnd::Completed));
    gate.add_permits(1);
    talk.until_idle();
    let view: Vec<MessageId> =
        talk.session.snapshot().view.iter().map(|message: &Arc<Message>| message.id).collect();
    assert_eq!(view.len(), 6);
}
