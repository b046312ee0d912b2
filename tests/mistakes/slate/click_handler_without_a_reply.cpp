// mistake: a click handler gives nothing back
// compile error: are not exactly the delegate's

#include "Widgets/Input/SButton.h"

class SClicked : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SClicked)
	{
	}
	SLATE_END_ARGS()
	void Construct(const FArguments&)
	{
		ChildSlot[SNew(SButton).OnClicked(this, &SClicked::Handle)];
	}
	void Handle()
	{
	}
};

TSharedRef<SWidget> MakeClicked()
{
	return SNew(SClicked);
}
