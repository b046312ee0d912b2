// mistake: a UObject is made with new
// compile error: no matching function for call to

#include "SampleSession.h"

USampleSession* Make()
{
	return new USampleSession();
}
