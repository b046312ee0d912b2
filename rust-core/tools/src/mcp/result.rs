//! A server's result as an answer to a call.

use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use serde_json::Value;
use vibeue_conversation::Part;

use super::picture::{picture, taken_out};
use crate::ToolAnswer;

/// The answer of a result.
pub(super) fn answer(result: CallToolResult) -> ToolAnswer {
    let mut parts: Vec<Part> = result.content.into_iter().flat_map(block).collect();
    // Some also give it as text, as the protocol asks; then the text is enough.
    if parts.is_empty()
        && let Some(value) = result.structured_content.filter(|value| !value.is_null())
    {
        parts = taken_out(value.to_string());
    }
    ToolAnswer::of(parts, result.is_error == Some(true))
}

/// The answer for something that is not a valid result: its text, as a failure, so that the model
/// can try to use it.
pub(super) fn odd_answer(value: &Value) -> ToolAnswer {
    let mut parts =
        vec![Part::text("the server answered with something that is not a tool result:")];
    parts.extend(taken_out(value.to_string()));
    ToolAnswer::of(parts, true)
}

fn block(block: ContentBlock) -> Vec<Part> {
    match block {
        ContentBlock::Text(text) => taken_out(text.text),
        ContentBlock::Image(image) if image.mime_type.starts_with("image/") => {
            vec![picture(&image.mime_type, image.data)]
        }
        ContentBlock::Image(image) => {
            vec![left_out(&image.mime_type, image.data.len())]
        }
        ContentBlock::Audio(audio) => vec![left_out(&audio.mime_type, audio.data.len())],
        ContentBlock::Resource(resource) => match resource.resource {
            ResourceContents::TextResourceContents { uri, text, .. } => {
                let mut parts = vec![Part::text(format!("{uri}:"))];
                parts.extend(taken_out(text));
                parts
            }
            ResourceContents::BlobResourceContents { uri, mime_type, blob, .. } => {
                match mime_type.filter(|kind| kind.starts_with("image/")) {
                    Some(kind) => vec![Part::text(format!("{uri}:")), picture(&kind, blob)],
                    None => vec![left_out(&uri, blob.len())],
                }
            }
            _ => vec![left_out("a resource of an unknown kind", 0)],
        },
        ContentBlock::ResourceLink(link) => {
            let words = link.description.unwrap_or_default();
            vec![Part::text(format!("[resource {}: {} {words}]", link.name, link.uri))]
        }
        _ => vec![left_out("content of an unknown kind", 0)],
    }
}

fn left_out(what: &str, characters: usize) -> Part {
    match characters {
        0 => Part::text(format!("[{what} was left out]")),
        _ => Part::text(format!("[{what}, {characters} characters of base64, was left out]")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::CallEnd;

    fn of(value: Value) -> ToolAnswer {
        answer(serde_json::from_value(value).unwrap())
    }

    #[test]
    fn every_kind_of_content_becomes_something_that_a_model_can_read() {
        let answer = of(json!({"isError": false, "content": [
            {"type": "text", "text": "hello"},
            {"type": "image", "data": "iVBO", "mimeType": "image/png"},
            {"type": "image", "data": "AAAA", "mimeType": "application/pdf"},
            {"type": "audio", "data": "UklG", "mimeType": "audio/wav"},
            {"type": "resource", "resource": {"uri": "file:///a", "text": "body"}},
            {"type": "resource", "resource": {"uri": "file:///b", "blob": "AAAAAA"}},
            {"type": "resource", "resource": {"uri": "x:c", "blob": "R0lG",
                "mimeType": "image/gif"}},
            {"type": "resource_link", "uri": "file:///d", "name": "d"}],
            "structuredContent": {"said": "in words"}}));
        assert_eq!(answer.end, CallEnd::Done);
        assert_eq!(
            answer.parts,
            [
                Part::text("hello"),
                picture("image/png", "iVBO"),
                Part::text("[application/pdf, 4 characters of base64, was left out]"),
                Part::text("[audio/wav, 4 characters of base64, was left out]"),
                Part::text("file:///a:"),
                Part::text("body"),
                Part::text("[file:///b, 6 characters of base64, was left out]"),
                Part::text("x:c:"),
                picture("image/gif", "R0lG"),
                Part::text("[resource d: file:///d ]"),
            ]
        );
    }

    #[test]
    fn a_result_without_words_gives_its_structure_and_an_error_is_one() {
        let answer = of(json!({"structuredContent": {"n": 1}}));
        assert_eq!(answer, ToolAnswer::text("{\"n\":1}"));
        let answer = of(json!({"content": [{"type": "text", "text": "no"}], "isError": true}));
        assert_eq!(answer, ToolAnswer::error("no"));
        assert_eq!(odd_answer(&json!([1])).end, CallEnd::Failed);
    }
}
