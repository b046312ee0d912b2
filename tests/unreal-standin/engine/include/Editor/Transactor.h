#pragma once

#include "Internationalization/Text.h"

// PYB UEPyEditor.cpp: a step of the undo history.
class FTransaction
{
public:
	FText GetTitle() const
	{
		return StandInTitle;
	}

	FText StandInTitle;
};

// SUE Tools/PIE/PieSessionTool.cpp (the include); Epic: UnrealEd/UTransactor. The history: what was done, the oldest first, with what was
// undone at its end.
class UTransactor
{
public:
	int32 GetQueueLength() const; // PYB UEPyEditor.cpp; COR CortexUMG, FCortexUMGUndoRedoTest
	int32 GetUndoCount() const; // COR CortexUMG, FCortexUMGUndoRedoTest: how many of them are undone
	const FTransaction* GetTransaction(int32 QueueIndex) const; // PYB UEPyEditor.cpp
};
