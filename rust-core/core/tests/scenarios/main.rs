//! One suite of scenarios for every wire module, against a server that fails
//! in every way that servers and networks fail.
//!
//! Each scenario holds for each protocol: the call ends in a named state within its bound, nothing
//! of the key is shown, and the turn after it works on the history that the call left. The files
//! `live…` check the same for a whole session, and that its journal gives the same next request.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../support/over_every_wire.rs"]
mod over_every_wire;

mod answers;
mod broken;
mod histories;
mod live;
mod live_answers;
mod live_broken;
mod live_counts;
mod live_native;
mod live_reasoning;
mod live_recall;
mod live_refusals;
mod live_secrets;
mod live_summaries;
mod logs;
mod refusals;
mod scene;
mod secrets;

use over_every_wire::over_every_wire;
use vibeue_scripted_server::Wire;

fn on_wire(scenario: fn(Wire), wire: Wire) {
    scenario(wire);
}
