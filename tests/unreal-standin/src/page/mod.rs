//! Judges the page that a scene is drawn as on behalf of people who do not see it well.
//!
//! The stand-in writes a page of what a window shows (`--render`), with the colours and name of
//! each widget. [`faults`] finds texts and icons that stand out too little from what is behind
//! them, a focus outline that does, controls without a name, and texts that are cut off or lie on
//! one another.

mod colour;
pub mod gallery;
mod layout;
mod markup;

use colour::Colour;
use markup::{Piece, pieces};

/// How much a text differs in luminance from its ground: WCAG 2.2, 1.4.3, level AA.
const TEXT_CONTRAST: f64 = 4.5;

/// The same for an icon: WCAG 2.2, 1.4.11.
const ICON_CONTRAST: f64 = 3.0;

/// What the stand-in draws behind a window if it has no background of its own.
const GROUND: Colour = Colour { red: 0x24, green: 0x24, blue: 0x24, alpha: 1.0 };
const FOREGROUND: Colour = Colour { red: 0xc0, green: 0xc0, blue: 0xc0, alpha: 1.0 };

/// The opacity of what is disabled, which need not stand out.
const DISABLED: f64 = 0.4;

/// What can have the keyboard.
const CONTROLS: [&str; 9] = [
    "SButton",
    "SChatButton",
    "SChatText",
    "SCheckBox",
    "SComboButton",
    "SEditableTextBox",
    "SHyperlink",
    "SMultiLineEditableTextBox",
    "SSearchBox",
];

/// An element that is open, with what holds within it.
#[derive(Clone)]
struct Element {
    tag: String,
    ground: Colour,
    colour: Colour,
    opacity: f64,
    is_seen: bool,
    /// Whether it lays its children over one another.
    is_overlay: bool,
    /// Whether it is a bar: what it holds shows how much.
    is_bar: bool,
    /// The control that it is, and whether a name was found.
    control: Option<(String, bool)>,
}

/// Returns what is wrong on a page, each once: a text or an icon with too
/// little contrast, with its words and figures, a control without a name, and a
/// text that is cut off or lies on another one.
#[must_use]
pub fn faults(page: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut add = |fault: String| {
        if !found.contains(&fault) {
            found.push(fault);
        }
    };
    let mut open: Vec<Element> = Vec::new();
    let pieces = pieces(page);
    for fault in layout::faults(&pieces) {
        add(fault);
    }
    for piece in pieces {
        match piece {
            Piece::Open { tag, attributes, is_whole } => {
                let (element, fault) = opened(open.last(), &tag, &attributes);
                fault.into_iter().for_each(&mut add);
                unclear_focus(open.last(), &element, &attributes).into_iter().for_each(&mut add);
                let is_named = ["aria-label", "placeholder"].iter().any(|name| {
                    attributes.iter().any(|(it, value)| it == name && !value.trim().is_empty())
                });
                if is_named {
                    name_controls(&mut open);
                }
                if let [.., overlay, _] = &mut open[..]
                    && overlay.is_overlay
                {
                    // What comes next in it is drawn on this.
                    overlay.ground = element.ground;
                }
                if !is_whole {
                    let named = element.control.as_ref().map(|(kind, _)| (kind.clone(), is_named));
                    open.push(Element { control: named, ..element });
                }
            }
            Piece::Close { tag } => {
                while let Some(element) = open.pop() {
                    if let (Some((kind, false)), true) = (&element.control, element.is_seen) {
                        add(format!("a {kind} has no name"));
                    }
                    if element.tag == tag {
                        break;
                    }
                }
            }
            Piece::Text(text) => {
                let Some(element) = open.last() else { continue };
                if let Some(fault) = too_faint(element, &text) {
                    add(fault);
                }
                name_controls(&mut open);
            }
        }
    }
    found
}

fn name_controls(open: &mut [Element]) {
    for element in open {
        if let Some((_, is_named)) = &mut element.control {
            *is_named = true;
        }
    }
}

/// The element that a tag opens, and what is wrong with it as an icon.
fn opened(
    around: Option<&Element>,
    tag: &str,
    attributes: &[(String, String)],
) -> (Element, Option<String>) {
    let value =
        |name: &str| attributes.iter().find(|(it, _)| it == name).map_or("", |(_, it)| it.as_str());
    let mut element = around.cloned().unwrap_or_else(|| Element {
        tag: String::new(),
        ground: GROUND,
        colour: FOREGROUND,
        opacity: 1.0,
        is_seen: true,
        is_overlay: false,
        is_bar: false,
        control: None,
    });
    element.tag = tag.to_owned();
    let kind = value("data-type");
    let is_in_bar = element.is_bar;
    element.is_bar = kind == "SProgressBar";
    element.is_overlay = kind == "SOverlay";
    element.control = CONTROLS.contains(&kind).then(|| (kind.to_owned(), false));
    // The tab, notices, tool tips, hints and the boxes of check marks are the
    // engine's to draw.
    let is_engines =
        ["header", "aside"].contains(&tag) || ["tip", "hint"].contains(&value("class"));
    if is_engines || is_check_mark(around, tag) {
        element.is_seen = false;
    }
    let style = value("style");
    let property = |name: &str| {
        style
            .split(';')
            .filter_map(|it| it.split_once(':'))
            .find(|(it, _)| it.trim() == name)
            .map(|(_, it)| it.trim())
    };
    if property("visibility") == Some("hidden") {
        element.is_seen = false;
    }
    if let Some(opacity) = property("opacity").and_then(|it| it.parse::<f64>().ok()) {
        element.is_seen &= opacity > DISABLED;
        element.opacity *= opacity;
    }
    if let Some(colour) = property("color").and_then(Colour::read) {
        element.colour = colour;
    }
    let Some(ground) = property("background").and_then(Colour::read) else {
        return (element, None);
    };
    if style.contains("mask:") {
        // An icon: its shape is cut out of its ground.
        let drawn = ground.faded(element.opacity).over(element.ground);
        let ratio = drawn.contrast(element.ground);
        let is_faint = element.is_seen && ground.alpha > 0.0 && ratio < ICON_CONTRAST;
        let fault = format!("an icon has {ratio:.1}:1 in {drawn} on {}", element.ground);
        return (element, is_faint.then_some(fault));
    }
    let behind = element.ground;
    element.ground = ground.faded(element.opacity).over(behind);
    let is_filled = is_in_bar && element.is_seen && !style.contains("width:0.0");
    let ratio = element.ground.contrast(behind);
    let fault = format!("a bar has {ratio:.1}:1 in {} on {behind}", element.ground);
    (element, (is_filled && ratio < ICON_CONTRAST).then_some(fault))
}

/// What is wrong with the outline of what has the keyboard, which is drawn between an element and
/// what is around it; a dashed one is the engine's to draw.
fn unclear_focus(
    around: Option<&Element>,
    element: &Element,
    attributes: &[(String, String)],
) -> Option<String> {
    let (_, style) = attributes.iter().find(|(name, _)| name == "style")?;
    let (_, outline) = style.split_once("outline:")?;
    let (_, colour) = outline.split_once(" solid ")?;
    let colour = Colour::read(colour)?;
    let behind = around.map_or(GROUND, |it| it.ground);
    let fault = |ground: Colour| {
        let ratio = colour.over(ground).contrast(ground);
        (ratio < ICON_CONTRAST)
            .then(|| format!("the focus has {ratio:.1}:1 in {colour} on {ground}"))
    };
    if element.is_seen { fault(behind).or_else(|| fault(element.ground)) } else { None }
}

fn is_check_mark(around: Option<&Element>, tag: &str) -> bool {
    let around = around.and_then(|element| element.control.as_ref());
    tag == "span" && around.is_some_and(|(kind, _)| kind == "SCheckBox")
}

fn too_faint(element: &Element, text: &str) -> Option<String> {
    if !element.is_seen || element.colour.alpha == 0.0 {
        return None;
    }
    let drawn = element.colour.faded(element.opacity).over(element.ground);
    let ratio = drawn.contrast(element.ground);
    let words: String = text.trim().chars().take(40).collect();
    (ratio < TEXT_CONTRAST - 0.005)
        .then(|| format!("\"{words}\" has {ratio:.1}:1 in {drawn} on {}", element.ground))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_faint_text_is_found_with_its_figures_and_a_clear_one_is_not() {
        let page = "<style>p{color:#111}</style><main>\
            <div style=\"background:rgba(26,26,26,1)\"><div style=\"color:rgba(90,90,90,1)\">faint &amp; small</div></div>\
            <div>clear</div><div style=\"opacity:.4;color:rgba(40,40,40,1)\">disabled</div>\
            <div style=\"visibility:hidden;color:rgba(40,40,40,1)\">hidden</div></main>";
        assert_eq!(faults(page), ["\"faint & small\" has 2.5:1 in #5a5a5a on #1a1a1a"]);
    }

    #[test]
    fn what_is_faded_counts_as_it_is_seen() {
        let page = "<div style=\"opacity:.6;\">subdued</div>";
        assert_eq!(faults(page), ["\"subdued\" has 4.0:1 in #828282 on #242424"]);
    }

    #[test]
    fn an_icon_needs_less_than_a_text() {
        let icon = |colour: &str| {
            format!("<div style=\"background:{colour};-webkit-mask:url(x);mask:url(x)\"></div>")
        };
        assert_eq!(faults(&icon("rgba(130,130,130,1)")), [""; 0]);
        assert_eq!(faults(&icon("rgba(80,80,80,1)")), ["an icon has 1.9:1 in #505050 on #242424"]);
    }

    #[test]
    fn how_full_a_bar_is_stands_out_as_an_icon_does() {
        let bar = |colour: &str, width: &str| {
            format!(
                "<div data-type=\"SProgressBar\" style=\"background:rgba(255,255,255,1)\">\
                <div style=\"position:absolute;width:{width}%;background:{colour}\"></div></div>"
            )
        };
        assert_eq!(faults(&bar("rgba(46,125,50,1)", "40.000000")), [""; 0]);
        assert_eq!(
            faults(&bar("rgba(217,153,13,1)", "40.000000")),
            ["a bar has 2.5:1 in #d9990d on #ffffff"]
        );
        assert_eq!(faults(&bar("rgba(217,153,13,1)", "0.000000")), [""; 0]);
    }

    #[test]
    fn the_outline_of_the_focus_stands_out_from_either_side_of_it() {
        let button = |ground: &str, outline: &str| {
            format!(
                "<div data-type=\"SChatButton\" style=\"background:{ground};outline:2px {outline};\
                outline-offset:-2px;\">Send</div>"
            )
        };
        let dark = "rgba(26,26,26,1)";
        assert_eq!(faults(&button(dark, "solid rgba(197,232,255,1)")), [""; 0]);
        assert_eq!(
            faults(&button(dark, "solid rgba(11,95,160,1)")),
            ["the focus has 2.3:1 in #0b5fa0 on #242424"]
        );
        assert_eq!(
            faults(&button("rgba(40,40,200,1)", "solid rgba(11,111,216,1)")),
            ["the focus has 1.9:1 in #0b6fd8 on #2828c8"]
        );
        assert_eq!(faults(&button(dark, "dashed #404040")), [""; 0]);
    }

    #[test]
    fn what_lies_over_another_layer_is_seen_before_it() {
        let page = "<div data-type=\"SOverlay\"><div class=\"s\"><div style=\"background:rgba(139,194,74,1)\"></div></div>\
            <div class=\"s\"><div style=\"color:rgba(26,26,26,1)\">S</div></div></div>";
        assert_eq!(faults(page), [""; 0]);
        assert_eq!(
            faults(&page.replace("SOverlay", "SBox")),
            ["\"S\" has 1.1:1 in #1a1a1a on #242424"]
        );
    }

    #[test]
    fn a_control_has_a_name_by_its_words_its_label_or_its_hint() {
        let page = "<div data-type=\"SButton\"><span>Send</span></div>\
            <div data-type=\"SButton\" aria-label=\"Stop\"></div>\
            <div data-type=\"SEditableTextBox\"><textarea placeholder=\"Search\"></textarea></div>\
            <div data-type=\"SBox\"></div><div data-type=\"SCheckBox\" aria-label=\" \"> </div>";
        assert_eq!(faults(page), ["a SCheckBox has no name"]);
    }
}
