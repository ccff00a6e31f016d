// SPDX-License-Identifier: BSL-1.0
// rejected: what no array can have: the elements could be counted, and their bytes could not.
// expect-error: attn::tensor: too large: the elements would take more bytes than an object can have
// errors: 1
#include <attn.hpp>

using namespace attn;

using floats = tensor<float, axis<"a", 1ull << 57>>;

#ifdef ATTN_REJECT
using doubles = decltype(as<double>(std::declval<const floats&>()));
#else
using doubles = decltype(as<int>(std::declval<const floats&>()));
#endif
