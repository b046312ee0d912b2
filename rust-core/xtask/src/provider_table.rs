//! The core's own table of providers, compiled in by its source, as the table of
//! settings is.

/// As much of the core's type of this name as the table needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Protocol {
    OpenaiChat,
    Responses,
    Anthropic,
    Gemini,
    Ollama,
}

#[path = "../../provider/src/preset/info.rs"]
#[allow(dead_code, unreachable_pub, private_interfaces, reason = "another crate's file")]
mod info;

#[path = "../../provider/src/preset/table.rs"]
mod table;

pub(crate) use info::Preset;

/// All providers, in the order in which they are offered.
pub(crate) const PROVIDERS: &[Preset] = table::PRESETS;
