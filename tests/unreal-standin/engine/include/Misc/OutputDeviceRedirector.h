#pragma once

#include "Misc/OutputDevice.h"

// SEN Sentry/Private/SentrySubsystem.cpp; RLK RiderLogging/Private/RiderOutputDevice.cpp; UCL
class FOutputDeviceRedirector : public FOutputDevice
{
public:
	void AddOutputDevice(FOutputDevice* Device);
	void RemoveOutputDevice(FOutputDevice* Device);
	using FOutputDevice::Serialize;
	void Serialize(const TCHAR* V, ELogVerbosity::Type Verbosity, const FName& Category) override;
	bool CanBeUsedOnAnyThread() const override
	{
		return true;
	}
	bool CanBeUsedOnMultipleThreads() const override
	{
		return true;
	}
};
