#pragma once

#include "Styling/SlateBrush.h"
#include "Widgets/Layout/SBorder.h"

// A plain enum: `ETabRole::NomadTab` and `NomadTab` compile. CX CortexFrontendModule.cpp; Epic: Slate/SDockTab/FArguments
enum ETabRole : uint8
{
	MajorTab,
	PanelTab,
	NomadTab,
	DocumentTab,
};

// A tab. UC UnrealClaudeModule.cpp; CX SCortexWorkbench.cpp; AA UnrealAiEditorModule.cpp (icon), SUnrealAiEditorChatTab.cpp (label);
// Epic: SDockTab/SetCanCloseTab, FOnTabClosedCallback
class SDockTab : public SBorder
{
	STANDIN_WIDGET(SDockTab, SBorder)

public:
	DECLARE_DELEGATE_OneParam(FOnTabClosedCallback, TSharedRef<SDockTab>);
	DECLARE_DELEGATE_RetVal(bool, FCanCloseTab);

	SLATE_BEGIN_ARGS(SDockTab)
		: _ContentPadding(FMargin(2.0f))
		, _TabRole(ETabRole::PanelTab)
		, _CanEverClose(true)
	{
	}
	SLATE_DEFAULT_SLOT(FArguments, Content)
	SLATE_ATTRIBUTE(FMargin, ContentPadding)
	SLATE_ARGUMENT(ETabRole, TabRole)
	SLATE_ATTRIBUTE(FText, Label)
	SLATE_EVENT(FOnTabClosedCallback, OnTabClosed)
	SLATE_EVENT(FCanCloseTab, OnCanCloseTab)
	SLATE_ARGUMENT(bool, CanEverClose)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	void SetLabel(const TAttribute<FText>& InLabel)
	{
		StandIn::RequireGameThread("SDockTab::SetLabel");
		Label = InLabel;
	}
	FText GetTabLabel() const
	{
		return Label.Get();
	}
	void SetTabIcon(const TAttribute<const FSlateBrush*> InIcon)
	{
		StandIn::RequireGameThread("SDockTab::SetTabIcon");
		Icon = InIcon;
	}
	void SetOnTabClosed(const FOnTabClosedCallback& InHandler)
	{
		StandIn::RequireGameThread("SDockTab::SetOnTabClosed");
		OnTabClosed = InHandler;
	}
	void SetCanCloseTab(const FCanCloseTab& InHandler)
	{
		StandIn::RequireGameThread("SDockTab::SetCanCloseTab");
		OnCanCloseTab = InHandler;
	}
	bool CanCloseTab();
	// False when the tab may not be closed now.
	bool RequestCloseTab();
	bool IsForeground() const;
	ETabRole GetTabRole() const
	{
		return Role;
	}

	void StandInOpened(FName InTabId)
	{
		TabId = InTabId;
	}
	FName StandInTabId() const
	{
		return TabId;
	}
	// Ends it without asking.
	void StandInClose();
	bool StandInIsOpen() const
	{
		return bOpen;
	}
	void StandInSetOpen()
	{
		bOpen = true;
	}

private:
	TAttribute<FText> Label;
	TAttribute<const FSlateBrush*> Icon;
	FOnTabClosedCallback OnTabClosed;
	FCanCloseTab OnCanCloseTab;
	ETabRole Role = ETabRole::PanelTab;
	FName TabId;
	bool bCanEverClose = true;
	bool bOpen = false;
};
