//! The maker of a server's models.

/// Hosts of makers that serve their own models, by the names that the table of
/// models has for them.
const HOSTS: [(&str, &str); 11] = [
    ("api.openai.com", "openai"),
    ("api.anthropic.com", "anthropic"),
    ("generativelanguage.googleapis.com", "google"),
    ("api.deepseek.com", "deepseek"),
    ("api.mistral.ai", "mistral"),
    ("api.x.ai", "xai"),
    ("api.z.ai", "zai"),
    ("api.moonshot.ai", "moonshotai"),
    ("api.moonshot.cn", "moonshotai"),
    ("dashscope.aliyuncs.com", "alibaba"),
    ("dashscope-intl.aliyuncs.com", "alibaba"),
];

/// The maker that serves its own models at an address, by its name in the
/// table; `None` for gateways, for local servers and for what is unknown.
pub(super) fn maker_at(base_url: &str) -> Option<&'static str> {
    let rest = base_url.trim();
    let rest = rest.strip_prefix("https://").or_else(|| rest.strip_prefix("http://"))?;
    let host = rest.split(['/', '?', '#']).next()?;
    // In `name:key@host` the last part is the host.
    let host = host.rsplit('@').next()?;
    let host = host.split(':').next()?;
    HOSTS.iter().find(|(known, _)| host.eq_ignore_ascii_case(known)).map(|(_, maker)| *maker)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_makers_own_host_is_taken_for_its_own() {
        for (address, maker) in [
            ("https://api.openai.com/v1", Some("openai")),
            ("https://API.Anthropic.com", Some("anthropic")),
            ("https://generativelanguage.googleapis.com:443/v1beta", Some("google")),
            ("https://openrouter.ai/api/v1", None),
            ("https://api.openai.com.example.org/v1", None),
            ("https://api.openai.com@example.org/v1", None),
            ("http://127.0.0.1:8080/api.openai.com", None),
            ("api.openai.com", None),
            ("", None),
        ] {
            assert_eq!(maker_at(address), maker, "{address}");
        }
    }
}
