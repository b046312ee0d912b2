#pragma once

#include "Containers/UnrealString.h"
#include "GenericPlatform/Accessibility/GenericAccessibleInterfaces.h"

// What speaks to screen readers. Epic: SlateCore/FSlateApplicationBase/GetAccessibleMessageHandler,
// ApplicationCore/FGenericAccessibleMessageHandler/MakeAccessibleAnnouncement ("earlier announcement requests will get stomped by later
// announcements on certain platforms"); DGU Core/Components/DreamWidget.cpp
class FSlateAccessibleMessageHandler
{
public:
	virtual ~FSlateAccessibleMessageHandler() = default;
	virtual void MakeAccessibleAnnouncement(const FString& AnnouncementString);
};
