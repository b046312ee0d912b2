//! Results that are too long for a message.

use super::at_file::{LookUp, NewResult};
use super::state::State;
use vibeue_conversation::{Part, WholeText};
use vibeue_tools::{MOST_RESULT_BYTES, capped};

/// How many digits of a file's name are shown to identify it.
const SHOWN: usize = 16;

impl State {
    /// Keeps all of a result in a file, before the journal names it.
    pub(super) fn keep_whole(&mut self, mut result: NewResult) {
        let text = result.take_text();
        self.exchange.keep(text, result);
    }

    /// Writes a result whose full text is now in a file, or could not be stored.
    pub(super) fn text_kept(&mut self, text: &str, kept: Result<WholeText, String>) {
        // A bug interrupted what asked for it; the file is removed when the conversation is next
        // opened.
        let Some(mut result) = self.exchange.kept() else { return };
        let id = self.history.next_id();
        let note = match &kept {
            Ok(whole) => format!(
                "[All {} bytes of it are kept in {}….txt beside the conversation: `{}` with \
                 `message` {id} reads on from any `offset`, and searches for a `query` in it.]",
                whole.bytes,
                whole.sha256.get(..SHOWN).unwrap_or(&whole.sha256),
                self.tools.host.recall_name(),
            ),
            Err(why) => {
                self.warn(format!(
                    "the result of {} has {} bytes, too many for a message, and only head and \
                     tail are kept: {why}",
                    result.name,
                    text.len()
                ));
                format!("[What was left out is kept nowhere: {why}.]")
            }
        };
        let mut cut = capped(vec![Part::text(text)], MOST_RESULT_BYTES);
        if let Some(Part::Text { text, .. }) = cut.first_mut() {
            text.push('\n');
            text.push_str(&note);
        }
        cut.append(&mut result.parts);
        result.parts = cut;
        result.whole = kept.ok().map(Box::new);
        self.write_result(result);
    }

    /// Requests the file that a call of our own tool asks about.
    pub(super) fn read_whole(&mut self, whole: WholeText, call: LookUp) {
        self.exchange.read_kept(whole, call);
    }

    /// Answers the call.
    pub(super) fn kept_text_read(&mut self, text: Result<&str, &str>) {
        let Some(call) = self.exchange.kept_read() else { return };
        self.answer_recall(&call, Some(text));
    }
}
