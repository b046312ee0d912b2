// mistake: a UObject is copied
// compile error: use of deleted function | deleted function | deleted constructor

#include "SampleSession.h"

void Duplicate(const USampleSession& Session)
{
	USampleSession Copy(Session);
	Copy.Say(FString());
}
