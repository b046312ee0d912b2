//! Gives each setting of the core a property in the editor's settings.
//!
//! An existing property is left unchanged: its name for the user, its condition and the range of
//! its slider belong to the plugin. A missing one is written from the setting's entry, after the
//! property of the previous setting.

use std::fs;

use crate::bridge::root;
use crate::settings_table::info::{SettingInfo, SettingKind};
use crate::settings_table::{SETTINGS, are_lines};
use crate::vocab::Mode;

const HEADER: &str = "Source/VibeUE/Public/VibeUESettings.h";

/// Writes the properties that are missing, or checks that none is.
///
/// # Errors
/// If the header cannot be read or written, when a property has to be written by hand, or when one
/// is missing and `mode` is to check.
pub(crate) fn run(mode: Mode) -> Result<String, String> {
    let at = root().join(HEADER);
    let header =
        fs::read_to_string(&at).map_err(|error| format!("cannot read {HEADER}: {error}"))?;
    let header = header.replace("\r\n", "\n");
    let whole = with_all(&header, SETTINGS)?;
    let what = format!("{HEADER}: {} properties of the core's settings", SETTINGS.len());
    if whole == header {
        return Ok(format!("{what}, up to date"));
    }
    match mode {
        Mode::Check => {
            Err(format!("{HEADER} lacks a setting: run `cargo xtask settings`, commit it"))
        }
        Mode::Write => {
            fs::write(&at, whole).map_err(|error| format!("cannot write {HEADER}: {error}"))?;
            Ok(format!("{what}, written"))
        }
    }
}

/// The header with a property for each setting.
fn with_all(header: &str, settings: &[SettingInfo]) -> Result<String, String> {
    let mut whole = header.to_owned();
    let mut before = None;
    for info in settings {
        let Some(end) = end_of(&whole, info.unreal_name) else {
            let end = before.ok_or_else(|| {
                format!("{HEADER} has no property {} of the first setting", info.unreal_name)
            })?;
            let property = property(info)?;
            whole.insert_str(end, &property);
            before = Some(end + property.len());
            continue;
        };
        before = Some(end);
    }
    Ok(whole)
}

/// Where the line after a property's declaration begins.
fn end_of(header: &str, name: &str) -> Option<usize> {
    let mut at = 0;
    header.split_inclusive('\n').find_map(|line| {
        at += line.len();
        let declares = line.starts_with('\t')
            && line.trim_end().ends_with(';')
            && line.split([' ', ';']).any(|word| word == name);
        declares.then_some(at)
    })
}

/// What is written for a setting: a comment, its place on the page, its range,
/// its type.
fn property(info: &SettingInfo) -> Result<String, String> {
    let (kind, value) = match info.kind {
        SettingKind::Switch => ("bool", format!(" = {}", info.default)),
        SettingKind::Whole | SettingKind::Tokens => ("int32", String::new()),
        SettingKind::Ratio | SettingKind::Number => ("double", String::new()),
        SettingKind::Text if !are_lines(info.name) => ("FString", String::new()),
        SettingKind::Text | SettingKind::List => ("TArray<FString>", String::new()),
        SettingKind::Choice(_) | SettingKind::LearnedTokens => {
            return Err(format!(
                "{}: write its property {} in {HEADER} by hand: it needs an enumeration, or a switch \
                 beside it",
                info.name, info.unreal_name
            ));
        }
    };
    let range = match (kind, info.min, info.max) {
        ("int32" | "double", Some(min), Some(max)) => {
            format!(", ClampMin = \"{min}\", ClampMax = \"{max}\"")
        }
        ("FString", ..) => ", MultiLine = true".to_owned(),
        _ => String::new(),
    };
    Ok(format!(
        "\n\t/** {} */\n\tUPROPERTY(Config, EditAnywhere, Category = \"{}\", meta = (DisplayName = \
         \"{}\"{range}))\n\t{kind} {}{value};\n",
        info.meaning,
        info.group,
        title(info.unreal_name),
        info.unreal_name
    ))
}

/// The words of a property's name: `bShowCost` is shown as *Show Cost*.
fn title(name: &str) -> String {
    let rest = name.strip_prefix('b').filter(|rest| rest.starts_with(char::is_uppercase));
    let mut title = String::new();
    for letter in rest.unwrap_or(name).chars() {
        if letter.is_uppercase() && !title.is_empty() {
            title.push(' ');
        }
        title.push(letter);
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: SettingInfo = SettingInfo {
        name: "rounds_per_turn",
        group: "Turns",
        kind: SettingKind::Whole,
        default: "50",
        min: Some(1.0),
        max: Some(100_000.0),
        unit: "rounds",
        meaning: "The most rounds.",
        unreal_name: "RoundsPerTurn",
    };

    const SWITCH: SettingInfo = SettingInfo {
        name: "show_cost",
        group: "Interface",
        kind: SettingKind::Switch,
        default: "true",
        min: None,
        max: None,
        unit: "",
        meaning: "Shows the cost.",
        unreal_name: "bShowCost",
    };

    #[test]
    fn what_is_missing_is_written_behind_the_setting_before_it_and_once() {
        let seconds = SettingInfo {
            name: "pause_seconds",
            kind: SettingKind::Number,
            min: Some(0.5),
            max: Some(60.0),
            unreal_name: "PauseSeconds",
            ..SWITCH
        };
        let header = "\tint32 RoundsPerTurn;\n\n\tint32 Other;\n";
        let whole = with_all(header, &[FIRST, SWITCH, seconds]).unwrap();
        assert_eq!(
            whole,
            "\tint32 RoundsPerTurn;\n\
             \n\t/** Shows the cost. */\n\
             \tUPROPERTY(Config, EditAnywhere, Category = \"Interface\", meta = (DisplayName = \"Show Cost\"))\n\
             \tbool bShowCost = true;\n\
             \n\t/** Shows the cost. */\n\
             \tUPROPERTY(Config, EditAnywhere, Category = \"Interface\", meta = (DisplayName = \"Pause Seconds\", \
             ClampMin = \"0.5\", ClampMax = \"60\"))\n\
             \tdouble PauseSeconds;\n\
             \n\tint32 Other;\n"
        );
        assert_eq!(with_all(&whole, &[FIRST, SWITCH, seconds]).unwrap(), whole);
    }

    #[test]
    fn texts_and_lists_have_the_type_that_the_page_edits() {
        let text = SettingInfo { kind: SettingKind::Text, unreal_name: "Motto", ..SWITCH };
        let written = property(&text).unwrap();
        assert!(
            written.contains("DisplayName = \"Motto\", MultiLine = true))\n\tFString Motto;"),
            "{written}"
        );
        for info in SETTINGS
            .iter()
            .filter(|info| matches!(info.kind, SettingKind::Text | SettingKind::List))
        {
            let header = fs::read_to_string(root().join(HEADER)).unwrap();
            let written = property(info).unwrap();
            let declared = written.lines().last().unwrap();
            assert!(header.contains(declared), "{declared}");
        }
    }

    #[test]
    fn the_guide_shows_what_is_written() {
        let guide = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
        let shown = SettingInfo {
            meaning: "Shows in the chat window what the conversation has cost so far.",
            ..SWITCH
        };
        let written = property(&shown).unwrap();
        assert!(guide.contains(written.trim_start_matches('\n')), "{written}");
    }

    #[test]
    fn what_needs_more_than_a_property_is_refused_in_words() {
        let choice = SettingInfo { kind: SettingKind::Choice(&["a"]), ..SWITCH };
        let error = with_all("\tint32 RoundsPerTurn;\n", &[FIRST, choice]).unwrap_err();
        assert!(error.starts_with("show_cost: write its property bShowCost"), "{error}");
        let error = with_all("", &[FIRST]).unwrap_err();
        assert!(error.contains("has no property RoundsPerTurn"), "{error}");
    }
}
