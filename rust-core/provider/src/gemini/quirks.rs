//! What a server turned out not to accept.

use std::fmt;

/// What a server, for one model, turned out not to accept. Each is learned
/// from the error that names it, and the request is sent once more without.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Quirks {
    /// Schemas must be in the form of OpenAPI, under `parameters` and
    /// `responseSchema`.
    pub(super) openapi_schemas: bool,
    /// The form of the answer cannot be set.
    pub(super) no_schema: bool,
    /// `thinkingConfig` is an error.
    pub(super) no_thinking_config: bool,
    /// Results cannot carry images.
    pub(super) no_images_in_results: bool,
    /// Signatures of this conversation's thoughts are not accepted: each call
    /// gets the one that stands for none. Holds for one request only.
    pub(super) no_signatures: bool,
}

impl Quirks {
    /// Learns from the words of a 400; `true` when they name something that
    /// was not known yet, so that another attempt can help.
    pub(super) fn learn(&mut self, message: &str) -> bool {
        let text = message.to_ascii_lowercase();
        let says = |words: &str| text.contains(words);
        let flag =
            if says("thought signature") || says("thought_signature") || says("thoughtsignature") {
                &mut self.no_signatures
            } else if says("parametersjsonschema")
                || says("parameters_json_schema")
                || says("responsejsonschema")
                || says("response_json_schema")
            {
                &mut self.openapi_schemas
            } else if says("response mime type")
                || says("responsemimetype")
                || says("response_mime_type")
                || says("responseschema")
                || says("response_schema")
                || says("json mode is not")
            {
                &mut self.no_schema
            } else if says("thinking") {
                &mut self.no_thinking_config
            } else if says("function_response") && says("parts") || says("multimodal function") {
                &mut self.no_images_in_results
            } else {
                return false;
            };
        !std::mem::replace(flag, true)
    }

    /// What is remembered for the next request.
    pub(super) fn lasting(self) -> Self {
        Self { no_signatures: false, ..self }
    }
}

impl fmt::Display for Quirks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [
            (self.openapi_schemas, "JSON schemas as such"),
            (self.no_schema, "response schema"),
            (self.no_thinking_config, "thinking"),
            (self.no_images_in_results, "images in results"),
            (self.no_signatures, "earlier thought signatures"),
        ];
        let names: Vec<_> = all.iter().filter(|(set, _)| *set).map(|(_, name)| *name).collect();
        f.write_str(&names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_known_refusal_is_learned_once() {
        let none = Quirks::default();
        let cases = [
            (
                "Invalid JSON payload received. Unknown name \"parametersJsonSchema\" at \
                 'tools[0].function_declarations[0]': Cannot find field.",
                Quirks { openapi_schemas: true, ..none },
            ),
            (
                "Function calling with a response mime type: 'application/json' is unsupported",
                Quirks { no_schema: true, ..none },
            ),
            (
                "Unable to submit request because thinking_config.include_thoughts is only \
                 enabled when thinking is enabled.",
                Quirks { no_thinking_config: true, ..none },
            ),
            (
                "Function call is missing a thought_signature in functionCall parts.",
                Quirks { no_signatures: true, ..none },
            ),
            ("Invalid thought signature.", Quirks { no_signatures: true, ..none }),
        ];
        for (message, expected) in cases {
            let mut quirks = Quirks::default();
            assert!(quirks.learn(message), "{message}");
            assert_eq!(quirks, expected, "{message}");
            assert!(!quirks.learn(message), "{message}");
        }
        assert!(!Quirks::default().learn("Please use a valid role: user, model."));
    }
}
