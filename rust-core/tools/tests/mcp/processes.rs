//! No process is left.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use libtest_mimic::Trial;
use rustix::process::{Pid, Signal, kill_process};
use vibeue_core::tools::mcp::{McpServers, ServerConfig};
use vibeue_scripted_server::processes::{holding, until};

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

/// Those of them that are not a server, which is this program again.
fn sleepers(nap: &str) -> BTreeSet<i32> {
    let ours = fs::read_link("/proc/self/exe").unwrap();
    let is_server = |id: &i32| fs::read_link(format!("/proc/{id}/exe")).is_ok_and(|it| it == ours);
    holding(nap).into_iter().filter(|id| !is_server(id)).collect()
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
    for round in 0..20 {
        // A process that clears its environment, leaves its session and loses its parent before
        // anybody looked is found only by programs that adopt orphans.
        let parents = if round % 4 == 0 { "marked_grandchildren" } else { "grandchildren" };
        let modes = [parents, "plain", "hang_for_ever", "banner", "dies_at_start"];
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
                // For two of them, as above.
                until("not all sleepers came", || sleepers(&nap).len() >= 12);
                // Only the servers: we have to find what they started.
                for id in holding(&nap).difference(&sleepers(&nap)) {
                    let _ = Pid::from_raw(*id).map(|id| kill_process(id, Signal::KILL));
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
