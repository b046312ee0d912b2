#pragma once

#include "StandIn/Report.h"

// Tells a living object from the memory of a dead one: the destructor leaves a
// mark, and a loop on the stack can see that its owner died below it.
namespace StandIn
{
class FLiveness
{
public:
	FLiveness() = default;
	FLiveness(const FLiveness&)
	{
	}
	FLiveness& operator=(const FLiveness&)
	{
		return *this;
	}
	~FLiveness()
	{
		for (FWatch* Watch = Watches; Watch; Watch = Watch->Next)
		{
			Watch->bDead = true;
		}
		// Volatile: a store to memory that is about to be given back must stay.
		*const_cast<volatile uint32*>(&Mark) = Dead;
	}
	void Check() const
	{
		if (*const_cast<const volatile uint32*>(&Mark) != Alive)
		{
			Refuse("a delegate was used after it was destroyed", "unbind in the destructor, or keep its owner alive");
		}
	}

	class FWatch
	{
	public:
		explicit FWatch(const FLiveness& InOwner)
			: Owner(const_cast<FLiveness&>(InOwner))
			, Next(Owner.Watches)
		{
			Owner.Watches = this;
		}
		~FWatch()
		{
			if (!bDead)
			{
				Owner.Watches = Next;
			}
		}
		FWatch(const FWatch&) = delete;
		FWatch& operator=(const FWatch&) = delete;
		void CheckStillAlive(const char* Message, const char* WhatToDo) const
		{
			if (bDead)
			{
				Refuse(Message, WhatToDo);
			}
		}

	private:
		friend class FLiveness;
		FLiveness& Owner;
		FWatch* Next;
		bool bDead = false;
	};

private:
	static constexpr uint32 Alive = 0xa11fe11e;
	static constexpr uint32 Dead = 0xdeadde1e;
	uint32 Mark = Alive;
	FWatch* Watches = nullptr;
};
} // namespace StandIn
