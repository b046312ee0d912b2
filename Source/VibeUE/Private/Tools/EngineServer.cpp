// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/EngineServer.h"

#include "Editor.h"
#include "Misc/OutputDevice.h"

namespace EngineServerPrivate
{
/** What the command prints is in the editor's log, too. */
class FNowhere final : public FOutputDevice
{
public:
	virtual void Serialize(const TCHAR*, ELogVerbosity::Type, const FName&) override
	{
	}
};
} // namespace EngineServerPrivate

bool VibeUE::StartEngineServer()
{
	EngineServerPrivate::FNowhere Nowhere;
	return GEditor && GEditor->Exec(GEditor->GetEditorWorldContext().World(), TEXT("ModelContextProtocol.StartServer"), Nowhere);
}
