//! Commonly used providers, with what is needed to reach them.

use vibeue_conversation::Protocol;

/// A commonly used provider: its address, its protocol and where its key comes
/// from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// The name on the command line and in settings.
    pub name: &'static str,
    /// The display name.
    pub title: &'static str,
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// The base address.
    pub base_url: &'static str,
    /// Environment variables that may contain its key; the first that is set is
    /// used.
    pub key_variables: &'static [&'static str],
    /// Whether it does not answer without a key.
    pub needs_key: bool,
    /// A model to begin with where none was chosen; empty where only the
    /// server knows its models.
    pub first_model: &'static str,
}

impl Preset {
    /// All presets: services first, then programs on this machine.
    ///
    /// Those name the loopback address itself: `localhost` may lead to an
    /// address on which they do not listen.
    pub const ALL: &'static [Self] = &[
        Preset {
            name: "openai",
            title: "OpenAI",
            protocol: Protocol::OpenaiChat,
            base_url: "https://api.openai.com/v1",
            key_variables: &["OPENAI_API_KEY"],
            needs_key: true,
            first_model: "gpt-5.5",
        },
        Preset {
            name: "openai-responses",
            title: "OpenAI (Responses)",
            protocol: Protocol::Responses,
            base_url: "https://api.openai.com/v1",
            key_variables: &["OPENAI_API_KEY"],
            needs_key: true,
            first_model: "gpt-5.5",
        },
        Preset {
            name: "anthropic",
            title: "Anthropic",
            protocol: Protocol::Anthropic,
            base_url: "https://api.anthropic.com",
            key_variables: &["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"],
            needs_key: true,
            first_model: "claude-sonnet-5-5",
        },
        Preset {
            name: "gemini",
            title: "Google Gemini",
            protocol: Protocol::Gemini,
            base_url: "https://generativelanguage.googleapis.com",
            key_variables: &["GEMINI_API_KEY", "GOOGLE_API_KEY"],
            needs_key: true,
            first_model: "gemini-pro-latest",
        },
        Preset {
            name: "openrouter",
            title: "OpenRouter",
            protocol: Protocol::OpenaiChat,
            base_url: "https://openrouter.ai/api/v1",
            key_variables: &["OPENROUTER_API_KEY"],
            needs_key: true,
            first_model: "openrouter/auto",
        },
        Preset {
            name: "ollama",
            title: "Ollama",
            protocol: Protocol::Ollama,
            base_url: "http://127.0.0.1:11434",
            key_variables: &["OLLAMA_API_KEY"],
            needs_key: false,
            first_model: "",
        },
        Preset {
            name: "lmstudio",
            title: "LM Studio",
            protocol: Protocol::OpenaiChat,
            base_url: "http://127.0.0.1:1234/v1",
            key_variables: &["LM_API_TOKEN"],
            needs_key: false,
            first_model: "",
        },
        Preset {
            name: "llamacpp",
            title: "llama.cpp",
            protocol: Protocol::OpenaiChat,
            base_url: "http://127.0.0.1:8080/v1",
            key_variables: &["LLAMA_API_KEY"],
            needs_key: false,
            first_model: "",
        },
        Preset {
            name: "vllm",
            title: "vLLM",
            protocol: Protocol::OpenaiChat,
            base_url: "http://127.0.0.1:8000/v1",
            key_variables: &["VLLM_API_KEY"],
            needs_key: false,
            first_model: "",
        },
        Preset {
            name: "sglang",
            title: "SGLang",
            protocol: Protocol::OpenaiChat,
            base_url: "http://127.0.0.1:30000/v1",
            key_variables: &["SGLANG_API_KEY"],
            needs_key: false,
            first_model: "",
        },
        Preset {
            name: "litellm",
            title: "LiteLLM",
            protocol: Protocol::OpenaiChat,
            base_url: "http://127.0.0.1:4000/v1",
            key_variables: &["LITELLM_API_KEY", "LITELLM_MASTER_KEY"],
            needs_key: false,
            first_model: "",
        },
    ];

    /// Finds a preset by its name, ignoring case and hyphens.
    pub fn find(name: &str) -> Option<&'static Self> {
        let plain = |name: &str| -> String {
            name.chars().filter(char::is_ascii_alphanumeric).flat_map(char::to_lowercase).collect()
        };
        Self::ALL.iter().find(|preset| plain(preset.name) == plain(name))
    }

    /// Finds a preset by its name, or else by the name of its protocol:
    /// `responses` is OpenAI over that protocol.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::find(name).or_else(|| {
            let protocol = name.parse::<Protocol>().ok()?;
            Self::ALL.iter().find(|preset| preset.protocol == protocol)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::Endpoint;

    #[test]
    fn every_preset_is_found_by_its_name_and_has_a_valid_address() {
        for preset in Preset::ALL {
            assert_eq!(Preset::find(preset.name), Some(preset));
            let endpoint = Endpoint::new(preset.base_url, false).unwrap();
            assert_eq!(endpoint.is_loopback(), !preset.needs_key, "{}", preset.name);
            assert_eq!(preset.first_model.is_empty(), !preset.needs_key, "{}", preset.name);
            assert_eq!(endpoint.shown(), preset.base_url);
        }
        assert_eq!(Preset::find("LM-Studio").map(|preset| preset.name), Some("lmstudio"));
        assert_eq!(Preset::find("bard"), None);
        for (name, found) in [
            ("responses", Some("openai-responses")),
            ("openai", Some("openai")),
            ("anthropic", Some("anthropic")),
            ("bard", None),
        ] {
            assert_eq!(Preset::named(name).map(|preset| preset.name), found, "{name}");
        }
    }
}
