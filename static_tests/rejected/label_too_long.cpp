// SPDX-License-Identifier: BSL-1.0
// rejected: 24 characters; every diagnostic repeats the name and has to stay readable.
// expect-error: attn::axis: the name must be an identifier of 1 to 23 characters
// errors[gcc]: 1
// errors[clang]: 2
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr tensor<double, axis<"position_in_the_sentence", 3>> x;
#else
constexpr tensor<double, axis<"position_in_the_sentenc", 3>> x;
#endif
