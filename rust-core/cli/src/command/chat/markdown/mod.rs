//! Markdown in a terminal, while it is still being written.

mod fence;
mod inline;
mod line;
mod looks;
mod pipe_table;
mod renderer;

pub(super) use renderer::Renderer;
