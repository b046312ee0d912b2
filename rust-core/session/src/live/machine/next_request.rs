//! The next request, and what the server said about its size.

use std::sync::Arc;

use super::send_view::SendView;
use super::server_count::ServerCount;
use crate::History;
use crate::live::{Failure, FailureClass};
use vibeue_compaction::NativeHome;
use vibeue_conversation::{Message, MessageId};
use vibeue_provider::ToolDefinition;
use vibeue_tokens::Counter;

/// The next request as it is now, and what the server said about its size.
///
/// The server's count is of exactly this request: whatever changes it forgets the count. So it is
/// only changed by the methods here.
#[derive(Debug)]
pub(super) struct NextRequest {
    view: SendView,
    /// Counts the changes of the view by compactions, undos and edits.
    shape: u64,
    server_count: ServerCount,
}

impl NextRequest {
    pub(super) fn new(view: SendView) -> Self {
        Self { view, shape: 0, server_count: ServerCount::NotAsked }
    }

    /// Its messages and tools, counted.
    pub(super) fn view(&self) -> &SendView {
        &self.view
    }

    /// The number of its shape: another one means that it has changed by more than messages at its
    /// end.
    pub(super) fn shape(&self) -> u64 {
        self.shape
    }

    /// Adds a new message.
    pub(super) fn push(&mut self, message: Arc<Message>) {
        self.view.push(message);
        self.forget_count();
    }

    /// It has another shape from now on; [`NextRequest::rebuild`] gives it that.
    pub(super) fn reshape(&mut self) {
        self.shape += 1;
        self.forget_count();
    }

    /// Takes over what the history shows now, for whoever reads it.
    pub(super) fn rebuild(&mut self, history: &History, reader: Option<NativeHome>) {
        self.view.set_reader(reader);
        self.view.rebuild(history);
    }

    pub(super) fn set_tools(&mut self, tools: Vec<ToolDefinition>) {
        if **self.view.tools() != *tools {
            self.forget_count();
            self.view.set_tools(tools);
        }
    }

    /// Counts with another model's counter from now on; what another server said is of no use.
    pub(super) fn set_counter(&mut self, counter: Counter) {
        self.view.set_counter(counter);
        self.forget_count();
    }

    /// Leaves out the blocks of providers' own summaries from the next [`NextRequest::rebuild`] on;
    /// returns whether there are any.
    pub(super) fn leave_blocks_out(&mut self) -> bool {
        self.view.leave_blocks_out()
    }

    /// Returns whether the server may still be asked for its count.
    pub(super) fn may_be_counted(&self) -> bool {
        self.server_count == ServerCount::NotAsked
    }

    /// The server was asked for its count.
    pub(super) fn count_asked(&mut self) {
        self.server_count = ServerCount::Asked;
    }

    /// Returns whether the request has not changed since the server was asked for its count.
    pub(super) fn awaits_count(&self) -> bool {
        self.server_count == ServerCount::Asked
    }

    /// The server counted this many tokens, or could not tell.
    pub(super) fn counted(&mut self, tokens: Option<u64>) {
        self.server_count = tokens.map_or(ServerCount::Unknown, ServerCount::Known);
    }

    /// What the server counted; `None` if it did not.
    pub(super) fn server_count(&self) -> Option<u64> {
        match self.server_count {
            ServerCount::Known(tokens) => Some(tokens),
            ServerCount::NotAsked | ServerCount::Asked | ServerCount::Unknown => None,
        }
    }

    /// Forgets what the server said.
    pub(super) fn forget_count(&mut self) {
        self.server_count = ServerCount::NotAsked;
    }

    /// Returns whether it is smaller than one of this shape that was sent, because a summary was
    /// finished in the meantime: it is ready, and there may be nothing more to condense in it.
    pub(super) fn is_smaller_than(&self, counted: u64, shape: u64) -> bool {
        self.shape != shape && self.view.total() < counted
    }

    /// The position of a message among those that the model reads.
    pub(super) fn place_of(&self, id: MessageId) -> Result<usize, Failure> {
        let found = self.view.messages().iter().position(|message| message.id == id);
        found.ok_or_else(|| {
            Failure::new(FailureClass::Invalid, format!("the model does not see message {id}"))
                .hint("look for its id in the history")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use vibeue_conversation::Role;
    use vibeue_tokens::exact::Encoding;

    /// Whatever is done to a request with this count: what is known of it then, and its shape.
    fn after(change: impl FnOnce(&mut NextRequest)) -> (Option<u64>, bool, u64) {
        let counter = Counter::for_encoding(Encoding::O200kBase);
        let mut request = NextRequest::new(SendView::new(None, counter));
        assert!(request.may_be_counted());
        request.count_asked();
        assert!(request.awaits_count() && !request.may_be_counted());
        request.counted(Some(70));
        change(&mut request);
        (request.server_count(), request.may_be_counted(), request.shape())
    }

    #[test]
    fn the_servers_count_is_forgotten_by_whatever_changes_the_request() {
        let tools = || {
            let parameters = json!({"type": "object"});
            let (name, description) = ("look".to_owned(), String::new());
            vec![ToolDefinition { name, description, parameters }]
        };
        let counter = Counter::for_encoding(Encoding::Cl100kBase);
        let message = Arc::new(Message::text(MessageId(1), Role::User, "Hello"));
        assert_eq!(after(|it| it.push(message)), (None, true, 0));
        assert_eq!(after(NextRequest::reshape), (None, true, 1));
        assert_eq!(after(|it| it.set_tools(tools())), (None, true, 0));
        assert_eq!(after(|it| it.set_tools(Vec::new())), (Some(70), false, 0));
        assert_eq!(after(|it| it.set_counter(counter)), (None, true, 0));
        // A server that could not tell is not asked again for the same request.
        assert_eq!(after(|it| it.counted(None)), (None, false, 0));
    }
}
