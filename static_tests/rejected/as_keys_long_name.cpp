// SPDX-License-Identifier: BSL-1.0
// rejected: the keys of a sequence whose name leaves no room for "key_" in front of it.
// expect-error: attn::as_keys\(x\): `key_` and the sequence's name must be at most 23 characters
// errors: 1
#include <attn.hpp>

using namespace attn;

using width = axis<"width", 2>;

#ifdef ATTN_REJECT
using sentence = axis<"position_in_sentence", 3>;
#else
using sentence = axis<"position", 3>;
#endif

constexpr tensor<double, sentence, width> x{{1, 2}, {3, 4}, {5, 6}};
constexpr auto y = as_keys(x);

static_assert(y.rank == 2);
