//! A scripted day of an agent in the editor, judged by what it sent.
//!
//! The case itself (`EditorDay.spec.cpp`) looks at the window and the project; here the requests
//! are looked at as a provider receives them: what the model was told after a denial, and the whole
//! conversation in each protocol, after its journal was opened again.

use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use unreal_standin::compile::{Case, Program};
use vibeue_scripted_server::{Exchange, Item, Operation, Wire};

use super::judge;
use super::plugin::with_server;

/// What the day's cases begin with.
const DAY: &str = "VibeUE.Tools.a day.";

/// The calls of the day, in their order.
const CALLS: [&str; 13] = [
    "find_assets",
    "get_selection",
    "read_file",
    "edit_file",
    "compile_sources",
    "edit_file",
    "compile_sources",
    "run_python",
    "compile_blueprint",
    "capture_viewport",
    "read_log",
    "save_assets",
    "undo",
];

/// What their results say, in the same order; nothing where that does not
/// matter.
const RESULTS: [&str; 13] = [
    "/Game/Doors/BP_AirlockDoor.BP_AirlockDoor Blueprint",
    "actor AirlockDoor_2 (Actor)",
    "bIsPowered = Generator->HasPower();",
    "HandlePowerChange);",
    "AirlockDoor.cpp(6): error C2065: 'HandlePowerChange': undeclared identifier",
    "HandlePowerChanged);",
    "Compiled, and the running editor is patched.",
    "connected 1 pin",
    "compiled: 0 errors",
    "shown as 960 by 540",
    "",
    "the level is locked today",
    "1 of 1 steps were undone.",
];

/// The picture that the stand-in makes of a viewport of 1,920 by 1,080 pixels:
/// the head of a JPEG of 960 by 540.
const PICTURE: &str = "/9j/wAALCAIcA8ABAREA/9k=";

/// The trial; it fails if the case no longer exists.
pub(crate) fn trial(program: &Program, cases: &[Case]) -> Trial {
    let program = program.clone();
    let case = cases.iter().find(|case| case.name.starts_with(DAY)).cloned();
    Trial::test("plugin::a day of an agent, judged by its requests on all five wires", move || {
        let case = case.ok_or_else(|| format!("no case begins with {DAY:?}"))?;
        let (server, host) = with_server(&program)?;
        judge(&host.run(&case.name).map_err(|error| error.to_string())?, &case.place)?;
        let exchanges = server.exchanges();
        none_is_refused(&exchanges)?;
        a_reason_is_told(&exchanges)?;
        let wires = [
            (Wire::OpenaiChat, "openai"),
            (Wire::Responses, "responses"),
            (Wire::Anthropic, "anthropic"),
            (Wire::Gemini, "gemini"),
            (Wire::Ollama, "ollama"),
        ];
        for (wire, name) in wires {
            is_whole(&exchanges, wire, name).map_err(|fault| format!("{name}: {fault}"))?;
        }
        Ok(())
    })
}

/// The server judges each request by its wire's rules.
fn none_is_refused(exchanges: &[Exchange]) -> Result<(), Failed> {
    let asked = exchanges.iter().filter(|exchange| exchange.operation == Operation::Chat);
    let mut refused =
        asked.filter(|exchange| exchange.violation.is_some() || exchange.status != 200);
    match refused.next() {
        Some(refused) => Err(format!(
            "{}: {}, {:?}\n{}",
            refused.target, refused.status, refused.violation, refused.body
        )
        .into()),
        None => Ok(()),
    }
}

/// What the user typed with the denial is in the next request, and was in none before.
fn a_reason_is_told(exchanges: &[Exchange]) -> Result<(), Failed> {
    let first = exchanges.iter().filter_map(|exchange| exchange.asked.as_ref()).find(|asked| {
        asked
            .items
            .iter()
            .any(|item| matches!(item, Item::Result { text, .. } if text.contains(RESULTS[11])))
    });
    let newest = first.and_then(|asked| asked.last_results().last().map(|result| result.1));
    match newest {
        Some(text) if text.starts_with("denied by the user") => Ok(()),
        other => Err(format!("the request after the denial ends in {other:?}").into()),
    }
}

/// The whole day went over a wire: each call once and with its result, and the
/// picture in that wire's form.
fn is_whole(exchanges: &[Exchange], wire: Wire, name: &str) -> Result<(), String> {
    let thanks = format!("Thank you, by {name}.");
    let exchange = exchanges
        .iter()
        .find(|exchange| {
            exchange.wire == Some(wire)
                && exchange.operation == Operation::Chat
                && exchange.asked.as_ref().is_some_and(|asked| asked.last_user_text() == thanks)
        })
        .ok_or("nothing was asked")?;
    let items = exchange.asked.as_ref().map_or(&[][..], |asked| &asked.items);
    let mut calls = Vec::new();
    let mut results = Vec::new();
    for item in items {
        match item {
            Item::Call { name, .. } => calls.push(name.as_str()),
            Item::Result { text, .. } => results.push(text.as_str()),
            _ => {}
        }
    }
    if calls != CALLS {
        return Err(format!("its calls are {calls:?}"));
    }
    if results.len() != RESULTS.len() {
        return Err(format!("its results are {results:?}"));
    }
    for (result, expected) in results.iter().zip(RESULTS) {
        if !result.contains(expected) {
            return Err(format!("a result is {result:?}, without {expected:?}"));
        }
    }
    let mut pictures = Vec::new();
    gather(&exchange.body, wire, &mut pictures);
    if pictures == [PICTURE] { Ok(()) } else { Err(format!("its pictures are {pictures:?}")) }
}

/// Gathers the bytes of pictures that have the wire's form.
fn gather<'a>(value: &'a Value, wire: Wire, out: &mut Vec<&'a str>) {
    let text = |at: &str| value.pointer(at).and_then(Value::as_str);
    let is = |kind: &str| text("/type") == Some(kind);
    let found = match wire {
        Wire::OpenaiChat if is("image_url") => text("/image_url/url").and_then(of_address),
        Wire::Responses if is("input_image") => text("/image_url").and_then(of_address),
        Wire::Anthropic if is("image") && text("/source/type") == Some("base64") => {
            text("/source/media_type").filter(is_jpeg).and(text("/source/data"))
        }
        Wire::Gemini => text("/inlineData/mimeType").filter(is_jpeg).and(text("/inlineData/data")),
        Wire::Ollama => text("/images/0"),
        _ => None,
    };
    out.extend(found);
    match value {
        Value::Array(values) => values.iter().for_each(|value| gather(value, wire, out)),
        Value::Object(fields) => fields.values().for_each(|value| gather(value, wire, out)),
        _ => {}
    }
}

fn is_jpeg(kind: &&str) -> bool {
    *kind == "image/jpeg"
}

fn of_address(address: &str) -> Option<&str> {
    address.strip_prefix("data:image/jpeg;base64,")
}
