//! Searches all conversations.

use std::ops::Range;

use serde_json::{Value, json};
use vibeue_core::session::library::{Library, LibraryEntry, SearchHit, SearchPlace, Speaker};

use super::list::{json_of, short, title_of};
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::{CivilTime, Printable, counted, style};
use crate::progress::Progress;

/// Searches, and shows the best conversations with their best matches.
///
/// # Errors
/// If the folder cannot be read, or there is nothing to look for.
pub(super) fn search(
    library: &Library,
    words: &[String],
    limit: usize,
    as_json: bool,
    console: &mut Console,
) -> Result {
    let query = query_of(words);
    if !query.chars().any(char::is_alphanumeric) {
        return Err(Failure::input("there is nothing to search for", "give letters or digits"));
    }
    let progress = Progress::begin(console, "searching", 0);
    let catalogue = library.catalogue(|| false)?;
    let result = catalogue.search(&query, limit);
    drop(progress);
    if result.cut > 0 {
        let many = counted(result.cut as u64, "conversation");
        console.note(format!("{many} too long for every word to be indexed"));
    }
    if result.unsure {
        console
            .note("the phrase may be in more messages than were read: some results may be missing");
    }
    if as_json {
        let hits: Vec<Value> = result.hits.iter().map(hit_json).collect();
        return console.json(&json!({ "all": result.all, "unsure": result.unsure, "hits": hits }));
    }
    let entries: Vec<LibraryEntry> = catalogue.entries();
    for hit in &result.hits {
        print(hit, &short(&hit.entry.id, &entries), console)?;
    }
    let (faint, all) = (style::FAINT, result.all);
    match (all, all.saturating_sub(result.hits.len())) {
        (0, _) => writeln!(console.out, "No conversation matches all of that.")?,
        (_, 0) => {}
        (_, more) => {
            let more = counted(more as u64, "more conversation");
            writeln!(console.out, "{faint}{more}; --limit shows them{faint:#}")?;
        }
    }
    Ok(())
}

/// The shell removed quotation marks: an argument with blanks was quoted.
fn query_of(words: &[String]) -> String {
    let quoted = |word: &String| {
        if words.len() > 1 && word.contains(char::is_whitespace) && !word.contains('"') {
            format!("\"{word}\"")
        } else {
            word.clone()
        }
    };
    words.iter().map(quoted).collect::<Vec<String>>().join(" ")
}

fn print(hit: &SearchHit, id: &str, console: &mut Console) -> Result {
    let (heading, faint) = (style::HEADING, style::FAINT);
    let when = CivilTime(hit.entry.changed);
    let title = title_of(&hit.entry);
    writeln!(console.out, "{heading}{title}{heading:#} {faint}{id}, {when}{faint:#}")?;
    for place in &hit.places {
        let message = place.message.map_or_else(|| "waits".to_owned(), |id| id.to_string());
        let branch = place.branch.map_or(String::new(), |number| format!(" in branch {number}"));
        let shown = marked(&place.snippet, &place.marks);
        writeln!(
            console.out,
            "  {faint}{message} {}{branch}:{faint:#} {shown}",
            speaker(place.speaker)
        )?;
    }
    Ok(())
}

fn marked(text: &str, marks: &[Range<usize>]) -> String {
    let heading = style::HEADING;
    let mut line = String::new();
    let mut at = 0;
    for mark in marks {
        line.push_str(&Printable(&text[at..mark.start]).to_string());
        line.push_str(&format!("{heading}{}{heading:#}", Printable(&text[mark.clone()])));
        at = mark.end;
    }
    line + &Printable(&text[at..]).to_string()
}

fn speaker(speaker: Speaker) -> &'static str {
    match speaker {
        Speaker::Person => "you",
        Speaker::Model => "agent",
        Speaker::Tool => "tool",
    }
}

fn hit_json(hit: &SearchHit) -> Value {
    let marks = |marks: &[Range<usize>]| -> Vec<[usize; 2]> {
        marks.iter().map(|mark| [mark.start, mark.end]).collect()
    };
    let place = |place: &SearchPlace| {
        json!({
            "message": place.message.map(|id| id.to_string()),
            "branch": place.branch,
            "speaker": speaker(place.speaker),
            "at": place.at,
            "snippet": place.snippet,
            "marks": marks(&place.marks),
        })
    };
    let mut json = json_of(&hit.entry);
    json["score"] = json!(hit.score);
    json["title_marks"] = json!(marks(&hit.title_marks));
    json["places"] = hit.places.iter().map(place).collect();
    json
}
