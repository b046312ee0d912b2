//! Letters of the simplest kind.

use std::collections::VecDeque;

use crate::mailbox::Letters;

/// Numbers, first in, first out.
#[derive(Default)]
pub(super) struct Numbers(pub(super) VecDeque<u32>);

impl Letters for Numbers {
    type Letter = u32;

    fn take(&mut self) -> Option<u32> {
        self.0.pop_front()
    }

    fn unread(&self) -> usize {
        self.0.len()
    }
}
