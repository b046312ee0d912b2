//! A model server of this machine that answered.

use crate::{ModelInfo, Preset, chat_models};

/// A model server of this machine that answered.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundServer {
    /// Which program it is taken for, by its address.
    pub preset: &'static Preset,
    /// Its base address.
    pub base_url: String,
    /// Its models that can chat, in the server's order; empty if it has none yet. The context
    /// length is that of a request, if the server says.
    pub models: Vec<ModelInfo>,
}

/// The maximum number of models of one server that are kept.
const MOST: usize = 100;

/// Keeps the models that can chat, at most [`MOST`].
pub(super) fn that_chat(models: Vec<ModelInfo>) -> Vec<ModelInfo> {
    chat_models(models, MOST)
}
