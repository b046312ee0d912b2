//! Answers with their grades, and the totals.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::question_set::Kind;

/// One grade of one answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Grade {
    /// Who gave it.
    pub(super) by: String,
    /// 1, 0.5 or 0.
    pub(super) grade: f64,
    pub(super) reason: String,
}

impl Grade {
    /// Parses `0.5: the value is missing`, as a model or the user writes it.
    pub(super) fn parse(by: &str, text: &str) -> Option<Self> {
        let text = text.trim().trim_start_matches(['*', '#', '`', ' ']);
        let text =
            text.strip_prefix("Grade").map_or(text, |rest| rest.trim_start_matches([':', ' ']));
        let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let (number, rest) = text.split_at(digits);
        let grade = match number.trim_end_matches('.') {
            "1" | "1.0" => 1.0,
            "0.5" | ".5" | "0.50" => 0.5,
            "0" | "0.0" => 0.0,
            _ => return None,
        };
        let open = |c: char| c.is_whitespace() || ":-–—,;.*`".contains(c);
        // A line that begins with "1st" or "0 of 3 values" does not begin with a grade.
        if !rest.is_empty() && !rest.starts_with(open) || rest.trim_start().starts_with("of ") {
            return None;
        }
        let reason = rest.trim_start_matches(open).trim_end();
        Some(Self { by: by.to_owned(), grade, reason: reason.to_owned() })
    }
}

/// One answer with its grades.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Graded {
    /// The question's name in its set.
    pub(super) id: String,
    pub(super) kind: Kind,
    pub(super) question: String,
    pub(super) key: String,
    pub(super) answer: String,
    /// A grade of each grader.
    pub(super) grades: Vec<Grade>,
}

impl Graded {
    /// The mean of its grades.
    pub(super) fn grade(&self) -> f64 {
        mean(self.grades.iter().map(|grade| grade.grade)).unwrap_or(0.0)
    }
}

/// Returns whether an answer says that it is unknown.
pub(super) fn is_unknown(answer: &str) -> bool {
    let answer = answer.trim().trim_end_matches(['.', '!']);
    answer.is_empty() || answer.eq_ignore_ascii_case("unknown")
}

/// The results of one view.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct ViewOutcome {
    /// How the view was made.
    pub(super) way: String,
    /// Its hash.
    pub(super) view: String,
    /// Its tokens.
    pub(super) tokens: u64,
    pub(super) answers: Vec<Graded>,
}

/// The results of one set of questions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct SetOutcome {
    /// The set's name.
    pub(super) set: String,
    /// Tokens that the first part has.
    pub(super) whole: u64,
    /// Tokens that a view should have at most.
    pub(super) asked: u64,
    pub(super) views: Vec<ViewOutcome>,
}

/// The mean grades of some answers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Score {
    pub(super) questions: usize,
    pub(super) all: f64,
    pub(super) kinds: BTreeMap<Kind, f64>,
}

impl Score {
    pub(super) fn of<'a>(answers: impl IntoIterator<Item = &'a Graded>) -> Self {
        let mut grades: BTreeMap<Kind, Vec<f64>> = BTreeMap::new();
        for answer in answers {
            grades.entry(answer.kind).or_default().push(answer.grade());
        }
        let all = mean(grades.values().flatten().copied()).unwrap_or(0.0);
        let questions = grades.values().map(Vec::len).sum();
        let of_kind =
            |(kind, grades): (&Kind, &Vec<f64>)| Some((*kind, mean(grades.iter().copied())?));
        Self { questions, all, kinds: grades.iter().filter_map(of_kind).collect() }
    }
}

/// How far two or more graders agree.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Agreement {
    /// Who graded, in order.
    pub(super) graders: Vec<String>,
    /// Answers that all of them graded.
    pub(super) answers: usize,
    /// The share on which all gave the same grade.
    pub(super) same: f64,
    /// The mean distance of the lowest grade from the highest.
    pub(super) distance: f64,
}

impl Agreement {
    /// `None` if there are not two graders.
    pub(super) fn of<'a>(answers: impl IntoIterator<Item = &'a Graded>) -> Option<Self> {
        let mut graders: Vec<String> = Vec::new();
        let mut distances = Vec::new();
        for answer in answers.into_iter().filter(|answer| answer.grades.len() > 1) {
            for grade in &answer.grades {
                if !graders.contains(&grade.by) {
                    graders.push(grade.by.clone());
                }
            }
            let grades = || answer.grades.iter().map(|grade| grade.grade);
            distances.push(grades().fold(0.0, f64::max) - grades().fold(1.0, f64::min));
        }
        let same = mean(distances.iter().map(|it| f64::from(u8::from(*it == 0.0))))?;
        let distance = mean(distances.iter().copied())?;
        Some(Self { graders, answers: distances.len(), same, distance })
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0_u32, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graded(kind: Kind, grades: &[f64]) -> Graded {
        let grade = |(at, grade): (usize, &f64)| Grade {
            by: format!("g{at}"),
            grade: *grade,
            reason: String::new(),
        };
        Graded {
            id: "x".to_owned(),
            kind,
            question: "q".to_owned(),
            key: "k".to_owned(),
            answer: "a".to_owned(),
            grades: grades.iter().enumerate().map(grade).collect(),
        }
    }

    #[test]
    fn a_grade_is_read_as_models_and_people_write_it() {
        let read = |text| Grade::parse("g", text).map(|it| (it.grade, it.reason));
        let some = |grade, reason: &str| Some((grade, reason.to_owned()));
        assert_eq!(read("1: all there"), some(1.0, "all there"));
        assert_eq!(read(" 0.5 - one value of two\n"), some(0.5, "one value of two"));
        assert_eq!(read("**0**: wrong"), some(0.0, "wrong"));
        assert_eq!(read("Grade: 1.0"), some(1.0, ""));
        assert_eq!(read("1"), some(1.0, ""));
        for text in
            ["", "good", "2: more than all", "0.7: nearly", "1st try", "0 of 3 values", "-1"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn scores_are_means_by_kind_and_over_all() {
        let answers = [
            graded(Kind::Rules, &[1.0, 0.5]),
            graded(Kind::Rules, &[0.0, 0.0]),
            graded(Kind::State, &[1.0, 1.0]),
        ];
        let score = Score::of(&answers);
        let kinds = BTreeMap::from([(Kind::Rules, 0.375), (Kind::State, 1.0)]);
        assert_eq!(score, Score { questions: 3, all: 1.75 / 3.0, kinds });
        let agreement = Agreement::of(&answers).unwrap();
        assert_eq!((agreement.answers, agreement.graders.len()), (3, 2));
        assert_eq!((agreement.same, agreement.distance), (2.0 / 3.0, 0.5 / 3.0));
        assert_eq!(Agreement::of(&[graded(Kind::Rules, &[1.0])]), None);
    }

    #[test]
    fn an_answer_that_says_unknown_is_none() {
        for text in ["", " \n", "unknown", "Unknown.", "UNKNOWN"] {
            assert!(is_unknown(text), "{text:?}");
        }
        assert!(!is_unknown("The cause is unknown, but 3 tests fail."));
    }
}
