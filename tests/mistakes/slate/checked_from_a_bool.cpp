// mistake: a check box is given a bool instead of a state
// compile error: no matching function for call to | no matching member function

#include "Widgets/Input/SCheckBox.h"

TSharedRef<SWidget> Box(bool bOn)
{
	return SNew(SCheckBox).IsChecked(bOn);
}
