//! `/summary`: what the model reads instead of what was condensed.

use std::io::Write as _;

use vibeue_core::compaction::{Account, LineBasis, summary_text};
use vibeue_core::conversation::{Message, Role};
use vibeue_core::session::live::{Session, Snapshot, SourceMessage, SourcedLine, SummaryVersion};
use vibeue_core::session::writing::slash::Summary;

use super::editor;
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::{Printable, grouped, style};

/// Shows the summary in view or begins to change it; returns whether the
/// session was asked for something.
///
/// # Errors
/// If there is no summary, or no text came out of the editor.
pub(super) fn obey(session: &Session, what: &Summary, console: &mut Console) -> Result<bool> {
    let now = session.snapshot();
    let Some(summary) = now.summary_in_view() else {
        return Err(Failure::input(
            "there is no summary in view",
            "nothing has been condensed yet; /summarize does it now",
        ));
    };
    let old = summary_text(&summary);
    let new = match what {
        Summary::Show => {
            print(&now, &summary, &old, console)?;
            return Ok(false);
        }
        Summary::Changes => {
            print_changes(&now, &summary, console)?;
            return Ok(false);
        }
        Summary::Sources => {
            print_sources(&now, &summary, console)?;
            return Ok(false);
        }
        Summary::Undo => {
            session.undo_summary_edit(summary.id);
            return Ok(true);
        }
        Summary::Redo => {
            session.redo_summary_edit(summary.id);
            return Ok(true);
        }
        Summary::Replace(text) => text.clone(),
        Summary::Edit => editor::edit(&old, "/summary edit", "the summary")?,
    };
    if new.trim() == old.trim() {
        console.note("the summary is unchanged");
        return Ok(false);
    }
    // An empty text is refused by the session, which says why.
    session.edit_summary(summary.id, new);
    Ok(true)
}

/// Shows what each version of a summary changed in the previous one.
fn print_changes(now: &Snapshot, summary: &Message, console: &mut Console) -> Result {
    let faint = style::FAINT;
    let row = now.summaries.iter().find(|row| row.message == Some(summary.id));
    let versions = row.map_or(&[][..], |row| &row.versions);
    if versions.is_empty() {
        console.note("the summary has only one version: it was neither edited nor rewritten");
        return Ok(());
    }
    for line in SummaryVersion::changes(versions).lines() {
        let line = Printable(line);
        if line.0.starts_with(['+', '-']) {
            writeln!(console.out, "{line}")?;
        } else {
            writeln!(console.out, "{faint}{line}{faint:#}")?;
        }
    }
    console.finish()
}

/// Shows the messages that each line of a summary is based on.
fn print_sources(now: &Snapshot, summary: &Message, console: &mut Console) -> Result {
    let (heading, faint) = (style::HEADING, style::FAINT);
    for line in now.summary_sources(summary.id) {
        let text = Printable(&line.text);
        if line.basis == LineBasis::Structure {
            writeln!(console.out, "{heading}{text}{heading:#}")?;
            continue;
        }
        writeln!(console.out, "{text}")?;
        for source in &line.sources {
            let who = speaker(source);
            let words = &source.first_words;
            let behind = if words.is_empty() { String::new() } else { format!(": {words}") };
            let row = format!("{} {who}{behind}", source.id);
            writeln!(console.out, "    {faint}{}{faint:#}", Printable(&row))?;
        }
        if let Some(note) = note(&line) {
            writeln!(console.out, "    {faint}{}{faint:#}", Printable(&note))?;
        }
    }
    let silent = now.messages_without_line(summary.id);
    if silent.count > 0 {
        let (count, of) = (grouped(silent.count), grouped(silent.condensed));
        let ids = Printable(&silent.ids);
        writeln!(console.out, "{faint}without a line: {count} of {of} messages ({ids}){faint:#}")?;
    }
    console.finish()
}

/// Who speaks in a message, or which tools.
fn speaker(source: &SourceMessage) -> String {
    let tools = source.tools.join(", ");
    match source.role {
        Role::User => "you".to_owned(),
        Role::System => "system".to_owned(),
        Role::Assistant if tools.is_empty() => "assistant".to_owned(),
        Role::Assistant => format!("assistant, calls {tools}"),
        Role::Tool if tools.is_empty() => "tool".to_owned(),
        Role::Tool => format!("result of {tools}"),
    }
}

/// The note below a line's messages: how they were found, or why there are none.
fn note(line: &SourcedLine) -> Option<String> {
    let more = match line.more {
        0 => String::new(),
        more => format!("and {} more", grouped(more)),
    };
    match line.basis {
        LineBasis::Structure => None,
        LineBasis::Settings => Some("from the settings".to_owned()),
        LineBasis::Unknown => Some("no condensed message was found that says this".to_owned()),
        LineBasis::Cited => (line.more > 0).then_some(more),
        LineBasis::Matched => {
            let found = format!("found by {}", line.shared.join(", "));
            Some(if line.more > 0 { format!("{more}; {found}") } else { found })
        }
    }
}

/// What was checked in a summary, a line each: "7 of 7" alone was read as "nothing is lost".
fn checked(account: &Account) -> Vec<String> {
    let mut lines = Vec::new();
    if account.facts_found > 0 {
        lines.push(format!(
            "{} of {} names, paths, numbers and rules that were checked are still there; wording and \
             detail are not",
            grouped(account.facts_kept),
            grouped(account.facts_found)
        ));
    }
    if account.story_found > 0 {
        lines.push(format!(
            "it mentions {} of {} messages in which you or the model said something",
            grouped(account.story_kept),
            grouped(account.story_found)
        ));
    }
    lines
}

/// Shows a summary's text, what it saved, and what was checked in it.
fn print(now: &Snapshot, summary: &Message, text: &str, console: &mut Console) -> Result {
    let (heading, faint) = (style::HEADING, style::FAINT);
    let row = now.summaries.iter().find(|row| row.message == Some(summary.id));
    if let Some(row) = row {
        let author = row.author().map_or(String::new(), |it| format!(", written by {it}"));
        let edited = if row.edited { ", edited" } else { "" };
        writeln!(
            console.out,
            "{faint}[{}] {} → {} tokens{}{edited}{faint:#}",
            row.compaction,
            grouped(row.tokens_before),
            grouped(row.tokens_after),
            Printable(&author),
        )?;
        for line in row.account.iter().flat_map(checked) {
            writeln!(console.out, "{faint}{line}{faint:#}")?;
        }
    }
    for line in text.lines() {
        let line = Printable(line);
        if line.0.starts_with('#') {
            writeln!(console.out, "{heading}{line}{heading:#}")?;
        } else {
            writeln!(console.out, "{line}")?;
        }
    }
    console.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_checked_is_said_in_words_and_what_was_not_is_left_out() {
        let account = Account {
            facts_found: 1_200,
            facts_kept: 1_199,
            story_found: 9,
            story_kept: 5,
            ..Account::default()
        };
        let facts = "1,199 of 1,200 names, paths, numbers and rules that were checked are still \
                     there; wording and detail are not";
        let story = "it mentions 5 of 9 messages in which you or the model said something";
        assert_eq!(checked(&account), [facts, story]);
        assert_eq!(checked(&Account { facts_found: 0, ..account.clone() }), [story]);
        assert_eq!(checked(&Account { story_found: 0, ..account }), [facts]);
        assert_eq!(checked(&Account::default()), [] as [&str; 0]);
    }
}
