//! `/model` without a name: the models to choose from.

use std::io::Write as _;
use std::time::Duration;

use anstyle::Style;
use vibeue_core::provider::Provider;
use vibeue_core::session::live::{Clock as _, Snapshot, SystemClock};
use vibeue_core::session::offers::{ModelOffer, ModelOffers, OfferContext, OfferOrigin};

use crate::connect;
use crate::console::Console;
use crate::failure::Result;
use crate::output::{Align, Printable, Table, style};

/// How long to wait for the server at most.
const LONGEST: Duration = Duration::from_secs(20);

/// The maximum number of rows that are printed.
const MOST: usize = 200;

/// Lists the models that the server has and those that only the table knows.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn list(
    now: &Snapshot,
    base_url: &str,
    provider: &dyn Provider,
    console: &mut Console,
) -> Result {
    let asked = connect::runtime()?
        .block_on(async { tokio::time::timeout(LONGEST, provider.models()).await });
    let listed = match asked {
        Ok(Ok(models)) => models,
        Ok(Err(error)) => {
            let why = Printable(&error.message);
            console.note(format!("the server did not list its models: {why}"));
            Vec::new()
        }
        Err(_) => {
            console.note("the server did not list its models in time");
            Vec::new()
        }
    };
    let offers = ModelOffers::new(base_url, listed);
    let context = OfferContext::of(now, SystemClock.now());
    let rows = offers.find("", &context, MOST);
    let left = offers.count(&context).saturating_sub(rows.len());
    write!(console.out, "{}", table(&rows, context.used))?;
    if left > 0 {
        console.note(format!("{left} more are not shown"));
    }
    console.finish()
}

fn table(rows: &[ModelOffer], used: u64) -> Table {
    let mut table = Table::new([
        ("model", Align::Left),
        ("window", Align::Right),
        ("$/M in", Align::Right),
        ("$/M out", Align::Right),
        ("", Align::Left),
    ]);
    let price = |dollars: Option<f64>| dollars.map_or("-".to_owned(), ModelOffer::short_price);
    for row in rows {
        let look = if row.is_current { style::GOOD } else { Style::new() };
        table.row(
            look,
            vec![
                Printable(&row.id).to_string(),
                row.window.map_or("-".to_owned(), ModelOffer::short_tokens),
                price(row.input_price),
                price(row.output_price),
                words(row, used),
            ],
        );
    }
    table
}

/// What a model can do, and what to know before it is chosen.
fn words(row: &ModelOffer, used: u64) -> String {
    let mut words = Vec::new();
    if row.is_current {
        words.push("answers now".to_owned());
    }
    if row.summarizes_first {
        let used = ModelOffer::short_tokens(used);
        words.push(format!("this conversation, {used}, would be summarized first"));
    }
    if let Some(day) = row.retires {
        let verb = if row.is_retired { "left" } else { "leaves" };
        words.push(format!("{verb} service on {day}"));
    }
    let able = row.abilities;
    let named = [(able.tools, "tools"), (able.images, "images"), (able.reasoning, "reasoning")];
    for (can, name) in named {
        match can {
            Some(true) => words.push(name.to_owned()),
            Some(false) => words.push(format!("no {name}")),
            None => {}
        }
    }
    if row.origin == OfferOrigin::Table {
        words.push("not listed by the server".to_owned());
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use vibeue_core::tokens::models::Abilities;

    use super::*;

    #[test]
    fn a_row_says_what_to_know_before_it_is_chosen() {
        let row = ModelOffer {
            id: "a\u{1b}b".to_owned(),
            origin: OfferOrigin::Table,
            is_current: false,
            window: Some(32_000),
            max_output: None,
            input_price: Some(2.5),
            output_price: None,
            abilities: Abilities { tools: Some(true), images: Some(false), reasoning: None },
            retires: Some("2026-11-30"),
            is_retired: false,
            summarizes_first: true,
        };
        let plain = anstream::adapter::strip_str(&table(&[row], 45_000).to_string()).to_string();
        let lines: Vec<&str> = plain.lines().map(str::trim_end).collect();
        assert!(!plain.contains('\u{1b}'), "{plain}");
        assert!(lines[0].starts_with("model "), "{plain}");
        let rest = "32K    2.50        -  this conversation, 45K, would be summarized first, leaves \
                    service on 2026-11-30, tools, no images, not listed by the server";
        assert!(lines[1].ends_with(rest), "{plain}");
    }
}
