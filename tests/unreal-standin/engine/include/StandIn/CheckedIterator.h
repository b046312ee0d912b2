#pragma once

#include "Misc/AssertionMacros.h"

namespace StandIn
{
// What `for (X : Container)` runs on: it ends the run when the container's size changes meanwhile. The engine does so in editor
// builds, with the words below: they are in many a public crash log.
template <typename T>
class TCheckedIterator
{
public:
	TCheckedIterator(T* InAt, const int32& InNum)
		: At(InAt)
		, Num(&InNum)
		, FirstNum(InNum)
	{
	}
	T& operator*() const
	{
		return *At;
	}
	T* operator->() const
	{
		return At;
	}
	TCheckedIterator& operator++()
	{
		++At;
		return *this;
	}
	bool operator!=(const TCheckedIterator& Other) const
	{
		checkf(*Num == FirstNum, TEXT("Array has changed during ranged-for iteration!"));
		return At != Other.At;
	}
	bool operator==(const TCheckedIterator& Other) const
	{
		return !(*this != Other);
	}

private:
	T* At;
	const int32* Num;
	int32 FirstNum;
};
} // namespace StandIn
