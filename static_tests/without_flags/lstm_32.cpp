// SPDX-License-Identifier: BSL-1.0
// An LSTM of 32 along 32 steps, in pieces: each begins where the one before it ended, and is an
// evaluation of its own. (All at once they are too many steps for Clang's default limit.)
#include <attn/layers/parameters.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/random/splitmix.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/recurrent/unroll.hpp>

#include "static_tests/without_flags/agrees.hpp"

namespace attn_tests::without_flags {

using namespace attn;
using time = axis<"time", 32>;
using in = axis<"in", 32>;
using hidden = axis<"hidden", 32>;
using lstm = nn::lstm_cell<float, in, hidden>;

constexpr auto cell = splitmix_parameters<splitmix::s24, lstm>(61, 0.25);
constexpr auto xs = splitmix_fill<splitmix::s24, tensor<float, time, in>>(60);
template <int Piece>
constexpr auto piece =
    unroll(cell, narrow<"time", 8>(xs, 8 * Piece), advance(piece<Piece - 1>.last));
template <>
constexpr auto piece<0> =
    unroll(cell, narrow<"time", 8>(xs, 0), initial<lstm_state<tensor<float, hidden>>>());
constexpr auto out =
    concat<"time">(piece<0>.outputs, piece<1>.outputs, piece<2>.outputs, piece<3>.outputs);

static_assert(agrees(out, lstm_32));

}  // namespace attn_tests::without_flags
