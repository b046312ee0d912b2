//! What a model at an Ollama server turned out not to do.

use crate::ProviderError;

/// What a model turned out not to do. Learned from the error that names it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Quirks {
    /// It does not call tools: calls and results are sent as words.
    pub(super) no_tools: bool,
    /// It does not think, or not by the name of an effort.
    pub(super) no_thinking: bool,
    /// It sees no images.
    pub(super) no_images: bool,
}

impl Quirks {
    /// Learns from an error; `true` when it names something that was not
    /// known yet, so that another attempt can help.
    pub(super) fn learn(&mut self, error: &ProviderError) -> bool {
        if error.delivered || !matches!(error.status, Some(400 | 422 | 500)) {
            return false;
        }
        let text = error.message.to_ascii_lowercase();
        let flag = if text.contains("support tools") {
            &mut self.no_tools
        } else if text.contains("support thinking") || text.contains("think value") {
            &mut self.no_thinking
        } else if text.contains("support image") || text.contains("vision") {
            &mut self.no_images
        } else {
            return false;
        };
        !std::mem::replace(flag, true)
    }

    /// Says what a person should know of it.
    pub(super) fn warnings(self, tools: bool, thinking: bool) -> Vec<String> {
        let all = [
            (self.no_tools && tools, "this model does not call tools; it answered without them"),
            (self.no_thinking && thinking, "this model does not think on demand"),
            (self.no_images, "this model sees no images; they were left out"),
        ];
        all.iter().filter(|(set, _)| *set).map(|(_, text)| (*text).to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorClass;

    #[test]
    fn each_complaint_is_understood_once() {
        let mut quirks = Quirks::default();
        let mut error = ProviderError::new(
            ErrorClass::Refused,
            "answered 400: registry.ollama.ai/library/gemma:2b does not support tools",
        );
        assert!(!quirks.learn(&error), "there was no answer");
        error.status = Some(400);
        assert!(quirks.learn(&error));
        assert!(!quirks.learn(&error));
        error.message = "\"gemma\" does not support thinking".to_owned();
        assert!(quirks.learn(&error));
        assert_eq!(quirks, Quirks { no_tools: true, no_thinking: true, no_images: false });
        assert_eq!(quirks.warnings(true, false).len(), 1);
    }
}
