//! A list of messages that is cheap to copy and cheap to grow.

use std::ops::Range;
use std::sync::Arc;

use vibeue_conversation::Message;

/// The width of a node: 32 pointers copied per level and push.
const BITS: usize = 5;
const WIDTH: usize = 1 << BITS;

#[derive(Debug, Clone)]
enum Node {
    Branch(Vec<Arc<Node>>),
    Leaf(Vec<Arc<Message>>),
}

/// A list of shared messages. Copying it costs a pointer; adding a message
/// to a copy leaves the other copies as they are and costs a few dozen
/// pointers, however long the list is.
#[derive(Debug, Clone)]
pub struct MessageList {
    root: Arc<Node>,
    /// Levels of branches above the leaves.
    height: usize,
    length: usize,
}

impl Default for MessageList {
    fn default() -> Self {
        Self { root: Arc::new(Node::Leaf(Vec::new())), height: 0, length: 0 }
    }
}

impl MessageList {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many messages there are.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Returns one message.
    pub fn get(&self, at: usize) -> Option<&Arc<Message>> {
        if at >= self.length {
            return None;
        }
        let mut node = &*self.root;
        let mut shift = self.height * BITS;
        loop {
            match node {
                Node::Leaf(messages) => return messages.get(at & (WIDTH - 1)),
                Node::Branch(children) => {
                    node = children.get((at >> shift) & (WIDTH - 1))?;
                    shift = shift.saturating_sub(BITS);
                }
            }
        }
    }

    /// Returns the newest message.
    pub fn last(&self) -> Option<&Arc<Message>> {
        self.get(self.length.checked_sub(1)?)
    }

    /// Returns some messages by position; positions past the end are left out.
    pub fn page(&self, range: Range<usize>) -> Vec<Arc<Message>> {
        let end = range.end.min(self.length);
        (range.start.min(end)..end).filter_map(|at| self.get(at).cloned()).collect()
    }

    /// Visits all messages, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Message>> {
        (0..self.length).filter_map(|at| self.get(at))
    }

    /// Adds a message at the end.
    pub fn push(&mut self, message: Arc<Message>) {
        if self.length == 1 << ((self.height + 1) * BITS) {
            self.root = Arc::new(Node::Branch(vec![Arc::clone(&self.root)]));
            self.height += 1;
        }
        push_below(&mut self.root, self.height, message);
        self.length += 1;
    }

    /// Replaces a message; does nothing if there is none at that position.
    pub fn set(&mut self, at: usize, message: Arc<Message>) {
        if at >= self.length {
            return;
        }
        let mut node = Arc::make_mut(&mut self.root);
        let mut shift = self.height * BITS;
        loop {
            match node {
                Node::Leaf(messages) => {
                    messages[at & (WIDTH - 1)] = message;
                    return;
                }
                Node::Branch(children) => {
                    node = Arc::make_mut(&mut children[(at >> shift) & (WIDTH - 1)]);
                    shift = shift.saturating_sub(BITS);
                }
            }
        }
    }
}

/// Adds a message to a subtree that has room for it.
fn push_below(node: &mut Arc<Node>, height: usize, message: Arc<Message>) {
    match Arc::make_mut(node) {
        Node::Leaf(messages) => messages.push(message),
        Node::Branch(children) => {
            match children.last_mut() {
                Some(last) if !is_full(last, height - 1) => push_below(last, height - 1, message),
                _ => children.push(path(height - 1, message)),
            };
        }
    }
}

/// A new subtree of one message.
fn path(height: usize, message: Arc<Message>) -> Arc<Node> {
    (0..height)
        .fold(Arc::new(Node::Leaf(vec![message])), |below, _| Arc::new(Node::Branch(vec![below])))
}

fn is_full(node: &Node, height: usize) -> bool {
    match node {
        Node::Leaf(messages) => messages.len() == WIDTH,
        Node::Branch(children) => {
            children.len() == WIDTH
                && children.last().is_some_and(|last| is_full(last, height.saturating_sub(1)))
        }
    }
}

impl FromIterator<Arc<Message>> for MessageList {
    fn from_iter<I: IntoIterator<Item = Arc<Message>>>(messages: I) -> Self {
        let mut list = Self::new();
        messages.into_iter().for_each(|message| list.push(message));
        list
    }
}

impl PartialEq for MessageList {
    fn eq(&self, other: &Self) -> bool {
        self.length == other.length && self.iter().eq(other.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::{MessageId, Role};

    fn message(id: u64) -> Arc<Message> {
        Arc::new(Message::text(MessageId(id), Role::User, "text"))
    }

    fn ids(list: &MessageList) -> Vec<u64> {
        list.iter().map(|message| message.id.0).collect()
    }

    #[test]
    fn a_list_of_any_length_gives_back_what_was_pushed() {
        let mut list = MessageList::new();
        for id in 0..40_000 {
            list.push(message(id));
            if id % 997 == 0 {
                assert_eq!(list.get(id as usize).map(|it| it.id.0), Some(id));
            }
        }
        assert_eq!(ids(&list), (0..40_000).collect::<Vec<_>>());
        assert_eq!(list.get(40_000), None);
        assert_eq!(list.last().map(|it| it.id.0), Some(39_999));
    }

    #[test]
    fn a_copy_does_not_see_what_comes_later() {
        for length in [0, 1, 31, 32, 33, 1_023, 1_024, 1_025, 2_000] {
            let mut list: MessageList = (0..length).map(message).collect();
            let copy = list.clone();
            list.push(message(length));
            if length > 0 {
                list.set(0, message(77));
                assert_eq!(list.get(0).map(|it| it.id.0), Some(77));
            }
            assert_eq!(ids(&copy), (0..length).collect::<Vec<_>>());
            assert_eq!(list.len() as u64, length + 1);
        }
    }

    #[test]
    fn a_page_stops_at_the_end() {
        let list: MessageList = (0..100).map(message).collect();
        let page = |range: Range<usize>| -> Vec<u64> {
            list.page(range).iter().map(|message| message.id.0).collect()
        };
        assert_eq!(page(30..34), [30, 31, 32, 33]);
        assert_eq!(page(98..500), [98, 99]);
        assert_eq!(page(500..600), [] as [u64; 0]);
        #[allow(clippy::reversed_empty_ranges, reason = "a host may ask for it")]
        let backwards = 9..3;
        assert_eq!(page(backwards), [] as [u64; 0]);
    }
}
