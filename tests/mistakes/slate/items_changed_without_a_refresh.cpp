// mistake: the items of a list change and the list is not told
// run failure: the items of a list changed, but the list was not told

#include "Misc/AutomationTest.h"
#include "StandIn/Slate.h"
#include "Widgets/Text/STextBlock.h"
#include "Widgets/Views/SListView.h"

namespace
{
using FShownItem = TSharedPtr<FString>;
TArray<FShownItem> ShownItems;
} // namespace

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("runs", []() {
		const TSharedRef<SWidget> List = SNew(SListView<FShownItem>)
			.ListItemsSource(&ShownItems)
			.OnGenerateRow_Lambda([](FShownItem Item, const TSharedRef<STableViewBase>& Owner) -> TSharedRef<ITableRow> {
				return SNew(STableRow<FShownItem>, Owner)[SNew(STextBlock).Text(FText::FromString(*Item))];
			});
		StandIn::ShowInWindow(List);
		ShownItems.Add(MakeShared<FString>(TEXT("new")));
		StandIn::Frames(1);
	});
}
