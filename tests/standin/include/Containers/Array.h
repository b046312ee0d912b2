#pragma once

#include "Containers/ArrayView.h"
#include "Containers/ContainerAllocationPolicies.h"
#include "Misc/AssertionMacros.h"
#include "Templates/TypeHash.h"
#include "Templates/UnrealTemplate.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <new>

// A contiguous array with 32-bit sizes. Members as called in
// SEN Sentry/Private/SessionReplay/SentryVideoEncoder.cpp; PCG PCGExCollections/Private/Elements/PCGExCollectionToModuleInfos.cpp;
// SUE SoftUEBridgeEditor/Private/Tools/Widget/WidgetPreviewRegistry.cpp; CES CesiumRuntime/Private/UnrealAssetAccessor.cpp
template <typename InElementType>
class TArray
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
	{
		Append(Other.Data, Other.Count);
	}
	TArray(TArray&& Other) noexcept
		: Data(Other.Data)
		, Count(Other.Count)
		, Capacity(Other.Capacity)
	{
		Other.Data = nullptr;
		Other.Count = Other.Capacity = 0;
	}
	~TArray()
	{
		Destroy(0, Count);
		std::free(Data);
	}
	TArray& operator=(const TArray& Other)
	{
		if (this != &Other)
		{
			Reset();
			Append(Other.Data, Other.Count);
		}
		return *this;
	}
	TArray& operator=(TArray&& Other) noexcept
	{
		if (this != &Other)
		{
			Destroy(0, Count);
			std::free(Data);
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
		return Emplace(Item);
	}
	int32 Add(ElementType&& Item)
	{
		return Emplace(std::move(Item));
	}
	ElementType& Add_GetRef(const ElementType& Item)
	{
		const int32 Index = Emplace(Item); // may move the data
		return Data[Index];
	}
	ElementType& Add_GetRef(ElementType&& Item)
	{
		const int32 Index = Emplace(std::move(Item)); // may move the data
		return Data[Index];
	}
	int32 AddUnique(const ElementType& Item)
	{
		const int32 Found = Find(Item);
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
		if (Count == Capacity)
		{
			// The new element is built first: an argument may live in the array.
			ElementType Built(std::forward<ArgTypes>(Args)...);
			Grow(Count + 1);
			new (Data + Count) ElementType(std::move(Built));
		}
		else
		{
			new (Data + Count) ElementType(std::forward<ArgTypes>(Args)...);
		}
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
		return Result;
	}
	int32 Insert(const ElementType& Item, int32 Index)
	{
		ElementType Copy(Item);
		return Insert(std::move(Copy), Index);
	}
	int32 Insert(ElementType&& Item, int32 Index)
	{
		checkf(Index >= 0 && Index <= Count, TEXT("Insert at %d into an array of size %d"), Index, Count);
		Emplace(std::move(Item));
		std::rotate(Data + Index, Data + Count - 1, Data + Count);
		return Index;
	}
	void Append(const TArray& Other)
	{
		if (&Other == this)
		{
			const TArray Copy(Other);
			Append(Copy.Data, Copy.Count);
			return;
		}
		Append(Other.Data, Other.Count);
	}
	void Append(TArray&& Other)
	{
		Reserve(Count + Other.Count);
		for (ElementType& Item : Other)
		{
			Emplace(std::move(Item));
		}
		Other.Reset();
	}
	void Append(std::initializer_list<ElementType> Items)
	{
		Append(Items.begin(), static_cast<int32>(Items.size()));
	}
	void Append(const ElementType* Items, int32 HowMany)
	{
		checkf(HowMany >= 0, TEXT("Append of %d items"), HowMany);
		Reserve(Count + HowMany);
		for (int32 Index = 0; Index < HowMany; ++Index)
		{
			new (Data + Count++) ElementType(Items[Index]);
		}
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
		std::move(Data + Index + HowMany, Data + Count, Data + Index);
		Destroy(Count - HowMany, HowMany);
		Count -= HowMany;
	}
	void RemoveAtSwap(int32 Index, EAllowShrinking = EAllowShrinking::Default)
	{
		CheckIndex(Index);
		if (Index != Count - 1)
		{
			Data[Index] = std::move(Data[Count - 1]);
		}
		Destroy(Count - 1, 1);
		--Count;
	}
	template <typename Predicate>
	int32 RemoveAll(const Predicate& Pred)
	{
		ElementType* NewEnd = std::remove_if(begin(), end(), [&Pred](const ElementType& Item) { return bool(Pred(Item)); });
		const int32 Removed = static_cast<int32>(end() - NewEnd);
		Destroy(Count - Removed, Removed);
		Count -= Removed;
		return Removed;
	}
	int32 Remove(const ElementType& Item)
	{
		const ElementType Copy(Item); // may be one of our own
		return RemoveAll([&Copy](const ElementType& Other) { return Other == Copy; });
	}
	int32 RemoveSingle(const ElementType& Item)
	{
		const int32 Index = Find(Item);
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
		Count = 0;
		Reserve(NewSize);
	}
	void Empty(int32 Slack = 0)
	{
		Destroy(0, Count);
		std::free(Data);
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
			Destroy(NewNum, Count - NewNum);
			Count = NewNum;
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
		const ElementType Copy(Element);
		Reset(Number);
		for (int32 Index = 0; Index < Number; ++Index)
		{
			Emplace(Copy);
		}
	}

	template <typename KeyType>
	int32 Find(const KeyType& Item) const
	{
		for (int32 Index = 0; Index < Count; ++Index)
		{
			if (Data[Index] == Item)
			{
				return Index;
			}
		}
		return INDEX_NONE;
	}
	template <typename KeyType>
	bool Find(const KeyType& Item, int32& OutIndex) const
	{
		OutIndex = Find(Item);
		return OutIndex != INDEX_NONE;
	}
	template <typename KeyType>
	int32 IndexOfByKey(const KeyType& Key) const
	{
		return Find(Key);
	}
	template <typename Predicate>
	int32 IndexOfByPredicate(Predicate Pred) const
	{
		for (int32 Index = 0; Index < Count; ++Index)
		{
			if (Pred(Data[Index]))
			{
				return Index;
			}
		}
		return INDEX_NONE;
	}
	template <typename Predicate>
	ElementType* FindByPredicate(Predicate Pred)
	{
		const int32 Index = IndexOfByPredicate(Pred);
		return Index == INDEX_NONE ? nullptr : Data + Index;
	}
	template <typename Predicate>
	const ElementType* FindByPredicate(Predicate Pred) const
	{
		const int32 Index = IndexOfByPredicate(Pred);
		return Index == INDEX_NONE ? nullptr : Data + Index;
	}
	template <typename KeyType>
	ElementType* FindByKey(const KeyType& Key)
	{
		const int32 Index = Find(Key);
		return Index == INDEX_NONE ? nullptr : Data + Index;
	}
	template <typename KeyType>
	const ElementType* FindByKey(const KeyType& Key) const
	{
		const int32 Index = Find(Key);
		return Index == INDEX_NONE ? nullptr : Data + Index;
	}
	template <typename Predicate>
	TArray FilterByPredicate(Predicate Pred) const
	{
		TArray Result;
		for (const ElementType& Item : *this)
		{
			if (Pred(Item))
			{
				Result.Add(Item);
			}
		}
		return Result;
	}
	template <typename KeyType>
	bool Contains(const KeyType& Item) const
	{
		return Find(Item) != INDEX_NONE;
	}
	template <typename Predicate>
	bool ContainsByPredicate(Predicate Pred) const
	{
		return IndexOfByPredicate(Pred) != INDEX_NONE;
	}

	void Sort()
	{
		Sort([](const ElementType& A, const ElementType& B) { return A < B; });
	}
	// The predicate sees references, also where the elements are pointers.
	template <typename Predicate>
	void Sort(const Predicate& Pred)
	{
		std::sort(begin(), end(), [&Pred](const ElementType& A, const ElementType& B) { return Compare(Pred, A, B); });
	}
	template <typename Predicate>
	void StableSort(const Predicate& Pred)
	{
		std::stable_sort(begin(), end(), [&Pred](const ElementType& A, const ElementType& B) { return Compare(Pred, A, B); });
	}

	bool operator==(const TArray& Other) const
	{
		return Count == Other.Count && std::equal(begin(), end(), Other.begin());
	}
	bool operator!=(const TArray& Other) const
	{
		return !(*this == Other);
	}

	ElementType* begin()
	{
		return Data;
	}
	ElementType* end()
	{
		return Data + Count;
	}
	const ElementType* begin() const
	{
		return Data;
	}
	const ElementType* end() const
	{
		return Data + Count;
	}

private:
	template <typename Predicate>
	static bool Compare(const Predicate& Pred, const ElementType& A, const ElementType& B)
	{
		if constexpr (std::is_pointer_v<ElementType>)
		{
			return Pred(*A, *B);
		}
		else
		{
			return Pred(A, B);
		}
	}
	void CheckIndex(int32 Index) const
	{
		checkf(Index >= 0 && Index < Count, TEXT("Array index out of bounds: %d into an array of size %d"), Index, Count);
	}
	void Grow(int32 Needed)
	{
		Reallocate(std::max(Needed, Capacity < 4 ? 4 : Capacity + Capacity / 2));
	}
	void Reallocate(int32 NewCapacity)
	{
		ElementType* NewData = static_cast<ElementType*>(std::malloc(sizeof(ElementType) * static_cast<SIZE_T>(NewCapacity)));
		checkf(NewData != nullptr, TEXT("out of memory: an array of %d elements"), NewCapacity);
		for (int32 Index = 0; Index < Count; ++Index)
		{
			new (NewData + Index) ElementType(std::move(Data[Index]));
			Data[Index].~ElementType();
		}
		std::free(Data);
		Data = NewData;
		Capacity = NewCapacity;
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
