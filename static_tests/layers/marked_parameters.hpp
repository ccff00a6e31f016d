// SPDX-License-Identifier: BSL-1.0
// What attn/layers/marked_parameters.hpp promises.
#pragma once

#include <attn/layers/activation.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/marked_parameters.hpp>
#include <attn/tensor/compare.hpp>
#include <boost/hana/define_struct.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::marked_parameters_tests {

using namespace attn;
using in = axis<"in", 3>;
using out = axis<"out", 2>;
template <class T>
using layer = nn::linear<T, in, out, output_by_input>;

constexpr report numbers_in_order() {
  report r;
  using I = influence<float, 8>;
  const auto model = marked(launder(layer<float>{}));
  static_assert(std::is_same_v<decltype(model), const layer<I>>);
  r.check(identical(model.weight(1, 2), I::input(5)) && identical(model.bias(1), I::input(7)));
  static_assert(std::is_same_v<decltype(marked<nan_too>(layer<double>{})),
                               layer<influence<double, 8, nan_too>>>);
  return r;
}

// One output depends on its row of the weight and its bias; a zero of x removes a column.
constexpr report what_a_result_depends_on() {
  report r;
  using I = influence<float, 8>;
  const auto model = marked(launder(layer<float>{}));
  const tensor<float, in> x{2, 0, -1};
  const auto y = model(arbitrary<I>(x));
  r.check(reach<"out">(y) ==
          tensor<bool, out, dim<8>>{{1, 1, 1, 0, 0, 0, 1, 0}, {0, 0, 0, 1, 1, 1, 0, 1}});
  r.check(reach(model(as<I>(launder(x)))) == tensor<bool, dim<8>>{1, 0, 1, 1, 0, 1, 1, 1});
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"numbers in order", numbers_in_order},
    {"what a result depends on", what_a_result_depends_on},
};

}  // namespace attn_tests::marked_parameters_tests
