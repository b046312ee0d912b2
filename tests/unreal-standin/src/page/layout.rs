//! Finds texts that a layout cuts off, or lays over one another.

use super::markup::Piece;

/// What a rounding may take.
const TOLERANCE: f64 = 1.0;

/// A rectangle on the screen, in Slate units.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Area {
    const EVERYWHERE: Self = Self {
        left: f64::NEG_INFINITY,
        top: f64::NEG_INFINITY,
        right: f64::INFINITY,
        bottom: f64::INFINITY,
    };

    /// Reads `left top width height`.
    fn read(text: &str) -> Option<Self> {
        let mut numbers = text.split(' ').map(str::parse::<f64>);
        let mut next = || numbers.next()?.ok();
        let (left, top, width, height) = (next()?, next()?, next()?, next()?);
        Some(Self { left, top, right: left + width, bottom: top + height })
    }

    fn within(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    /// How far it reaches beyond another one.
    fn beyond(self, other: Self) -> f64 {
        [
            other.left - self.left,
            other.top - self.top,
            self.right - other.right,
            self.bottom - other.bottom,
        ]
        .into_iter()
        .fold(0.0, f64::max)
    }

    fn has_room(self) -> bool {
        self.right - self.left > TOLERANCE && self.bottom - self.top > TOLERANCE
    }
}

/// A text with its place.
struct Placed {
    words: String,
    area: Area,
    /// The width and the height that its words take.
    needs: (f64, f64),
    /// What of the page it can be seen in, once it is scrolled to.
    room: Area,
    /// What of it is seen now.
    shown: Area,
    layers: Vec<(usize, usize)>,
}

/// An element that is open.
#[derive(Clone)]
struct Element {
    tag: String,
    is_seen: bool,
    /// What its children can be seen in, once they are scrolled to, and now.
    room: Area,
    shown: Area,
    /// The overlays around it, by number, and in which of their layers it is.
    layers: Vec<(usize, usize)>,
    /// The overlay that it is, with the layers that were opened in it.
    overlay: Option<(usize, usize)>,
    /// The text that it is.
    text: Option<(Area, (f64, f64))>,
}

/// Returns what is wrong with the places of a page's texts.
pub(super) fn faults(pieces: &[Piece]) -> Vec<String> {
    let texts = place(pieces);
    let mut found = Vec::new();
    for text in &texts {
        let (width, height) = (text.area.right - text.area.left, text.area.bottom - text.area.top);
        let (needs_width, needs_height) = text.needs;
        if needs_width > width + TOLERANCE || needs_height > height + TOLERANCE {
            found.push(format!(
                "\"{}\" needs {needs_width:.0} x {needs_height:.0} and has {width:.0} x {height:.0}",
                text.words
            ));
        } else if text.area.beyond(text.room) > TOLERANCE {
            let beyond = text.area.beyond(text.room);
            found.push(format!("\"{}\" is cut off: {beyond:.0} beyond what it is in", text.words));
        }
    }
    for (index, one) in texts.iter().enumerate() {
        for other in &texts[index + 1..] {
            if one.shown.within(other.shown).has_room() && !in_other_layers(one, other) {
                found.push(format!("\"{}\" lies on \"{}\"", other.words, one.words));
            }
        }
    }
    found
}

/// Whether two texts are in different layers of one overlay, whose layers lie on
/// one another on purpose.
fn in_other_layers(one: &Placed, other: &Placed) -> bool {
    one.layers
        .iter()
        .any(|(overlay, layer)| other.layers.iter().any(|(it, its)| it == overlay && its != layer))
}

fn place(pieces: &[Piece]) -> Vec<Placed> {
    let mut texts = Vec::new();
    let mut open: Vec<Element> = Vec::new();
    let mut overlays = 0;
    for piece in pieces {
        match piece {
            Piece::Open { tag, attributes, is_whole } => {
                let element = opened(&mut open, tag, attributes, &mut overlays);
                if !is_whole {
                    open.push(element);
                }
            }
            Piece::Close { tag } => while open.pop().is_some_and(|element| element.tag != *tag) {},
            Piece::Text(words) => {
                let Some(element) = open.last().filter(|element| element.is_seen) else { continue };
                let (room, shown, layers) = (element.room, element.shown, element.layers.clone());
                // A text of several looks is one text.
                let Some((area, needs)) = open.iter_mut().rev().find_map(|it| it.text.take())
                else {
                    continue;
                };
                let words = words.trim().chars().take(40).collect();
                texts.push(Placed { words, area, needs, room, shown: area.within(shown), layers });
            }
        }
    }
    texts
}

fn opened(
    open: &mut [Element],
    tag: &str,
    attributes: &[(String, String)],
    overlays: &mut usize,
) -> Element {
    let value =
        |name: &str| attributes.iter().find(|(it, _)| it == name).map(|(_, it)| it.as_str());
    let mut element = open.last().cloned().unwrap_or_else(|| Element {
        tag: String::new(),
        is_seen: true,
        room: Area::EVERYWHERE,
        shown: Area::EVERYWHERE,
        layers: Vec::new(),
        overlay: None,
        text: None,
    });
    if let Some(Element { overlay: Some((number, layers)), .. }) = open.last_mut() {
        *layers += 1;
        element.layers.push((*number, *layers));
    }
    element.tag = tag.to_owned();
    element.text = None;
    element.overlay = None;
    if value("data-type") == Some("SOverlay") {
        *overlays += 1;
        element.overlay = Some((*overlays, 0));
    }
    let is_engines = ["header", "aside"].contains(&tag)
        || ["tip", "hint"].contains(&value("class").unwrap_or_default());
    if is_engines || value("style").is_some_and(|style| style.contains("visibility:hidden")) {
        element.is_seen = false;
    }
    if let Some(clip) = value("data-clip").and_then(Area::read) {
        element.shown = clip.within(element.shown);
        let is_list = value("data-type").is_some_and(|kind| kind.starts_with("SListView"));
        let scrolls = is_list || value("data-scroll").is_some();
        element.room = clip.within(element.room);
        if scrolls {
            // The wheel brings it into view.
            element.room.top = f64::NEG_INFINITY;
            element.room.bottom = f64::INFINITY;
        }
    }
    if let Some(area) = value("data-box").and_then(Area::read) {
        let needs = value("data-needs")
            .and_then(|it| it.split_once(' '))
            .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
        element.text = Some((area, needs.unwrap_or_default()));
    }
    element
}

#[cfg(test)]
mod tests {
    use super::super::markup::pieces;

    fn faults(page: &str) -> Vec<String> {
        super::faults(&pieces(page))
    }

    #[test]
    fn a_text_without_the_room_that_it_needs_is_found_and_one_that_may_be_short_is_not() {
        let text = |needs: &str| {
            format!("<div data-box=\"0 0 50 16\" data-needs=\"{needs}\">a &amp; b</div>")
        };
        assert_eq!(faults(&text("50 16")), [""; 0]);
        assert_eq!(faults(&text("80 16")), ["\"a & b\" needs 80 x 16 and has 50 x 16"]);
        assert_eq!(faults(&text("0 32")), ["\"a & b\" needs 0 x 32 and has 50 x 16"]);
        assert_eq!(faults(&text("0 16")), [""; 0]);
    }

    #[test]
    fn what_can_be_scrolled_to_is_not_cut_off_and_what_leaves_the_window_is() {
        let page = |inside: &str, top: i32| {
            format!(
                "<main data-clip=\"0 0 100 100\">{inside}<div data-box=\"10 {top} 60 20\" data-needs=\"60 20\">words</div></main>"
            )
        };
        assert_eq!(faults(&page("", 70)), [""; 0]);
        assert_eq!(faults(&page("", 90)), ["\"words\" is cut off: 10 beyond what it is in"]);
        let scroller = "<div data-clip=\"0 0 100 80\" data-scroll=\"0\">";
        assert_eq!(faults(&page(scroller, 300)), [""; 0]);
        let narrow = "<div data-clip=\"0 0 40 80\" data-scroll=\"0\">";
        assert_eq!(faults(&page(narrow, 300)), ["\"words\" is cut off: 30 beyond what it is in"]);
    }

    #[test]
    fn texts_lie_on_one_another_only_where_an_overlay_says_so() {
        let text = |words: &str, left: i32| {
            format!(
                "<div class=\"s\"><div data-box=\"{left} 0 50 16\" data-needs=\"50 16\">{words}</div></div>"
            )
        };
        let both = |kind: &str, left: i32| {
            format!("<div data-type=\"{kind}\">{}{}</div>", text("one", 0), text("two", left))
        };
        assert_eq!(faults(&both("SHorizontalBox", 50)), [""; 0]);
        assert_eq!(faults(&both("SHorizontalBox", 30)), ["\"two\" lies on \"one\""]);
        assert_eq!(faults(&both("SOverlay", 30)), [""; 0]);
        let hidden =
            both("SHorizontalBox", 30).replacen("class=\"s\"", "style=\"visibility:hidden;\"", 1);
        assert_eq!(faults(&hidden), [""; 0]);
    }

    #[test]
    fn a_text_of_several_looks_is_judged_once() {
        let page =
            "<div data-box=\"0 0 50 16\" data-needs=\"80 16\">plain <span>bold</span> plain</div>";
        assert_eq!(faults(page), ["\"plain\" needs 80 x 16 and has 50 x 16"]);
    }
}
