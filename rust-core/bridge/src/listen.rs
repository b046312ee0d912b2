//! Records panics and the core's log.

use std::sync::Once;

use crate::ffi::ffi::LogLevel;
use crate::log;
use crate::tracer::tracer;

static HOOK: Once = Once::new();

/// From now on, queues every panic of this library and the core's log lines. A static library has
/// its own copies of its crates: nobody else's hook or subscriber is replaced.
pub(crate) fn begin() {
    HOOK.call_once(|| {
        // In a Rust program another one may already be set.
        let _ = tracing::subscriber::set_global_default(tracer());
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let thread = std::thread::current();
            let name = thread.name().unwrap_or("unnamed").to_owned();
            log::add(LogLevel::Error, &format!("VibeUE panicked on thread `{name}`: {info}"));
            // The message of a panic may quote the data that caused it.
            let place = info.location().map_or("an unknown place".to_owned(), ToString::to_string);
            log::keep(LogLevel::Error, &format!("VibeUE panicked on thread `{name}` at {place}"));
            before(info);
        }));
    });
}
