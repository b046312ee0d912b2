//! What the agent thought aloud.

use vibeue_conversation::Message;

/// The longest arguments that are searched for a thought, in bytes.
const LONGEST_THOUGHT: usize = 16 << 10;

/// What the agent thought in a message that calls a tool only to think.
pub(super) fn thought(message: &Message) -> Option<String> {
    const KEYS: [&str; 3] = ["thought", "thoughts", "reasoning"];
    // What names none of the keys need not be parsed; a key may be escaped.
    let may_name = |json: &str| ["thought", "reasoning", "\\u"].iter().any(|it| json.contains(it));
    let mut calls = message
        .tool_calls()
        .filter(|call| call.arguments.len() <= LONGEST_THOUGHT && may_name(&call.arguments));
    calls.find_map(|call| {
        let arguments: serde_json::Value = serde_json::from_str(&call.arguments).ok()?;
        let words = KEYS.iter().find_map(|key| arguments.get(key)?.as_str())?.trim();
        (!words.is_empty()).then(|| words.to_owned())
    })
}
