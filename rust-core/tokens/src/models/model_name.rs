//! A model's name without what servers add to it.

/// What a name says once its decorations are removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ModelName {
    /// The provider that the decorations name, in the table's spelling.
    pub(super) provider: Option<&'static str>,
    /// The name alone, in lower case.
    pub(super) bare: String,
    /// The name in normalized spelling, by which names are compared.
    pub(super) key: String,
}

impl ModelName {
    /// No model has a longer name: the longest known ones have some 90 bytes.
    pub(super) const LONGEST: usize = 256;

    /// Removes, in this order: fine-tuning (`ft:gpt-4o:org::id`), a path
    /// (`openrouter/openai/gpt-4o`, `models/gemini-2.5-pro`), Bedrock's region,
    /// vendor and version (`us.anthropic.claude-opus-4-6-v1:0`), a route
    /// (`:free`) and a bracket (`[1m]`).
    ///
    /// Returns `None` if nothing is left, or if the name is too long.
    pub(super) fn parse(id: &str) -> Option<Self> {
        if id.len() > Self::LONGEST {
            return None;
        }
        let id = id.trim().to_ascii_lowercase();
        let mut name = id.as_str();
        if let Some(tuned) = name.strip_prefix("ft:") {
            name = tuned.split(':').next()?;
        }
        let mut provider = None;
        let mut segments = name.split('/').filter(|segment| !segment.is_empty()).rev();
        name = segments.next()?;
        for segment in segments {
            provider = provider.or_else(|| provider_of(segment));
        }
        let mut hosted = false;
        while let Some((head, rest)) = name.split_once('.') {
            let vendor = provider_of(head);
            if (vendor.is_none() && !REGIONS_AND_VENDORS.contains(&head)) || rest.is_empty() {
                break;
            }
            hosted = true;
            provider = provider.or(vendor);
            name = rest;
        }
        if let Some((head, _)) = name.split_once('[') {
            name = head;
        }
        name = without_version(name, hosted);
        if let Some((head, route)) = name.rsplit_once(':')
            && ROUTES.contains(&route)
        {
            name = head;
        }
        if name.is_empty() {
            return None;
        }
        Some(Self { provider, bare: name.to_owned(), key: key(name) })
    }
}

/// What precedes a Bedrock name without naming a provider of the table.
const REGIONS_AND_VENDORS: [&str; 12] = [
    "us", "us-gov", "eu", "apac", "au", "ca", "jp", "global", "minimax", "amazon", "cohere", "ai21",
];

/// OpenRouter's routes.
const ROUTES: [&str; 8] =
    ["free", "nitro", "floor", "online", "extended", "thinking", "exacto", "beta"];

/// The table's name of a provider.
fn provider_of(segment: &str) -> Option<&'static str> {
    Some(match segment {
        "openai" | "azure" => "openai",
        "anthropic" => "anthropic",
        "google" | "gemini" | "vertex_ai" => "google",
        "meta" | "meta-llama" | "llama" => "llama",
        "mistral" | "mistralai" => "mistral",
        "deepseek" | "deepseek-ai" => "deepseek",
        "qwen" | "alibaba" | "dashscope" => "alibaba",
        "moonshot" | "moonshotai" => "moonshotai",
        "zai" | "z-ai" | "zai-org" | "thudm" => "zai",
        "xai" | "x-ai" => "xai",
        _ => return None,
    })
}

/// Removes Bedrock's version: `-v1:0`, `-v2:0:200k`, `:0`, and `-v1` if the
/// name is known to be Bedrock's.
fn without_version(name: &str, hosted: bool) -> &str {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if let Some((head, tail)) = name.rsplit_once("-v") {
        let (version, revision) =
            tail.split_once(':').map_or((tail, None), |(version, rest)| (version, Some(rest)));
        if digits(version) && (hosted || revision.is_some()) {
            return head;
        }
    }
    match name.rsplit_once(':') {
        Some((head, revision)) if hosted && digits(revision) => head,
        _ => name,
    }
}

/// The normalized spelling: lower case, with one sign for what servers write as
/// `.`, `_`, `:` or `@`; Azure's `gpt-35` and the `llama3` of local servers are
/// written the usual way.
pub(super) fn key(id: &str) -> String {
    let mut key: String = id
        .chars()
        .map(|c| match c.to_ascii_lowercase() {
            '.' | '_' | ':' | '@' => '-',
            other => other,
        })
        .collect();
    if key.starts_with("gpt-35") {
        key.insert(5, '-');
    }
    if key.strip_prefix("llama").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    {
        key.insert(5, '-');
    }
    key
}

/// A key without its date or `-latest`: `-2024-08-06`, `-20250514`, and the
/// `-0613` (month, day) or `-2508` (year, month) of four digits.
pub(super) fn stem(key: &str) -> &str {
    let undated = |length: usize, is_date: fn(&[u32]) -> bool| {
        let at = key.len().checked_sub(length)?;
        let (head, tail) = key.split_at_checked(at)?;
        let mut fields = Vec::new();
        for part in tail.strip_prefix('-')?.split('-') {
            if !part.bytes().all(|b| b.is_ascii_digit()) {
                return None;
            }
            fields.push(part.parse().ok()?);
        }
        (!head.is_empty() && is_date(&fields)).then_some(head)
    };
    let named = ["-latest", "-default"]
        .iter()
        .find_map(|name| key.strip_suffix(name))
        .filter(|head| !head.is_empty());
    named
        .or_else(|| undated("-2024-08-06".len(), |f| matches!(f, [2020..2100, 1..=12, 1..=31])))
        .or_else(|| {
            undated("-20250514".len(), |f| {
                matches!(f, [n] if (2020..2100).contains(&(n / 10_000))
                    && (1..=12).contains(&(n / 100 % 100)) && (1..=31).contains(&(n % 100)))
            })
        })
        .or_else(|| {
            undated("-0613".len(), |f| {
                matches!(f, [n] if ((1..=12).contains(&(n / 100)) && (1..=31).contains(&(n % 100)))
                    || ((20..40).contains(&(n / 100)) && (1..=12).contains(&(n % 100))))
            })
        })
        .unwrap_or(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decorations_are_taken_off() {
        let cases = [
            ("gpt-4o", None, "gpt-4o"),
            (" GPT-4o\n", None, "gpt-4o"),
            ("openai/gpt-4o", Some("openai"), "gpt-4o"),
            ("openrouter/anthropic/claude-opus-4.7:free", Some("anthropic"), "claude-opus-4.7"),
            ("anthropic/claude-3.7-sonnet:thinking", Some("anthropic"), "claude-3.7-sonnet"),
            ("models/gemini-2.5-pro", None, "gemini-2.5-pro"),
            ("publishers/google/models/gemini-2.5-pro", Some("google"), "gemini-2.5-pro"),
            ("ft:gpt-4o-mini-2024-07-18:acme::A1b2", None, "gpt-4o-mini-2024-07-18"),
            (
                "us.anthropic.claude-sonnet-4-20250514-v1:0",
                Some("anthropic"),
                "claude-sonnet-4-20250514",
            ),
            ("anthropic.claude-opus-4-6-v1", Some("anthropic"), "claude-opus-4-6"),
            (
                "anthropic.claude-3-haiku-20240307-v1:0:200k",
                Some("anthropic"),
                "claude-3-haiku-20240307",
            ),
            (
                "arn:aws:bedrock:us-east-1:1234:inference-profile/global.anthropic.claude-opus-5-v1:0",
                Some("anthropic"),
                "claude-opus-5",
            ),
            ("meta.llama3-3-70b-instruct-v1:0", Some("llama"), "llama3-3-70b-instruct"),
            ("openai.gpt-oss-120b-1:0", Some("openai"), "gpt-oss-120b-1"),
            ("minimax.minimax-m2", None, "minimax-m2"),
            ("llama3.1:8b", None, "llama3.1:8b"),
            ("claude-sonnet-4-5[1m]", None, "claude-sonnet-4-5"),
            ("gpt-4.1", None, "gpt-4.1"),
            ("@cf/meta/llama-3.1-8b-instruct", Some("llama"), "llama-3.1-8b-instruct"),
        ];
        for (id, provider, bare) in cases {
            let name = ModelName::parse(id).unwrap();
            assert_eq!((name.provider, name.bare.as_str()), (provider, bare), "{id}");
        }
        for id in ["", " ", "/", "ft:", ":free", "[1m]", &"x".repeat(257)] {
            assert_eq!(ModelName::parse(id), None, "{id}");
        }
    }

    #[test]
    fn names_are_compared_in_one_spelling() {
        assert_eq!(key("Claude-Opus-4.7"), "claude-opus-4-7");
        assert_eq!(key("claude-sonnet-4@20250514"), "claude-sonnet-4-20250514");
        assert_eq!(key("qwen3:8b"), "qwen3-8b");
        assert_eq!(key("gpt-35-turbo"), "gpt-3-5-turbo");
        assert_eq!(key("llama3.3:70b"), "llama-3-3-70b");
    }

    #[test]
    fn dates_are_told_from_other_numbers() {
        let cases = [
            ("gpt-4o-2024-08-06", "gpt-4o"),
            ("claude-sonnet-4-20250514", "claude-sonnet-4"),
            ("claude-3-5-sonnet-latest", "claude-3-5-sonnet"),
            ("gpt-4-0613", "gpt-4"),
            ("mistral-large-2411", "mistral-large"),
            ("gpt-4o-2024-13-06", "gpt-4o-2024-13-06"),
            ("claude-x-99999999", "claude-x-99999999"),
            ("model-1399", "model-1399"),
            ("model-8192", "model-8192"),
            ("model-+206", "model-+206"),
            ("-0613", "-0613"),
            ("-latest", "-latest"),
            ("gpt-4", "gpt-4"),
            ("", ""),
            ("ä-0613", "ä"),
            ("äöüäöü", "äöüäöü"),
        ];
        for (key, stem_of_key) in cases {
            assert_eq!(stem(key), stem_of_key);
        }
    }
}
