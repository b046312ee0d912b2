#pragma once

// CRD UnrealBlueprintAudit/Private/BlueprintAuditSubsystem.cpp; WXS WxBlueprintSnapshotModule.cpp
class FObjectPostSaveContext
{
};
