// mistake: an object is made with CoreMinimal.h alone, which brings nothing of CoreUObject
// compile error: 'NewObject' was not declared | use of undeclared identifier 'NewObject'

#include "CoreMinimal.h"

class UThing;

UThing* Make()
{
	return NewObject<UThing>();
}
