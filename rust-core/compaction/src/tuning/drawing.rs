//! A drawing as data: the host that shows it decides on colours and fonts.

/// A drawing in a plane of its own units: x goes to the right, y down, both from
/// 0 to the drawing's width and height.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// What it shows, in one line, for those who do not see it.
    pub name: String,
    /// How wide it is, in its own units.
    pub width: f64,
    /// How high it is, in its own units.
    pub height: f64,
    /// Its contents; later shapes are drawn over earlier ones.
    pub shapes: Vec<Shape>,
}

/// A place in a drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// From the left edge.
    pub x: f64,
    /// From the upper edge.
    pub y: f64,
}

/// One shape.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Points that are joined in order.
    Line {
        /// What it is.
        ink: Ink,
        /// Where it goes.
        points: Vec<Point>,
    },
    /// A small circle: a compaction.
    Mark {
        /// The colour of its course, below [`COLORS`](super::COLORS).
        color: usize,
        /// Its middle.
        center: Point,
        /// Its radius.
        radius: f64,
        /// What it represents.
        title: String,
    },
    /// A small cross: a request that is over the budget.
    Cross {
        /// Its middle.
        center: Point,
        /// From its middle to its side.
        half: f64,
        /// What it represents.
        title: String,
    },
    /// A text.
    Text {
        /// What it says.
        role: TextRole,
        /// The place of its anchor, on its base line.
        at: Point,
        /// Which part of it is there.
        anchor: Anchor,
        /// The text in English.
        text: String,
    },
}

/// What a line is, for its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ink {
    /// A line of the grid.
    Grid,
    /// An axis.
    Axis,
    /// What a request may have at most.
    Budget,
    /// Where a compaction starts.
    Threshold,
    /// A conversation of a few, by its colour.
    Course(usize),
    /// A conversation of many.
    Crowd,
    /// The middle of many conversations.
    Median,
    /// A request that is over the budget.
    Over,
}

/// Which part of a text is at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// What a text says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextRole {
    /// A share of the budget, next to the vertical axis.
    Share,
    /// The number of a request, below the other axis.
    Request,
    /// What the upright axis counts; written from below to above.
    Shares,
    /// What the other axis counts.
    Requests,
}
