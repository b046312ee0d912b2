//! Every way in which the engine's server may misbehave, once: each call ends
//! in a named state, the next turn works, the history is valid.

use std::time::Duration;

use libtest_mimic::Trial;
use vibeue_core::tools::CallEnd;
use vibeue_scripted_server::mcp::UNREAL_MODES;

use crate::host::Host;
use crate::scripted::Answer;
use crate::unreal::{APP, PROJECT, arguments, engine, stand_in};
use crate::wanted::{Wanted, assert_all_tried, script, wanted};

const READY: &str =
    "ready: 3 tools, Unreal Editor with /game/Lyra/Lyra.uproject, protocol 2025-11-25";
const ODD: &str =
    "ready: 3 tools, Unreal Editor with /game/Lyra/Lyra.uproject, protocol 1999-01-01";
const TRUE: &str = "{\"returnValue\":true}";

use CallEnd::{Busy, Done, Failed, Lost, TimedOut};

const ALL: [Wanted; 24] = [
    wanted("plain", READY, Done, TRUE, Done),
    wanted("stream", READY, Done, TRUE, Done),
    wanted("bound", READY, Done, TRUE, Done),
    wanted("named", READY, Done, TRUE, Done),
    wanted("dies_in_call", READY, Lost, "the server unreal is no longer running: ", Lost),
    wanted("cut", READY, Lost, "the server unreal is no longer running: ", Done),
    wanted("hangs_once", READY, TimedOut, "did not answer within 0.5 seconds", Busy),
    wanted(
        "hangs_at_greeting",
        "failed: it did not answer the handshake within 0.5 seconds; the editor may be busy",
        Busy,
        "compiling or loading, or a dialog may be open",
        Busy,
    ),
    wanted("busy", READY, Failed, "Another tool call is in progress.", Failed),
    wanted("flood", READY, Done, "bytes were left out here …]", Done),
    wanted("flood_events", READY, Done, TRUE, Done),
    wanted("huge_picture", READY, Lost, "answered with more than 16777216 bytes", Lost),
    wanted("big_picture", READY, Done, "[picture 1]", Done),
    wanted("lies", READY, Done, TRUE, Done),
    wanted("bad_schemas", READY, Done, TRUE, Done),
    wanted("no_list", READY, Done, TRUE, Done),
    wanted("many", READY, Done, TRUE, Done),
    wanted(
        "empty_stream",
        "failed: which project that editor has open cannot be determined",
        Lost,
        "cannot be determined",
        Lost,
    ),
    wanted("rpc_error", READY, Failed, "error -32603: Internal error: the game thread", Failed),
    wanted(
        "no_log",
        "failed: which project that editor has open cannot be determined",
        Lost,
        "turn on the plugin AllToolsets",
        Lost,
    ),
    wanted("eager", "failed: tool search is off in the editor", Lost, "Enable Tool Search", Lost),
    wanted(
        "another_server",
        "failed: something else answers there: files 1.0",
        Lost,
        "something else answers there",
        Lost,
    ),
    wanted("web_page", "failed: ", Lost, "text/html", Lost),
    // The SDK takes it; the state says what is spoken.
    wanted("wrong_version", ODD, Done, TRUE, Done),
];

/// One test for each way.
pub fn trials() -> Vec<Trial> {
    let mut trials: Vec<Trial> = ALL
        .iter()
        .map(|wanted| wanted.trial("the engine's server, ", UNREAL_MODES, try_out))
        .collect();
    trials.push(crate::trial("every way of the engine's server is tried", || {
        assert_all_tried(ALL.iter().map(|wanted| wanted.mode), UNREAL_MODES);
    }));
    trials
}

fn try_out(wanted: &Wanted) {
    let server = stand_in(wanted.mode);
    let mut config = engine(&server.url(), PROJECT);
    match wanted.mode {
        "hangs_once" => config.call_limit = Duration::from_millis(500),
        "hangs_at_greeting" | "empty_stream" => config.start_limit = Duration::from_millis(500),
        _ => {}
    }
    let tool = if wanted.mode.ends_with("picture") { "CaptureViewport" } else { "SelectActors" };
    let call = |id: &str| Answer::calls(&[(id, "unreal__call_tool", &arguments(APP, tool))]);
    let host = Host::new(vec![config], script(call));
    let first = wanted.check(&host, "unreal__call_tool");
    assert_eq!(first.pictures, usize::from(wanted.mode == "big_picture"));
}
