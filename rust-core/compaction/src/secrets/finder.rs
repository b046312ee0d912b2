//! Finds the secrets of one text.

use std::borrow::Cow;
use std::ops::Range;

use super::mask::MASK;
use super::trigger::{Handler, triggers};
use super::{address, assignment, block, option, prefix};

/// How often a text is read again with what was found in it masked.
const ROUNDS: usize = 8;

/// The ranges of all secrets in a text, in order, none overlapping.
///
/// A mask changes how what is around it reads: a quoted value that was taken for a sentence may
/// turn out to be a password next to it. So a text that holds a secret is read again as it will be
/// passed on, until nothing is added. One without a secret, which is nearly every text, is read
/// once.
pub fn find(text: &str) -> Vec<Range<usize>> {
    let mut found = read(text);
    for _ in 0..ROUNDS {
        if found.is_empty() {
            break;
        }
        let beside = read(&replaced(text, &found));
        let mut wider = before_masking(&found, &beside);
        wider.extend_from_slice(&found);
        let wider = merged(wider);
        if wider == found {
            break;
        }
        found = wider;
    }
    found
}

/// Where ranges of a masked text are in the text before it was masked; a range
/// that begins or ends inside a mask takes in all that the mask stands for.
fn before_masking(masked: &[Range<usize>], ranges: &[Range<usize>]) -> Vec<Range<usize>> {
    let masks = masks_of(masked);
    ranges
        .iter()
        .map(|range| Range {
            start: position_before_masking(masked, &masks, range.start, |hidden| hidden.start),
            end: position_before_masking(masked, &masks, range.end, |hidden| hidden.end),
        })
        .collect()
}

/// Where each mask begins in the masked text.
fn masks_of(masked: &[Range<usize>]) -> Vec<usize> {
    // How far the text before the mask, and the mask, reach in the masked text.
    let (mut kept, mut reached) = (0, 0);
    let begins = |hidden: &Range<usize>| {
        let mask = reached + hidden.start - kept;
        (kept, reached) = (hidden.end, mask + MASK.len());
        mask
    };
    masked.iter().map(begins).collect()
}

fn position_before_masking(
    masked: &[Range<usize>],
    masks: &[usize],
    at: usize,
    inside: impl Fn(&Range<usize>) -> usize,
) -> usize {
    // The last mask that begins before the position.
    let before = masks.partition_point(|mask| *mask < at).checked_sub(1);
    let Some((hidden, mask)) = before.and_then(|last| masked.get(last).zip(masks.get(last))) else {
        return at;
    };
    match at.checked_sub(mask + MASK.len()) {
        Some(after) => hidden.end + after,
        None => inside(hidden),
    }
}

/// The secrets that one reading finds.
///
/// One pass over the text, plus work around each trigger that is bounded by the
/// length of the line or block it is in.
fn read(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    // Each name is examined once, however many triggers it contains, and a
    // block or a value is not searched for further secrets.
    let (mut named, mut taken) = (0, 0);
    for (at, handler) in triggers(text) {
        if at.start < taken || (matches!(handler, Handler::Name) && at.start < named) {
            continue;
        }
        let secret = match handler {
            Handler::Prefix(form) => prefix::secret(text, at.clone(), form),
            Handler::Block => block::secret(text, at.clone()),
            Handler::Address => address::secret(text, at.clone()),
            Handler::PathTail(least) => address::path_tail(text, at.clone(), least),
            Handler::Scheme => assignment::after_scheme(text, at.clone()),
            Handler::Option => assignment::after_user_option(text, at.clone()),
            Handler::ShortOption => option::secret(text, at.clone()),
            Handler::Pin(length) => assignment::after_pin(text, at.start..at.start + length),
            Handler::Name => {
                let (name, secret) = assignment::secret(text, at.clone());
                named = named.max(name.end);
                secret
            }
        };
        if let Some(secret) = secret.filter(|secret| !secret.is_empty()) {
            taken = taken.max(secret.end);
            found.push(secret);
        }
    }
    merged(found)
}

/// The text with each secret replaced by [`MASK`]. Masking twice changes
/// nothing more.
pub fn mask(text: &str) -> Cow<'_, str> {
    replaced(text, &find(text))
}

/// The text with each range replaced by [`MASK`].
pub(super) fn replaced<'t>(text: &'t str, ranges: &[Range<usize>]) -> Cow<'t, str> {
    if ranges.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut kept = 0;
    for range in ranges {
        out.push_str(&text[kept..range.start]);
        out.push_str(MASK);
        kept = range.end;
    }
    out.push_str(&text[kept..]);
    Cow::Owned(out)
}

/// Ranges in order, with touching ones joined.
pub(super) fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut out: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match out.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => out.push(range),
        }
    }
    out
}
