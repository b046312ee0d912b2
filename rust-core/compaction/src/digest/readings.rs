//! What a test run or a profiler reported, and what changed since the previous
//! run.

use hashbrown::HashMap;

use super::cut;

/// The maximum number of lines that are read.
const MOST_LINES: usize = 4_000;
/// The most readings of one kind that are kept.
const MOST: usize = 512;
/// Longer lines are not readings, in bytes.
const LONGEST_LINE: usize = 400;
/// The longest name of a figure, in bytes.
const LONGEST_KEY: usize = 48;

/// How a test went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Passed,
    Failed,
    Skipped,
}

/// One test of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Test<'t> {
    name: &'t str,
    verdict: Verdict,
    /// How long it took, as printed.
    time: Option<&'t str>,
}

/// One figure of a report.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Figure<'t> {
    name: &'t str,
    number: f64,
    /// The number as printed.
    printed: &'t str,
    unit: &'t str,
}

/// What a run reported.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Readings<'t> {
    tests: Vec<Test<'t>>,
    figures: Vec<Figure<'t>>,
}

impl<'t> Readings<'t> {
    /// Reads the lines of a run; figures count only if most lines are figures.
    pub(super) fn of(text: &'t str) -> Self {
        let mut readings = Self::default();
        let mut lines = 0;
        for line in text.lines().take(MOST_LINES) {
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            lines += 1;
            if line.len() > LONGEST_LINE {
                continue;
            }
            if let Some(test) = test(line) {
                if readings.tests.len() < MOST {
                    readings.tests.push(test);
                }
            } else if let Some(figure) = figure(without_log_head(line))
                && readings.figures.len() < MOST
            {
                readings.figures.push(figure);
            }
        }
        if readings.figures.len() < 3 || readings.figures.len() * 2 < lines {
            readings.figures.clear();
        }
        // Some runners print a failure again at the end.
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let mut tests: Vec<Test<'_>> = Vec::with_capacity(readings.tests.len());
        for test in readings.tests.drain(..) {
            match seen.get(test.name) {
                Some(&at) if test.verdict == Verdict::Failed => {
                    tests[at].verdict = Verdict::Failed;
                }
                Some(_) => {}
                None => {
                    seen.insert(test.name, tests.len());
                    tests.push(test);
                }
            }
        }
        readings.tests = tests;
        readings
    }

    /// Returns whether there are no readings.
    pub(super) fn is_empty(&self) -> bool {
        self.tests.is_empty() && self.figures.is_empty()
    }

    /// The tests by outcome: `5 passed, 1 failed (Lamp 4.21 s)`.
    pub(super) fn tests(&self, max: usize) -> String {
        if self.tests.is_empty() {
            return String::new();
        }
        let count = |verdict| self.tests.iter().filter(|it| it.verdict == verdict).count();
        let mut out = format!("{} passed", count(Verdict::Passed));
        if count(Verdict::Skipped) > 0 {
            out.push_str(&format!(", {} skipped", count(Verdict::Skipped)));
        }
        let failed = count(Verdict::Failed);
        if failed > 0 {
            let names = self.tests.iter().filter(|it| it.verdict == Verdict::Failed).map(|it| {
                let gap = if it.time.is_some() { " " } else { "" };
                format!("{}{gap}{}", it.name, it.time.unwrap_or_default())
            });
            let room = max.saturating_sub(out.len() + 16);
            out.push_str(&format!(", {failed} failed ({})", listed(names, failed, room)));
        }
        out
    }

    /// The figures: `Frame 24.31 ms, Game 9.87 ms`.
    pub(super) fn figures(&self, max: usize) -> String {
        let all = self.figures.iter().map(|it| format!("{} {}{}", it.name, it.printed, it.unit()));
        listed(all, self.figures.len(), max)
    }

    /// What changed since the previous run: tests that fail or pass now but did not before, and
    /// times and figures that moved by a twentieth or more. Empty if nothing did or nothing can be
    /// compared.
    pub(super) fn since(&self, before: &Readings<'_>, max: usize) -> String {
        let mut parts: Vec<String> = Vec::new();
        let earlier: HashMap<&str, &Test<'_>> =
            before.tests.iter().map(|test| (test.name, test)).collect();
        for (wanted, words) in [(Verdict::Failed, "fails now"), (Verdict::Passed, "passes now")] {
            for test in self.tests.iter().filter(|test| test.verdict == wanted) {
                let other = earlier.get(test.name).is_some_and(|was| was.verdict != wanted);
                if other {
                    parts.push(format!("{} {words}", test.name));
                }
            }
        }
        for test in &self.tests {
            if let Some(was) = earlier.get(test.name)
                && let (Some(then), Some(now)) = (was.time, test.time)
                && let (Some(from), Some(to)) = (seconds(then), seconds(now))
                && moved(from, to, 0.25)
                && (from - to).abs() >= 0.2
            {
                parts.push(format!("{} {then} → {now}", test.name));
            }
        }
        let figures: HashMap<&str, &Figure<'_>> =
            before.figures.iter().map(|figure| (figure.name, figure)).collect();
        for figure in &self.figures {
            if let Some(was) = figures.get(figure.name)
                && was.unit == figure.unit
                && moved(was.number, figure.number, 0.05)
            {
                let unit = figure.unit();
                parts.push(format!("{} {} → {}{unit}", figure.name, was.printed, figure.printed));
            }
        }
        let count = parts.len();
        listed(parts.into_iter(), count, max)
    }
}

impl Figure<'_> {
    fn unit(&self) -> String {
        match self.unit {
            "" => String::new(),
            "%" => "%".to_owned(),
            unit => format!(" {unit}"),
        }
    }
}

/// As many items as fit; the rest are counted.
fn listed(all: impl Iterator<Item = String>, count: usize, max: usize) -> String {
    let mut out = String::new();
    let mut used = 0;
    for (nth, one) in all.enumerate() {
        let length = one.chars().count() + if nth == 0 { 0 } else { 2 };
        if used + length + 6 > max {
            if nth == 0 {
                return cut::ellipsis(&one, max).into_owned();
            }
            return format!("{out} +{}", count - nth);
        }
        if nth > 0 {
            out.push_str(", ");
        }
        out.push_str(&one);
        used += length;
    }
    out
}

fn moved(from: f64, to: f64, share: f64) -> bool {
    (from - to).abs() > share * from.abs().max(to.abs())
}

/// Reads `4.21 s`, `12 ms` or `0.00s` as seconds.
fn seconds(text: &str) -> Option<f64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    Some(match text[end..].trim() {
        "ms" => number / 1_000.0,
        _ => number,
    })
}

/// A line without the prefix that a log adds: `[time][frame]LogRHI: …`.
fn without_log_head(line: &str) -> &str {
    let mut rest = line;
    while let Some(inner) = rest.strip_prefix('[') {
        let Some((_, after)) = inner.split_once(']') else { break };
        rest = after.trim_start();
    }
    if let Some((head, after)) = rest.split_once(": ")
        && head.starts_with("Log")
        && head.bytes().all(|byte| byte.is_ascii_alphanumeric())
    {
        return after.trim_start().trim_start_matches("Display: ");
    }
    rest
}

/// Reads a line that reports one test's outcome.
fn test(line: &str) -> Option<Test<'_>> {
    if let Some((_, rest)) = line.split_once("Test Completed. Result={") {
        let (result, rest) = rest.split_once('}')?;
        let (_, rest) = rest.split_once("Name={")?;
        let (name, rest) = rest.split_once('}')?;
        let verdict = match result {
            "Success" | "Passed" => Verdict::Passed,
            "Skipped" | "NotRun" => Verdict::Skipped,
            _ => Verdict::Failed,
        };
        return named(name, verdict, last_time(rest));
    }
    if let Some(rest) = line.strip_prefix("test ") {
        let (name, result) = rest.split_once(" ... ")?;
        let verdict = match result.split([' ', ',', '<']).next()? {
            "ok" => Verdict::Passed,
            "ignored" => Verdict::Skipped,
            "FAILED" | "failed" => Verdict::Failed,
            _ => return None,
        };
        return named(name, verdict, None);
    }
    if let Some(test) = led(line) {
        return Some(test);
    }
    for (word, verdict) in
        [(" PASSED", Verdict::Passed), (" FAILED", Verdict::Failed), (" SKIPPED", Verdict::Skipped)]
    {
        if let Some((name, _)) = line.split_once(word)
            && name.contains("::")
            && !name.contains(' ')
        {
            return named(name, verdict, None);
        }
    }
    // ctest: `1/3 Test #1: opens ......   Passed    0.10 sec`.
    let (_, rest) = line.split_once(" Test ").filter(|it| it.0.contains('/'))?;
    let (_, rest) = rest.strip_prefix(" ").unwrap_or(rest).split_once(": ")?;
    let (name, rest) = rest.split_once(" .")?;
    let verdict = if rest.contains("Passed") { Verdict::Passed } else { Verdict::Failed };
    named(name, verdict, last_time(rest))
}

/// Reads a test that follows the mark of its outcome.
fn led(line: &str) -> Option<Test<'_>> {
    let leads = [
        ("--- PASS: ", Verdict::Passed),
        ("--- FAIL: ", Verdict::Failed),
        ("--- SKIP: ", Verdict::Skipped),
        ("[       OK ] ", Verdict::Passed),
        ("[  FAILED  ] ", Verdict::Failed),
        ("[  SKIPPED ] ", Verdict::Skipped),
        ("✓ ", Verdict::Passed),
        ("✔ ", Verdict::Passed),
        ("✕ ", Verdict::Failed),
        ("✗ ", Verdict::Failed),
        ("FAILED ", Verdict::Failed),
        ("PASSED ", Verdict::Passed),
    ];
    for (lead, verdict) in leads {
        if let Some(rest) = line.strip_prefix(lead) {
            let rest = rest.split(" - ").next().unwrap_or(rest);
            let (name, time) = match rest.rfind(" (") {
                Some(at)
                    if rest.ends_with(')') && seconds(&rest[at + 2..rest.len() - 1]).is_some() =>
                {
                    (&rest[..at], Some(&rest[at + 2..rest.len() - 1]))
                }
                _ => (rest, None),
            };
            // Many other lines begin with a word in capitals.
            let is_place = !lead.starts_with(['F', 'P']) || name.contains("::");
            return named(name, verdict, time).filter(|_| is_place);
        }
    }
    None
}

fn named<'t>(name: &'t str, verdict: Verdict, time: Option<&'t str>) -> Option<Test<'t>> {
    let name = name.trim();
    (1..200).contains(&name.len()).then_some(Test { name, verdict, time })
}

/// The time at the end of a line: `0.39 s`, `0.10 sec`.
fn last_time(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let number = text.rfind(|c: char| c.is_ascii_digit())?;
    let unit = text[number + 1..].trim();
    let start = text[..=number]
        .rfind(|c: char| !(c.is_ascii_digit() || c == '.'))
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    matches!(unit, "s" | "ms" | "sec" | "seconds").then(|| &text[start..])
}

/// Reads a figure: `Frame:   24.31 ms`, or `24.12 ms 100.0%  Frame`.
fn figure(line: &str) -> Option<Figure<'_>> {
    let (name, rest) = match line.split_once(':') {
        Some((name, rest)) => (name.trim(), rest.trim()),
        None => {
            let (number, unit, rest) = number_of(line)?;
            let (_, percent, name) = number_of(rest.trim_start()).unwrap_or(("", "", rest));
            if unit.is_empty() || !matches!(percent, "%" | "") {
                return None;
            }
            let name = name.trim().split(',').next().unwrap_or_default();
            return made(name, number, unit);
        }
    };
    if let Some((number, unit, behind)) = number_of(line)
        && !unit.is_empty()
    {
        // `3.02 ms 12.5%  Nanite::BasePass`: the colons belong to the name.
        let name = number_of(behind.trim_start()).map_or(behind, |it| it.2);
        return made(name.trim().split(',').next().unwrap_or_default(), number, unit);
    }
    let (number, unit, _) = number_of(rest)?;
    made(name, number, unit)
}

fn made<'t>(name: &'t str, printed: &'t str, unit: &'t str) -> Option<Figure<'t>> {
    let letters = name.chars().next().is_some_and(char::is_alphabetic);
    let number = printed.replace(',', "").parse().ok()?;
    (letters && name.len() <= LONGEST_KEY).then_some(Figure { name, number, printed, unit })
}

/// A number at the head of a text, its unit, and what follows.
fn number_of(text: &str) -> Option<(&str, &str, &str)> {
    let text = text.trim_start();
    let sign = usize::from(text.starts_with('-'));
    let digits = text[sign..]
        .bytes()
        .take_while(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
        .count();
    let number = text[..sign + digits].trim_end_matches([',', '.']);
    if !number.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let rest = &text[number.len()..];
    let after = rest.strip_prefix(' ').unwrap_or(rest);
    let end = after.find(|c: char| !c.is_ascii_alphabetic() && c != '%').unwrap_or(after.len());
    let unit = &after[..end];
    match unit {
        "ms" | "s" | "us" | "ns" | "sec" | "MB" | "GB" | "KB" | "MiB" | "GiB" | "M" | "K" | "%"
        | "fps" | "FPS" => Some((number, unit, &after[end..])),
        _ if rest.is_empty() || rest.starts_with([' ', ';']) => Some((number, "", rest)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "Test Completed. Result={Fail} Name={Lamp} Path={A.Lamp} 4.21 s\n\
        Test Completed. Result={Success} Name={Hold} Path={A.Hold} 0.44 s\n\
        Test Completed. Result={Success} Name={Inner} 6.02 s\n3 tests: 2 passed, 1 failed\n";
    const SECOND: &str = "Test Completed. Result={Success} Name={Lamp} 4.20 s\n\
        Test Completed. Result={Fail} Name={Hold} 0.39 s\n\
        Test Completed. Result={Success} Name={Inner} 1.02 s\n\
        Test Completed. Result={Success} Name={New} 1.00 s\n";

    #[test]
    fn tests_are_told_by_how_they_went_and_what_changed_since() {
        let (first, second) = (Readings::of(FIRST), Readings::of(SECOND));
        assert_eq!(first.tests(200), "2 passed, 1 failed (Lamp 4.21 s)");
        assert_eq!(
            second.since(&first, 200),
            "Hold fails now, Lamp passes now, Inner 6.02 s → 1.02 s"
        );
        assert_eq!(second.since(&first, 24), "Hold fails now +2");
        assert_eq!(first.since(&first, 200), "");
        assert!(Readings::of("all is well").is_empty());
    }

    #[test]
    fn each_runner_names_its_tests() {
        let cases = [
            (
                "test a::b ... ok\ntest a::c ... FAILED\ntest d ... ignored\n",
                "1 passed, 1 skipped, 1 failed (a::c)",
            ),
            (
                "tests/t.py::opens PASSED [ 50%]\ntests/t.py::shuts FAILED [100%]\nFAILED tests/t.py::shuts - AssertionError: 1\n",
                "1 passed, 1 failed (tests/t.py::shuts)",
            ),
            (
                "--- PASS: TestA (0.00s)\n    --- FAIL: TestB/x (1.50s)\n",
                "1 passed, 1 failed (TestB/x 1.50s)",
            ),
            (
                "[       OK ] Door.Opens (0 ms)\n[  FAILED  ] Door.Shuts (12 ms)\n",
                "1 passed, 1 failed (Door.Shuts 12 ms)",
            ),
            ("  ✓ opens (5 ms)\n  ✕ shuts\n", "1 passed, 1 failed (shuts)"),
            (
                "1/2 Test #1: opens .....   Passed    0.10 sec\n2/2 Test #2: shuts .....***Failed    0.20 sec\n",
                "1 passed, 1 failed (shuts 0.20 sec)",
            ),
            ("FAILED to open the door\nPASSED by\ntest it well\n", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(Readings::of(text).tests(200), expected, "{text}");
        }
    }

    #[test]
    fn a_profilers_figures_are_told_and_compared() {
        let first = Readings::of(
            "stat unit\nFrame:   24.31 ms\nGame:     9.87 ms\nDynRes:  off\nDraws:   4,213\nPrims:   3.4 M\n",
        );
        let second =
            Readings::of("Frame:   17.92 ms\nGame:     9.80 ms\nDraws:   4209\nPrims:   2.1 M\n");
        assert_eq!(first.figures(200), "Frame 24.31 ms, Game 9.87 ms, Draws 4,213, Prims 3.4 M");
        assert_eq!(second.since(&first, 200), "Frame 24.31 → 17.92 ms, Prims 3.4 → 2.1 M");
        let gpu = Readings::of(
            "[2026.03.12-15.48.02:971][520]LogRHI: 24.12 ms 100.0%  Frame\n\
             [2026.03.12-15.48.02:972][520]LogRHI:  0.88 ms   3.6%    Nanite::VisBuffer\n\
             [2026.03.12-15.48.02:972][522]LogRHI:  1.93 ms   8.0%      BasePass, 96 bins\n",
        );
        assert_eq!(gpu.figures(200), "Frame 24.12 ms, Nanite::VisBuffer 0.88 ms, BasePass 1.93 ms");
        assert!(
            Readings::of("Owner: Ann\nLast: 3 doors\nNote: 4\nall\nis\nwell\nhere\n").is_empty()
        );
    }
}
