//! Whose key a text is, by the form that services give their keys.

use crate::Preset;

/// Beginnings of keys with the preset's name; longer ones first.
const BEGINNINGS: [(&str, &str); 5] = [
    ("sk-ant-", "anthropic"),
    ("sk-or-", "openrouter"),
    ("sk-proj-", "openai"),
    ("sk-svcacct-", "openai"),
    ("AIza", "gemini"),
];

/// Finds the service whose keys look like this one. `None` for keys of a form
/// that several services use: sent to the wrong one, a key is lost.
pub fn preset_of_key(key: &str) -> Option<&'static Preset> {
    let key = key.trim();
    let (beginning, name) = BEGINNINGS.iter().find(|(start, _)| key.starts_with(start))?;
    let has_more = key.len() >= beginning.len() + 8;
    let is_one_word = key.bytes().all(|byte| byte.is_ascii_graphic());
    if has_more && is_one_word { Preset::find(name) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_taken_for_a_services_only_where_its_form_is_that_services_own() {
        for (key, name) in [
            (" sk-ant-api03-abcdefgh\n", Some("anthropic")),
            ("sk-or-v1-0123456789", Some("openrouter")),
            ("sk-proj-0123456789", Some("openai")),
            ("AIzaSyA0123456789", Some("gemini")),
            // DeepSeek, Moonshot and others begin so, too.
            ("sk-0123456789abcdef", None),
            ("sk-ant-", None),
            ("sk-ant-two words here", None),
            ("", None),
        ] {
            assert_eq!(preset_of_key(key).map(|preset| preset.name), name, "{key:?}");
        }
    }
}
