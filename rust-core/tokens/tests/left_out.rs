//! What a build without some of the vocabularies says of their models:
//! `cargo test -p vibeue-tokens --no-default-features --test left_out`, with or
//! without features. With all of them, nothing is left out.

use vibeue_tokens::exact::Encoding;
use vibeue_tokens::{Counter, TokenizerKind};

/// Vocabularies that a feature brings, with a model of each and the family's
/// estimate.
const OPTIONAL: [(&str, bool, &str, &str, f64); 5] = [
    ("deepseek_v3", cfg!(feature = "deepseek_v3"), "deepseek-v3.2", "deepseek", 0.15),
    ("kimi_k2", cfg!(feature = "kimi_k2"), "moonshotai/kimi-k2-thinking", "kimi", 0.18),
    ("llama3", cfg!(feature = "llama3"), "llama3.1:8b", "llama", 0.15),
    ("mistral_tekken", cfg!(feature = "mistral_tekken"), "mistral-nemo", "mistral", 0.12),
    ("qwen2", cfg!(feature = "qwen2"), "qwen3-8b", "qwen", 0.15),
];

const TEXT: &str = include_str!("../../core/tests/data/texts/prose.txt");

#[test]
fn a_model_is_counted_by_its_own_vocabulary_or_by_an_estimate_that_says_which_is_missing() {
    for (vocabulary, built_in, model, family, bound) in OPTIONAL {
        let counter = Counter::for_model(model);
        counter.warm();
        let told = (counter.name(), counter.kind().left_out(), counter.error_bound());
        let count = counter.text(TEXT);
        assert_eq!(count.exact, built_in, "{model}");
        if built_in {
            assert_eq!(told, (vocabulary, None, 0.0));
            assert_eq!(counter.manner(), format!("exactly with {vocabulary}"));
        } else {
            assert_eq!(told, (family, Some(vocabulary), bound));
            assert_eq!(
                counter.manner(),
                format!("by an estimate ({family}; the vocabulary {vocabulary} is not built in)")
            );
        }
        assert!(count.tokens > 0, "{model} is counted");
    }
}

#[test]
fn an_encoding_that_is_left_out_is_refused_by_name() {
    for (vocabulary, built_in, ..) in OPTIONAL {
        let found = vocabulary.parse::<Encoding>();
        assert_eq!(Encoding::LEFT_OUT.contains(&vocabulary), !built_in);
        match found {
            Ok(encoding) => assert_eq!((encoding.name(), built_in), (vocabulary, true)),
            Err(error) => {
                assert!(!built_in, "{error}");
                let begin = format!("the vocabulary {vocabulary} is not built in; o200k_base, ");
                assert!(error.to_string().starts_with(&begin), "{error}");
            }
        }
    }
}

#[test]
fn openais_vocabularies_are_in_every_build() {
    for (model, encoding) in [("gpt-5", Encoding::O200kBase), ("gpt-4-turbo", Encoding::Cl100kBase)]
    {
        assert_eq!(Counter::for_model(model).kind(), TokenizerKind::Exact(encoding));
    }
}
