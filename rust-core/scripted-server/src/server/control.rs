//! Addresses under `/__`: control of this server from another process.
//!
//! | address | does |
//! |---|---|
//! | `POST /__script` | replaces the script |
//! | `POST /__step` | adds one step |
//! | `POST /__rule` | adds one rule |
//! | `GET /__requests` | lists the requests so far |
//! | `POST /__forget` | forgets them |

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::state::State;
use crate::exchange::{Ending, Exchange};
use crate::http::HttpRequest;
use crate::plan::Plan;

pub(super) fn plan(state: &mut State, name: &str, request: &HttpRequest) -> Plan {
    let outcome = match (request.method.as_str(), name) {
        ("POST", "script") => read(request).map(|script| state.script = script),
        ("POST", "step") => read(request).map(|step| state.script.steps.push(step)),
        ("POST", "rule") => read(request).map(|rule| state.script.rules.push(rule)),
        ("POST", "forget") => {
            state.exchanges.clear();
            Ok(())
        }
        ("GET", "requests") => {
            let requests: Vec<_> = state.exchanges.iter().map(shown).collect();
            return Plan::json(200, &json!({"requests": requests}));
        }
        _ => Err(format!("there is no {} /__{name}", request.method)),
    };
    match outcome {
        Ok(()) => Plan::json(200, &json!({"ok": true})),
        Err(error) => Plan::json(400, &json!({"error": error})),
    }
}

fn read<T: DeserializeOwned>(request: &HttpRequest) -> Result<T, String> {
    serde_json::from_slice(&request.body).map_err(|error| error.to_string())
}

fn shown(exchange: &Exchange) -> Value {
    let headers: Vec<_> =
        exchange.headers.iter().map(|(name, value)| json!([name, value])).collect();
    json!({
        "method": exchange.method,
        "target": exchange.target,
        "headers": headers,
        "body": exchange.body,
        "operation": exchange.operation,
        "wire": exchange.wire,
        "tokens": exchange.tokens,
        "status": exchange.status,
        "violation": exchange.violation,
        "ending": match exchange.ending {
            Ending::Underway => "underway",
            Ending::Whole => "whole",
            Ending::Broken => "broken",
            Ending::ClientGone => "client_gone",
        },
    })
}
