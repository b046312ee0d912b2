// mistake: the items of a list change and the list is not told
// run failure: the items of a list changed, but nobody told it

#include "Misc/AutomationTest.h"
#include "StandIn/Slate.h"
#include "Widgets/Text/STextBlock.h"
#include "Widgets/Views/SListView.h"

namespace
{
using FItem = TSharedPtr<FString>;
TArray<FItem> Items;
} // namespace

BEGIN_DEFINE_SPEC(FMistakeSpec, "Mistake", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FMistakeSpec)

void FMistakeSpec::Define()
{
	It("runs", []() {
		const TSharedRef<SWidget> List = SNew(SListView<FItem>)
			.ListItemsSource(&Items)
			.OnGenerateRow_Lambda([](FItem Item, const TSharedRef<STableViewBase>& Owner) -> TSharedRef<ITableRow> {
				return SNew(STableRow<FItem>, Owner)[SNew(STextBlock).Text(FText::FromString(*Item))];
			});
		StandIn::ShowInWindow(List);
		Items.Add(MakeShared<FString>(TEXT("new")));
		StandIn::Frames(1);
	});
}
