// SPDX-License-Identifier: BSL-1.0
// What attn/rules/elements.hpp promises: of every relation, where it holds and where it does not.
#pragma once

#include <attn/rules/elements.hpp>
#include <attn/rules/roles.hpp>
#include <attn/scalars/bounds.hpp>
#include <attn/scalars/gradient.hpp>
#include <attn/scalars/reach.hpp>
#include <attn/tensor/tensor.hpp>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::elements_tests {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;

constexpr report same_element() {
  report r;
  using rules::element_of_A, rules::element_of_B, rules::same_element;
  r.check(same_element<element_of_A<float>, element_of_B<float>>);
  r.check(same_element<element_of_A<archetype>, element_of_B<archetype>>);
  r.check(!same_element<element_of_A<float>, element_of_B<double>>);
  r.check(!same_element<element_of_A<int>, element_of_B<float>>);
  r.check(!same_element<element_of_A<int>, element_of_B<unsigned>>);
  return r;
}

constexpr report floating_point_element() {
  report r;
  using rules::element, rules::floating_point_element;
  r.check(floating_point_element<element<float>>);
  r.check(floating_point_element<element<double>>);
  r.check(floating_point_element<element<archetype>>);
  r.check(!floating_point_element<element<int>>);
  r.check(!floating_point_element<element<unsigned char>>);
  r.check(!floating_point_element<element<bool>>);
  r.check(!floating_point_element<float>);
  return r;
}

constexpr report arithmetic_element() {
  report r;
  using rules::analysed_element, rules::arithmetic_element, rules::element;
  r.check(arithmetic_element<element<float>> && arithmetic_element<element<int>>);
  r.check(!arithmetic_element<element<archetype>> && !arithmetic_element<float>);
  r.check(!arithmetic_element<element<interval<float>>>);
  r.check(analysed_element<element<interval<float>>> && analysed_element<element<dual<double>>>);
  r.check(!analysed_element<element<float>> && !analysed_element<interval<float>>);
  return r;
}

constexpr report supports_arithmetic() {
  report r;
  using rules::element, rules::supports_arithmetic;
  struct no_product {
    constexpr no_product operator+(no_product) const { return {}; }
  };
  r.check(supports_arithmetic<element<float>> && supports_arithmetic<element<int>> &&
          supports_arithmetic<element<archetype>>);
  r.check(!supports_arithmetic<element<void*>> && !supports_arithmetic<element<no_product>> &&
          !supports_arithmetic<float>);
  r.check(!rules::floating_point_element<element<no_product>>::value);
  return r;
}

constexpr report same_elements() {
  report r;
  using rules::elements, rules::same_elements;
  r.check(same_elements<elements<float>> && same_elements<elements<int, int, int>>);
  r.check(!same_elements<elements<double, double, float>>);
  r.check(!same_elements<elements<float, double, double>>);
  r.check(!same_elements<elements<>> && !same_elements<float>);
  return r;
}

constexpr report float_or_double() {
  report r;
  using rules::element, rules::float_or_double;
  r.check(float_or_double<element<float>> && float_or_double<element<double>>);
  r.check(!float_or_double<element<long double>> && !float_or_double<element<int>>);
  r.check(!float_or_double<element<archetype>> && !float_or_double<float>);
  return r;
}

constexpr report arithmetic_element() {
  report r;
  using rules::element, rules::arithmetic_element;
  r.check(arithmetic_element<element<float>> && arithmetic_element<element<int>> &&
          arithmetic_element<element<bool>>);
  r.check(!arithmetic_element<element<archetype>> && !arithmetic_element<float>);
  return r;
}

constexpr report is_integer() {
  report r;
  using rules::element, rules::is_integer;
  r.check(is_integer<element<int>> && is_integer<element<unsigned char>>);
  r.check(!is_integer<element<bool>> && !is_integer<element<float>> && !is_integer<int>);
  return r;
}

constexpr report has_word_of_its_size() {
  report r;
  using rules::element, rules::has_word_of_its_size;
  r.check(has_word_of_its_size<element<float>> && has_word_of_its_size<element<double>>);
  r.check(!has_word_of_its_size<element<long double>> && !has_word_of_its_size<element<short>>);
  r.check(!has_word_of_its_size<float>);
  return r;
}

constexpr report keeps_fractions() {
  report r;
  using rules::element, rules::keeps_fractions;
  r.check(keeps_fractions<element<double>, element<float>>);
  r.check(keeps_fractions<element<int>, element<float>>);
  r.check(keeps_fractions<element<long>, element<short>>);
  r.check(!keeps_fractions<element<float>, element<int>>);
  r.check(!keeps_fractions<element<double>, element<unsigned char>>);
  return r;
}

constexpr report product_is_named() {
  report r;
  r.check(!rules::product_is_named<rules::axes_of_A<token>, rules::axes_of_B<token>>::value);
  r.check(
      !rules::product_is_named<rules::axes_of_A<token, feature>, rules::axes_of_B<feature>>::value);
  return r;
}

constexpr report are_options() {
  report r;
  struct scale {
    using kind = scale;
  };
  using rules::options;
  r.check(rules::are_options<options<>>::value && rules::are_options<options<scale, scale>>::value);
  r.check(!rules::are_options<options<scale, double>>::value);
  r.check(!rules::are_options<options<int, scale>>::value);
  r.check(!rules::are_options<scale>::value);
  return r;
}

constexpr report one_of_each_kind() {
  report r;
  struct scale;
  struct mask;
  struct dropout;
  r.check(rules::one_of_each_kind<rules::options<>>::value);
  r.check(rules::one_of_each_kind<rules::options<scale>>::value);
  r.check(rules::one_of_each_kind<rules::options<scale, mask, dropout>>::value);
  r.check(!rules::one_of_each_kind<rules::options<scale, scale>>::value);
  r.check(!rules::one_of_each_kind<rules::options<scale, mask, scale>>::value);
  r.check(!rules::one_of_each_kind<rules::options<dropout, mask, mask>>::value);
  return r;
}

constexpr report only_of_kinds() {
  report r;
  struct score;
  struct scale;
  struct mask;
  using rules::only_of_kinds, rules::options;
  r.check(only_of_kinds<options<>, options<>> && only_of_kinds<options<>, options<score>>);
  r.check(only_of_kinds<options<scale, score>, options<score, scale>>);
  r.check(only_of_kinds<options<score, score>, options<score>>);  // how many is another rule's
  r.check(!only_of_kinds<options<mask>, options<score, scale>>);
  r.check(!only_of_kinds<options<score, mask>, options<score>>);
  r.check(!only_of_kinds<options<score>, options<>> && !only_of_kinds<score, options<score>>);
  return r;
}

constexpr report scores_rows() {
  report r;
  using rules::element, rules::function, rules::operand, rules::scores_rows;
  using product = decltype([](double a, int b) { return a * b; });
  r.check(scores_rows<function<product>, operand<double>, operand<int>, element<double>>);
  r.check(!scores_rows<function<product>, operand<double>, operand<int>, element<float>>);
  r.check(!scores_rows<function<product>, operand<double>, operand<int*>, element<double>>);
  r.check(!scores_rows<function<int>, operand<double>, operand<int>, element<double>>);
  r.check(!scores_rows<product, operand<double>, operand<int>, element<double>>);
  return r;
}

constexpr report maps_rows() {
  report r;
  using rules::function, rules::maps_rows, rules::operand;
  using matrix = tensor<double, dim<2>, dim<3>>;
  using wider = decltype([](const matrix&) { return tensor<double, dim<2>, dim<6>>{}; });
  using single = decltype([](const matrix&) { return tensor<float, dim<2>, dim<3>>{}; });
  using row = decltype([](const matrix&) { return tensor<double, dim<3>>{}; });
  using number = decltype([](const matrix&) { return 1.0; });
  r.check(maps_rows<function<wider>, operand<matrix>>);
  r.check(!maps_rows<function<single>, operand<matrix>>);
  r.check(!maps_rows<function<row>, operand<matrix>>);
  r.check(!maps_rows<function<number>, operand<matrix>>);
  r.check(!maps_rows<function<wider>, operand<tensor<double, dim<5>, dim<3>>>>);
  return r;
}

constexpr report gives_one_number() {
  report r;
  using rules::gives_a_tensor, rules::gives_one_number, rules::operand;
  using number = dual<double, 2>;
  r.check(gives_one_number<operand<number>> && gives_one_number<operand<tensor<number>>>);
  r.check(!gives_one_number<operand<double>> && !gives_one_number<operand<tensor<double>>>);
  r.check(!gives_one_number<operand<tensor<number, dim<1>>>>);
  r.check(gives_a_tensor<operand<tensor<number, dim<1>>>>);
  r.check(!gives_a_tensor<operand<tensor<double, dim<1>>>> && !gives_a_tensor<operand<number>>);
  return r;
}

constexpr report has_influence() {
  report r;
  using rules::element, rules::has_influence;
  r.check(has_influence<element<influence<float, 3>>>);
  r.check(has_influence<element<influence<double, 3, nan_too>>>);
  r.check(!has_influence<element<double>> && !has_influence<element<bool>>);
  return r;
}

constexpr report has_bounds() {
  report r;
  using rules::element, rules::has_bounds;
  r.check(has_bounds<element<interval<float>>> && has_bounds<element<interval<double>>>);
  r.check(!has_bounds<element<double>> && !has_bounds<element<dual<double>>>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"same_element", same_element},
    {"same_elements", same_elements},
    {"supports_arithmetic", supports_arithmetic},
    {"arithmetic_element, analysed_element", arithmetic_element},
    {"floating_point_element", floating_point_element},
    {"float_or_double", float_or_double},
    {"arithmetic_element", arithmetic_element},
    {"is_integer", is_integer},
    {"has_word_of_its_size", has_word_of_its_size},
    {"keeps_fractions", keeps_fractions},
    {"product_is_named", product_is_named},
    {"are_options", are_options},
    {"one_of_each_kind", one_of_each_kind},
    {"only_of_kinds", only_of_kinds},
    {"scores_rows", scores_rows},
    {"maps_rows", maps_rows},
    {"gives_one_number", gives_one_number},
    {"has_influence", has_influence},
    {"has_bounds", has_bounds},
};

}  // namespace attn_tests::elements_tests
