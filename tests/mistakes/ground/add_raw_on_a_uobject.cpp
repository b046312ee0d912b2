// mistake: a UObject is bound raw
// compile error: a UObject must not be bound raw

#include "SampleSession.h"

void Listen(USampleSession& Session)
{
	Session.OnLine().AddRaw(&Session, &USampleSession::HearLine);
}
