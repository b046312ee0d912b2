//! A model server of this machine that answered.

use crate::http::steers;
use crate::{ModelInfo, Preset};

/// A model server of this machine that answered.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundServer {
    /// Which program it is taken for, by its address.
    pub preset: &'static Preset,
    /// Its base address.
    pub base_url: String,
    /// Its models that can chat, in the server's order; empty where it has none
    /// yet. The context length is that of a request, where the server says.
    pub models: Vec<ModelInfo>,
}

/// The most models of one server that are kept.
const MOST: usize = 100;

/// The longest id of a model, in bytes.
const LONGEST: usize = 200;

/// Words in the ids of models that do not chat.
const OTHER_USES: [&str; 7] = ["embed", "rerank", "whisper", "bge-", "tts", "moderation", "clip"];

/// Keeps the models that can chat and whose ids can be shown and sent.
pub(super) fn that_chat(models: Vec<ModelInfo>) -> Vec<ModelInfo> {
    let chats = |info: &ModelInfo| {
        let id = info.id.to_ascii_lowercase();
        let is_clean = !id.trim().is_empty() && !id.contains(steers);
        is_clean && id.len() <= LONGEST && !OTHER_USES.iter().any(|word| id.contains(word))
    };
    models.into_iter().filter(chats).take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_for_other_uses_and_hostile_names_are_left_out() {
        let model = |id: &str| ModelInfo { id: id.to_owned(), ..ModelInfo::default() };
        let mut all: Vec<ModelInfo> = [
            "nomic-embed-text:latest",
            "qwen3:8b",
            "bge-m3",
            "a\u{1b}[2Jb",
            "a\u{202e}b",
            " ",
            "gpt-oss:20b",
        ]
        .map(model)
        .into();
        all.push(model(&"x".repeat(201)));
        let kept = |models| that_chat(models).into_iter().map(|info| info.id).collect::<Vec<_>>();
        assert_eq!(kept(all), ["qwen3:8b", "gpt-oss:20b"]);
        assert_eq!(
            kept((0..5_000).map(|number| model(&format!("m{number}"))).collect()).len(),
            100
        );
    }
}
