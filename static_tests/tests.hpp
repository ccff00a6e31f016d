// SPDX-License-Identifier: BSL-1.0
// What the behaviours of a header include: the library without attn/io, and how a test is written. It is
// precompiled.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/drivers.hpp"
#include "static_tests/support/elementary.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"
#include "static_tests/support/operations_of.hpp"
#include "static_tests/support/says.hpp"
#include "static_tests/support/ulp.hpp"
#include "static_tests/without_io.hpp"

// The axes of most tests. A test that needs another size declares its own.
namespace attn_tests::axes {

using batch = attn::axis<"batch", 2>;
using column = attn::axis<"column", 4>;
using content = attn::axis<"content", 7>;
using d_k = attn::axis<"d_k", 4>;
using d_v = attn::axis<"d_v", 2>;
using feature = attn::axis<"feature", 3>;
using head = attn::axis<"head", 2>;
using hidden = attn::axis<"hidden", 4>;
using inner = attn::axis<"inner", 5>;
using key = attn::axis<"key", 5>;
using model = attn::axis<"model", 4>;
using query = attn::axis<"query", 3>;
using source = attn::axis<"source", 4>;
using token = attn::axis<"token", 3>;
using width = attn::axis<"width", 4>;
using word = attn::axis<"word", 7>;

}  // namespace attn_tests::axes
namespace attn_tests {

using namespace attn;
using namespace axes;

}  // namespace attn_tests
