//! One event in a journal.

use crate::Event;
use crate::cost_ledger::CostLedger;

/// An event with its place in the journal.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The line in the file, counted from 1; the header is line 1.
    pub line: u64,
    /// The sequence number: the history's version after the event.
    pub seq: u64,
    /// When it happened, in milliseconds since the Unix epoch.
    pub at: u64,
    /// What happened.
    pub event: Event,
    /// What models cost since the previous entry; `None` if the program that wrote the journal did
    /// not record it.
    pub spent: Option<Box<CostLedger>>,
}
