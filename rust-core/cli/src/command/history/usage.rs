//! What conversations have cost.

use anstyle::Style;
use serde_json::{Value, json};
use vibeue_core::session::library::{Library, LibraryUsage};
use vibeue_core::session::live::CostLedger;

use super::list::{json_of, short, title_of};
use super::spent::{dollars, tokens};
use crate::console::Console;
use crate::failure::Result;
use crate::output::{Align, Table, counted, grouped, style};
use crate::progress::Progress;

/// Shows tokens and cost by month and by conversation.
///
/// # Errors
/// If the folder cannot be read.
pub(super) fn usage(library: &Library, as_json: bool, console: &mut Console) -> Result {
    let progress = Progress::begin(console, "reading", 0);
    let catalogue = library.catalogue(|| false)?;
    drop(progress);
    let (usage, mut entries) = (catalogue.usage(), catalogue.entries());
    if as_json {
        let month = |(month, spent): (_, &CostLedger)| {
            json!({
                "month": format!("{month}"), "calls": spent.calls(), "tokens": spent.tokens(),
                "dollars": spent.dollars(), "unknown": spent.unknown(),
            })
        };
        let months: Vec<Value> = usage.months.iter().map(month).collect();
        let conversations: Vec<Value> = entries.iter().map(json_of).collect();
        return console.json(&json!({
            "months": months,
            "calls": usage.total().calls(),
            "tokens": usage.total().tokens(),
            "dollars": usage.total().dollars(),
            "unknown": usage.unknown(),
            "unrecorded": usage.unrecorded,
            "conversations": conversations,
        }));
    }
    let columns = |first| {
        [
            (first, Align::Left),
            ("calls", Align::Right),
            ("tokens", Align::Right),
            ("cost", Align::Right),
        ]
    };
    let mut table = Table::new(columns("month"));
    for (month, spent) in &usage.months {
        let one = LibraryUsage { months: [(*month, *spent)].into(), unrecorded: 0 };
        table.row(Style::new(), row(month.to_string(), &one));
    }
    table.row(style::HEADING, row("all".to_owned(), &usage));
    writeln!(console.out, "{table}")?;
    let all = entries.clone();
    entries.retain(|entry| entry.usage != LibraryUsage::default());
    entries.sort_by(|a, b| b.usage.total().dollars().total_cmp(&a.usage.total().dollars()));
    if !entries.is_empty() {
        let mut table =
            Table::new(columns("conversation").into_iter().chain([("title", Align::Left)]));
        for entry in &entries {
            let mut cells = row(short(&entry.id, &all), &entry.usage);
            cells.push(title_of(entry));
            table.row(Style::new(), cells);
        }
        write!(console.out, "{table}")?;
    }
    if usage.unknown() > 0 {
        let calls = counted(usage.unknown(), "call");
        console.note(format!("{calls} with unknown tokens or price: ≥ marks totals without them"));
    }
    Ok(())
}

fn row(name: String, usage: &LibraryUsage) -> Vec<String> {
    let total = usage.total();
    vec![name, grouped(total.calls()), tokens(usage), dollars(usage)]
}
