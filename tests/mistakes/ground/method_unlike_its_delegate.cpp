// mistake: a method takes by value what the delegate passes by reference
// compile error: the method's parameters are not exactly the delegate's

#include "CoreMinimal.h"

DECLARE_DELEGATE_OneParam(FOnSaid, const FString&);

class FListener : public TSharedFromThis<FListener>
{
public:
	void Bind(FOnSaid& OnSaid)
	{
		OnSaid.BindSP(this, &FListener::HandleSaid);
	}

private:
	void HandleSaid(FString Text)
	{
	}
};
