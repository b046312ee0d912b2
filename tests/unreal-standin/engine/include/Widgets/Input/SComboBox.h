#pragma once

#include "Widgets/Input/SComboButton.h"
#include "Widgets/SBoxPanel.h"

namespace StandIn
{
// One option in an open menu.
TSharedRef<SWidget> MakeOptionButton(const TSharedRef<SWidget>& Content, const FOnClicked& OnClicked);
}

// One of several. Epic: Slate/SComboBox; AA SUnrealAiLlmPluginSettingsPanel.cpp; VIB SAIChatWindow.cpp
template <typename OptionType>
class SComboBox : public SComboButton
{
public:
	using FOnGenerateWidget = TDelegate<TSharedRef<SWidget>(OptionType)>;
	using FOnSelectionChanged = TDelegate<void(OptionType, ESelectInfo::Type)>;

	SLATE_BEGIN_ARGS(SComboBox<OptionType>)
		: _ComboBoxStyle(nullptr)
		, _OptionsSource(nullptr)
		, _InitiallySelectedItem(nullptr)
		, _HasDownArrow(true)
		, _ContentPadding(FMargin(4.0f, 2.0f))
	{
	}
	SLATE_DEFAULT_SLOT(FArguments, Content)
	SLATE_STYLE_ARGUMENT(FComboButtonStyle, ComboBoxStyle)
	SLATE_ARGUMENT(const TArray<OptionType>*, OptionsSource)
	SLATE_EVENT(FOnGenerateWidget, OnGenerateWidget)
	SLATE_EVENT(FOnSelectionChanged, OnSelectionChanged)
	SLATE_ARGUMENT(OptionType, InitiallySelectedItem)
	SLATE_ARGUMENT(bool, HasDownArrow)
	SLATE_ATTRIBUTE(FMargin, ContentPadding)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs)
	{
		OptionsSource = InArgs._OptionsSource;
		OnGenerateWidget = InArgs._OnGenerateWidget;
		OnSelectionChanged = InArgs._OnSelectionChanged;
		Selected = InArgs._InitiallySelectedItem;
		typename SComboButton::FArguments Base;
		Base.HasDownArrow(InArgs._HasDownArrow).ContentPadding(InArgs._ContentPadding).ButtonContent()[InArgs._Content.Widget].OnGetMenuContent(
			this, &SComboBox::MakeMenu);
		SComboButton::Construct(Base);
	}
	// The options changed; the selection stays what it was. Epic: SComboBox/RefreshOptions
	void RefreshOptions()
	{
	}
	void SetSelectedItem(OptionType Item, ESelectInfo::Type How = ESelectInfo::Direct)
	{
		StandIn::RequireGameThread("SComboBox::SetSelectedItem");
		Selected = Item;
		OnSelectionChanged.ExecuteIfBound(Item, How);
	}
	OptionType GetSelectedItem()
	{
		return Selected;
	}
	void ClearSelection()
	{
		StandIn::RequireGameThread("SComboBox::ClearSelection");
		SetSelectedItem(OptionType());
	}

private:
	TSharedRef<SWidget> MakeMenu()
	{
		TSharedRef<SVerticalBox> Box = SNew(SVerticalBox);
		for (const OptionType& Option : *OptionsSource)
		{
			Box->AddSlot().AutoHeight()[StandIn::MakeOptionButton(
				OnGenerateWidget.Execute(Option), FOnClicked::CreateSP(this, &SComboBox::HandleChosen, Option))];
		}
		return Box;
	}
	FReply HandleChosen(OptionType Option)
	{
		this->SetIsOpen(false);
		SetSelectedItem(Option, ESelectInfo::OnMouseClick);
		return FReply::Handled();
	}
	const TArray<OptionType>* OptionsSource = nullptr;
	FOnGenerateWidget OnGenerateWidget;
	FOnSelectionChanged OnSelectionChanged;
	OptionType Selected;
};
