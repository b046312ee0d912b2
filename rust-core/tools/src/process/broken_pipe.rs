//! The signal of a broken pipe, kept off a thread.

use tokio::process::Command;

/// Lets this thread write to a program that has exited without raising a
/// signal: the write fails instead. Programs written in Rust ignore the signal
/// altogether; other hosts do not, and would be killed by it.
///
/// The signal goes to the thread that wrote, so other threads are not affected. Processes that this
/// thread starts would begin with it blocked: see `begin_with_broken_pipes`.
pub fn survive_broken_pipes() {
    change(libc::SIG_BLOCK);
}

/// Lets a program begin with the signal unblocked, even if the thread that starts it blocks it:
/// pipes in a shell rely on it.
pub(crate) fn begin_with_broken_pipes(command: &mut Command) {
    // SAFETY: between fork and exec it only makes a set of signals and changes
    // the mask, which POSIX allows there.
    unsafe {
        command.pre_exec(|| {
            change(libc::SIG_UNBLOCK);
            Ok(())
        });
    }
}

/// Blocks or unblocks the signal for this thread.
fn change(how: libc::c_int) {
    let mut set = std::mem::MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: the set is made empty before it is used, lives until the call is
    // over, and nobody asks for the mask that was there before.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigaddset(set.as_mut_ptr(), libc::SIGPIPE);
        libc::pthread_sigmask(how, set.as_ptr(), std::ptr::null_mut());
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// The blocked signals, from `/proc/…/status`.
    fn blocked(status: &str) -> u64 {
        let line = status.lines().find_map(|line| line.strip_prefix("SigBlk:"));
        u64::from_str_radix(line.expect("a line of signals").trim(), 16).expect("a mask")
    }

    #[test]
    fn the_signal_is_kept_off_the_thread_and_not_off_what_it_starts() {
        let thread = std::thread::spawn(|| {
            survive_broken_pipes();
            let own = std::fs::read_to_string("/proc/thread-self/status").unwrap();
            let mut child = Command::new("cat");
            child.arg("/proc/self/status");
            begin_with_broken_pipes(&mut child);
            let child = child.as_std_mut().output().unwrap();
            (blocked(&own), blocked(&String::from_utf8_lossy(&child.stdout)))
        });
        let bit = 1 << (libc::SIGPIPE - 1);
        let (own, child) = thread.join().unwrap();
        assert_eq!((own & bit, child & bit), (bit, 0));
    }
}
