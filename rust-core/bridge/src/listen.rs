//! Hearing of panics and of the core's work.

use std::sync::Once;

use crate::ffi::ffi::LogLevel;
use crate::log;
use crate::tracer::tracer;

static HOOK: Once = Once::new();

/// Queues every panic of this library from now on, and what the core tells of
/// its work. The crates inside of a static library are its own: nobody else's
/// hook or subscriber is replaced.
pub(crate) fn begin() {
    HOOK.call_once(|| {
        // In a program of Rust somebody may have set another.
        let _ = tracing::subscriber::set_global_default(tracer());
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let thread = std::thread::current();
            let name = thread.name().unwrap_or("unnamed").to_owned();
            log::add(LogLevel::Error, &format!("VibeUE panicked on thread `{name}`: {info}"));
            // The words of a panic may quote what it choked on.
            let place = info.location().map_or("an unknown place".to_owned(), ToString::to_string);
            log::keep(LogLevel::Error, &format!("VibeUE panicked on thread `{name}` at {place}"));
            before(info);
        }));
    });
}
