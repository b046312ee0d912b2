// mistake: a format that is only known when the program runs
// compile error: cannot convert | could not convert | no matching function

#include "CoreMinimal.h"

FString Describe(const FString& Format, int32 Count)
{
	return FString::Printf(*Format, Count);
}
