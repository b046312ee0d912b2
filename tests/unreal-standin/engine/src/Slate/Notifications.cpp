#include "Framework/Notifications/NotificationManager.h"

#include "CoreGlobals.h"
#include "Framework/Application/SlateApplication.h"
#include "StandIn/Report.h"

void SNotificationItem::Construct(const FArguments&)
{
}
void SNotificationItem::StandInFill(const FNotificationInfo& Info)
{
	Text = Info.Text;
	SubText = Info.SubText;
	Hyperlink = Info.Hyperlink;
	HyperlinkText = Info.HyperlinkText;
	ExpireDuration = Info.ExpireDuration;
	FadeOutDuration = Info.FadeOutDuration;
	bExpires = Info.bFireAndForget;
	for (const FNotificationButtonInfo& Button : Info.ButtonDetails)
	{
		Buttons.Add(FButton{Button.Text, Button.ToolTip, Button.Callback, Button.VisibilityOnState});
	}
}
void SNotificationItem::ExpireAndFadeout()
{
	StandIn::RequireGameThread("SNotificationItem::ExpireAndFadeout");
	bExpires = true;
	Waited = 0.0f;
}
void SNotificationItem::Fadeout()
{
	StandIn::RequireGameThread("SNotificationItem::Fadeout");
	bExpires = true;
	ExpireDuration = 0.0f;
	Waited = 0.0f;
}
void SNotificationItem::StandInAge(float Seconds)
{
	Waited += Seconds;
	bGone = bGone || (bExpires && Waited >= ExpireDuration + FadeOutDuration);
}
void SNotificationItem::StandInPress(const FString& Label)
{
	for (const FButton& Button : Buttons)
	{
		if (Button.Label.ToString() == Label && (Button.ShownIn == State || State == CS_None))
		{
			const FSimpleDelegate Callback = Button.Callback;
			Callback.ExecuteIfBound();
			return;
		}
	}
	StandIn::RefuseNamed("no button of the notification that shows now says", *Label, "check the label and the state in which the button shows");
}

FSlateNotificationManager& FSlateNotificationManager::Get()
{
	static auto* const Manager = new FSlateNotificationManager();
	return *Manager;
}
TSharedPtr<SNotificationItem> FSlateNotificationManager::AddNotification(const FNotificationInfo& Info)
{
	StandIn::RequireGameThread("FSlateNotificationManager::AddNotification");
	if (!FSlateApplication::IsInitialized())
	{
		return nullptr;
	}
	const TSharedRef<SNotificationItem> Item = SNew(SNotificationItem);
	Item->StandInFill(Info);
	Items.Add(Item);
	History.Add(Info.Text.Get().ToString());
	return Item;
}
void FSlateNotificationManager::StandInTick(float Seconds)
{
	for (const TSharedRef<SNotificationItem>& Item : Items)
	{
		Item->StandInAge(Seconds);
	}
	Items.RemoveAll([](const TSharedRef<SNotificationItem>& Item) { return Item->StandInIsGone(); });
}
void FSlateNotificationManager::StandInClear()
{
	Items.Reset();
}
