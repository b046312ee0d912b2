//! Generates the table of `vibeue_core::tokens::models`.
//!
//! `models --from <file>` trims a list of models into the committed asset and
//! `models` writes the table from that asset, so that the check needs nothing
//! but this repository.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

use crate::vocab::Mode;

/// The core's own rule for tokenizers, compiled in by its source: a generator
/// that depended on the whole crate could not fix a table that does not
/// compile.
#[path = "../../tokens/src/models/family.rs"]
#[allow(dead_code, unreachable_pub, reason = "the generator needs a part of a library's file")]
mod family;

use family::Family;

const ABOUT: &str = "Context windows and output limits of chat models: facts merged from \
                     https://github.com/BerriAI/litellm and https://models.dev (both MIT). \
                     Rows: provider, id, window, input limit, max output, tokenizer family, \
                     day of retirement.";

/// The largest limit that is taken for a fact.
const BELIEVABLE: u64 = 100_000_000;

/// One model.
#[derive(Debug, Clone, PartialEq)]
struct Row {
    provider: String,
    id: String,
    window: u64,
    input_limit: Option<u64>,
    max_output: Option<u64>,
    family: Family,
    retires: Option<String>,
}

/// Writes or checks the table from the committed asset.
pub(crate) fn run(mode: Mode) -> Result<String, String> {
    let text = fs::read_to_string(asset())
        .map_err(|error| format!("cannot read the asset models.json: {error}"))?;
    let (date, rows) = parse(&text)?;
    let rows = trim(rows);
    if mode == Mode::Check && render_asset(&date, &rows)? != text {
        return Err("the asset models.json was edited by hand: run `cargo xtask models --from \
                    rust-core/tokens/assets/models.json` and commit it"
            .to_owned());
    }
    settle(mode, &table(), &render_table(&date, &rows))
}

/// Takes a new list of models into the asset, then writes the table.
pub(crate) fn import(from: &str) -> Result<String, String> {
    let text = fs::read_to_string(from).map_err(|error| format!("cannot read {from}: {error}"))?;
    let (date, rows) = parse(&text).map_err(|error| format!("{from}: {error}"))?;
    let rows = trim(rows);
    let report = settle(Mode::Write, &asset(), &render_asset(&date, &rows)?)?;
    Ok(format!("{report}\n{}", run(Mode::Write)?))
}

fn asset() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tokens/assets/models.json")
}

fn table() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tokens/src/models/table.rs")
}

/// Writes or compares one file.
fn settle(mode: Mode, path: &Path, text: &str) -> Result<String, String> {
    let shown = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if fs::read_to_string(path).is_ok_and(|committed| committed == text) {
        return Ok(format!("{shown}: {} bytes, up to date", text.len()));
    }
    match mode {
        Mode::Check => Err(format!("{shown} is stale: run `cargo xtask models` and commit it")),
        Mode::Write => {
            fs::write(path, text).map_err(|error| format!("cannot write {shown}: {error}"))?;
            Ok(format!("{shown}: {} bytes, written", text.len()))
        }
    }
}

/// Reads a bare array of rows, which is dated today, or the asset.
fn parse(text: &str) -> Result<(String, Vec<Row>), String> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| format!("is not JSON: {error}"))?;
    let (date, rows) = match &value {
        Value::Array(rows) => (this_month(), rows),
        Value::Object(fields) => {
            let date = fields.get("date").and_then(Value::as_str);
            let rows = fields.get("models").and_then(Value::as_array);
            let (Some(date), Some(rows)) = (date, rows) else {
                return Err("has no \"date\" and \"models\"".to_owned());
            };
            (date.to_owned(), rows)
        }
        _ => return Err("is neither an array of rows nor an object with \"models\"".to_owned()),
    };
    let is_month = |c: char| c.is_ascii_digit() || c == '-';
    if date.len() != 7 || !date.chars().all(is_month) {
        return Err(format!("date {date:?} is not of the form 2026-11"));
    }
    let rows = rows
        .iter()
        .enumerate()
        .map(|(at, row)| parse_row(row).map_err(|error| format!("row {at}: {error}")))
        .collect::<Result<Vec<Row>, String>>()?;
    Ok((date, rows))
}

fn parse_row(row: &Value) -> Result<Row, String> {
    let Some([provider, id, window, input_limit, max_output, family, retires]) =
        row.as_array().map(Vec::as_slice)
    else {
        return Err(format!("{row} does not have 7 fields"));
    };
    // These texts become Rust source: anything that could leave its quotes is
    // refused.
    let word = |field: &Value, what: &str| {
        field
            .as_str()
            .filter(|text| !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic()))
            .filter(|text| !text.contains(['"', '\\']))
            .map(str::to_owned)
            .ok_or_else(|| format!("the {what} {field} is not a plain word"))
    };
    let tokens = |field: &Value, what: &str| match field {
        Value::Null => Ok(None),
        _ => field
            .as_u64()
            .filter(|tokens| *tokens <= BELIEVABLE)
            .map(Some)
            .ok_or_else(|| format!("the {what} {field} is not a number of tokens")),
    };
    let id = word(id, "id")?;
    let stated = word(family, "family")?;
    let stated = Family::from_name(&stated).ok_or_else(|| format!("unknown family {stated:?}"))?;
    // The lists give a family per provider. Providers also serve others'
    // models, and the name knows better.
    let named = Family::of(&id.to_ascii_lowercase());
    Ok(Row {
        provider: word(provider, "provider")?,
        window: tokens(window, "window")?.ok_or("the window is missing")?,
        input_limit: tokens(input_limit, "input limit")?,
        max_output: tokens(max_output, "max output")?,
        family: if named == Family::Unknown { stated } else { named },
        retires: match retires {
            Value::Null => None,
            day => Some(word(day, "day of retirement")?),
        },
        id,
    })
}

/// Leaves what a conversation can use, in one order.
///
/// Models that write no text go. Where the lists contradict each other the
/// smaller number stays: too small costs a compaction, too large a request.
fn trim(rows: Vec<Row>) -> Vec<Row> {
    let mut kept: BTreeMap<(String, String), Row> = BTreeMap::new();
    for mut row in rows.into_iter().filter(|row| row.max_output != Some(0) && row.window > 0) {
        // One list's input limit above the other's window: the window that both
        // allow is the smaller, and it stays.
        row.input_limit = row.input_limit.filter(|limit| *limit > 0 && *limit < row.window);
        row.max_output = row.max_output.map(|tokens| tokens.min(row.window));
        let key = (row.id.to_ascii_lowercase(), row.provider.clone());
        match kept.get_mut(&key) {
            Some(known) if known.window <= row.window => {}
            Some(known) => *known = row,
            None => {
                kept.insert(key, row);
            }
        }
    }
    kept.into_values().collect()
}

fn render_asset(date: &str, rows: &[Row]) -> Result<String, String> {
    let line = |value: &Value| serde_json::to_string(value).map_err(|error| error.to_string());
    let mut text = format!(
        "{{\n\"about\": {},\n\"date\": {},\n\"models\": [\n",
        line(&Value::from(ABOUT))?,
        line(&Value::from(date))?
    );
    for (at, row) in rows.iter().enumerate() {
        let fields = Value::from(vec![
            Value::from(row.provider.as_str()),
            Value::from(row.id.as_str()),
            Value::from(row.window),
            Value::from(row.input_limit),
            Value::from(row.max_output),
            Value::from(row.family.name()),
            Value::from(row.retires.clone()),
        ]);
        let comma = if at + 1 < rows.len() { "," } else { "" };
        text.push_str(&line(&fields)?);
        text.push_str(comma);
        text.push('\n');
    }
    text.push_str("]\n}\n");
    Ok(text)
}

fn render_table(date: &str, rows: &[Row]) -> String {
    let mut text = format!(
        "//! What is publicly known of {} models, {date}.\n\
         //!\n\
         //! Generated by `cargo xtask models` from `assets/models.json`: do not edit.\n\
         //! Facts merged from <https://github.com/BerriAI/litellm> and <https://models.dev>.\n\
         \n\
         use super::Family::*;\n\
         use super::Model;\n\
         use super::model::row;\n\
         \n\
         /// The table, sorted by id without regard to case. The numbers are window, input\n\
         /// limit and max output; 0 stands for unknown.\n\
         #[rustfmt::skip]\n\
         pub static MODELS: &[Model] = &[\n",
        rows.len()
    );
    for row in rows {
        let family = format!("{:?}", row.family);
        writeln!(
            text,
            "    row({:?}, {:?}, [{}, {}, {}], {family}, {:?}),",
            row.provider,
            row.id,
            number(row.window),
            number(row.input_limit.unwrap_or(0)),
            number(row.max_output.unwrap_or(0)),
            row.retires.as_deref().unwrap_or("")
        )
        .expect("a String takes all that is written");
    }
    text.push_str("];\n");
    text
}

/// A number with its thousands apart, as Rust writes it.
fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}

/// The month that is now, as `2026-11`, in the proleptic Gregorian calendar.
fn this_month() -> String {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut days = elapsed.as_secs() / 86_400;
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(fields: &str) -> Row {
        parse_row(&serde_json::from_str(fields).unwrap()).expect("a row of the list")
    }

    #[test]
    fn the_committed_files_are_what_the_generator_writes() {
        assert!(run(Mode::Check).is_ok());
    }

    #[test]
    fn a_rendered_list_reads_back_the_same() {
        let rows = trim(vec![
            row(r#"["openai","gpt-5",400000,272000,128000,"o200k","2027-04-01"]"#),
            row(r#"["mistral","mistral-large-4",1048576,null,null,"mistral",null]"#),
        ]);
        let text = render_asset("2026-11", &rows).unwrap();
        assert_eq!(parse(&text), Ok(("2026-11".to_owned(), rows)));
    }

    #[test]
    fn what_lists_contradict_each_other_in_stays_small() {
        let rows = trim(vec![
            row(r#"["llama","Llama-4-Scout",10000000,null,4028,"llama",null]"#),
            row(r#"["llama","llama-4-scout",128000,131072,4096,"llama",null]"#),
            row(r#"["xai","grok-imagine-video",1024,null,0,"grok",null]"#),
            row(r#"["mistral","magistral",128000,262144,262144,"mistral",null]"#),
        ]);
        assert_eq!(
            rows,
            [
                row(r#"["llama","llama-4-scout",128000,null,4096,"llama",null]"#),
                row(r#"["mistral","magistral",128000,null,128000,"mistral",null]"#),
            ]
        );
    }

    #[test]
    fn the_name_knows_its_tokenizer_better_than_the_provider() {
        let family = |fields: &str| row(fields).family;
        assert_eq!(family(r#"["alibaba","glm-5.1",202745,null,131072,"qwen",null]"#), Family::Glm);
        assert_eq!(
            family(r#"["anthropic","claude-opus-4-8",1000000,null,128000,"claude",null]"#),
            Family::ClaudeNew
        );
        assert_eq!(
            family(r#"["openai","chat-latest",400000,null,128000,"o200k",null]"#),
            Family::O200k
        );
    }

    #[test]
    fn a_row_that_is_none_is_refused_by_its_number() {
        let refusal = |rows: &str| parse(rows).expect_err("the list is to be refused");
        assert!(refusal("[").starts_with("is not JSON: "));
        assert_eq!(refusal("[[]]"), "row 0: [] does not have 7 fields");
        assert_eq!(
            refusal(r#"[["a","b",1,null,null,"glm",null],["a","b",-1,null,null,"glm",null]]"#),
            "row 1: the window -1 is not a number of tokens"
        );
        assert_eq!(
            refusal(r#"[["a","b",null,null,null,"glm",null]]"#),
            "row 0: the window is missing"
        );
        assert_eq!(
            refusal(r#"[["a","b\"; evil",1,null,null,"glm",null]]"#),
            r#"row 0: the id "b\"; evil" is not a plain word"#
        );
        assert_eq!(
            refusal(r#"[["a","b",1,null,null,"xyz",null]]"#),
            r#"row 0: unknown family "xyz""#
        );
    }

    #[test]
    fn numbers_have_their_thousands_apart() {
        assert_eq!(number(0), "0");
        assert_eq!(number(999), "999");
        assert_eq!(number(1_000), "1_000");
        assert_eq!(number(10_485_760), "10_485_760");
    }
}
