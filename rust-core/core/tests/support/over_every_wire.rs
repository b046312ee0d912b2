//! Scenarios for every protocol.

/// Makes a test of each scenario for each protocol. The program's `on_wire` runs it, and its `Wire`
/// names the protocols.
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
                crate::on_wire(super::$scenario, crate::Wire::$wire);
            })*
        }
    };
}
pub(crate) use over_every_wire;
