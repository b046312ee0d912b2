//! Evaluates a recorded run again.

use std::path::Path;

use vibeue_core::settings::Settings;

use super::first_part::Maker;
use super::headline::headline;
use super::outcome::SetOutcome;
use super::question_set::QuestionSet;
use super::record::{Recorded, Run, ViewLine};
use super::sets::read_sets;
use super::view::View;
use super::{print, prompts};
use crate::args::{Baseline, ProbeArgs, ProbeStrategy};
use crate::console::Console;
use crate::failure::Result;

/// Prints the tables of a record, without a network. With questions, says which
/// of them and which views have changed since.
///
/// # Errors
/// If the record, the questions or a conversation cannot be read.
pub(super) fn run(path: &Path, args: &ProbeArgs, console: &mut Console) -> Result {
    let recorded = Recorded::read(path)?;
    let sets = read_sets(args)?;
    for set in &sets {
        for outcome in recorded.sets.iter().filter(|outcome| outcome.set == set.name) {
            note_changed_questions(set, outcome, console);
        }
        let views = || recorded.views.iter().filter(|(_, view)| view.set == set.name);
        if views().next().is_none() {
            console.note(format!("{} is not in the record", set.name));
        }
        for (run, view) in views() {
            note_changed_view(set, run, view, args, console)?;
        }
    }
    let headline = described(&recorded);
    if args.json {
        return console.json(&print::as_json(&recorded.sets, &headline));
    }
    print::print(&recorded.sets, &headline, console)
}

/// How the runs were made, each once.
fn described(recorded: &Recorded) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (run, _) in &recorded.views {
        let line = headline(run);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.join("\n")
}

fn note_changed_questions(set: &QuestionSet, outcome: &SetOutcome, console: &mut Console) {
    let name = &set.name;
    for view in &outcome.views {
        let way = &view.way;
        for question in &set.questions {
            let answered = view.answers.iter().find(|answer| answer.id == question.id);
            let what = match answered {
                None => "has no answer",
                Some(it) if it.question != question.question => "is now worded differently",
                Some(it) if it.key != question.key => "now has a different key",
                Some(it) if it.kind != question.kind => "is now of a different kind",
                Some(_) => continue,
            };
            console.note(format!("{name} by {way}: {} {what}", question.id));
        }
        let gone = |id: &str| set.questions.iter().all(|question| question.id != id);
        for answer in view.answers.iter().filter(|answer| gone(&answer.id)) {
            console.note(format!("{name} by {way}: {} is no longer asked", answer.id));
        }
    }
}

/// Makes a view again, if that needs no model, and notes whether it has changed.
fn note_changed_view(
    set: &QuestionSet,
    run: &Run,
    recorded: &ViewLine,
    args: &ProbeArgs,
    console: &mut Console,
) -> Result {
    let (name, way) = (&set.name, &recorded.way);
    if run.prompts != prompts::VERSION {
        let (then, now) = (run.prompts, prompts::VERSION);
        console.note(format!("{name} by {way}: asked with prompts {then}, now they are {now}"));
    }
    let maker = Maker::new(Some(&run.encoding), run.size(), Settings::default(), console)?;
    let part = maker.first_part(set, args.conversations.as_deref(), console)?;
    let baseline = |baseline| part.baseline(baseline, recorded.room, &maker, None);
    let view: View = match way.as_str() {
        "rules" => part.compacted(ProbeStrategy::Rules, &maker, &[])?.0,
        "newest" => baseline(Baseline::Newest)?,
        "users" => baseline(Baseline::Users)?,
        "full" => baseline(Baseline::Full)?,
        _ => {
            console.note(format!("{name} by {way}: not compared, a model would have to write it"));
            return Ok(());
        }
    };
    if view.hash != recorded.view {
        let (then, now) = (&recorded.view, &view.hash);
        console.note(format!("{name} by {way}: the view has changed since (was {then}, is {now})"));
    }
    Ok(())
}
