// mistake: a format has more places than arguments
// compile error: FormatError_MoreArgumentsAreNeededThanWereGiven

#include "CoreMinimal.h"

FString Describe(int32 Count)
{
	return FString::Printf(TEXT("%d of %d"), Count);
}
