// SPDX-License-Identifier: BSL-1.0
// The bits by the instruction set that the unit is compiled for.
#include "unit.hpp"

std::uint64_t hash_by_own_instructions() { return hash_of_all(); }
