//! What an Ollama server reports about its models.

use serde_json::Value;

use crate::ModelInfo;

/// Reads `/api/tags`.
pub(super) fn models(list: &Value) -> Vec<ModelInfo> {
    let entries = list.get("models").and_then(Value::as_array).into_iter().flatten();
    let names = entries.filter_map(|entry| {
        let name = entry.get("name").or_else(|| entry.get("model"))?.as_str()?;
        (!name.is_empty()).then(|| name.to_owned())
    });
    names.map(|id| ModelInfo { id, ..ModelInfo::default() }).collect()
}

/// Reads from `/api/ps` the context length allocated for a loaded model.
pub(super) fn allocated(list: &Value, model: &str) -> Option<u64> {
    let entries = list.get("models")?.as_array()?;
    let is_it = |entry: &&Value| {
        ["name", "model"].iter().any(|field| {
            let name = entry.get(*field).and_then(Value::as_str).unwrap_or_default();
            name == model || name.strip_suffix(":latest") == Some(model)
        })
    };
    positive(entries.iter().find(is_it)?.get("context_length")?)
}

/// Reads from `/api/show` the context length that the model's own file sets,
/// and the one that it was trained for.
pub(super) fn lengths(show: &Value) -> (Option<u64>, Option<u64>) {
    let parameters = show.get("parameters").and_then(Value::as_str).unwrap_or_default();
    let set = parameters.lines().find_map(|line| {
        let value = line.trim().strip_prefix("num_ctx")?;
        value.trim().parse().ok().filter(|length| *length > 0)
    });
    let trained = show.get("model_info").and_then(Value::as_object).and_then(|info| {
        let (_, value) = info.iter().find(|(name, _)| name.ends_with(".context_length"))?;
        positive(value)
    });
    (set, trained)
}

fn positive(value: &Value) -> Option<u64> {
    value.as_u64().filter(|number| (1..=1_000_000_000).contains(number))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_allocated_set_and_trained_is_told_apart() {
        let ps = json!({"models": [{"name": "llama3.2:latest", "context_length": 4096}]});
        assert_eq!(allocated(&ps, "llama3.2"), Some(4_096));
        assert_eq!(allocated(&ps, "llama3.2:latest"), Some(4_096));
        assert_eq!(allocated(&ps, "llama3"), None);
        let show = json!({"parameters": "stop   \"<|eot|>\"\nnum_ctx                        8192",
            "model_info": {"general.architecture": "llama", "llama.context_length": 131_072}});
        assert_eq!(lengths(&show), (Some(8_192), Some(131_072)));
        assert_eq!(lengths(&json!({})), (None, None));
        let tags = json!({"models": [{"name": "a:1b"}, {"model": "b"}, {}]});
        let ids: Vec<String> = models(&tags).into_iter().map(|info| info.id).collect();
        assert_eq!(ids, ["a:1b", "b"]);
    }
}
