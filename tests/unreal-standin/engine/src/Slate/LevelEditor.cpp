#include "LevelEditor.h"

IMPLEMENT_MODULE(FLevelEditorModule, LevelEditor)
