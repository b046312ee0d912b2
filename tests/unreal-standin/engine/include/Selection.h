#pragma once

#include "Containers/Array.h"
#include "UObject/Object.h"

class AActor;

// PCG PCGExAssetEntryCustomization.cpp; PDU SProceduralDungeonEdModeWidget.cpp; COR CortexEditorContextGatherer.cpp
class USelection
{
public:
	int32 Num() const
	{
		return StandInObjects.Num();
	}

	TArray<UObject*> StandInObjects;
};

class FSelectionIterator
{
public:
	explicit FSelectionIterator(USelection& InSelection)
		: Selection(InSelection)
	{
	}
	explicit operator bool() const
	{
		return Index < Selection.StandInObjects.Num();
	}
	void operator++()
	{
		++Index;
	}
	UObject* operator*() const
	{
		return Selection.StandInObjects[Index];
	}

private:
	USelection& Selection;
	int32 Index = 0;
};
