#pragma once

#include "Containers/UnrealString.h"

// SEN SessionReplay/SentrySessionReplayRecorder.cpp; VST; VIB Tools/LogReaderService.cpp: a file as a stream of bytes.
class FArchive
{
public:
	virtual ~FArchive() = default;
	virtual void Serialize(void* Data, int64 Length) = 0;
	virtual int64 Tell() = 0;
	virtual int64 TotalSize() = 0;
	virtual void Seek(int64 Position) = 0;
	virtual bool Close() = 0;
	virtual void Flush()
	{
	}
	bool IsError() const
	{
		return bError;
	}

protected:
	bool bError = false;
};
