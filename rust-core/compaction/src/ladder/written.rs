//! Replaces the summary that rules wrote by a model's.

use super::{CompactRequest, ENVELOPE, Ladder, Short, covered, doubles};
use crate::applied::Compaction;
use crate::measure::Measure;
use crate::record::{RecordContext, Rung, Strategy, SummaryRecord};
use crate::rules::{Envelope, Line, SMALLEST, Section, SummaryInput, is_extracted, rank};
use crate::secrets::{Masked, mask};
use vibeue_conversation::MessageKind;
use vibeue_conversation::Result;

/// What a model is to summarize.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// The positions of the messages to summarize, oldest first.
    pub places: Vec<usize>,
    /// Their tokens.
    pub tokens: u64,
    /// The maximum number of tokens that a model may write: the text between the summary's tags,
    /// without the lines that are included in any case.
    pub room: u64,
    /// Lines that the summary contains word for word whatever a model writes:
    /// the user's rules, and what they never want to lose.
    pub beside: Vec<String>,
}

/// What a model wrote, after it was checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    /// Its lines.
    pub lines: Vec<Line>,
    /// Its key points.
    pub key_points: Vec<String>,
    /// What the record holds besides the narrative.
    pub context: RecordContext,
    /// Written only by a model, or together with rules.
    pub strategy: Strategy,
    /// The id of the model.
    pub writer: String,
    /// Whether the model was given everything, or less.
    pub rung: Rung,
}

impl Written {
    /// Returns whether a line that rules extracted is kept next to the model's.
    ///
    /// The user's requests and prohibitions are in every summary word for word; errors, commands
    /// and open tasks only if rules and model work together.
    fn keeps(&self, line: &Line) -> bool {
        let beside = match line.section {
            Section::Overview => true,
            Section::Progress => line.text.contains(" user: \""),
            Section::Problems | Section::Operations | Section::Continuation => {
                self.strategy == Strategy::Hybrid
            }
            _ => false,
        };
        beside && is_extracted(&line.text)
    }
}

/// Finds what a model should summarize in place of a summary by rules.
pub fn span(request: &CompactRequest<'_>, measure: &impl Measure, rules: &Compaction) -> Span {
    let masked = Masked::of(request.messages);
    let ladder = Ladder::new(request, measure, &masked, None);
    let places = places(request, rules);
    let summary = rules.summary.as_ref().map_or(0, |summary| measure.message(summary));
    let kept = rules.tokens_after.saturating_sub(summary);
    let goal = ladder.goal().max(rules.tokens_after);
    let tokens = places.iter().map(|at| request.tokens[*at]).sum();
    let room = goal.saturating_sub(kept + ENVELOPE).min(ladder.wanted(tokens));
    let (beside, taken) = ladder.beside(rules, room / 2);
    Span { tokens, room: room - taken, beside, places }
}

/// The body of the newest older summary among the messages to replace.
pub fn older_notes(request: &CompactRequest<'_>, span: &Span) -> Option<String> {
    let older = span.places.iter().rev().map(|at| request.messages[*at]);
    let texts: Vec<String> = older
        .filter(|message| message.kind == MessageKind::Summary)
        .map(|message| {
            let text = message.joined_text();
            let body = Envelope::unwrap(&text).map_or(text.as_str(), |(_, body)| body);
            // It was written before secrets were masked, or by another program.
            mask(body).into_owned()
        })
        .collect();
    (!texts.is_empty()).then(|| texts.into_iter().rev().collect::<Vec<_>>().join("\n"))
}

/// Replaces the summary that rules wrote by what a model wrote: the same
/// messages are removed, the same ones stay in the same form.
///
/// The lines are packed as those of rules are: best first, as long as every vital fact that no line
/// contains still fits into the ledger, with the artifact trail first. So the result never exceeds
/// its room, and what the model dropped is put back. If the facts leave no room for any of the
/// model's lines, a larger target is tried, up to the threshold. Returns `None` if they fit
/// nowhere, or if nothing would become smaller.
///
/// # Errors
/// Those of the layout, when what must stay does not fit.
pub fn install(
    request: &CompactRequest<'_>,
    measure: &impl Measure,
    rules: &Compaction,
    written: &Written,
) -> Result<Option<Compaction>> {
    let masked = Masked::of(request.messages);
    let ladder = Ladder::new(request, measure, &masked, None);
    ladder.layout.check(request.available)?;
    let start = start_of(request, rules);
    let shorts = ladder.shorts_of(rules);
    let mut input = SummaryInput::default();
    ladder.add_to(&mut input, 0, start);
    let kept_texts = ladder.kept_texts(start, &shorts);
    let mut lines = lines_beside_rules(&ladder, &input, written, &kept_texts);
    ladder.keep_in(&mut lines, start, &shorts);
    let kept = ladder.kept_tokens(start, &shorts);
    // The facts alone fill the first targets that could be met.
    let mut crowded = false;
    for goal in ladder.goals(ladder.goal()) {
        let free = goal.saturating_sub(kept + ENVELOPE);
        if free < 2 * SMALLEST {
            continue;
        }
        let summary = ladder.write_lines(&input, &lines, start, &shorts, (free, true));
        let mine = |line: &Line| written.lines.iter().any(|own| own.text == line.text);
        if !summary.lines.iter().any(mine) {
            crowded = true;
            continue;
        }
        if crowded && goal >= request.available {
            // It would start the next compaction at once; the one by rules does
            // not.
            return Ok(None);
        }
        let mut compaction = ladder.install(&input, summary, start, shorts, written.rung);
        if let Some(record) = &mut compaction.record {
            describe(record, written);
        }
        let shrinks = compaction.tokens_after < compaction.tokens_before
            && compaction.tokens_after <= request.available;
        return Ok(shrinks.then_some(compaction));
    }
    Ok(None)
}

/// The lines of a model's summary: its own, and those of the rules that are
/// kept next to them.
fn lines_beside_rules<M: Measure>(
    ladder: &Ladder<'_, M>,
    input: &SummaryInput<'_>,
    written: &Written,
    kept: &[&str],
) -> Vec<Line> {
    let mut lines = input.lines(&ladder.options);
    lines.retain(|line| written.keeps(line));
    // Few of the rules' lines are kept next to a model's: a failure is one of
    // them until something settled it.
    for line in &mut lines {
        if line.section == Section::Problems && line.rank >= rank::OLD_ERROR {
            line.rank = rank::DECISION;
        }
    }
    let mut own = written.lines.clone();
    settle(&mut lines, &mut own, kept);
    lines.extend(own);
    lines.sort_by_key(|line| std::cmp::Reverse((line.rank, line.order)));
    lines
}

/// Leaves out what both say. A line of the rules that the notes cover goes first:
/// otherwise a note could go because that line says the same, and the line because
/// other notes have most of its words.
fn settle(by_rules: &mut Vec<Line>, by_model: &mut Vec<Line>, kept: &[&str]) {
    covered::leave_out(by_rules, by_model, kept);
    doubles::settle(by_rules, by_model);
    covered::leave_out_cited(by_rules, by_model);
}

impl<M: Measure> Ladder<'_, M> {
    /// The lines that a summary contains whatever a model writes, as many as
    /// fit into `most` tokens, and their tokens.
    fn beside(&self, rules: &Compaction, most: u64) -> (Vec<String>, u64) {
        let start = start_of(self.request, rules);
        let mut input = SummaryInput::default();
        self.add_to(&mut input, 0, start);
        let mut lines = input.lines(&self.options);
        self.keep_in(&mut lines, start, &self.shorts_of(rules));
        lines.retain(|line| line.rank >= rank::RULE);
        let mut taken = 0;
        let mut beside = Vec::new();
        for line in lines {
            let cost = self.measure.text(&line.text) + LINE;
            if taken + cost <= most {
                taken += cost;
                beside.push(line.text);
            }
        }
        (beside, taken)
    }

    /// The shorter forms of messages in a compaction.
    fn shorts_of(&self, compaction: &Compaction) -> Vec<Short> {
        let messages = self.request.messages.iter().enumerate();
        messages
            .filter_map(|(at, message)| {
                let short = compaction.shortened.iter().find(|short| short.id == message.id)?;
                Some(Short { at, message: short.clone(), tokens: self.measure.message(short) })
            })
            .collect()
    }
}

/// Tokens of a line's bullet and line break.
const LINE: u64 = 3;

/// The position of the first message that a compaction does not replace.
fn start_of(request: &CompactRequest<'_>, compaction: &Compaction) -> usize {
    places(request, compaction).last().map_or(0, |last| last + 1)
}

/// The positions of the messages that a compaction replaces.
fn places(request: &CompactRequest<'_>, compaction: &Compaction) -> Vec<usize> {
    let gone: std::collections::HashSet<_> = compaction.replaced.iter().collect();
    let found = request.messages.iter().enumerate().filter(|(_, m)| gone.contains(&m.id));
    found.map(|(at, _)| at).collect()
}

/// Records who wrote the summary and what it contains.
fn describe(record: &mut SummaryRecord, written: &Written) {
    record.strategy = written.strategy;
    record.writer = Some(written.writer.clone());
    record.rung = written.rung;
    let by_rules = std::mem::take(&mut record.key_points);
    record.key_points = joined(&written.key_points, by_rules, SummaryRecord::MAX_KEY_POINTS);
    let context = &mut record.context;
    let own = &written.context;
    for (list, own) in [
        (&mut context.participants, &own.participants),
        (&mut context.decisions, &own.decisions),
        (&mut context.unresolved, &own.unresolved),
        (&mut context.domain_entities, &own.domain_entities),
    ] {
        *list = joined(own, std::mem::take(list), MOST);
    }
    let by_rules = std::mem::take(&mut context.action_items);
    context.action_items = own.action_items.clone();
    for item in by_rules {
        if context.action_items.len() < MOST
            && !context.action_items.iter().any(|own| own.task == item.task)
        {
            context.action_items.push(item);
        }
    }
}

/// The maximum number of entries of one kind in a record's context.
const MOST: usize = 50;

fn joined(own: &[String], by_rules: Vec<String>, most: usize) -> Vec<String> {
    let mut all = own.to_vec();
    for text in by_rules {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all.truncate(most);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_user_asked_for_stays_in_the_words_of_one_of_both() {
        let line = |text: &str| Line {
            section: Section::Overview,
            rank: rank::STATEMENT,
            order: (26, 0),
            text: text.to_owned(),
        };
        let asked = "Payment: \"I'd like to use my certificates first, then gift cards, and cover any \
                     remaining balance with my MasterCard.\" (m26)";
        let mut by_rules = vec![line(
            "m26 user: \"Could you cancel my current reservation and book the business class option \
             instead? I'd like to use my certificates first, then gift cards, and cover any remaining \
             balance with my MasterCard.\"",
        )];
        let mut by_model: Vec<Line> = [
            "The user asked: \"Could you cancel my current reservation and book the business class \
             option instead?\" (m26)",
            asked,
            "The split used certificates first and both gift cards; the remaining balance is for the \
             MasterCard. (m27)",
        ]
        .map(line)
        .into();
        settle(&mut by_rules, &mut by_model, &[]);
        let said =
            by_rules.iter().chain(&by_model).filter(|it| it.text.contains("first, then gift"));
        assert_eq!(said.map(|it| it.text.as_str()).collect::<Vec<_>>(), [asked]);
    }

    #[test]
    fn a_result_stays_if_the_note_that_cites_it_only_repeats_a_rule() {
        let line = |section, rank, id, text: &str| Line {
            section,
            rank,
            order: (id, 0),
            text: text.to_owned(),
        };
        let result = "m12: [\u{2713} get_user: gave sara_doe_496]";
        let mut by_rules = vec![
            line(Section::Overview, rank::RULE, 2, "Rule (m2): never touch Content/Legacy"),
            line(Section::Operations, rank::STATEMENT, 12, result),
        ];
        let note = "Never touch Content/Legacy (m2, m12)";
        let mut by_model = vec![line(Section::Overview, rank::STATEMENT, 2, note)];
        settle(&mut by_rules, &mut by_model, &[]);
        assert_eq!(by_model, []);
        assert_eq!(by_rules.len(), 2, "{by_rules:?}");
    }
}
