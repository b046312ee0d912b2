//! Story coverage: what a colleague must know to take over, annotated by hand,
//! and whether the compacted conversation still says it.
//!
//! An annotation lists what must be found together in one passage: for each
//! group one of several wordings. A list of bare names does not say it, since
//! the groups name what was done or wanted, too.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use vibeue_core::compaction::Measure as _;
use vibeue_core::conversation::{Conversation, Role};
use vibeue_core::tokens::{Budget, ReplyLengths};

use crate::common::{Exact, load, shared_transcripts};
use crate::view::{View, at_share, fixed, share, trivial, within};
use crate::wordless::wordless;

/// The longest passage in which all groups of an annotation must be found, in
/// bytes.
const PASSAGE: usize = 500;

#[derive(Deserialize)]
struct Story {
    conversation: String,
    items: Vec<Item>,
}

/// One thing that must not be lost.
#[derive(Deserialize)]
struct Item {
    kind: String,
    from: Vec<usize>,
    says: String,
    find: Vec<Vec<String>>,
}

impl Item {
    /// Returns whether a text, lower case and on one line, says it in one passage.
    fn is_stated(&self, text: &str) -> bool {
        let Some(first) = self.find.iter().max_by_key(|group| {
            // The rarest group anchors the passage.
            std::cmp::Reverse(
                group.iter().map(|it| text.matches(it.as_str()).count()).sum::<usize>(),
            )
        }) else {
            return true;
        };
        let anchors = first.iter().flat_map(|word| text.match_indices(word.as_str()));
        anchors.map(|(at, _)| at).any(|at| {
            let from = text.floor_char_boundary(at.saturating_sub(PASSAGE));
            let to = text.floor_char_boundary((at + PASSAGE).min(text.len()));
            let near = &text[from..to];
            self.find.iter().all(|group| group.iter().any(|word| near.contains(word.as_str())))
        })
    }
}

fn folded(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn data() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data")
}

/// All available annotated conversations, with whether they ship with the project.
fn stories() -> Vec<(String, Story, Conversation, bool)> {
    let shared: BTreeMap<String, Conversation> = shared_transcripts().into_iter().collect();
    let mut files: Vec<PathBuf> = std::fs::read_dir(data().join("story"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "json"))
        .collect();
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let story: Story = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let own = data().join(&story.conversation);
        if own.is_file() {
            let conversation = load(&own);
            found.push((name, story, conversation, true));
        } else if let Some(conversation) = shared.get(story.conversation.trim_end_matches(".json"))
        {
            found.push((name, story, conversation.clone(), false));
        } else {
            eprintln!("SKIPPED: {} is not at hand", story.conversation);
        }
    }
    found
}

/// The share of a story that a text tells, and what it does not tell.
fn coverage<'s>(story: &'s Story, text: &str) -> (f64, Vec<&'s Item>) {
    let text = folded(text);
    let lost: Vec<&Item> = story.items.iter().filter(|item| !item.is_stated(&text)).collect();
    (1.0 - lost.len() as f64 / story.items.len() as f64, lost)
}

#[test]
fn every_annotation_is_told_by_the_conversation_itself() {
    for (name, story, conversation, _) in stories() {
        let whole = trivial(&conversation, u64::MAX, false, &Exact::new());
        let (told, lost) = coverage(&story, &whole);
        let lost: Vec<&str> = lost.iter().map(|item| item.says.as_str()).collect();
        assert!((told - 1.0).abs() < 1e-9, "{name}: {lost:#?}");
        let kinds: Vec<&str> = KINDS.to_vec();
        for item in &story.items {
            assert!(kinds.contains(&item.kind.as_str()), "{name}: {}", item.kind);
            assert!(item.from.iter().all(|at| *at < conversation.messages.len()), "{name}");
        }
    }
}

const KINDS: [&str; 10] = [
    "request",
    "rule",
    "reminder",
    "correction",
    "answer",
    "decision",
    "cause",
    "fix",
    "open",
    "promise",
];

#[test]
fn a_list_of_bare_names_tells_no_story() {
    for (name, story, conversation, _) in stories() {
        // Every word that is not plain prose, in its order.
        let whole = trivial(&conversation, u64::MAX, false, &Exact::new());
        let names: Vec<&str> = whole
            .split([' ', '\n', '\t', ',', ':', '"', '{', '}', '[', ']'])
            .filter(|word| {
                !word.is_empty()
                    && !word.chars().all(|c| c.is_lowercase() || c.is_ascii_punctuation())
            })
            .collect();
        let (told, _) = coverage(&story, &names.join(", "));
        eprintln!("{name}: names alone tell {told:.2}");
        assert!(told < 0.55, "{name}: {told:.2}");
    }
}

#[test]
fn a_colleague_who_sees_the_compacted_conversation_alone_knows_the_story() {
    let exact = Exact::new();
    let mut failed = Vec::new();
    eprintln!("conversation at: ours newest users | without words | size");
    for (name, story, conversation, own) in stories() {
        let share = share();
        let mut views: Vec<(String, Option<View>, f64)> =
            vec![(format!("{share}"), at_share(&conversation, share, &exact), floor(&name))];
        if own {
            // The target is half of the room, including the part that the tools take.
            let room = room(&conversation, 16_000, &exact);
            let asked = room / 2 - fixed(&conversation, &exact).1;
            views.push(("16000".to_owned(), within(&conversation, room, asked, &exact), AIM));
        }
        for (at, view, floor) in views {
            let Some(view) = view else {
                eprintln!("{name} at {at}: refused");
                continue;
            };
            view.show(&format!("story-{name}-{at}"), &exact);
            let (ours, lost) = coverage(&story, &view.text());
            let (newest, _) = coverage(&story, &trivial(&conversation, view.tokens, false, &exact));
            let (users, _) = coverage(&story, &trivial(&conversation, view.tokens, true, &exact));
            let summary = view.summary();
            let bare = wordless(&summary);
            eprintln!(
                "{name:20} {at:5}: {ours:.2} {newest:.2} {users:.2} | {bare:.2} | {:.2}",
                view.ratio()
            );
            for item in &lost {
                eprintln!("    {} {:?}: {}", item.kind, item.from, item.says);
            }
            if ours < floor {
                failed.push(format!("{name} at {at}: story {ours:.2}"));
            }
            if bare > WORDLESS {
                failed.push(format!("{name} at {at}: {bare:.2} without words"));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// What a request may use of a window, as the session and `vibeue compact` have
/// it for a model that nobody knows.
fn room(conversation: &Conversation, window: u64, measure: &Exact) -> u64 {
    let mut replies = ReplyLengths::new();
    for message in conversation.messages.iter().filter(|m| m.role == Role::Assistant) {
        replies.observe(measure.message(message));
    }
    let reserve = Budget::learned_reserve(window, None, replies.long(), false);
    Budget::new(window, reserve, None).unwrap().available()
}

/// What story coverage may not fall below at a share of the tokens.
fn floor(name: &str) -> f64 {
    if name == "blueprint-door" { AIM } else { FLOOR }
}

/// What it may not fall below on the sample.
const AIM: f64 = 0.95;

/// What it may not fall below on any conversation.
const FLOOR: f64 = 0.85;

/// The most of a summary that may be names and numbers without a word; the aim
/// is 0.15.
const WORDLESS: f64 = 0.15;
