// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include <cstdint>

#include "rust/cxx.h"

namespace vibeue
{

/// A text in UTF-16 that a host gives away, whatever its length, without copying it.
///
/// The core reads it once on another thread and deletes it there, also after
/// the session has ended: what implements it may belong to no thread, and its
/// text must not change any more. The methods must not throw.
class HeldText
{
public:
	HeldText() = default;
	HeldText(const HeldText&) = delete;
	HeldText& operator=(const HeldText&) = delete;
	virtual ~HeldText() = default;

	/// The text, for as long as this lives.
	virtual rust::Slice<const std::uint16_t> units() const noexcept = 0;
};

} // namespace vibeue
