// SPDX-License-Identifier: BSL-1.0
// An LSTM of 32 along 32 steps: two evaluations of 16, the second from where the first ended. (All 32
// at once are too many steps for Clang's default limit.)
#include <attn/layers/initialize.hpp>
#include <attn/ops/concat.hpp>
#include <attn/ops/slice.hpp>
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
constexpr auto read =
    unroll(cell, narrow<"time", 16>(xs, 0), initial<lstm_state<tensor<float, hidden>>>());
constexpr auto rest = unroll(cell, narrow<"time", 16>(xs, 16), advance(read.last));

static_assert(agrees(concat<"time">(read.outputs, rest.outputs), lstm_32));

}  // namespace attn_tests::without_flags
