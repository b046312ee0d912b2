//! Commonly used providers, with what is needed to reach them.

mod info;
mod table;

pub use info::Preset;
use vibeue_conversation::Protocol;

impl Preset {
    /// All presets: services first, then programs on this machine.
    ///
    /// Those name the loopback address itself: `localhost` may lead to an
    /// address on which they do not listen.
    pub const ALL: &'static [Self] = table::PRESETS;

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
