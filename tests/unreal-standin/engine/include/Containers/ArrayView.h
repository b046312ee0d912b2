#pragma once

#include "HAL/Platform.h"
#include "Misc/AssertionMacros.h"

// A range of memory that belongs to someone else. USH UnrealSharpCore/Private/Utilities/CSUtilities.cpp
template <typename ElementType>
class TArrayView
{
public:
	TArrayView() = default;
	TArrayView(ElementType* InData, int32 InNum)
		: Data(InData)
		, Count(InNum)
	{
	}
	template <typename Container>
		requires requires(Container& C) { static_cast<ElementType*>(C.GetData()); C.Num(); }
	TArrayView(Container&& Source)
		: Data(Source.GetData())
		, Count(static_cast<int32>(Source.Num()))
	{
	}

	int32 Num() const
	{
		return Count;
	}
	bool IsEmpty() const
	{
		return Count == 0;
	}
	ElementType* GetData() const
	{
		return Data;
	}
	ElementType& operator[](int32 Index) const
	{
		checkf(Index >= 0 && Index < Count, TEXT("Array index out of bounds: %d into an array view of size %d"), Index, Count);
		return Data[Index];
	}
	ElementType* begin() const
	{
		return Data;
	}
	ElementType* end() const
	{
		return Data + Count;
	}

private:
	ElementType* Data = nullptr;
	int32 Count = 0;
};

template <typename T>
using TConstArrayView = TArrayView<const T>;

template <typename T>
TArrayView<T> MakeArrayView(T* Data, int32 Num)
{
	return TArrayView<T>(Data, Num);
}
