//! The difference of two texts, line by line.

use std::fmt::Write as _;
use std::ops::Range;

/// Lines around a change that are shown with it.
const CONTEXT: usize = 3;
/// The maximum number of lines that may differ; if there are more, all lines between the first and
/// the last of them count as replaced, because the search grows with the square of this number.
const MOST_DIFFERENT: usize = 600;
/// The maximum number of lines that are compared, for the same reason: in repetitive texts, each of
/// those paths may go through all of both.
const MOST_COMPARED: usize = 10_000_000;

/// A run of different lines: these became those.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Run {
    old: Range<usize>,
    new: Range<usize>,
}

/// One line of a difference, with its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiffLine<'a> {
    /// In both texts.
    Kept(&'a str),
    /// In the old one only.
    Removed(&'a str),
    /// In the new one only.
    Added(&'a str),
}

/// The difference of two texts, line by line.
#[derive(Debug, Clone)]
pub struct Diff<'a> {
    old: Vec<&'a str>,
    new: Vec<&'a str>,
    runs: Vec<Run>,
}

impl<'a> Diff<'a> {
    /// Compares two texts.
    pub fn of(old: &'a str, new: &'a str) -> Self {
        let old: Vec<&str> = old.split_inclusive('\n').collect();
        let new: Vec<&str> = new.split_inclusive('\n').collect();
        let runs = runs(&old, &new);
        Self { old, new, runs }
    }

    /// The number of removed lines.
    pub fn removed(&self) -> usize {
        self.runs.iter().map(|run| run.old.len()).sum()
    }

    /// The number of added lines.
    pub fn added(&self) -> usize {
        self.runs.iter().map(|run| run.new.len()).sum()
    }

    /// The range of added lines in the new text, from the first to the last with everything
    /// between, counted from 0; empty at the position where lines were only removed.
    pub fn new_lines(&self) -> Range<usize> {
        match (self.runs.first(), self.runs.last()) {
            (Some(first), Some(last)) => first.new.start..last.new.end,
            _ => 0..0,
        }
    }

    /// All lines in order; if some were replaced, the removed ones come first.
    pub fn lines(&self) -> impl Iterator<Item = DiffLine<'a>> + '_ {
        let mut at = 0;
        let mut all = Vec::with_capacity(self.old.len() + self.added());
        for run in &self.runs {
            all.extend(self.old[at..run.old.start].iter().copied().map(DiffLine::Kept));
            all.extend(self.old[run.old.clone()].iter().copied().map(DiffLine::Removed));
            all.extend(self.new[run.new.clone()].iter().copied().map(DiffLine::Added));
            at = run.old.end;
        }
        all.extend(self.old[at..].iter().copied().map(DiffLine::Kept));
        all.into_iter()
    }

    /// Writes it as a unified diff. A file that did not exist, or will not, is named by `None`.
    pub fn unified(&self, old_name: Option<&str>, new_name: Option<&str>) -> String {
        let name = |side: &str, name: Option<&str>| match name {
            Some(name) => format!("{side}/{name}"),
            None => "/dev/null".to_owned(),
        };
        let mut out = format!("--- {}\n+++ {}\n", name("a", old_name), name("b", new_name));
        let mut at = 0;
        while at < self.runs.len() {
            let mut end = at + 1;
            while end < self.runs.len()
                && self.runs[end].old.start - self.runs[end - 1].old.end <= 2 * CONTEXT
            {
                end += 1;
            }
            self.hunk(&self.runs[at..end], &mut out);
            at = end;
        }
        out
    }

    fn hunk(&self, runs: &[Run], out: &mut String) {
        let (Some(first), Some(last)) = (runs.first(), runs.last()) else { return };
        let before = CONTEXT.min(first.old.start).min(first.new.start);
        let behind = CONTEXT.min(self.old.len() - last.old.end);
        let side = |from: usize, to: usize| match to - from {
            // The line before it, as is the custom.
            0 => format!("{from},0"),
            1 => (from + 1).to_string(),
            lines => format!("{},{lines}", from + 1),
        };
        let old = side(first.old.start - before, last.old.end + behind);
        let new = side(first.new.start - before, last.new.end + behind);
        let _ = writeln!(out, "@@ -{old} +{new} @@");
        let mut at = first.old.start - before;
        for run in runs {
            lines(' ', &self.old[at..run.old.start], out);
            lines('-', &self.old[run.old.clone()], out);
            lines('+', &self.new[run.new.clone()], out);
            at = run.old.end;
        }
        lines(' ', &self.old[at..at + behind], out);
    }
}

fn lines(mark: char, lines: &[&str], out: &mut String) {
    for line in lines {
        out.push(mark);
        out.push_str(line);
        if !line.ends_with('\n') {
            out.push_str("\n\\ No newline at end of file\n");
        }
    }
}

/// What differs, in order.
fn runs(old: &[&str], new: &[&str]) -> Vec<Run> {
    let head = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - head;
    let back = old.iter().rev().zip(new.iter().rev());
    let tail = back.take(rest).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    if old.is_empty() && new.is_empty() {
        return Vec::new();
    }
    let kept = common(old, new).unwrap_or_default();
    let mut runs = Vec::new();
    let (mut at_old, mut at_new) = (0, 0);
    for (in_old, in_new) in kept.into_iter().chain([(old.len(), new.len())]) {
        if in_old > at_old || in_new > at_new {
            runs.push(Run { old: head + at_old..head + in_old, new: head + at_new..head + in_new });
        }
        (at_old, at_new) = (in_old + 1, in_new + 1);
    }
    runs
}

/// A longest common subsequence of lines, by position (Myers' greedy search); `None` if too much
/// differs to search for it.
fn common(old: &[&str], new: &[&str]) -> Option<Vec<(usize, usize)>> {
    let most = (old.len() + new.len()).min(MOST_DIFFERENT);
    let centre = most + 1;
    // How far into `old` one gets on each diagonal, with a given number of differences.
    let mut furthest = vec![0_usize; 2 * centre + 1];
    let mut trace: Vec<Vec<usize>> = Vec::new();
    let mut compared = 0;
    for different in 0..=most {
        trace.push(furthest[centre - different..=centre + different].to_vec());
        for step in 0..=different {
            // Diagonal -different, -different + 2, …, shifted.
            let diagonal = centre + 2 * step - different;
            let down =
                step == 0 || (step < different && furthest[diagonal - 1] < furthest[diagonal + 1]);
            let mut x = if down { furthest[diagonal + 1] } else { furthest[diagonal - 1] + 1 };
            // Beyond the edges there is nothing to find.
            let Some(mut y) = (x + centre).checked_sub(diagonal) else { continue };
            while x < old.len() && y < new.len() && old[x] == new[y] {
                (x, y) = (x + 1, y + 1);
                compared += 1;
            }
            if compared > MOST_COMPARED {
                return None;
            }
            furthest[diagonal] = x;
            if x >= old.len() && y >= new.len() {
                return Some(way_back(&trace, old.len(), new.len()));
            }
        }
    }
    None
}

/// Follows the search back, from the ends of both.
fn way_back(trace: &[Vec<usize>], old: usize, new: usize) -> Vec<(usize, usize)> {
    let mut kept = Vec::new();
    let (mut x, mut y) = (old as isize, new as isize);
    for (different, furthest) in trace.iter().enumerate().rev() {
        let different = different as isize;
        let on = |diagonal: isize| {
            let at = usize::try_from(diagonal + different).ok()?;
            furthest.get(at).map(|x| *x as isize)
        };
        let diagonal = x - y;
        let below = on(diagonal - 1).unwrap_or(-1);
        let above = on(diagonal + 1).unwrap_or(-1);
        let down = diagonal == -different || (diagonal != different && below < above);
        let from = if down { diagonal + 1 } else { diagonal - 1 };
        let (from_x, from_y) = match different {
            0 => (0, 0),
            _ => {
                let from_x = if down { above } else { below };
                (from_x, from_x - from)
            }
        };
        while x > from_x && y > from_y && x > 0 && y > 0 {
            (x, y) = (x - 1, y - 1);
            kept.push((x as usize, y as usize));
        }
        (x, y) = (from_x, from_y);
    }
    kept.reverse();
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Applies a unified diff, strictly: every kept or removed line has to be there.
    fn applied(old: &str, diff: &str) -> String {
        let old: Vec<&str> = old.split_inclusive('\n').collect();
        let (mut out, mut at) = (String::new(), 0);
        let mut lines = diff.split_inclusive('\n').skip(2).peekable();
        while let Some(line) = lines.next() {
            let (mark, text) = line.split_at(1);
            if mark == "@" {
                let from = line[4..].split([',', ' ']).next().unwrap();
                let from: usize = from.parse().unwrap();
                let empty = line[4..].split(' ').next().unwrap().ends_with(",0");
                let from = if empty { from } else { from - 1 };
                out.extend(old[at..from].iter().copied());
                at = from;
                continue;
            }
            let cut = lines.peek().is_some_and(|next| next.starts_with('\\'));
            let text = if cut { &text[..text.len() - 1] } else { text };
            match mark {
                " " | "-" => {
                    assert_eq!(old[at], text);
                    at += 1;
                    if mark == " " {
                        out.push_str(text);
                    }
                }
                "+" => out.push_str(text),
                _ => {}
            }
        }
        out.extend(old[at..].iter().copied());
        out
    }

    fn text() -> impl Strategy<Value = String> {
        let line = prop::sample::select(vec!["a\n", "b\n", "c\n", "\n", "a\r\n", "+x\n", "-\n"]);
        let end = prop::sample::select(vec!["", "a", "\\ No"]);
        (prop::collection::vec(line, 0..40), end).prop_map(|(lines, end)| lines.concat() + end)
    }

    proptest! {
        #[test]
        fn a_diff_applied_to_the_old_text_gives_the_new(old in text(), new in text()) {
            let diff = Diff::of(&old, &new);
            prop_assert_eq!(applied(&old, &diff.unified(Some("x"), Some("x"))), new);
        }

        #[test]
        fn the_lines_of_a_diff_are_those_of_both_texts_in_order(old in text(), new in text()) {
            let diff = Diff::of(&old, &new);
            let side = |wanted: fn(DiffLine<'_>) -> Option<&str>| -> String {
                diff.lines().filter_map(wanted).collect()
            };
            let before = side(|line| match line {
                DiffLine::Kept(text) | DiffLine::Removed(text) => Some(text),
                DiffLine::Added(_) => None,
            });
            let after = side(|line| match line {
                DiffLine::Kept(text) | DiffLine::Added(text) => Some(text),
                DiffLine::Removed(_) => None,
            });
            prop_assert_eq!((before, after), (old.clone(), new.clone()));
        }

        #[test]
        fn a_change_of_few_lines_is_shown_as_few(
            old in prop::collection::vec("[a-z]{1,3}\n", 1..200),
            at in any::<prop::sample::Index>(),
        ) {
            let at = at.index(old.len());
            let mut new = old.clone();
            new[at] = "A new line\n".to_owned();
            new.insert(0, "first\n".to_owned());
            let (old, new) = (old.concat(), new.concat());
            let diff = Diff::of(&old, &new);
            prop_assert_eq!((diff.removed(), diff.added()), (1, 2));
        }
    }

    #[test]
    fn a_diff_is_written_as_patch_reads_it() {
        let old: String = (1..=20).map(|line| format!("{line}\n")).collect();
        let new = old.replace("5\n6\n", "five\n6\n").replace("20\n", "20");
        assert_eq!(
            Diff::of(&old, &new).unified(Some("s/a.txt"), Some("s/a.txt")),
            "--- a/s/a.txt\n+++ b/s/a.txt\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n\
             @@ -17,4 +17,4 @@\n 17\n 18\n 19\n-20\n+20\n\\ No newline at end of file\n"
        );
        assert_eq!(
            Diff::of("", "a\nb\n").unified(None, Some("n")),
            "--- /dev/null\n+++ b/n\n@@ -0,0 +1,2 @@\n+a\n+b\n"
        );
        assert_eq!(Diff::of("a", "a").unified(None, None), "--- /dev/null\n+++ /dev/null\n");
        assert_eq!(Diff::of("a\nb\nc\n", "a\nX\nY\nc\n").new_lines(), 1..3);
        assert_eq!(Diff::of("a\nb\nc\n", "a\nc\n").new_lines(), 1..1);
    }

    #[test]
    fn texts_that_repeat_themselves_are_compared_in_bounded_time() {
        let lines = "\n".repeat(1_000_000);
        let ends = |what: &str| (0..400).map(|at| format!("{what} {at}\n")).collect::<String>();
        let old = format!("old\n{lines}{}", ends("old"));
        let new = format!("new\n{lines}{}", ends("new"));
        let diff = Diff::of(&old, &new);
        assert_eq!((diff.removed(), diff.added(), diff.runs.len()), (1_000_401, 1_000_401, 1));
    }

    #[test]
    fn texts_that_differ_everywhere_are_compared_in_no_time() {
        let old: String = (0..200_000).map(|line| format!("old {line}\n")).collect();
        let new: String = (0..200_000).map(|line| format!("new {line}\n")).collect();
        let diff = Diff::of(&old, &new);
        assert_eq!((diff.removed(), diff.added()), (200_000, 200_000));
        assert_eq!(diff.runs.len(), 1);
    }
}
