// mistake: a horizontal box is given a vertical box's slot
// compile error: no match for 'operator+' | invalid operands to binary expression

#include "Widgets/SBoxPanel.h"

TSharedRef<SWidget> Row(const TSharedRef<SWidget>& Content)
{
	return SNew(SHorizontalBox) + SVerticalBox::Slot().AutoHeight()[Content];
}
