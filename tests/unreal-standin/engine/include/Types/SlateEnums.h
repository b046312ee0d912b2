#pragma once

#include "HAL/Platform.h"

// AX SAutonomixChatView.cpp; UC ClaudeEditorWidget.cpp: unscoped.
enum EHorizontalAlignment : int
{
	HAlign_Fill,
	HAlign_Left,
	HAlign_Center,
	HAlign_Right,
};
enum EVerticalAlignment : int
{
	VAlign_Fill,
	VAlign_Top,
	VAlign_Center,
	VAlign_Bottom,
};

// UC SClaudeInputArea.cpp; CES (`EOrientation::Orient_Horizontal`): a plain enum.
enum EOrientation : int
{
	Orient_Horizontal,
	Orient_Vertical,
};

// Epic: Slate/SEditableTextBox; AX SAutonomixHistoryPanel.cpp
namespace ETextCommit
{
enum Type : int
{
	Default,
	OnEnter,
	OnUserMovedFocus,
	OnCleared,
};
}

// PLS SPlasticSourceControlChangesetsWidget.cpp; CX SCortexQASessionList.cpp
namespace ESelectInfo
{
enum Type : int
{
	OnKeyPress,
	OnNavigation,
	OnMouseClick,
	Direct,
};
}

// AA SChatComposer.cpp
enum EMenuPlacement : int
{
	MenuPlacement_BelowAnchor,
	MenuPlacement_ComboBox,
	MenuPlacement_AboveAnchor,
};

// CX SCortexAnalysisConfig.cpp; CES SelectCesiumIonToken.cpp
enum class ECheckBoxState : uint8
{
	Unchecked,
	Checked,
	Undetermined,
};

// Epic: SlateCore/EConsumeMouseWheel
enum class EConsumeMouseWheel : uint8
{
	WhenScrollingPossible,
	Always,
	Never,
};

// AX SAutonomixHistoryPanel.cpp (SetDirectly); RIV RiveWidget.cpp (Mouse); Epic: SlateCore/EFocusCause
enum class EFocusCause : uint8
{
	Mouse,
	Navigation,
	SetDirectly,
	Cleared,
	OtherWidgetLostFocus,
	WindowActivate,
};

// CX SCortexToolCallBlock.cpp; PLS SPlasticSourceControlLockRow.cpp
enum class ETextOverflowPolicy : uint8
{
	Clip,
	Ellipsis,
};
