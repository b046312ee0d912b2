//! Models, settings and tools that a conversation changes between.

use std::path::Path;
use std::sync::Arc;

use vibeue_core::provider::ChatRequest;
use vibeue_core::session::journal::SyncPolicy;
use vibeue_core::session::live::{ModelChoice, SessionOptions, Tool};
use vibeue_core::settings::{Mode, Settings};

use super::PATIENCE;
use crate::scripted::Scripted;
use crate::talk::{model, settings, tokens, tool, words};

/// The models that may answer, with their windows.
pub(super) const MODELS: [(&str, u64); 5] = [
    ("gpt-4o", 8_000),
    ("gpt-4o-mini", 4_000),
    ("gpt-4.1", 2_500),
    ("gpt-4.1-mini", 6_000),
    (ESTIMATED, 5_000),
];

/// A model whose tokens are estimated, so that the server is asked to count.
const ESTIMATED: &str = "claude-sonnet-4-5";

/// Tokens of a request as the server counts them: fewer than we estimate.
pub(super) fn server_count(request: &ChatRequest) -> u64 {
    let ours = tokens(request);
    if request.model == ESTIMATED { ours * 19 / 20 } else { ours }
}

pub(super) fn model_of(which: usize) -> ModelChoice {
    let (name, window) = MODELS[which % MODELS.len()];
    let mut choice = model(window);
    choice.model = name.to_owned();
    choice
}

pub(super) fn set_of(which: u8, models_write: bool) -> Settings {
    let mut base = settings();
    base.mode = if models_write { Mode::Hybrid } else { Mode::Rules };
    match which {
        1 => base.enabled = false,
        2 => base.abort_on_failure = true,
        3 => base.recent_messages_to_keep = 6,
        4 => {
            base.threshold = 0.5;
            base.reset_ratio = 0.4;
            base.target_ratio = 0.3;
            base.summary_share = 0.2;
            base.ledger_share = 0.05;
        }
        5 => base.mode = Mode::Llm,
        _ => {}
    }
    base
}

pub(super) fn tools_of(which: u8) -> Vec<Tool> {
    let mut asking = tool("delete");
    asking = Tool::asking(asking.definition);
    let mut long = tool("look");
    long.definition.description = words(77, 60);
    match which {
        0 => vec![tool("look"), asking],
        1 => vec![long, asking],
        2 => vec![asking],
        _ => Vec::new(),
    }
}

pub(super) fn options_of(
    provider: &Arc<Scripted>,
    journal: &Path,
    models_write: bool,
) -> SessionOptions {
    let mut options = SessionOptions::new(Arc::clone(provider) as _, model_of(0));
    options.settings = set_of(0, models_write);
    options.journal = Some(journal.to_owned());
    // Nothing is killed here; a disk would be what is measured.
    options.sync = SyncPolicy::Never;
    options.system_prompt = Some("You help.".to_owned());
    options.tools = tools_of(0);
    options.bounds.queued_turns = 6;
    options.bounds.tool_rounds = 8;
    options.bounds.describe_wait = PATIENCE;
    options.settings.summary_wait_seconds = PATIENCE.as_secs_f64();
    options
}
