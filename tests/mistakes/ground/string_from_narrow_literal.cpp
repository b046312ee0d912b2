// mistake: an FString is made from a narrow literal by itself
// compile error: to non-scalar type 'const FString' requested | no viable conversion

#include "CoreMinimal.h"

int32 Length()
{
	const FString Name = "narrow";
	return Name.Len();
}
