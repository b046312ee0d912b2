//! From a request to the plan of its answer.

use std::net::TcpStream;
use std::sync::Arc;

use serde_json::{Value, json};

use super::shared::Shared;
use super::state::State;
use super::{control, facts};
use crate::echo;
use crate::exchange::{Ending, Exchange};
use crate::http::{Connection, HttpRequest, read_request};
use crate::judge::judge;
use crate::operation::Operation;
use crate::plan::{Plan, Refusal, answer_plan, overflow_plan, refusal_plan, violation};
use crate::script::{ErrorKind, Script, Step, Usage};
use crate::wire::{Asked, Context, Route, Wire, render_compaction, route};

/// Answers the requests of one connection until it ends.
pub(super) fn serve(stream: Arc<TcpStream>, shared: &Arc<Shared>) {
    let mut connection = Connection::new(stream, shared.stopping.clone());
    let mut rest = Vec::new();
    while let Ok(Some(request)) = read_request(&mut connection, &mut rest) {
        let (plan, index) = {
            let mut state = shared.state();
            let (plan, index) = plan(&mut state, &request);
            if let (Some(index), true) = (index, state.watch.is_some()) {
                let mut watch = state.watch.take();
                if let Some(watch) = &mut watch {
                    watch(&state.exchanges[index]);
                }
                state.watch = watch;
            }
            if let (Some(index), true) = (index, state.forgets_bodies) {
                let exchange = &mut state.exchanges[index];
                exchange.raw = Vec::new();
                exchange.body = Value::Null;
                exchange.asked = None;
            }
            (plan, index)
        };
        shared.changed();
        let ending = plan.send(&mut connection);
        if let Some(index) = index
            && let Some(exchange) = shared.state().exchanges.get_mut(index)
        {
            exchange.ending = ending;
        }
        shared.changed();
        let closes =
            request.header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close"));
        if ending != Ending::Whole || closes {
            return;
        }
    }
}

/// Plans the answer and notes the request; control requests are not noted.
fn plan(state: &mut State, request: &HttpRequest) -> (Plan, Option<usize>) {
    let Some(route) = route(&request.method, request.path()) else {
        return (not_found(Wire::OpenaiChat, request), None);
    };
    let mut exchange = Exchange {
        method: request.method.clone(),
        target: request.target.clone(),
        headers: request.headers.clone(),
        raw: request.body.clone(),
        body: serde_json::from_slice(&request.body).unwrap_or_default(),
        wire: None,
        operation: Operation::Facts,
        asked: None,
        tokens: 0,
        status: 0,
        violation: None,
        ending: Ending::Underway,
    };
    let plan = match route {
        Route::Conversation { wire, operation, model, stream, version } => {
            exchange.wire = Some(wire);
            exchange.operation = operation;
            if let (Some(model), Some(body)) = (&model, exchange.body.as_object_mut()) {
                body.insert("model".to_owned(), model.as_str().into());
            }
            let inner = exchange.body.get("generateContentRequest");
            let mut asked = Asked::read(wire, operation, inner.unwrap_or(&exchange.body));
            asked.model = model.unwrap_or(asked.model);
            asked.stream = stream.unwrap_or(asked.stream);
            if wire == Wire::Anthropic && exchange.body.get("compaction").is_some() {
                exchange.operation = Operation::Compact;
                asked.operation = Operation::Compact;
                asked.stream = false;
            }
            exchange.tokens = count(state, &exchange.body);
            exchange.asked = Some(asked);
            let known =
                version.is_none_or(|version| state.script.gemini_versions.contains(&version));
            if known { conversation(state, &mut exchange) } else { not_found(wire, request) }
        }
        Route::Facts(path) => match refused_key(&state.script, &exchange, wire_of(&exchange)) {
            Some(plan) => plan,
            None => match state.take_step(Operation::Facts, None, &exchange.raw) {
                Some(step) => faulty_fact(&step, &exchange),
                None => facts::plan(state, &path, &exchange)
                    .unwrap_or_else(|| not_found(wire_of(&exchange), request)),
            },
        },
        Route::Control(name) => return (control::plan(state, &name, request), None),
    };
    exchange.status = plan.status;
    state.exchanges.push(exchange);
    (plan, Some(state.exchanges.len() - 1))
}

/// The protocol that a request for facts comes from, by its headers.
fn wire_of(exchange: &Exchange) -> Wire {
    if exchange.header("anthropic-version").is_some() {
        Wire::Anthropic
    } else if exchange.header("x-goog-api-key").is_some() || exchange.target.contains("/v1beta") {
        Wire::Gemini
    } else if exchange.target.starts_with("/api/") {
        Wire::Ollama
    } else {
        Wire::OpenaiChat
    }
}

fn faulty_fact(step: &Step, exchange: &Exchange) -> Plan {
    let asked = Asked {
        wire: wire_of(exchange),
        operation: Operation::Facts,
        model: String::new(),
        stream: false,
        items: Vec::new(),
        tools: Vec::new(),
        schema: None,
        max_output: None,
        include_usage: false,
    };
    let context = Context { asked: &asked, number: 0, usage: None };
    answer_plan(step, &step.answer.clone().unwrap_or_default(), &context)
}

fn not_found(wire: Wire, request: &HttpRequest) -> Plan {
    let message = format!("Invalid URL ({} {})", request.method, request.path());
    refusal_plan(wire, false, &Refusal::new(ErrorKind::NotFound).message(message))
}

fn refused_key(script: &Script, exchange: &Exchange, wire: Wire) -> Option<Plan> {
    let key = script.key.as_deref()?;
    let bearer = exchange.header("authorization").and_then(|value| value.strip_prefix("Bearer "));
    let given = match wire {
        Wire::Anthropic => exchange.header("x-api-key").or(bearer),
        Wire::Gemini => exchange.header("x-goog-api-key"),
        Wire::OpenaiChat | Wire::Responses | Wire::Ollama => bearer,
    };
    if given == Some(key) {
        return None;
    }
    // Real servers repeat a part of the wrong key, so that clients must take
    // care not to show it.
    let mut refusal = Refusal::new(ErrorKind::Authentication);
    if let Some(given) = given {
        refusal.message = format!("Incorrect API key provided: {given}.");
    }
    Some(refusal_plan(wire, false, &refusal))
}

/// Tokens of a request as this server counts: all texts and names in it that a
/// model is shown. What only names a part of the request, or joins a result to
/// its call, is not part of a prompt.
fn count(state: &State, body: &Value) -> u64 {
    const JOINTS: [&str; 5] = ["type", "id", "call_id", "tool_call_id", "tool_use_id"];
    fn texts(value: &Value, is_schema: bool, out: &mut String) {
        match value {
            Value::String(text) => {
                out.push_str(text);
                out.push(' ');
            }
            Value::Array(values) => {
                values.iter().for_each(|value| texts(value, is_schema, out));
            }
            Value::Object(object) => {
                for (name, value) in object {
                    // Neither a picture's bytes nor what only the server can
                    // read costs tokens by its length.
                    let is_opaque =
                        matches!(name.as_str(), "data" | "encrypted_content" | "signature")
                            || (!is_schema && JOINTS.contains(&name.as_str()))
                            || (name == "url" && value.to_string().contains("base64,"));
                    if !is_opaque {
                        texts(value, is_schema, out);
                    }
                }
            }
            _ => {}
        }
    }
    let mut out = String::new();
    for field in
        ["system", "instructions", "systemInstruction", "messages", "input", "contents", "tools"]
    {
        if let Some(value) = body.get(field) {
            texts(value, field == "tools", &mut out);
        }
    }
    if let Some(inner) = body.get("generateContentRequest") {
        return count(state, inner);
    }
    (state.count)(&out)
}

fn conversation(state: &mut State, exchange: &mut Exchange) -> Plan {
    let Some(asked) = exchange.asked.clone() else {
        return Plan::json(500, &json!({"error": "no conversation"}));
    };
    let (wire, stream) = (asked.wire, asked.stream);
    if let Some(plan) = refused_key(&state.script, exchange, wire) {
        return plan;
    }
    if state.script.judges {
        let header = |name: &str| exchange.header(name).map(str::to_owned);
        let verdict = judge(wire, exchange.operation, &header, &exchange.body, &state.script);
        if let Err(rule) = verdict {
            let refusal = violation(&rule.message, rule.param, rule.code);
            exchange.violation = Some(rule.message);
            return refusal_plan(wire, stream, &refusal);
        }
    }
    let Some(model) = state.script.model(&asked.model) else {
        return refusal_plan(wire, stream, &no_such_model(wire, &asked.model));
    };
    let step = state.take_step(exchange.operation, Some(&asked), &exchange.raw);
    if exchange.operation == Operation::Count {
        return match step {
            Some(step) => faulty(&step, &asked),
            None if state.script.counts => counted(wire, exchange.tokens),
            None => refusal_plan(wire, false, &Refusal::new(ErrorKind::NotFound)),
        };
    }
    let mut input = exchange.tokens;
    let num_ctx = exchange.body.pointer("/options/num_ctx").and_then(Value::as_u64);
    let limit = match (state.script.context_limit, num_ctx) {
        (Some(limit), Some(asked)) => Some(limit.min(asked)),
        (limit, asked) => limit.or(asked.filter(|_| wire == Wire::Ollama)),
    };
    if let Some(limit) = limit {
        // Only Anthropic and vLLM add the answer's room to the request.
        let room = if wire == Wire::Anthropic { asked.max_output.unwrap_or(0) } else { 0 };
        let truncates =
            wire == Wire::Ollama && exchange.body.get("truncate") != Some(&Value::Bool(false));
        if truncates {
            input = input.min(limit);
        } else if input + room > limit {
            return overflow_plan(wire, stream, None, limit, input + room);
        }
    }
    state.answers += 1;
    let step = step.unwrap_or_default();
    let answer = step.answer.clone().unwrap_or_else(|| echo::answer(&asked));
    let usage = answer.usage.or_else(|| {
        let (output, reasoning) = state.count_answer(&answer);
        Some(Usage { input, cached: 0, output, reasoning })
    });
    let usage = usage.filter(|_| !answer.without_usage);
    let context = Context { asked: &asked, number: state.answers, usage };
    if exchange.operation == Operation::Compact && step.fault.is_none() {
        return match render_compaction(&context) {
            Some(body) if model.compacts => Plan::json(200, &body),
            _ => refusal_plan(wire, false, &Refusal::new(ErrorKind::NotFound)),
        };
    }
    answer_plan(&step, &answer, &context)
}

fn no_such_model(wire: Wire, model: &str) -> Refusal {
    let message = match wire {
        Wire::Anthropic => format!("model: {model}"),
        Wire::Ollama => format!("model '{model}' not found"),
        _ => format!("The model `{model}` does not exist or you do not have access to it."),
    };
    Refusal::new(ErrorKind::ModelNotFound).message(message)
}

fn faulty(step: &Step, asked: &Asked) -> Plan {
    let context = Context { asked, number: 0, usage: None };
    answer_plan(step, &step.answer.clone().unwrap_or_default(), &context)
}

fn counted(wire: Wire, tokens: u64) -> Plan {
    let body = match wire {
        Wire::Responses => json!({"object": "response.input_tokens", "input_tokens": tokens}),
        Wire::Gemini => json!({"totalTokens": tokens,
            "promptTokensDetails": [{"modality": "TEXT", "tokenCount": tokens}]}),
        Wire::OpenaiChat | Wire::Anthropic | Wire::Ollama => json!({"input_tokens": tokens}),
    };
    Plan::json(200, &body)
}
