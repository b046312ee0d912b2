#pragma once

#include "Widgets/Input/SButton.h"

// AA SChatComposer.cpp; PX PCGExMeshCollectionEditor.cpp
DECLARE_DELEGATE_RetVal(TSharedRef<SWidget>, FOnGetContent);

// A button with a menu. CX SCortexStatusBarWidget.cpp; AA SChatComposer.cpp; SetIsOpen: CX SCortexInputArea.cpp
class SComboButton : public SCompoundWidget
{
	STANDIN_WIDGET(SComboButton, SCompoundWidget)

public:
	SLATE_BEGIN_ARGS(SComboButton)
		: _ComboButtonStyle(nullptr)
		, _ButtonStyle(nullptr)
		, _HasDownArrow(true)
		, _IsFocusable(true)
		, _ContentPadding(FMargin(4.0f, 2.0f))
		, _ForegroundColor(FSlateColor::UseForeground())
		, _MenuPlacement(MenuPlacement_ComboBox)
	{
	}
	SLATE_STYLE_ARGUMENT(FComboButtonStyle, ComboButtonStyle)
	SLATE_STYLE_ARGUMENT(FButtonStyle, ButtonStyle)
	SLATE_NAMED_SLOT(FArguments, ButtonContent)
	SLATE_NAMED_SLOT(FArguments, MenuContent)
	SLATE_EVENT(FOnGetContent, OnGetMenuContent)
	SLATE_ARGUMENT(bool, HasDownArrow)
	SLATE_ARGUMENT(bool, IsFocusable)
	SLATE_ATTRIBUTE(FMargin, ContentPadding)
	SLATE_ATTRIBUTE(FSlateColor, ForegroundColor)
	SLATE_ATTRIBUTE(EMenuPlacement, MenuPlacement)
	SLATE_END_ARGS()

	virtual ~SComboButton() override;
	void Construct(const FArguments& InArgs);
	void SetIsOpen(bool bInOpen, bool bFocusMenu = true);
	bool IsOpen() const;

private:
	FReply HandleClicked();
	FOnGetContent OnGetMenuContent;
	TSharedRef<SWidget> MenuContent = SNullWidget::NullWidget;
	TWeakPtr<SWidget> OpenMenu;
};
