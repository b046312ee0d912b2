// mistake: an FString is logged without the star in front
// compile error: an object cannot be a format argument

#include "CoreMinimal.h"

void Report(const FString& Name)
{
	UE_LOG(LogTemp, Log, TEXT("%s"), Name);
}
