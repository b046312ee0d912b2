//! Closes JSON that ends too early.

use serde_json::Value;

/// Returns the value of a text that ends before its JSON does: what is open is
/// closed; what is incomplete is left out or ends with an ellipsis. One pass.
pub(super) fn repair(text: &str) -> Option<Value> {
    let mut open: Vec<u8> = Vec::new();
    let mut in_text = false;
    let mut escaped = false;
    // The ends of complete elements, with their nesting.
    let mut commas: Vec<(usize, Vec<u8>)> = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        if in_text {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_text = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_text = true,
            b'{' => open.push(b'}'),
            b'[' => open.push(b']'),
            b'}' | b']' if open.pop() != Some(byte) => return None,
            // The expected answer is not nested deeply.
            b',' if open.len() <= 8 => {
                commas.push((at, open.clone()));
                if commas.len() > 4 {
                    commas.remove(0);
                }
            }
            _ => {}
        }
        if open.len() > 128 {
            return None;
        }
    }
    let close = |open: &[u8]| -> String { open.iter().rev().map(|byte| *byte as char).collect() };
    let mut tries: Vec<String> = Vec::new();
    if in_text {
        let head = text.trim_end_matches('\\');
        tries.push(format!("{head}…\"{}", close(&open)));
        // Half of `\u00e9`.
        if let Some(at) = head.rfind("\\u").filter(|at| head.len() - at < 6) {
            tries.push(format!("{}…\"{}", &head[..at], close(&open)));
        }
    } else {
        tries.push(format!("{text}{}", close(&open)));
    }
    let before = commas.iter().rev();
    tries.extend(before.map(|(at, open)| format!("{}{}", &text[..*at], close(open))));
    tries.iter().find_map(|text| serde_json::from_str(text).ok())
}
