#include "Process.h"

// What ThreadSanitizer cannot know.

#ifdef STANDIN_THREAD_SANITIZER
extern "C" const char* __tsan_default_suppressions();

const char* __tsan_default_suppressions()
{
	// tokio hands the address of a ScheduledIo to epoll_ctl and takes it from epoll_wait: the system puts the two in
	// order, and ThreadSanitizer knows that of one descriptor. But tokio registers with a duplicate of the
	// descriptor that it waits on (mio's Registry::try_clone), made by fcntl, which ThreadSanitizer does not follow.
	return "race:tokio-*/src/runtime/io/scheduled_io.rs\n";
}
#endif
