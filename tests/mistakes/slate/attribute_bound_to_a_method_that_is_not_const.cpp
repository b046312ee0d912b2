// mistake: an attribute is bound to a method that is not const
// compile error: an attribute is bound to a const method

#include "Widgets/Text/STextBlock.h"
#include "Widgets/SCompoundWidget.h"

class SShown : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SShown)
	{
	}
	SLATE_END_ARGS()
	void Construct(const FArguments&)
	{
		ChildSlot[SNew(STextBlock).Text(this, &SShown::GetLabel)];
	}
	FText GetLabel()
	{
		return FText();
	}
};

TSharedRef<SWidget> MakeShown()
{
	return SNew(SShown);
}
