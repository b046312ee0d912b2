//! Which tokenizer a model uses.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A tokenizer or, if none is published, the models that share one.
///
/// Whether it can be counted exactly is decided by the counter.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// OpenAI's `o200k_base`: GPT-4o and later, the o-series, gpt-oss (whose
    /// `o200k_harmony` differs only in special tokens).
    O200k,
    /// OpenAI's `cl100k_base`: GPT-4, GPT-4 Turbo, GPT-3.5.
    Cl100k,
    /// Anthropic's unpublished tokenizer up to Claude 4.6.
    Claude,
    /// Anthropic's unpublished tokenizer since Opus 4.7 (Claude 5, Fable,
    /// Mythos): about 30 % more tokens than before, according to Anthropic's
    /// own token counting page.
    ClaudeNew,
    /// Google's Gemini and Gemma.
    Gemini,
    /// Meta's Llama 3 and later; Llama 1 and 2 had a different one.
    Llama,
    /// Alibaba's Qwen.
    Qwen,
    /// Mistral's models.
    Mistral,
    /// DeepSeek V3 and later.
    #[serde(rename = "deepseek")]
    DeepSeek,
    /// Moonshot's Kimi.
    Kimi,
    /// Z.ai's GLM.
    Glm,
    /// xAI's Grok, unpublished since Grok 2.
    Grok,
    /// MiniMax' models.
    #[serde(rename = "minimax")]
    MiniMax,
    /// Unknown.
    #[default]
    Unknown,
}

impl Family {
    /// All families, in the order of the enumeration.
    pub const ALL: [Family; 14] = [
        Family::O200k,
        Family::Cl100k,
        Family::Claude,
        Family::ClaudeNew,
        Family::Gemini,
        Family::Llama,
        Family::Qwen,
        Family::Mistral,
        Family::DeepSeek,
        Family::Kimi,
        Family::Glm,
        Family::Grok,
        Family::MiniMax,
        Family::Unknown,
    ];

    /// The name in data files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Family::O200k => "o200k",
            Family::Cl100k => "cl100k",
            Family::Claude => "claude",
            Family::ClaudeNew => "claude_new",
            Family::Gemini => "gemini",
            Family::Llama => "llama",
            Family::Qwen => "qwen",
            Family::Mistral => "mistral",
            Family::DeepSeek => "deepseek",
            Family::Kimi => "kimi",
            Family::Glm => "glm",
            Family::Grok => "grok",
            Family::MiniMax => "minimax",
            Family::Unknown => "unknown",
        }
    }

    /// Finds a family by its name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| family.name() == name)
    }

    /// Derives the family from a model's bare name, in lower case and without
    /// its provider: `claude-opus-4-7`, `qwen3-8b`.
    pub fn of(name: &str) -> Self {
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        // A distilled model uses its student's tokenizer.
        if name.contains("distill") && has(&["llama"]) {
            return Family::Llama;
        }
        if name.contains("distill") && has(&["qwen"]) {
            return Family::Qwen;
        }
        if name.contains("claude") {
            return claude(name);
        }
        let words: [(&[&str], Family); 9] = [
            (&["gemini", "gemma"], Family::Gemini),
            (&["deepseek"], Family::DeepSeek),
            (&["kimi", "moonshot"], Family::Kimi),
            (&["minimax"], Family::MiniMax),
            (&["grok"], Family::Grok),
            (&["qwen", "qwq", "qvq"], Family::Qwen),
            (&["glm"], Family::Glm),
            (
                &[
                    "mistral",
                    "mixtral",
                    "ministral",
                    "magistral",
                    "codestral",
                    "devstral",
                    "pixtral",
                    "leanstral",
                ],
                Family::Mistral,
            ),
            (&["gpt-oss", "codex-mini", "o200k"], Family::O200k),
        ];
        if let Some((_, family)) = words.iter().find(|(words, _)| has(words)) {
            return *family;
        }
        if let Some((_, version)) = name.split_once("llama") {
            return llama(version);
        }
        openai(name)
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Tells Claude's two tokenizers apart by the version, wherever it is in the
/// name: `claude-3-5-sonnet`, `claude-opus-4.7`. Without a version the newer
/// one is assumed, which never counts too few.
fn claude(name: &str) -> Family {
    if name.contains("instant") {
        return Family::Claude;
    }
    // Longer numbers are dates.
    let mut numbers = name
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| matches!(part.len(), 1 | 2))
        .filter_map(|part| part.parse::<u32>().ok());
    let (major, minor) = (numbers.next(), numbers.next().unwrap_or(0));
    match major {
        Some(major) if (major, minor) < (4, 7) => Family::Claude,
        _ => Family::ClaudeNew,
    }
}

/// Tells Llama's generations apart by what follows the word: `-3.3-70b`,
/// `3.1:8b`, `-v3p3-70b`.
fn llama(version: &str) -> Family {
    let version = version.trim_start_matches(['-', '_', 'v']);
    match version.chars().next() {
        Some('1' | '2') => Family::Unknown,
        Some(digit) if digit.is_ascii_digit() => Family::Llama,
        _ => Family::Unknown,
    }
}

/// OpenAI's scheme: the o-series, and `gpt-` with its version.
fn openai(name: &str) -> Family {
    let ends = |rest: &str| rest.is_empty() || rest.starts_with(['-', ':', '_']);
    for series in ["o1", "o3", "o4"] {
        if name.strip_prefix(series).is_some_and(ends) {
            return Family::O200k;
        }
    }
    let Some((_, version)) = name.split_once("gpt") else { return Family::Unknown };
    let version = version.strip_prefix('-').unwrap_or(version);
    let digits = version.len() - version.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (major, rest) = version.split_at(digits);
    match major {
        // Azure writes gpt-35-turbo.
        "35" => Family::Cl100k,
        "3" if rest.starts_with(".5") || rest.starts_with("-5") => Family::Cl100k,
        "4" if ends(rest) && !rest.starts_with("-1-") && !rest.starts_with("-5-") => Family::Cl100k,
        "4" => Family::O200k,
        "" | "1" | "2" | "3" => Family::Unknown,
        _ => Family::O200k,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_its_tokenizer() {
        let cases = [
            ("gpt-4", Family::Cl100k),
            ("gpt-4-0613", Family::Cl100k),
            ("gpt-4-1106-preview", Family::Cl100k),
            ("gpt-4-turbo", Family::Cl100k),
            ("gpt-35-turbo", Family::Cl100k),
            ("gpt-3.5-turbo-16k", Family::Cl100k),
            ("gpt-4o-mini", Family::O200k),
            ("gpt-4.1", Family::O200k),
            ("gpt-4.5-preview", Family::O200k),
            ("chatgpt-4o-latest", Family::O200k),
            ("gpt-5", Family::O200k),
            ("gpt-12-nova", Family::O200k),
            ("gpt-oss-20b", Family::O200k),
            ("o3", Family::O200k),
            ("o4-mini", Family::O200k),
            ("o35", Family::Unknown),
            ("gpt2", Family::Unknown),
            ("gpt-j-6b", Family::Unknown),
            ("claude-2.1", Family::Claude),
            ("claude-instant-1.2", Family::Claude),
            ("claude-3-5-sonnet-20241022", Family::Claude),
            ("claude-3.7-sonnet", Family::Claude),
            ("claude-sonnet-4-20250514", Family::Claude),
            ("claude-opus-4-6-20260205", Family::Claude),
            ("claude-opus-4-7-20260416", Family::ClaudeNew),
            ("claude-opus-4.7", Family::ClaudeNew),
            ("claude-opus-5-5", Family::ClaudeNew),
            ("claude-haiku-5-5", Family::ClaudeNew),
            ("claude-mythos-preview", Family::ClaudeNew),
            ("claude-opus-latest", Family::ClaudeNew),
            ("gemma-3-27b-it", Family::Gemini),
            ("llama3.1:8b", Family::Llama),
            ("llama-v3p3-70b-instruct", Family::Llama),
            ("llama-2-70b-chat", Family::Unknown),
            ("tinyllama", Family::Unknown),
            ("deepseek-r1-distill-llama-70b", Family::Llama),
            ("deepseek-r1-distill-qwen-32b", Family::Qwen),
            ("deepseek-r1", Family::DeepSeek),
            ("zai-glm-5-2", Family::Glm),
            ("minimax-m2", Family::MiniMax),
            ("grok-4.20-beta", Family::Grok),
            ("open-mixtral-8x7b", Family::Mistral),
            ("phi-4", Family::Unknown),
            ("", Family::Unknown),
        ];
        let told: Vec<(&str, Family)> =
            cases.iter().map(|(name, _)| (*name, Family::of(name))).collect();
        assert_eq!(told, cases);
    }

    #[test]
    fn names_and_serde_agree() {
        for family in Family::ALL {
            assert_eq!(Family::from_name(family.name()), Some(family));
            assert_eq!(serde_json::to_value(family).unwrap(), family.name());
        }
        assert_eq!(Family::from_name("O200K"), None);
    }
}
