//! The environment variables that another agent is given in addition to harmless ones.

use std::collections::BTreeMap;

use vibeue_core::provider::http::Redactor;
use vibeue_core::provider::{Read, is_variable_name};

/// Why an entry of the list cannot be passed on. No value is repeated: it may be a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum VariableFault {
    /// Occurs when the entry at this index has no name, or has one that may be a key.
    NotAVariable(usize),
    /// Occurs when a variable is named without a value, and the environment has none.
    NotSet(String),
    /// Occurs when the variable is this program's own.
    OurOwn(String),
}

impl VariableFault {
    /// What happened.
    pub(crate) fn message(&self) -> String {
        match self {
            VariableFault::NotAVariable(index) => {
                format!("the entry at index {index} does not name an environment variable")
            }
            VariableFault::NotSet(name) => format!("the environment variable {name} is not set"),
            VariableFault::OurOwn(name) => format!("the variable {name} is this program's own"),
        }
    }

    /// What to do about it.
    pub(crate) fn hint(&self) -> &'static str {
        match self {
            VariableFault::NotAVariable(_) => "write NAME or NAME=VALUE",
            VariableFault::NotSet(_) => "set it and restart this program, or remove its name",
            VariableFault::OurOwn(_) => "remove it: it is never passed to an agent",
        }
    }
}

/// Reads the entries of the list: `NAME=VALUE`, or `NAME` to pass on its current value. Empty ones
/// do not count. Returns the variables, and what is wrong with the other entries.
pub(crate) fn read_entries<'e>(
    entries: impl Iterator<Item = &'e str>,
    read: Read<'_>,
) -> (BTreeMap<String, String>, Vec<VariableFault>) {
    let mut variables = BTreeMap::new();
    let mut faults = Vec::new();
    for (index, entry) in entries.map(str::trim).enumerate().filter(|(_, it)| !it.is_empty()) {
        match read_entry(index, entry, read) {
            Ok((name, value)) => drop(variables.insert(name, value)),
            Err(fault) => faults.push(fault),
        }
    }
    (variables, faults)
}

fn read_entry(
    index: usize,
    entry: &str,
    read: Read<'_>,
) -> Result<(String, String), VariableFault> {
    let (name, value) = match entry.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (entry, None),
    };
    if name.is_empty() || name.contains('\0') {
        return Err(VariableFault::NotAVariable(index));
    }
    if name.starts_with("VIBEUE_") {
        return Err(VariableFault::OurOwn(name.to_owned()));
    }
    match value.or_else(|| read(name)) {
        Some(value) => Ok((name.to_owned(), value)),
        // Whoever pastes a key without its name is not told it again.
        None if is_variable_name(name) && Redactor::default().redact(name) == name => {
            Err(VariableFault::NotSet(name.to_owned()))
        }
        None => Err(VariableFault::NotAVariable(index)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: Read<'static> = &|name| (name == "TOKEN").then(|| "t".to_owned());

    #[test]
    fn an_agent_gets_the_variables_that_are_named_and_no_others() {
        let (variables, faults) = read_entries(["TOKEN", "A=b=c", " ", "B="].into_iter(), READ);
        let expected = [("A", "b=c"), ("B", ""), ("TOKEN", "t")];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!((variables, faults), (BTreeMap::from(expected), Vec::new()));
    }

    #[test]
    fn every_entry_that_cannot_be_passed_on_is_named_without_what_may_be_a_key() {
        let entries =
            ["VIBEUE_KEY=x", "", "OTHER", "=x", "sk-secret-1234567", "A=b", "a\0b=c", "VIBEUE_KEY"];
        let (variables, faults) = read_entries(entries.into_iter(), READ);
        assert_eq!(variables, BTreeMap::from([("A".to_owned(), "b".to_owned())]));
        let told: Vec<String> =
            faults.iter().map(|it| format!("{} ({})", it.message(), it.hint())).collect();
        let own = "the variable VIBEUE_KEY is this program's own (remove it: it is never passed to \
                   an agent)";
        let no_name = |index: usize| {
            format!(
                "the entry at index {index} does not name an environment variable (write NAME or \
                 NAME=VALUE)"
            )
        };
        let not_set = "the environment variable OTHER is not set (set it and restart this program, \
                       or remove its name)";
        let expected = [
            own.to_owned(),
            not_set.to_owned(),
            no_name(3),
            no_name(4),
            no_name(6),
            own.to_owned(),
        ];
        assert_eq!(told, expected);
    }
}
