//! Telling the providers' messages apart by their content.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::raw::{Kind, elements};

/// Whose shape a message has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    OpenAi,
    Anthropic,
}

/// Tells whose messages these are, by the first that only one provider's
/// format has; `None` where all of them would do for both. What the fields
/// around the messages say counts where the messages leave a doubt.
pub(super) fn family_of(messages: &[&RawValue], around: Option<Family>) -> Option<Family> {
    // Blocks that OpenAI compatible servers took over from Anthropic
    // (thinking, documents) decide only where nothing speaks for OpenAI.
    let mut weak = None;
    for raw in messages {
        match evidence(raw) {
            Some((family, true)) => return Some(family),
            Some((family, false)) => weak = weak.or(Some(family)),
            None => {}
        }
    }
    around.or(weak)
}

#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow)]
    role: Option<&'a RawValue>,
    #[serde(borrow)]
    content: Option<&'a RawValue>,
    #[serde(borrow)]
    tool_calls: Option<&'a RawValue>,
    #[serde(borrow)]
    function_call: Option<&'a RawValue>,
    #[serde(borrow)]
    tool_call_id: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Block<'a> {
    #[serde(rename = "type", borrow)]
    kind: Option<&'a RawValue>,
}

/// Returns whose message this is and whether that is certain.
fn evidence(raw: &RawValue) -> Option<(Family, bool)> {
    let head: Head<'_> = serde_json::from_str(raw.get()).ok()?;
    if head.tool_calls.or(head.function_call).or(head.tool_call_id).is_some() {
        return Some((Family::OpenAi, true));
    }
    match head.role.map(RawValue::get) {
        Some(r#""tool""# | r#""function""#) => return Some((Family::OpenAi, true)),
        // Logs put Anthropic's system prompt into the list, too.
        Some(r#""system""# | r#""developer""#) => return Some((Family::OpenAi, false)),
        _ => {}
    }
    let content = head.content.filter(|content| Kind::of(content) == Kind::List)?;
    let mut weak = None;
    for block in elements(content).ok()? {
        let Ok(Block { kind: Some(kind) }) = serde_json::from_str(block.get()) else { continue };
        match kind.get() {
            r#""tool_use""#
            | r#""tool_result""#
            | r#""image""#
            | r#""redacted_thinking""#
            | r#""server_tool_use""# => return Some((Family::Anthropic, true)),
            r#""image_url""# | r#""input_audio""# | r#""refusal""# | r#""file""# => {
                return Some((Family::OpenAi, true));
            }
            r#""thinking""# | r#""document""# => weak = Some((Family::Anthropic, false)),
            _ => {}
        }
    }
    weak
}
