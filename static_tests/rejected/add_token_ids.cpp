// SPDX-License-Identifier: BSL-1.0
// rejected: a calculation with ids, which are no numbers.
// expect-error: attn: A \+ B: the elements must be numbers
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<token_id<5>, dim<2>> a{1, 2};
constexpr tensor<token_id<5>, dim<2>> b{3, 4};

#ifdef ATTN_REJECT
constexpr auto y = a + b;
#else
constexpr auto y = as<int>(a) + as<int>(b);
#endif
