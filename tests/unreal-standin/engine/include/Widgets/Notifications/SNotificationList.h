#pragma once

#include "Containers/Array.h"
#include "Misc/Attribute.h"
#include "Styling/SlateBrush.h"
#include "Types/SlateEnums.h"
#include "Widgets/SCompoundWidget.h"

struct FNotificationInfo;

// A notice in the corner. Epic: Slate/SNotificationItem; GL Notifier.h; VIB MCPServer.cpp; PLS Notification.cpp
class SNotificationItem : public SCompoundWidget
{
	STANDIN_WIDGET(SNotificationItem, SCompoundWidget)

public:
	enum ECompletionState : int
	{
		CS_None,
		CS_Pending,
		CS_Success,
		CS_Fail,
	};
	SLATE_BEGIN_ARGS(SNotificationItem)
	{
	}
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	void SetText(const TAttribute<FText>& InText)
	{
		StandIn::RequireGameThread("SNotificationItem::SetText");
		Text = InText;
	}
	void SetSubText(const TAttribute<FText>& InSubText)
	{
		StandIn::RequireGameThread("SNotificationItem::SetSubText");
		SubText = InSubText;
	}
	void SetCompletionState(ECompletionState InState)
	{
		StandIn::RequireGameThread("SNotificationItem::SetCompletionState");
		State = InState;
	}
	ECompletionState GetCompletionState() const
	{
		return State;
	}
	void SetExpireDuration(float Seconds)
	{
		StandIn::RequireGameThread("SNotificationItem::SetExpireDuration");
		ExpireDuration = Seconds;
	}
	void SetHyperlink(const FSimpleDelegate& InHyperlink, const TAttribute<FText>& InHyperlinkText = TAttribute<FText>())
	{
		StandIn::RequireGameThread("SNotificationItem::SetHyperlink");
		Hyperlink = InHyperlink;
		HyperlinkText = InHyperlinkText;
	}
	void ExpireAndFadeout();
	void Fadeout();

	void StandInFill(const FNotificationInfo& Info);
	virtual FText StandInText() const override
	{
		return Text.Get();
	}
	FText StandInSubText() const
	{
		return SubText.Get();
	}
	bool StandInIsGone() const
	{
		return bGone;
	}
	void StandInAge(float Seconds);
	// Presses the button with this label; refuses when there is none.
	void StandInPress(const FString& Label);
	void StandInFollowLink() const
	{
		Hyperlink.ExecuteIfBound();
	}
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

private:
	struct FButton
	{
		FText Label;
		FText ToolTip;
		FSimpleDelegate Callback;
		ECompletionState ShownIn;
	};
	TAttribute<FText> Text;
	TAttribute<FText> SubText;
	TAttribute<FText> HyperlinkText;
	FSimpleDelegate Hyperlink;
	TArray<FButton> Buttons;
	ECompletionState State = CS_None;
	float ExpireDuration = 0.0f;
	float FadeOutDuration = 0.0f;
	float Waited = 0.0f;
	bool bExpires = false;
	bool bGone = false;
};

// Epic: FNotificationButtonInfo/__ctor; VIB MCPServer.cpp; GIT GitSourceControlMenu.cpp
struct FNotificationButtonInfo
{
	FNotificationButtonInfo(const FText& InText, const FText& InToolTip, const FSimpleDelegate& InCallback,
		SNotificationItem::ECompletionState InVisibleState = SNotificationItem::CS_Pending)
		: Text(InText)
		, ToolTip(InToolTip)
		, Callback(InCallback)
		, VisibilityOnState(InVisibleState)
	{
	}
	FText Text;
	FText ToolTip;
	FSimpleDelegate Callback;
	SNotificationItem::ECompletionState VisibilityOnState;
};

// Epic: Slate/FNotificationInfo; UC UnrealClaudeModule.cpp; GL Notifier.h; EF ExtendedAtlassianBugReportDialog.cpp (SubText)
struct FNotificationInfo
{
	FNotificationInfo(const FText& InText)
		: Text(InText)
	{
	}
	TAttribute<FText> Text;
	TAttribute<FText> SubText;
	TArray<FNotificationButtonInfo> ButtonDetails;
	const FSlateBrush* Image = nullptr;
	float FadeInDuration = 0.5f;
	float FadeOutDuration = 2.0f;
	float ExpireDuration = 1.0f;
	TOptional<bool> bUseThrobber;
	TOptional<bool> bUseSuccessFailIcons;
	TOptional<bool> bUseLargeFont;
	TOptional<float> WidthOverride;
	bool bFireAndForget = true;
	TAttribute<ECheckBoxState> CheckBoxState = ECheckBoxState::Unchecked;
	FSimpleDelegate Hyperlink;
	TAttribute<FText> HyperlinkText;
};
