//! What an older summary contains.

use super::SummaryInput;
use crate::facts::{Fact, FactKind, FactSet, Origin};
use crate::rules::carried_line::{OPEN, RULE, carried_rule, closing_ids, is_note, leading_id};
use crate::rules::fact_list::parse_facts;
use crate::rules::{Envelope, KEPT_LIST, KEPT_SENTENCE, Line, Section, rank};
use vibeue_conversation::{Message, MessageId};

impl SummaryInput<'_> {
    /// Splits an older summary: its lines compete again, its facts become facts
    /// again, its trail continues.
    pub(super) fn take_in(&mut self, message: &Message) {
        let text = message.joined_text();
        let Some((envelope, body)) = Envelope::unwrap(&text) else {
            self.facts.add_text(&text, Origin::Summary, message.id);
            return;
        };
        let first = envelope.span.map_or(message.id, |span| span.0);
        self.carried_messages += envelope.messages;
        let mut section = Section::Overview;
        for (number, raw) in body.lines().enumerate() {
            if let Some(next) = Section::from_heading(raw) {
                section = next;
                continue;
            }
            let text = raw.trim().trim_start_matches("- ");
            // The keep list comes from the current settings.
            if text.is_empty() || text.starts_with(KEPT_LIST) {
                continue;
            }
            let id = leading_id(text).or_else(|| closing_ids(text)).unwrap_or(first);
            match section {
                Section::Codebase if !is_note(text) => self.trail.parse_line(text),
                Section::Foundation | Section::Ledger if !is_note(text) => {
                    for (kind, label, fact) in parse_facts(text) {
                        self.facts.insert(Fact {
                            kind,
                            text: fact,
                            label,
                            origin: Origin::Summary,
                            first: id,
                            last: id,
                            messages: 1,
                        });
                    }
                }
                Section::Operations if !is_note(text) && self.deeds.parse_line(text, first) => {
                    self.carry_facts(section, text, id);
                }
                _ => {
                    self.carry_facts(section, text, id);
                    let rank = self.carried_rank(section, text);
                    let order = (id.0, u32::try_from(number).unwrap_or(u32::MAX));
                    self.carried.push(Line { section, rank, order, text: text.to_owned() });
                }
            }
        }
        self.parent = Some(envelope);
    }

    /// Takes the literals from an older summary's line. The line itself is
    /// carried over as a line: its sentences and errors are not taken as facts
    /// again.
    pub(super) fn carry_facts(&mut self, section: Section, text: &str, id: MessageId) {
        let origin = match section {
            Section::Overview | Section::Continuation => Origin::User,
            _ if text.contains(" user: \"") => Origin::User,
            _ => Origin::Summary,
        };
        let mut literals = FactSet::new();
        literals.add_text(text, origin, id);
        for fact in literals.iter() {
            // Except message ids, with which our own lines begin.
            if !fact.kind.is_line() && fact.text.parse::<MessageId>().is_err() {
                self.facts.insert(fact);
            }
        }
        if let Some(rule) = carried_rule(text) {
            self.facts.insert(Fact {
                kind: FactKind::Rule,
                text: rule,
                label: None,
                origin: Origin::User,
                first: id,
                last: id,
                messages: 1,
            });
        }
    }

    pub(super) fn carried_rank(&mut self, section: Section, text: &str) -> u32 {
        let rank = match section {
            Section::Overview if text.starts_with(RULE) => return rank::RULE,
            Section::Overview if text.starts_with(KEPT_SENTENCE) => return rank::KEEP,
            Section::Overview if !self.first_carried_request => {
                self.first_carried_request = true;
                return rank::FIRST_REQUEST;
            }
            Section::Overview => rank::REQUEST,
            Section::Problems if text.starts_with(OPEN) => rank::OPEN_ERROR,
            Section::Problems => rank::SOLVED_ERROR,
            _ if text.contains(" user: \"") => rank::REQUEST,
            Section::Progress => rank::STATEMENT + rank::RECENCY,
            Section::Continuation => rank::TASK,
            Section::Active => rank::STATEMENT,
            _ => rank::OPERATION - rank::AGE,
        };
        rank - rank::AGE
    }
}
