// mistake: a scroll box's slot is given AutoHeight, which only a vertical box's slot has
// compile error: has no member named 'AutoHeight' | no member named 'AutoHeight'

#include "Widgets/Layout/SScrollBox.h"

TSharedRef<SWidget> Rows(const TSharedRef<SWidget>& Row)
{
	return SNew(SScrollBox) + SScrollBox::Slot().AutoHeight()[Row];
}
