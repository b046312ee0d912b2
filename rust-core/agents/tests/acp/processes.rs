//! No process is left.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use libtest_mimic::Trial;
use vibeue_scripted_server::processes::{holding, until};

use crate::host::Host;
use crate::trial;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("however an agent ends, no process of it is left", ends),
        trial("fifty agents that are started and killed leave what was there before", killed),
    ]
}

fn ends() {
    // A number that no other run has.
    let nap = format!("1000.{}7", std::process::id());
    let with = |mode: &str, limit: Duration| {
        Host::with(
            mode,
            |config| {
                config.environment.insert("SCRIPTED_MCP_NAP".to_owned(), nap.clone());
                config.greeting_limit = limit;
            },
            |_| {},
        )
    };
    let patient = Duration::from_secs(60);
    for (mode, words, limit) in [
        ("plain", "hello", patient),
        ("plain", "die", patient),
        ("plain", "closes", patient),
        ("plain", "big_line", patient),
        ("dies_at_start", "hello", patient),
        ("hangs_at_initialize", "hello", Duration::from_millis(300)),
    ] {
        let host = with(mode, limit);
        host.turn(words);
        drop(host);
        assert_eq!(holding(&nap), BTreeSet::new(), "{mode} {words}");
    }
    let host = with("grandchildren", patient);
    host.turn("hello");
    until("not all sleepers came", || holding(&nap).len() >= 7);
    host.agent.end();
    assert_eq!(holding(&nap), BTreeSet::new());
    // It may no longer be asked, and says so.
    let turn = host.turn("hello");
    assert_eq!(turn.failure.unwrap().0, "the agent stopped: this program ends");
}

/// Kills only the agents' own processes, from outside, as the system does when memory runs out.
fn killed() {
    let nap = format!("2000.{}7", std::process::id());
    // Somebody else's process, which keeps running.
    let mut bystander = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
    for round in 0..50 {
        let mode = if round % 5 == 0 { "grandchildren" } else { "plain" };
        let host = Host::with(
            mode,
            |config| drop(config.environment.insert("SCRIPTED_MCP_NAP".to_owned(), nap.clone())),
            |_| {},
        );
        host.turn("hello");
        if mode == "grandchildren" {
            until("not all sleepers came", || holding(&nap).len() >= 7);
        }
        let agent = agent_of(&nap);
        let agent = rustix::process::Pid::from_raw(agent).unwrap();
        rustix::process::kill_process(agent, rustix::process::Signal::KILL).unwrap();
        until("the end of the agent was not noticed", || host.agent.failure().is_some());
        until("something is left", || holding(&nap).is_empty());
        assert!(bystander.try_wait().unwrap().is_none(), "round {round}");
        // It is started again, and ended in the usual way.
        if round % 10 == 0 {
            host.goes_on();
        }
        drop(host);
        assert_eq!(holding(&nap), BTreeSet::new(), "round {round}");
    }
    assert!(bystander.try_wait().unwrap().is_none());
    bystander.kill().unwrap();
    bystander.wait().unwrap();
}

/// The agent that this process started, of all that hold a word.
fn agent_of(word: &str) -> i32 {
    let ours = std::process::id().to_string();
    let is_child = |id: &i32| {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        status.lines().any(|line| line.strip_prefix("PPid:").is_some_and(|id| id.trim() == ours))
    };
    let found: Vec<i32> = holding(word).into_iter().filter(is_child).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    found[0]
}
