//! Which of the settings page's own fields are invalid.

use vibeue_core::provider::{ConnectionFault, Read};

use crate::config;
use crate::ffi::ffi::{ModelConfig, SettingProblem};

/// Says what is wrong with the fields of a connection, by the rules for opening a session. Missing
/// values are not errors. `read` reads an environment variable.
pub(crate) fn of_connection(model: &ModelConfig, read: Read<'_>) -> Vec<SettingProblem> {
    config::request(model).faults(read).iter().map(refusal).collect()
}

/// The value is not repeated: a key may have been put into any of the fields, and the message says
/// as much about it as is safe.
fn refusal(fault: &ConnectionFault) -> SettingProblem {
    let name = fault.place();
    let unreal_name = match name {
        "provider" => "Provider",
        "protocol" => "Protocol",
        "base_url" => "BaseUrl",
        "key_variable" => "ApiKeyVariable",
        "key" => "ApiKey",
        "headers" => "Headers",
        _ => "",
    };
    SettingProblem {
        name: name.to_owned(),
        unreal_name: unreal_name.to_owned(),
        value: String::new(),
        message: fault.message(),
        fix: fault.hint(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::ffi::NameValue;

    const NOTHING_SET: Read<'static> = &|_| None;

    fn problem(name: &str, unreal_name: &str, message: &str, fix: &str) -> SettingProblem {
        let [name, unreal_name, message, fix] =
            [name, unreal_name, message, fix].map(str::to_owned);
        SettingProblem { name, unreal_name, value: String::new(), message, fix }
    }

    #[test]
    fn every_field_of_a_connection_is_refused_by_the_name_that_the_page_has_for_it() {
        let text = |text: &str| text.to_owned();
        let wrong = ModelConfig {
            preset: text("skynet"),
            protocol: text("telepathy"),
            base_url: text("no address at all"),
            key_variable: text("sk-secret-1234567"),
            headers: vec![NameValue { name: text("Content-Type"), value: text("hidden-7654321") }],
            ..ModelConfig::default()
        };
        assert_eq!(
            of_connection(&wrong, NOTHING_SET),
            [
                problem(
                    "provider",
                    "Provider",
                    "there is no provider `skynet`",
                    "choose one of: openai, openai-responses, anthropic, gemini, openrouter, \
                     ollama, lmstudio, llamacpp, vllm, sglang, litellm",
                ),
                problem(
                    "protocol",
                    "Protocol",
                    "there is no protocol `telepathy`",
                    "choose one of: openai, responses, anthropic, gemini, ollama",
                ),
                problem(
                    "base_url",
                    "BaseUrl",
                    "not a valid web address: relative URL without a base",
                    "put http:// or https:// in front of it",
                ),
                problem(
                    "key_variable",
                    "ApiKeyVariable",
                    "this is not the name of an environment variable",
                    "put the key into one, and its name here",
                ),
                problem(
                    "headers",
                    "Headers",
                    "the header `Content-Type` is set by the connection itself",
                    "remove this header",
                ),
            ]
        );
        let odd_key = ModelConfig { key: text("two words"), ..ModelConfig::default() };
        assert_eq!(
            of_connection(&odd_key, NOTHING_SET),
            [problem(
                "key",
                "ApiKey",
                "the key contains spaces, line breaks or characters that a key cannot have",
                "copy it again, without quotes or anything else around it",
            )]
        );
        assert_eq!(of_connection(&ModelConfig::default(), NOTHING_SET), []);
    }
}
