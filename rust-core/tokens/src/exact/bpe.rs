//! A loaded vocabulary that counts tokens.

use std::cell::RefCell;

use super::cut::last_cut;
use super::joints::Joints;
use super::long_memo::LongMemo;
use super::memo::{Key, Memo, SHORT};
use super::merger::{Merger, Workspace};
use super::pattern::{Cl100k, DeepSeek, Kimi, Llama3, O200k, Pattern, Qwen2, Tekken};
use super::pretokenizer::piece_end;
use super::vocabulary::{VOCABULARIES, Vocabulary};
use super::whole_tokens::WholeTokens;
use super::window::piece_starts;

/// The bytes of a window, and as many after it as a key may read.
const WINDOW: usize = 64 + 16;

/// The longest pieces that the two memos for longer pieces take, in bytes.
const MIDDLING: usize = 32;
const LONG: usize = 252;

/// The pattern that cuts the text into pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "vocabularies"),
    allow(dead_code, reason = "a pattern whose vocabulary is left out is not used")
)]
pub(super) enum Scheme {
    /// See [`O200k`].
    O200k,
    /// See [`Cl100k`].
    Cl100k,
    /// See [`Qwen2`].
    Qwen2,
    /// See [`Tekken`].
    Tekken,
    /// See [`Kimi`].
    Kimi,
    /// See [`Llama3`].
    Llama3,
    /// See [`DeepSeek`].
    DeepSeek,
}

impl Scheme {
    /// The id of the token with rank zero: in some vocabularies special tokens
    /// come first.
    fn first_id(self) -> u32 {
        match self {
            Self::Tekken => 1000,
            Self::DeepSeek => 3,
            Self::O200k | Self::Cl100k | Self::Qwen2 | Self::Kimi | Self::Llama3 => 0,
        }
    }
}

/// A vocabulary that is loaded and ready for counting; see [`Encoding::bpe`].
///
/// Counting takes `&self` and works from any number of threads at once. Each
/// thread keeps three megabytes of memos for each vocabulary it has used.
///
/// [`Encoding::bpe`]: super::Encoding::bpe
#[derive(Debug)]
pub struct Bpe {
    scheme: Scheme,
    slot: usize,
    joints: Joints,
    merger: Merger,
    whole: WholeTokens,
}

/// What one thread keeps for one vocabulary.
#[derive(Debug)]
struct Scratch {
    memo: Memo,
    middling: LongMemo<MIDDLING, 8192>,
    long: LongMemo<LONG, 1024>,
    workspace: Workspace,
}

impl Scratch {
    fn new() -> Self {
        Self {
            memo: Memo::new(),
            middling: LongMemo::new(),
            long: LongMemo::new(),
            workspace: Workspace::default(),
        }
    }
}

thread_local! {
    static SCRATCH: [RefCell<Option<Scratch>>; VOCABULARIES] =
        const { [const { RefCell::new(None) }; VOCABULARIES] };
}

impl Bpe {
    pub(super) fn new(
        scheme: Scheme,
        slot: usize,
        vocabulary: Vocabulary,
        whole: WholeTokens,
    ) -> Self {
        let joints = Joints::new(&vocabulary);
        Self { scheme, slot, joints, merger: Merger::new(vocabulary), whole }
    }

    /// Counts the tokens of a text.
    pub fn count(&self, text: &str) -> usize {
        self.count_while(text, |_, _| true)
    }

    /// Counts the tokens of a text that has at most `limit` of them; otherwise
    /// returns `None` without reading much further than the limit.
    pub fn count_till_limit(&self, text: &str, limit: usize) -> Option<usize> {
        if self.least(text) > limit {
            return None;
        }
        let count = self.count_while(text, |count, _| count <= limit);
        (count <= limit).then_some(count)
    }

    /// Whether a text has more than `limit` tokens; answers as soon as that is known.
    pub fn exceeds(&self, text: &str, limit: usize) -> bool {
        if text.len() <= limit {
            return false;
        }
        if self.least(text) > limit {
            return true;
        }
        let undecided = |count: usize, rest: usize| count <= limit && count + rest > limit;
        self.count_while(text, undecided) > limit
    }

    /// Appends the ids of the text's tokens to `out`.
    pub fn encode(&self, text: &str, out: &mut Vec<u32>) {
        let text = text.as_bytes();
        self.with_scratch(|scratch| {
            let mut start = 0;
            while start < text.len() {
                let end = self.piece_end(text, start);
                if let Some(id) = self.whole.get(&text[start..end]) {
                    out.push(id);
                } else {
                    self.merger.encode(&text[start..end], &mut scratch.workspace);
                    let tokens = scratch.workspace.tokens.iter();
                    out.extend(tokens.map(|&token| self.merger.id(token) + self.scheme.first_id()));
                }
                start = end;
            }
        });
    }

    /// The longest prefix, ending between characters, that has at most
    /// `max_tokens` tokens when counted on its own.
    ///
    /// A cut word can have fewer tokens than its first half had as part of the
    /// whole, so prefixes are tried one by one, backwards from some tokens past
    /// the limit; in pieces of more than four kilobytes only those that end
    /// with a token are tried.
    pub fn prefix_within<'a>(&self, text: &'a str, max_tokens: usize) -> &'a str {
        if text.len() <= max_tokens {
            return text;
        }
        // The last count that was not over the limit.
        let mut known = (0, 0);
        let count = self.count_while(text, |count, rest| {
            if count <= max_tokens {
                known = (count, text.len() - rest);
            }
            count <= max_tokens
        });
        if count <= max_tokens {
            return text;
        }
        let (count, position) = known;
        let cut = last_cut(&text[..position], 0).unwrap_or(0);
        let between = self.count_pieces(text.as_bytes(), cut, position);
        let kept = self.tail_within(&text[cut..], max_tokens - (count - between));
        &text[..cut + kept]
    }

    /// The length of the longest prefix, of a text with more than `budget`
    /// tokens, that fits, for [`Bpe::prefix_within`].
    fn tail_within(&self, text: &str, budget: usize) -> usize {
        // A piece that is one token as a whole can have a few more inside.
        let beyond = if self.whole.longest() == 0 { 16 } else { 32 };
        const SMALL: usize = 4096;
        if budget == 0 {
            return 0;
        }
        let bytes = text.as_bytes();
        let mut ends = Vec::new();
        let mut start = 0;
        while start < text.len() && ends.len() < budget + beyond {
            let end = self.piece_end(bytes, start);
            if self.whole.get(&bytes[start..end]).is_some() {
                ends.push(end);
                start = end;
                continue;
            }
            let mut tokens = Vec::new();
            self.with_scratch(|scratch| {
                self.merger.encode(&bytes[start..end], &mut scratch.workspace);
                tokens.extend_from_slice(&scratch.workspace.tokens);
            });
            let lengths = tokens.iter().map(|&token| self.merger.token_length(token));
            ends.extend(lengths.scan(start, |end, length| {
                *end += length;
                Some(*end)
            }));
            start = end;
        }
        ends.truncate(budget + beyond);
        let last = ends.last().copied().unwrap_or(0);
        let fits = |&end: &usize| text.is_char_boundary(end) && self.count(&text[..end]) <= budget;
        let found = if last <= SMALL {
            (1..=last).rev().find(fits)
        } else {
            ends.into_iter().rev().find(fits)
        };
        found.unwrap_or(0)
    }

    /// Counts the pieces of the text between two starts of pieces.
    fn count_pieces(&self, text: &[u8], start: usize, end: usize) -> usize {
        let mut count = 0;
        let mut position = start;
        while position < end {
            let piece_end = self.piece_end(text, position);
            count += self.with_scratch(|scratch| {
                self.count_piece(&text[position..], piece_end - position, scratch)
            });
            position = piece_end;
        }
        count
    }

    /// The fewest tokens that a text of this length can have.
    fn least(&self, text: &str) -> usize {
        text.len() / self.merger.longest_token().max(self.whole.longest())
    }

    /// Counts until `go_on(count, bytes left)` returns `false`; returns the
    /// count so far.
    fn count_while(&self, text: &str, go_on: impl FnMut(usize, usize) -> bool) -> usize {
        self.with_scratch(|scratch| match self.scheme {
            Scheme::O200k => self.count_pattern::<O200k>(text.as_bytes(), scratch, go_on),
            Scheme::Cl100k => self.count_pattern::<Cl100k>(text.as_bytes(), scratch, go_on),
            Scheme::Qwen2 => self.count_pattern::<Qwen2>(text.as_bytes(), scratch, go_on),
            Scheme::Tekken => self.count_pattern::<Tekken>(text.as_bytes(), scratch, go_on),
            Scheme::Kimi => self.count_pattern::<Kimi>(text.as_bytes(), scratch, go_on),
            Scheme::Llama3 => self.count_pattern::<Llama3>(text.as_bytes(), scratch, go_on),
            Scheme::DeepSeek => self.count_pattern::<DeepSeek>(text.as_bytes(), scratch, go_on),
        })
    }

    fn count_pattern<P: Pattern>(
        &self,
        text: &[u8],
        scratch: &mut Scratch,
        mut go_on: impl FnMut(usize, usize) -> bool,
    ) -> usize {
        let mut count = 0;
        let mut start = 0;
        let mut padded = [b' '; WINDOW];
        while start < text.len() && go_on(count, text.len() - start) {
            let rest = &text[start..];
            // A window that contains no whole ASCII piece is not worth using.
            if rest[0] < 0x80 && rest.get(1).is_none_or(|&byte| byte < 0x80) {
                let window = rest.first_chunk().unwrap_or_else(|| {
                    padded[rest.len()..].fill(b' ');
                    padded[..rest.len()].copy_from_slice(rest);
                    &padded
                });
                let (counted, end) = self.count_window::<P>(window, scratch);
                if end > 0 {
                    count += counted;
                    start += end;
                    continue;
                }
            }
            let end = piece_end::<P>(text, start);
            count += self.count_piece(rest, end - start, scratch);
            start = end;
        }
        count
    }

    /// Counts the pieces that certainly lie in the window, and returns where
    /// the last of them ends.
    #[inline]
    fn count_window<P: Pattern>(
        &self,
        window: &[u8; WINDOW],
        scratch: &mut Scratch,
    ) -> (usize, usize) {
        let bytes = window.first_chunk().expect("the window is longer than what is looked at");
        let starts = piece_starts::<P>(bytes);
        let mut ends = starts & (starts - 1);
        let (mut count, mut start) = (0, 0);
        while ends != 0 {
            let end = ends.trailing_zeros() as usize;
            ends &= ends - 1;
            count += self.count_piece(&window[start..], end - start, scratch);
            start = end;
        }
        (count, start)
    }

    /// Counts the piece of `length` bytes that `text` starts with.
    #[inline]
    fn count_piece(&self, text: &[u8], length: usize, scratch: &mut Scratch) -> usize {
        if length > SHORT {
            return self.count_long(&text[..length], scratch);
        }
        let key = Key::of(text, length);
        match scratch.memo.get(key) {
            Some(count) => count,
            None => self.count_new(&text[..length], key, scratch),
        }
    }

    /// Counts a short piece that the memo does not know.
    #[cold]
    #[inline(never)]
    fn count_new(&self, piece: &[u8], key: Key, scratch: &mut Scratch) -> usize {
        let count = match self.whole.get(piece) {
            Some(_) => 1,
            None => self.merger.count(piece, &mut scratch.workspace),
        };
        scratch.memo.put(key, count);
        count
    }

    /// Counts a piece that is too long for the memo of short ones.
    #[inline(never)]
    fn count_long(&self, piece: &[u8], scratch: &mut Scratch) -> usize {
        if self.whole.longest() > 0 {
            return self.count_long_or_whole(piece, scratch);
        }
        self.count_segments::<false>(piece, scratch)
    }

    /// The same for vocabularies with whole tokens; a separate function so that
    /// it does not slow down the others.
    #[inline(never)]
    fn count_long_or_whole(&self, piece: &[u8], scratch: &mut Scratch) -> usize {
        match self.whole.get(piece) {
            Some(_) => 1,
            None => self.count_segments::<true>(piece, scratch),
        }
    }

    /// Counts a long piece segment by segment. `WHOLE` says whether the
    /// vocabulary has whole tokens, which do not count as such inside a piece.
    #[inline]
    fn count_segments<const WHOLE: bool>(&self, piece: &[u8], scratch: &mut Scratch) -> usize {
        let mut count = 0;
        let mut rest = piece;
        while rest.len() > SHORT {
            let length = self.joints.segment_end(rest);
            let segment = &rest[..length];
            let Scratch { middling, long, workspace, .. } = scratch;
            count += match length {
                0..=SHORT => self.count_segment::<WHOLE>(rest, length, scratch),
                length if length <= MIDDLING => {
                    middling.get_or_count(segment, || self.merger.count(segment, workspace))
                }
                length if length <= LONG => {
                    long.get_or_count(segment, || self.merger.count(segment, workspace))
                }
                _ => self.merger.count(segment, workspace),
            };
            rest = &rest[length..];
        }
        if !rest.is_empty() {
            count += self.count_segment::<WHOLE>(rest, rest.len(), scratch);
        }
        count
    }

    /// Counts the short segment, of `length` bytes, at the start of the rest of
    /// a piece.
    #[inline]
    fn count_segment<const WHOLE: bool>(
        &self,
        text: &[u8],
        length: usize,
        scratch: &mut Scratch,
    ) -> usize {
        // The memo of short pieces may know these bytes as a whole token.
        if WHOLE && self.whole.get(&text[..length]).is_some() {
            return self.merger.count(&text[..length], &mut scratch.workspace);
        }
        self.count_piece(text, length, scratch)
    }

    fn piece_end(&self, text: &[u8], start: usize) -> usize {
        match self.scheme {
            Scheme::O200k => piece_end::<O200k>(text, start),
            Scheme::Cl100k => piece_end::<Cl100k>(text, start),
            Scheme::Qwen2 => piece_end::<Qwen2>(text, start),
            Scheme::Tekken => piece_end::<Tekken>(text, start),
            Scheme::Kimi => piece_end::<Kimi>(text, start),
            Scheme::Llama3 => piece_end::<Llama3>(text, start),
            Scheme::DeepSeek => piece_end::<DeepSeek>(text, start),
        }
    }

    /// Lends this thread's scratch memory; a thread that is ending gets new
    /// memory.
    fn with_scratch<T>(&self, work: impl FnOnce(&mut Scratch) -> T) -> T {
        let mut work = Some(work);
        let result = SCRATCH.try_with(|scratch| {
            let mut scratch = scratch[self.slot].try_borrow_mut().ok()?;
            let work = work.take()?;
            Some(work(scratch.get_or_insert_with(Scratch::new)))
        });
        match (result, work) {
            (Ok(Some(result)), _) => result,
            (_, Some(work)) => work(&mut Scratch::new()),
            (_, None) => unreachable!("the work is taken only where its result is returned"),
        }
    }
}
