//! The chat as JSON, one event per line.

use vibeue_core::session::live::{SessionEvent, Snapshot};
use vibeue_core::tools::{Approval, Call, Preview, Tool};

use super::host_view::HostView;
use crate::console::Console;
use crate::failure::Result;

/// Prints each event as one line of JSON.
pub(super) struct JsonLines;

impl HostView for JsonLines {
    fn show(&mut self, event: &SessionEvent, _now: &Snapshot, console: &mut Console) -> Result {
        console.json(event)?;
        // A program may wait for this line.
        console.finish()
    }

    fn ask(
        &mut self,
        call: &Call,
        _tool: Option<&Tool>,
        _preview: Option<&Preview>,
        _console: &mut Console,
    ) -> Result<Approval> {
        Ok(nobody_to_ask(&call.name))
    }
}

/// The answer if the user cannot be asked.
pub(super) fn nobody_to_ask(name: &str) -> Approval {
    let reason = format!("there is no one to allow {name}; --yes allows all calls");
    Approval::Deny { reason: Some(reason) }
}
