//! Reads a trail back from the lines it was written as.
//!
//! An older summary is often all that is left of a trail: the text that the
//! model sees must be enough to continue it.

use super::artifact::FAILED;
use super::dense::Dense;
use super::{Artifact, ArtifactOutcome, ArtifactTrail};
use vibeue_conversation::MessageId;

impl Artifact {
    /// Parses what [`Artifact::line`] writes; `None` for anything else.
    pub fn parse(line: &str) -> Option<Self> {
        // The name may contain colons and spaces; what follows it never
        // contains both in this order.
        let (name, rest) = line.match_indices(": ").find_map(|(at, colon)| {
            let rest = &line[at + colon.len()..];
            starts_as_counts(rest).then_some((&line[..at], rest))
        })?;
        let mut artifact = Artifact::new(name, MessageId(0));
        let mut rest = rest;
        loop {
            if let Some(tail) = rest.strip_prefix("renamed to ") {
                let (to, tail) = tail.split_once(", ")?;
                artifact.renamed_to = Some(to.into());
                rest = tail;
                continue;
            }
            let Some((word, tail)) = rest.split_once(", ") else { break };
            let (word, count) = match word.split_once(' ') {
                Some((word, count)) => (word, count.parse().ok()),
                None => (word, Some(1)),
            };
            let (Some(slot), Some(count)) = (count_of(&mut artifact, word), count) else { break };
            *slot = count;
            rest = tail;
        }
        if matches!(rest, "✓" | "❌") {
            artifact.outcome = match rest {
                "✓" => ArtifactOutcome::Done,
                _ => ArtifactOutcome::Failed("".into()),
            };
            return Some(artifact);
        }
        let (outcome, rest) = if let Some(rest) = rest.strip_prefix("✓ ") {
            (ArtifactOutcome::Done, rest)
        } else if let Some(rest) = rest.strip_prefix("❌ ") {
            let error = rest.split_once(' ').map_or("", |(_, error)| error);
            (ArtifactOutcome::Failed(error.into()), rest)
        } else {
            (ArtifactOutcome::Unknown, rest)
        };
        let id = rest.split(' ').next()?.strip_prefix('m')?.parse().ok().map(MessageId)?;
        (artifact.first, artifact.last, artifact.outcome) = (id, id, outcome);
        Some(artifact)
    }

    /// Reads the names after a heading: `changed: a.cpp, b.cpp ❌`.
    fn parse_deed(line: &str) -> Option<Vec<Self>> {
        let (deed, names) = line.split_once(": ")?;
        if !Artifact::DEEDS.contains(&deed) || starts_as_counts(names) {
            return None;
        }
        let artifacts = Dense::read(names).into_iter().map(|name| {
            let bare = name.strip_suffix(" ❌");
            let plain = bare.unwrap_or(&name);
            let renamed = (deed == "renamed").then(|| plain.split_once(" to ")).flatten();
            let mut artifact = Artifact::new(renamed.map_or(plain, |names| names.0), MessageId(0));
            match count_of(&mut artifact, deed) {
                Some(count) => *count = 1,
                None => artifact.renamed_to = Some(renamed.map_or("?", |names| names.1).into()),
            }
            artifact.outcome = match bare {
                None if deed != FAILED => ArtifactOutcome::Done,
                _ => ArtifactOutcome::Failed("".into()),
            };
            artifact
        });
        Some(artifacts.collect())
    }

    /// Reads the dense form of earlier versions: the name and a letter.
    fn parse_brief(text: &str) -> Option<Self> {
        let (name, mark) = text.rsplit_once(' ')?;
        let failed = mark.ends_with('❌');
        let mut artifact = Artifact::new(name, MessageId(0));
        match mark.trim_end_matches('❌') {
            "D" => artifact.deleted = 1,
            "N" => artifact.renamed_to = Some("?".into()),
            "C" => artifact.created = 1,
            "M" => artifact.changed = 1,
            "B" => artifact.compiled = 1,
            "X" => artifact.executed = 1,
            "R" => artifact.read = 1,
            "L" => artifact.listed = 1,
            _ => return None,
        }
        artifact.outcome =
            if failed { ArtifactOutcome::Failed("".into()) } else { ArtifactOutcome::Done };
        Some(artifact)
    }
}

fn starts_as_counts(rest: &str) -> bool {
    let word = rest.split([' ', ',']).next().unwrap_or_default();
    let mut probe = Artifact::new("", MessageId(0));
    count_of(&mut probe, word).is_some()
        || rest.starts_with("renamed to ")
        || matches!(rest, "✓" | "❌")
        || rest.starts_with("✓ m")
        || rest.starts_with("❌ m")
        || word.strip_prefix('m').is_some_and(|id| id.parse::<u64>().is_ok())
}

fn count_of<'a>(artifact: &'a mut Artifact, word: &str) -> Option<&'a mut u32> {
    Some(match word {
        "created" => &mut artifact.created,
        "changed" => &mut artifact.changed,
        "deleted" => &mut artifact.deleted,
        "compiled" => &mut artifact.compiled,
        "run" => &mut artifact.executed,
        "read" => &mut artifact.read,
        "listed" => &mut artifact.listed,
        "failed" => &mut artifact.failed,
        _ => return None,
    })
}

impl ArtifactTrail {
    /// Merges a line that [`ArtifactTrail::render_within`] wrote, as something
    /// that happened before everything added later.
    pub fn parse_line(&mut self, line: &str) {
        let artifacts: Vec<Artifact> = match Artifact::parse_deed(line) {
            Some(artifacts) => artifacts,
            None => Self::parse_old(line),
        };
        self.merge(Self::from(artifacts));
    }

    /// Returns the names that one of our texts writes in braces, each in full:
    /// `read: Source/{a.h,b.h}` gives `Source/a.h` and `Source/b.h`.
    pub fn unfolded(text: &str) -> Vec<String> {
        text.lines()
            .filter(|line| line.contains("/{"))
            .filter_map(|line| Artifact::parse_deed(line.trim_start_matches("- ")))
            .flatten()
            .map(|artifact| artifact.name.to_string())
            .collect()
    }

    fn parse_old(line: &str) -> Vec<Artifact> {
        match Artifact::parse(line) {
            Some(artifact) => vec![artifact],
            None => line.split(", ").filter_map(Artifact::parse_brief).collect(),
        }
    }

    /// Writes the trail in at most about `budget` tokens, as `cost` counts a line, or `most` tokens
    /// if only bare names fit; also returns whether every artifact is named.
    pub fn lines_within(
        &self,
        budget: u64,
        most: u64,
        cost: impl Fn(&str) -> u64,
    ) -> (Vec<String>, bool) {
        let text = self.render_named(cost, budget, most);
        let lines: Vec<String> =
            text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
        let named = !lines.last().is_some_and(|last| {
            last.rsplit(", ")
                .next()
                .is_some_and(|end| end.strip_prefix('+').is_some_and(|end| end.ends_with(" more")))
        });
        (lines, named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn artifact(name: &str) -> Artifact {
        Artifact { last: MessageId(41), first: MessageId(41), ..Artifact::new(name, MessageId(41)) }
    }

    #[test]
    fn every_line_of_a_trail_can_be_read_back() {
        let artifacts = [
            Artifact {
                read: 3,
                changed: 1,
                outcome: ArtifactOutcome::Done,
                ..artifact("Source/Door.cpp")
            },
            Artifact { created: 1, deleted: 2, ..artifact("D:/Work/a b.py") },
            Artifact {
                changed: 2,
                failed: 1,
                outcome: ArtifactOutcome::Failed("error C2065: 'x', y: undeclared".into()),
                ..artifact("/Game/UI/WBP_Toast")
            },
            Artifact {
                renamed_to: Some("/Game/UI/WBP_New".into()),
                outcome: ArtifactOutcome::Done,
                ..artifact("/Game/UI/UI_Old")
            },
            Artifact { outcome: ArtifactOutcome::Failed("".into()), failed: 1, ..artifact("x") },
            Artifact {
                read: 1,
                outcome: ArtifactOutcome::Done,
                ..Artifact::new("y", MessageId(0))
            },
        ];
        for artifact in artifacts {
            let line = artifact.line();
            let mut read = Artifact::parse(line.trim_end()).unwrap_or_else(|| panic!("{line}"));
            if line.ends_with("❌ m41 ") {
                read.outcome = ArtifactOutcome::Failed("".into());
            }
            assert_eq!(read, artifact, "{line}");
        }
        assert_eq!(Artifact::parse("nothing of the kind"), None);
        assert_eq!(Artifact::parse("note: see m4"), None);
    }

    #[test]
    fn what_no_call_could_reach_is_listed_as_failed() {
        let failed = ArtifactOutcome::Failed("not found".into());
        let trail = ArtifactTrail::from(vec![
            Artifact { failed: 1, outcome: failed.clone(), ..artifact("/Game/SM_Net") },
            Artifact { listed: 1, failed: 1, outcome: failed, ..artifact("/Game/UI") },
        ]);
        let (lines, _) = trail.lines_within(10, 60, |text| text.len() as u64);
        assert_eq!(lines, ["listed: /Game/UI ❌", "failed: /Game/SM_Net"]);
        let mut read = ArtifactTrail::default();
        lines.iter().for_each(|line| read.parse_line(line));
        let net = read.get("/Game/SM_Net").cloned();
        assert_eq!(
            net.map(|it| (it.failed, it.outcome)),
            Some((1, ArtifactOutcome::Failed("".into())))
        );
    }

    #[test]
    fn names_in_braces_are_told_whole() {
        let text = "- read: Source/{a.h,b.h ❌}, c.h\n- Source/{d.h is said, not told";
        assert_eq!(ArtifactTrail::unfolded(text), ["Source/a.h", "Source/b.h", "c.h"]);
    }

    #[test]
    fn the_dense_form_keeps_every_name_and_the_worst_that_was_done() {
        let all = [
            Artifact { deleted: 1, outcome: ArtifactOutcome::Done, ..artifact("a.cpp") },
            Artifact { read: 9, outcome: ArtifactOutcome::Done, ..artifact("b c.cpp") },
        ];
        let trail = ArtifactTrail::from(all.to_vec());
        let (lines, named) = trail.lines_within(30, 30, |text| text.len() as u64);
        assert_eq!(
            (lines.clone(), named),
            (vec!["deleted: a.cpp".to_owned(), "read: b c.cpp".to_owned()], true)
        );
        let trail = ArtifactTrail::from(vec![
            Artifact { changed: 1, outcome: ArtifactOutcome::Done, ..artifact("Source/a.h") },
            Artifact {
                changed: 1,
                failed: 1,
                outcome: ArtifactOutcome::Failed("no".into()),
                ..artifact("Source/b.h")
            },
            Artifact { changed: 1, outcome: ArtifactOutcome::Done, ..artifact("x{1}.h") },
        ]);
        let (dense, named) = trail.lines_within(0, 90, |text| text.len() as u64);
        assert_eq!(
            (&dense[..], named),
            (&["changed: Source/{a.h,b.h ❌}, x{1}.h".into()][..], true)
        );
        let mut again = ArtifactTrail::new();
        dense.iter().for_each(|line| again.parse_line(line));
        let names: Vec<_> = again.artifacts().iter().map(|a| &*a.name).collect();
        assert_eq!(names, ["Source/a.h", "Source/b.h", "x{1}.h"]);
        // The form of earlier versions is read, too.
        for lines in [&lines[..], &["a.cpp D, b c.cpp R".to_owned()]] {
            let mut again = ArtifactTrail::new();
            lines.iter().for_each(|line| again.parse_line(line));
            let names: Vec<_> =
                again.artifacts().iter().map(|a| (&*a.name, a.deleted, a.read)).collect();
            assert_eq!(names, [("a.cpp", 1, 0), ("b c.cpp", 0, 1)]);
        }
    }
}
