//! Which model is used, and where it is.

use vibeue_provider::{Preset, is_variable_name};

use super::token_number::some_tokens;

/// Which model is used, where it is, and with which parameters.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConnectionSettings {
    /// The provider; derived from the address or the keys if missing.
    pub provider: Option<&'static Preset>,
    /// The server's address; the provider's own if missing.
    pub base_url: Option<String>,
    /// The model's id.
    pub model: Option<String>,
    /// The context window in tokens, if the user knows better than server and table.
    pub window: Option<u64>,
    /// The maximum number of tokens of one answer.
    pub max_output: Option<u64>,
    /// The environment variable that holds the key.
    pub key_env: Option<String>,
    /// The sampling temperature, 0 to 2.
    pub temperature: Option<f64>,
    /// How hard it thinks, in the provider's words.
    pub reasoning_effort: Option<String>,
}

/// One setting of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionInfo {
    /// Its name in files, in variables (`VIBEUE_` and upper case) and in
    /// `--set`.
    pub name: &'static str,
    /// Name of the property in the editor's settings.
    pub unreal_name: &'static str,
    /// What it does, in words for the user.
    pub meaning: &'static str,
}

/// All settings of the connection.
pub const CONNECTION: [ConnectionInfo; 8] = [
    ConnectionInfo {
        name: "provider",
        unreal_name: "Provider",
        meaning: "Who answers: openai, responses, anthropic, gemini, openrouter, ollama, lmstudio, \
                  llamacpp, vllm, sglang or litellm.",
    },
    ConnectionInfo {
        name: "base_url",
        unreal_name: "BaseUrl",
        meaning: "The server's address; https, or http on this machine.",
    },
    ConnectionInfo {
        name: "model",
        unreal_name: "Model",
        meaning: "The model's id as the server knows it.",
    },
    ConnectionInfo {
        name: "window",
        unreal_name: "ContextWindow",
        meaning: "The context window in tokens; otherwise what the server or the table says.",
    },
    ConnectionInfo {
        name: "max_output",
        unreal_name: "MaxOutputTokens",
        meaning: "The most tokens of one answer.",
    },
    ConnectionInfo {
        name: "key_env",
        unreal_name: "ApiKeyVariable",
        meaning: "The environment variable that holds the key; never the key itself.",
    },
    ConnectionInfo {
        name: "temperature",
        unreal_name: "Temperature",
        meaning: "How varied the model's answers are, 0 to 2.",
    },
    ConnectionInfo {
        name: "reasoning_effort",
        unreal_name: "ReasoningEffort",
        meaning: "How hard the model thinks: low, medium, high or another value that the server accepts.",
    },
];

impl ConnectionSettings {
    /// Sets one value, empty text for none; `None` if no setting of the connection has that name.
    ///
    /// # Errors
    /// What is wrong with the value, which is not repeated: it may be a key.
    pub fn set(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        let text = |value: &str| (!value.trim().is_empty()).then(|| value.trim().to_owned());
        let tokens = |value: &str| match value.trim() {
            "" | "auto" => Ok(None),
            value => some_tokens(value).map(Some),
        };
        Some(match name {
            "provider" => match text(value) {
                None => {
                    self.provider = None;
                    Ok(())
                }
                Some(name) => provider(&name).map(|preset| self.provider = Some(preset)),
            },
            "base_url" => {
                self.base_url = text(value);
                Ok(())
            }
            "model" => {
                self.model = text(value);
                Ok(())
            }
            "window" => tokens(value).map(|tokens| self.window = tokens),
            "max_output" => tokens(value).map(|tokens| self.max_output = tokens),
            "key_env" => variable(value).map(|name| self.key_env = name),
            "temperature" => temperature(value).map(|number| self.temperature = number),
            "reasoning_effort" => {
                self.reasoning_effort = text(value);
                Ok(())
            }
            _ => return None,
        })
    }

    /// Returns one value as text; empty if it is not set.
    pub fn get(&self, name: &str) -> String {
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        match name {
            "provider" => self.provider.map(|preset| preset.name.to_owned()),
            "base_url" => self.base_url.clone(),
            "model" => self.model.clone(),
            "window" => number(self.window),
            "max_output" => number(self.max_output),
            "key_env" => self.key_env.clone(),
            "temperature" => self.temperature.map(|number| number.to_string()),
            "reasoning_effort" => self.reasoning_effort.clone(),
            _ => None,
        }
        .unwrap_or_default()
    }
}

/// Finds a provider by its name or its protocol's.
fn provider(name: &str) -> Result<&'static Preset, String> {
    Preset::named(name).ok_or_else(|| {
        let names: Vec<_> = Preset::ALL.iter().map(|preset| preset.name).collect();
        format!("is unknown; the providers are {}", names.join(", "))
    })
}

/// Reads the name of a variable: a user who pastes the key itself is told
/// so, without the key being repeated.
fn variable(value: &str) -> Result<Option<String>, String> {
    let name = value.trim();
    if name.is_empty() {
        return Ok(None);
    }
    if is_variable_name(name) {
        Ok(Some(name.to_owned()))
    } else {
        Err("is not the name of an environment variable; put the key into one, and its name \
             here"
            .to_owned())
    }
}

fn temperature(value: &str) -> Result<Option<f64>, String> {
    match value.trim() {
        "" | "auto" => Ok(None),
        value => match value.parse::<f64>() {
            Ok(number) if (0.0..=2.0).contains(&number) => Ok(Some(number)),
            _ => Err("is not a number from 0 to 2".to_owned()),
        },
    }
}

impl ConnectionInfo {
    /// The setting that has this name: its own or the editor's.
    pub fn named(name: &str) -> Option<&'static Self> {
        let own = name.replace('-', "_");
        CONNECTION.iter().find(|info| info.name == own || info.unreal_name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_of_the_table_can_be_set_and_read_back() {
        let values =
            ["anthropic", "http://localhost:1", "m", "32000", "4096", "MY_KEY", "0.2", "high"];
        let mut connection = ConnectionSettings::default();
        for (info, value) in CONNECTION.iter().zip(values) {
            assert_eq!(connection.set(info.name, value), Some(Ok(())), "{}", info.name);
            assert_eq!(connection.get(info.name), value, "{}", info.name);
            assert_eq!(connection.set(info.name, ""), Some(Ok(())), "{}", info.name);
            assert_eq!(connection.get(info.name), "", "{}", info.name);
        }
        assert_eq!(connection.set("threshold", "0.8"), None);
    }

    #[test]
    fn wrong_values_are_refused_and_a_key_is_never_repeated() {
        let refuse =
            |name, value| ConnectionSettings::default().set(name, value).unwrap().unwrap_err();
        assert!(refuse("provider", "bard").contains("anthropic"));
        assert!(refuse("window", "0").contains("hold nothing"));
        assert_eq!(refuse("temperature", "3"), "is not a number from 0 to 2");
        assert_eq!(refuse("temperature", "NaN"), "is not a number from 0 to 2");
        let told = refuse("key_env", "sk-ant-secret");
        assert!(told.contains("put the key into one") && !told.contains("secret"), "{told}");
    }
}
