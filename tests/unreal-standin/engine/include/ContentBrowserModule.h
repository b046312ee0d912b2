#pragma once

#include "Modules/ModuleManager.h"

class IContentBrowserSingleton;

// AA Context/UnrealAiEditorContextQueries.cpp; COR CortexFrontend/Private/Context/CortexEditorContextGatherer.cpp
class FContentBrowserModule : public IModuleInterface
{
public:
	virtual IContentBrowserSingleton& Get() const;
};
