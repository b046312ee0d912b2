// mistake: an FText is made from an FString by itself
// compile error: use of deleted function | deleted function | deleted constructor

#include "CoreMinimal.h"

FText Label(const FString& Name)
{
	return Name;
}
