//! The machine: what a conversation does next, decided only from values.
//!
//! [`step()`] takes the state and an input with its time, changes the state and says what is to be
//! done. Nothing in this folder starts a thread, reads a clock, opens a file or reaches a server;
//! the [`Executor`](super::executor::Executor) does that, and the outcome is the next input. A task
//! that is no longer awaited loses its number, so its late results are discarded.
//!
//! An event takes effect once it is written: a handler that writes ends with [`Effect::Write`], and
//! processing continues when [`News::Written`] reports the outcome. No other input is handled in
//! between. The same holds for results that are too long for a message ([`Effect::Keep`],
//! [`Effect::ReadKept`]).

mod after;
mod arrived;
mod at_file;
mod branching;
mod call_times;
mod closing;
mod costs;
mod describing;
mod effect;
mod ending;
mod exchange;
mod figuring;
mod flood;
mod ground;
mod growing_answer;
mod host_view;
mod input;
mod installing;
mod internal;
mod interrupted;
mod known_calls;
mod learning;
mod loading;
mod model_state;
mod next_request;
mod next_step;
mod opening;
mod over_budget;
mod previews;
mod publishing;
mod recalling;
mod repetition;
mod replies;
mod room;
mod round_end;
mod send_view;
mod sending;
mod server_count;
mod shortening;
mod spent;
mod state;
mod step;
mod summaries;
mod summarizing;
mod summary_end;
mod summary_run;
mod summary_watch;
mod summary_writers;
mod switching;
#[cfg(test)]
mod tests;
mod tool_rounds;
mod toolbox;
mod tools;
mod tools_by_need;
mod turn;
mod turn_bounds;
mod turn_queue;
mod turns;
mod view_changes;
mod waiting;
mod whole_results;
mod writing;

pub(super) use arrived::Arrived;
pub(super) use effect::{Effect, Question};
pub(super) use ending::Leftovers;
pub(super) use input::{Input, Moment, News, Outcome, Panicked, TaskId};
pub(super) use internal::internal;
pub use interrupted::is_interrupted;
pub(super) use model_state::ModelState;
pub(super) use opening::{Opened, fields_of};
pub(super) use room::Room;
pub(super) use state::State;
pub(super) use step::step;
pub(super) use toolbox::Toolbox;
pub(super) use turns::calls_without_results;
