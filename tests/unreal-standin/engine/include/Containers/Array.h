#pragma once

#include "Containers/ArrayView.h"
#include "Containers/ContainerAllocationPolicies.h"
#include "Misc/AssertionMacros.h"
#include "StandIn/ArrayLookup.h"
#include "StandIn/CheckedIterator.h"
#include "StandIn/Poison.h"
#include "Templates/TypeHash.h"
#include "Templates/UnrealTemplate.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <new>

// A contiguous array with 32-bit sizes. Members as called in SEN Sentry/Private/SessionReplay/SentryVideoEncoder.cpp;
// PCG PCGExCollections/Private/Elements/PCGExCollectionToModuleInfos.cpp; SUE
// SoftUEBridgeEditor/Private/Tools/Widget/WidgetPreviewRegistry.cpp; CES CesiumRuntime/Private/UnrealAssetAccessor.cpp
//
// Elements are moved bit by bit, without their constructors: Epic, "TArray: Arrays in Unreal Engine" (elements must be
// trivially relocatable). A type that points into itself, or that is identified by its address, breaks here as it does
// there. What was moved or removed leaves rubbish behind, not its old value.
template <typename InElementType>
class TArray : public StandIn::TArrayLookup<TArray<InElementType>, InElementType>
{
public:
	using ElementType = InElementType;

	TArray() = default;
	TArray(std::initializer_list<ElementType> Items)
	{
		Append(Items.begin(), static_cast<int32>(Items.size()));
	}
	TArray(const ElementType* Items, int32 HowMany)
	{
		Append(Items, HowMany);
	}
	explicit TArray(TArrayView<const ElementType> View)
	{
		Append(View.GetData(), View.Num());
	}
	TArray(const TArray& Other)
		: StandIn::TArrayLookup<TArray, ElementType>()
	{
		CopyFrom(Other.Data, Other.Count);
	}
	TArray(TArray&& Other) noexcept
		: StandIn::TArrayLookup<TArray, ElementType>()
		, Data(Other.Data)
		, Count(Other.Count)
		, Capacity(Other.Capacity)
	{
		Other.Data = nullptr;
		Other.Count = Other.Capacity = 0;
	}
	~TArray()
	{
		Destroy(0, Count);
		Release();
	}
	TArray& operator=(const TArray& Other)
	{
		if (this != &Other)
		{
			Reset();
			CopyFrom(Other.Data, Other.Count);
		}
		return *this;
	}
	TArray& operator=(TArray&& Other) noexcept
	{
		if (this != &Other)
		{
			Destroy(0, Count);
			Release();
			Data = Other.Data;
			Count = Other.Count;
			Capacity = Other.Capacity;
			Other.Data = nullptr;
			Other.Count = Other.Capacity = 0;
		}
		return *this;
	}
	TArray& operator=(std::initializer_list<ElementType> Items)
	{
		Reset();
		Append(Items.begin(), static_cast<int32>(Items.size()));
		return *this;
	}

	int32 Num() const
	{
		return Count;
	}
	int32 Max() const
	{
		return Capacity;
	}
	bool IsEmpty() const
	{
		return Count == 0;
	}
	bool IsValidIndex(int32 Index) const
	{
		return Index >= 0 && Index < Count;
	}
	ElementType* GetData()
	{
		return Data;
	}
	const ElementType* GetData() const
	{
		return Data;
	}
	ElementType& operator[](int32 Index)
	{
		CheckIndex(Index);
		return Data[Index];
	}
	const ElementType& operator[](int32 Index) const
	{
		CheckIndex(Index);
		return Data[Index];
	}
	ElementType& Last(int32 FromTheEnd = 0)
	{
		return (*this)[Count - 1 - FromTheEnd];
	}
	const ElementType& Last(int32 FromTheEnd = 0) const
	{
		return (*this)[Count - 1 - FromTheEnd];
	}
	ElementType& Top()
	{
		return Last();
	}

	int32 Add(const ElementType& Item)
	{
		CheckAddress(&Item);
		return Emplace(Item);
	}
	int32 Add(ElementType&& Item)
	{
		CheckAddress(&Item);
		return Emplace(std::move(Item));
	}
	ElementType& Add_GetRef(const ElementType& Item)
	{
		CheckAddress(&Item);
		const int32 Index = Emplace(Item); // may move the data
		return Data[Index];
	}
	ElementType& Add_GetRef(ElementType&& Item)
	{
		CheckAddress(&Item);
		const int32 Index = Emplace(std::move(Item)); // may move the data
		return Data[Index];
	}
	int32 AddUnique(const ElementType& Item)
	{
		const int32 Found = this->Find(Item);
		return Found != INDEX_NONE ? Found : Add(Item);
	}
	int32 AddDefaulted(int32 HowMany = 1)
	{
		const int32 First = Count;
		Reserve(Count + HowMany);
		for (int32 Index = 0; Index < HowMany; ++Index)
		{
			new (Data + Count++) ElementType();
		}
		return First;
	}
	ElementType& AddDefaulted_GetRef()
	{
		const int32 Index = AddDefaulted(); // may move the data
		return Data[Index];
	}
	int32 AddUninitialized(int32 HowMany = 1)
	{
		static_assert(std::is_trivially_copyable_v<ElementType>, "AddUninitialized needs a type without constructors");
		const int32 First = Count;
		Reserve(Count + HowMany);
		Count += HowMany;
		return First;
	}
	int32 AddZeroed(int32 HowMany = 1)
	{
		const int32 First = AddUninitialized(HowMany);
		__builtin_memset(static_cast<void*>(Data + First), 0, sizeof(ElementType) * static_cast<SIZE_T>(HowMany));
		return First;
	}
	template <typename... ArgTypes>
	int32 Emplace(ArgTypes&&... Args)
	{
		// Room first, as in the engine: an argument that lies in this array may be gone by then.
		if (Count == Capacity)
		{
			Grow(Count + 1);
		}
		new (Data + Count) ElementType(std::forward<ArgTypes>(Args)...);
		return Count++;
	}
	template <typename... ArgTypes>
	ElementType& Emplace_GetRef(ArgTypes&&... Args)
	{
		const int32 Index = Emplace(std::forward<ArgTypes>(Args)...); // may move the data
		return Data[Index];
	}
	int32 Push(const ElementType& Item)
	{
		return Add(Item);
	}
	int32 Push(ElementType&& Item)
	{
		return Add(std::move(Item));
	}
	ElementType Pop(EAllowShrinking = EAllowShrinking::Default)
	{
		checkf(Count > 0, TEXT("Pop of an empty array"));
		ElementType Result(std::move(Data[Count - 1]));
		Destroy(Count - 1, 1);
		--Count;
		StandIn::Poison(Data + Count, sizeof(ElementType));
		return Result;
	}
	int32 Insert(const ElementType& Item, int32 Index)
	{
		CheckAddress(&Item);
		return EmplaceAt(Index, Item);
	}
	int32 Insert(ElementType&& Item, int32 Index)
	{
		CheckAddress(&Item);
		return EmplaceAt(Index, std::move(Item));
	}
	void Append(const TArray& Other)
	{
		checkf(&Other != this, TEXT("an array is appended to itself"));
		CopyFrom(Other.Data, Other.Count);
	}
	void Append(TArray&& Other)
	{
		checkf(&Other != this, TEXT("an array is appended to itself"));
		Reserve(Count + Other.Count);
		Relocate(Data + Count, Other.Data, Other.Count);
		Count += Other.Count;
		Other.Count = 0;
	}
	void Append(std::initializer_list<ElementType> Items)
	{
		Append(Items.begin(), static_cast<int32>(Items.size()));
	}
	void Append(const ElementType* Items, int32 HowMany)
	{
		checkf(HowMany >= 0, TEXT("Append of %d items"), HowMany);
		CheckAddress(Items);
		CopyFrom(Items, HowMany);
	}
	TArray& operator+=(const TArray& Other)
	{
		Append(Other);
		return *this;
	}

	void RemoveAt(int32 Index)
	{
		RemoveAt(Index, 1);
	}
	void RemoveAt(int32 Index, int32 HowMany, EAllowShrinking = EAllowShrinking::Default)
	{
		checkf(HowMany >= 0 && Index >= 0 && Index <= Count - HowMany,
			TEXT("RemoveAt(%d, %d) from an array of size %d"), Index, HowMany, Count);
		Destroy(Index, HowMany);
		Relocate(Data + Index, Data + Index + HowMany, Count - Index - HowMany);
		Count -= HowMany;
		StandIn::Poison(Data + Count, sizeof(ElementType) * static_cast<SIZE_T>(HowMany));
	}
	void RemoveAtSwap(int32 Index, EAllowShrinking = EAllowShrinking::Default)
	{
		CheckIndex(Index);
		Destroy(Index, 1);
		--Count;
		if (Index != Count)
		{
			Relocate(Data + Index, Data + Count, 1);
		}
		StandIn::Poison(Data + Count, sizeof(ElementType));
	}
	template <typename Predicate>
	int32 RemoveAll(const Predicate& Pred)
	{
		int32 Kept = 0;
		for (int32 Index = 0; Index < Count; ++Index)
		{
			if (bool(Pred(Data[Index])))
			{
				Destroy(Index, 1);
			}
			else
			{
				if (Kept != Index)
				{
					Relocate(Data + Kept, Data + Index, 1);
				}
				++Kept;
			}
		}
		const int32 Removed = Count - Kept;
		Count = Kept;
		StandIn::Poison(Data + Count, sizeof(ElementType) * static_cast<SIZE_T>(Removed));
		return Removed;
	}
	int32 Remove(const ElementType& Item)
	{
		CheckAddress(&Item);
		return RemoveAll([&Item](const ElementType& Other) { return Other == Item; });
	}
	int32 RemoveSingle(const ElementType& Item)
	{
		const int32 Index = this->Find(Item);
		if (Index == INDEX_NONE)
		{
			return 0;
		}
		RemoveAt(Index);
		return 1;
	}
	void Reset(int32 NewSize = 0)
	{
		Destroy(0, Count);
		StandIn::Poison(Data, sizeof(ElementType) * static_cast<SIZE_T>(Count));
		Count = 0;
		Reserve(NewSize);
	}
	void Empty(int32 Slack = 0)
	{
		Destroy(0, Count);
		Release();
		Data = nullptr;
		Count = Capacity = 0;
		Reserve(Slack);
	}
	void Shrink()
	{
	}
	void Reserve(int32 Wanted)
	{
		if (Wanted > Capacity)
		{
			Reallocate(Wanted);
		}
	}
	void SetNum(int32 NewNum, EAllowShrinking = EAllowShrinking::Default)
	{
		checkf(NewNum >= 0, TEXT("SetNum(%d)"), NewNum);
		if (NewNum > Count)
		{
			AddDefaulted(NewNum - Count);
		}
		else
		{
			RemoveAt(NewNum, Count - NewNum);
		}
	}
	void SetNumUninitialized(int32 NewNum, EAllowShrinking = EAllowShrinking::Default)
	{
		if (NewNum > Count)
		{
			AddUninitialized(NewNum - Count);
		}
		else
		{
			SetNum(NewNum);
		}
	}
	void SetNumZeroed(int32 NewNum, EAllowShrinking = EAllowShrinking::Default)
	{
		if (NewNum > Count)
		{
			AddZeroed(NewNum - Count);
		}
		else
		{
			SetNum(NewNum);
		}
	}
	void Init(const ElementType& Element, int32 Number)
	{
		CheckAddress(&Element);
		Reset(Number);
		for (int32 Index = 0; Index < Number; ++Index)
		{
			Emplace(Element);
		}
	}

	bool operator==(const TArray& Other) const
	{
		return Count == Other.Count && std::equal(Data, Data + Count, Other.Data);
	}
	bool operator!=(const TArray& Other) const
	{
		return !(*this == Other);
	}

	StandIn::TCheckedIterator<ElementType> begin()
	{
		return StandIn::TCheckedIterator<ElementType>(Data, Count);
	}
	StandIn::TCheckedIterator<ElementType> end()
	{
		return StandIn::TCheckedIterator<ElementType>(Data + Count, Count);
	}
	StandIn::TCheckedIterator<const ElementType> begin() const
	{
		return StandIn::TCheckedIterator<const ElementType>(Data, Count);
	}
	StandIn::TCheckedIterator<const ElementType> end() const
	{
		return StandIn::TCheckedIterator<const ElementType>(Data + Count, Count);
	}

private:
	void CheckIndex(int32 Index) const
	{
		checkf(Index >= 0 && Index < Count, TEXT("Array index out of bounds: %d into an array of size %d"), Index, Count);
	}
	void Grow(int32 Needed)
	{
		Reallocate(std::max(Needed, Capacity < 4 ? 4 : Capacity + Capacity / 2));
	}
	// Not inline: where GCC sees it together with what copies the items, it takes a copy of none for one of too many.
	[[gnu::noinline]] void Reallocate(int32 NewCapacity)
	{
		ElementType* NewData = static_cast<ElementType*>(std::malloc(sizeof(ElementType) * static_cast<SIZE_T>(NewCapacity)));
		checkf(NewData != nullptr, TEXT("out of memory: an array of %d elements"), NewCapacity);
		Relocate(NewData, Data, Count);
		Release();
		Data = NewData;
		Capacity = NewCapacity;
	}
	// The engine asserts this, with these words, wherever an item goes in or out by reference.
	void CheckAddress(const ElementType* Address) const
	{
		checkf(Address < Data || Address >= Data + Capacity,
			TEXT("Attempting to use a container element (%p) which already comes from the container being modified (Data: %p, Size: %d)!"),
			static_cast<const void*>(Address), static_cast<const void*>(Data), Count);
	}
	// As bytes; the ranges may overlap.
	static void Relocate(ElementType* To, const ElementType* From, int32 HowMany)
	{
		if (HowMany > 0)
		{
			std::memmove(static_cast<void*>(To), static_cast<const void*>(From), sizeof(ElementType) * static_cast<SIZE_T>(HowMany));
		}
	}
	void CopyFrom(const ElementType* Items, int32 HowMany)
	{
		Reserve(Count + HowMany);
		for (int32 Index = 0; Index < HowMany; ++Index)
		{
			new (Data + Count++) ElementType(Items[Index]);
		}
	}
	template <typename... ArgTypes>
	int32 EmplaceAt(int32 Index, ArgTypes&&... Args)
	{
		checkf(Index >= 0 && Index <= Count, TEXT("Insert at %d into an array of size %d"), Index, Count);
		if (Count == Capacity)
		{
			Grow(Count + 1);
		}
		Relocate(Data + Index + 1, Data + Index, Count - Index);
		new (Data + Index) ElementType(std::forward<ArgTypes>(Args)...);
		++Count;
		return Index;
	}
	// Gives the memory back; what was in it has gone or moved.
	void Release()
	{
		StandIn::Poison(Data, sizeof(ElementType) * static_cast<SIZE_T>(Capacity));
		std::free(Data);
	}
	void Destroy(int32 First, int32 HowMany)
	{
		for (int32 Index = First; Index < First + HowMany; ++Index)
		{
			Data[Index].~ElementType();
		}
	}

	ElementType* Data = nullptr;
	int32 Count = 0;
	int32 Capacity = 0;
};
