//! What a spec asks other threads for, and where it waits until a state shows that they answered.

use std::collections::HashMap;
use std::ops::Range;

use crate::header_tool::{Source, Token, TokenKind};

/// How the names of what a session is only asked for begin, and those of its
/// events.
const QUESTIONS: &[&str] = &["Can", "Estimate", "Find", "Get", "Has", "Is", "On"];
/// What an `FSpecWindow` does in the user's place.
const BY_THE_WINDOW: &[&str] = &["Click", "ClickIcon", "Say", "Type", "Write"];
/// What the stand-in does in the user's place; the chat's widgets pass it on to a session.
const BY_THE_STAND_IN: &[&str] = &["Click", "DoubleClick", "DropFiles", "PressKey", "TypeText"];
/// What lets as many frames pass as a state needs, besides all names that begin like the last one.
const WAITS: &[&str] = &["FramesUntil", "Settle", "Until"];
/// What lets a number of frames pass.
const COUNTS: &[&str] = &["Frames", "PumpFrames"];
/// How deep helpers may call helpers that come after them in the file.
const DEEPEST: usize = 8;

/// A number of frames that passes after something was asked for.
pub(super) struct CountedFrames<'a> {
    /// The line of the call.
    pub(super) line: u32,
    /// What lets them pass.
    pub(super) by: &'a str,
    /// What asked.
    pub(super) after: &'a str,
}

/// What a function did last that concerns other threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last<'a> {
    /// It asked for something, by a call of this name.
    Asked(&'a str),
    /// It waited for a state.
    Waited,
}

/// The code of a spec.
pub(super) struct SpecCode<'s, 'a> {
    source: &'s Source<'a>,
    /// Where the bracket opens that closes at a word.
    opens: HashMap<usize, usize>,
    /// Whether the chat's window is in it. A widget by itself asks no session.
    has_window: bool,
    /// What its own functions did last, by their names.
    ends: HashMap<&'a str, Last<'a>>,
}

impl<'s, 'a> SpecCode<'s, 'a> {
    pub(super) fn read(source: &'s Source<'a>) -> Self {
        let code = &source.code;
        let brackets = (0..code.len()).map(|open| (source.close(open), open));
        let opens = brackets.filter(|(close, open)| close != open).collect();
        let has_window = code.iter().any(|token| token.is_word("FSpecWindow"));
        let mut spec = Self { source, opens, has_window, ends: HashMap::new() };
        for _ in 0..DEEPEST {
            let functions = spec.functions().into_iter();
            let ends: HashMap<_, _> =
                functions.filter_map(|(name, body)| Some((name, spec.follow(body).1?))).collect();
            if ends == spec.ends {
                break;
            }
            spec.ends = ends;
        }
        spec
    }

    /// All numbers of frames that pass although something was asked for.
    pub(super) fn counted_frames(&self) -> Vec<CountedFrames<'a>> {
        self.functions().into_iter().flat_map(|(_, body)| self.follow(body).0).collect()
    }

    /// The functions, by name, and what is between their braces.
    fn functions(&self) -> Vec<(&'a str, Range<usize>)> {
        let code = &self.source.code;
        let mut found = Vec::new();
        let mut at = 0;
        while at < code.len() {
            if code[at].is_mark("{")
                && let Some(name) = self.function_before(at)
            {
                let end = self.source.close(at);
                found.push((name, at + 1..end));
                at = end;
            }
            at += 1;
        }
        found
    }

    /// The name of the function whose body this brace opens.
    fn function_before(&self, brace: usize) -> Option<&'a str> {
        let before = &self.source.code[..brace];
        let is_quality =
            |token: &Token<'_>| ["const", "noexcept", "override"].contains(&token.text);
        let last = before.iter().rposition(|token| !is_quality(token))?;
        let open = *self.opens.get(&last)?;
        let name = before[..open].last()?;
        (before[last].is_mark(")") && name.kind == TokenKind::Identifier).then_some(name.text)
    }

    /// Whether this brace opens the body of a lambda.
    fn begins_lambda(&self, brace: usize) -> bool {
        let before = &self.source.code[..brace];
        let Some(last) = before.iter().rposition(|token| token.text != "mutable") else {
            return false;
        };
        let captures = if before[last].is_mark(")") {
            self.opens.get(&last).and_then(|open| before[..*open].last())
        } else {
            Some(&before[last])
        };
        captures.is_some_and(|token| token.is_mark("]"))
    }

    /// Goes through a function as it is written: the numbers of frames that pass although something
    /// was asked for, and what it did last.
    fn follow(&self, body: Range<usize>) -> (Vec<CountedFrames<'a>>, Option<Last<'a>>) {
        let code = &self.source.code;
        let mut found = Vec::new();
        let mut last: Option<Last<'a>> = None;
        // A lambda runs at another time than what is around it.
        let mut around: Vec<(usize, Option<Last<'a>>)> = Vec::new();
        for at in body {
            let token = &code[at];
            if token.is_mark("{") && self.begins_lambda(at) {
                around.push((self.source.close(at), last.take()));
            } else if around.last().is_some_and(|(end, _)| *end == at) {
                last = around.pop().and_then(|(_, before)| before);
            }
            let is_call = token.kind == TokenKind::Identifier
                && code.get(at + 1).is_some_and(|next| next.is_mark("("));
            if !is_call {
                continue;
            }
            if COUNTS.contains(&token.text) {
                if let Some(Last::Asked(after)) = last {
                    found.push(CountedFrames { line: token.line, by: token.text, after });
                }
            } else {
                last = self.effect(at).or(last);
            }
        }
        (found, last)
    }

    /// What the call at a word does, if that concerns other threads.
    fn effect(&self, at: usize) -> Option<Last<'a>> {
        let name = self.source.code[at].text;
        if WAITS.contains(&name) || continues(name, "Until") {
            return Some(Last::Waited);
        }
        if self.asks(at) {
            return Some(Last::Asked(name));
        }
        let before = self.source.code[..at].last();
        let is_others =
            before.is_some_and(|it| [".", "->", "::"].iter().any(|mark| it.is_mark(mark)));
        match self.ends.get(name)? {
            _ if is_others => None,
            Last::Asked(_) => Some(Last::Asked(name)),
            Last::Waited => Some(Last::Waited),
        }
    }

    /// Whether the call at a word asks for what comes from another thread.
    fn asks(&self, at: usize) -> bool {
        let name = self.source.code[at].text;
        // `CancelTurn` asks nothing: a word of the name ends where the next one begins.
        let is_command = !QUESTIONS.iter().any(|begin| continues(name, begin));
        match &self.source.code[..at] {
            [.., owner, arrow] if arrow.is_mark("->") && owner.is_word("Session") => is_command,
            [.., owner, open, close, arrow]
                if arrow.is_mark("->")
                    && owner.is_word("GetSession")
                    && open.is_mark("(")
                    && close.is_mark(")") =>
            {
                is_command
            }
            [.., owner, dot]
                if owner.is_word("Window") && (dot.is_mark("->") || dot.is_mark(".")) =>
            {
                BY_THE_WINDOW.contains(&name)
            }
            [.., owner, colons] if owner.is_word("StandIn") && colons.is_mark("::") => {
                self.has_window && BY_THE_STAND_IN.contains(&name)
            }
            _ => false,
        }
    }
}

/// Whether a name begins with this word, and another one follows.
fn continues(name: &str, word: &str) -> bool {
    name.strip_prefix(word).is_some_and(|rest| rest.starts_with(char::is_uppercase))
}
