// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** What kind of place a text leads to. */
enum class EChatLinkKind : uint8
{
	/** None. */
	Nowhere,
	/** A page of the web. */
	Web,
	/** A file of the project. */
	File,
	/** An asset. */
	Asset,
};

/** Where a text leads. */
struct FChatLink
{
	EChatLinkKind Kind = EChatLinkKind::Nowhere;
	/** The address, the file's path from the project's folder on, or the path of the asset's package. */
	FString Name;
	/** The name of a page's site. */
	FString Site;
	/** What the user should know of a page before it is opened; empty if nothing is. */
	FText Caution;
	/** The whole path of a file; empty if the project has none of that name. */
	FString Path;
	/** The line of a file, from 1; 0 for none. */
	int32 Line = 0;
	/** An editor of texts may open the file. */
	bool bIsText = false;
};

/** Opens what texts lead to. The core decides what that is, and that no file outside of the project is one. */
struct FChatLinks
{
	/** Finds where a text leads. */
	static FChatLink Find(const FString& Text);

	/** Opens a page, a text or an asset's folder; what could run is shown in its folder. Returns false if there is nothing to open. */
	static bool Open(const FChatLink& Link);
};
