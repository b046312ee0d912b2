// mistake: a lambda with a move-only capture goes into a TFunction
// compile error: needs TUniqueFunction

#include "CoreMinimal.h"

TFunction<int32()> Keep(TUniquePtr<int32> Mine)
{
	return [Held = MoveTemp(Mine)]() { return *Held; };
}
