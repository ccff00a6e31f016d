// SPDX-License-Identifier: BSL-1.0
// What attn/rules/elements.hpp promises: of every relation, where it holds and where it does not.
#pragma once

#include <attn/learning/gradient.hpp>
#include <attn/rules/elements.hpp>
#include <attn/rules/roles.hpp>
#include <attn/scalars/bounds.hpp>
#include <attn/scalars/forward_gradient.hpp>
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
  r.check(same_element<element_of_A<float>, element_of_B<float>>::value);
  r.check(same_element<element_of_A<archetype>, element_of_B<archetype>>::value);
  r.check(!same_element<element_of_A<float>, element_of_B<double>>::value);
  r.check(!same_element<element_of_A<int>, element_of_B<float>>::value);
  r.check(!same_element<element_of_A<int>, element_of_B<unsigned>>::value);
  return r;
}

constexpr report floating_point_element() {
  report r;
  using rules::element, rules::floating_point_element;
  r.check(floating_point_element<element<float>>::value);
  r.check(floating_point_element<element<double>>::value);
  r.check(floating_point_element<element<archetype>>::value);
  r.check(!floating_point_element<element<int>>::value);
  r.check(!floating_point_element<element<unsigned char>>::value);
  r.check(!floating_point_element<element<bool>>::value);
  r.check(!floating_point_element<float>::value);
  return r;
}

constexpr report arithmetic_element() {
  report r;
  using rules::analysed_element, rules::arithmetic_element, rules::element;
  r.check(arithmetic_element<element<float>>::value && arithmetic_element<element<int>>::value);
  r.check(!arithmetic_element<element<archetype>>::value && !arithmetic_element<float>::value);
  r.check(!arithmetic_element<element<interval<float>>>::value);
  r.check(analysed_element<element<interval<float>>>::value &&
          analysed_element<element<dual<double>>>::value);
  r.check(!analysed_element<element<float>>::value && !analysed_element<interval<float>>::value);
  return r;
}

constexpr report supports_arithmetic() {
  report r;
  using rules::element, rules::supports_arithmetic;
  struct no_product {
    constexpr no_product operator+(no_product) const { return {}; }
  };
  r.check(supports_arithmetic<element<float>>::value && supports_arithmetic<element<int>>::value &&
          supports_arithmetic<element<archetype>>::value);
  r.check(!supports_arithmetic<element<void*>>::value &&
          !supports_arithmetic<element<no_product>>::value && !supports_arithmetic<float>::value);
  r.check(!rules::floating_point_element<element<no_product>>::value);
  return r;
}

constexpr report same_elements() {
  report r;
  using rules::elements, rules::same_elements;
  r.check(same_elements<elements<float>>::value && same_elements<elements<int, int, int>>::value);
  r.check(!same_elements<elements<double, double, float>>::value);
  r.check(!same_elements<elements<float, double, double>>::value);
  r.check(!same_elements<elements<>>::value && !same_elements<float>::value);
  return r;
}

constexpr report has_function() {
  report r;
  using rules::element, rules::has_function;
  r.check(has_function<element<float>, rules::exp_function>::value);
  r.check(has_function<element<archetype>, rules::exp_function>::value);
  r.check(has_function<element<archetype>, rules::select_function>::value);
  struct bare {};
  r.check(!has_function<element<bare>, rules::exp_function>::value);
  r.check(!has_function<element<bare>, rules::max_function>::value);
  r.check(!has_function<float, rules::exp_function>::value);
  return r;
}

constexpr report float_or_double() {
  report r;
  using rules::element, rules::float_or_double;
  r.check(float_or_double<element<float>>::value && float_or_double<element<double>>::value);
  r.check(!float_or_double<element<long double>>::value && !float_or_double<element<int>>::value);
  r.check(!float_or_double<element<archetype>>::value && !float_or_double<float>::value);
  return r;
}

constexpr report storable_element() {
  report r;
  using rules::element, rules::storable_element;
  r.check(storable_element<element<bool>>::value && storable_element<element<double>>::value);
  r.check(storable_element<element<unsigned char>>::value);
  r.check(!storable_element<element<long double>>::value && !storable_element<float>::value);
  return r;
}
constexpr report is_integer() {
  report r;
  using rules::element, rules::is_integer;
  r.check(is_integer<element<int>>::value && is_integer<element<unsigned char>>::value);
  r.check(!is_integer<element<bool>>::value && !is_integer<element<float>>::value &&
          !is_integer<int>::value);
  return r;
}

constexpr report has_word_of_its_size() {
  report r;
  using rules::element, rules::has_word_of_its_size;
  r.check(has_word_of_its_size<element<float>>::value &&
          has_word_of_its_size<element<double>>::value);
  // (A long double may be a double.)
  r.check(has_word_of_its_size<element<long double>>::value == (sizeof(long double) == 8));
  r.check(!has_word_of_its_size<element<short>>::value);
  r.check(!has_word_of_its_size<float>::value);
  return r;
}

constexpr report keeps_fractions() {
  report r;
  using rules::element, rules::keeps_fractions;
  r.check(keeps_fractions<element<double>, element<float>>::value);
  r.check(keeps_fractions<element<int>, element<float>>::value);
  r.check(keeps_fractions<element<long>, element<short>>::value);
  r.check(!keeps_fractions<element<float>, element<int>>::value);
  r.check(!keeps_fractions<element<double>, element<unsigned char>>::value);
  return r;
}

constexpr report product_is_named() {
  report r;
  r.check(!rules::product_is_named<rules::axes_of_A<token>, rules::axes_of_B<token>>::value);
  r.check(
      !rules::product_is_named<rules::axes_of_A<token, feature>, rules::axes_of_B<feature>>::value);
  return r;
}

constexpr report both_are_tensors() {
  report r;
  r.check(!rules::both_are_tensors<rules::rank<2>, rules::element<int>>::value);
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
  r.check(only_of_kinds<options<>, options<>>::value &&
          only_of_kinds<options<>, options<score>>::value);
  r.check(only_of_kinds<options<scale, score>, options<score, scale>>::value);
  r.check(
      only_of_kinds<options<score, score>, options<score>>::value);  // how many is another rule's
  r.check(!only_of_kinds<options<mask>, options<score, scale>>::value);
  r.check(!only_of_kinds<options<score, mask>, options<score>>::value);
  r.check(!only_of_kinds<options<score>, options<>>::value &&
          !only_of_kinds<score, options<score>>::value);
  return r;
}

constexpr report scores_rows() {
  report r;
  using rules::element, rules::function, rules::operand, rules::scores_rows;
  using product = decltype([](double a, int b) { return a * b; });
  r.check(scores_rows<function<product>, operand<double>, operand<int>, element<double>>::value);
  r.check(!scores_rows<function<product>, operand<double>, operand<int>, element<float>>::value);
  r.check(!scores_rows<function<product>, operand<double>, operand<int*>, element<double>>::value);
  r.check(!scores_rows<function<int>, operand<double>, operand<int>, element<double>>::value);
  r.check(!scores_rows<product, operand<double>, operand<int>, element<double>>::value);
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
  r.check(maps_rows<function<wider>, operand<matrix>>::value);
  r.check(!maps_rows<function<single>, operand<matrix>>::value);
  r.check(!maps_rows<function<row>, operand<matrix>>::value);
  r.check(!maps_rows<function<number>, operand<matrix>>::value);
  using shorter = decltype([](const matrix&) { return tensor<double, dim<1>, dim<3>>{}; });
  r.check(!maps_rows<function<shorter>, operand<matrix>>::value);
  r.check(!maps_rows<function<wider>, operand<tensor<double, dim<5>, dim<3>>>>::value);
  return r;
}

constexpr report gives_one_number() {
  report r;
  using rules::gives_a_tensor, rules::gives_one_number, rules::operand;
  using number = dual<double, 2>;
  r.check(gives_one_number<operand<number>>::value &&
          gives_one_number<operand<tensor<number>>>::value);
  r.check(!gives_one_number<operand<double>>::value &&
          !gives_one_number<operand<tensor<double>>>::value);
  r.check(!gives_one_number<operand<tensor<number, dim<1>>>>::value);
  r.check(gives_a_tensor<operand<tensor<number, dim<1>>>>::value);
  r.check(!gives_a_tensor<operand<tensor<double, dim<1>>>>::value &&
          !gives_a_tensor<operand<number>>::value);
  return r;
}

constexpr report has_influence() {
  report r;
  using rules::element, rules::has_influence;
  r.check(has_influence<element<influence<float, 3>>>::value);
  r.check(has_influence<element<influence<double, 3, nan_too>>>::value);
  r.check(!has_influence<element<double>>::value && !has_influence<element<bool>>::value);
  return r;
}

constexpr report has_bounds() {
  report r;
  using rules::element, rules::has_bounds;
  r.check(has_bounds<element<interval<float>>>::value &&
          has_bounds<element<interval<double>>>::value);
  r.check(!has_bounds<element<double>>::value && !has_bounds<element<dual<double>>>::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"same_element", same_element},
    {"same_elements", same_elements},
    {"supports_arithmetic", supports_arithmetic},
    {"arithmetic_element, analysed_element", arithmetic_element},
    {"floating_point_element", floating_point_element},
    {"has_function", has_function},
    {"float_or_double", float_or_double},

    {"storable_element", storable_element},
    {"is_integer", is_integer},
    {"has_word_of_its_size", has_word_of_its_size},
    {"keeps_fractions", keeps_fractions},
    {"product_is_named", product_is_named},
    {"both_are_tensors", both_are_tensors},
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
