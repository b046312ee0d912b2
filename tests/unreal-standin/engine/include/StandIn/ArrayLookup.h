#pragma once

#include "CoreTypes.h"

#include <algorithm>
#include <type_traits>

namespace StandIn
{
// What finds and sorts in an array: the part of TArray that needs no more than its elements.
template <typename ArrayType, typename ElementType>
class TArrayLookup
{
public:
	// An element, as in the engine: use IndexOfByKey to search for what only compares with one.
	int32 Find(const ElementType& Item) const
	{
		return IndexOfByKey(Item);
	}
	bool Find(const ElementType& Item, int32& OutIndex) const
	{
		OutIndex = Find(Item);
		return OutIndex != INDEX_NONE;
	}
	template <typename KeyType>
	int32 IndexOfByKey(const KeyType& Key) const
	{
		for (int32 Index = 0; Index < Self().Num(); ++Index)
		{
			if (Self().GetData()[Index] == Key)
			{
				return Index;
			}
		}
		return INDEX_NONE;
	}
	template <typename Predicate>
	int32 IndexOfByPredicate(Predicate Pred) const
	{
		for (int32 Index = 0; Index < Self().Num(); ++Index)
		{
			if (Pred(Self().GetData()[Index]))
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
		return Index == INDEX_NONE ? nullptr : Self().GetData() + Index;
	}
	template <typename Predicate>
	const ElementType* FindByPredicate(Predicate Pred) const
	{
		const int32 Index = IndexOfByPredicate(Pred);
		return Index == INDEX_NONE ? nullptr : Self().GetData() + Index;
	}
	template <typename KeyType>
	ElementType* FindByKey(const KeyType& Key)
	{
		const int32 Index = IndexOfByKey(Key);
		return Index == INDEX_NONE ? nullptr : Self().GetData() + Index;
	}
	template <typename KeyType>
	const ElementType* FindByKey(const KeyType& Key) const
	{
		const int32 Index = IndexOfByKey(Key);
		return Index == INDEX_NONE ? nullptr : Self().GetData() + Index;
	}
	template <typename Predicate>
	ArrayType FilterByPredicate(Predicate Pred) const
	{
		ArrayType Result;
		for (const ElementType& Item : Self())
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
		return IndexOfByKey(Item) != INDEX_NONE;
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
	// The predicate gets references, even if the elements are pointers.
	template <typename Predicate>
	void Sort(const Predicate& Pred)
	{
		std::sort(Self().GetData(), Self().GetData() + Self().Num(), [&Pred](const ElementType& A, const ElementType& B) { return Compare(Pred, A, B); });
	}
	template <typename Predicate>
	void StableSort(const Predicate& Pred)
	{
		std::stable_sort(Self().GetData(), Self().GetData() + Self().Num(), [&Pred](const ElementType& A, const ElementType& B) { return Compare(Pred, A, B); });
	}

private:
	ArrayType& Self()
	{
		return static_cast<ArrayType&>(*this);
	}
	const ArrayType& Self() const
	{
		return static_cast<const ArrayType&>(*this);
	}
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
};
} // namespace StandIn
