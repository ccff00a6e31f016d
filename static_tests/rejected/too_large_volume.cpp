// SPDX-License-Identifier: BSL-1.0
// rejected: two axes of 2^32 have 2^64 elements, which a size_t counts as none.
// expect-error: attn::tensor: too large: the elements would take more bytes than an object can have
// expect-note: 4294967296, 4294967296
// errors: 1
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr std::size_t bytes = sizeof(tensor<double, axis<"a", 1ull << 32>, axis<"b", 1ull << 32>>);
#else
constexpr std::size_t bytes = sizeof(tensor<double, axis<"a", 1ull << 25>, axis<"b", 1ull << 31>>);
#endif
