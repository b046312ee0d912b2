// mistake: a 64-bit number is logged with %d
// compile error: FormatError_SixtyFourBitsNeedPercentLldOrLlu

#include "CoreMinimal.h"

void Report(int64 Bytes)
{
	UE_LOG(LogTemp, Log, TEXT("%d bytes"), Bytes);
}
