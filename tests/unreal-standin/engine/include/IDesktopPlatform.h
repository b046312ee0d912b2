#pragma once

#include "Containers/Array.h"
#include "Containers/UnrealString.h"

// COR CortexFrontend/Private/Widgets/SCortexGenMeshSession.cpp; PYB UEPyEngine.cpp
namespace EFileDialogFlags
{
enum Type
{
	None = 0x00,
	Multiple = 0x01,
};
}

// COR; PYB
class IDesktopPlatform
{
public:
	virtual ~IDesktopPlatform() = default;
	virtual bool OpenFileDialog(const void* ParentWindowHandle, const FString& DialogTitle, const FString& DefaultPath, const FString& DefaultFile,
		const FString& FileTypes, uint32 Flags, TArray<FString>& OutFilenames) = 0;
	// PYB UEPyEngine.cpp py_unreal_engine_save_file_dialog. Whether it asks before it names an existing file is up to
	// the system.
	virtual bool SaveFileDialog(const void* ParentWindowHandle, const FString& DialogTitle, const FString& DefaultPath, const FString& DefaultFile,
		const FString& FileTypes, uint32 Flags, TArray<FString>& OutFilenames) = 0;
};
