// mistake: a widget is given an argument that it does not have
// compile error: has no member named 'Caption' | no member named 'Caption'

#include "Widgets/Input/SButton.h"

TSharedRef<SWidget> Make()
{
	return SNew(SButton).Caption(FText());
}
