//! What is typed after `/preview`.

use vibeue_conversation::MessageId;
use vibeue_conversation::settings::Mode;

use crate::live::PreviewOptions;

/// What the user wants from a preview.
#[derive(Debug, Clone, PartialEq)]
pub enum PreviewWish {
    /// One with these options is shown.
    Try(PreviewOptions),
    /// The last one is applied.
    Apply,
    /// The last one is discarded.
    Cancel,
}

/// Reads options, then the rest of the line as instructions.
pub(super) fn read(argument: &str) -> Result<PreviewWish, String> {
    match argument {
        "--apply" => return Ok(PreviewWish::Apply),
        "--cancel" => return Ok(PreviewWish::Cancel),
        _ => {}
    }
    let mut options = PreviewOptions::default();
    let mut rest = argument;
    while rest.starts_with("--") {
        let (word, behind) = split(rest);
        let (name, given) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word, None),
        };
        rest = behind;
        let mut value = || {
            given.unwrap_or_else(|| {
                let (value, behind) = split(rest);
                rest = behind;
                value
            })
        };
        match name {
            "--originals" if given.is_none() => options.originals = true,
            "--strategy" => options.strategy = Some(strategy(value())?),
            "--target" => options.target = Some(share(name, 5, 90, value())?),
            "--threshold" => options.threshold = Some(share(name, 10, 99, value())?),
            "--up-to" => options.up_to = Some(message(name, value())?),
            "--keep" => {
                let ids = value().split(',').map(|id| message(name, id));
                options.keep.extend(ids.collect::<Result<Vec<_>, _>>()?);
            }
            "--apply" | "--cancel" => {
                return Err(format!("/preview {name} takes no other options"));
            }
            _ => {
                return Err(format!(
                    "/preview has no option {word}; it has --strategy rules, --target 40, --threshold 65, \
                     --originals, --keep m3,m5, --up-to m17, --apply and --cancel"
                ));
            }
        }
    }
    options.instructions = (!rest.is_empty()).then(|| rest.to_owned());
    Ok(PreviewWish::Try(options))
}

/// The first word, and what comes after it.
fn split(text: &str) -> (&str, &str) {
    let (word, behind) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, behind.trim_start())
}

fn message(option: &str, id: &str) -> Result<MessageId, String> {
    id.parse()
        .map_err(|_| format!("/preview {option} takes a message's id such as m17, not {id:?}"))
}

fn strategy(name: &str) -> Result<Mode, String> {
    Mode::ALL.into_iter().find(|mode| mode.name() == name).ok_or_else(|| {
        let names = Mode::ALL.map(Mode::name).join(", ");
        format!("/preview --strategy takes one of {names}, not {name:?}")
    })
}

/// A share as percent, `40` or `40%`, or as a setting has it, `0.4`.
fn share(option: &str, least: u32, most: u32, text: &str) -> Result<f64, String> {
    let range = f64::from(least) / 100.0..=f64::from(most) / 100.0;
    let number = text.strip_suffix('%').unwrap_or(text).parse::<f64>().ok();
    let share = number.map(|it| if it >= 1.0 || text.ends_with('%') { it / 100.0 } else { it });
    share.filter(|share| range.contains(share)).ok_or_else(|| {
        format!("/preview {option} takes a share from {least} to {most} percent, not {text:?}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_takes_options_in_any_order_and_instructions_behind_them() {
        assert_eq!(read(""), Ok(PreviewWish::Try(PreviewOptions::default())));
        assert_eq!(read("--apply"), Ok(PreviewWish::Apply));
        assert_eq!(read("--cancel"), Ok(PreviewWish::Cancel));
        let all = PreviewOptions {
            instructions: Some("keep -- the ids".to_owned()),
            up_to: Some(MessageId(17)),
            strategy: Some(Mode::Rules),
            target: Some(0.4),
            threshold: Some(0.65),
            originals: true,
            keep: vec![MessageId(3), MessageId(5)],
        };
        let typed = "--target 40% --threshold=65 --originals --keep=m3,m5 --up-to m17 --strategy rules \
                     keep -- the ids";
        assert_eq!(read(typed), Ok(PreviewWish::Try(all)));
        for share in ["40", "40%", "0.4"] {
            let options = PreviewOptions { target: Some(0.4), ..PreviewOptions::default() };
            assert_eq!(read(&format!("--target {share}")), Ok(PreviewWish::Try(options)));
        }
    }

    #[test]
    fn a_wrong_option_says_what_would_be_right() {
        for (typed, said) in [
            ("--target", "/preview --target takes a share from 5 to 90 percent, not \"\""),
            ("--target=NaN", "/preview --target takes a share from 5 to 90 percent, not \"NaN\""),
            (
                "--threshold 5",
                "/preview --threshold takes a share from 10 to 99 percent, not \"5\"",
            ),
            ("--target 95", "/preview --target takes a share from 5 to 90 percent, not \"95\""),
            (
                "--strategy best",
                "/preview --strategy takes one of rules, llm, hybrid, native, not \"best\"",
            ),
            ("--keep m3,x", "/preview --keep takes a message's id such as m17, not \"x\""),
            ("--up-to here", "/preview --up-to takes a message's id such as m17, not \"here\""),
            ("--originals --apply", "/preview --apply takes no other options"),
            (
                "--quick",
                "/preview has no option --quick; it has --strategy rules, --target 40, --threshold 65, \
                 --originals, --keep m3,m5, --up-to m17, --apply and --cancel",
            ),
        ] {
            assert_eq!(read(typed), Err(said.to_owned()), "{typed}");
        }
    }
}
