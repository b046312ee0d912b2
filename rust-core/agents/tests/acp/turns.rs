//! Turns of agents, well and badly.

use std::time::Duration;

use libtest_mimic::Trial;
use vibeue_agents::{AgentUsage, Oddities};
use vibeue_core::conversation::{Message, MessageId, Role};
use vibeue_core::provider::{ChatRequest, Delta};
use vibeue_core::session::live::{SessionEvent, TurnEnd};
use vibeue_core::tools::{Approval, CallEnd};

use crate::host::{Does, Host, Turn};
use crate::trial;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("words, thoughts and plans are shown and the agent keeps its context", words),
        trial("what the agent runs without asking is a call with its result", own_tools),
        trial("a tool that runs on while the agent talks has its end told later", background),
        trial("an agent that dies is lost with its last words and started again", dies),
        trial("an agent that closes its output is lost", closes),
        trial("a turn is cancelled by the protocol and the agent lives on", cancelled),
        trial("a turn that is left late does not stop the one behind it", left_late),
        trial("an agent that does not stop is ended and started again", obstinate),
        trial("a turn that is cancelled while its tool runs ends at once", cancelled_tool),
        trial("twenty thousand updates are taken in order and joined", flood),
        trial("a message that is too long ends the agent by name", big_line),
        trial("what is not the protocol is passed over and counted", odd),
        trial("what comes after a turn is not of the next one", late),
        trial("errors of the agent are told in its words", errors),
        trial("the agent's own numbers are known", usage),
        trial("each compaction of the agent is a row of its own", condenses),
        trial("a person is told before a turn costs too much and it is stopped there", spends),
        trial("a turn that is done is kept whatever it cost", spends_at_its_end),
        trial("a message behind a running turn is sent when that has ended", queued),
    ]
}

fn completed(turn: &Turn) -> &str {
    assert_eq!((turn.end, &turn.failure), (Some(TurnEnd::Completed), &None), "{turn:?}");
    &turn.text
}

fn failure(turn: &Turn) -> &str {
    assert_eq!(turn.end, Some(TurnEnd::Failed), "{turn:?}");
    &turn.failure.as_ref().unwrap().0
}

fn words() {
    let host = Host::new("plain");
    assert_eq!(completed(&host.turn("hello")), "You said: hello");
    let turn = host.turn("think");
    assert_eq!(completed(&turn), "Thought.");
    assert_eq!(turn.thought, "Hm.\n[x] look\n[ ] leap\n");
    // It was sent each message once.
    let turn = host.turn("memory");
    assert_eq!(completed(&turn), "loaded: false; servers: ; heard: hello|think|memory");
    assert_eq!(host.agent.oddities(), Oddities::default());
    host.goes_on();
}

fn own_tools() {
    let host = Host::new("plain");
    for words in ["tool", "quick"] {
        let turn = host.turn(words);
        assert_eq!(completed(&turn), "read it");
        assert_eq!(turn.calls, [("agent_runs".to_owned(), CallEnd::Done)], "{words}");
        assert_eq!((turn.results, turn.asked), (vec!["42 lines".to_owned()], vec![]), "{words}");
    }
    let now = host.session.snapshot();
    let call = now.view.iter().find_map(|message| message.tool_calls().next().cloned()).unwrap();
    let mut shown: serde_json::Value = serde_json::from_str(&call.arguments).unwrap();
    assert_eq!(shown["call"], *call.id);
    shown.as_object_mut().unwrap().remove("call");
    assert_eq!(
        shown,
        serde_json::json!({
            "title": "Read a.txt", "places": ["/p/a.txt:3"], "input": {"file": "a.txt"},
        })
    );
    host.goes_on();
}

fn background() {
    let host = Host::new("plain");
    let turn = host.turn("background");
    assert!(turn.text.ends_with("meanwhileread it"), "{turn:?}");
    assert_eq!(turn.end, Some(TurnEnd::Completed));
    // Whether its end came before anybody looked is the machine's business.
    assert_eq!(turn.results.last().map(String::as_str), Some("42 lines"), "{turn:?}");
    host.goes_on();
}

fn dies() {
    let host = Host::new("plain");
    let expected = "the agent stopped: it ended with code 3; its last output: Segmentation fault in \
                    libscripted: core dumped";
    let turn = host.turn("die");
    assert_eq!((turn.text.as_str(), failure(&turn)), ("I am about to", expected));
    assert_eq!(host.agent.failure().unwrap().name(), "lost");
    host.goes_on();
    let turn = host.turn("die_in_tool");
    assert_eq!(failure(&turn), expected);
    assert_eq!(turn.calls, [("agent_runs".to_owned(), CallEnd::Lost)]);
    assert_eq!(turn.results, [expected]);
    host.goes_on();
}

fn closes() {
    let host = Host::new("plain");
    let turn = host.turn("closes");
    assert_eq!(turn.text, "Good bye.");
    let expected = if cfg!(unix) {
        "the agent stopped: it closed its standard output"
    } else {
        "the agent stopped: it ended with code 4"
    };
    assert_eq!(failure(&turn), expected);
    host.goes_on();
}

/// Cancels at the first words.
fn at_words(event: &SessionEvent) -> bool {
    matches!(event, SessionEvent::TextDelta { .. })
}

fn cancelled() {
    let host = Host::new("plain");
    let allow = |_: &str| Does::Answers(Approval::Allow);
    let turn = host.turn_with("hang", allow, at_words);
    assert_eq!((turn.end, turn.text.as_str()), (Some(TurnEnd::Cancelled), "Waiting."));
    let turn = host.turn("memory");
    // The same process, and what was said to it.
    assert_eq!(completed(&turn), "loaded: false; servers: ; heard: hang|memory");
    host.goes_on();
}

fn left_late() {
    let host = Host::new("plain");
    let provider = host.agent.provider();
    let request = |id, words: &str| {
        let message = Message::text(MessageId(id), Role::User, words);
        ChatRequest::new("agent", vec![message.into()])
    };
    let (hangs, next) = (request(1, "hang"), request(2, "hello"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let reply = runtime.block_on(async {
        let (waits, mut is_waiting) = tokio::sync::watch::channel(false);
        let mut sink = move |_: Delta<'_>| {
            waits.send_replace(true);
        };
        let mut left = provider.chat(&hangs, &mut sink);
        tokio::select! {
            reply = &mut left => panic!("it hangs: {reply:?}"),
            changed = is_waiting.changed() => changed.unwrap(),
        }
        // As if a session had continued before it dropped what it asked for.
        let mut left = Some(left);
        let mut sink = move |_: Delta<'_>| drop(left.take());
        provider.chat(&next, &mut sink).await
    });
    assert_eq!(reply.unwrap().text(), "You said: hello");
}

fn obstinate() {
    let limit = Duration::from_millis(500);
    let host = Host::with("loads", |config| config.cancel_limit = limit, |_| {});
    host.turn("hello");
    let turn = host.turn_with("hang_for_ever", |_| Does::Cancels, at_words);
    assert_eq!(turn.end, Some(TurnEnd::Cancelled));
    let turn = host.turn("memory");
    assert_eq!(completed(&turn).split("; heard").next(), Some("loaded: true; servers: "));
    host.goes_on();
}

fn cancelled_tool() {
    let host = Host::new("plain");
    let at_call = |event: &SessionEvent| matches!(event, SessionEvent::ToolCall { .. });
    let turn = host.turn_with("edit /x y", |_| Does::Cancels, at_call);
    assert_eq!(turn.end, Some(TurnEnd::Cancelled), "{turn:?}");
    assert_eq!(turn.calls, [("agent_asks_to_edit".to_owned(), CallEnd::Cancelled)]);
    host.goes_on();
}

fn flood() {
    let host = Host::new("plain");
    let turn = host.turn("flood");
    assert_eq!(turn.end, Some(TurnEnd::Completed), "{:?}", turn.failure);
    assert_eq!(turn.text, "x".repeat(20_000));
    host.goes_on();
}

fn big_line() {
    let host = Host::new("plain");
    let turn = host.turn("big_line");
    assert_eq!(failure(&turn), "the agent violated the protocol: a message was longer than 16 MiB");
    assert_eq!(host.agent.oddities().too_long, 1);
    host.goes_on();
}

fn odd() {
    let host = Host::new("plain");
    assert_eq!(completed(&host.turn("not_json")), "All well.");
    assert_eq!(completed(&host.turn("stray")), "All well.");
    assert_eq!(completed(&host.turn("unknown")), "asked: -32601 Method not found");
    let expected = Oddities { not_messages: 5, unknown: 4, strays: 2, ..Oddities::default() };
    assert_eq!(host.agent.oddities(), expected);
    host.goes_on();
}

fn late() {
    let host = Host::new("plain");
    assert_eq!(completed(&host.turn("late")), "You said: late");
    // The protocol does not say which turn an update belongs to: what is read before the next
    // message is sent belongs to none.
    let until = std::time::Instant::now() + Duration::from_secs(60);
    while host.agent.oddities().late < 2 {
        assert!(std::time::Instant::now() < until, "{:?}", host.agent.oddities());
        std::thread::sleep(Duration::from_millis(5));
    }
    host.goes_on();
}

fn errors() {
    let host = Host::new("plain");
    for (words, expected) in [
        ("error", "the agent answered with an error: Internal error: the model is overloaded"),
        ("sign_in", "the agent wants you to sign in: Authentication required"),
        (
            "wrong",
            "the agent violated the protocol: the answer to session/prompt cannot be read: invalid \
             type: integer `5`, expected string or map",
        ),
    ] {
        assert_eq!(failure(&host.turn(words)), expected);
        host.goes_on();
    }
}

fn usage() {
    let host = Host::new("plain");
    assert_eq!(host.agent.usage(), None);
    assert_eq!(completed(&host.turn("usage")), "used");
    let usage = AgentUsage { used: 53_000, size: 200_000, cost: Some((0.25, "USD".to_owned())) };
    assert_eq!(usage.percent(), 26.5);
    assert_eq!(host.agent.usage(), Some(usage));
    host.goes_on();
}

fn condenses() {
    let host = Host::new("plain");
    let turn = host.turn("condense");
    assert_eq!(completed(&turn), "condensed");
    let row = ("agent_condenses".to_owned(), CallEnd::Done);
    assert_eq!(turn.calls, [row.clone(), row.clone()]);
    let done = "the agent condensed its own context".to_owned();
    assert_eq!(turn.results, ["So far, so good.".to_owned(), done.clone()]);
    assert_eq!((turn.asked, turn.warnings), (vec![], Vec::<String>::new()));
    // Between two turns: the next one tells it.
    host.turn("condense_after");
    let mut rows = Vec::new();
    while rows.len() < 2 {
        // Whether it was read before the next message is the machine's business.
        let turn = host.turn("hello");
        assert_eq!(completed(&turn), "You said: hello");
        rows.extend(turn.calls.into_iter().zip(turn.results));
    }
    assert_eq!(rows, [(row.clone(), done.clone()), (row, done)]);
    host.goes_on();
}

fn spends() {
    let host = Host::with("plain", |config| config.dollars_per_turn = 1.0, |_| {});
    let turn = host.turn("spend 0.85 1.25");
    assert_eq!(failure(&turn), "the turn has cost $1.25, and its limit is $1.00");
    let hint = "ask again to continue, or say what remains to be done";
    assert_eq!(turn.failure.as_ref().unwrap().1.as_deref(), Some(hint));
    let near =
        "$0.85 of this turn's $1.00 is spent; at 100 % it stops, and continues when you ask it to";
    assert_eq!(turn.warnings, [near]);
    // The agent was told to stop, did so, and is still running.
    assert_eq!(turn.text, "spent 0.85.spent 1.25.stopped.");
    let turn = host.turn("memory");
    assert_eq!(completed(&turn), "loaded: false; servers: ; heard: spend 0.85 1.25|memory");
    // Each turn has a limit of its own, and another may be set.
    assert_eq!(completed(&host.turn("spend_done 1.5 2")), "spent 1.5.spent 2.");
    host.agent.limit_spending(0.1);
    assert_eq!(failure(&host.turn("spend 2.2")), "the turn has cost $0.20, and its limit is $0.10");
    host.goes_on();
    host.agent.limit_spending(0.0);
    assert_eq!(completed(&host.turn("spend_done 7")), "spent 7.");
    // One that does not stop is ended.
    let limit = Duration::from_millis(300);
    let host = Host::with(
        "plain",
        |config| (config.dollars_per_turn, config.cancel_limit) = (1.0, limit),
        |_| {},
    );
    let turn = host.turn("spend_on 2");
    assert_eq!(failure(&turn), "the turn has cost $2.00, and its limit is $1.00");
    host.goes_on();
}

fn spends_at_its_end() {
    let host = Host::with("plain", |config| config.dollars_per_turn = 1.0, |_| {});
    let turn = host.turn("spend_done 3");
    assert_eq!(completed(&turn), "spent 3.");
    assert_eq!(turn.warnings, ["the turn has cost $3.00, and its limit is $1.00"]);
    host.goes_on();
}

fn queued() {
    let host = Host::new("plain");
    let second = std::cell::Cell::new(None);
    let turn = host.turn_with(
        "hello one",
        |_| Does::Cancels,
        |event| {
            if at_words(event) && second.get().is_none() {
                second.set(Some(host.session.submit_text("hello two")));
            }
            false
        },
    );
    assert_eq!(completed(&turn), "You said: hello one");
    let wanted = second.get().unwrap();
    let mut said = String::new();
    loop {
        match host.session.events().next_timeout(Duration::from_secs(60)).unwrap() {
            SessionEvent::TextDelta { turn, text } if turn == wanted => said.push_str(&text),
            SessionEvent::TurnEnded { turn, end } if turn == wanted => {
                assert_eq!(end, TurnEnd::Completed);
                break;
            }
            _ => {}
        }
    }
    assert_eq!(said, "You said: hello two");
    host.goes_on();
}
