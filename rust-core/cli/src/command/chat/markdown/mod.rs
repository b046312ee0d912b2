//! Markdown in a terminal, while it is still being written.

mod drawing;
mod layout;
mod letters;
mod looks;
mod renderer;
mod table;

pub(super) use renderer::Renderer;
