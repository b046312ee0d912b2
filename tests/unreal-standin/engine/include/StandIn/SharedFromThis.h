#pragma once

// A part of Templates/SharedPointer.h, which declares what is used here without a definition.
#include "Templates/SharedPointer.h"

// CES CesiumEditor/Private/CesiumDegreesMinutesSecondsEditor.h; PCG; USH UnrealSharpCore/Public/CSManagedTypeDefinition.h
template <typename T, ESPMode Mode>
class TSharedFromThis
{
public:
	TSharedRef<T, Mode> AsShared()
	{
		return Shared(static_cast<T*>(this));
	}
	TSharedRef<const T, Mode> AsShared() const
	{
		return const_cast<TSharedFromThis*>(this)->AsShared();
	}
	TWeakPtr<T, Mode> AsWeak()
	{
		return AsShared();
	}
	bool DoesSharedInstanceExist() const
	{
		return WeakThis.IsValid();
	}

protected:
	TSharedFromThis() = default;
	TSharedFromThis(const TSharedFromThis&)
	{
	}
	TSharedFromThis& operator=(const TSharedFromThis&)
	{
		return *this;
	}
	~TSharedFromThis() = default;

	template <typename Other>
	static TSharedRef<Other, Mode> SharedThis(Other* This)
	{
		return This->Shared(This);
	}

private:
	template <typename D, typename U, ESPMode M>
	friend void StandIn::GiveWeakThis(const TSharedFromThis<D, M>*, U*, StandIn::FSharedControl*);

	template <typename Other>
	TSharedRef<Other, Mode> Shared(Other* This) const
	{
		const TSharedPtr<T, Mode> Owner = WeakThis.Pin();
		if (!Owner.IsValid())
		{
			StandIn::Refuse("AsShared, SharedThis or a shared-pointer binding was used on an object that no shared pointer owns",
				"not in a constructor or destructor, and only on objects made by MakeShared, MakeShareable or SNew");
		}
		return TSharedPtr<Other, Mode>(Owner, This).ToSharedRef();
	}

	mutable TWeakPtr<T, Mode> WeakThis;
};

namespace StandIn
{
template <typename Derived, typename T, ESPMode Mode>
void GiveWeakThis(const TSharedFromThis<Derived, Mode>* Base, T* Object, FSharedControl* Control)
{
	if (!Base->WeakThis.IsValid())
	{
		Base->WeakThis = TWeakPtr<Derived, Mode>(static_cast<Derived*>(const_cast<std::remove_const_t<T>*>(Object)), Control);
	}
}
} // namespace StandIn
