//! The sources of a summary's lines, on any text.

use proptest::prelude::*;
use vibeue_core::compaction::{LineBasis, SummaryLine};
use vibeue_core::conversation::{Message, MessageId, Role};

/// Words that prove something, names and numbers among them.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{4,9}",
        "BP_[A-Z][a-z]{2,6}_[0-9]",
        "[0-9]{2,4}",
        "[a-z]{3,6}/[a-z]{3,6}\\.cpp"
    ]
}

fn sentence() -> impl Strategy<Value = String> {
    prop::collection::vec(word(), 3..12).prop_map(|words| words.join(" "))
}

fn talk() -> impl Strategy<Value = Vec<Vec<String>>> {
    prop::collection::vec(prop::collection::vec(sentence(), 1..4), 1..20)
}

fn messages(talk: &[Vec<String>]) -> Vec<Message> {
    let say = |(at, sentences): (usize, &Vec<String>)| {
        let id = MessageId(2 * at as u64 + 3);
        let text = sentences.join(". ");
        match at % 3 {
            0 => Message::text(id, Role::User, text),
            1 => Message::text(id, Role::Assistant, text),
            _ => Message::tool_result(id, "call", None, text, false),
        }
    };
    talk.iter().enumerate().map(say).collect()
}

proptest! {
    #[test]
    fn a_copied_sentence_finds_its_message(
        talk in talk(),
        at in any::<prop::sample::Index>(),
        of in any::<prop::sample::Index>(),
    ) {
        let messages = messages(&talk);
        let condensed: Vec<&Message> = messages.iter().collect();
        let at = at.index(talk.len());
        let copied = &talk[at][of.index(talk[at].len())];
        // Quoted or not, and with the span of everything that a check appends.
        let (first, last) = (condensed[0].id, condensed[condensed.len() - 1].id);
        for line in [format!("- {copied}."), copied.to_uppercase(), format!("{copied} ({first}-{last})")] {
            let found = SummaryLine::of_summary(&line, &condensed);
            prop_assert_eq!(found.len(), 1);
            let same = talk.iter().filter(|said| said.contains(copied)).count();
            prop_assert!(same > 8 || found[0].sources.contains(&condensed[at].id), "{:?}", found);
        }
    }

    #[test]
    fn every_source_is_condensed_and_named_once_in_order(
        talk in talk(),
        lines in prop::collection::vec(
            (sentence(), prop::collection::vec(0_u64..60, 0..4), 0..6), 0..12,
        ),
    ) {
        let messages = messages(&talk);
        let condensed: Vec<&Message> = messages.iter().collect();
        let line = |(words, ids, form): &(String, Vec<u64>, i32)| {
            let ids: Vec<String> = ids.iter().map(|id| format!("m{id}")).collect();
            match form {
                0 => format!("- {words} ({})", ids.join("-")),
                1 => format!("{}: {words}", ids.join(" ")),
                2 => format!("Rule ({}): {words}", ids.join(", ")),
                3 => "## Codebase status".to_owned(),
                4 => format!("{} user: \"{words}\" (answers {}: x)", ids.join(","), ids.join(" ")),
                _ => words.clone(),
            }
        };
        let lines: Vec<String> = lines.iter().map(line).collect();
        let text = lines.join("\n");
        let found = SummaryLine::of_summary(&text, &condensed);
        prop_assert_eq!(&found, &SummaryLine::of_summary(&text, &condensed));
        let texts: Vec<&str> = found.iter().map(|line| &*line.text).collect();
        prop_assert_eq!(texts, text.lines().collect::<Vec<_>>());
        for line in &found {
            let known = |id: &MessageId| condensed.iter().any(|message| message.id == *id);
            prop_assert!(line.sources.iter().all(known), "{:?}", line);
            prop_assert!(line.sources.is_sorted_by(|one, next| one < next), "{:?}", line);
            prop_assert!(line.sources.len() <= 8 && (line.more == 0 || line.sources.len() == 8));
            let has_some = matches!(line.basis, LineBasis::Cited | LineBasis::Matched);
            prop_assert_eq!(has_some, !line.sources.is_empty(), "{:?}", line);
            let said = line.text.to_lowercase();
            prop_assert!(line.shared.iter().all(|word| said.contains(&word.to_lowercase())));
            prop_assert_eq!(line.basis == LineBasis::Matched, !line.shared.is_empty());
        }
    }

    #[test]
    fn what_nobody_said_has_no_source(talk in talk()) {
        let messages = messages(&talk);
        let condensed: Vec<&Message> = messages.iter().collect();
        // No word of the conversation has a capital letter after the first.
        let found = SummaryLine::of_summary("- XQZ_Nowhere stays ÄÖÜßer (m900)", &condensed);
        prop_assert_eq!(found[0].basis, LineBasis::Unknown, "{:?}", found);
    }
}

#[test]
fn lines_copied_from_real_conversations_find_a_message() {
    for (name, talk) in super::transcripts() {
        let condensed: Vec<&Message> =
            talk.iter().filter(|message| message.role != Role::System).collect();
        let is_word = |text: &str| text.chars().any(char::is_alphabetic);
        let said: Vec<String> =
            condensed.iter().flat_map(|message| message.texts()).map(str::to_owned).collect();
        let lines: Vec<&str> = said
            .iter()
            .flat_map(|text| text.lines())
            .filter(|line| line.split_whitespace().filter(|it| is_word(it)).count() > 5)
            .take(200)
            .collect();
        let found = SummaryLine::of_summary(&lines.join("\n"), &condensed);
        for line in found.iter().filter(|line| line.basis == LineBasis::Matched) {
            assert!(!line.sources.is_empty(), "{name}: {line:?}");
        }
        let unknown = found.iter().filter(|line| line.basis == LineBasis::Unknown);
        let missed: Vec<&str> = unknown.map(|line| line.text.as_str()).collect();
        assert!(missed.len() * 100 <= found.len(), "{name}: of {}: {missed:#?}", found.len());
    }
}
