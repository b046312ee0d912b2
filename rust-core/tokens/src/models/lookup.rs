//! Finds a model by its name.

use std::cmp::Reverse;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::model_name::{ModelName, key, stem};
use super::{Family, MODELS, Model};

/// How well a name was recognized.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Match {
    /// The model itself.
    Exact,
    /// The same model with another date: a snapshot, or the latest one.
    Dated,
    /// A model whose name begins with this one, or the other way round: a
    /// variant or a later version. Its limits are likely, not certain.
    Prefix,
    /// No model, but the name identifies the maker's tokenizer.
    Family,
    /// Nothing.
    None,
}

/// The result of looking up a model by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Lookup {
    /// The table's row; `None` if `matched` is [`Match::Family`] or
    /// [`Match::None`].
    pub model: Option<&'static Model>,
    /// The tokenizer.
    pub family: Family,
    /// How well the name was recognized.
    pub matched: Match,
}

/// A row of the table, with its name in normalized spelling.
struct Row {
    key: String,
    model: &'static Model,
}

impl Row {
    fn stem(&self) -> &str {
        stem(&self.key)
    }
}

static ROWS: LazyLock<Vec<Row>> =
    LazyLock::new(|| MODELS.iter().map(|model| Row { key: key(model.id), model }).collect());

/// Finds a model by any name that servers give it: with or without provider,
/// date, region, route or tag.
///
/// Among several rows for one name, the provider that the name mentions takes
/// precedence, then the model's maker, then the smallest window: a window
/// assumed too small costs a compaction, one assumed too large costs a failed
/// request.
pub fn find(id: &str) -> Lookup {
    let Some(name) = ModelName::parse(id) else {
        return Lookup { model: None, family: Family::Unknown, matched: Match::None };
    };
    let family = family(&name);
    let recognized = exact(&name)
        .map(|model| (model, Match::Exact))
        .or_else(|| dated(&name).map(|model| (model, Match::Dated)))
        .or_else(|| prefix(&name, family).map(|model| (model, Match::Prefix)));
    match recognized {
        Some((model, matched)) => Lookup { model: Some(model), family: model.family, matched },
        None if family == Family::Unknown => Lookup { model: None, family, matched: Match::None },
        None => Lookup { model: None, family, matched: Match::Family },
    }
}

/// The family by the name, or else by the provider. `openai/` does not count:
/// gateways also use it for "speaks OpenAI's protocol".
fn family(name: &ModelName) -> Family {
    let by_name = Family::of(&name.bare);
    if by_name != Family::Unknown {
        return by_name;
    }
    let makers = [
        Family::ClaudeNew,
        Family::Gemini,
        Family::DeepSeek,
        Family::Kimi,
        Family::Glm,
        Family::Grok,
    ];
    makers
        .into_iter()
        .find(|family| name.provider.is_some() && maker(*family) == name.provider)
        .unwrap_or_default()
}

/// The provider that makes a family's models, in the table's spelling.
fn maker(family: Family) -> Option<&'static str> {
    Some(match family {
        Family::O200k | Family::Cl100k => "openai",
        Family::Claude | Family::ClaudeNew => "anthropic",
        Family::Gemini => "google",
        Family::Llama => "llama",
        Family::Qwen => "alibaba",
        Family::Mistral => "mistral",
        Family::DeepSeek => "deepseek",
        Family::Kimi => "moonshotai",
        Family::Glm => "zai",
        Family::Grok => "xai",
        Family::MiniMax | Family::Unknown => return None,
    })
}

/// The row to trust among several.
fn choose<'a>(rows: impl Iterator<Item = &'a Row>, name: &ModelName) -> Option<&'static Model> {
    rows.map(|row| row.model).max_by_key(|model| trust(model, name))
}

/// How far to trust a row for a name; greater is better.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Trust {
    /// Whether the name mentions its provider; whether its provider is the
    /// maker.
    by: (bool, bool),
    window: Reverse<u64>,
}

fn trust(model: &Model, name: &ModelName) -> Trust {
    let provider = Some(model.provider);
    Trust {
        by: (provider == name.provider, provider == maker(model.family)),
        window: Reverse(model.window),
    }
}

fn exact(name: &ModelName) -> Option<&'static Model> {
    choose(ROWS.iter().filter(|row| row.key == name.key), name)
}

/// The undated row, or else a snapshot: for an undated name the newest one; for
/// a snapshot that is not in the table the one with the smallest window,
/// because it is not known which one it resembles.
fn dated(name: &ModelName) -> Option<&'static Model> {
    let wanted = stem(&name.key);
    let undated = ROWS.iter().filter(|row| row.key == wanted);
    if let Some(model) = choose(undated, name) {
        return Some(model);
    }
    let snapshots = ROWS.iter().filter(|row| row.stem() == wanted);
    if name.key == wanted || name.key.ends_with("-latest") {
        // Digits sort by date, and `latest` after them.
        let newest = snapshots.max_by_key(|row| (trust(row.model, name).by, &row.key));
        newest.map(|row| row.model)
    } else {
        choose(snapshots, name)
    }
}

/// The row with the longest name that begins this name, or else the rows whose
/// names it begins. The tokenizer must be the same: `gpt-4.5` is not a variant
/// of `gpt-4`.
fn prefix(name: &ModelName, family: Family) -> Option<&'static Model> {
    if family == Family::Unknown {
        return None;
    }
    let related = || ROWS.iter().filter(|row| row.model.family == family);
    let begins = |beginning: &str, whole: &str| {
        whole.strip_prefix(beginning).is_some_and(|rest| rest.starts_with('-'))
    };
    let longest = related()
        .flat_map(|row| [row.key.as_str(), row.stem()])
        .filter(|beginning| begins(beginning, &name.key))
        .max_by_key(|beginning| beginning.len());
    if let Some(beginning) = longest {
        let shorter = ModelName { key: beginning.to_owned(), ..name.clone() };
        return exact(&shorter).or_else(|| dated(&shorter));
    }
    // A family's bare name says nothing about a window.
    if !name.key.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    // `qwen3-8b` is a kind of `qwen3`; but `grok-4.20` is not a kind of
    // `grok-4` but a later version, and an earlier one may have a smaller
    // window.
    let kinds = related().filter(|row| {
        begins(&name.key, &row.key) && row.model.id.as_bytes().get(name.key.len()) == Some(&b'-')
    });
    choose(kinds, name)
}
