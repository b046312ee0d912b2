//! Whether one value is in its range.

use super::info::{SettingInfo, SettingKind};
use super::problem::SettingsProblem;
use super::slot::Slot;

/// The maximum number of lines of a text whose lines are phrases. More is a rule book, which
/// belongs in the system prompt.
pub const MOST_LINES: usize = 64;

/// Checks one value by itself.
pub(super) fn check(info: &SettingInfo, slot: &Slot<'_>) -> Result<(), SettingsProblem> {
    let text = || slot.text();
    match slot {
        Slot::Switch(_) | Slot::Preset(_) | Slot::Mode(_) | Slot::LearnedTokens(None) => Ok(()),
        Slot::Whole(value) => check_number(info, f64::from(**value), &text()),
        // Above 2^53 the conversion rounds; every range ends long before.
        Slot::Tokens(value) => check_number(info, **value as f64, &text()),
        Slot::LearnedTokens(Some(value)) => check_number(info, *value as f64, &text()),
        Slot::Number(value) => check_number(info, **value, &text()),
        Slot::Text(value) => check_length(info, value.chars().count(), &text()),
        Slot::List(items) => check_list(info, items),
        Slot::Lines(lines) => check_lines(info, lines),
    }
}

/// Checks a number against its range; NaN is in none.
pub(super) fn check_number(
    info: &SettingInfo,
    value: f64,
    text: &str,
) -> Result<(), SettingsProblem> {
    let (min, max) = (info.min.unwrap_or(f64::MIN), info.max.unwrap_or(f64::MAX));
    if value >= min && value <= max {
        return Ok(());
    }
    let message = if value.is_nan() {
        "is not a number".to_owned()
    } else if value < min {
        format!("is below the range from {min} to {max}")
    } else {
        format!("is above the range from {min} to {max}")
    };
    let share = value / 100.0;
    let fix = if info.kind == SettingKind::Ratio && value > 1.0 && share >= min && share <= max {
        format!("use {share}: a share, not a percentage")
    } else {
        wanted(info)
    };
    Err(SettingsProblem::new(info.name, text, message, fix))
}

fn check_length(info: &SettingInfo, length: usize, text: &str) -> Result<(), SettingsProblem> {
    let max = info.max.unwrap_or(f64::MAX);
    if length as f64 <= max {
        return Ok(());
    }
    let (name, unit) = (info.name, info.unit);
    Err(SettingsProblem::new(
        name,
        text,
        format!("has {length} {unit}"),
        format!("use at most {max} {unit}"),
    ))
}

fn check_list(info: &SettingInfo, items: &[String]) -> Result<(), SettingsProblem> {
    /// Longer than any model's name: the longest known have some 90 characters.
    const LONGEST_ITEM: usize = 256;
    check_length(info, items.len(), &items.join(", "))?;
    for (at, item) in items.iter().enumerate() {
        let message = if item.trim().is_empty() {
            "is empty"
        } else if item.chars().any(char::is_control) || item.contains(',') {
            "contains a comma or a control character"
        } else if item.len() > LONGEST_ITEM {
            "is too long for a name"
        } else if items[..at].contains(item) {
            "occurs twice"
        } else {
            continue;
        };
        return Err(SettingsProblem::new(
            &format!("{}[{at}]", info.name),
            item,
            message,
            "remove it or write a name",
        ));
    }
    Ok(())
}

/// Checks phrases of one line each.
fn check_lines(info: &SettingInfo, lines: &[String]) -> Result<(), SettingsProblem> {
    /// Longer than a sentence that names something.
    const LONGEST: usize = 200;
    let text = || lines.join("\n");
    check_length(info, lines.iter().map(|line| line.chars().count() + 1).sum(), &text())?;
    if lines.len() > MOST_LINES {
        let message = format!("has {} phrases", lines.len());
        return Err(SettingsProblem::new(
            info.name,
            &text(),
            message,
            format!("use at most {MOST_LINES} phrases"),
        ));
    }
    for (at, line) in lines.iter().enumerate() {
        let message = if line.trim().is_empty() {
            "is empty"
        } else if line.chars().any(char::is_control) {
            "contains a line break or another control character"
        } else if line.chars().count() > LONGEST {
            "has more than 200 characters"
        } else if lines[..at].contains(line) {
            "occurs twice"
        } else {
            continue;
        };
        let name = format!("{}[{at}]", info.name);
        let fix = "remove it, or write a short phrase on one line";
        return Err(SettingsProblem::new(&name, line, message, fix));
    }
    Ok(())
}

/// The advice for a value of the wrong kind or range.
pub(super) fn wanted(info: &SettingInfo) -> String {
    // Every number of the table has its range.
    let (min, max) = (info.min.unwrap_or(f64::MIN), info.max.unwrap_or(f64::MAX));
    let default = info.default;
    match info.kind {
        SettingKind::Switch => "use true or false".to_owned(),
        SettingKind::Whole | SettingKind::Tokens => {
            format!("use a whole number from {min} to {max}, for example {default}")
        }
        SettingKind::LearnedTokens => {
            format!("use a whole number from {min} to {max}, or {default}")
        }
        SettingKind::Ratio | SettingKind::Number => {
            format!("use a number from {min} to {max}, for example {default}")
        }
        SettingKind::Text => "use text".to_owned(),
        SettingKind::List => "use names separated by commas".to_owned(),
        SettingKind::Choice(words) => format!("use one of {}", words.join(", ")),
    }
}
