// mistake: 5.8 code uses the deprecated member OnPostEngineInit
// compile error: use FCoreDelegates::GetOnPostEngineInit()

#include "Misc/CoreDelegates.h"

void Listen()
{
	FCoreDelegates::OnPostEngineInit.AddLambda([] {});
}
