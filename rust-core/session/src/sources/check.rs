//! Checks one value of a source by itself, so that its source can be named.

use vibeue_conversation::settings::{SETTINGS, Settings, SettingsProblem};

use super::{CONNECTION, ConnectionInfo, ConnectionSettings, SourcedSetting};

/// The table that has a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Table {
    Connection,
    Conversation,
}

/// Why a value cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    /// Whether no setting has this name.
    pub(super) is_unknown: bool,
    /// What is wrong, with the setting and, if it cannot be a key, the value.
    pub(super) message: String,
}

/// The setting's own name for one of its names.
pub(super) fn own_name(name: &str) -> Option<&'static str> {
    if let Some(info) = ConnectionInfo::named(name) {
        return Some(info.name);
    }
    let own = name.replace('-', "_");
    let found = SETTINGS.iter().find(|info| info.name == own || info.unreal_name == name);
    found.map(|info| info.name)
}

/// Checks a value, and sets it in the connection if it belongs there. Its name becomes that of the
/// table.
pub(super) fn check(
    word: &mut SourcedSetting,
    connection: &mut ConnectionSettings,
) -> Result<Table, Refusal> {
    if let Some(ConnectionInfo { name, .. }) = ConnectionInfo::named(&word.name) {
        let outcome = connection.set(name, &word.value).unwrap_or(Ok(()));
        // The value is not repeated: somebody may have put a key there.
        outcome.map_err(|message| Refusal {
            is_unknown: false,
            message: format!("{name} {message}"),
        })?;
        (*name).clone_into(&mut word.name);
        return Ok(Table::Connection);
    }
    Settings::default().set(&word.name, &word.value).map_err(|problem| refusal(&problem))?;
    if let Some(name) = own_name(&word.name) {
        name.clone_into(&mut word.name);
    }
    Ok(Table::Conversation)
}

fn refusal(problem: &SettingsProblem) -> Refusal {
    let is_unknown = problem.is_unknown();
    let also = if is_unknown {
        let names: Vec<_> = CONNECTION.iter().map(|info| info.name).collect();
        format!("; those of the connection are {}", names.join(", "))
    } else {
        String::new()
    };
    Refusal { is_unknown, message: format!("{problem}{also}") }
}
