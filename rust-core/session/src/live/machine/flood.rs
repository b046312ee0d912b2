//! A model or a server that does not stop writing.

use super::after::AfterPartial;
use super::arrived::Arrived;
use super::interrupted;
use super::state::State;
use super::turn::Stage;
use crate::live::{Failure, FailureClass};

impl State {
    /// Stops an answer that is longer than a turn may be: what arrived is kept, with a mark after
    /// it.
    pub(super) fn flooded(&mut self, arrived: Arrived) {
        let Some(turn) = &mut self.turn else { return };
        turn.stage = Stage::Preparing;
        let most = self.bounds.turn_bytes;
        let failure = Failure::new(
            FailureClass::Protocol,
            format!(
                "the model did not stop: one turn may take at most {most} bytes; the answer was cut there"
            ),
        )
        .hint("ask for less at once, or use another model");
        self.keep_partial(arrived, interrupted::BY_ERROR, AfterPartial::Fail(failure));
    }
}
