//! What a model on an Ollama server turned out not to support.

pub(super) use crate::quirks::Quirks;
use crate::quirks::note;

use crate::ProviderError;

/// Learns from an error; `true` if it names something that was not known yet,
/// so that another attempt can help.
pub(super) fn learn(quirks: &mut Quirks, error: &ProviderError) -> bool {
    if error.delivered || !matches!(error.status, Some(400 | 422 | 500)) {
        return false;
    }
    let text = error.message.to_ascii_lowercase();
    let flag = if text.contains("support tools") {
        &mut quirks.no_tools
    } else if text.contains("support thinking") || text.contains("think value") {
        &mut quirks.no_thinking
    } else if text.contains("support image") || text.contains("vision") {
        &mut quirks.no_images
    } else {
        return false;
    };
    note(flag)
}

/// The warnings that the user should see.
pub(super) fn warnings(quirks: Quirks, tools: bool, thinking: bool) -> Vec<String> {
    let all = [
        (quirks.no_tools && tools, "this model does not call tools; it answered without them"),
        (quirks.no_thinking && thinking, "this model does not support reasoning"),
        (quirks.no_images, "this model cannot see images; they were left out"),
    ];
    all.iter().filter(|(set, _)| *set).map(|(_, text)| (*text).to_owned()).collect()
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
        assert!(!learn(&mut quirks, &error), "there was no answer");
        error.status = Some(400);
        assert!(learn(&mut quirks, &error));
        assert!(!learn(&mut quirks, &error));
        error.message = "\"gemma\" does not support thinking".to_owned();
        assert!(learn(&mut quirks, &error));
        assert_eq!(quirks, Quirks { no_tools: true, no_thinking: true, ..Quirks::default() });
        assert_eq!(warnings(quirks, true, false).len(), 1);
    }
}
