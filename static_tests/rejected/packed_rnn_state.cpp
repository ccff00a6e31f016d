// SPDX-License-Identifier: BSL-1.0
// rejected: a packed RNN's step from the state of a wider one.
// expect-error: attn: a step \(x, before\): the state must be as wide as the cell
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr auto cell = packed(nn::rnn_cell<float, dim<3>, dim<2>>{});
constexpr tensor<float, dim<3>> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto after = cell(x, initial(tensor<float, dim<4>>{}));
#else
constexpr auto after = cell(x, initial(tensor<float, dim<2>>{}));
#endif
