//! The results of the questions, for the user and as data.

use std::collections::BTreeSet;

use anstyle::Style;
use serde_json::{Value, json};

use super::outcome::{Agreement, Graded, Score, SetOutcome, ViewOutcome};
use super::question_set::Kind;
use crate::console::Console;
use crate::failure::Result;
use crate::output::{Align, Printable, Table, counted, grouped, style};

/// Prints a table for each conversation and one for all of them.
///
/// # Errors
/// If the output is closed.
pub(super) fn print(sets: &[SetOutcome], headline: &str, console: &mut Console) -> Result {
    let (heading, faint) = (style::HEADING, style::FAINT);
    writeln!(console.out, "{faint}{}{faint:#}", Printable(headline))?;
    for set in sets {
        let name = Printable(&set.set).to_string();
        let questions = set.views.first().map_or(0, |view| view.answers.len());
        writeln!(
            console.out,
            "\n{heading}{name}{heading:#}: {}, {} of {} tokens asked for",
            counted(questions as u64, "question"),
            grouped(set.asked),
            grouped(set.whole),
        )?;
        let rows = set.views.iter().map(|view| Row {
            way: &view.way,
            tokens: Some(view.tokens),
            score: Score::of(&view.answers),
        });
        write!(console.out, "{}", table(&rows.collect::<Vec<_>>()))?;
    }
    if sets.len() > 1 {
        let ways = by_way(sets);
        let rows = ways.iter().map(|(way, score)| Row { way, tokens: None, score: score.clone() });
        let rows: Vec<Row<'_>> = rows.collect();
        let questions = rows.iter().map(|row| row.score.questions).max().unwrap_or(0);
        writeln!(
            console.out,
            "\n{heading}all {}{heading:#}: {}",
            counted(sets.len() as u64, "conversation"),
            counted(questions as u64, "question"),
        )?;
        write!(console.out, "{}", table(&rows))?;
    }
    if let Some(agreement) = Agreement::of(answers(sets)) {
        writeln!(
            console.out,
            "\n{} graded {}: the same grade on {:.1} %, {:.3} apart on average",
            Printable(&agreement.graders.join(", ")),
            counted(agreement.answers as u64, "answer"),
            100.0 * agreement.same,
            agreement.distance,
        )?;
    }
    Ok(())
}

/// The same as data.
pub(super) fn as_json(sets: &[SetOutcome], headline: &str) -> Value {
    let view = |view: &ViewOutcome| {
        json!({
            "way": view.way,
            "view": view.view,
            "tokens": view.tokens,
            "score": Score::of(&view.answers),
            "answers": view.answers,
        })
    };
    let set = |set: &SetOutcome| {
        json!({
            "set": set.set,
            "whole": set.whole,
            "asked": set.asked,
            "views": set.views.iter().map(view).collect::<Vec<_>>(),
        })
    };
    let ways = by_way(sets);
    let way = |(way, score): &(String, Score)| json!({ "way": way, "score": score });
    json!({
        "told": headline,
        "sets": sets.iter().map(set).collect::<Vec<_>>(),
        "ways": ways.iter().map(way).collect::<Vec<_>>(),
        "agreement": Agreement::of(answers(sets)),
    })
}

fn answers(sets: &[SetOutcome]) -> impl Iterator<Item = &Graded> {
    sets.iter().flat_map(|set| &set.views).flat_map(|view| &view.answers)
}

/// The scores of each way over all conversations, in the order of their
/// appearance.
fn by_way(sets: &[SetOutcome]) -> Vec<(String, Score)> {
    let mut ways: Vec<&str> = Vec::new();
    let views = || sets.iter().flat_map(|set| &set.views);
    for view in views() {
        if !ways.contains(&view.way.as_str()) {
            ways.push(&view.way);
        }
    }
    let score = |way: &&str| {
        let of_way = views().filter(|view| view.way == **way).flat_map(|view| &view.answers);
        ((*way).to_owned(), Score::of(of_way))
    };
    ways.iter().map(score).collect()
}

struct Row<'a> {
    way: &'a str,
    tokens: Option<u64>,
    score: Score,
}

fn table(rows: &[Row<'_>]) -> Table {
    let kinds: BTreeSet<Kind> =
        rows.iter().flat_map(|row| row.score.kinds.keys().copied()).collect();
    let with_tokens = rows.iter().any(|row| row.tokens.is_some());
    let mut columns = vec![("in view", Align::Left)];
    if with_tokens {
        columns.push(("tokens", Align::Right));
    }
    columns.push(("all", Align::Right));
    columns.extend(kinds.iter().map(|kind| (kind.name(), Align::Right)));
    let mut table = Table::new(columns);
    for row in rows {
        let mut cells = vec![Printable(row.way).to_string()];
        if with_tokens {
            cells.push(row.tokens.map_or_else(String::new, grouped));
        }
        cells.push(format!("{:.2}", row.score.all));
        let cell = |kind: &Kind| match row.score.kinds.get(kind) {
            Some(score) => format!("{score:.2}"),
            None => "–".to_owned(),
        };
        cells.extend(kinds.iter().map(cell));
        table.row(Style::new(), cells);
    }
    table
}
