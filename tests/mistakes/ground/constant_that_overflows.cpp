// mistake: a constant is calculated in int32, and is too large for it
// compile error: overflow in expression

#include "CoreMinimal.h"

const int64 LargestFile = 4 * 1024 * 1024 * 1024;
