//! Which of a family's models use the vocabulary that is included for it.
//!
//! Makers keep a name and change the vocabulary. According to the published
//! tokenizers:
//!
//! * Llama 3 to 3.3 share one; Llama 4 has a different one, of 202,000 tokens.
//! * Qwen 1.5 to 3 share one, QwQ and QvQ included; since 3.5 there is another,
//!   of 248,000 tokens. Qwen 1 has other special tokens and a pattern of
//!   its own.
//! * Mistral's NeMo, Ministral, Magistral, Devstral, Pixtral 12B and the small,
//!   medium and large models of 2025 use Tekken; earlier ones have a vocabulary
//!   of 32,000 tokens, and nothing is assumed about later ones.
//! * Kimi K2 and K3 share one; the `moonshot-v1` models came before.
//! * DeepSeek V3, R1 and V4 share one, as do the names that its service keeps
//!   for its newest models; V2, Coder and the first models had others. Models
//!   distilled from R1 use their students' vocabularies.
//!
//! A name that does not mention a generation (`qwen-plus`,
//! `mistral-large-latest`) may mean another model tomorrow.

use super::Family;

/// Returns whether a model's name says that it uses the vocabulary that is included for its family;
/// `false` for a family without one.
///
/// The name is in lower case and without its provider.
pub(crate) fn uses_carried_vocabulary(family: Family, name: &str) -> bool {
    match family {
        Family::O200k | Family::Cl100k => true,
        Family::Llama => llama(name),
        Family::Qwen => qwen(name),
        Family::Mistral => mistral(name),
        Family::Kimi => ["kimi-k2", "kimi-k3"].iter().any(|start| name.contains(start)),
        Family::DeepSeek => deepseek(name),
        Family::Claude
        | Family::ClaudeNew
        | Family::Gemini
        | Family::Glm
        | Family::Grok
        | Family::MiniMax
        | Family::Unknown => false,
    }
}

/// The names of DeepSeek's own distillations of R1.
const DISTILLATE: &str = "deepseek-r1-distill";

fn llama(name: &str) -> bool {
    let version = name.split_once("llama").and_then(|(_, rest)| Version::at_start(rest));
    match version {
        Some(version) => version.major == 3,
        None => name.contains(DISTILLATE),
    }
}

fn qwen(name: &str) -> bool {
    if name.contains("qwq") || name.contains("qvq") {
        return true;
    }
    let version = name.split_once("qwen").and_then(|(_, rest)| Version::at_start(rest));
    match version {
        Some(Version { major, minor }) => {
            matches!((major, minor), (1, Some(5)) | (2, _) | (3, None | Some(0)))
        }
        None => name.contains(DISTILLATE),
    }
}

fn mistral(name: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if has(&["nemo", "ministral", "magistral", "devstral", "pixtral-12b"]) {
        return !name.contains("nemotron");
    }
    ["mistral-small", "mistral-medium", "mistral-large"].iter().any(|model| {
        let Some((_, rest)) = name.split_once(model) else { return false };
        let of_2025 = |part: &str| part.len() == 4 && ("2501"..="2512").contains(&part);
        rest.split(|c: char| !c.is_ascii_digit()).any(of_2025)
            || Version::at_start(rest)
                .is_some_and(|it| it.major == 3 && it.minor.is_none_or(|minor| minor <= 2))
    })
}

fn deepseek(name: &str) -> bool {
    // Bedrock writes `deepseek.r1`; the name may also come only from the
    // provider.
    let model = name.split_once("deepseek").map_or(name, |(_, rest)| rest);
    let model = model.trim_start_matches(['-', '_', '.']);
    let known = ["v3", "v4", "r1", "chat", "reasoner"].iter().any(|it| model.starts_with(it));
    known && !["distill", "llama", "qwen"].iter().any(|student| name.contains(student))
}

/// A version as written in names: `3`, `3.1`, `3-1`, `3p1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Version {
    major: u32,
    minor: Option<u32>,
}

impl Version {
    /// Reads the version that follows a model's word. `None` if there is none,
    /// or if it is a size (`-7b`) or a date.
    fn at_start(text: &str) -> Option<Self> {
        let text = text.trim_start_matches(['-', '_', 'v', ' ']);
        let (major, rest) = number(text)?;
        if rest.starts_with('b') {
            return None;
        }
        let minor = match rest.split_at_checked(1) {
            Some(("." | "p", rest)) => number(rest).map(|(minor, _)| minor),
            // A hyphen can also precede a size: then letters follow.
            Some(("-" | "_", rest)) => number(rest)
                .filter(|(_, after)| after.is_empty() || after.starts_with(['-', '_', ':', '@']))
                .map(|(minor, _)| minor),
            _ => None,
        };
        Some(Self { major, minor })
    }
}

/// Reads a number of one or two digits, and what follows it.
fn number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    if digits > 2 { None } else { Some((number.parse().ok()?, rest)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_recognized(family: Family, carried: &[&str], other: &[&str]) {
        let told = |names: &[&str], answer: bool| {
            let wrong = |name: &&&str| uses_carried_vocabulary(family, name) != answer;
            names.iter().filter(wrong).map(|name| (*name).to_owned()).collect::<Vec<String>>()
        };
        assert_eq!((told(carried, true), told(other, false)), (vec![], vec![]));
    }

    #[test]
    fn llama_3_is_told_from_later_and_earlier_ones() {
        let carried = [
            "llama3",
            "llama3.1:8b",
            "llama-3.3-70b-instruct",
            "llama-v3p3-70b-instruct",
            "meta.llama3-3-70b-instruct-v1:0",
            "meta-llama-3-8b-instruct",
            "deepseek-r1-distill-llama-70b",
        ];
        let other =
            ["llama-4-scout", "llama4:maverick", "meta.llama4-scout-17b", "open_llama_3b", "llama"];
        assert_recognized(Family::Llama, &carried, &other);
    }

    #[test]
    fn qwen_up_to_3_is_told_from_later_ones_and_from_aliases() {
        let carried = [
            "qwen3:8b",
            "qwen3-8b",
            "qwen3-1.7b",
            "qwen3-235b-a22b",
            "qwen3-max-2026-01-23",
            "qwen2-5-14b-instruct",
            "qwen2.5vl:7b",
            "qwen-2.5-72b-instruct",
            "qwen2p5-72b",
            "codeqwen1.5-7b",
            "qwq-32b",
            "qvq-72b-preview",
            "deepseek-r1-distill-qwen-32b",
        ];
        let other = [
            "qwen3.5-27b",
            "qwen3-5-27b",
            "qwen3p5-397b",
            "qwen3.8-max",
            "qwen-plus",
            "qwen-max-2025-01-25",
            "qwen-7b",
            "qwen-72b-chat",
            "qwen4-8b",
            "someone-distill-qwen3.5-9b",
        ];
        assert_recognized(Family::Qwen, &carried, &other);
    }

    #[test]
    fn tekken_is_told_from_what_came_before_and_after() {
        let carried = [
            "mistral-nemo",
            "open-mistral-nemo",
            "ministral-3-8b-2512",
            "magistral-small-latest",
            "devstral-2512",
            "pixtral-12b",
            "mistral-small-2506",
            "mistral-small-24b-instruct-2501",
            "mistral-small3.2:24b",
            "mistral-large-2512",
            "mistral-large-3",
            "mistral-medium-3",
        ];
        let other = [
            "mistral-large-2411",
            "mistral-small-2409",
            "mistral-small",
            "mistral-large-latest",
            "mistral-large-4",
            "mistral-medium-2312",
            "mistral-medium-3.5",
            "mistral-small-2603",
            "open-mistral-7b",
            "mistral-7b-instruct-v0.3",
            "open-mixtral-8x22b",
            "codestral-2508",
            "pixtral-large-latest",
            "mistral-nemotron",
        ];
        assert_recognized(Family::Mistral, &carried, &other);
    }

    #[test]
    fn the_generations_of_kimi_and_deepseek_are_told() {
        let other = ["moonshot-v1-32k", "kimi-latest", "kimi-vl-a3b", "kimi-dev-72b"];
        assert_recognized(Family::Kimi, &["kimi-k2-thinking", "kimi-k2.6", "kimi-k3"], &other);
        let carried = [
            "deepseek-v3.2",
            "deepseek-v4-pro",
            "deepseek-r1",
            "deepseek.r1-v1:0",
            "deepseek-chat",
            "deepseek-reasoner",
            "r1",
            "deepseek-chat-v3-0324:free",
        ];
        let other = [
            "deepseek-coder",
            "deepseek-v2.5",
            "deepseek-llm-67b-chat",
            "deepseek-r1-0528-qwen3-8b",
            "deepseek",
        ];
        assert_recognized(Family::DeepSeek, &carried, &other);
    }

    #[test]
    fn no_name_is_too_odd() {
        for name in ["", "qwen", "qwen3.", "qwen3-", "llama99999999999", "qwen3ß", "deepseek-"] {
            for family in [Family::Llama, Family::Qwen, Family::Mistral, Family::DeepSeek] {
                assert!(!uses_carried_vocabulary(family, name) || name.starts_with("qwen3"));
            }
        }
        assert!(!uses_carried_vocabulary(Family::Claude, "claude-3"));
    }
}
