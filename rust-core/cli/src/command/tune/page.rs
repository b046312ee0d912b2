//! The page with the plots: one HTML file that needs nothing else.

use std::fmt::{self, Display, Formatter, Write as _};

use vibeue_core::compaction::tuning::{COLORS, Chart, Scale, SettingReport, TuneReport, sentences};

use super::svg::Svg;
use crate::output::{counted, grouped, percent};

/// The page of a report.
pub(super) struct Page<'a>(pub(super) &'a TuneReport);

const STYLES: &str = include_str!("page.css");

/// More conversations than this get thinner lines.
const MANY: usize = 3;

/// How many requests that set a peak are named.
const PEAKS: usize = 5;

impl Display for Page<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
        writeln!(f, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
        writeln!(f, "<title>VibeUE: settings compared</title>\n<style>\n{STYLES}</style>")?;
        writeln!(f, "</head>\n<body>\n<main>")?;
        self.head(f)?;
        self.table(f)?;
        self.charts(f)?;
        self.foot(f)?;
        writeln!(f, "</main>\n</body>\n</html>")
    }
}

impl Page<'_> {
    fn about(&self) -> &'static str {
        if self.0.exact { "" } else { "~" }
    }

    fn head(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let report = self.0;
        let files: Vec<String> =
            report.files.iter().map(|it| Escaped(&it.name).to_string()).collect();
        let messages: usize = report.files.iter().map(|file| file.messages).sum();
        let tokens: u64 = report.files.iter().map(|file| file.tokens).sum();
        writeln!(f, "<h1>Settings compared</h1>")?;
        let what = match files.as_slice() {
            [only] => only.clone(),
            files => counted(files.len() as u64, "conversation"),
        };
        writeln!(
            f,
            "<p class=\"soft\">{what}: {}, {}{} tokens. Window {}, {} kept for the reply: budget {}. \
             Tokens by {}.</p>",
            counted(messages as u64, "message"),
            self.about(),
            grouped(tokens),
            grouped(report.window),
            grouped(report.reserve),
            grouped(report.budget),
            Escaped(report.encoding),
        )?;
        let Some(best) = report.settings.iter().find(|setting| setting.best) else {
            return Ok(());
        };
        let figures = &best.figures;
        let tiles = [
            (
                format!("{} · keep {}", best.threshold, best.keep_recent),
                "is the best of these settings".to_owned(),
            ),
            (grouped(figures.compactions as u64), "compactions".to_owned()),
            (
                format!("{:.0} %", 100.0 * figures.peak_ratio),
                "of the budget at the peak".to_owned(),
            ),
            (
                format!("{}{}", self.about(), grouped(figures.input_tokens_with_caching)),
                "input tokens with caching".to_owned(),
            ),
            (
                format!("{:.1} %", 100.0 * figures.facts.share()),
                format!("of {} facts kept", grouped(figures.facts.found)),
            ),
        ];
        writeln!(f, "<div class=\"tiles\">")?;
        for (at, (figure, meaning)) in tiles.iter().enumerate() {
            let class = if at == 0 { "tile best" } else { "tile" };
            writeln!(f, "<div class=\"{class}\"><b>{figure}</b><span>{meaning}</span></div>")?;
        }
        writeln!(f, "</div>")
    }

    fn table(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let report = self.0;
        let dearest = report.settings.iter().map(|it| it.figures.input_tokens_with_caching).max();
        writeln!(f, "<h2>Figures</h2>\n<div class=\"scroll\"><table>\n<thead><tr>")?;
        for name in [
            "threshold",
            "messages kept",
            "compactions",
            "peak",
            "over budget",
            "input tokens",
            "with caching",
            "facts kept",
            "biggest drop",
        ] {
            write!(f, "<th>{name}</th>")?;
        }
        writeln!(f, "</tr></thead>\n<tbody>")?;
        for setting in &report.settings {
            self.row(f, setting, dearest.unwrap_or(0))?;
        }
        writeln!(f, "</tbody></table></div>")
    }

    fn row(&self, f: &mut Formatter<'_>, setting: &SettingReport, dearest: u64) -> fmt::Result {
        let figures = &setting.figures;
        let (class, star) = if setting.best { (" class=\"best\"", " ★") } else { ("", "") };
        let over = if figures.over_budget > 0 { " class=\"bad\"" } else { "" };
        let cost = percent(figures.input_tokens_with_caching, dearest);
        let facts = 100.0 * figures.facts.share();
        let about = self.about();
        writeln!(
            f,
            "<tr{class}><td>{}{star}</td><td>{}</td><td>{}</td><td>{:.0} %</td><td{over}>{}</td>\
             <td>{about}{}</td><td class=\"bar\" style=\"--share:{cost:.1}%\">{about}{}</td>\
             <td class=\"bar\" style=\"--share:{facts:.1}%\">{facts:.1} %</td><td>{about}{}</td></tr>",
            setting.threshold,
            setting.keep_recent,
            figures.compactions,
            100.0 * figures.peak_ratio,
            figures.over_budget,
            grouped(figures.input_tokens),
            grouped(figures.input_tokens_with_caching),
            grouped(figures.biggest_drop),
        )
    }

    fn charts(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let report = self.0;
        let scale = Scale::of(&report.settings, report.budget);
        writeln!(f, "<h2>How full each request was</h2>")?;
        self.legend(f)?;
        for peak in sentences(&report.settings, self.about()).iter().take(PEAKS) {
            writeln!(f, "<p class=\"soft\">{}.</p>", Escaped(peak))?;
        }
        let many = if report.files.len() > MANY { " many" } else { "" };
        writeln!(f, "<div class=\"grid-of-charts{many}\">")?;
        for setting in &report.settings {
            let (class, star) =
                if setting.best { (" class=\"best\"", " <em>★ best</em>") } else { ("", "") };
            let figures = &setting.figures;
            // With a single conversation there is nothing to say.
            let peak = setting.peak.as_ref().filter(|_| report.files.len() > 1);
            let of = peak
                .map_or(String::new(), |peak| format!(" in {}", Escaped(short_name(&peak.file))));
            writeln!(
                f,
                "<figure{class}>\n<figcaption><b>threshold {} · keep {}{star}</b>\
                 <span>{} · peak {:.0} %{of}</span></figcaption>\n{}</figure>",
                setting.threshold,
                setting.keep_recent,
                counted(figures.compactions as u64, "compaction"),
                100.0 * figures.peak_ratio,
                Svg(&Chart { setting, scale }.drawing()),
            )?;
        }
        writeln!(f, "</div>")
    }

    fn legend(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "<ul class=\"legend\">")?;
        let item = |f: &mut Formatter<'_>, drawing: &str, text: &str| {
            writeln!(f, "<li><svg viewBox=\"0 0 28 12\">{drawing}</svg>{text}</li>")
        };
        let files = &self.0.files;
        let named = files.len() <= COLORS;
        for (at, file) in files.iter().enumerate().take(if named { COLORS } else { 0 }) {
            let line = format!(r#"<path class="line c{at}" d="M1 6H27"/>"#);
            item(f, &line, &Escaped(short_name(&file.name)).to_string())?;
        }
        if !named {
            let line = r#"<path class="crowd" d="M1 6H27"/>"#;
            item(f, line, &format!("{} conversations", files.len()))?;
            item(f, r#"<path class="median" d="M1 6H27"/>"#, "their median")?;
            let line = r#"<path class="line c1" d="M1 6H27"/>"#;
            item(f, line, "the one with the peak, named above its chart")?;
        }
        let mark = if named { "c0" } else { "c1" };
        let mark = format!(
            r#"<path class="line {mark}" d="M2 2L14 8H26"/><circle class="mark {mark}" cx="14" cy="8" r="3.2"/>"#
        );
        let mark = mark.as_str();
        item(f, mark, "compaction")?;
        item(f, r#"<path class="threshold" d="M1 6H27"/>"#, "threshold")?;
        item(f, r#"<path class="budget" d="M1 6H27"/>"#, "budget")?;
        if self.0.settings.iter().any(|setting| setting.figures.over_budget > 0) {
            item(f, r#"<path class="over" d="M11 3l6 6m0 -6l-6 6"/>"#, "over the budget")?;
        }
        writeln!(f, "</ul>")
    }

    fn foot(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "<footer><p>Each conversation is played again, turn by turn: before each message of \
             the assistant a request is sent, and compacted first where the settings say so, by \
             rules and without a model. Peak is the fullest request as it was sent. Input tokens \
             are those of all requests; with caching, what the previous request had at its \
             start as well counts {} of its tokens. Facts kept are the facts that must not be lost (from the \
             user, from tool calls, or said twice) that are still there, letter for letter, at \
             the end.</p><p>Best is: {}.</p></footer>",
            self.0.cached_share,
            TuneReport::RULE,
        )
    }
}

/// A file's name without its folders.
fn short_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().filter(|short| !short.is_empty()).unwrap_or(name)
}

/// External text inside HTML.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                control if control.is_control() => f.write_char('\u{fffd}')?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_is_not_markup() {
        assert_eq!(
            Escaped("<b>\"a\" & 'b'\u{1b}").to_string(),
            "&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39;\u{fffd}"
        );
    }
}
