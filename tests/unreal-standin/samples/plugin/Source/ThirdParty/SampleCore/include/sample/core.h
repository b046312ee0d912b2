#pragma once

#include <cstdint>

namespace sample
{
std::uint32_t count_tokens(const char* text, std::uint32_t bytes);
}
