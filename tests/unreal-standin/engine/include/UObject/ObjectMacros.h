#pragma once

#include "HAL/Platform.h"
#include "Templates/UnrealTemplate.h"

// What the header tool reads and the compiler does not see.
// CES CesiumEditor/Private/CesiumGlobeAnchorCustomization.h; SEN Sentry/Public/SentryBreadcrumb.h; UEC UE5CoroTests/Private/TestDelegates.h
#define UCLASS(...)
#define USTRUCT(...)
#define UENUM(...)
#define UFUNCTION(...)
#define UPROPERTY(...)
#define UPARAM(...)
#define UMETA(...)

// Joined from the file's id, which the generated header defines, and the line:
// a body whose line the tool does not know cannot be compiled.
#define STANDIN_BODY_NAME_INNER(FileId, Line) FileId##_##Line##_GENERATED_BODY
#define STANDIN_BODY_NAME(FileId, Line) STANDIN_BODY_NAME_INNER(FileId, Line)
#define GENERATED_BODY(...) STANDIN_BODY_NAME(CURRENT_FILE_ID, __LINE__)

// CES CesiumRuntime/Private/CesiumIonServer.cpp, Cesium3DTileset.cpp, CesiumActors.cpp; UEC UE5CoroTests/Private/CoroutineHandleTest.cpp
enum EObjectFlags
{
	RF_NoFlags = 0x0,
	RF_Public = 0x1,
	RF_Standalone = 0x2,
	RF_Transactional = 0x8,
	RF_ClassDefaultObject = 0x10,
	RF_ArchetypeObject = 0x20,
	RF_Transient = 0x40,
	RF_DuplicateTransient = 0x80,
	RF_TextExportTransient = 0x100,
};
inline constexpr EObjectFlags operator|(EObjectFlags A, EObjectFlags B)
{
	return static_cast<EObjectFlags>(static_cast<int>(A) | static_cast<int>(B));
}
inline constexpr EObjectFlags operator&(EObjectFlags A, EObjectFlags B)
{
	return static_cast<EObjectFlags>(static_cast<int>(A) & static_cast<int>(B));
}
// SEN sample/Source/SentryPlayground/Utils/SentryPlaygroundCrashUtils.cpp
#define GARBAGE_COLLECTION_KEEPFLAGS (RF_Standalone)
