// SPDX-License-Identifier: BSL-1.0
// rejected: E13: the last state of the encoder is advanced, or is none to begin with.
// expect-error: attn::sampled_decode\(decoder, before, …\): it starts from the state before the first step
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
using decoder_type =
    nn::recurrent_decoder<nn::rnn_cell<double, dim<4 + 3>, hidden>,
                          nn::embedding<double, word, width>,
                          nn::linear<double, dim<4 + 4 + 3>, word, output_by_input>>;
constexpr decoder_type d;
constexpr tensor<double, axis<"target", 5>> u;
constexpr state_after<tensor<double, hidden>> last{};

#ifdef ATTN_REJECT
constexpr auto said = sampled_decode(d, last, token_id<7>(0), memory, u);
#else
constexpr auto said = sampled_decode(d, advance(last), token_id<7>(0), memory, u);
#endif
