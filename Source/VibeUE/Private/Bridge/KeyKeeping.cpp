// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/KeyKeeping.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"

namespace KeyKeepingPrivate
{
static vibeue::KeyErrand ToCore(FKeyKeeping::EErrand Errand)
{
	switch (Errand)
	{
	case FKeyKeeping::EErrand::Find:
		return vibeue::KeyErrand::Find;
	case FKeyKeeping::EErrand::Keep:
		return vibeue::KeyErrand::Keep;
	case FKeyKeeping::EErrand::Remove:
		break;
	}
	return vibeue::KeyErrand::Remove;
}
} // namespace KeyKeepingPrivate

FKeyKeeping::FKeyKeeping(const FVibeUEModelChoice& Model, EErrand Errand)
	: Keeping(vibeue::start_key_keeping(VibeUE::ToCore(Model), KeyKeepingPrivate::ToCore(Errand)))
{
}

bool FKeyKeeping::IsFinished() const
{
	return Keeping->is_finished();
}

FVibeUEError FKeyKeeping::GetProblem() const
{
	return VibeUE::FromCore(Keeping->report().status);
}

bool FKeyKeeping::HasKey() const
{
	return Keeping->report().has_key;
}

FString FKeyKeeping::GetServer() const
{
	return VibeUE::FromCore(Keeping->report().server);
}
