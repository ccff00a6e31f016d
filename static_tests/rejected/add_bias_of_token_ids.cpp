// SPDX-License-Identifier: BSL-1.0
// rejected: a bias for ids, which are no numbers.
// expect-error: attn::add_bias\(x, b\): the elements must be numbers
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr matrix<token_id<5>, 2, 3> ids{};
constexpr tensor<token_id<5>, dim<3>> b{};

#ifdef ATTN_REJECT
constexpr auto y = add_bias(ids, b);
#else
constexpr auto y = add_bias(as<int>(ids), as<int>(b));
#endif
