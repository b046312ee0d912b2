#pragma once

#include "Styling/SlateTypes.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Views/ITableRow.h"
#include "Widgets/Views/STableViewBase.h"

namespace StandIn
{
// What all rows do.
class STableRowBase : public SBorder
{
	STANDIN_WIDGET(STableRowBase, SBorder)

public:
	virtual FReply OnMouseButtonDown(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	virtual FReply OnMouseButtonUp(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;
	bool IsSelected() const;

protected:
	void Place(const TSharedRef<STableViewBase>& InOwner, const TSharedRef<SWidget>& Content, const TAttribute<FMargin>& Padding, bool bInShowSelection);
	TWeakPtr<STableViewBase> OwnerTable;
	bool bShowSelection = true;
};
} // namespace StandIn

// A row. Epic: Slate/STableRow/FArguments; CX SCortexQASessionList.cpp; HG SHttpGPTChatShell.cpp
template <typename ItemType>
class STableRow : public StandIn::STableRowBase, public ITableRow
{
public:
	SLATE_BEGIN_ARGS(STableRow<ItemType>)
		: _Style(nullptr)
		, _Padding(FMargin(0.0f))
		, _ShowSelection(true)
	{
	}
	SLATE_DEFAULT_SLOT(FArguments, Content)
	SLATE_STYLE_ARGUMENT(FTableRowStyle, Style)
	SLATE_ATTRIBUTE(FMargin, Padding)
	SLATE_ARGUMENT(bool, ShowSelection)
	SLATE_END_ARGS()

	using FSuperRowType = STableRow<ItemType>;

	void Construct(const FArguments& InArgs, const TSharedRef<STableViewBase>& InOwnerTableView)
	{
		Place(InOwnerTableView, InArgs._Content.Widget, InArgs._Padding, InArgs._ShowSelection);
	}
	virtual TSharedRef<SWidget> AsWidget() override
	{
		return this->AsShared();
	}
};
