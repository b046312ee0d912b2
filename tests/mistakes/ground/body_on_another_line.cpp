// mistake: GENERATED_BODY moved and the header tool was not run again
// compile error: FID_Mistake_13_GENERATED_BODY

#include "StandIn/GeneratedBody.h"

#define FID_Mistake_12_GENERATED_BODY STANDIN_CLASS_BODY(UMoved, UObject)
#undef CURRENT_FILE_ID
#define CURRENT_FILE_ID FID_Mistake

UCLASS()
class UMoved : public UObject
{
	GENERATED_BODY()
};
