//! What must hold for every file, however damaged.

use std::collections::HashSet;

use vibeue_core::ErrorKind;
use vibeue_core::compaction::{CompactRequest, Compaction, Outcome, compact};
use vibeue_core::conversation::transcript::{
    Format, Layout, ReadOptions, SETTLED_TOKENS, Transcript, detect, read, settle, write,
};
use vibeue_core::conversation::{Conversation, Message, Role, pairing};
use vibeue_core::session::journal::{ReadHistory, salvage};
use vibeue_core::settings::Settings;
use vibeue_core::tokens::Counter;
use vibeue_core::tokens::exact::Encoding;

use crate::random::Random;
use crate::samples::Shape;

/// The outcome for a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Refused,
    Irreducible,
    Unchanged,
    Compacted,
}

impl Verdict {
    pub(crate) const ALL: [Verdict; 4] =
        [Verdict::Refused, Verdict::Irreducible, Verdict::Unchanged, Verdict::Compacted];
}

/// Reads and compacts a file, and panics where something does not hold.
pub(crate) fn judge(shape: Shape, bytes: &[u8], random: &mut Random) -> Verdict {
    if shape == Shape::Journal {
        return judge_journal(bytes, random);
    }
    let transcript = match (read(bytes, &options()), read(bytes, &options())) {
        (Ok(first), Ok(second)) => {
            assert_eq!(first, second, "the same file is the same conversation");
            first
        }
        (first, second) => {
            let (first, second) = (first.unwrap_err(), second.unwrap_err());
            assert_eq!(first, second, "the same file is the same error");
            assert_eq!(first.kind(), ErrorKind::Input, "{first}");
            return Verdict::Refused;
        }
    };
    assert_eq!(detect(bytes), Ok(transcript.format));
    assert_goes_back(&transcript);
    let Transcript { conversation, format, layout, .. } = transcript;
    judge_conversation(&conversation, Some((format, &layout)), random)
}

fn options() -> ReadOptions {
    ReadOptions::default().named("mutant")
}

/// What was read and written is read as the same conversation, and written
/// once more as the same text.
fn assert_goes_back(transcript: &Transcript) {
    let text = transcript.to_text().unwrap();
    let again = read(text.as_bytes(), &options()).unwrap();
    pairing::check_pairs(&again.conversation.messages).unwrap();
    // A file that has messages of both providers may lose those that decided.
    if again.format == transcript.format {
        assert_same(&again.to_text().unwrap(), &text);
    }
}

/// Texts that should be the same; shows where they differ.
fn assert_same(left: &str, right: &str) {
    if left != right {
        let differs = left.bytes().zip(right.bytes()).position(|(left, right)| left != right);
        let at = differs.unwrap_or(left.len().min(right.len())).saturating_sub(300);
        let shown = |text: &str| -> String {
            text[text.floor_char_boundary(at)..].chars().take(900).collect()
        };
        panic!("writing is not a fixed point:\n{}\n\n{}", shown(left), shown(right));
    }
}

fn judge_journal(bytes: &[u8], random: &mut Random) -> Verdict {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    std::fs::write(&path, bytes).unwrap();
    match (ReadHistory::read(&path), ReadHistory::read(&path)) {
        (Ok(first), Ok(second)) => {
            let conversation = first.history.to_conversation();
            assert_eq!(conversation, second.history.to_conversation());
            judge_conversation(&conversation, None, random)
        }
        (first, second) => {
            let (first, second) = (first.unwrap_err(), second.unwrap_err());
            assert_eq!(first, second, "the same file is the same error");
            // What is readable is carried over, or there is none.
            let saved = folder.path().join("saved");
            if salvage(&path, &saved, 3).is_ok() {
                ReadHistory::read(&saved).unwrap();
            }
            Verdict::Refused
        }
    }
}

pub(crate) fn judge_conversation(
    before: &Conversation,
    written: Option<(Format, &Layout)>,
    random: &mut Random,
) -> Verdict {
    // A journal may end with a call that still waits for its result.
    let whole = pairing::check_pairs(&before.messages).is_ok();
    assert!(whole || written.is_none(), "a file is read with its pairs whole");
    let counter = Counter::for_encoding(Encoding::O200kBase);
    let settings = Settings::default();
    let fixed = counter.request([], &before.tools).total();
    let available = fixed + 100 + random.below(4_000) as u64;
    // A quarter asks for it by hand.
    let forced = random.below(4) == 0;
    let plan = |messages: &[Message], available: u64| {
        let refs: Vec<&Message> = messages.iter().collect();
        let tokens: Vec<u64> =
            refs.iter().map(|message| counter.message(message).total()).collect();
        let request = CompactRequest {
            messages: &refs,
            tokens: &tokens,
            fixed,
            available,
            settings: &settings,
            reason: "test",
            forced,
            next_id: before.next_id(),
            next_record: 1,
            now: 1_795_212_000_000,
        };
        compact(&request, &counter)
    };
    let room = available.saturating_sub(SETTLED_TOKENS);
    let first = plan(&before.messages, room);
    assert_eq!(first, plan(&before.messages, room), "the same input gives the same result");
    let total = |conversation: &Conversation| counter.conversation(conversation).total();
    match first {
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Irreducible, "{error}");
            assert!(total(before) > room, "{error}");
            Verdict::Irreducible
        }
        Ok(Outcome::Unchanged(_)) => {
            assert!(total(before) <= room);
            Verdict::Unchanged
        }
        Ok(Outcome::Compacted(compaction)) => {
            let mut after = applied(before, &compaction);
            assert_eq!(compaction.tokens_after, total(&after));
            if let Some((format, layout)) = written {
                settle(&mut after, format, layout).unwrap();
                assert_written(&after, format, layout);
            }
            assert!(total(&after) <= available, "{} > {available}", total(&after));
            if whole {
                pairing::check_pairs(&after.messages).unwrap();
            }
            assert_eq!(instructions(before), instructions(&after), "the host's instructions stay");
            Verdict::Compacted
        }
    }
}

fn applied(before: &Conversation, compaction: &Compaction) -> Conversation {
    Conversation { messages: compaction.apply(&before.messages), ..before.clone() }
}

/// The host's instructions, each once: an Anthropic request has them as the
/// blocks of one field.
fn instructions(conversation: &Conversation) -> HashSet<String> {
    let system = conversation.messages.iter().filter(|message| message.role == Role::System);
    let texts = system.flat_map(Message::texts).map(str::to_owned);
    texts.filter(|text| !text.trim().is_empty()).collect()
}

/// The format that was read is the one that is written, and read again.
fn assert_written(after: &Conversation, format: Format, layout: &Layout) {
    let text = write(after, format, layout).unwrap();
    if detect(text.as_bytes()) != Ok(format) {
        // Without a summary nothing but words may be left, which are the same
        // for both providers.
        let summary = after.messages.iter().any(|message| message.kind != Default::default());
        assert!(!summary, "{:?} is not {format:?}: {text}", detect(text.as_bytes()));
    }
    let again = read(text.as_bytes(), &options()).unwrap();
    pairing::check_pairs(&again.conversation.messages).unwrap();
    assert_eq!(instructions(after), instructions(&again.conversation));
}
