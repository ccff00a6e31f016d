// SPDX-License-Identifier: BSL-1.0
// rejected: E14: a decoder whose output layer is for [h; c].
// expect-error: attn::decoder_logits\(after, context, y, W, b\): the input of W must be as wide as the state, the context and y together
// errors: 1
#include <attn.hpp>

using namespace attn;

using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;
template <std::size_t N>
using decoder = nn::decoder<decltype(nn::rnn_cell<double, dim<4 + 3>, hidden>{}),
                            nn::embedding<double, word, width>,
                            nn::linear<double, dim<N>, word, output_by_input>>;

#ifdef ATTN_REJECT
constexpr auto said =
    greedy_decode<axis<"target", 5>>(decoder<4 + 4>{}, before, token_id<7>(0), memory);
#else
constexpr auto said =
    greedy_decode<axis<"target", 5>>(decoder<4 + 4 + 3>{}, before, token_id<7>(0), memory);
#endif
