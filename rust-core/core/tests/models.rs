//! The table of models and the ways into it.

use proptest::prelude::*;
use tiktoken_rs::tokenizer::{Tokenizer, get_tokenizer};
use vibeue_core::tokens::models::{
    Family, Limits, Lookup, MODELS, Match, Overrides, Reported, find,
};

/// How a name was recognized, in one line.
fn recognized(id: &str) -> String {
    let Lookup { model, family, matched } = find(id);
    match model {
        Some(model) => {
            let (provider, id, window) = (model.provider, model.id, model.window);
            format!("{matched:?} {provider}/{id} {window} {family}")
        }
        None => format!("{matched:?} {family}"),
    }
}

#[track_caller]
fn assert_recognized(cases: &[(&str, &str)]) {
    let answers: Vec<(&str, String)> = cases.iter().map(|(id, _)| (*id, recognized(id))).collect();
    let expected: Vec<(&str, String)> =
        cases.iter().map(|(id, answer)| (*id, (*answer).to_owned())).collect();
    assert_eq!(answers, expected);
}

#[test]
fn a_name_finds_its_model_however_it_is_decorated() {
    assert_recognized(&[
        ("gpt-4o", "Exact openai/gpt-4o 128000 o200k"),
        ("GPT-4o", "Exact openai/gpt-4o 128000 o200k"),
        ("openai/gpt-4o", "Exact openai/gpt-4o 128000 o200k"),
        ("openrouter/openai/gpt-4o:online", "Exact openai/gpt-4o 128000 o200k"),
        ("azure/gpt-35-turbo", "Exact openai/gpt-3.5-turbo 16385 cl100k"),
        (
            "ft:gpt-4o-mini-2024-07-18:acme::A1b2",
            "Exact openai/gpt-4o-mini-2024-07-18 128000 o200k",
        ),
        ("models/gemini-2.5-pro", "Exact google/gemini-2.5-pro 1048576 gemini"),
        (
            "us.anthropic.claude-sonnet-4-20250514-v1:0",
            "Exact anthropic/claude-sonnet-4-20250514 200000 claude",
        ),
        ("claude-sonnet-4@20250514", "Exact anthropic/claude-sonnet-4-20250514 200000 claude"),
        ("anthropic.claude-opus-4-7-v1", "Exact anthropic/claude-opus-4-7 1000000 claude_new"),
        (
            "anthropic/claude-opus-4.7:thinking",
            "Exact anthropic/claude-opus-4-7 1000000 claude_new",
        ),
        ("claude-sonnet-4-5[1m]", "Exact anthropic/claude-sonnet-4-5 200000 claude"),
        ("qwen3:8b", "Exact alibaba/qwen3-8b 131072 qwen"),
        ("meta-llama/Llama-3.3-70B-Instruct", "Exact llama/Llama-3.3-70B-Instruct 128000 llama"),
    ]);
}

#[test]
fn a_date_leads_to_the_undated_model_and_the_other_way_round() {
    assert_recognized(&[
        ("gpt-4-0613", "Dated openai/gpt-4 8192 cl100k"),
        ("gpt-3.5-turbo-0125", "Dated openai/gpt-3.5-turbo 16385 cl100k"),
        ("gpt-5.5-2030-01-31", "Dated openai/gpt-5.5 1050000 o200k"),
        ("claude-opus-4-8-20260930", "Dated anthropic/claude-opus-4-8 1000000 claude_new"),
        ("claude-opus-4-8@default", "Dated anthropic/claude-opus-4-8 1000000 claude_new"),
        ("claude-3-7-sonnet-latest", "Dated anthropic/claude-3-7-sonnet-20250219 200000 claude"),
        ("anthropic/claude-3.5-sonnet", "Dated anthropic/claude-3-5-sonnet-20241022 200000 claude"),
        ("mistral-large", "Dated mistral/mistral-large-latest 262144 mistral"),
        // Not in the table: like the smallest of its siblings.
        ("mistral-large-2407", "Dated mistral/mistral-large-2411 131072 mistral"),
    ]);
}

#[test]
fn a_variant_is_taken_for_the_longest_known_beginning_with_the_same_tokenizer() {
    assert_recognized(&[
        ("gpt-5.1-foo", "Prefix openai/gpt-5.1 400000 o200k"),
        ("gpt-5.1-codex-ultra", "Prefix openai/gpt-5.1-codex 400000 o200k"),
        ("gpt-4o-realtime", "Prefix openai/gpt-4o 128000 o200k"),
        ("gpt-4-32k", "Prefix openai/gpt-4 8192 cl100k"),
        ("claude-opus-5-7", "Prefix anthropic/claude-opus-5 1000000 claude_new"),
        (
            "claude-3-5-sonnet-v2@20241022",
            "Prefix anthropic/claude-3-5-sonnet-20241022 200000 claude",
        ),
        (
            "meta.llama3-3-70b-instruct-turbo-v1:0",
            "Prefix llama/Llama-3.3-70B-Instruct 128000 llama",
        ),
        // The name is the beginning of a model's.
        ("gemini-3-pro", "Prefix google/gemini-3-pro-preview 1048576 gemini"),
        ("llama-4-scout", "Prefix llama/llama-4-scout-17b-16e-instruct-fp8 128000 llama"),
        ("qwen3", "Prefix alibaba/qwen3-asr-flash 53248 qwen"),
        // An earlier version than any that is known.
        ("grok-4", "Family grok"),
        // Another tokenizer: not a variant of gpt-4, claude-sonnet-4.
        ("gpt-4.5-preview", "Family o200k"),
        ("claude-sonnet-4-9", "Family claude_new"),
        // No boundary after gpt-5.
        ("gpt-50", "Family o200k"),
    ]);
}

#[test]
fn an_unknown_model_still_tells_its_tokenizer_where_the_name_does() {
    assert_recognized(&[
        ("llama3.1:8b", "Family llama"),
        ("gpt-oss:20b", "Family o200k"),
        ("minimax.minimax-m2", "Family minimax"),
        ("deepseek.r1-v1:0", "Family deepseek"),
        ("deepseek-r1-distill-llama-70b", "Family llama"),
        ("claude", "Family claude_new"),
        ("gpt", "None unknown"),
        ("ollama/phi3", "None unknown"),
        // A gateway's way to say "speaks OpenAI's protocol".
        ("openai/my-own-model", "None unknown"),
        ("", "None unknown"),
        ("-", "None unknown"),
        ("chat-foo", "None unknown"),
        ("\u{0}\u{1F600}", "None unknown"),
    ]);
    assert_eq!(recognized(&"gpt-4o-".repeat(1_000_000)), "None unknown");
}

#[test]
fn of_several_providers_the_one_that_is_named_wins_then_the_maker() {
    assert_recognized(&[
        ("glm-5.1", "Exact zai/glm-5.1 200000 glm"),
        ("alibaba/glm-5.1", "Exact alibaba/glm-5.1 202745 glm"),
        ("z-ai/glm-5.1", "Exact zai/glm-5.1 200000 glm"),
        ("kimi-k2.7-code", "Exact moonshotai/kimi-k2.7-code 262144 kimi"),
        ("dashscope/kimi-k2.7-code", "Exact alibaba/kimi-k2.7-code 229376 kimi"),
    ]);
}

#[test]
fn the_table_is_sorted_and_consistent() {
    let keys: Vec<(String, &str)> =
        MODELS.iter().map(|m| (m.id.to_ascii_lowercase(), m.provider)).collect();
    let mut sorted = keys.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!(keys, sorted);
    for model in MODELS {
        assert!(model.window >= 1_000, "{model:?}");
        assert!(
            model.input_limit.is_none_or(|limit| limit > 0 && limit < model.window),
            "{model:?}"
        );
        assert!(model.max_output.is_none_or(|most| most > 0 && most <= model.window), "{model:?}");
        assert_ne!(model.family, Family::Unknown, "{model:?}");
        let day: Option<Vec<usize>> =
            model.retires.map(|day| day.split('-').map(str::len).collect());
        assert!(day.is_none_or(|lengths| lengths == [4, 2, 2]), "{model:?}");
    }
}

#[test]
fn every_model_of_the_table_is_found_by_its_own_name() {
    for model in MODELS {
        let id = format!("{}/{}", model.provider, model.id);
        let found = find(&id);
        assert_eq!(found.matched, Match::Exact, "{id}");
        let row = found.model.unwrap();
        assert_eq!((row.provider, row.family), (model.provider, model.family), "{id}");
        assert!(row.window <= model.window, "{id}");
    }
}

#[test]
fn openai_s_models_have_the_tokenizer_that_tiktoken_gives_them() {
    let mut compared = 0;
    let extra = [
        "gpt-4-0314",
        "gpt-4-32k",
        "gpt-4-1106-preview",
        "gpt-4.5-preview-2025-02-27",
        "gpt-35-turbo-16k",
        "gpt-3.5",
        "chatgpt-4o-latest",
        "codex-mini-latest",
        "gpt-oss-20b",
        "o4-mini-2030-06-02",
        "ft:gpt-4:acme::x",
        "ft:gpt-3.5-turbo:acme:2023-11-11",
    ];
    let of_openai = MODELS.iter().filter(|m| m.provider == "openai").map(|m| m.id);
    for id in of_openai.chain(extra) {
        let Some(reference) = get_tokenizer(id) else { continue };
        let family = match reference {
            Tokenizer::O200kBase | Tokenizer::O200kHarmony => Family::O200k,
            Tokenizer::Cl100kBase => Family::Cl100k,
            other => panic!("{id} has {other:?}: no family stands for it"),
        };
        assert_eq!(find(id).family, family, "{id}");
        compared += 1;
    }
    assert!(compared >= 80, "only {compared} models were compared");
}

#[test]
fn the_limits_of_a_looked_up_model_name_their_sources() {
    let limits = |id: &str| {
        let limits = Limits::resolve(Overrides::default(), Reported::default(), find(id).model);
        let input = limits.input_limit.map(|limit| limit.tokens);
        format!("{}; {input:?}", limits.window)
    };
    assert_eq!(limits("gpt-5-mini"), "400000 tokens, from the model table; Some(272000)");
    assert_eq!(limits("phi-4"), "128000 tokens, default for an unknown model; None");
}

proptest! {
    #[test]
    fn no_name_brings_the_search_down(id in "\\PC{0,60}") {
        let found = find(&id);
        prop_assert_eq!(
            found.model.is_none(),
            matches!(found.matched, Match::Family | Match::None)
        );
    }

    #[test]
    fn pieces_of_names_in_any_order_bring_nothing_down(
        id in "((us|anthropic|openai|ft|models|claude|gpt|llama|3|4o|v1|0613|20250514|latest|ä)[-./:@\\[]?){0,8}",
    ) {
        let found = find(&id);
        prop_assert_eq!(found.family == Family::Unknown, found.matched == Match::None);
    }
}
