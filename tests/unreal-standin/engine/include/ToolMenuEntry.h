#pragma once

#include "ToolMenus.h"
