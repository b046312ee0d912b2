//! What a model is asked for the shipped samples. `VIBEUE_SHOW_PROMPT=1` prints all of it, to read
//! it as the model does.

use std::path::Path;

use vibeue_core::conversation::transcript::{self, ReadOptions};

use super::*;

/// A shipped sample, to be brought into a window.
fn sample(name: &str, mode: Mode, available: u64) -> Talk {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(name);
    let bytes = std::fs::read(path).unwrap();
    let read = transcript::read(&bytes, &ReadOptions::default()).unwrap();
    let mut talk = Talk::new(mode);
    talk.highest = read.conversation.messages.iter().map(|message| message.id.0).max().unwrap();
    talk.messages = read.conversation.messages.into_iter().map(Arc::new).collect();
    talk.available = available;
    talk.forced = true;
    talk
}

#[test]
fn the_question_about_a_shipped_sample_says_each_thing_once_and_contradicts_nothing() {
    for (name, available) in [("blueprint-door.json", 14_400), ("airlock-anthropic.json", 4_000)] {
        let talk = sample(name, Mode::Hybrid, available);
        let provider = Arc::new(Script::saying(good()));
        talk.run(&[model(&provider, "gpt-4o")]);
        let request = provider.seen()[0].clone();
        let text = asked(&request);
        if std::env::var_os("VIBEUE_SHOW_PROMPT").is_some() {
            println!("===== {name} =====\n{text}");
        }
        let told = &text[..text.find("===== session ").unwrap()];
        for line in told.lines().filter(|line| line.len() > 40) {
            assert_eq!(told.matches(line).count(), 1, "{name}: {line}");
        }
        // A program adds the user's words: the model is not asked for them.
        assert!(told.contains("Count on nothing else"), "{told}");
        assert!(!told.contains("each request and rule in the person's own words"), "{told}");
        let host = &talk.messages[0].joined_text();
        let head: String = host.chars().take(60).collect();
        let host_role = talk.messages[0].role == Role::System;
        assert_eq!(told.contains(&head), host_role, "{name}: the host's words are shown once");
    }
}

#[test]
fn what_the_model_says_is_not_said_by_rules_again() {
    let talk = sample("blueprint-door.json", Mode::Hybrid, 14_400);
    let wish = "make it 0.9, 1.2 always felt sluggish. and change the doc";
    let rule = "never touch Content/Legacy";
    let answer = notes(&[
        ("Overview", &["Never touch Content/Legacy (m2)", "The vault door shall open again (m2)"]),
        (
            "Progress",
            &["Kwame moved the value into C++ with 1.5. Shall I set 1.2? The person answered: \
               \"make it 0.9, 1.2 always felt sluggish. and change the doc\"; 1.0 replaced it \
               (m110-m119)"],
        ),
    ]);
    let by_rules = summary(&sample("blueprint-door.json", Mode::Rules, 14_400).run(&[]));
    assert!(by_rules.contains(&format!("m111 user: \"{wish}\"")), "{by_rules}");
    let provider = Arc::new(Script::saying(answer));
    let text = summary(&talk.run(&[model(&provider, "gpt-4o")]));
    assert_eq!(text.matches(wish).count(), 1, "{text}");
    assert!(text.contains(&format!("answered: \"{wish}\"")), "the model's line wins: {text}");
    assert!(!text.contains("- Never touch Content/Legacy (m2)"), "{text}");
    assert!(text.contains(&format!("Rule (m2): {rule}")), "in the person's words: {text}");
    assert!(text.contains("The vault door shall open again (m2)"), "{text}");
}
