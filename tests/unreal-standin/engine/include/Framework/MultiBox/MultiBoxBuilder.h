#pragma once

#include "Framework/Commands/UICommandList.h"
#include "Textures/SlateIcon.h"
#include "Widgets/SBoxPanel.h"

class FMenuBuilder;

// AA UnrealAiBlueprintFormatEditorRegistration.cpp
DECLARE_DELEGATE_OneParam(FNewMenuDelegate, FMenuBuilder&);

// A menu, made by hand. AX SAutonomixInputArea.cpp; CX SCortexGenPanel.cpp
class FMenuBuilder
{
public:
	FMenuBuilder(const bool bInShouldCloseWindowAfterMenuSelection, TSharedPtr<const FUICommandList> InCommandList);
	void BeginSection(FName InExtensionHook, const TAttribute<FText>& InHeadingText = TAttribute<FText>());
	void EndSection();
	void AddMenuEntry(const TAttribute<FText>& InLabel, const TAttribute<FText>& InToolTip, const FSlateIcon& InIcon, const FUIAction& InAction,
		FName InExtensionHook = NAME_None, const EUserInterfaceActionType UserInterfaceActionType = EUserInterfaceActionType::Button);
	void AddMenuEntry(const TSharedPtr<const FUICommandInfo> InCommand);
	void AddSubMenu(const TAttribute<FText>& InLabel, const TAttribute<FText>& InToolTip, const FNewMenuDelegate& InSubMenu);
	void AddMenuSeparator(FName InExtensionHook = NAME_None);
	void AddWidget(TSharedRef<SWidget> InWidget, const FText& Label, bool bNoIndent = false);
	TSharedRef<SWidget> MakeWidget();

private:
	void Add(const TSharedRef<SWidget>& Widget);
	TSharedRef<SVerticalBox> Box;
	TSharedPtr<const FUICommandList> CommandList;
	int32 OpenSections = 0;
};
