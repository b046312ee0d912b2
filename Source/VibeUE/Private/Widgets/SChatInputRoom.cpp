// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// How high the message box and its list may be.

#include "Widgets/SChatInput.h"

#include "Widgets/SChatCompletion.h"
#include "Widgets/SChatText.h"

namespace SChatInputRoomPrivate
{
/** Slate units of the field: the minimum, and if there is room for more. */
static constexpr float LeastHeight = 58.0f;
static constexpr float MostHeight = 200.0f;
} // namespace SChatInputRoomPrivate

void SChatInput::SetRoom(const TAttribute<float>& InRoom)
{
	Room = InRoom;
	List->SetRoom(TAttribute<float>::CreateSP(this, &SChatInput::GetListRoom));
}

FOptionalSize SChatInput::GetMostHeight() const
{
	const float Its = Room.Get(0.0f);
	return Its > 0.0f ? FMath::Clamp(Its, SChatInputRoomPrivate::LeastHeight, SChatInputRoomPrivate::MostHeight) : SChatInputRoomPrivate::MostHeight;
}

float SChatInput::GetListRoom() const
{
	const float Its = Room.Get(0.0f);
	const float Field = FMath::Clamp(static_cast<float>(TextBox->GetDesiredSize().Y), SChatInputRoomPrivate::LeastHeight, GetMostHeight().Get());
	return Its > 0.0f ? FMath::Max(Its - Field, 1.0f) : 0.0f;
}
