//! Which tokenizer a counter counts for.

use super::estimate::ClassRatios;
use super::exact::Encoding;
use super::models::{Family, uses_carried_vocabulary};

/// How a model's tokens are counted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TokenizerKind {
    /// Counted with the model's own vocabulary.
    Exact(Encoding),
    /// Estimated, because the vocabulary is not public, not included here or
    /// left out of this build, or because the model's name does not say that it
    /// uses the one that is included.
    Estimated(Estimator),
}

impl TokenizerKind {
    /// The best available for a family: the vocabulary that is included for it.
    ///
    /// Not every model of a family uses that vocabulary: Llama 4, Qwen since
    /// 3.5, Mistral's models before NeMo and DeepSeek's before V3 have others.
    /// [`TokenizerKind::of_model`] distinguishes them by their names.
    pub fn of(family: Family) -> Self {
        Self::with(family, vocabulary(family).and_then(|name| name.parse().ok()))
    }

    /// Counts with the family's vocabulary if it is built in. If it is not, no
    /// other one takes its place: the family's own estimate says which one is
    /// missing.
    fn with(family: Family, built_in: Option<Encoding>) -> Self {
        match built_in {
            Some(encoding) => Self::Exact(encoding),
            None => {
                Self::Estimated(Estimator { left_out: vocabulary(family), ..estimator(family) })
            }
        }
    }

    /// The best available for a model of a family by its name, in lower case
    /// and without its provider: the family's vocabulary if the name says that
    /// the model uses it, otherwise the estimate.
    pub fn of_model(family: Family, name: &str) -> Self {
        if uses_carried_vocabulary(family, name) {
            return Self::of(family);
        }
        Self::Estimated(estimator(family))
    }

    /// The name of the vocabulary that would count exactly, if this build
    /// leaves it out; `None` if it is built in, or if there is none.
    pub fn left_out(self) -> Option<&'static str> {
        match self {
            Self::Exact(_) => None,
            Self::Estimated(estimator) => estimator.left_out,
        }
    }

    /// The estimator to use while no vocabulary is loaded.
    pub(super) fn estimator(self) -> Estimator {
        match self {
            Self::Estimated(estimator) => estimator,
            Self::Exact(exact) => {
                let family =
                    Family::ALL.into_iter().find(|it| vocabulary(*it) == Some(exact.name()));
                family.map_or(PLAIN, estimator)
            }
        }
    }
}

/// The name of the vocabulary that is included for a family, in this build or
/// in one with its feature.
fn vocabulary(family: Family) -> Option<&'static str> {
    Some(match family {
        Family::O200k => "o200k_base",
        Family::Cl100k => "cl100k_base",
        Family::Llama => "llama3",
        Family::Qwen => "qwen2",
        Family::Mistral => "mistral_tekken",
        Family::DeepSeek => "deepseek_v3",
        Family::Kimi => "kimi_k2",
        Family::Claude
        | Family::ClaudeNew
        | Family::Gemini
        | Family::Glm
        | Family::Grok
        | Family::MiniMax
        | Family::Unknown => return None,
    })
}

/// The estimator for a family whose vocabulary is not available.
fn estimator(family: Family) -> Estimator {
    match family {
        Family::O200k | Family::Cl100k => PLAIN,
        Family::Claude => CLAUDE,
        Family::ClaudeNew => CLAUDE_NEW,
        Family::Gemini => GEMINI,
        Family::Llama => LLAMA,
        Family::Qwen => QWEN,
        Family::Mistral => MISTRAL,
        Family::DeepSeek => DEEPSEEK,
        Family::Kimi => KIMI,
        Family::Glm => GLM,
        Family::Grok => GROK,
        Family::MiniMax => MINIMAX,
        Family::Unknown => UNKNOWN,
    }
}

/// An estimate of a family's tokenizer: the exact count with an included
/// vocabulary, times a ratio per class of text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimator {
    pub(super) name: &'static str,
    pub(super) ratios: ClassRatios,
    pub(super) error_bound: f64,
    /// The left-out vocabulary that this estimate replaces, if any.
    left_out: Option<&'static str>,
}

impl Estimator {
    /// The encoding that is counted exactly before the ratio is applied.
    pub const BASE: Encoding = Encoding::O200kBase;

    /// The share by which the estimate of one message may be off; see
    /// [`super::Counter::error_bound`].
    pub fn error_bound(&self) -> f64 {
        self.error_bound
    }

    const fn new(name: &'static str, error_bound: f64, ratios: [f64; 8]) -> Self {
        Self { name, ratios: ClassRatios::new(ratios), error_bound, left_out: None }
    }
}

// Ratios: words, digits, further digits, punctuation, Chinese and Japanese,
// Korean, other scripts, symbols.
//
// The open families' ratios are fitted to counts with their own vocabularies
// (those included in the crate `tiktoken` 4.1.2) of 3,000 samples of prose,
// code, JSON, logs and some twenty languages, 200 to 8,000 characters long; the
// bound is the 95th percentile of the error on the half that was not used for
// fitting. Most of it comes from the rarer languages: on English, code and JSON
// the estimates stay within 10 %. The ratios of Claude, Gemini and Grok follow
// what is published about their counts, and their bounds add how far those
// sources disagree.

/// OpenAI's encodings: the sketch is modelled on them.
const PLAIN: Estimator =
    Estimator { name: "o200k_base", ratios: ClassRatios::ONE, error_bound: 0.0, left_out: None };

/// Claude up to 4.6: 8 to 15 % above `o200k_base` in Anthropic's last public
/// tokenizer, and some 10 % more in what its endpoint was reported to count.
const CLAUDE: Estimator =
    Estimator::new("claude", 0.20, [1.20, 1.10, 0.0, 1.25, 1.40, 1.50, 1.50, 1.30]);

/// Claude since Opus 4.7 and Sonnet 5. Anthropic says about 30 % more tokens
/// than before; measured reports range from none (Chinese, Russian) through 13
/// to 20 % (code) to 47 % (technical English).
const CLAUDE_NEW: Estimator =
    Estimator::new("claude_new", 0.25, [1.55, 1.20, 0.0, 1.45, 1.45, 1.50, 1.50, 1.35]);

/// Gemini: one token per digit, a large vocabulary for everything else.
const GEMINI: Estimator =
    Estimator::new("gemini", 0.20, [1.08, 1.00, 1.0, 1.10, 1.00, 1.10, 1.15, 1.15]);

/// Grok: nothing has been published since its first version.
const GROK: Estimator =
    Estimator::new("grok", 0.35, [1.10, 1.05, 0.3, 1.05, 1.10, 1.25, 1.40, 1.15]);

/// Llama 3 and 4.
const LLAMA: Estimator =
    Estimator::new("llama", 0.15, [1.02, 0.99, 0.0, 0.98, 0.98, 1.05, 1.18, 1.00]);

/// Qwen 2, 2.5 and 3: one token per digit.
const QWEN: Estimator =
    Estimator::new("qwen", 0.15, [1.03, 1.11, 0.82, 0.97, 0.89, 1.15, 1.41, 1.17]);

/// DeepSeek V3 and later.
const DEEPSEEK: Estimator =
    Estimator::new("deepseek", 0.15, [1.18, 0.90, 0.0, 0.93, 0.86, 1.18, 1.24, 1.00]);

/// Mistral's Tekken: one token per digit.
const MISTRAL: Estimator =
    Estimator::new("mistral", 0.12, [1.08, 1.26, 0.65, 1.02, 1.12, 0.99, 1.09, 0.96]);

/// Kimi K2.
const KIMI: Estimator =
    Estimator::new("kimi", 0.18, [1.02, 0.92, 0.03, 0.99, 0.93, 1.38, 1.43, 1.17]);

/// GLM 4 and 5.
const GLM: Estimator =
    Estimator::new("glm", 0.15, [1.02, 0.97, 0.22, 0.97, 0.95, 1.39, 1.23, 1.07]);

/// MiniMax M2.
const MINIMAX: Estimator =
    Estimator::new("minimax", 0.20, [1.03, 0.97, 0.03, 0.99, 0.67, 0.91, 1.35, 1.12]);

/// An unknown model: a little above the mean of the open families. The bound is
/// how far that mean was off for each family in turn.
const UNKNOWN: Estimator =
    Estimator::new("unknown", 0.35, [1.10, 1.05, 0.3, 1.05, 1.10, 1.25, 1.40, 1.15]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vocabulary_that_is_left_out_is_named_and_its_family_is_estimated() {
        for family in Family::ALL {
            let without = TokenizerKind::with(family, None);
            let expected = Estimator { left_out: vocabulary(family), ..estimator(family) };
            assert_eq!(without, TokenizerKind::Estimated(expected), "{family}");
            assert_eq!(without.left_out(), vocabulary(family), "{family}");
            assert_eq!(without.estimator(), expected, "the family's own estimate: {family}");
        }
    }

    #[test]
    fn a_family_is_exact_where_its_vocabulary_is_built_in_and_never_by_another() {
        for family in Family::ALL {
            let kind = TokenizerKind::of(family);
            match vocabulary(family) {
                Some(name) if !Encoding::LEFT_OUT.contains(&name) => {
                    let TokenizerKind::Exact(encoding) = kind else { panic!("{family}: {kind:?}") };
                    assert_eq!((encoding.name(), kind.left_out()), (name, None));
                }
                name => {
                    assert_eq!((kind.left_out(), kind), (name, TokenizerKind::with(family, None)));
                }
            }
        }
    }

    #[test]
    fn nothing_is_missing_for_a_model_of_which_no_vocabulary_is_known() {
        let others = [
            (Family::Claude, "claude-opus-4-5"),
            (Family::Qwen, "qwen3.8-max"),
            (Family::Llama, "llama-4-scout"),
            (Family::Unknown, "zork"),
        ];
        for (family, name) in others {
            let kind = TokenizerKind::of_model(family, name);
            assert_eq!(
                (kind, kind.left_out()),
                (TokenizerKind::Estimated(estimator(family)), None)
            );
        }
    }
}
