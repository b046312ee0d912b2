#pragma once

#include "Styling/SlateTypes.h"
#include "Widgets/Views/STableRow.h"
#include "Widgets/Views/STableViewBase.h"

// A list. Epic: Slate/SListView/FArguments/ListItemsSource; CX SCortexQASessionList.cpp; PLS SPlasticSourceControlBranchesWidget.cpp.
// The array is observed, not copied. Items are shared pointers or references.
template <typename ItemType>
class SListView : public STableViewBase
{
public:
	using FOnGenerateRow = TDelegate<TSharedRef<ITableRow>(ItemType, const TSharedRef<STableViewBase>&)>;
	using NullableItemType = typename std::conditional_t<requires(ItemType Item) { Item.Reset(); }, std::type_identity<ItemType>,
		std::type_identity<TSharedPtr<typename ItemType::ElementType>>>::type;
	using FOnSelectionChanged = TDelegate<void(NullableItemType, ESelectInfo::Type)>;
	using FOnMouseButtonDoubleClick = TDelegate<void(ItemType)>;
	using FOnContextMenuOpening = TDelegate<TSharedPtr<SWidget>()>;

	SLATE_BEGIN_ARGS(SListView<ItemType>)
		: _ListItemsSource(nullptr)
		, _SelectionMode(ESelectionMode::Multi)
	{
	}
	SLATE_EVENT(FOnGenerateRow, OnGenerateRow)
	SLATE_ARGUMENT(const TArray<ItemType>*, ListItemsSource)
	SLATE_EVENT(FOnSelectionChanged, OnSelectionChanged)
	SLATE_EVENT(FOnMouseButtonDoubleClick, OnMouseButtonDoubleClick)
	SLATE_EVENT(FOnContextMenuOpening, OnContextMenuOpening)
	SLATE_ATTRIBUTE(ESelectionMode::Type, SelectionMode)
	SLATE_ATTRIBUTE(EVisibility, ScrollbarVisibility)
	SLATE_ARGUMENT(EConsumeMouseWheel, ConsumeMouseWheel)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs)
	{
		Source = InArgs._ListItemsSource;
		OnGenerateRow = InArgs._OnGenerateRow;
		OnSelectionChanged = InArgs._OnSelectionChanged;
		SelectionMode = InArgs._SelectionMode;
		checkf(OnGenerateRow.IsBound(), TEXT("a list needs .OnGenerateRow"));
	}
	void SetItemsSource(const TArray<ItemType>* InSource) // Epic: Slate/SListView/SetItemsSource
	{
		StandIn::RequireGameThread("SListView::SetItemsSource");
		Source = InSource;
		RebuildList();
	}
	TArray<ItemType> GetSelectedItems() const
	{
		return Selected;
	}
	int32 GetNumItemsSelected() const
	{
		return Selected.Num();
	}
	bool IsItemSelected(const ItemType& Item) const
	{
		return Selected.Contains(Item);
	}
	void SetSelection(ItemType Item, ESelectInfo::Type How = ESelectInfo::Direct)
	{
		StandIn::RequireGameThread("SListView::SetSelection");
		Selected.Reset();
		Selected.Add(Item);
		OnSelectionChanged.ExecuteIfBound(Item, How);
	}
	void SetItemSelection(const ItemType& Item, bool bSelected, ESelectInfo::Type How = ESelectInfo::Direct)
	{
		StandIn::RequireGameThread("SListView::SetItemSelection");
		Selected.Remove(Item);
		if (bSelected)
		{
			Selected.Add(Item);
		}
		OnSelectionChanged.ExecuteIfBound(Item, How);
	}
	void ClearSelection()
	{
		StandIn::RequireGameThread("SListView::ClearSelection");
		if (!Selected.IsEmpty())
		{
			Selected.Reset();
			if constexpr (requires(NullableItemType Item) { Item.Reset(); })
			{
				OnSelectionChanged.ExecuteIfBound(NullableItemType(), ESelectInfo::Direct);
			}
		}
	}
	void RequestScrollIntoView(ItemType Item)
	{
		StandIn::RequireGameThread("SListView::RequestScrollIntoView");
		if (Source)
		{
			BringIntoView(Source->Find(Item));
		}
	}
	// Null when the item is out of view.
	TSharedPtr<ITableRow> WidgetFromItem(const ItemType& Item) const
	{
		for (const FRow& Row : Rows)
		{
			if (Row.Item == Item)
			{
				return Row.Row.ToSharedPtr();
			}
		}
		return nullptr;
	}
	virtual void StandInRowClicked(const SWidget& Row, const FPointerEvent& Event) override
	{
		const FRow* const Found = FindRow(Row);
		if (!Found || SelectionMode.Get() == ESelectionMode::None)
		{
			return;
		}
		const ItemType Item = Found->Item;
		if (Event.IsControlDown() && SelectionMode.Get() == ESelectionMode::Multi)
		{
			SetItemSelection(Item, !Selected.Contains(Item), ESelectInfo::OnMouseClick);
		}
		else
		{
			SetSelection(Item, ESelectInfo::OnMouseClick);
		}
	}
	virtual bool StandInRowSelected(const SWidget& Row) const override
	{
		const FRow* const Found = FindRow(Row);
		return Found && Selected.Contains(Found->Item);
	}

protected:
	virtual int32 ItemCount() const override
	{
		return Source ? Source->Num() : 0;
	}
	virtual TSharedRef<SWidget> RowFor(int32 Index) override
	{
		const ItemType Item = (*Source)[Index];
		for (const FRow& Row : Rows)
		{
			if (Row.Item == Item)
			{
				return Row.Row->AsWidget();
			}
		}
		const TSharedRef<ITableRow> Made = OnGenerateRow.Execute(Item, StaticCastSharedRef<STableViewBase>(this->AsShared()));
		Rows.Add(FRow{Item, Made});
		return Made->AsWidget();
	}
	virtual void KeepRows(int32 First, int32 Last) override
	{
		Rows.RemoveAll([this, First, Last](const FRow& Row) {
			for (int32 Index = First; Index <= Last && Index < ItemCount(); ++Index)
			{
				if ((*Source)[Index] == Row.Item)
				{
					return false;
				}
			}
			return true;
		});
	}
	virtual void DropRows() override
	{
		Rows.Reset();
	}
	virtual void CheckItems(bool bRefreshed) override
	{
		if (bRefreshed)
		{
			Known = Source ? *Source : TArray<ItemType>();
			return;
		}
		bool bSame = Known.Num() == ItemCount();
		for (int32 Index = 0; bSame && Index < Known.Num(); ++Index)
		{
			bSame = Known[Index] == (*Source)[Index];
		}
		if (!bSame)
		{
			StandIn::Refuse("the items of a list changed, but the list was not told", "call RequestListRefresh after the array changed");
		}
	}

private:
	struct FRow
	{
		ItemType Item;
		TSharedRef<ITableRow> Row;
	};
	const FRow* FindRow(const SWidget& Widget) const
	{
		for (const FRow& Row : Rows)
		{
			if (&Row.Row->AsWidget().Get() == &Widget)
			{
				return &Row;
			}
		}
		return nullptr;
	}
	const TArray<ItemType>* Source = nullptr;
	FOnGenerateRow OnGenerateRow;
	FOnSelectionChanged OnSelectionChanged;
	TAttribute<ESelectionMode::Type> SelectionMode;
	TArray<FRow> Rows;
	TArray<ItemType> Known;
	TArray<ItemType> Selected;
};
