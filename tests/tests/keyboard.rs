//! The page of the keyboard and the chords that the plugin registers are the
//! same.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The chord that is not of the chat's tab, and what the page says of it.
const OPENS: (&str, &str) = ("OpenChat", "**{}** in the level editor opens the chat");

fn read(path: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The words that follow each `before` in a text, up to a character that cannot
/// be part of a name.
fn names<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
    text.split(before)
        .skip(1)
        .filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next())
        .collect()
}

/// A key as the page calls it: `PageUp` is `Page Up`.
fn key(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(letter);
    }
    words
}

/// Each command with its chord, as the page writes it.
fn registered() -> BTreeMap<String, String> {
    let source = read("Source/VibeUE/Private/VibeUECommands.cpp");
    let mut chords = BTreeMap::new();
    for call in source.split("UI_COMMAND(").skip(1) {
        let (call, _) = call.split_once("));").expect("a command ends with its chord");
        let (command, _) = call.split_once(',').expect("a command has a name");
        let (_, chord) = call.split_once("FInputChord(").expect("a command has a chord");
        let held = names(chord, "EModifierKey::");
        let [pressed] = names(chord, "EKeys::")[..] else { panic!("{command}: {chord}") };
        assert!(!held.is_empty(), "{command}: a key alone is typed: {chord}");
        let words = [("Control", "Ctrl"), ("Alt", "Alt"), ("Shift", "Shift")];
        let mut parts: Vec<String> = words
            .iter()
            .filter(|(name, _)| held.contains(name))
            .map(|(_, word)| (*word).to_owned())
            .collect();
        assert_eq!(parts.len(), held.len(), "{command}: {chord}");
        parts.push(key(pressed));
        let known = chords.insert(command.to_owned(), parts.join("+"));
        assert_eq!(known, None, "{command} is registered twice");
    }
    chords
}

/// The chords of the page's table of those that can be changed, in order.
fn documented(page: &str) -> Vec<String> {
    let (_, table) = page.split_once("| Chord | What it does |").expect("the table is there");
    table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .filter_map(|row| row.split('|').nth(1))
        .flat_map(|cell| cell.split(',').map(|chord| chord.trim().to_owned()))
        .collect()
}

#[test]
fn the_page_has_each_chord_and_no_other() {
    let page = read("docs/keyboard.md");
    let mut chords = registered();
    let opens = chords.remove(OPENS.0).expect("the chat is opened by a chord");
    let said = OPENS.1.replace("{}", &opens);
    assert!(page.contains(&said), "docs/keyboard.md does not say: {said}");
    let mut of_page = documented(&page);
    of_page.sort();
    let mut of_plugin: Vec<String> = chords.into_values().collect();
    of_plugin.sort();
    assert_eq!(of_page, of_plugin);
}

#[test]
fn no_chord_is_taken_twice_or_types_a_letter_on_some_keyboard() {
    let chords = registered();
    for (command, chord) in &chords {
        // Together they are the key for further letters of many keyboards.
        assert!(!(chord.contains("Ctrl+") && chord.contains("Alt+")), "{command}: {chord}");
        let others = chords.iter().filter(|(_, other)| *other == chord).count();
        assert_eq!(others, 1, "{chord} is taken {others} times");
    }
    assert!(chords.len() > 10, "{chords:?}");
}

#[test]
fn a_key_is_written_as_on_the_page() {
    assert_eq!([key("PageUp"), key("Up"), key("J")], ["Page Up", "Up", "J"]);
}
