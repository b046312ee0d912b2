//! Phrases that the user never wants to lose.

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use hashbrown::HashSet;

use super::digest::neutralize;
use super::facts::sentences;
use super::rules::{KEPT_LIST, KEPT_SENTENCE, Line, Section, one_line, rank};
use crate::secrets::mask;
use vibeue_conversation::settings::Settings;
use vibeue_conversation::{Message, MessageId, MessageKind, Role};

/// The phrases of the setting `keep`. Every summary contains this list and,
/// word for word, the sentences of the user or the agent that mention one.
pub(super) struct KeepList<'s> {
    phrases: &'s [String],
    finder: Option<AhoCorasick>,
}

/// The most sentences that compete: the latest ones.
const MOST: usize = 400;

impl<'s> KeepList<'s> {
    /// Reads the list from the settings.
    pub(super) fn of(settings: &'s Settings) -> Self {
        let phrases = &settings.keep[..];
        let finder = (!phrases.is_empty())
            .then(|| {
                AhoCorasick::builder()
                    .ascii_case_insensitive(true)
                    .kind(Some(AhoCorasickKind::ContiguousNFA))
                    .build(phrases.iter().map(|phrase| phrase.trim()))
                    .ok()
            })
            .flatten();
        Self { phrases, finder }
    }

    /// Returns whether the list is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.finder.is_none()
    }

    /// Returns whether a text mentions a phrase: as whole words, in any case.
    pub(super) fn is_named_in(&self, text: &str) -> bool {
        let Some(finder) = &self.finder else { return false };
        let bytes = text.as_bytes();
        let word = |at: Option<usize>| at.and_then(|at| bytes.get(at)).copied();
        finder.find_overlapping_iter(text).any(|found| {
            let joins = |outside: Option<u8>, inside: Option<u8>| {
                let letter = |byte: Option<u8>| byte.is_some_and(|it| it.is_ascii_alphanumeric());
                letter(outside) && letter(inside)
            };
            found.end() > found.start()
                && !joins(word(found.start().checked_sub(1)), word(Some(found.start())))
                && !joins(word(Some(found.end())), word(Some(found.end() - 1)))
        })
    }

    /// The list itself, as a line of a summary.
    fn line(&self) -> Line {
        let phrases: Vec<String> =
            self.phrases.iter().map(|phrase| format!("\"{}\"", phrase.trim())).collect();
        let text = mask(&phrases.join(", ")).into_owned();
        Line {
            section: Section::Overview,
            rank: rank::KEEP + 1,
            order: (0, 0),
            text: format!("{KEPT_LIST}{text}"),
        }
    }

    /// The sentences of a message that mention a phrase, with their source.
    fn sentences_of(&self, message: &Message) -> Vec<Line> {
        let speaker = match message.role {
            Role::User if message.is_user_request() => " user",
            Role::Assistant => "",
            _ => return Vec::new(),
        };
        let mut kept = Vec::new();
        for text in message.texts().filter(|text| self.is_named_in(text)) {
            let folded = one_line(text, text.len());
            for sentence in whole_sentences(&folded) {
                if self.is_named_in(sentence) {
                    kept.push(sentence_line(message.id, kept.len() as u32, speaker, sentence));
                }
            }
        }
        kept
    }

    /// Adds the list and the sentences that mention a phrase to the lines of a
    /// summary, ahead of everything else. `gone` are the messages that the
    /// summary replaces; `cut` are those that stay in a shorter form, each with
    /// that form.
    ///
    /// A line of an older summary that mentions a phrase is kept as it is. A
    /// sentence that an older summary kept for a phrase that is no longer in
    /// the list competes with the other lines.
    pub(super) fn add_to<'m>(
        &self,
        lines: &mut Vec<Line>,
        gone: impl Iterator<Item = &'m Message>,
        cut: impl Iterator<Item = (&'m Message, &'m Message)>,
    ) {
        for line in lines.iter_mut().filter(|line| line.text.starts_with(KEPT_SENTENCE)) {
            if !self.is_named_in(without_source(&line.text)) {
                line.rank = rank::STATEMENT;
            }
        }
        if self.is_empty() {
            return;
        }
        let mut own: HashSet<u64> = HashSet::new();
        let mut kept: Vec<Line> = Vec::new();
        for message in gone.filter(|message| message.kind == MessageKind::Normal) {
            own.insert(message.id.0);
            kept.extend(self.sentences_of(message));
        }
        for (message, short) in cut {
            own.insert(message.id.0);
            let left = one_line(&short.joined_text(), usize::MAX);
            let lost = |line: &Line| !left.contains(without_source(&line.text));
            kept.extend(self.sentences_of(message).into_iter().filter(lost));
        }
        kept.drain(..kept.len().saturating_sub(MOST));
        // What an older summary says no longer has a message of its own.
        for line in lines.iter_mut() {
            let carried = !own.contains(&line.order.0);
            if carried && line.rank < rank::RULE && self.is_named_in(&line.text) {
                line.rank = rank::KEEP - 1;
            }
        }
        let stated = lines.iter().filter(|line| line.rank >= rank::RULE);
        let mut seen: Vec<String> =
            stated.map(|line| without_source(&line.text).to_owned()).collect();
        kept.retain(|line| {
            let sentence = without_source(&line.text);
            let new = !seen.iter().any(|known| known.contains(sentence));
            if new {
                seen.push(sentence.to_owned());
            }
            new
        });
        lines.extend(kept);
        lines.push(self.line());
        lines.sort_by_key(|line| std::cmp::Reverse((line.rank, line.order)));
    }
}

fn sentence_line(id: MessageId, nth: u32, speaker: &str, sentence: &str) -> Line {
    let text = format!("{KEPT_SENTENCE}{id}{speaker}): {sentence}");
    Line {
        section: Section::Overview,
        rank: rank::KEEP,
        order: (id.0, nth),
        text: neutralize(&text).into_owned(),
    }
}

/// The sentences of a text on one line; a number that ends a sentence does not
/// begin a list item.
fn whole_sentences(text: &str) -> Vec<&str> {
    let mut whole: Vec<&str> = Vec::new();
    for sentence in sentences(text) {
        let digits = sentence.bytes().take_while(u8::is_ascii_digit).count();
        let ends = sentence[digits..].starts_with(['.', '!', '?']);
        match whole.last_mut() {
            Some(last) if digits > 0 && ends && last.ends_with(char::is_alphanumeric) => {
                let start = last.as_ptr() as usize - text.as_ptr() as usize;
                let end = sentence.as_ptr() as usize - text.as_ptr() as usize + digits + 1;
                *last = &text[start..end];
                let rest = sentence[digits + 1..].trim_start();
                if !rest.is_empty() {
                    whole.push(rest);
                }
            }
            _ => whole.push(sentence),
        }
    }
    whole
}

/// A line without its source.
fn without_source(text: &str) -> &str {
    text.split_once("): ").map_or(text, |parts| parts.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(keep: &[&str]) -> Settings {
        Settings {
            keep: keep.iter().map(|phrase| (*phrase).to_owned()).collect(),
            ..Settings::default()
        }
    }

    fn texts(lines: &[Line]) -> Vec<&str> {
        lines.iter().map(|line| line.text.as_str()).collect()
    }

    #[test]
    fn a_phrase_is_named_as_whole_words_in_any_capitals() {
        let settings = settings(&["BP_Door", "never touch Config/", "鍵"]);
        let keep = KeepList::of(&settings);
        for text in ["open bp_door.", "BP_Door", "BP_Door_C", "NEVER TOUCH config/", "赤い鍵です"]
        {
            assert!(keep.is_named_in(text), "{text}");
        }
        for text in ["BP_Doors", "xBP_Door", "BP Door", "never touch Conf", ""] {
            assert!(!keep.is_named_in(text), "{text}");
        }
        let none = Settings::default();
        assert!(!KeepList::of(&none).is_named_in("BP_Door"));
    }

    #[test]
    fn sentences_of_user_and_agent_come_word_for_word_with_their_source() {
        let settings = settings(&["BP_Door", "Config/"]);
        let keep = KeepList::of(&settings);
        let messages = [
            Message::text(MessageId(2), Role::User, "Open it. BP_Door must stay\n  shut. Thanks."),
            Message::text(MessageId(3), Role::Assistant, "I left Config/ alone. Next is the map."),
            Message::tool_result(MessageId(4), "c", None, "BP_Door is dirty.", false),
            Message::text(MessageId(5), Role::User, "BP_Door must stay shut."),
            Message::text(MessageId(6), Role::User, "Say BP_Door. And Config/ twice."),
        ];
        assert_eq!(
            whole_sentences("Oil the upper hinge with number 7. Then take a rest."),
            ["Oil the upper hinge with number 7.", "Then take a rest."]
        );
        let short = Message::text(MessageId(6), Role::User, "[…] And Config/ twice.");
        let old = |text: &str, order| Line {
            section: Section::Overview,
            rank: rank::KEEP,
            order: (order, 0),
            text: text.to_owned(),
        };
        let mut lines = vec![
            old("Kept (m1 user): Config/ is mine.", 1),
            old("Kept (m1): The map is no longer in the list.", 1),
        ];
        keep.add_to(&mut lines, messages[..4].iter(), [(&messages[4], &short)].into_iter());
        assert_eq!(
            texts(&lines),
            [
                "Keep (settings): \"BP_Door\", \"Config/\"",
                "Kept (m6 user): Say BP_Door.",
                "Kept (m3): I left Config/ alone.",
                "Kept (m2 user): Open it. BP_Door must stay shut.",
                "Kept (m1 user): Config/ is mine.",
                "Kept (m1): The map is no longer in the list.",
            ]
        );
        assert_eq!(lines.last().map(|line| line.rank), Some(rank::STATEMENT));
        let none = Settings::default();
        let mut lines = vec![old("Kept (m1 user): Config/ is mine.", 1)];
        KeepList::of(&none).add_to(&mut lines, messages.iter(), std::iter::empty());
        assert_eq!(texts(&lines), ["Kept (m1 user): Config/ is mine."]);
        assert_eq!(lines[0].rank, rank::STATEMENT);
    }
}
