// mistake: a TUniquePtr is copied
// compile error: use of deleted function | deleted function | deleted constructor

#include "CoreMinimal.h"

TUniquePtr<int32> Share(const TUniquePtr<int32>& Mine)
{
	return Mine;
}
