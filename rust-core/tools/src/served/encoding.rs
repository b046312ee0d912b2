//! Tools and answers as they are sent to other programs.

use serde_json::{Value, json};
use vibeue_conversation::{ImageSource, Part};

use crate::{Access, Tool, ToolAnswer};

/// What is served and by whom.
pub(super) fn about() -> Value {
    json!({"name": "vibeue", "title": "VibeUE", "version": env!("CARGO_PKG_VERSION")})
}

/// What a program has to know before calling.
pub(super) const INSTRUCTIONS: &str = "Tools of VibeUE. The user may be asked before a call runs; \
    it waits for the answer, which may take minutes. A result that starts with \"denied\" is the \
    user's answer: do not repeat the call.";

/// The list of tools.
pub(super) fn tools(tools: &[Tool]) -> Value {
    tools
        .iter()
        .map(|tool| {
            let definition = &tool.definition;
            let destructive = matches!(tool.access, Access::Destructive | Access::Control);
            json!({
                "name": definition.name,
                "description": definition.description,
                "inputSchema": definition.parameters,
                "annotations": {
                    "readOnlyHint": tool.access == Access::Read,
                    "destructiveHint": destructive,
                },
            })
        })
        .collect()
}

/// The result of a call.
pub(super) fn result(answer: &ToolAnswer) -> Value {
    let content: Vec<Value> = answer.parts.iter().map(part).collect();
    json!({"content": content, "isError": answer.is_error()})
}

fn part(part: &Part) -> Value {
    let text = |text: &str| json!({"type": "text", "text": text});
    match part {
        Part::Text { text: words, .. } => text(words),
        Part::Image(image) => match &image.source {
            ImageSource::Base64 { media_type, data } => {
                json!({"type": "image", "data": data, "mimeType": media_type})
            }
            _ => text("[a picture that is not here was left out]"),
        },
        _ => text("[something that is neither text nor a picture was left out]"),
    }
}

#[cfg(test)]
mod tests {
    use vibeue_conversation::{Extra, Image};
    use vibeue_provider::ToolDefinition;

    use super::*;
    use crate::CallEnd;

    #[test]
    fn each_class_of_access_is_told_by_its_hints() {
        let all = [Access::Read, Access::Write, Access::Destructive, Access::Control];
        let all = all.map(|access| {
            let definition = ToolDefinition {
                name: access.name().to_owned(),
                description: "Does it.".to_owned(),
                parameters: json!({"type": "object"}),
            };
            Tool::with_access(definition, access)
        });
        let told = tools(&all);
        assert_eq!(
            told[0],
            json!({"name": "read", "description": "Does it.", "inputSchema": {"type": "object"},
                "annotations": {"readOnlyHint": true, "destructiveHint": false}})
        );
        let hints: Vec<_> = (0..4)
            .map(|at| {
                let hints = &told[at]["annotations"];
                (hints["readOnlyHint"] == true, hints["destructiveHint"] == true)
            })
            .collect();
        assert_eq!(hints, [(true, false), (false, false), (false, true), (false, true)]);
    }

    #[test]
    fn texts_and_pictures_are_told_in_their_order() {
        let source = ImageSource::Base64 { media_type: "image/png".into(), data: "AAAA".into() };
        let picture = Part::Image(Box::new(Image { source, detail: None, extra: Extra::new() }));
        let answer = ToolAnswer::of(vec![Part::text("a"), picture], false);
        assert_eq!(
            result(&answer),
            json!({"content": [{"type": "text", "text": "a"},
                {"type": "image", "data": "AAAA", "mimeType": "image/png"}], "isError": false})
        );
        let denied = ToolAnswer::ended(CallEnd::Denied, "denied by the user");
        assert_eq!(result(&denied)["isError"], true);
    }
}
