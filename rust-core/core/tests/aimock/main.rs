//! All five wires against a mock server that nobody here wrote: aimock.
//!
//! It needs node and the package, which is looked for in the folder that `VIBEUE_AIMOCK` names,
//! else in `target/aimock`; nothing is ever downloaded by a test. Without them every test reports
//! that and checks nothing; with `VIBEUE_AIMOCK` set they must be there.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../support/over_every_wire.rs"]
mod over_every_wire;

mod mock;
mod provider;
mod session;

use over_every_wire::over_every_wire;
use vibeue_core::conversation::Protocol as Wire;

fn on_wire(scenario: fn(&mock::Mock, Wire), wire: Wire) {
    if let Some(mock) = mock::running() {
        scenario(&mock, wire);
    }
}
