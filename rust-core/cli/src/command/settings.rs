//! `vibeue settings`

use serde::Serialize;
use serde_json::{Map, Value, json};
use vibeue_core::settings::SETTINGS;

use crate::args::SettingsArgs;
use crate::config::{CONNECTION, Config, Environment, SettingSource, print_notes};
use crate::console::Console;
use crate::failure::Result;
use crate::output::{Align, Printable, Table, columns, style, wrapped};

/// One line of the list.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Row {
    group: &'static str,
    pub(super) name: &'static str,
    pub(super) value: String,
    unit: &'static str,
    #[serde(serialize_with = "shown")]
    pub(super) origin: SettingSource,
    meaning: &'static str,
}

fn shown<S: serde::Serializer>(origin: &SettingSource, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(origin)
}

/// Prints the effective settings, and where each value comes from.
///
/// # Errors
/// If a setting is wrong.
pub(crate) fn run(args: &SettingsArgs, console: &mut Console) -> Result {
    let environment = Environment::of_process();
    let strong: Vec<(&str, String)> =
        args.set.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    let config = Config::gather(args.config.as_deref(), &environment, &strong)?;
    print_notes(&config, console);
    let rows = rows(&config);
    if args.json {
        let settings: Map<String, Value> = rows
            .iter()
            .map(|row| {
                let origin = row.origin.to_string();
                (row.name.to_owned(), json!({"value": row.value, "origin": origin}))
            })
            .collect();
        let file = config.file.as_ref().map(|file| file.path.display().to_string());
        return console.json(&json!({ "file": file, "settings": settings }));
    }
    print(&config, &rows, args.explain, console)
}

/// All effective settings.
pub(super) fn rows(config: &Config) -> Vec<Row> {
    let connection = CONNECTION.iter().map(|info| Row {
        group: "Provider",
        name: info.name,
        value: config.connection.get(info.name),
        unit: "",
        origin: config.origin(info.name),
        meaning: info.meaning,
    });
    let core = SETTINGS.iter().map(|info| Row {
        group: info.group,
        name: info.name,
        value: config.settings.get(info.name).unwrap_or_default(),
        unit: info.unit,
        origin: config.origin(info.name),
        meaning: info.meaning,
    });
    connection.chain(core).collect()
}

fn print(config: &Config, rows: &[Row], explain: bool, console: &mut Console) -> Result {
    let (heading, faint, good) = (style::HEADING, style::FAINT, style::GOOD);
    let mut group = "";
    let mut pending: Option<Table> = None;
    // The explanations of the rows of the pending table, if requested.
    let mut meanings: Vec<&str> = Vec::new();
    for row in rows {
        if row.group != group {
            if let Some(table) = pending.take() {
                print_table(&table, &std::mem::take(&mut meanings), console)?;
            }
            group = row.group;
            writeln!(console.out, "{heading}{group}{heading:#}")?;
            pending = Some(Table::new([
                ("setting", Align::Left),
                ("value", Align::Left),
                ("unit", Align::Left),
                ("from", Align::Left),
            ]));
        }
        let set = !matches!(row.origin, SettingSource::Default | SettingSource::Derived);
        let value = one_line(&row.value);
        let (value, unit) = match value.as_str() {
            "" => ("not set".to_owned(), ""),
            // Only numbers have a unit: `auto` has none.
            text if text.parse::<f64>().is_err() => (value, ""),
            _ => (value, row.unit),
        };
        let cells = vec![row.name.to_owned(), value, unit.to_owned(), row.origin.to_string()];
        if let Some(table) = &mut pending {
            table.row(if set { good } else { anstyle::Style::new() }, cells);
            if explain {
                meanings.push(row.meaning);
            }
        }
    }
    if let Some(table) = pending {
        print_table(&table, &meanings, console)?;
    }
    match &config.file {
        Some(file) => {
            let path = file.path.display().to_string();
            let exists = if file.path.exists() { "" } else { " (does not exist yet)" };
            writeln!(console.out, "{faint}file: {}{exists}{faint:#}", Printable(&path))?;
        }
        None => writeln!(console.out, "{faint}no settings file{faint:#}")?,
    }
    Ok(())
}

/// A group of settings, each with its explanation below it if requested.
fn print_table(table: &Table, meanings: &[&str], console: &mut Console) -> Result {
    let faint = style::FAINT;
    let table = table.to_string();
    let mut lines = table.lines();
    // The heading has no meaning.
    if let Some(heading) = lines.next() {
        writeln!(console.out, "{heading}")?;
    }
    for (at, line) in lines.enumerate() {
        writeln!(console.out, "{line}")?;
        if let Some(meaning) = meanings.get(at) {
            let meaning = wrapped(&format!("  {meaning}"), 2, columns());
            writeln!(console.out, "{faint}{meaning}{faint:#}")?;
        }
    }
    writeln!(console.out)?;
    Ok(())
}

/// A value on one line of bounded length.
fn one_line(value: &str) -> String {
    const MOST: usize = 60;
    let flat: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if flat.chars().count() <= MOST {
        return flat;
    }
    flat.chars().take(MOST - 1).chain(['…']).collect()
}
