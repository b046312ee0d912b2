//! All that a process started, on Windows: they are in one job.

use std::ffi::c_void;
use std::os::windows::io::{FromRawHandle as _, OwnedHandle, RawHandle};

use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject,
};

/// A job: what is in it, and all that it starts, ends when this is dropped, or
/// with this program, however that ends.
#[derive(Debug)]
pub(super) struct Job(
    #[expect(dead_code, reason = "what matters is when it is closed")] OwnedHandle,
);

impl Job {
    /// Puts a process into a job of its own; `None` where the system refuses.
    pub(super) fn of(process: RawHandle) -> Option<Self> {
        // SAFETY: a job without a name and with the default rights is made of
        // null pointers; the handle that comes back is ours alone.
        let job = unsafe { CreateJobObjectW(std::ptr::null(), std::ptr::null()) };
        if job.is_null() {
            return None;
        }
        // SAFETY: it was just made, is not null, and nobody else closes it.
        let owned = unsafe { OwnedHandle::from_raw_handle(job.cast::<c_void>()) };
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        let size = u32::try_from(size_of_val(&limits)).ok()?;
        // SAFETY: the job is open, and the pointer is to a structure of the
        // size and kind that the class asks for, which outlives the call.
        let is_set = unsafe {
            SetInformationJobObject(
                job,
                JobObjectExtendedLimitInformation,
                std::ptr::from_ref(&limits).cast::<c_void>(),
                size,
            )
        };
        // SAFETY: both handles are open: the job is ours, and the caller holds
        // the process.
        let is_in = is_set != 0 && unsafe { AssignProcessToJobObject(job, process.cast()) } != 0;
        is_in.then_some(Self(owned))
    }
}
