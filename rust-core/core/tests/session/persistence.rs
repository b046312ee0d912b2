//! On disk: reopening, crashes, the end.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use vibeue_core::ErrorKind;
use vibeue_core::conversation::{Message, Role};
use vibeue_core::session::live::{
    MOST_REASONING_BYTES, ModelChoice, ResultSize, Session, SessionEvent, SessionOptions,
    ToolAnswer, TurnEnd, shown_reasoning,
};

use super::*;

fn journaled(provider: &Arc<Scripted>, journal: &Path) -> SessionOptions {
    let mut options = options(provider, 4_000);
    options.journal = Some(journal.to_owned());
    options.system_prompt = Some("You help.".to_owned());
    options.tools = vec![tool("look")];
    options
}

fn provider() -> Arc<Scripted> {
    Arc::new(
        Scripted::new([]).rule(|request| Answer::text(&words(request.messages.len() as u64, 60))),
    )
}

#[test]
fn a_reopened_journal_gives_the_same_state_and_the_same_next_request() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let first = provider();
    let talk = Talk::open(Arc::clone(&first), journaled(&first, &journal));
    for turn in 0.. {
        talk.ask(&words(turn, 60));
        talk.until_idle();
        // Not if the next turn would begin with a summary in the background, which may or may not
        // be there in time.
        if turn >= 30 && talk.session.snapshot().usage.percent() < 65.0 {
            break;
        }
    }
    talk.session.rename("Doors");
    talk.until_idle();
    let before = talk.session.snapshot();
    assert!(before.summaries.len() > 1);
    drop(talk);
    let copy = folder.path().join("copy.jsonl");
    std::fs::copy(&journal, &copy).unwrap();
    let again = provider();
    let talk = Talk::open(Arc::clone(&again), journaled(&again, &journal));
    let after = talk.session.snapshot();
    assert_eq!(after.view, before.view);
    assert_eq!(after.transcript, before.transcript);
    assert_eq!(after.summaries, before.summaries);
    assert_eq!(after.condensed, before.condensed);
    assert_eq!(after.title.as_deref(), Some("Doors"));
    assert_eq!(after.conversation, before.conversation);
    assert_eq!(after.usage.used, before.usage.used);
    talk.ask("Go on");
    let one = again.last_request();
    drop(talk);

    // The same from the file as it was left.
    let third = provider();
    let talk = Talk::open(Arc::clone(&third), journaled(&third, &copy));
    talk.ask("Go on");
    assert_eq!(third.last_request(), one);
}

#[test]
fn what_a_model_thought_is_there_again_and_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let long = "First one thing, then the other. ".repeat(10_000);
    let all = |thinks: bool| {
        let thinking = |text: &str, thought: &str| {
            let answer = Answer::text(text);
            if thinks { answer.thinking(thought) } else { answer }
        };
        let answers = [
            thinking("It is red.", "First weigh it."),
            Answer::text("It is green."),
            thinking("It is blue.", &long),
        ];
        Arc::new(Scripted::new(answers))
    };
    let say_all = |talk: &Talk| {
        for text in ["And this?", "And that?", "And those?"] {
            talk.ask(text);
        }
        talk.until_idle();
    };
    let thoughts = |talk: &Talk| -> Vec<String> {
        let all = talk.session.snapshot().transcript.clone();
        let answers = all.iter().filter(|message| message.role == Role::Assistant);
        answers.map(|message| shown_reasoning(message)).collect()
    };

    let first = all(true);
    let talk = Talk::open(Arc::clone(&first), journaled(&first, &journal));
    say_all(&talk);
    let before = talk.session.snapshot();
    let shown = thoughts(&talk);
    let cut = &shown[2];
    assert_eq!(shown[..2], ["First weigh it.", ""]);
    assert!(cut.len() > MOST_REASONING_BYTES && cut.len() < MOST_REASONING_BYTES + 128);
    assert!(long.starts_with(cut.split_once("\n[… ").unwrap().0));
    assert!(long.ends_with(cut.split_once(" bytes were left out here …]\n").unwrap().1));
    let written = std::fs::metadata(&journal).unwrap().len();
    assert!(written < 2 * MOST_REASONING_BYTES as u64, "{written}");
    drop(talk);

    let again = provider();
    let talk = Talk::open(Arc::clone(&again), journaled(&again, &journal));
    let after = talk.session.snapshot();
    assert_eq!((thoughts(&talk), &after.transcript), (shown, &before.transcript));
    let timed = |message: &Arc<Message>| message.reasoning.as_ref().map(|it| it.took_ms.is_some());
    let timed: Vec<_> = after.transcript.iter().map(timed).collect();
    // The first is the system prompt.
    assert_eq!(timed, [None, None, Some(true), None, None, None, Some(true)]);

    // The model that thought nothing left a conversation of the same size.
    let silent = all(false);
    let other = folder.path().join("other.jsonl");
    let talk = Talk::open(Arc::clone(&silent), journaled(&silent, &other));
    say_all(&talk);
    let usage = talk.session.snapshot().usage;
    assert_eq!((after.usage.used, before.usage.used), (usage.used, usage.used));
}

#[test]
fn what_was_learned_of_a_model_holds_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    // An estimate, and a server that counts a third more.
    let provider = |turns: u64| {
        let answers = (0..turns).map(|turn| Answer::text("Fine.").usage(0, 2_000 + turn));
        Arc::new(Scripted::new(answers.collect::<Vec<_>>()).reporting(4.0 / 3.0))
    };
    let open = |provider: &Arc<Scripted>, journal: &Path| {
        let mut options = journaled(provider, journal);
        options.model = model(200_000);
        options.model.model = "claude-sonnet-4-5".to_owned();
        options.settings.reserve_tokens = None;
        Talk::open(Arc::clone(provider), options)
    };
    let first = provider(6);
    let talk = open(&first, &journal);
    let untaught = talk.session.snapshot();
    for turn in 0..6 {
        talk.ask(&words(turn, 200));
    }
    talk.until_idle();
    let before = talk.session.snapshot();
    assert!(before.usage.used > before.usage.breakdown.total() * 11 / 10, "{:?}", before.usage);
    assert!(before.usage.available > untaught.usage.available, "replies are short");
    // As it is on the disk at this moment: nothing is kept for the end.
    let copy = folder.path().join("copy.jsonl");
    std::fs::copy(&journal, &copy).unwrap();
    drop(talk);
    for path in [&journal, &copy] {
        let again = provider(1);
        let talk = open(&again, path);
        let after = talk.session.snapshot();
        assert_eq!(after.usage, before.usage);
        assert_eq!(after.decision, before.decision);

        // Another model is counted without that; the first one with it again.
        let mut other = model(200_000);
        other.model = "gemini-2.5-pro".to_owned();
        talk.session.switch_model(other, None);
        talk.until(|event| matches!(event, SessionEvent::ModelChanged { .. }));
        talk.until_idle();
        let other = talk.session.snapshot().usage;
        assert_eq!(other.used, other.breakdown.total());
        talk.session.switch_model((*before.model).clone(), None);
        talk.until(|event| matches!(event, SessionEvent::ModelChanged { .. }));
        talk.until_idle();
        assert_eq!(talk.session.snapshot().usage, before.usage);
    }
}

#[test]
fn a_model_that_the_user_chose_answers_again_as_long_as_its_server_does() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let named = |name: &str| ModelChoice { model: name.to_owned(), ..model(8_000) };
    let at = |host: &str| {
        let mut provider = Scripted::new([]).rule(|_| Answer::text("Yes."));
        provider.server = Some(host.to_owned());
        Arc::new(provider)
    };
    let (first, second) = (at("one.example:443"), at("two.example:443"));
    let open = |provider: &Arc<Scripted>, keeps_chosen_model: bool| {
        let model = named("of-the-settings");
        let options = SessionOptions { model, keeps_chosen_model, ..journaled(provider, &journal) };
        Talk::open(Arc::clone(provider), options)
    };
    let answers = |talk: &Talk| talk.session.snapshot().model.model.clone();
    let switched = |talk: &Talk| {
        talk.until(|event| matches!(event, SessionEvent::ModelChanged { .. }));
        talk.until_idle();
        answers(talk)
    };

    let talk = open(&first, true);
    assert_eq!(answers(&talk), "of-the-settings");
    talk.session.choose_model(named("chosen"), None);
    assert_eq!(switched(&talk), "chosen");
    drop(talk);

    let talk = open(&first, true);
    assert_eq!(answers(&talk), "chosen");
    talk.ask("Are you there?");
    assert_eq!(first.requests().last().map(|request| request.model.clone()).unwrap(), "chosen");
    // What the settings say of the same server changes nothing; another server
    // may not have it.
    talk.session.follow_settings(named("newer"), None);
    assert_eq!(switched(&talk), "chosen");
    drop(talk);
    let talk = open(&second, true);
    assert_eq!(answers(&talk), "of-the-settings");
    drop(talk);
    // It is not forgotten either if a host insists on its own model for a while.
    assert_eq!(answers(&open(&first, false)), "of-the-settings");
    let talk = open(&first, true);
    assert_eq!(answers(&talk), "chosen");
    talk.session.follow_settings(named("newer"), Some(Arc::clone(&second) as _));
    assert_eq!(switched(&talk), "newer");
    talk.session.follow_settings(named("newer"), Some(Arc::clone(&first) as _));
    assert_eq!(switched(&talk), "chosen");

    // The user can drop it.
    talk.session.switch_model(named("of-the-settings"), None);
    assert_eq!(switched(&talk), "of-the-settings");
    talk.session.follow_settings(named("newer"), None);
    assert_eq!(switched(&talk), "newer");
}

/// What the model is told when a conversation that a crash left is opened again and goes on.
fn told_after(crash: impl Fn(&Arc<Scripted>) -> SessionOptions) -> Vec<String> {
    let again = provider();
    let talk = Talk::open(Arc::clone(&again), crash(&again));
    talk.ask("Go on");
    let request = again.last_request();
    assert_valid(&request);
    said(&request)
}

#[test]
fn a_crash_in_a_tool_round_leaves_a_conversation_that_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let first = provider();
    first.add(Answer::calls(&[("a", "look", "{}"), ("b", "look", "{}")]));
    let talk = Talk::open(Arc::clone(&first), journaled(&first, &journal));
    talk.session.submit_text("Look");
    talk.until(|event| matches!(event, SessionEvent::ToolCall { call_id, .. } if call_id == "b"));
    talk.session.answer_tool("a", ToolAnswer::text("seen"));
    talk.until(|event| matches!(event, SessionEvent::Message { message, .. } if message.role == Role::Tool));
    // A copy of the file is what a crash would leave.
    let copy = folder.path().join("copy.jsonl");
    std::fs::copy(&journal, &copy).unwrap();
    assert_eq!(
        told_after(|provider| journaled(provider, &copy))[2..],
        [
            "look({}) look({})",
            "seen",
            "(no result: the conversation was interrupted here)",
            "Go on"
        ]
    );
}

#[test]
fn a_crash_is_told_of_the_call_that_ran_and_of_those_that_had_not_begun() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let first = provider();
    first.add(Answer::calls(&[("a", "look", "{}"), ("b", "write", "{}"), ("c", "look", "{}")]));
    let noting = |provider: &Arc<Scripted>, journal: &Path| SessionOptions {
        notes_running_calls: true,
        tools: vec![tool("look"), tool("write")],
        ..journaled(provider, journal)
    };
    let talk = Talk::open(Arc::clone(&first), noting(&first, &journal));
    talk.session.submit_text("Look");
    talk.until(|event| matches!(event, SessionEvent::ToolCall { call_id, .. } if call_id == "c"));
    talk.session.tool_begins("a");
    talk.session.answer_tool("a", ToolAnswer::text("seen"));
    talk.until(|event| matches!(event, SessionEvent::Message { message, .. } if message.role == Role::Tool));
    talk.session.tool_begins("b");
    // A copy of the files is what a crash would leave.
    let copy = folder.path().join("copy.jsonl");
    for end in ["", ".running"] {
        let of = |path: &Path| PathBuf::from(format!("{}{end}", path.display()));
        std::fs::copy(of(&journal), of(&copy)).unwrap();
    }
    drop(talk);
    assert!(!folder.path().join("talk.jsonl.running").exists(), "it ended as it should");
    assert_eq!(
        told_after(|provider| noting(provider, &copy))[2..],
        [
            "look({}) write({}) look({})",
            "seen",
            "(no result: the program ended while write ran; what it did until then is not known)",
            "(not run: the program ended before look began)",
            "Go on"
        ]
    );
}

/// Each result: its call, how long that ran, and what it takes of the context.
fn results(talk: &Talk) -> Vec<(String, Option<u64>, Option<ResultSize>)> {
    let now = talk.session.snapshot();
    let carriers = now.transcript.iter().filter(|message| message.role == Role::Tool);
    let told = carriers.flat_map(|message| {
        let size = now.result_size(message.id);
        message.tool_results().map(move |it| (it.call_id.to_string(), it.ran_ms, size))
    });
    told.collect()
}

#[test]
fn a_call_has_its_time_and_its_tokens_also_when_the_conversation_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let first = provider();
    first.add(Answer::calls(&[("a", "look", "{}"), ("b", "look", "{}"), ("c", "look", "{}")]));
    first.add(Answer::text("Seen."));
    let noting = |provider: &Arc<Scripted>| SessionOptions {
        notes_running_calls: true,
        tools: vec![tool("look")],
        ..journaled(provider, &journal)
    };
    let talk = Talk::open(Arc::clone(&first), noting(&first));
    let turn = talk.session.submit_text("Look");
    talk.until(|event| matches!(event, SessionEvent::ToolCall { call_id, .. } if call_id == "c"));
    assert_eq!(talk.session.snapshot().runs_for("a"), None);
    talk.session.tool_begins("a");
    let deadline = Instant::now() + Duration::from_secs(60);
    while talk.session.snapshot().runs_for("a").is_none_or(|time| time.is_zero()) {
        assert!(Instant::now() < deadline, "the call runs");
        std::thread::yield_now();
    }
    talk.session.answer_tool("a", ToolAnswer::text("seen"));
    talk.session.tool_begins("b");
    talk.session.answer_tool("b", ToolAnswer::text(words(7, 20_000)));
    talk.session.answer_tool("c", ToolAnswer::text("never begun"));
    talk.until_ended(turn);
    let before = results(&talk);
    let known: Vec<_> = before
        .iter()
        .map(|(call, ran, size)| (call.as_str(), ran.is_some(), size.map(|size| size.shortened)))
        .collect();
    assert_eq!(
        known,
        [("a", true, Some(false)), ("b", true, Some(true)), ("c", false, Some(false))]
    );
    let now = talk.session.snapshot();
    // The panel of the context says the same of them.
    let heaviest: Vec<_> = now.context().heaviest;
    let heavy = heaviest.iter().filter(|it| it.is_tool_result);
    let told: Vec<_> = heavy.map(|it| (it.id, Some((it.tokens, it.shortened)))).collect();
    let sized = |id| now.result_size(id).map(|size| (size.tokens, size.shortened));
    assert_eq!(told, told.iter().map(|(id, _)| (*id, sized(*id))).collect::<Vec<_>>());
    assert_eq!(told.len(), 3);
    assert_eq!(now.runs_for("a"), None);
    drop(talk);
    let again = provider();
    let talk = Talk::open(Arc::clone(&again), noting(&again));
    assert_eq!(results(&talk), before);
}

#[test]
fn another_system_prompt_is_sent_in_the_place_of_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let first = provider();
    let talk = Talk::open(Arc::clone(&first), journaled(&first, &journal));
    talk.ask("one");
    drop(talk);
    let again = provider();
    let mut options = journaled(&again, &journal);
    options.system_prompt = Some("You help, and you are brief.".to_owned());
    let talk = Talk::open(Arc::clone(&again), options);
    talk.ask("two");
    let request = again.last_request();
    assert_eq!(message_words(&request.messages[0]), "You help, and you are brief.");
    assert_eq!(request.messages.len(), 4);
    let used = talk.session.snapshot().usage.used;
    let mut next = request;
    next.messages.push(talk.session.snapshot().view.last().cloned().unwrap());
    assert_eq!(used, tokens(&next));
}

#[test]
fn a_journal_that_another_session_writes_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let first = provider();
    let talk = Talk::open(Arc::clone(&first), journaled(&first, &journal));
    let error = Session::open(journaled(&first, &journal)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Busy);
    talk.ask("Still here");
    drop(talk);
    Session::open(journaled(&first, &journal)).unwrap();
}

#[test]
fn a_folder_that_is_missing_is_created_and_one_that_cannot_be_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let first = provider();
    let journal = folder.path().join("no/folder/talk.jsonl");
    Session::open(journaled(&first, &journal)).unwrap();
    assert!(journal.exists());
    // A file is in the place of the folder.
    let options = journaled(&first, &journal.join("talk.jsonl"));
    assert_eq!(Session::open(options).unwrap_err().kind(), ErrorKind::Io);
}

#[test]
fn settings_that_do_not_suit_the_window_are_refused() {
    let provider = provider();
    let mut options = options(&provider, 4_000);
    options.settings.reserve_tokens = Some(4_000);
    assert_eq!(Session::open(options).unwrap_err().kind(), ErrorKind::Settings);
    let talk = Talk::open(Arc::clone(&provider), super::options(&provider, 4_000));
    let mut settings = settings();
    settings.threshold = 80.0;
    assert_eq!(
        talk.session.set_settings(settings.clone()).unwrap_err().kind(),
        ErrorKind::Settings
    );
    settings.threshold = 0.75;
    talk.session.set_settings(settings).unwrap();
    talk.ask("Hello");
    assert_eq!(talk.session.snapshot().settings.threshold, 0.75);
}

#[test]
fn shutting_down_keeps_what_was_said_and_ends_every_turn() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let gate = gate();
    let first = provider();
    first.add(Answer::text("Let me see").gated(&gate));
    let talk = Talk::open(Arc::clone(&first), journaled(&first, &journal));
    talk.session.submit_text("one");
    talk.session.submit_text("two");
    talk.until(|event| matches!(event, SessionEvent::TextDelta { .. }));
    let events = talk.session.shared_events();
    let report = talk.session.shutdown(Duration::from_secs(5));
    assert!(report.complete && report.turn_cancelled && !report.unsynced);
    assert_eq!(report.unsent, 1);
    let rest: Vec<SessionEvent> = std::iter::from_fn(|| events.try_next()).collect();
    let ends = rest
        .iter()
        .filter(|event| matches!(event, SessionEvent::TurnEnded { end: TurnEnd::Cancelled, .. }));
    assert_eq!(ends.count(), 2);
    assert_eq!(rest.last(), Some(&SessionEvent::Closed));
    // Commands after the end do nothing, nor does a second end.
    talk.session.submit_text("three");
    assert!(talk.session.shutdown(Duration::ZERO).complete);
    drop(talk);

    let again = provider();
    let talk = Talk::open(Arc::clone(&again), journaled(&again, &journal));
    let texts: Vec<String> = talk.transcript().into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["You help.", "one", "Let me see\n\n[interrupted by the user]"]);
    assert_eq!(talk.waiting(), [(None, "two".to_owned())]);
    let turn = talk.session.retry();
    assert_eq!(end(&talk.until_ended(turn)), TurnEnd::Completed);
    assert_eq!(message_words(again.last_request().messages.last().unwrap()), "two");
}

#[test]
fn a_full_disk_fails_the_turn_and_not_the_session() {
    // The journal disappears under the session: nothing can be written.
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let first = provider();
    let talk = Talk::open(Arc::clone(&first), journaled(&first, &journal));
    talk.ask("one");
    let aside = folder.path().join("aside.jsonl");
    std::fs::rename(&journal, &aside).unwrap();
    let events = talk.say("two");
    assert_eq!(end(&events), TurnEnd::Failed);
    assert_eq!(failures(&events)[0].class, vibeue_core::session::live::FailureClass::Storage);
    std::fs::rename(&aside, &journal).unwrap();
    talk.ask("three");
    let texts: Vec<String> = talk.transcript().into_iter().map(|(_, text)| text).collect();
    assert!(!texts.contains(&"two".to_owned()) && texts.contains(&"three".to_owned()));
}
