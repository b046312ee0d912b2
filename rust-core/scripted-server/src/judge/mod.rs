//! The providers' rules about requests, in the providers' words.
//!
//! A request that a real server would answer with status 400 gets it here
//! too, so that a client that passes against this server does not fail
//! against the real one. Where servers of one protocol differ, the stricter
//! rule applies.

mod anthropic;
mod fields;
mod gemini;
mod ollama;
mod openai_chat;
mod responses;
mod violation;

use violation::Verdict;
pub use violation::Violation;

use serde_json::Value;

use crate::operation::Operation;
use crate::script::Script;
use crate::wire::Wire;

/// Judges a request by its provider's rules.
///
/// # Errors
/// The first rule that it breaks.
pub fn judge(
    wire: Wire,
    operation: Operation,
    header: &dyn Fn(&str) -> Option<String>,
    body: &Value,
    script: &Script,
) -> Verdict {
    let Some(object) = body.as_object() else {
        return Err(Violation::new("We could not parse the JSON body of your request."));
    };
    for field in &script.unsupported {
        let present = match field.split_once('.') {
            Some((outer, inner)) => object.get(outer).and_then(|v| v.get(inner)).is_some(),
            None => object.contains_key(field),
        };
        if present {
            return Err(unsupported(wire, field));
        }
    }
    match wire {
        Wire::OpenaiChat => openai_chat::judge(body),
        Wire::Responses => responses::judge(body),
        Wire::Anthropic => anthropic::judge(operation, header, body, script),
        Wire::Gemini => gemini::judge(operation, body, script),
        Wire::Ollama => ollama::judge(body),
    }
}

/// How a server names a field that it does not take.
fn unsupported(wire: Wire, field: &str) -> Violation {
    match wire {
        Wire::OpenaiChat | Wire::Responses | Wire::Ollama => Violation::new(match field {
            "max_tokens" => "Unsupported parameter: 'max_tokens' is not supported with this \
                model. Use 'max_completion_tokens' instead."
                .to_owned(),
            "temperature" => "Unsupported value: 'temperature' does not support this value with \
                this model. Only the default (1) value is supported."
                .to_owned(),
            _ => format!("Unsupported parameter: '{field}' is not supported with this model."),
        })
        .at(field)
        .code(if field == "temperature" { "unsupported_value" } else { "unsupported_parameter" }),
        Wire::Anthropic => Violation::new(format!("{field}: Extra inputs are not permitted")),
        Wire::Gemini => Violation::new(format!(
            "Invalid JSON payload received. Unknown name \"{field}\": Cannot find field."
        )),
    }
}
