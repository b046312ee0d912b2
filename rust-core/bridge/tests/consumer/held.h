// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// A text that is given away as the plugin gives it.

#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "vibeue/bridge.h"

/// Where texts that were given away are deleted.
struct HeldFate
{
	std::atomic<int> deleted{0};
	/// By the thread that asks.
	std::atomic<int> deleted_here{0};
	std::thread::id here = std::this_thread::get_id();
};

class Held final : public vibeue::HeldText
{
public:
	Held(std::u16string&& InText, HeldFate* InFate) : Text(std::move(InText)), Fate(InFate) {}
	~Held() override
	{
		if (Fate)
		{
			Fate->deleted_here += Fate->here == std::this_thread::get_id() ? 1 : 0;
			++Fate->deleted;
		}
	}
	rust::Slice<const std::uint16_t> units() const noexcept override
	{
		return rust::Slice<const std::uint16_t>(reinterpret_cast<const std::uint16_t*>(Text.data()), Text.size());
	}

private:
	const std::u16string Text;
	HeldFate* const Fate;
};

inline std::unique_ptr<vibeue::HeldText> held(std::u16string&& Text, HeldFate* Fate = nullptr)
{
	return std::make_unique<Held>(std::move(Text), Fate);
}
