#pragma once

#include "HAL/Platform.h"
#include "Templates/TypeHash.h"

// Names one binding of a multicast delegate. CES CesiumEditor/Private/CesiumEditor.h; UEC UE5Coro/Public/UE5Coro/UE5CoroSubsystem.h
class FDelegateHandle
{
public:
	enum EGenerateNewHandleType
	{
		GenerateNewHandle
	};
	FDelegateHandle() = default;
	explicit FDelegateHandle(EGenerateNewHandleType);
	bool IsValid() const
	{
		return Id != 0;
	}
	void Reset()
	{
		Id = 0;
	}
	bool operator==(const FDelegateHandle&) const = default;
	friend uint32 GetTypeHash(const FDelegateHandle& Handle)
	{
		return GetTypeHash(Handle.Id);
	}

private:
	uint64 Id = 0;
};
