//! Facts that one set has found are added to another without reading the
//! message again.

use super::FactSet;
use super::findings::{Findings, Label};
use vibeue_conversation::MessageId;

impl Findings {
    /// Adds the facts of the message at a place to another set, as reading it
    /// would; `all` is the set that was filled, `places` says where its facts
    /// are in the other. Returns whether a result in the message may report an
    /// error; `None` if the message must be read.
    pub(super) fn copy(
        &self,
        (at, id): (usize, MessageId),
        all: &FactSet,
        set: &mut FactSet,
        places: &mut Places,
    ) -> Option<bool> {
        let examined = self.messages.get(at).filter(|it| it.is_all_of(id))?;
        let begin = at.checked_sub(1).map_or(0, |before| self.messages[before].end);
        places.0.resize(all.len().max(places.0.len()), UNKNOWN);
        for found in &self.found[begin as usize..examined.end as usize] {
            let fact = all.at(found.fact as usize)?;
            let label = match found.label {
                Label::NONE => None,
                Label::KEPT => fact.label,
                Label(other) => Some(&**self.labels.get(usize::from(other - Label::OTHERS))?),
            };
            let place = &mut places.0[found.fact as usize];
            if *place == UNKNOWN {
                *place = set.put(found.kind, fact.text, label, found.origin, id)?;
            } else {
                set.touch(*place as usize, found.kind, label, found.origin, id);
            }
        }
        Some(examined.reports_error)
    }
}

/// Where the facts of one set are in another.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places(Vec<u32>);

const UNKNOWN: u32 = u32::MAX;
