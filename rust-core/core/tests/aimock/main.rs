//! All five wires against a mock server that nobody here wrote: aimock.
//!
//! It needs node and the package, which is looked for in the folder that `VIBEUE_AIMOCK` names,
//! else in `target/aimock`; nothing is ever downloaded by a test. Without them every test reports
//! that and checks nothing; with `VIBEUE_AIMOCK` set they must be there.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod mock;
mod provider;
mod session;

/// Makes a test of each scenario for each protocol.
macro_rules! over_every_wire {
    ($($scenario:ident)*) => {
        over_every_wire!(@ openai_chat OpenaiChat $($scenario)*);
        over_every_wire!(@ responses Responses $($scenario)*);
        over_every_wire!(@ anthropic Anthropic $($scenario)*);
        over_every_wire!(@ gemini Gemini $($scenario)*);
        over_every_wire!(@ ollama Ollama $($scenario)*);
    };
    (@ $module:ident $wire:ident $($scenario:ident)*) => {
        mod $module {
            $(#[test]
            fn $scenario() {
                let Some(mock) = crate::mock::running() else { return };
                super::$scenario(&mock, vibeue_core::conversation::Protocol::$wire);
            })*
        }
    };
}
pub(crate) use over_every_wire;
