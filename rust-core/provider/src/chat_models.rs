//! The models of a server that can chat.

use crate::ModelInfo;
use crate::http::steers;

/// The longest id of a model, in bytes.
const LONGEST: usize = 200;

/// Words in the ids of models that do not chat.
const OTHER_USES: [&str; 13] = [
    "embed",
    "rerank",
    "whisper",
    "bge-",
    "tts",
    "moderation",
    "clip",
    "dall-e",
    "gpt-image",
    "realtime",
    "transcribe",
    "sora",
    "text-davinci",
];

/// Keeps the models that can chat and whose ids can be shown and sent: at most
/// `most`, in the server's order.
pub fn chat_models(models: Vec<ModelInfo>, most: usize) -> Vec<ModelInfo> {
    let chats = |info: &ModelInfo| {
        let id = info.id.to_ascii_lowercase();
        let is_clean = !id.trim().is_empty() && !id.contains(steers);
        is_clean && id.len() <= LONGEST && !OTHER_USES.iter().any(|word| id.contains(word))
    };
    models.into_iter().filter(chats).take(most).collect()
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
            "dall-e-3",
            "a\u{1b}[2Jb",
            "a\u{202e}b",
            " ",
            "gpt-oss:20b",
        ]
        .map(model)
        .into();
        all.push(model(&"x".repeat(201)));
        let kept =
            |models| chat_models(models, 100).into_iter().map(|info| info.id).collect::<Vec<_>>();
        assert_eq!(kept(all), ["qwen3:8b", "gpt-oss:20b"]);
        assert_eq!(
            kept((0..5_000).map(|number| model(&format!("m{number}"))).collect()).len(),
            100
        );
    }
}
