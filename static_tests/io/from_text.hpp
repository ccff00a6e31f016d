// SPDX-License-Identifier: BSL-1.0
// What attn/io/from_text.hpp promises to the compiler; texts are read by programs only, in
// runtime_tests/io/from_text.cpp.
#pragma once

#include <attn/io/from_text.hpp>
#include <attn/layers/linear.hpp>
#include <attn/tensor/tensor.hpp>
#include <boost/hana/tuple.hpp>
#include <concepts>
#include <string_view>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::from_text_tests {

using namespace attn;

template <class... Tensors>
concept readable = requires(std::string_view text, Tensors&... into) {
  { from_text(text, into...) } -> std::same_as<text_result>;
};

constexpr report tensors_of_floating_point_numbers() {
  report r;
  r.check(readable<tensor<double>>);
  r.check(readable<matrix<float, 2, 3>, tensor<double, axis<"token", 2>>>);
  r.check(!readable<matrix<int, 2, 3>>);
  r.check(!readable<matrix<float, 2, 3>, matrix<int, 2, 3>>);
  r.check(!readable<const tensor<double>>);
  return r;
}

// A model that is not const; its elements are a rule, static_tests/rejected/io.cpp.
constexpr report models() {
  report r;
  using layer = nn::linear<float, dim<3>, dim<2>, output_by_input>;
  r.check(readable<layer> && readable<boost::hana::tuple<layer, layer>> && readable<layer[2]>);
  r.check(!readable<const layer>);
  return r;
}

// A result is asked in an if; it is no number.
constexpr report the_result() {
  report r;
  r.check(std::is_constructible_v<bool, text_result>);
  r.check(!std::is_convertible_v<text_result, bool>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"tensors of floating-point numbers", tensors_of_floating_point_numbers},
    {"models", models},
    {"the result", the_result},
};

}  // namespace attn_tests::from_text_tests
