// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** Paths of assets and folders as a model writes them, before the engine sees them: it ends the editor over some that it cannot read. */
namespace VibeUE
{
/** Returns what is wrong with a path, for the model; nothing if the engine may be asked for it. */
FString FindPathFault(const FString& Path);

/** Returns whether a path names an actor of a map, as /Game/Maps/Main.Main:PersistentLevel.Door. */
bool IsActorPath(const FString& Path);

/** The same as FindPathFault for the path of an actor. */
FString FindActorPathFault(const FString& Path);

/** Returns whether a package holds a part of a level, and no asset that the user would name: World Partition keeps each actor in one of its own. */
bool IsOfLevel(const FString& PackageName);

/** Returns the object of a path: /Game/Doors/BP_Door is /Game/Doors/BP_Door.BP_Door. */
FString GetObjectPath(const FString& Path);

/** Returns the package of a path: that of /Game/Doors/BP_Door.BP_Door is /Game/Doors/BP_Door. */
FString GetPackagePath(const FString& Path);
} // namespace VibeUE
