//! Which variables of a script hold which assets.

use hashbrown::HashMap;

use super::literal::literal;

/// The assets that were loaded into variables, by path.
///
/// Only what is certain is kept: a variable that is assigned another value no
/// longer holds an asset, and something made *from* an asset (a spawned actor)
/// does not count as it, except its own parts and its class's default object.
#[derive(Default)]
pub(super) struct Variables<'c>(HashMap<&'c str, &'c str>);

/// The calls that return the asset named by their first argument.
const LOADERS: [&str; 4] = ["load_asset(", "load_object(", "load_class(", "load_blueprint_class("];

/// The most variables that are followed: more than this is data, not a script.
const MOST: usize = 4096;

impl<'c> Variables<'c> {
    /// Reads a whole line, which may assign a variable.
    pub(super) fn take_in(&mut self, line: &'c str) {
        let Some((name, value)) = assignment(line) else {
            return;
        };
        let asset = loaded(value).or_else(|| self.part_of(value));
        match asset {
            Some(asset) if self.0.len() < MOST => {
                self.0.insert(name, asset);
            }
            _ => {
                self.0.remove(name);
            }
        }
    }

    /// The asset that a setter changes, judged by the text before the setter's
    /// name and by its arguments.
    pub(super) fn changed_by(&self, before: &'c str, arguments: &'c str) -> Option<&'c str> {
        let receiver = before.trim_end().strip_suffix('.')?;
        // The statement that contains the call.
        let receiver = receiver.rsplit(';').next().unwrap_or(receiver).trim_start();
        if receiver.ends_with(')') {
            return loaded(receiver).or_else(|| self.part_of(receiver));
        }
        let start = receiver
            .bytes()
            .rposition(|byte| !(byte.is_ascii_alphanumeric() || b"_.".contains(&byte)))
            .map_or(0, |at| at + 1);
        self.part_of(&receiver[start..]).or_else(|| {
            // A library takes the asset as its first argument.
            let first = arguments.trim_start();
            let path = literal(first).map(|found| found.0).filter(|path| path.starts_with('/'));
            path.or_else(|| self.0.get(&first[..word(first)]).copied())
        })
    }

    /// The asset held by the variable that a value begins with, or whose
    /// default object the value is.
    fn part_of(&self, value: &'c str) -> Option<&'c str> {
        let value =
            value.split_once("get_default_object(").map_or(value, |(_, inner)| inner).trim_start();
        let length = word(value);
        // A call of that name is not a variable.
        let is_call = value[length..].starts_with('(');
        self.0.get(&value[..length]).copied().filter(|_| !is_call)
    }
}

/// Splits `name = value`.
fn assignment(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let length = word(line);
    let value = line[length..].trim_start().strip_prefix('=')?;
    (length > 0 && !value.starts_with('=')).then(|| (&line[..length], value.trim_start()))
}

/// The path passed to a loader in a text.
fn loaded(text: &str) -> Option<&str> {
    let after = LOADERS.iter().find_map(|loader| text.split_once(loader))?.1;
    literal(after).map(|found| found.0)
}

/// The length of the name at the head of a text.
fn word(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_holds_an_asset_until_it_is_given_another_value() {
        let mut variables = Variables::default();
        for line in [
            "  door = unreal.load_asset(\"/Game/Door\")",
            "same = door",
            "if door == other:",
            "lamp = unreal.load_asset(path)",
        ] {
            variables.take_in(line);
        }
        assert_eq!(variables.changed_by("x = 1; door.", "'a', 1)"), Some("/Game/Door"));
        assert_eq!(variables.changed_by("same.materials.", "'a', 1)"), Some("/Game/Door"));
        assert_eq!(variables.changed_by("lamp.", "'a', 1)"), None);
        assert_eq!(variables.changed_by("lib.", "'/Game/Wall', 1)"), Some("/Game/Wall"));
        variables.take_in("door = None");
        assert_eq!(variables.changed_by("door.", "'a', 1)"), None);
        assert_eq!(variables.changed_by("", ""), None);
    }
}
