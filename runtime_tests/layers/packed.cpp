// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/packed.hpp"

#include "runtime_tests/catch.hpp"

namespace {

using namespace attn;
using namespace attn_tests::packed_layer_tests;

// Several strips and blocks, and what is left over of them; too many numbers for the compiler.
template <class T>
void check_large() {
  attn_tests::report r;
  check_linear<T, 1, 37, 101, output_by_input, with_bias>(r);
  check_linear<T, 17, 64, 128, input_by_output, with_bias>(r);
  check_network<T, 1, 31, 67, output_by_input, act::gelu_tanh>(r);
  check_network<T, 19, 40, 131, output_by_input, act::gelu_tanh>(r);
  check_network<T, 13, 48, 96, input_by_output, act::gelu_exact, without_bias>(r);
  check_gated<T, 11, 29, 73, output_by_input>(r);
  CHECK(r.failed_line == 0);
}

}  // namespace

TEST_CASE("layers/packed: large layers") {
  check_large<float>();
  check_large<double>();
}
