#pragma once

#include "HAL/Platform.h"

// CX SCortexQASessionList.cpp; Epic: Slate/SListView/FArguments
namespace ESelectionMode
{
enum Type : int
{
	None,
	Single,
	SingleToggle,
	Multi,
};
}
