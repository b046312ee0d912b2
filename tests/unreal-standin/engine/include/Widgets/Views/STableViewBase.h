#pragma once

#include "Framework/Views/ITypedTableView.h"
#include "Widgets/SPanel.h"
#include "Widgets/Views/ITableRow.h"

// Rows, of which only those in view exist. Epic: Slate/STableViewBase; CES CesiumIonPanel.cpp; CX
// SCortexQASessionList.cpp; SUDS SUDSEditorToolkit.cpp
class STableViewBase : public SPanel
{
	STANDIN_WIDGET(STableViewBase, SPanel)

public:
	// Rows are looked at again at the next layout pass; items that stay keep their rows.
	void RequestListRefresh()
	{
		StandIn::RequireGameThread("STableViewBase::RequestListRefresh");
		bRefreshRequested = true;
	}
	// All rows are made again at the next layout pass.
	void RebuildList()
	{
		bRefreshRequested = true;
		bRebuildRequested = true;
	}
	void ScrollToBottom();
	void SetScrollOffset(const float InOffset); // in items, not in Slate units
	void AddScrollOffset(const float InOffset, bool bAllowOverscroll = false);
	float GetScrollOffset() const
	{
		return Offset;
	}
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;
	virtual FReply OnMouseWheel(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	virtual bool StandInClipsChildren() const override
	{
		return true;
	}
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;
	virtual bool SupportsKeyboardFocus() const override
	{
		return true;
	}
	int32 StandInRowCount() const
	{
		return Slots.Num();
	}
	virtual void StandInRowClicked(const SWidget& Row, const FPointerEvent& Event) = 0;
	virtual bool StandInRowSelected(const SWidget& Row) const = 0;

protected:
	virtual void StandInArrangeChildren(const FGeometry& Geometry) override;
	virtual int32 ItemCount() const = 0;
	// The row of an item, made if there is none.
	virtual TSharedRef<SWidget> RowFor(int32 Index) = 0;
	// Drops the rows outside of these items.
	virtual void KeepRows(int32 First, int32 Last) = 0;
	virtual void DropRows() = 0;
	// Ends the run when the items are others than at the last refresh.
	virtual void CheckItems(bool bRefreshed) = 0;
	void BringIntoView(int32 Index);

private:
	float RowHeight(int32 Index);
	float Offset = 0.0f;
	bool bRefreshRequested = true;
	bool bRebuildRequested = false;
	bool bToBottom = false;
	int32 WantedItem = INDEX_NONE;
	float ViewHeight = 0.0f;
};
