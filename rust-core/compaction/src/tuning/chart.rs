//! The course of the fill ratio as a drawing.

use vibeue_tokens::grouped;

use super::{Anchor, Drawing, Ink, Point, RunReport, SettingReport, Shape, TextRole};

/// The same scale for all charts that are shown together, so that they can be
/// compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// The number of requests at the right end.
    pub requests: usize,
    /// The fill ratio at the upper end.
    pub ratio: f64,
    /// Tokens that a request may have.
    pub budget: u64,
}

/// One small multiple: the conversations under one combination of settings.
#[derive(Debug, Clone, Copy)]
pub struct Chart<'a> {
    /// The combination of settings.
    pub setting: &'a SettingReport,
    /// The same for all charts that are compared.
    pub scale: Scale,
}

// The drawing's own units; whoever shows it scales it to its column.
const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 210.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 40.0;

/// How many colours there are for conversations; more conversations than that share them.
pub const COLORS: usize = 6;

/// Points of one line at most: two for each unit of the drawing's width.
const MOST_POINTS: usize = 840;

/// More compactions than this get smaller marks.
const CROWD: usize = 24;

impl Scale {
    /// Higher values are drawn at the upper edge: one huge tool result must
    /// not flatten everything else.
    const HIGHEST_RATIO: f64 = 2.5;

    /// Fits all runs.
    pub fn of(settings: &[SettingReport], budget: u64) -> Self {
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

impl Chart<'_> {
    /// Draws it.
    pub fn drawing(&self) -> Drawing {
        let mut shapes = Vec::new();
        self.axes(&mut shapes);
        self.limits(&mut shapes);
        let runs = &self.setting.runs;
        if runs.len() > COLORS {
            self.crowd(&mut shapes);
        } else {
            for (at, run) in runs.iter().enumerate() {
                shapes.push(self.course(Ink::Course(at), &run.ratios));
            }
            for (at, run) in runs.iter().enumerate() {
                self.marks(&mut shapes, run, at);
            }
        }
        let name = format!(
            "Fill of the budget before each request at threshold {} with {} messages kept",
            self.setting.threshold, self.setting.keep_recent
        );
        Drawing { name, width: WIDTH, height: HEIGHT, shapes }
    }

    fn axes(&self, shapes: &mut Vec<Shape>) {
        let scale = self.scale;
        let (left, right, bottom) = (LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM);
        let at = |x: f64, y: f64| Point { x, y };
        let text = |role, at, anchor, text| Shape::Text { role, at, anchor, text };
        let grid = |from, to| Shape::Line { ink: Ink::Grid, points: vec![from, to] };
        let step = if scale.ratio > 1.6 { 50 } else { 25 };
        for percent in (0..).step_by(step).take_while(|it| f64::from(*it) <= 100.0 * scale.ratio) {
            let y = scale.y(f64::from(percent) / 100.0);
            shapes.push(grid(at(left, y), at(right, y)));
            let beside = at(left - 6.0, y + 3.5);
            shapes.push(text(TextRole::Share, beside, Anchor::End, format!("{percent} %")));
        }
        let step = scale.request_step();
        // Requests are counted from 1, and round numbers are marked.
        let round = (step..=scale.requests).step_by(step).filter(|number| *number > 1);
        for number in std::iter::once(1).chain(round) {
            let x = scale.x(number - 1);
            let number = grouped(number as u64);
            shapes.push(grid(at(x, bottom), at(x, bottom + 4.0)));
            shapes.push(text(TextRole::Request, at(x, bottom + 14.0), Anchor::Middle, number));
        }
        let points = vec![at(left, TOP), at(left, bottom), at(right, bottom)];
        shapes.push(Shape::Line { ink: Ink::Axis, points });
        let below = at(f64::midpoint(left, right), HEIGHT - 8.0);
        shapes.push(text(TextRole::Requests, below, Anchor::Middle, "request".to_owned()));
        let beside = at(13.0, f64::midpoint(TOP, bottom));
        let shares = "share of the budget".to_owned();
        shapes.push(text(TextRole::Shares, beside, Anchor::Middle, shares));
    }

    fn limits(&self, shapes: &mut Vec<Shape>) {
        for (ink, ratio) in [(Ink::Budget, 1.0), (Ink::Threshold, self.setting.threshold)] {
            let y = self.scale.y(ratio);
            let points = vec![Point { x: LEFT, y }, Point { x: WIDTH - RIGHT, y }];
            shapes.push(Shape::Line { ink, points });
        }
    }

    /// More conversations than there are colours: all of them faintly, what is
    /// usual among them, and the one that sets the peak.
    fn crowd(&self, shapes: &mut Vec<Shape>) {
        let runs = &self.setting.runs;
        shapes.extend(runs.iter().map(|run| self.course(Ink::Crowd, &run.ratios)));
        let courses: Vec<&[f64]> = runs.iter().map(|run| run.ratios.as_slice()).collect();
        shapes.push(self.course(Ink::Median, &medians(&courses)));
        let highest = self.setting.peak.as_ref();
        let highest = highest.and_then(|peak| runs.iter().find(|run| run.file == peak.file));
        if let Some(run) = highest {
            shapes.push(self.course(Ink::Course(1), &run.ratios));
            self.marks(shapes, run, 1);
        }
    }

    /// The course of the requests as they were sent: a compaction is a fall between two of them.
    /// For very long ones the highest request of each step is drawn.
    fn course(&self, ink: Ink, ratios: &[f64]) -> Shape {
        let step = ratios.len().div_ceil(MOST_POINTS).max(1);
        let point = |(nth, requests): (usize, &[f64])| {
            let highest = requests.iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
            let (within, ratio) = highest?;
            Some(Point { x: self.scale.x(nth * step + within), y: self.scale.y(ratio) })
        };
        let points = ratios.chunks(step).enumerate().filter_map(point).collect();
        Shape::Line { ink, points }
    }

    fn marks(&self, shapes: &mut Vec<Shape>, run: &RunReport, color: usize) {
        let compactions = run.requests.iter().filter(|request| request.compaction.is_some());
        let radius = if compactions.count() > CROWD { 1.8 } else { 3.2 };
        for (at, request) in run.requests.iter().enumerate() {
            let number = at + 1;
            let center = Point { x: self.scale.x(at), y: self.scale.y_of_tokens(request.tokens) };
            if let Some(compaction) = &request.compaction {
                let (before, after) = (grouped(compaction.before), grouped(compaction.after));
                let title = format!("request {number}: {before} to {after} tokens");
                shapes.push(Shape::Mark { color, center, radius, title });
            }
            if request.tokens > self.scale.budget {
                let tokens = grouped(request.tokens);
                let title = format!("request {number}: {tokens} tokens, over the budget");
                shapes.push(Shape::Cross { center, half: 3.0, title });
            }
        }
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
    use super::super::{Figures, Peak};
    use super::*;
    use crate::Rung;
    use crate::replay::{ReplayCompaction, ReplayRequest};

    /// Requests of these tokens under a budget of 1,000; each before a compaction that began above
    /// the budget if it is below 600.
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

    fn chart(runs: Vec<RunReport>) -> Drawing {
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
        Chart { setting: &setting, scale }.drawing()
    }

    /// The heights of each line of an ink.
    fn heights(drawing: &Drawing, wanted: Ink) -> Vec<Vec<f64>> {
        let lines = drawing.shapes.iter().filter_map(|shape| match shape {
            Shape::Line { ink, points } if *ink == wanted => {
                Some(points.iter().map(|point| point.y).collect())
            }
            _ => None,
        });
        lines.collect()
    }

    #[test]
    fn a_line_shows_requests_as_they_were_sent_and_never_passes_a_budget_that_was_kept() {
        let drawing = chart(vec![run("a.json", &[300, 890, 450, 880, 420])]);
        let scale = Scale { requests: 5, ratio: 1.06, budget: 1_000 };
        let drawn = heights(&drawing, Ink::Course(0));
        assert_eq!(drawn, [[0.3, 0.89, 0.45, 0.88, 0.42].map(|ratio| scale.y(ratio))]);
        assert!(drawn[0].iter().all(|height| *height > scale.y(1.0)), "{drawing:?}");
        let titles = drawing.shapes.iter().filter_map(|shape| match shape {
            Shape::Mark { title, .. } => Some(title.as_str()),
            _ => None,
        });
        let expected = ["1: 1,500 to 300", "3: 1,500 to 450", "5: 1,500 to 420"];
        let expected = expected.map(|it| format!("request {it} tokens"));
        assert_eq!(titles.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn many_conversations_are_a_faint_crowd_with_its_middle_and_its_peak() {
        let mut runs: Vec<RunReport> =
            (0..17).map(|at| run(&format!("{at}.json"), &[700 + at, 650, 700])).collect();
        runs[4] = run("4.json", &[700, 999]);
        let drawing = chart(runs);
        let inks = [Ink::Crowd, Ink::Median, Ink::Course(1), Ink::Course(0)];
        assert_eq!(inks.map(|ink| heights(&drawing, ink).len()), [17, 1, 1, 0]);
        assert_eq!(heights(&drawing, Ink::Median)[0].len(), 3);
        assert_eq!(heights(&drawing, Ink::Course(1))[0].len(), 2);
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
