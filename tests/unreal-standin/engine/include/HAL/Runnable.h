#pragma once

#include "HAL/Platform.h"

// SEN Sentry/Private/Utils/SentryHangWatcher.h; ACC AccelByteUe4Sdk/Private/Core/Ping/AccelBytePingAsync.h
class FRunnable
{
public:
	virtual bool Init()
	{
		return true;
	}
	virtual uint32 Run() = 0;
	virtual void Stop()
	{
	}
	virtual void Exit()
	{
	}
	virtual ~FRunnable() = default;
};
