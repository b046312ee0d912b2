#pragma once

#include "HAL/Platform.h"
#include "StandIn/DelegateInstance.h"

// Types of widgets at run time: programs are built without RTTI. A class of the stand-in names its parent; a class of a
// plugin is known by the name that SNew got and by the stand-in's class that it derives from.
#define STANDIN_WIDGET_ROOT(Self) \
public: \
	virtual bool StandInIsA(const void* Id) const \
	{ \
		return Id == ::StandIn::TypeId<Self>(); \
	} \
\
private:

#define STANDIN_WIDGET(Self, Parent) \
public: \
	virtual bool StandInIsA(const void* Id) const override \
	{ \
		return Id == ::StandIn::TypeId<Self>() || Parent::StandInIsA(Id); \
	} \
\
private:
