#pragma once

// CES CesiumRuntime/Public/CesiumCommon.h; PUE JsEnv/Private/JSGeneratedClass.cpp. The compiler's command line says which.
#ifndef ENGINE_MAJOR_VERSION
#define ENGINE_MAJOR_VERSION 5
#endif
#ifndef ENGINE_MINOR_VERSION
#define ENGINE_MINOR_VERSION 8
#endif
#ifndef ENGINE_PATCH_VERSION
#define ENGINE_PATCH_VERSION 0
#endif
