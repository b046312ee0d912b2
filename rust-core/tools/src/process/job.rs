//! Everything that a process started, on Windows: all are in one job.

use std::ffi::c_void;
use std::io;
use std::os::windows::io::{AsRawHandle as _, FromRawHandle as _, OwnedHandle, RawHandle};

use windows_sys::Win32::Foundation::INVALID_HANDLE_VALUE;
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject,
};
use windows_sys::Win32::System::Threading::{OpenThread, ResumeThread, THREAD_SUSPEND_RESUME};

/// A job: its processes, and everything that they start, end when this is dropped, or with this
/// program, however that ends.
#[derive(Debug)]
pub(super) struct Job(
    #[expect(dead_code, reason = "what matters is when it is closed")] OwnedHandle,
);

impl Job {
    /// Puts a process that was started suspended into a job of its own, and lets it run, so that
    /// nothing that it starts is outside of the job.
    ///
    /// # Errors
    /// If the system refuses either; the process has not run then, and the caller ends it.
    pub(super) fn of(process: RawHandle, id: u32) -> io::Result<Self> {
        let job = Self::holding(process).map_err(|error| {
            io::Error::new(error.kind(), format!("Windows does not put it into a job: {error}"))
        })?;
        resume(id).map_err(|error| {
            io::Error::new(error.kind(), format!("Windows does not let it run: {error}"))
        })?;
        Ok(job)
    }

    fn holding(process: RawHandle) -> io::Result<Self> {
        // SAFETY: a job without a name and with the default rights is made of
        // null pointers; the handle that comes back is ours alone.
        let job = unsafe { CreateJobObjectW(std::ptr::null(), std::ptr::null()) };
        if job.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: it was just made, is not null, and nobody else closes it.
        let owned = unsafe { OwnedHandle::from_raw_handle(job.cast::<c_void>()) };
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        let size = u32::try_from(size_of_val(&limits)).map_err(io::Error::other)?;
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
        if is_set == 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: both handles are open: the job is ours, and the caller holds
        // the process.
        if unsafe { AssignProcessToJobObject(job, process.cast()) } == 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(Self(owned))
    }
}

/// Resumes the thread of a process that was started suspended: it has only one.
fn resume(id: u32) -> io::Result<()> {
    // SAFETY: the call takes no pointers; for threads the process is not looked
    // at, all of the system are listed.
    let list = unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0) };
    if list == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: it was just made, is open, and nobody else closes it.
    let list = unsafe { OwnedHandle::from_raw_handle(list.cast::<c_void>()) };
    let size = u32::try_from(size_of::<THREADENTRY32>()).map_err(io::Error::other)?;
    let mut entry = THREADENTRY32 { dwSize: size, ..THREADENTRY32::default() };
    let mut resumed = 0;
    // SAFETY: the list is open, and the entry is a structure that says its size
    // and outlives the call.
    let mut is_one = unsafe { Thread32First(list.as_raw_handle().cast(), &raw mut entry) };
    while is_one != 0 {
        if entry.th32OwnerProcessID == id {
            resume_thread(entry.th32ThreadID)?;
            resumed += 1;
        }
        entry.dwSize = size;
        // SAFETY: as for the first.
        is_one = unsafe { Thread32Next(list.as_raw_handle().cast(), &raw mut entry) };
    }
    if resumed == 0 { Err(io::Error::other("it has no thread")) } else { Ok(()) }
}

fn resume_thread(id: u32) -> io::Result<()> {
    // SAFETY: the call takes no pointers.
    let thread = unsafe { OpenThread(THREAD_SUSPEND_RESUME, 0, id) };
    if thread.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: it was just opened, is not null, and nobody else closes it.
    let thread = unsafe { OwnedHandle::from_raw_handle(thread.cast::<c_void>()) };
    // SAFETY: the thread is open, with the right to resume it.
    let before = unsafe { ResumeThread(thread.as_raw_handle().cast()) };
    if before == u32::MAX { Err(io::Error::last_os_error()) } else { Ok(()) }
}
