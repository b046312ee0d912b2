//! Exact counting against the reference implementation and against itself.

#![allow(clippy::print_stderr, reason = "a skipped test says so")]

use std::path::{Path, PathBuf};

use vibeue_core::tokens::exact::{Appender, Encoding, UnknownEncoding};

#[path = "support/references.rs"]
mod references;
#[path = "support/strings.rs"]
mod strings;

use references::{Reference, references, vocabulary};
use strings::{Random, Strings};

fn encoded(encoding: Encoding, text: &str) -> Vec<u32> {
    let mut tokens = Vec::new();
    encoding.bpe().encode(text, &mut tokens);
    tokens
}

/// Random strings of characters, fragments and whole tokens.
fn random_strings(seed: u64, encoding: Encoding, reference: &Reference) -> Strings {
    Strings::new(seed, vocabulary(encoding, reference))
}

#[test]
fn random_strings_are_encoded_as_by_the_reference() {
    for (encoding, reference) in references() {
        let mut strings = random_strings(20_261_120, encoding, &reference);
        for _ in 0..4000 {
            let text = strings.next();
            let expected = reference.encode_ordinary(&text);
            assert_eq!(encoded(encoding, &text), expected, "{encoding}: {text:?}");
            assert_eq!(encoding.bpe().count(&text), expected.len(), "{encoding}: {text:?}");
        }
    }
}

#[test]
fn every_pair_of_plain_characters_is_encoded_as_by_the_reference() {
    let characters: Vec<char> = (0..0x80u8)
        .map(char::from)
        .chain("éßſKªʰ\u{301}中あ\u{85}\u{a0}\u{3000}½Ⅷ".chars())
        .collect();
    for (encoding, reference) in references() {
        for &first in &characters {
            // The same pair in three surroundings, in one text.
            let text: String = characters
                .iter()
                .flat_map(|&second| {
                    ['x', first, second, ' ', first, second, 'A', '\n', first, second]
                })
                .collect();
            assert_eq!(encoded(encoding, &text), reference.encode_ordinary(&text), "{encoding}");
            assert_eq!(encoding.bpe().count(&text), reference.encode_ordinary(&text).len());
        }
    }
}

#[test]
fn newly_assigned_ideographs_and_case_folds_are_counted_as_by_the_reference() {
    for (encoding, reference) in references() {
        for text in ["\u{32c52}'ve", "\u{33247}'s((", "I'ſ", "I'ſt", "'ſ", "it'ſ's", "K's K'LL"]
        {
            assert_eq!(encoded(encoding, text), reference.encode_ordinary(text), "{text:?}");
        }
    }
}

#[test]
fn text_that_looks_like_a_special_token_is_ordinary_text() {
    let text = "<|endoftext|><|im_start|>";
    for (encoding, reference) in references() {
        assert_eq!(encoding.bpe().count(text), reference.encode_ordinary(text).len());
        assert!(encoding.bpe().count(text) > 2);
    }
}

#[test]
fn long_runs_are_counted_as_by_the_reference() {
    let mut random = Random::new(7);
    let letters: String = (0..30_000).map(|_| char::from(b'a' + random.below(26) as u8)).collect();
    let ideographs: String =
        (0..10_000).filter_map(|_| char::from_u32(0x4e00 + random.below(0x5200) as u32)).collect();
    let mut texts = vec![letters, ideographs, "ab".repeat(20_000), " \n".repeat(10_000)];
    for unit in ["a", " ", "\n", "=", "-", "\0", "0", "é", "中", "👍", "'", "\t"] {
        texts.push(unit.repeat(20_000));
        texts.push(unit.repeat(20_000) + "x");
        texts.push(format!("x{}", unit.repeat(333)));
    }
    for (encoding, reference) in references() {
        for text in &texts {
            let expected = reference.encode_ordinary(text).len();
            let start: String = text.chars().take(5).collect();
            assert_eq!(encoding.bpe().count(text), expected, "{encoding}: {start:?}...");
        }
    }
}

#[test]
fn inputs_on_which_the_reference_panics_are_counted() {
    let bpe = Encoding::O200kBase.bpe();
    // All blanks but the last one are a piece, whose tokens hold 128 each.
    assert_eq!(bpe.count(&(" ".repeat(1_280_001) + "x")), 10_001);
    assert_eq!(bpe.count(&"a".repeat(5_000_000)), 625_000);
}

#[test]
fn limits_agree_with_the_count() {
    for (encoding, reference) in references() {
        let bpe = encoding.bpe();
        let mut strings = random_strings(3, encoding, &reference);
        for _ in 0..500 {
            let text = strings.next();
            let count = bpe.count(&text);
            for limit in [0, count / 2, count.saturating_sub(1), count, count + 1, usize::MAX] {
                let expected = (count <= limit).then_some(count);
                assert_eq!(bpe.count_till_limit(&text, limit), expected, "{limit}: {text:?}");
                assert_eq!(bpe.exceeds(&text, limit), count > limit, "{limit}: {text:?}");
            }
        }
    }
}

#[test]
fn a_prefix_is_the_longest_that_fits() {
    for (encoding, reference) in references() {
        let bpe = encoding.bpe();
        let mut strings = random_strings(4, encoding, &reference);
        let mut random = Random::new(5);
        for _ in 0..300 {
            let text = strings.next();
            let limit = random.below(bpe.count(&text) + 2);
            let ends = (0..=text.len()).rev().filter(|&end| text.is_char_boundary(end));
            let longest = ends.map(|end| &text[..end]).find(|prefix| bpe.count(prefix) <= limit);
            assert_eq!(Some(bpe.prefix_within(&text, limit)), longest, "{limit}: {text:?}");
        }
    }
}

#[test]
fn a_prefix_of_one_endless_piece_fits() {
    let bpe = Encoding::Cl100kBase.bpe();
    let text = "a".repeat(1_000_000);
    let prefix = bpe.prefix_within(&text, 1000);
    assert_eq!((bpe.count(prefix), prefix.len()), (1000, 8000));
}

#[test]
fn a_growing_text_is_counted_exactly_at_every_moment() {
    for (encoding, reference) in references() {
        let bpe = encoding.bpe();
        let mut strings = random_strings(6, encoding, &reference);
        for _ in 0..150 {
            let text: String = (0..3).map(|_| strings.next()).collect();
            let mut appender = Appender::new(bpe);
            let mut start = 0;
            let mut random = Random::new(text.len() as u64);
            while start < text.len() {
                let mut end = (start + 1 + random.below(12)).min(text.len());
                while !text.is_char_boundary(end) {
                    end += 1;
                }
                appender.push(&text[start..end]);
                assert_eq!(appender.total(), bpe.count(&text[..end]), "{:?}", &text[..end]);
                start = end;
            }
        }
    }
}

#[test]
fn threads_agree_on_counts() {
    let bpe = Encoding::O200kBase.bpe();
    let text = "Threads share the vocabulary; each one has its own memo. ".repeat(50);
    let expected = bpe.count(&text);
    let counts: Vec<usize> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| bpe.count(&text))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(counts, [expected; 4]);
}

#[test]
fn names_are_read_back_and_unknown_ones_are_named() {
    for &encoding in Encoding::ALL {
        assert_eq!(encoding.to_string().parse(), Ok(encoding));
        let json = serde_json::to_string(&encoding).unwrap();
        assert_eq!(json, format!("\"{encoding}\""));
        assert_eq!(serde_json::from_str::<Encoding>(&json).unwrap(), encoding);
    }
    assert_eq!(Encoding::LEFT_OUT, [] as [&str; 0], "tests have every vocabulary");
    let error: UnknownEncoding = "o200k".parse::<Encoding>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no encoding \"o200k\"; known encodings: o200k_base, o200k_harmony, cl100k_base, \
         qwen2, mistral_tekken, kimi_k2, deepseek_v3, llama3"
    );
}

#[test]
fn real_conversations_are_encoded_as_by_the_reference() {
    let Some(folder) = shared_data("data/transcripts") else { return };
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for (encoding, reference) in references() {
            let expected = reference.encode_ordinary(&text);
            assert_eq!(encoding.bpe().count(&text), expected.len());
            assert_eq!(encoded(encoding, &text), expected);
        }
    }
}

#[test]
fn the_sample_texts_are_counted_as_by_another_implementation() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/texts");
    let texts: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    assert!(texts.len() > 5);
    for (encoding, name) in Encoding::ALL.iter().filter_map(|&encoding| match encoding {
        Encoding::Qwen2 | Encoding::KimiK2 | Encoding::DeepSeekV3 => {
            Some((encoding, encoding.name()))
        }
        Encoding::MistralTekken => Some((encoding, "mistral_v3")),
        Encoding::Llama3 => Some((encoding, "llama3")),
        _ => None,
    }) {
        let other = tiktoken::get_encoding(name).unwrap();
        for text in &texts {
            assert_eq!(encoded(encoding, text), other.encode(text), "{encoding}: {text:.40}");
        }
    }
}

#[test]
fn what_merging_cannot_reach_is_a_token_as_a_whole_piece_only() {
    let token = 100_769;
    assert_eq!(encoded(Encoding::Llama3, " việc"), [token]);
    assert_eq!(encoded(Encoding::Llama3, "x việc"), [87, token]);
    let (_, reference) =
        references().into_iter().find(|(encoding, _)| *encoding == Encoding::Llama3).unwrap();
    for text in [" việcs", "各 việc漢", " việcviệcviệc", "漢字 việc漢字漢字漢字漢字漢字"]
    {
        let expected = reference.encode_ordinary(text);
        assert_eq!(encoded(Encoding::Llama3, text), expected, "{text:?}");
        assert_eq!(Encoding::Llama3.bpe().count(text), expected.len(), "{text:?}");
    }
    assert!(!encoded(Encoding::Llama3, " việcs").contains(&token));
}

/// The shared data next to the repository, or at `VIBEUE_SHARED`.
fn shared_data(name: &str) -> Option<PathBuf> {
    let named = std::env::var_os("VIBEUE_SHARED").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|up| up.join("../shared"));
    let found = named.into_iter().chain(beside).map(|root| root.join(name)).find(|it| it.is_dir());
    if found.is_none() {
        eprintln!("SKIPPED: no {name} in ../shared or VIBEUE_SHARED");
    }
    found
}
