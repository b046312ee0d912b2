//! The sets of questions.

use super::question_set::QuestionSet;
use crate::args::ProbeArgs;
use crate::failure::{Failure, Result};

pub(super) fn read_sets(args: &ProbeArgs) -> Result<Vec<QuestionSet>> {
    let mut sets: Vec<QuestionSet> = Vec::new();
    for path in &args.files {
        let set = QuestionSet::read(path)?;
        if let Some(other) = sets.iter().find(|other| other.name == set.name) {
            let what = format!("{} has the same name", other.shown);
            let hint = "give each set of questions only once, and each its own name";
            return Err(Failure::input(what, hint).at(&set.shown));
        }
        sets.push(set);
    }
    Ok(sets)
}
