#include "Framework/Application/SlateApplication.h"
#include "StandIn/Slate.h"
#include "Widgets/Accessibility/SlateAccessibleMessageHandler.h"

namespace
{
bool bListens = false;
TArray<FString>& Heard()
{
	static auto* const List = new TArray<FString>();
	return *List;
}
} // namespace

void FSlateAccessibleMessageHandler::MakeAccessibleAnnouncement(const FString& AnnouncementString)
{
	StandIn::RequireGameThread("FSlateAccessibleMessageHandler::MakeAccessibleAnnouncement");
	// As in the engine, nothing is said if no screen reader runs.
	if (bListens)
	{
		Heard().Add(AnnouncementString);
	}
}
TSharedRef<FSlateAccessibleMessageHandler> FSlateApplication::GetAccessibleMessageHandler() const
{
	static auto* const Handler = new TSharedRef<FSlateAccessibleMessageHandler>(MakeShared<FSlateAccessibleMessageHandler>());
	return *Handler;
}

namespace StandIn
{
void UseScreenReader(bool bUses)
{
	bListens = bUses;
	Heard().Reset();
}
const TArray<FString>& Announcements()
{
	return Heard();
}
} // namespace StandIn
