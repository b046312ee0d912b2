#pragma once

#include "Containers/Set.h"

// PCG PCGExBlending/Private/Sampling/PCGExSamplingHelpers.cpp; CES CesiumEditor/Private/CesiumFeaturesMetadataViewer.h
template <typename InKeyType, typename InValueType>
struct TPair
{
	using KeyType = InKeyType;
	using ValueType = InValueType;
	TPair() = default;
	template <typename K, typename V>
	TPair(K&& InKey, V&& InValue)
		: Key(std::forward<K>(InKey))
		, Value(std::forward<V>(InValue))
	{
	}
	InKeyType Key;
	InValueType Value;
	bool operator==(const TPair& Other) const
	{
		return Key == Other.Key && Value == Other.Value;
	}
};

// UEC UE5Coro/Private/UE5CoroAnimCallbackTarget.cpp; PCG; CES. A pointer into a map is invalid after the next Add.
template <typename InKeyType, typename InValueType>
class TMap
{
public:
	using KeyType = InKeyType;
	using ValueType = InValueType;
	using ElementType = TPair<KeyType, ValueType>;

private:
	struct FKeyOf
	{
		static const KeyType& Get(const ElementType& Element)
		{
			return Element.Key;
		}
	};
	using FTable = StandIn::THashTable<ElementType, FKeyOf>;

	template <typename Table, typename Element>
	class TMapIterator : public StandIn::THashIterator<Table, Element>
	{
		using FBase = StandIn::THashIterator<Table, Element>;

	public:
		using FBase::FBase;
		TMapIterator& operator++()
		{
			FBase::operator++();
			return *this;
		}
		const KeyType& Key() const
		{
			return FBase::Owner->At(FBase::Index).Key;
		}
		auto& Value() const
		{
			return FBase::Owner->At(FBase::Index).Value;
		}
	};

public:
	using TIterator = TMapIterator<FTable, ElementType>;
	using TConstIterator = TMapIterator<const FTable, const ElementType>;

	TMap() = default;
	TMap(std::initializer_list<ElementType> Items)
	{
		for (const ElementType& Item : Items)
		{
			Add(Item.Key, Item.Value);
		}
	}
	int32 Num() const
	{
		return Table.Num();
	}
	bool IsEmpty() const
	{
		return Table.Num() == 0;
	}
	// What converts explicitly only takes Emplace.
	ValueType& Add(const KeyType& Key, const ValueType& Value)
	{
		return Emplace(Key, Value);
	}
	ValueType& Add(const KeyType& Key, ValueType&& Value)
	{
		return Emplace(Key, std::move(Value));
	}
	ValueType& Add(KeyType&& Key, const ValueType& Value)
	{
		return Emplace(std::move(Key), Value);
	}
	ValueType& Add(KeyType&& Key, ValueType&& Value)
	{
		return Emplace(std::move(Key), std::move(Value));
	}
	ValueType& Add(const KeyType& Key)
	{
		return Emplace(Key, ValueType());
	}
	ValueType& Add(KeyType&& Key)
	{
		return Emplace(std::move(Key), ValueType());
	}
	template <typename K, typename V>
	ValueType& Emplace(K&& Key, V&& Value)
	{
		KeyType RealKey(std::forward<K>(Key));
		const int32 Index = Table.FindIndex(RealKey);
		if (Index != INDEX_NONE)
		{
			ElementType& Element = Table.At(Index);
			Element.Key = std::move(RealKey);
			Element.Value = ValueType(std::forward<V>(Value));
			return Element.Value;
		}
		return Table.At(Table.Insert(std::move(RealKey), ValueType(std::forward<V>(Value)))).Value;
	}
	ValueType& FindOrAdd(const KeyType& Key)
	{
		const int32 Index = Table.FindIndex(Key);
		return Index != INDEX_NONE ? Table.At(Index).Value : Table.At(Table.Insert(Key, ValueType())).Value;
	}
	ValueType* Find(const KeyType& Key)
	{
		const int32 Index = Table.FindIndex(Key);
		return Index == INDEX_NONE ? nullptr : &Table.At(Index).Value;
	}
	const ValueType* Find(const KeyType& Key) const
	{
		const int32 Index = Table.FindIndex(Key);
		return Index == INDEX_NONE ? nullptr : &Table.At(Index).Value;
	}
	ValueType FindRef(const KeyType& Key) const
	{
		const ValueType* Found = Find(Key);
		return Found ? *Found : ValueType();
	}
	ValueType& FindChecked(const KeyType& Key)
	{
		ValueType* Found = Find(Key);
		check(Found != nullptr);
		return *Found;
	}
	const ValueType& FindChecked(const KeyType& Key) const
	{
		const ValueType* Found = Find(Key);
		check(Found != nullptr);
		return *Found;
	}
	ValueType& operator[](const KeyType& Key)
	{
		return FindChecked(Key);
	}
	const ValueType& operator[](const KeyType& Key) const
	{
		return FindChecked(Key);
	}
	bool Contains(const KeyType& Key) const
	{
		return Table.FindIndex(Key) != INDEX_NONE;
	}
	int32 Remove(const KeyType& Key)
	{
		const int32 Index = Table.FindIndex(Key);
		if (Index == INDEX_NONE)
		{
			return 0;
		}
		Table.RemoveIndex(Index);
		return 1;
	}
	bool RemoveAndCopyValue(const KeyType& Key, ValueType& OutValue)
	{
		const int32 Index = Table.FindIndex(Key);
		if (Index == INDEX_NONE)
		{
			return false;
		}
		OutValue = std::move(Table.At(Index).Value);
		Table.RemoveIndex(Index);
		return true;
	}
	void Append(const TMap& Other)
	{
		for (const ElementType& Pair : Other)
		{
			Add(Pair.Key, Pair.Value);
		}
	}
	void Empty(int32 = 0)
	{
		Table.Clear();
	}
	void Reset()
	{
		Table.Clear();
	}
	void Reserve(int32)
	{
	}
	int32 GetKeys(TArray<KeyType>& OutKeys) const
	{
		OutKeys.Reset();
		for (const ElementType& Pair : *this)
		{
			OutKeys.Add(Pair.Key);
		}
		return OutKeys.Num();
	}
	void GenerateKeyArray(TArray<KeyType>& OutKeys) const
	{
		GetKeys(OutKeys);
	}
	void GenerateValueArray(TArray<ValueType>& OutValues) const
	{
		OutValues.Reset();
		for (const ElementType& Pair : *this)
		{
			OutValues.Add(Pair.Value);
		}
	}
	template <typename Predicate>
	void KeySort(const Predicate& Pred)
	{
		Table.SortBy([&Pred](const ElementType& A, const ElementType& B) { return Pred(A.Key, B.Key); });
	}
	template <typename Predicate>
	void ValueSort(const Predicate& Pred)
	{
		Table.SortBy([&Pred](const ElementType& A, const ElementType& B) { return Pred(A.Value, B.Value); });
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
