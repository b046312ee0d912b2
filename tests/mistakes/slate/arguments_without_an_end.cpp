// mistake: SLATE_END_ARGS is missing
// compile error: expected

#include "Widgets/SCompoundWidget.h"

class SOpen : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SOpen)
	{
	}
	SLATE_ARGUMENT(int32, Count)

	void Construct(const FArguments& InArgs)
	{
	}
};
