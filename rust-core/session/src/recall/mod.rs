//! Reading the archive: what was condensed is not lost, and the model can ask for it.

mod answer;
mod finder;
mod search;

pub use answer::{answer, kept_text};
pub use search::{Hit, places, search};

use serde_json::json;

use vibeue_provider::ToolDefinition;

/// The tool's name, and its alternative if the host already has a tool of that name.
const NAMES: [&str; 2] = ["recall", "recall_archive"];

/// The name under which the tool is offered alongside others.
pub fn tool_name<'a>(mut others: impl Iterator<Item = &'a str>) -> &'static str {
    if others.any(|other| other == NAMES[0]) { NAMES[1] } else { NAMES[0] }
}

/// The tool's definition as the model gets it.
pub fn definition(name: &str) -> ToolDefinition {
    ToolDefinition {
        name: name.to_owned(),
        description: "Looks into the archive of this conversation: messages that were condensed \
                      into a summary or shortened. Give `query` to search by words, or `message` \
                      (an id such as m17) to read one in full; `offset` reads on where the last \
                      answer ended. Reads only."
            .to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": "Words or a phrase to search for."},
                "message": {"type": "string", "description": "The id of a message, such as m17."},
                "offset": {"type": "integer", "minimum": 0,
                    "description": "Where to continue reading, as the last answer said."}
            }
        }),
    }
}
