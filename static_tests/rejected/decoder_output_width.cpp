// SPDX-License-Identifier: BSL-1.0
// rejected: E14: a decoder whose output layer is for [h; c].
// expect-error: attn::nn::recurrent_decoder: the input of the output layer must be as wide as \[h; context; y\]
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
using cell_type = nn::rnn_cell<double, dim<4 + 3>, hidden>;
using embedding_type = nn::embedding<double, word, width>;

#ifdef ATTN_REJECT
constexpr nn::recurrent_decoder<cell_type, embedding_type,
                                nn::linear<double, dim<4 + 4>, word, output_by_input>>
    d{};
#else
constexpr nn::recurrent_decoder<cell_type, embedding_type,
                                nn::linear<double, dim<4 + 4 + 3>, word, output_by_input>>
    d{};
#endif
