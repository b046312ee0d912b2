//! Tells the providers' messages apart by their content.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::family::Family;
use super::family_mark::family_in;
use super::raw::{Kind, elements, fields};
use crate::SUMMARY_OPEN;

/// Determines whose messages these are, by the first one that only one
/// provider's format allows; `None` if all of them fit both. The fields
/// `around` the messages decide if the messages leave doubt.
pub(super) fn family_of(messages: &[&RawValue], around: Option<Family>) -> Option<Family> {
    // Blocks that OpenAI-compatible servers adopted from Anthropic (thinking,
    // documents) decide only if nothing points to OpenAI.
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
    #[serde(borrow)]
    text: Option<&'a RawValue>,
}

impl<'a> Head<'a> {
    fn of(raw: &'a RawValue) -> Option<Self> {
        if let Ok(head) = serde_json::from_str(raw.get()) {
            return Some(head);
        }
        // A field occurs twice: the last one is used, as in the readers.
        let fields = fields(raw).ok()?;
        Some(Self {
            role: fields.get("role"),
            content: fields.get("content"),
            tool_calls: fields.get("tool_calls"),
            function_call: fields.get("function_call"),
            tool_call_id: fields.get("tool_call_id"),
        })
    }
}

impl<'a> Block<'a> {
    fn of(raw: &'a RawValue) -> Option<Self> {
        if let Ok(block) = serde_json::from_str(raw.get()) {
            return Some(block);
        }
        let fields = fields(raw).ok()?;
        Some(Self { kind: fields.get("type"), text: fields.get("text") })
    }
}

/// Returns whose message this is, and whether that is certain.
fn evidence(raw: &RawValue) -> Option<(Family, bool)> {
    let head = Head::of(raw)?;
    if head.tool_calls.or(head.function_call).or(head.tool_call_id).is_some() {
        return Some((Family::OpenAi, true));
    }
    if let Some(family) = head.content.and_then(family_of_summary) {
        return Some((family, true));
    }
    // Blocks before the role: the name of a role is easily mistyped or made up.
    let blocks = head.content.filter(|content| Kind::of(content) == Kind::List);
    let blocks = blocks.and_then(family_of_blocks);
    if let Some((_, true)) = blocks {
        return blocks;
    }
    match head.role.map(RawValue::get) {
        Some(r#""tool""# | r#""function""#) => Some((Family::OpenAi, true)),
        // Logs also put Anthropic's system prompt into the list.
        Some(r#""system""# | r#""developer""#) => Some((Family::OpenAi, false)),
        _ => blocks,
    }
}

/// Returns whose blocks the content has, and whether that is certain.
fn family_of_blocks(content: &RawValue) -> Option<(Family, bool)> {
    let mut weak = None;
    for block in elements(content).ok()? {
        let Some(Block { kind: Some(kind), text }) = Block::of(block) else {
            continue;
        };
        if let Some(family) = text.and_then(family_of_summary) {
            return Some((family, true));
        }
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

/// The provider whose messages one of our summaries says it is among.
fn family_of_summary(text: &RawValue) -> Option<Family> {
    // The start rules out most texts; JSON may write a bracket as an escape.
    let start = text.get().as_bytes();
    let start = &start[..start.len().min(SUMMARY_OPEN.len() + 8)];
    let name = &SUMMARY_OPEN.as_bytes()[1..];
    if Kind::of(text) != Kind::Text || !start.windows(name.len()).any(|window| window == name) {
        return None;
    }
    family_in(&serde_json::from_str::<String>(text.get()).ok()?)
}
