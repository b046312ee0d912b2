//! What tool definitions cost.

use serde_json::Value;

use super::overhead;
use super::piece::{Category, Piece};

/// Visits everything in the tool definitions that is counted.
///
/// OpenAI publishes a formula for `gpt-4o` (`num_tokens_for_tools` in its
/// cookbook) that considers only the first level of the parameters: it ignores
/// nested objects, arrays of objects, defaults and limits, and so is too low
/// for real tools. The JSON text of the definition plus the formula's fixed
/// parts is above the formula wherever the formula applies, and follows the
/// schema wherever it does not: a bound on the safe side. The tests compare it
/// with the published formula.
pub(super) fn visit(tools: &[Value], preamble: u64, sink: &mut dyn FnMut(Piece<'_>)) {
    if tools.is_empty() {
        return;
    }
    sink(Piece::Fixed(Category::Tools, overhead::TOOL_LIST.saturating_add(preamble)));
    for tool in tools {
        // The wrapper `{"type":"function","function":…}` does not reach the
        // model.
        let definition = tool.get("function").filter(|inner| inner.is_object()).unwrap_or(tool);
        sink(Piece::Text(Category::Tools, &definition.to_string()));
        sink(Piece::Fixed(Category::Tools, overhead::PER_TOOL));
    }
}
