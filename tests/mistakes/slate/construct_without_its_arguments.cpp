// mistake: a widget's Construct takes something else than its arguments
// compile error: no matching function for call to | cannot convert | no viable conversion | no known conversion

#include "Widgets/SCompoundWidget.h"

class SOdd : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SOdd)
	{
	}
	SLATE_END_ARGS()
	void Construct(int32)
	{
	}
};

TSharedRef<SWidget> MakeOdd()
{
	return SNew(SOdd);
}
