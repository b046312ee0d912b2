//! No process stays behind.

use std::collections::BTreeSet;
use std::fs;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use rustix::process::{Pid, Signal, kill_process};
use vibeue_core::tools::mcp::{McpServers, ServerConfig};

use crate::host::{server, start, with_variable};
use crate::trial;

pub fn trials() -> Vec<Trial> {
    vec![
        trial("what a server started ends with it, wherever it went", grandchildren),
        trial("after two hundred starts and ends no process is left", two_hundred),
    ]
}

/// How long the sleepers of this run sleep: a number that no other run has.
pub fn nap(which: &str) -> String {
    format!("1000.{}{which}", std::process::id())
}

/// The processes whose command line or environment holds a word.
pub fn holding(word: &str) -> BTreeSet<i32> {
    let has = |id: i32, file: &str| {
        let bytes = fs::read(format!("/proc/{id}/{file}")).unwrap_or_default();
        bytes.windows(word.len()).any(|part| part == word.as_bytes())
    };
    let ours = i32::try_from(std::process::id()).unwrap();
    fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok())
        .filter(|id| *id != ours && (has(*id, "cmdline") || has(*id, "environ")))
        .collect()
}

pub fn until(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn sleeping(mode: &str, nap: &str) -> ServerConfig {
    with_variable(server(mode), "SCRIPTED_MCP_NAP", nap)
}

fn grandchildren() {
    let nap = nap("1");
    assert_eq!(holding(&nap), BTreeSet::new());
    let servers = start(vec![sleeping("grandchildren", &nap)]);
    // The server itself, a sleeper for each of five ways to leave, and the shell
    // of one of them.
    until("not all sleepers came", || holding(&nap).len() >= 7);
    servers.stop();
    assert_eq!(holding(&nap), BTreeSet::new());
}

fn two_hundred() {
    let nap = nap("2");
    let modes = ["grandchildren", "plain", "hang_for_ever", "banner", "dies_at_start"];
    for round in 0..20 {
        // What clears its environment, leaves its session and loses its parent
        // before anybody looked is found by programs alone that adopt orphans.
        let modes = &modes[usize::from(round % 4 == 0)..];
        let list: Vec<ServerConfig> = (0..10)
            .map(|at| {
                let mut server = sleeping(modes[at % modes.len()], &nap);
                server.name = format!("s{at}");
                server
            })
            .collect();
        let servers = McpServers::start(list).unwrap();
        // Some end while they are still starting, some by force, some well.
        match round % 4 {
            0 => {}
            1 => {
                servers.wait_until_started(Duration::from_secs(60), || true);
                for id in holding(&nap) {
                    let _ = Pid::from_raw(id).map(|id| kill_process(id, Signal::KILL));
                }
            }
            _ => {
                servers.wait_until_started(Duration::from_secs(60), || true);
            }
        }
        servers.stop();
        let left = holding(&nap);
        assert_eq!(left, BTreeSet::new(), "round {round}");
    }
}
