//! What a server turned out not to accept.

pub(super) use crate::quirks::Quirks;
use crate::quirks::note;

/// Learns from the message of a 400; `true` if it names something that was not
/// known yet, so that another attempt can help.
pub(super) fn learn(quirks: &mut Quirks, message: &str) -> bool {
    let text = message.to_ascii_lowercase();
    let contains = |words: &str| text.contains(words);
    let flag = if contains("thought signature")
        || contains("thought_signature")
        || contains("thoughtsignature")
    {
        &mut quirks.no_signatures
    } else if contains("parametersjsonschema")
        || contains("parameters_json_schema")
        || contains("responsejsonschema")
        || contains("response_json_schema")
    {
        &mut quirks.openapi_schemas
    } else if contains("response mime type")
        || contains("responsemimetype")
        || contains("response_mime_type")
        || contains("responseschema")
        || contains("response_schema")
        || contains("json mode is not")
    {
        &mut quirks.no_schema
    } else if contains("thinking") {
        &mut quirks.no_thinking_config
    } else if contains("function_response") && contains("parts") || contains("multimodal function")
    {
        &mut quirks.no_images_in_results
    } else {
        return false;
    };
    note(flag)
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
            assert!(learn(&mut quirks, message), "{message}");
            assert_eq!(quirks, expected, "{message}");
            assert!(!learn(&mut quirks, message), "{message}");
        }
        assert!(!learn(&mut Quirks::default(), "Please use a valid role: user, model."));
    }
}
