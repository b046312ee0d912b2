#pragma once

// Around a large Construct. SB SubsystemTableItem.cpp; NS NoesisStyle.cpp
#define BEGIN_SLATE_FUNCTION_BUILD_OPTIMIZATION
#define END_SLATE_FUNCTION_BUILD_OPTIMIZATION
