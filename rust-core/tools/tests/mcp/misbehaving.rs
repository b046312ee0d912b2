//! Every way to misbehave, once.

use std::time::Duration;

use libtest_mimic::Trial;
use vibeue_core::tools::CallEnd;
use vibeue_core::tools::mcp::ServerConfig;
use vibeue_scripted_server::mcp::MODES;

use crate::host::{Host, act, server, with_variable};
use crate::wanted::{Wanted, assert_all_tried, script, wanted};

const READY: &str = "ready: 1 tool, scripted 1.0, protocol 2025-11-25";

use CallEnd::{Done, Failed, Lost, Refused, TimedOut};

const ALL: [Wanted; 36] = [
    wanted("plain", READY, Done, "did it", Done),
    wanted("error_result", READY, Failed, "the file is locked", Failed),
    wanted("rpc_error", READY, Failed, "error -32602: what is not a colour", Failed),
    wanted(
        "crash",
        READY,
        Lost,
        "the server s is no longer running: it ended with code 3; its last output: Segmentation fault in \
         libscripted: core dumped",
        Done,
    ),
    wanted("crash_again", READY, Lost, "it ended with code 3", Lost),
    wanted("aborts", READY, Lost, "it was ended by signal 6", Lost),
    wanted("half_line", READY, Lost, "it ended with code 0", Lost),
    wanted(
        "hang",
        READY,
        TimedOut,
        "timed out: the server s did not answer within 0.3 seconds; whether it did what it was \
         asked is not known",
        TimedOut,
    ),
    wanted("hang_for_ever", READY, TimedOut, "timed out", TimedOut),
    wanted("late", READY, TimedOut, "timed out", Done),
    wanted("slow_start", READY, Done, "did it", Done),
    wanted(
        "never_starts",
        "failed: it did not answer the handshake within 0.5 seconds",
        Refused,
        "there is no tool `s__act`",
        Refused,
    ),
    wanted(
        "dies_at_start",
        "failed: it ended with code 1; its last output: TypeError: cannot read properties of \
         undefined (reading 'token')",
        Refused,
        "there is no tool",
        Refused,
    ),
    wanted(
        "not_a_server",
        "failed: it ended with code 2; it printed \"usage: not-a-server [--help]\" where only \
         messages belong",
        Refused,
        "there is no tool",
        Refused,
    ),
    wanted("banner", READY, Done, "did it", Done),
    wanted("bad_utf8", READY, Done, "a??b", Done),
    wanted("huge", READY, Done, "bytes were left out here …]", Done),
    wanted("oversized", READY, Failed, "answered with more than 16777216 bytes", Failed),
    wanted("flood_messages", READY, Done, "did it", Done),
    wanted("flood_stderr", READY, Done, "did it", Done),
    wanted("duplicates", "ready: 4 tools", Done, "did it", Done),
    wanted("bad_schemas", "ready: 3 tools", Done, "did it", Done),
    wanted("bad_listing", "ready: 3 tools", Done, "did it", Done),
    wanted("wrong_content", READY, Failed, "something that is not a tool result", Failed),
    wanted("odd_result", READY, Failed, "[\"did\",\"it\"]", Failed),
    wanted("wrong_id", READY, TimedOut, "timed out", TimedOut),
    wanted("twice", READY, Done, "did it", Done),
    wanted("no_tools", "ready: 0 tools", Refused, "there is no tool", Refused),
    wanted("endless_pages", "ready: 50 tools", Done, "did it", Done),
    wanted("list_error", "failed: ", Refused, "there is no tool", Refused),
    wanted("changes", READY, Done, "did it", Done),
    wanted("asks_back", READY, Done, "did it", Done),
    wanted("newer_only", "ready: 1 tool, scripted 2.0, protocol 2026-07-28", Done, "did it", Done),
    wanted("picture", READY, Done, "the viewport", Done),
    wanted("picture_in_text", READY, Done, "{\"ok\":true,\"image\":\"[picture 1]\"}", Done),
    wanted("lying_hints", READY, Done, "did it", Done),
];

/// Modes that another file tries.
const ELSEWHERE: [&str; 3] = ["grandchildren", "marked_grandchildren", "environment"];

/// One test for each way.
pub fn trials() -> Vec<Trial> {
    let mut trials: Vec<Trial> = ALL
        .iter()
        .filter(|wanted| cfg!(unix) || wanted.mode != "aborts")
        .map(|wanted| wanted.trial("", MODES, try_out))
        .collect();
    trials.push(crate::trial("every way to misbehave is tried", || {
        assert_all_tried(ALL.iter().map(|wanted| wanted.mode).chain(ELSEWHERE), MODES);
    }));
    trials
}

fn configured(wanted: &Wanted, folder: &tempfile::TempDir) -> ServerConfig {
    let once = folder.path().join("once");
    let mut server =
        with_variable(server(wanted.mode), "SCRIPTED_MCP_ONCE", once.to_str().unwrap());
    match wanted.mode {
        "hang" | "hang_for_ever" | "wrong_id" => server.call_limit = Duration::from_millis(300),
        "late" => server.call_limit = Duration::from_secs(3),
        "never_starts" => server.start_limit = Duration::from_millis(500),
        _ => {}
    }
    server
}

fn try_out(wanted: &Wanted) {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::new(vec![configured(wanted, &folder)], script(act));
    let first = wanted.check(&host, "s__act");
    assert_eq!(first.pictures, usize::from(wanted.mode.starts_with("picture")));
}
