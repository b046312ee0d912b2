#pragma once

#include "Containers/Array.h"

namespace StandIn
{

// What sets and maps share: elements in slots that stay where they are until
// the table grows, in order of insertion as long as nothing was removed.
template <typename ElementType, typename KeyOf>
class THashTable
{
	struct FSlot
	{
		alignas(ElementType) unsigned char Bytes[sizeof(ElementType)];
		int32 Next = INDEX_NONE;
		bool bUsed = false;
		ElementType& Get()
		{
			return *std::launder(reinterpret_cast<ElementType*>(Bytes));
		}
		const ElementType& Get() const
		{
			return *std::launder(reinterpret_cast<const ElementType*>(Bytes));
		}
		FSlot() = default;
		FSlot(FSlot&& Other) noexcept
			: Next(Other.Next)
			, bUsed(Other.bUsed)
		{
			if (bUsed)
			{
				new (Bytes) ElementType(std::move(Other.Get()));
			}
		}
		FSlot(const FSlot& Other)
			: Next(Other.Next)
			, bUsed(Other.bUsed)
		{
			if (bUsed)
			{
				new (Bytes) ElementType(Other.Get());
			}
		}
		FSlot& operator=(const FSlot&) = delete;
		~FSlot()
		{
			if (bUsed)
			{
				Get().~ElementType();
			}
		}
	};

public:
	THashTable() = default;
	THashTable(const THashTable& Other) = default;
	THashTable(THashTable&& Other) noexcept
		: Slots(std::move(Other.Slots))
		, Buckets(std::move(Other.Buckets))
		, FirstFree(Other.FirstFree)
		, Count(Other.Count)
	{
		Other.FirstFree = INDEX_NONE;
		Other.Count = 0;
	}
	THashTable& operator=(const THashTable& Other)
	{
		if (this != &Other)
		{
			Slots = TArray<FSlot>();
			for (const FSlot& Slot : Other.Slots)
			{
				Slots.Emplace(Slot);
			}
			Buckets = Other.Buckets;
			FirstFree = Other.FirstFree;
			Count = Other.Count;
		}
		return *this;
	}
	THashTable& operator=(THashTable&& Other) noexcept
	{
		if (this != &Other)
		{
			Slots = std::move(Other.Slots);
			Buckets = std::move(Other.Buckets);
			FirstFree = Other.FirstFree;
			Count = Other.Count;
			Other.FirstFree = INDEX_NONE;
			Other.Count = 0;
		}
		return *this;
	}

	int32 Num() const
	{
		return Count;
	}
	template <typename KeyType>
	int32 FindIndex(const KeyType& Key) const
	{
		if (Buckets.IsEmpty())
		{
			return INDEX_NONE;
		}
		for (int32 Index = Buckets[Bucket(Key)]; Index != INDEX_NONE; Index = Slots[Index].Next)
		{
			if (KeyOf::Get(Slots[Index].Get()) == Key)
			{
				return Index;
			}
		}
		return INDEX_NONE;
	}
	ElementType& At(int32 Index)
	{
		return Slots[Index].Get();
	}
	const ElementType& At(int32 Index) const
	{
		return Slots[Index].Get();
	}
	template <typename... ArgTypes>
	int32 Insert(ArgTypes&&... Args)
	{
		int32 Index = FirstFree;
		if (Index == INDEX_NONE)
		{
			// Room first: what an argument points at may lie in this table.
			Index = Slots.Emplace();
			FSlot& Slot = Slots[Index];
			new (Slot.Bytes) ElementType(std::forward<ArgTypes>(Args)...);
			Slot.bUsed = true;
		}
		else
		{
			FSlot& Slot = Slots[Index];
			FirstFree = Slot.Next;
			new (Slot.Bytes) ElementType(std::forward<ArgTypes>(Args)...);
			Slot.bUsed = true;
		}
		++Count;
		if (Count > Buckets.Num())
		{
			Rehash(std::max(8, Count * 2));
		}
		else
		{
			Link(Index);
		}
		return Index;
	}
	void RemoveIndex(int32 Index)
	{
		int32* Link = &Buckets[Bucket(KeyOf::Get(Slots[Index].Get()))];
		while (*Link != Index)
		{
			Link = &Slots[*Link].Next;
		}
		FSlot& Slot = Slots[Index];
		*Link = Slot.Next;
		Slot.Get().~ElementType();
		Poison(Slot.Bytes, sizeof(ElementType));
		Slot.bUsed = false;
		Slot.Next = FirstFree;
		FirstFree = Index;
		--Count;
	}
	void Clear()
	{
		Slots.Empty();
		Buckets.Empty();
		FirstFree = INDEX_NONE;
		Count = 0;
	}
	int32 NextUsed(int32 Index) const
	{
		while (Index < Slots.Num() && !Slots[Index].bUsed)
		{
			++Index;
		}
		return Index;
	}
	int32 SlotCount() const
	{
		return Slots.Num();
	}
	// Puts the elements in the order that the predicate states.
	template <typename Predicate>
	void SortBy(const Predicate& Pred)
	{
		TArray<ElementType> Elements;
		for (int32 Index = NextUsed(0); Index < SlotCount(); Index = NextUsed(Index + 1))
		{
			Elements.Emplace(std::move(At(Index)));
		}
		std::stable_sort(Elements.GetData(), Elements.GetData() + Elements.Num(), Pred);
		Clear();
		for (ElementType& Element : Elements)
		{
			Insert(std::move(Element));
		}
	}

private:
	template <typename KeyType>
	int32 Bucket(const KeyType& Key) const
	{
		return static_cast<int32>(GetTypeHash(Key) % static_cast<uint32>(Buckets.Num()));
	}
	void Link(int32 Index)
	{
		int32& Head = Buckets[Bucket(KeyOf::Get(Slots[Index].Get()))];
		Slots[Index].Next = Head;
		Head = Index;
	}
	void Rehash(int32 BucketCount)
	{
		Buckets.Init(INDEX_NONE, BucketCount);
		for (int32 Index = NextUsed(0); Index < Slots.Num(); Index = NextUsed(Index + 1))
		{
			Link(Index);
		}
	}

	TArray<FSlot> Slots;
	TArray<int32> Buckets;
	int32 FirstFree = INDEX_NONE;
	int32 Count = 0;
};

template <typename Table, typename ElementType>
class THashIterator
{
public:
	THashIterator(Table& InTable, int32 InIndex)
		: Owner(&InTable)
		, Index(InIndex)
		, FirstNum(InTable.Num())
	{
	}
	ElementType& operator*() const
	{
		return Owner->At(Index);
	}
	ElementType* operator->() const
	{
		return &Owner->At(Index);
	}
	THashIterator& operator++()
	{
		Index = Owner->NextUsed(Index + 1);
		return *this;
	}
	// To remove while iterating, use an iterator of CreateIterator: a ranged `for` ends the run, as in the engine's
	// editor builds.
	bool operator!=(const THashIterator& Other) const
	{
		checkf(Owner->Num() == FirstNum, TEXT("Container has changed during ranged-for iteration!"));
		return Index != Other.Index;
	}
	bool operator==(const THashIterator& Other) const
	{
		return !(*this != Other);
	}
	explicit operator bool() const
	{
		return Index < Owner->SlotCount();
	}
	void RemoveCurrent()
	{
		Owner->RemoveIndex(Index);
	}

protected:
	Table* Owner;
	int32 Index;
	int32 FirstNum;
};

} // namespace StandIn

// UEC UE5Coro/Private/UE5CoroAnimCallbackTarget.cpp; CES CesiumRuntime
template <typename InElementType>
class TSet
{
	struct FKeyOf
	{
		static const InElementType& Get(const InElementType& Element)
		{
			return Element;
		}
	};
	using FTable = StandIn::THashTable<InElementType, FKeyOf>;

public:
	using ElementType = InElementType;
	using TIterator = StandIn::THashIterator<FTable, ElementType>;
	using TConstIterator = StandIn::THashIterator<const FTable, const ElementType>;

	TSet() = default;
	TSet(std::initializer_list<ElementType> Items)
	{
		for (const ElementType& Item : Items)
		{
			Add(Item);
		}
	}
	explicit TSet(const TArray<ElementType>& Items)
	{
		Append(Items);
	}
	int32 Num() const
	{
		return Table.Num();
	}
	bool IsEmpty() const
	{
		return Table.Num() == 0;
	}
	void Add(const ElementType& Item, bool* bIsAlreadyInSet = nullptr)
	{
		const bool bHad = Table.FindIndex(Item) != INDEX_NONE;
		if (!bHad)
		{
			Table.Insert(Item);
		}
		if (bIsAlreadyInSet)
		{
			*bIsAlreadyInSet = bHad;
		}
	}
	void Append(const TArray<ElementType>& Items)
	{
		for (const ElementType& Item : Items)
		{
			Add(Item);
		}
	}
	void Append(const TSet& Items)
	{
		for (const ElementType& Item : Items)
		{
			Add(Item);
		}
	}
	bool Contains(const ElementType& Item) const
	{
		return Table.FindIndex(Item) != INDEX_NONE;
	}
	const ElementType* Find(const ElementType& Item) const
	{
		const int32 Index = Table.FindIndex(Item);
		return Index == INDEX_NONE ? nullptr : &Table.At(Index);
	}
	int32 Remove(const ElementType& Item)
	{
		const int32 Index = Table.FindIndex(Item);
		if (Index == INDEX_NONE)
		{
			return 0;
		}
		Table.RemoveIndex(Index);
		return 1;
	}
	void Empty(int32 = 0)
	{
		Table.Clear();
	}
	void Reset()
	{
		Table.Clear();
	}
	TArray<ElementType> Array() const
	{
		TArray<ElementType> Result;
		for (const ElementType& Item : *this)
		{
			Result.Add(Item);
		}
		return Result;
	}
	TIterator CreateIterator()
	{
		return begin();
	}
	TConstIterator CreateConstIterator() const
	{
		return begin();
	}
	TIterator begin()
	{
		return TIterator(Table, Table.NextUsed(0));
	}
	TIterator end()
	{
		return TIterator(Table, Table.SlotCount());
	}
	TConstIterator begin() const
	{
		return TConstIterator(Table, Table.NextUsed(0));
	}
	TConstIterator end() const
	{
		return TConstIterator(Table, Table.SlotCount());
	}

private:
	FTable Table;
};
