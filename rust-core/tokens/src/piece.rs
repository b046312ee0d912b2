//! The parts of a message that are counted: its texts and fixed costs, by
//! category.

use serde_json::Value;

use super::image::{ImageFormula, ImageSize};
use super::opaque::OpaqueContent;
use super::overhead;
use super::usage::Usage;
use vibeue_conversation::{
    Extra, Image, ImageSource, Message, MessageKind, Part, Role, ToolResult,
};

/// A field of [`Usage`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Category {
    System,
    Tools,
    Summary,
    User,
    Assistant,
    ToolCalls,
    ToolResults,
    Images,
    Overhead,
}

impl Category {
    /// Adds tokens to this category's field.
    pub(super) fn add(self, usage: &mut Usage, tokens: u64) {
        let field = match self {
            Self::System => &mut usage.system,
            Self::Tools => &mut usage.tools,
            Self::Summary => &mut usage.summary,
            Self::User => &mut usage.user,
            Self::Assistant => &mut usage.assistant,
            Self::ToolCalls => &mut usage.tool_calls,
            Self::ToolResults => &mut usage.tool_results,
            Self::Images => &mut usage.images,
            Self::Overhead => &mut usage.overhead,
        };
        *field = field.saturating_add(tokens);
    }

    /// The category of a message's own text.
    pub(super) fn of_text(message: &Message) -> Self {
        match (message.kind, message.role) {
            (MessageKind::Summary, _) => Self::Summary,
            (_, Role::System) => Self::System,
            (_, Role::User) => Self::User,
            (_, Role::Assistant) => Self::Assistant,
            (_, Role::Tool) => Self::ToolResults,
        }
    }
}

/// One thing that is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// A text that is tokenized on its own.
    Text(Category, &'a str),
    /// A cost that needs no tokenizer.
    Fixed(Category, u64),
}

/// Visits everything in a message that is counted.
///
/// Counting, bounding and fingerprinting all use this one list, so they cannot
/// disagree about what a message consists of.
pub(super) fn visit(message: &Message, images: ImageFormula, sink: &mut dyn FnMut(Piece<'_>)) {
    let category = Category::of_text(message);
    let mut results = 0_u64;
    for part in &message.parts {
        match part {
            Part::ToolResult(result) => {
                results += 1;
                let name = match message.role {
                    Role::Tool => result.name.as_deref().or(message.name.as_deref()),
                    _ => result.name.as_deref(),
                };
                frame(name, sink);
                visit_result(result, images, sink);
            }
            Part::ToolCall(call) => {
                visit_call(&call.name, &call.arguments, sink);
            }
            other => visit_content(other, category, images, sink),
        }
    }
    visit_extra(&message.extra, sink);
    // OpenAI's format sends each result as a message of its own; a message that
    // contains only results is not sent in addition.
    if results == 0 || message.parts.len() as u64 > results {
        frame(message.name.as_deref().filter(|_| results == 0 || message.role != Role::Tool), sink);
    }
}

/// Visits everything that is counted in a content part that is neither a call
/// nor a result.
fn visit_content(
    part: &Part,
    category: Category,
    images: ImageFormula,
    sink: &mut dyn FnMut(Piece<'_>),
) {
    match part {
        Part::Text { text, .. } => sink(Piece::Text(category, text)),
        Part::Image(image) => sink(Piece::Fixed(Category::Images, image_tokens(image, images))),
        Part::Opaque { block } => {
            let content = OpaqueContent::of(block);
            sink(Piece::Text(category, &content.text));
            sink(Piece::Fixed(category, content.tokens));
        }
        Part::ToolCall(call) => visit_call(&call.name, &call.arguments, sink),
        Part::ToolResult(result) => visit_result(result, images, sink),
    }
}

fn visit_result(result: &ToolResult, images: ImageFormula, sink: &mut dyn FnMut(Piece<'_>)) {
    for part in &result.parts {
        visit_content(part, Category::ToolResults, images, sink);
    }
}

fn visit_call(name: &str, arguments: &str, sink: &mut dyn FnMut(Piece<'_>)) {
    sink(Piece::Text(Category::ToolCalls, name));
    sink(Piece::Text(Category::ToolCalls, arguments));
    sink(Piece::Fixed(Category::Overhead, overhead::PER_TOOL_CALL));
}

/// Visits the frame of one message on the wire: its role and name.
fn frame(name: Option<&str>, sink: &mut dyn FnMut(Piece<'_>)) {
    sink(Piece::Fixed(Category::Overhead, overhead::PER_MESSAGE + overhead::PER_ROLE));
    if let Some(name) = name {
        sink(Piece::Text(Category::Overhead, name));
        sink(Piece::Fixed(Category::Overhead, overhead::PER_NAME));
    }
}

/// Visits the unknown fields that providers are known to show to the model: OpenAI's refusal and
/// old function call, and the reasoning that compatible servers put next to the content.
fn visit_extra(extra: &Extra, sink: &mut dyn FnMut(Piece<'_>)) {
    if extra.is_empty() {
        return;
    }
    for name in ["refusal", "reasoning_content", "reasoning"] {
        if let Some(text) = extra.get(name).and_then(Value::as_str) {
            sink(Piece::Text(Category::Assistant, text));
        }
    }
    if let Some(call) = extra.get("function_call").filter(|call| call.is_object()) {
        let field = |name: &str| call.get(name).and_then(Value::as_str).unwrap_or_default();
        visit_call(field("name"), field("arguments"), sink);
    }
}

fn image_tokens(image: &Image, formula: ImageFormula) -> u64 {
    let size = match &image.source {
        ImageSource::Base64 { data, .. } => ImageSize::of_base64(data),
        ImageSource::Url { url } => ImageSize::of_base64(url),
        ImageSource::Provider { .. } => None,
    };
    formula.tokens(size, image.detail.as_deref())
}
