//! A drawing as lines, for hosts that can paint nothing else.

use std::f64::consts::TAU;

use super::{Drawing, Ink, Point, Shape};

/// A line that is painted in one go.
#[derive(Debug, Clone, PartialEq)]
pub struct Stroke {
    /// What it belongs to.
    pub ink: Ink,
    /// How thick it is, in the drawing's units.
    pub thickness: f64,
    /// Its points; at least two.
    pub points: Vec<Point>,
}

/// How long a dash is, and the gap after it.
const DASH: (f64, f64) = (5.0, 4.0);

/// How many sides a small circle has.
const SIDES: u32 = 12;

impl Drawing {
    /// Splits the drawing into lines, from back to front; its texts are left out.
    pub fn strokes(&self) -> Vec<Stroke> {
        let mut strokes = Vec::new();
        for shape in &self.shapes {
            match shape {
                Shape::Line { ink: Ink::Threshold, points } => dash(points, &mut strokes),
                Shape::Line { ink, points } => add(*ink, points.clone(), &mut strokes),
                Shape::Mark { color, center, radius, .. } => {
                    add(Ink::Course(*color), circle(*center, *radius), &mut strokes);
                }
                Shape::Cross { center, half, .. } => {
                    let at = |x: f64, y: f64| Point { x: center.x + x, y: center.y + y };
                    add(Ink::Over, vec![at(-half, -half), at(*half, *half)], &mut strokes);
                    add(Ink::Over, vec![at(*half, -half), at(-half, *half)], &mut strokes);
                }
                Shape::Text { .. } => {}
            }
        }
        strokes
    }
}

fn add(ink: Ink, points: Vec<Point>, strokes: &mut Vec<Stroke>) {
    if points.len() > 1 {
        strokes.push(Stroke { ink, thickness: thickness(ink), points });
    }
}

/// As thick as on the page of the program.
fn thickness(ink: Ink) -> f64 {
    match ink {
        Ink::Grid | Ink::Axis => 1.0,
        Ink::Budget | Ink::Threshold => 1.4,
        Ink::Course(_) => 1.7,
        Ink::Crowd => 0.8,
        Ink::Median => 2.2,
        Ink::Over => 2.0,
    }
}

fn circle(center: Point, radius: f64) -> Vec<Point> {
    let at = |side: u32| {
        let (sine, cosine) = (TAU * f64::from(side) / f64::from(SIDES)).sin_cos();
        Point { x: center.x + radius * cosine, y: center.y + radius * sine }
    };
    (0..=SIDES).map(at).collect()
}

/// A level line in dashes.
fn dash(points: &[Point], strokes: &mut Vec<Stroke>) {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
    let mut from = first.x;
    while from < last.x {
        let to = (from + DASH.0).min(last.x);
        add(
            Ink::Threshold,
            vec![Point { x: from, y: first.y }, Point { x: to, y: first.y }],
            strokes,
        );
        from += DASH.0 + DASH.1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Anchor, TextRole};
    use super::*;

    #[test]
    fn every_shape_but_a_text_becomes_lines_within_its_own_room() {
        let at = |x: f64, y: f64| Point { x, y };
        let shapes = vec![
            Shape::Line { ink: Ink::Threshold, points: vec![at(0.0, 5.0), at(20.0, 5.0)] },
            Shape::Line { ink: Ink::Course(0), points: Vec::new() },
            Shape::Mark { color: 2, center: at(10.0, 10.0), radius: 2.0, title: String::new() },
            Shape::Cross { center: at(4.0, 4.0), half: 3.0, title: String::new() },
            Shape::Text {
                role: TextRole::Share,
                at: at(0.0, 0.0),
                anchor: Anchor::End,
                text: "50 %".to_owned(),
            },
        ];
        let drawing = Drawing { name: String::new(), width: 20.0, height: 20.0, shapes };
        let strokes = drawing.strokes();
        let inks: Vec<Ink> = strokes.iter().map(|stroke| stroke.ink).collect();
        let dashes = [Ink::Threshold; 3];
        assert_eq!(inks, [&dashes[..], &[Ink::Course(2), Ink::Over, Ink::Over]].concat());
        assert_eq!(strokes[2].points, [at(18.0, 5.0), at(20.0, 5.0)]);
        assert_eq!(strokes[4].points, [at(1.0, 1.0), at(7.0, 7.0)]);
        let round = &strokes[3].points;
        assert_eq!((round.len(), round[0]), (13, at(12.0, 10.0)));
        let far = round.iter().map(|it| (it.x - 10.0).hypot(it.y - 10.0));
        assert!(far.into_iter().all(|radius| (radius - 2.0).abs() < 1e-9));
    }
}
