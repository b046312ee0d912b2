// mistake: an FString is given to .Text
// compile error: no matching function for call to | no matching member function

#include "Widgets/Text/STextBlock.h"

TSharedRef<SWidget> Label(const FString& Name)
{
	return SNew(STextBlock).Text(Name);
}
