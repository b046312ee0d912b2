//! Keys in the environment, and in the credential store.

use crate::Preset;
use crate::connection::{Origin, Read, own_key};
use crate::{ConnectionKey, CredentialStore, KeySource};

/// A key in the environment, without the key itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundKey {
    /// Whose key it is.
    pub preset: &'static Preset,
    /// The variable that holds it.
    pub variable: String,
}

/// Finds the services whose keys are in the environment, each once. `read`
/// reads a variable. No server is asked whether a key is accepted.
pub fn find_keys(read: Read<'_>) -> Vec<FoundKey> {
    let mut found: Vec<FoundKey> = Vec::new();
    for preset in Preset::ALL.iter().filter(|preset| preset.needs_key) {
        let Some(ConnectionKey { source: KeySource::Variable(variable), .. }) =
            own_key(preset, read)
        else {
            continue;
        };
        // One key serves both of OpenAI's protocols; the first is the safer
        // choice.
        if found.iter().all(|other| other.preset.base_url != preset.base_url) {
            found.push(FoundKey { preset, variable });
        }
    }
    found
}

/// Finds the services whose keys the credential store has, each once, without
/// asking the user anything.
pub async fn find_kept_keys(store: &CredentialStore) -> Vec<&'static Preset> {
    let mut services: Vec<(&'static Preset, Origin)> = Vec::new();
    for preset in Preset::ALL.iter().filter(|preset| preset.needs_key) {
        let Ok(origin) = Origin::named(preset.name) else { continue };
        if services.iter().all(|(_, other)| *other != origin) {
            services.push((preset, origin));
        }
    }
    let servers: Vec<&Origin> = services.iter().map(|(_, origin)| origin).collect();
    let holders = store.holders(&servers).await;
    let has_key = |origin: &Origin| holders.contains(&origin);
    services.iter().filter(|(_, origin)| has_key(origin)).map(|(preset, _)| *preset).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_service_is_found_once_by_the_first_of_its_variables_that_is_set() {
        let found = |set: &'static [(&'static str, &'static str)]| {
            let read = |name: &str| {
                let (_, value) = set.iter().find(|(known, _)| *known == name)?;
                Some((*value).to_owned())
            };
            find_keys(&read)
                .into_iter()
                .map(|key| format!("{} {}", key.preset.name, key.variable))
                .collect::<Vec<_>>()
        };
        assert_eq!(found(&[]), <[&str; 0]>::default());
        // A local server's key says nothing about a service.
        assert_eq!(
            found(&[("OLLAMA_API_KEY", "k"), ("GEMINI_API_KEY", "  ")]),
            <[&str; 0]>::default()
        );
        assert_eq!(
            found(&[
                ("GOOGLE_API_KEY", "g"),
                ("OPENAI_API_KEY", "o"),
                ("ANTHROPIC_AUTH_TOKEN", "t")
            ]),
            ["openai OPENAI_API_KEY", "anthropic ANTHROPIC_AUTH_TOKEN", "gemini GOOGLE_API_KEY"]
        );
    }

    #[test]
    fn what_was_found_shows_no_key() {
        let shown = format!("{:?}", find_keys(&|_| Some("sk-of-nobody-else".to_owned())));
        assert!(shown.contains("OPENAI_API_KEY") && !shown.contains("sk-of"), "{shown}");
    }
}
