//! Calls, as the user and a model see them.

use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use serde_json::Value;
use vibeue_core::session::live::TurnEnd;
use vibeue_core::tools::mcp::ServerState;
use vibeue_core::tools::{Access, Approval, Call, CallEnd, Stop};

use crate::host::{Host, act, server, start, with_variable};
use crate::scripted::Answer;
use crate::trial;

pub fn trials() -> Vec<Trial> {
    vec![
        trial("a denied call does not reach the server and the model hears why", denied),
        trial("a call is cancelled within a moment and the server goes on", cancelled),
        trial("two servers with one tool each are told apart by their names", two_servers),
        trial("what others wrote into a schema fails no request", schemas),
        trial("a tool that comes later is there in the next turn", later),
        trial("a server gets no key of this program", environment),
        trial("an ended server says so and runs nothing", ended),
    ]
}

fn denied() {
    let host = Host::new(vec![server("crash_again")], vec![act("c1"), Answer::text("Good.")]);
    let turn = host.turn("Do it.", |_| Approval::Deny { reason: Some("not today".to_owned()) });
    assert_eq!(turn.end, TurnEnd::Completed);
    assert_eq!(turn.asked, ["s__act"]);
    assert_eq!(turn.ends, [("s__act".to_owned(), CallEnd::Denied)]);
    assert_eq!(turn.results, ["denied by the user: not today"]);
    // It would have crashed.
    assert_eq!(host.state().name(), "ready");
    host.assert_valid();
}

fn cancelled() {
    let servers = start(vec![server("hang")]);
    let mut registry = vibeue_core::tools::Registry::default();
    registry.add(servers.clone());
    let stop = Stop::default();
    let call = |id: &str| Call {
        id: id.to_owned(),
        turn: 1,
        name: "s__act".to_owned(),
        arguments: String::new(),
    };
    let running = {
        let (registry, stop, call) = (registry.clone(), stop.clone(), call("a"));
        std::thread::spawn(move || registry.run(&call, &stop))
    };
    stop.stop();
    let answer = running.join().unwrap();
    assert_eq!(answer.end, CallEnd::Cancelled);
    // One that is cancelled before it begins is not sent at all.
    assert_eq!(registry.run(&call("b"), &stop).end, CallEnd::Cancelled);
    assert_eq!(servers.reports()[0].state.name(), "ready");
}

fn two_servers() {
    let mut other = server("error_result");
    other.name = "other one".to_owned();
    let script = vec![
        Answer::calls(&[("a", "s__act", "{}"), ("b", "other_one__act", "{}")]),
        Answer::text("Both."),
    ];
    let host = Host::new(vec![server("plain"), other], script);
    let turn = host.allowed("Do both.");
    assert_eq!(
        turn.ends,
        [("s__act".to_owned(), CallEnd::Done), ("other_one__act".to_owned(), CallEnd::Failed)]
    );
    assert_eq!(turn.results, ["did nothing", "the file is locked"]);
}

fn schemas() {
    let host = Host::new(
        vec![server("bad_schemas"), {
            let mut it = server("duplicates");
            it.name = "d".into();
            it
        }],
        vec![Answer::text("Hello.")],
    );
    host.allowed("Hello?");
    let request = host.talk.provider.last_request();
    let names: Vec<&str> = request.tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names[..5], ["s__act", "s__itself", "s__either", "d__act", "d__a_b"]);
    assert!(names[5].starts_with("d__a_b_") && names.len() == 7, "{names:?}");
    for tool in request.tools.iter() {
        assert!(tool.name.len() <= 64, "{}", tool.name);
        let text = tool.parameters.to_string();
        assert_eq!(tool.parameters["type"], Value::from("object"), "{text}");
        for bad in ["$ref", "strnig", "anyOf", "\"enum\":[]", "ghost"] {
            assert!(!text.contains(bad), "{bad}: {text}");
        }
    }
}

fn later() {
    let script = vec![
        act("a"),
        Answer::text("Done."),
        Answer::calls(&[("b", "s__new_one", "{}")]),
        Answer::text("Done."),
    ];
    let host = Host::new(vec![server("changes")], script);
    let before = host.servers.changes();
    assert_eq!(host.allowed("One.").ends, [("s__act".to_owned(), CallEnd::Done)]);
    // The server's notification that its tools changed comes after its answer.
    let until = Instant::now() + Duration::from_secs(60);
    while host.registry.tools().len() < 2 {
        assert!(Instant::now() < until, "{:?}", host.servers.reports());
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(host.servers.changes() > before);
    assert_eq!(host.allowed("Two.").ends, [("s__new_one".to_owned(), CallEnd::Done)]);
}

fn environment() {
    let server = with_variable(server("environment"), "GITHUB_TOKEN", "given-by-the-person");
    let host = Host::new(vec![server], vec![act("a"), Answer::text("Seen.")]);
    let told = host.allowed("Look.").results.remove(0);
    let names: Vec<&str> = told.lines().filter_map(|line| line.split('=').next()).collect();
    assert!(told.contains("GITHUB_TOKEN=given-by-the-person"), "{names:?}");
    // Cargo sets many for a test, none of which is on the list.
    let foreign = |name: &&str| name.starts_with("CARGO") || name.starts_with("RUST");
    assert!(!names.iter().any(foreign), "{names:?}");
    assert!(names.contains(&"PATH") || cfg!(windows), "{names:?}");
}

fn ended() {
    let host = Host::new(vec![server("plain")], vec![act("a"), Answer::text("Pity.")]);
    assert_eq!(host.registry.tools()[0].access, Access::Destructive);
    host.servers.stop();
    host.servers.stop();
    assert_eq!(host.state(), ServerState::Stopped);
    let turn = host.allowed("Do it.");
    assert_eq!(turn.ends, [("s__act".to_owned(), CallEnd::Lost)]);
    assert_eq!(turn.results, ["the server s was ended"]);
    host.assert_valid();
}
