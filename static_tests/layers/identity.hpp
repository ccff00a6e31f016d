// SPDX-License-Identifier: BSL-1.0
// What attn/layers/identity.hpp promises.
#pragma once

#include <attn/layers/identity.hpp>
#include <attn/layers/linear.hpp>
#include <attn/tensor/compare.hpp>
#include <boost/hana/define_struct.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::identity_tests {

using namespace attn;
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using out = axis<"out", 2>;

constexpr report as_it_is() {
  report r;
  const auto x = launder(filled<tensor<double, token, width>>(1));
  const auto y = nn::identity{}(x);
  static_assert(std::is_same_v<decltype(y), const tensor<double, token, width>>);
  r.check(bitwise_equal(y, x));
  r.bits(y);
  return r;
}

// In front of, between and behind parts with parameters, and in an array.
struct network {
  using first_layer = nn::linear<float, width, out, output_by_input>;
  using nothings = nn::identity[2];
  using second_layer = nn::linear<float, out, token, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (nn::identity, before), (first_layer, first),
                           (nothings, between), (second_layer, second), (nn::identity, behind));
};

constexpr report is_passed_over() {
  report r;
  static_assert(parameter_count<network> == 4 * 2 + 2 + 2 * 3 + 3);
  static_assert(parameters_of<network>::tensors == 4);
  const auto all = launder(filled<tensor<float, dim<parameter_count<network>>>>(2));
  const auto f = vector_to_parameters<network>(all);
  r.check(parameter<"first.bias">(f)(1) == all(9) &&
          parameter<"second.weight">(f)(0, 0) == all(10));
  r.check(bitwise_equal(parameters_to_vector(f), all));
  std::size_t tensors = 0, letters = 0;
  for_each_parameter(
      [&](const auto& name, const auto&) {
        ++tensors;
        letters += name.length;
      },
      f);
  r.check(tensors == 4 && letters == 12 + 10 + 13 + 11);
  static_assert(std::is_same_v<detail::with_element<nn::identity, double>, nn::identity>);
  // Alone it is no model: there is nothing to count.
  static_assert(!rules::is_parameter<rules::model<nn::identity>>::value);
  static_assert(!rules::is_parameter<rules::model<nn::identity[2]>>::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"as it is", as_it_is},
    {"is passed over", is_passed_over},
};

}  // namespace attn_tests::identity_tests
