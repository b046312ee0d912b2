//! What each request must hold to.

use super::*;

/// A request as a failure shows it: whole, and by its parts.
fn shown(exchange: &Exchange) -> String {
    let mut text = format!(
        "{:?} {:?} {} of {} tokens, status {}",
        exchange.wire, exchange.operation, exchange.target, exchange.tokens, exchange.status
    );
    if let Some(asked) = &exchange.asked {
        let _ = write!(text, ", tools {:?}", asked.tools);
        for (at, item) in asked.items.iter().enumerate() {
            let _ = write!(text, "\n  {at}: {item:?}");
        }
    }
    let _ = write!(text, "\n  body: {}", exchange.body);
    text
}

/// What each request must hold to; called by the server for every request.
pub(super) fn judge_request(exchange: &Exchange, budget: u64, problems: &Mutex<Vec<String>>) {
    let note = |problem: String| {
        problems.lock().unwrap().push(format!("{problem}\nrequest: {}", shown(exchange)));
    };
    if let Some(violation) = &exchange.violation {
        note(format!("it breaks a rule: {violation}"));
    }
    if exchange.operation == Operation::Count {
        return;
    }
    if exchange.tokens > budget {
        note(format!("{} tokens of {budget}", exchange.tokens));
    }
    let Some(asked) = &exchange.asked else { return };
    if asked.tools.is_empty() {
        return; // A summary is asked for; it quotes what it condenses.
    }
    let mut seen = HashSet::new();
    for item in &asked.items {
        if let vibeue_scripted_server::Item::User(text) = item
            && !text.contains("<conversation-summary")
        {
            for mark in marks(text) {
                if !seen.insert(mark) {
                    note(format!("turn {mark} is there twice"));
                }
            }
        }
    }
}
