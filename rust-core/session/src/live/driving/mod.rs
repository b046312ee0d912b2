//! The one thread that owns a conversation and decides.
//!
//! It never waits for anything but its next input: models are asked by tasks
//! on the workers, whose answers come back as inputs. A task that is no longer
//! awaited has lost its number, and its late results are discarded.

mod answer_stream;
mod describing;
mod driver;
mod flood;
mod growing_answer;
mod host_view;
mod input;
mod installing;
mod interrupted;
mod model_state;
mod next_step;
mod numbers;
mod open;
mod previews;
mod recalling;
mod remains;
mod repetition;
mod replies;
mod send_view;
mod sending;
mod server_count;
mod store;
mod summaries;
mod summary_end;
mod summary_run;
mod summary_watch;
mod summary_writers;
mod switching;
mod timer;
mod tool_rounds;
mod toolbox;
mod turn;
mod turn_queue;
mod turns;
mod view_changes;
mod waiting;

pub(super) use driver::Driver;
pub(super) use input::Input;
pub use interrupted::is_interrupted;
pub(super) use remains::Remains;
