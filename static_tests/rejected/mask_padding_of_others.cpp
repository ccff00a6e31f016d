// SPDX-License-Identifier: BSL-1.0
// rejected: the padding of another sequence of the same length, where the tokens attend to themselves.
// expect-error: a mask must have the axes of the scores
// errors: 1
#include <attn.hpp>

using namespace attn;

using source = axis<"source", 3>;
using token = axis<"token", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> X{{1, 2}, {3, 4}, {5, 6}};
constexpr keep_mask<source> heard{1, 1, 0};
constexpr keep_mask<token> said{1, 1, 0};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(X, X, key_padding(heard));
#else
constexpr auto weights = attention_weights(X, X, key_padding(said));
#endif
