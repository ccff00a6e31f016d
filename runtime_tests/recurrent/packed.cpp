// SPDX-License-Identifier: BSL-1.0
#include "static_tests/recurrent/packed.hpp"

#include "runtime_tests/catch.hpp"

namespace {

using namespace attn;
using namespace attn_tests::recurrent_packed_tests;

// Shapes of several lines and vectors, too many numbers for the compiler.
template <class T>
void check_large() {
  CHECK(lstm<T, 1, 64, 64, gate_order::ifgo>().failed_line == 0);
  CHECK(lstm<T, 5, 40, 48, gate_order::iofc>().failed_line == 0);
  CHECK(lstm<T, 3, 17, 37, gate_order::ifgo>().failed_line == 0);
  CHECK(lstm<T, 1, 17, 37, gate_order::iofc>().failed_line == 0);
  CHECK(rnn<T, 1, 40, 64, act::tanh>().failed_line == 0);
  CHECK(rnn<T, 5, 17, 37, act::tanh>().failed_line == 0);
  CHECK(gru<T, 1, 64, 64, gate_order::zrh, linear_before_reset>().failed_line == 0);
  CHECK(gru<T, 1, 17, 37, gate_order::rzn, linear_before_reset>().failed_line == 0);
  CHECK(gru<T, 7, 40, 48, gate_order::rzn, reset_before_linear>().failed_line == 0);
  CHECK(gru<T, 3, 17, 37, gate_order::rzn, linear_before_reset>().failed_line == 0);
}

}  // namespace

TEST_CASE("recurrent/packed: large cells") {
  check_large<float>();
  check_large<double>();
}
