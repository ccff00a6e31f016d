// SPDX-License-Identifier: BSL-1.0
// What attn/io/from_text.hpp promises to the compiler; what a program is told about a
// wrong text is looked at in runtime_tests/io/from_text.cpp.
#pragma once

#include <attn/attention/mask.hpp>
#include <attn/io/from_text.hpp>
#include <attn/layers/linear.hpp>
#include <attn/tensor/tensor.hpp>
#include <attn/text/token_id.hpp>
#include <boost/hana/tuple.hpp>
#include <concepts>
#include <limits>
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
  r.check(readable<matrix<int, 2, 3>> && readable<tensor<token_id<24>, dim<3>>>);
  r.check(readable<matrix<float, 2, 3>, matrix<int, 2, 3>>);
  r.check(!readable<keep_mask<dim<2>, dim<3>>> && !readable<>);
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

// A result converts to bool in a condition, but not to a number.
constexpr report the_result() {
  report r;
  r.check(std::is_constructible_v<bool, text_result>);
  r.check(!std::is_convertible_v<text_result, bool>);
  return r;
}

// A text as a constant; one with a mistake is none (static_tests/rejected/from_text_*.cpp):
// text_has_too_few_numbers, text_has_too_many_numbers, text_has_a_word_that_is_no_number,
// text_has_a_number_out_of_range, text_has_other_axes_than_the_tensor.
using row = axis<"row", 2>;
using column = axis<"column", 3>;
template <class T>
constexpr report constants() {
  report r;
  constexpr auto x =
      from_text<tensor<T, row, column>>("1 2 0x1.8p1  # and more\n -0.1, 1e-40; inf");
  const auto y = launder(x);
  r.check(y(0, 2) == 3 && y(1, 0) == T(-0.1L) && y(1, 1) == T(1e-40L));
  r.check(y(1, 2) == std::numeric_limits<T>::infinity());
  r.bits(x);
  r.bits(from_text<tensor<T, row, column>>(launder(std::string_view("1 2 3.25 -0.1 1e-40 nan"))));
  return r;
}
constexpr report with_the_type_in_front() {
  report r;
  r.check(from_text<tensor<double>>("tensor<double>\n  0.5\n") == tensor<double>{0.5});
  r.check(from_text<tensor<float, row>>("# two\ntensor<float, row 2>\n 1 2") ==
          tensor<float, row>{1, 2});
  r.check(from_text<tensor<double, row, dim<1>>>("tensor<double, row 2, 1>\n 1\n 2\n") ==
          tensor<double, row, dim<1>>{{1}, {2}});
  r.check(from_text<tensor<int, row>>("tensor<int, row 2> -1 +2") == tensor<int, row>{-1, 2});
  r.check(from_text<tensor<token_id<24>, row>>("tensor<token_id, row 2> 1 23")(1) == 23);
  return r;
}
constexpr report models_that_are_constants() {
  report r;
  using layer = nn::linear<float, dim<2>, dim<1>, output_by_input>;
  const auto m = launder(from_text<layer>("tensor<float, 1, 2>\n1 2\ntensor<float, 1>\n3.5"));
  r.check(m.weight == matrix<float, 1, 2>{{1, 2}} && m.bias(0) == 3.5f);
  r.bits(m.weight);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"tensors of floating-point numbers", tensors_of_floating_point_numbers},
    {"models", models},
    {"the result", the_result},
    {"constants, double", constants<double>},
    {"constants, float", constants<float>},
    {"with the type in front", with_the_type_in_front},
    {"models that are constants", models_that_are_constants},
};

}  // namespace attn_tests::from_text_tests
