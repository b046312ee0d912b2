//! What was spent on models, in an event's line.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cost_ledger::{CostLedger, CostLine};

/// One kind of calls; zeros are left out.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Calls {
    #[serde(skip_serializing_if = "is_zero")]
    calls: u64,
    #[serde(skip_serializing_if = "is_zero")]
    unreported: u64,
    #[serde(skip_serializing_if = "is_zero")]
    unpriced: u64,
    #[serde(skip_serializing_if = "is_zero")]
    input: u64,
    #[serde(skip_serializing_if = "is_zero")]
    cached: u64,
    #[serde(skip_serializing_if = "is_zero")]
    output: u64,
    #[serde(skip_serializing_if = "is_free")]
    dollars: f64,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Kinds {
    #[serde(skip_serializing_if = "Calls::is_none")]
    chat: Calls,
    #[serde(skip_serializing_if = "Calls::is_none")]
    summaries: Calls,
    #[serde(skip_serializing_if = "Calls::is_none")]
    counts: Calls,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// NaN and infinity cannot be written as JSON.
fn is_free(dollars: &f64) -> bool {
    !dollars.is_finite() || *dollars <= 0.0
}

impl Calls {
    fn is_none(&self) -> bool {
        self.calls == 0
    }

    fn of(line: &CostLine) -> Self {
        let CostLine { calls, unreported, unpriced, input, cached, output, dollars } = *line;
        Self { calls, unreported, unpriced, input, cached, output, dollars }
    }

    fn line(&self) -> CostLine {
        let Self { calls, unreported, unpriced, input, cached, output, dollars } = *self;
        let dollars = if is_free(&dollars) { 0.0 } else { dollars };
        CostLine { calls, unreported, unpriced, input, cached, output, dollars }
    }
}

/// Writes what was spent.
pub(super) fn serialize<S: Serializer>(
    spent: &Option<&CostLedger>,
    to: S,
) -> Result<S::Ok, S::Error> {
    let of = |spent: &&CostLedger| Kinds {
        chat: Calls::of(&spent.chat),
        summaries: Calls::of(&spent.summaries),
        counts: Calls::of(&spent.counts),
    };
    spent.as_ref().map(of).serialize(to)
}

/// Reads what was spent. What another program wrote there is ignored like an unknown field: it is
/// not part of the conversation.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<Box<CostLedger>>, D::Error> {
    let value = serde_json::Value::deserialize(from)?;
    let ledger = |it: Kinds| {
        let (chat, summaries, counts) = (it.chat.line(), it.summaries.line(), it.counts.line());
        Box::new(CostLedger { chat, summaries, counts })
    };
    Ok(serde_json::from_value(value).ok().map(ledger))
}
