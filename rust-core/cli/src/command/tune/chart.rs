//! The course of the fill ratio as an SVG drawing.

use std::fmt::{self, Display, Formatter};

use super::report::{RunReport, SettingReport};
use crate::output::grouped;

/// The same scale for all charts of a page, so that they can be compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    /// The number of requests at the right end.
    pub(super) requests: usize,
    /// The fill ratio at the upper end.
    pub(super) ratio: f64,
    /// Tokens that a request may have.
    pub(super) budget: u64,
}

/// One small multiple: the conversations under one combination of settings.
pub(super) struct Chart<'a> {
    pub(super) setting: &'a SettingReport,
    pub(super) scale: Scale,
}

// The drawing's own units; the page scales it to its column.
const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 210.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 40.0;

/// How many colours the page has; more conversations than that share them.
pub(super) const COLORS: usize = 6;

/// Points of one line at most: two for each unit of the drawing's width.
const MOST_POINTS: usize = 840;

/// More compactions than this get smaller marks.
const CROWD: usize = 24;

impl Scale {
    /// Higher values are drawn at the upper edge: one huge tool result must
    /// not flatten everything else.
    const HIGHEST_RATIO: f64 = 2.5;

    /// Fits all runs.
    pub(super) fn of(settings: &[SettingReport], budget: u64) -> Self {
        let runs = || settings.iter().flat_map(|setting| &setting.runs);
        let requests = runs().map(|run| run.requests.len()).max().unwrap_or(0);
        let ratio = runs()
            .flat_map(|run| &run.requests)
            .map(|request| request.tokens as f64 / budget.max(1) as f64)
            .fold(1.0, f64::max);
        Self { requests, ratio: ratio.min(Self::HIGHEST_RATIO) * 1.06, budget }
    }

    fn x(self, request: usize) -> f64 {
        let last = self.requests.max(2) - 1;
        LEFT + (WIDTH - LEFT - RIGHT) * request as f64 / last as f64
    }

    fn y(self, ratio: f64) -> f64 {
        let share = (ratio / self.ratio).clamp(0.0, 1.0);
        TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - share)
    }

    fn y_of_tokens(self, tokens: u64) -> f64 {
        self.y(tokens as f64 / self.budget.max(1) as f64)
    }

    /// A step of 1, 2 or 5 times a power of ten that gives four to ten marks.
    fn request_step(self) -> usize {
        let mut step = 1;
        for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
            if self.requests / step <= 8 {
                break;
            }
            step = (step as f64 * factor) as usize;
        }
        step
    }
}

impl Display for Chart<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = format!(
            "Fill of the budget before each request at threshold {} with {} messages kept",
            self.setting.threshold, self.setting.keep_recent
        );
        writeln!(f, r#"<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{name}">"#)?;
        self.axes(f)?;
        self.limits(f)?;
        let runs = &self.setting.runs;
        if runs.len() > COLORS {
            self.crowd(f)?;
        } else {
            for (at, run) in runs.iter().enumerate() {
                self.line(f, &format!("line c{at}"), &run.ratios)?;
            }
            for (at, run) in runs.iter().enumerate() {
                self.marks(f, run, at)?;
            }
        }
        writeln!(f, "</svg>")
    }
}

impl Chart<'_> {
    fn axes(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let scale = self.scale;
        let (left, right, bottom) = (LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM);
        let step = if scale.ratio > 1.6 { 50 } else { 25 };
        for percent in (0..).step_by(step).take_while(|it| f64::from(*it) <= 100.0 * scale.ratio) {
            let y = scale.y(f64::from(percent) / 100.0);
            writeln!(f, r#"<path class="grid" d="M{left} {y:.1}H{right}"/>"#)?;
            let (x, y) = (left - 6.0, y + 3.5);
            writeln!(
                f,
                r#"<text class="tick" x="{x}" y="{y:.1}" text-anchor="end">{percent} %</text>"#
            )?;
        }
        let step = scale.request_step();
        // Requests are counted from 1, and round numbers are marked.
        let round = (step..=scale.requests).step_by(step).filter(|number| *number > 1);
        for number in std::iter::once(1).chain(round) {
            let (x, y) = (scale.x(number - 1), bottom + 14.0);
            let number = grouped(number as u64);
            writeln!(f, r#"<path class="grid" d="M{x:.1} {bottom}v4"/>"#)?;
            writeln!(
                f,
                r#"<text class="tick" x="{x:.1}" y="{y}" text-anchor="middle">{number}</text>"#
            )?;
        }
        writeln!(f, r#"<path class="axis" d="M{left} {TOP}V{bottom}H{right}"/>"#)?;
        let (x, y) = (f64::midpoint(left, right), HEIGHT - 8.0);
        writeln!(f, r#"<text class="label" x="{x}" y="{y}" text-anchor="middle">request</text>"#)?;
        let y = f64::midpoint(TOP, bottom);
        writeln!(
            f,
            r#"<text class="label" transform="translate(13 {y})rotate(-90)" text-anchor="middle">share of the budget</text>"#
        )
    }

    fn limits(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (right, budget) = (WIDTH - RIGHT, self.scale.y(1.0));
        let threshold = self.scale.y(self.setting.threshold);
        writeln!(f, r#"<path class="budget" d="M{LEFT} {budget:.1}H{right}"/>"#)?;
        writeln!(f, r#"<path class="threshold" d="M{LEFT} {threshold:.1}H{right}"/>"#)
    }

    /// More conversations than there are colours: all of them faintly, what is
    /// usual among them, and the one that sets the peak.
    fn crowd(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let runs = &self.setting.runs;
        for run in runs {
            self.line(f, "crowd", &run.ratios)?;
        }
        let courses: Vec<&[f64]> = runs.iter().map(|run| run.ratios.as_slice()).collect();
        self.line(f, "median", &medians(&courses))?;
        let highest = self.setting.peak.as_ref();
        let highest = highest.and_then(|peak| runs.iter().find(|run| run.file == peak.file));
        if let Some(run) = highest {
            self.line(f, "line c1", &run.ratios)?;
            self.marks(f, run, 1)?;
        }
        Ok(())
    }

    /// The course of the requests as they were sent: a compaction is a fall
    /// between two of them. Of very long ones the highest request of each step
    /// is drawn.
    fn line(&self, f: &mut Formatter<'_>, class: &str, ratios: &[f64]) -> fmt::Result {
        let step = ratios.len().div_ceil(MOST_POINTS).max(1);
        write!(f, r#"<path class="{class}" d=""#)?;
        let mut pen = 'M';
        for (nth, requests) in ratios.chunks(step).enumerate() {
            let highest = requests.iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
            if let Some((within, ratio)) = highest {
                let (x, y) = (self.scale.x(nth * step + within), self.scale.y(ratio));
                write!(f, "{pen}{x:.1} {y:.1}")?;
                pen = 'L';
            }
        }
        writeln!(f, r#""/>"#)
    }

    fn marks(&self, f: &mut Formatter<'_>, run: &RunReport, color: usize) -> fmt::Result {
        let compactions = run.requests.iter().filter(|request| request.compaction.is_some());
        let radius = if compactions.count() > CROWD { 1.8 } else { 3.2 };
        for (at, request) in run.requests.iter().enumerate() {
            let x = self.scale.x(at);
            if let Some(compaction) = &request.compaction {
                let y = self.scale.y_of_tokens(request.tokens);
                let (before, after) = (grouped(compaction.before), grouped(compaction.after));
                let number = at + 1;
                writeln!(
                    f,
                    r#"<circle class="mark c{color}" cx="{x:.1}" cy="{y:.1}" r="{radius}"><title>request {number}: {before} to {after} tokens</title></circle>"#
                )?;
            }
            if request.tokens > self.scale.budget {
                let y = self.scale.y_of_tokens(request.tokens);
                let (number, tokens) = (at + 1, grouped(request.tokens));
                writeln!(
                    f,
                    r#"<path class="over" d="M{:.1} {:.1}l6 6m0 -6l-6 6"><title>request {number}: {tokens} tokens, over the budget</title></path>"#,
                    x - 3.0,
                    y - 3.0
                )?;
            }
        }
        Ok(())
    }
}

/// The middle course: at each request the median of the conversations that
/// have come so far, as long as half of them have.
fn medians(courses: &[&[f64]]) -> Vec<f64> {
    let mut medians = Vec::new();
    loop {
        let at = medians.len();
        let mut values: Vec<f64> =
            courses.iter().filter_map(|course| course.get(at).copied()).collect();
        if values.is_empty() || 2 * values.len() < courses.len() {
            return medians;
        }
        values.sort_by(f64::total_cmp);
        let middle = values.len() / 2;
        medians.push(if values.len() % 2 == 1 {
            values[middle]
        } else {
            f64::midpoint(values[middle - 1], values[middle])
        });
    }
}

#[cfg(test)]
mod tests {
    use vibeue_core::compaction::Rung;
    use vibeue_core::compaction::replay::{ReplayCompaction, ReplayRequest};

    use super::super::peak::Peak;
    use super::super::report::Figures;
    use super::*;

    /// Requests of these tokens under a budget of 1,000; each before a
    /// compaction that began above the budget where it is below 600.
    fn run(file: &str, tokens: &[u64]) -> RunReport {
        let request = |(at, tokens): (usize, &u64)| ReplayRequest {
            answer: 2 * at,
            tokens: *tokens,
            cached: 0,
            compaction: (*tokens < 600).then_some(ReplayCompaction {
                rung: Rung::Rules,
                before: 1_500,
                after: *tokens,
            }),
            failure: None,
        };
        let ratios: Vec<f64> = tokens.iter().map(|tokens| *tokens as f64 / 1_000.0).collect();
        let peak_ratio = ratios.iter().copied().fold(0.0, f64::max);
        RunReport {
            file: file.to_owned(),
            figures: Figures { peak_ratio, ..Figures::default() },
            requests: tokens.iter().enumerate().map(request).collect(),
            ratios,
        }
    }

    fn chart(runs: Vec<RunReport>) -> String {
        let peak = Peak::of(&runs);
        let figures = Figures::default();
        let setting = SettingReport {
            preset: None,
            threshold: 0.8,
            keep_recent: 10,
            best: false,
            figures,
            peak,
            runs,
        };
        let scale = Scale::of(std::slice::from_ref(&setting), 1_000);
        Chart { setting: &setting, scale }.to_string()
    }

    /// The heights of a path's points, of those with a class.
    fn heights(svg: &str, class: &str) -> Vec<f64> {
        let begin = format!("<path class=\"{class}\" d=\"");
        let paths = svg.lines().filter_map(|line| line.strip_prefix(&begin));
        let points = paths.flat_map(|path| path.trim_end_matches("\"/>").split(['M', 'L']));
        points.filter_map(|point| point.split_once(' ')?.1.parse().ok()).collect()
    }

    #[test]
    fn a_line_shows_requests_as_they_were_sent_and_never_passes_a_budget_that_was_kept() {
        let svg = chart(vec![run("a.json", &[300, 890, 450, 880, 420])]);
        let scale = Scale { requests: 5, ratio: 1.06, budget: 1_000 };
        let drawn = heights(&svg, "line c0");
        assert_eq!(drawn.len(), 5);
        let highest = drawn.iter().copied().fold(f64::MAX, f64::min);
        assert_eq!(format!("{highest:.1}"), format!("{:.1}", scale.y(0.89)));
        assert!(highest > scale.y(1.0), "{svg}");
        assert!(svg.contains("request 3: 1,500 to 450 tokens"), "{svg}");
    }

    #[test]
    fn many_conversations_are_a_faint_crowd_with_its_middle_and_its_peak() {
        let mut runs: Vec<RunReport> =
            (0..17).map(|at| run(&format!("{at}.json"), &[700 + at, 650, 700])).collect();
        runs[4] = run("4.json", &[700, 999]);
        let svg = chart(runs);
        let count = |class: &str| svg.matches(&format!("<path class=\"{class}\"")).count();
        assert_eq!(
            [count("crowd"), count("median"), count("line c1"), count("line c0")],
            [17, 1, 1, 0]
        );
        assert_eq!(heights(&svg, "median").len(), 3);
        assert_eq!(heights(&svg, "line c1").len(), 2);
    }

    #[test]
    fn the_middle_course_ends_where_most_conversations_have_ended() {
        let courses: [&[f64]; 4] = [&[0.1, 0.2, 0.3, 0.9], &[0.3, 0.4, 0.1], &[0.2], &[0.4]];
        assert_eq!(medians(&courses), [0.25, f64::midpoint(0.2, 0.4), 0.2]);
        assert_eq!(medians(&[]), Vec::<f64>::new());
    }

    fn scale(requests: usize) -> Scale {
        Scale { requests, ratio: 1.06, budget: 1_000 }
    }

    #[test]
    fn marks_stand_at_round_numbers_and_are_few() {
        assert_eq!(
            [0, 1, 8, 9, 40, 41, 100, 1_000, 5_000].map(|n| scale(n).request_step()),
            [1, 1, 1, 2, 5, 5, 20, 200, 1_000]
        );
    }

    #[test]
    fn what_is_off_the_scale_is_drawn_at_its_edge() {
        let scale = scale(11);
        assert_eq!((scale.x(0), scale.x(10)), (LEFT, WIDTH - RIGHT));
        assert_eq!((scale.y(0.0), scale.y(9.0)), (HEIGHT - BOTTOM, TOP));
        assert_eq!(scale.y_of_tokens(500), scale.y(0.5));
    }
}
