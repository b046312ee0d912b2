//! A drawing as SVG.

use std::fmt::{self, Display, Formatter};

use vibeue_core::compaction::tuning::{Anchor, Drawing, Ink, Point, Shape, TextRole};

/// A drawing as SVG; colours and fonts are those of the page's classes.
pub(super) struct Svg<'a>(pub(super) &'a Drawing);

impl Display for Svg<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Drawing { name, width, height, shapes } = self.0;
        writeln!(f, r#"<svg viewBox="0 0 {width} {height}" role="img" aria-label="{name}">"#)?;
        for shape in shapes {
            match shape {
                Shape::Line { ink, points } => line(f, *ink, points)?,
                Shape::Mark { color, center: Point { x, y }, radius, title } => writeln!(
                    f,
                    r#"<circle class="mark c{color}" cx="{x:.1}" cy="{y:.1}" r="{radius}"><title>{title}</title></circle>"#
                )?,
                Shape::Cross { center, half, title } => {
                    let (x, y, size) = (center.x - half, center.y - half, 2.0 * half);
                    writeln!(
                        f,
                        r#"<path class="over" d="M{x:.1} {y:.1}l{size} {size}m0 -{size}l-{size} {size}"><title>{title}</title></path>"#
                    )?;
                }
                Shape::Text { role, at, anchor, text } => self::text(f, *role, *at, *anchor, text)?,
            }
        }
        writeln!(f, "</svg>")
    }
}

fn line(f: &mut Formatter<'_>, ink: Ink, points: &[Point]) -> fmt::Result {
    match ink {
        Ink::Grid => write!(f, r#"<path class="grid" d=""#)?,
        Ink::Axis => write!(f, r#"<path class="axis" d=""#)?,
        Ink::Budget => write!(f, r#"<path class="budget" d=""#)?,
        Ink::Threshold => write!(f, r#"<path class="threshold" d=""#)?,
        Ink::Course(color) => write!(f, r#"<path class="line c{color}" d=""#)?,
        Ink::Crowd => write!(f, r#"<path class="crowd" d=""#)?,
        Ink::Median => write!(f, r#"<path class="median" d=""#)?,
        Ink::Over => write!(f, r#"<path class="over" d=""#)?,
    }
    match (ink, points) {
        (Ink::Axis, [top, corner, end]) => {
            write!(f, "M{} {}V{}H{}", top.x, top.y, corner.y, end.x)?;
        }
        (Ink::Grid, [from, to]) if from.x == to.x => {
            write!(f, "M{:.1} {}v{}", from.x, from.y, to.y - from.y)?;
        }
        (Ink::Grid | Ink::Budget | Ink::Threshold, [from, to]) => {
            write!(f, "M{} {:.1}H{}", from.x, from.y, to.x)?;
        }
        _ => {
            let mut pen = 'M';
            for point in points {
                write!(f, "{pen}{:.1} {:.1}", point.x, point.y)?;
                pen = 'L';
            }
        }
    }
    writeln!(f, r#""/>"#)
}

fn text(
    f: &mut Formatter<'_>,
    role: TextRole,
    at: Point,
    anchor: Anchor,
    text: &str,
) -> fmt::Result {
    let Point { x, y } = at;
    let place = match role {
        TextRole::Share => format!(r#"class="tick" x="{x}" y="{y:.1}""#),
        TextRole::Request => format!(r#"class="tick" x="{x:.1}" y="{y}""#),
        TextRole::Requests => format!(r#"class="label" x="{x}" y="{y}""#),
        TextRole::Shares => {
            format!(r#"class="label" transform="translate({x} {y})rotate(-90)""#)
        }
    };
    let anchor = match anchor {
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    writeln!(f, r#"<text {place} text-anchor="{anchor}">{text}</text>"#)
}
