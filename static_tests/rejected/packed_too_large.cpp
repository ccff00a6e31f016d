// SPDX-License-Identifier: BSL-1.0
// rejected: a weight that could be, but not once its lines are filled up.
// expect-error: attn::packed\(w\): too large: filled up, the lines would take more bytes than an object can have
// errors: 1
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
using type = decltype(packed(std::declval<const matrix<char, 1ull << 57, 7>&>()));
#else
using type = decltype(packed(std::declval<const matrix<char, 1ull << 53, 7>&>()));
#endif
