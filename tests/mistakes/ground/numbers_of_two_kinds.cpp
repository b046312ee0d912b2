// mistake: the smaller of a signed and an unsigned number is asked for
// compile error: no matching function for call to

#include "CoreMinimal.h"

int32 Smaller(int32 Left, uint32 Right)
{
	return FMath::Min(Left, Right);
}
