//! Which address is what.

use super::Wire;
use crate::operation::Operation;

/// What an address means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Route {
    /// A conversation, to be answered, counted or condensed.
    Conversation {
        wire: Wire,
        operation: Operation,
        /// The model, if the address names it.
        model: Option<String>,
        /// The address asks for a stream (Gemini).
        stream: Option<bool>,
        /// The version, if the address has one that matters (Gemini).
        version: Option<String>,
    },
    /// The server's facts; the path without the version in front.
    Facts(String),
    /// Control of this server, not a part of any protocol.
    Control(String),
}

/// Finds out what an address means.
pub(crate) fn route(method: &str, path: &str) -> Option<Route> {
    let path = path.trim_end_matches('/');
    if let Some(control) = path.strip_prefix("/__") {
        return Some(Route::Control(control.to_owned()));
    }
    let conversation = |wire, operation| {
        Some(Route::Conversation { wire, operation, model: None, stream: None, version: None })
    };
    if method == "POST" {
        if let Some((head, action)) = path.rsplit_once(':') {
            let (version, model) = head.split_once("/models/")?;
            let (operation, stream) = match action {
                "generateContent" => (Operation::Chat, Some(false)),
                "streamGenerateContent" => (Operation::Chat, Some(true)),
                "countTokens" => (Operation::Count, Some(false)),
                _ => return None,
            };
            return Some(Route::Conversation {
                wire: Wire::Gemini,
                operation,
                model: Some(model.to_owned()),
                stream,
                version: Some(version.rsplit('/').next().unwrap_or_default().to_owned()),
            });
        }
        for (end, wire, operation) in [
            ("/chat/completions/input_tokens", Wire::OpenaiChat, Operation::Count),
            ("/chat/completions", Wire::OpenaiChat, Operation::Chat),
            ("/responses/input_tokens", Wire::Responses, Operation::Count),
            ("/responses/compact", Wire::Responses, Operation::Compact),
            ("/responses", Wire::Responses, Operation::Chat),
            ("/messages/count_tokens", Wire::Anthropic, Operation::Count),
            ("/messages", Wire::Anthropic, Operation::Chat),
            ("/api/chat", Wire::Ollama, Operation::Chat),
        ] {
            if path.ends_with(end) {
                return conversation(wire, operation);
            }
        }
    }
    Some(Route::Facts(path.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_known_by_its_end() {
        assert_eq!(
            route("POST", "/v1beta/models/gemini-3-pro:streamGenerateContent"),
            Some(Route::Conversation {
                wire: Wire::Gemini,
                operation: Operation::Chat,
                model: Some("gemini-3-pro".to_owned()),
                stream: Some(true),
                version: Some("v1beta".to_owned()),
            })
        );
        let Some(Route::Conversation { wire, operation, .. }) =
            route("POST", "/openai/v1/responses/compact")
        else {
            panic!("no conversation");
        };
        assert_eq!((wire, operation), (Wire::Responses, Operation::Compact));
        assert_eq!(route("GET", "/v1/models/"), Some(Route::Facts("/v1/models".to_owned())));
        assert_eq!(route("POST", "/__script"), Some(Route::Control("script".to_owned())));
    }
}
