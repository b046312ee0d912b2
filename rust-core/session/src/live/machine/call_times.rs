//! When calls begin, and how long they run.

use std::sync::Arc;

use super::state::State;
use super::turn::{OpenCall, Stage, Turn};
use crate::live::snapshot::RunningCall;
use crate::live::{CallEnd, CallState, RunTime, ToolAnswer};

impl State {
    /// A call begins. One that is not open was cancelled meanwhile.
    pub(super) fn begin_tool(&mut self, call_id: &str) {
        let now = self.exchange.now().steady;
        if let Some((at, open)) = self.find_call(call_id)
            && open[at].state == CallState::Running
        {
            open[at].began = Some(now);
        }
    }

    /// An answer with the duration of its call, if known. A call that was not run has none.
    pub(super) fn timed(&self, call: &OpenCall, answer: ToolAnswer) -> ToolAnswer {
        let is_run = !matches!(answer.end, CallEnd::Denied | CallEnd::Refused | CallEnd::Busy);
        let ran = match (answer.ran, call.began) {
            (RunTime::Measured, Some(began)) if is_run => {
                let ran = self.exchange.now().steady.saturating_sub(began);
                RunTime::Known(u64::try_from(ran.as_millis()).unwrap_or(u64::MAX))
            }
            (RunTime::Measured, _) => RunTime::Unknown,
            (reported, _) => reported,
        };
        answer.that_ran(ran)
    }

    /// The calls that run.
    pub(super) fn running_calls(&self) -> Arc<[RunningCall]> {
        let Some(Turn { stage: Stage::Tools { open, .. }, .. }) = &self.turn else {
            return Arc::from([]);
        };
        let runs = |call: &OpenCall| Some(RunningCall { id: call.id.clone(), began: call.began? });
        open.iter().filter_map(runs).collect()
    }
}
