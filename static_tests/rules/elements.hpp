// SPDX-License-Identifier: BSL-1.0
// Behaviours of elements, roles, call, require of attn/rules/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::rules_elements_tests {
using token = axis<"token", 2>;

template <class Role>
concept defined = requires { sizeof(Role); };

template <class... Types> inline constexpr bool all_different = true;
template <class First, class... Rest>
inline constexpr bool all_different<First, Rest...> =
    (!std::is_same_v<First, Rest> && ...) && all_different<Rest...>;

using namespace attn::rules;

template <int> struct fulfilled {
  static constexpr bool value = true;
};
template <int> struct failed {
  static constexpr bool value = false;
};
struct not_to_be_instantiated;  // incomplete: asking for its value is an error

struct call {
  using operands = attn::rules::roles<>;
  using axis_exists = attn::rules::not_asked;
  using floating_point = attn::rules::not_asked;
  using one_element = attn::rules::not_asked;
  using arithmetic = attn::rules::not_asked;
  using out_element = attn::rules::not_asked;
  using out_axes = attn::rules::not_asked;
  using own = attn::rules::not_asked;
  using all = attn::rules::in_order<>;
};

constexpr int required() {
  ATTN_REQUIRE(call, own, "f(x): a sentence of its own");
  ATTN_REQUIRE(call, own, "f(x): and another");
  ATTN_REQUIRE_AXIS(call, "f(x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "f(x)");
  ATTN_REQUIRE_ONE_ELEMENT(call, "f(x)");
  ATTN_REQUIRE_ARITHMETIC(call, "f(x)");
  ATTN_REQUIRE_OUT(call, "f(x)");
  const int required = 1;  // the name that the macros use inside
  return required;
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/rules/elements.hpp promises: of every relation, where it holds and where it does not.
  tests.proved("same_element", [](report& r) {
    using rules::element_of_A, rules::element_of_B, rules::same_element;
    r.check(same_element<element_of_A<float>, element_of_B<float>>::value);
    r.check(same_element<element_of_A<archetype>, element_of_B<archetype>>::value);
    r.check(!same_element<element_of_A<float>, element_of_B<double>>::value);
    r.check(!same_element<element_of_A<int>, element_of_B<float>>::value);
    r.check(!same_element<element_of_A<int>, element_of_B<unsigned>>::value);
  });
  tests.proved("same_elements", [](report& r) {
    using rules::elements, rules::same_elements;
    r.check(same_elements<elements<float>>::value && same_elements<elements<int, int, int>>::value);
    r.check(!same_elements<elements<double, double, float>>::value);
    r.check(!same_elements<elements<float, double, double>>::value);
    r.check(!same_elements<elements<>>::value && !same_elements<float>::value);
  });
  tests.proved("supports_arithmetic", [](report& r) {
    using rules::element, rules::supports_arithmetic;
    struct no_product {
      constexpr no_product operator+(no_product) const { return {}; }
    };
    r.check(supports_arithmetic<element<float>>::value &&
            supports_arithmetic<element<int>>::value &&
            supports_arithmetic<element<archetype>>::value);
    r.check(!supports_arithmetic<element<void*>>::value &&
            !supports_arithmetic<element<no_product>>::value && !supports_arithmetic<float>::value);
    r.check(!rules::floating_point_element<element<no_product>>::value);
    // What C++ computes in int would wrap around on the way back.
    r.check(!supports_arithmetic<element<bool>>::value &&
            !supports_arithmetic<element<char>>::value &&
            !supports_arithmetic<element<signed char>>::value &&
            !supports_arithmetic<element<short>>::value &&
            !supports_arithmetic<element<unsigned short>>::value);
    r.check(supports_arithmetic<element<unsigned>>::value &&
            supports_arithmetic<element<long long>>::value);
  });
  tests.proved("combines_elements", [](report& r) {
    using rules::combines_elements, rules::element, rules::function;
    const auto plus = [](auto a, auto b) { return a + b; };
    const auto larger = [](const auto& a, const auto& b) -> const auto& { return a < b ? b : a; };
    r.check(combines_elements<function<decltype(plus)>, element<float>>::value);
    r.check(combines_elements<function<decltype(plus)>, element<int>>::value);
    r.check(!combines_elements<function<decltype(plus)>, element<short>>::value);
    r.check(combines_elements<function<decltype(larger)>, element<short>>::value);
    r.check(!combines_elements<function<double (*)(double, double)>, element<float>>::value);
    r.check(!combines_elements<function<float (*)(float)>, element<float>>::value);
    r.check(!combines_elements<decltype(plus), element<float>>::value);
  });
  tests.proved("arithmetic_element, analysed_element", [](report& r) {
    using rules::analysed_element, rules::arithmetic_element, rules::element;
    r.check(arithmetic_element<element<float>>::value && arithmetic_element<element<int>>::value);
    r.check(!arithmetic_element<element<archetype>>::value && !arithmetic_element<float>::value);
    r.check(!arithmetic_element<element<interval<float>>>::value);
    r.check(analysed_element<element<interval<float>>>::value &&
            analysed_element<element<dual<double>>>::value);
    r.check(!analysed_element<element<float>>::value && !analysed_element<interval<float>>::value);
  });
  tests.proved("floating_point_element", [](report& r) {
    using rules::element, rules::floating_point_element;
    r.check(floating_point_element<element<float>>::value);
    r.check(floating_point_element<element<double>>::value);
    r.check(floating_point_element<element<archetype>>::value);
    r.check(!floating_point_element<element<int>>::value);
    r.check(!floating_point_element<element<unsigned char>>::value);
    r.check(!floating_point_element<element<bool>>::value);
    r.check(!floating_point_element<float>::value);
  });
  tests.proved("has_function", [](report& r) {
    using rules::element, rules::has_function;
    r.check(has_function<element<float>, rules::exp_function>::value);
    r.check(has_function<element<archetype>, rules::exp_function>::value);
    r.check(has_function<element<archetype>, rules::select_function>::value);
    struct bare {};
    r.check(!has_function<element<bare>, rules::exp_function>::value);
    r.check(!has_function<element<bare>, rules::max_function>::value);
    r.check(!has_function<float, rules::exp_function>::value);
  });
  tests.proved("float_or_double", [](report& r) {
    using rules::element, rules::float_or_double;
    r.check(float_or_double<element<float>>::value && float_or_double<element<double>>::value);
    r.check(!float_or_double<element<long double>>::value && !float_or_double<element<int>>::value);
    r.check(!float_or_double<element<archetype>>::value && !float_or_double<float>::value);
  });
  tests.proved("storable_element", [](report& r) {
    using rules::element, rules::storable_element;
    r.check(storable_element<element<bool>>::value && storable_element<element<double>>::value);
    r.check(storable_element<element<unsigned char>>::value);
    r.check(!storable_element<element<long double>>::value && !storable_element<float>::value);
  });
  tests.proved("is_integer", [](report& r) {
    using rules::element, rules::is_integer;
    r.check(is_integer<element<int>>::value && is_integer<element<unsigned char>>::value);
    r.check(!is_integer<element<bool>>::value && !is_integer<element<float>>::value &&
            !is_integer<int>::value);
  });
  tests.proved("has_word_of_its_size", [](report& r) {
    using rules::element, rules::has_word_of_its_size;
    r.check(has_word_of_its_size<element<float>>::value &&
            has_word_of_its_size<element<double>>::value);
    // (A long double may be a double.)
    r.check(has_word_of_its_size<element<long double>>::value == (sizeof(long double) == 8));
    r.check(!has_word_of_its_size<element<short>>::value);
    r.check(!has_word_of_its_size<float>::value);
  });
  tests.proved("keeps_fractions", [](report& r) {
    using rules::element, rules::keeps_fractions;
    r.check(keeps_fractions<element<double>, element<float>>::value);
    r.check(keeps_fractions<element<int>, element<float>>::value);
    r.check(keeps_fractions<element<long>, element<short>>::value);
    r.check(!keeps_fractions<element<float>, element<int>>::value);
    r.check(!keeps_fractions<element<double>, element<unsigned char>>::value);
  });
  tests.proved("product_is_named", [](report& r) {
    r.check(!rules::product_is_named<rules::axes_of_A<token>, rules::axes_of_B<token>>::value);
    r.check(!rules::product_is_named<rules::axes_of_A<token, feature>,
        rules::axes_of_B<feature>>::value);
  });
  tests.proved("both_are_tensors", [](report& r) {
    r.check(!rules::both_are_tensors<rules::rank<2>, rules::element<int>>::value);
  });
  tests.proved("are_options", [](report& r) {
    struct scale {
      using kind = scale;
    };
    using rules::options;
    r.check(
        rules::are_options<options<>>::value && rules::are_options<options<scale, scale>>::value);
    r.check(!rules::are_options<options<scale, double>>::value);
    r.check(!rules::are_options<options<int, scale>>::value);
    r.check(!rules::are_options<scale>::value);
  });
  tests.proved("one_of_each_kind", [](report& r) {
    struct scale;
    struct mask;
    struct dropout;
    r.check(rules::one_of_each_kind<rules::options<>>::value);
    r.check(rules::one_of_each_kind<rules::options<scale>>::value);
    r.check(rules::one_of_each_kind<rules::options<scale, mask, dropout>>::value);
    r.check(!rules::one_of_each_kind<rules::options<scale, scale>>::value);
    r.check(!rules::one_of_each_kind<rules::options<scale, mask, scale>>::value);
    r.check(!rules::one_of_each_kind<rules::options<dropout, mask, mask>>::value);
  });
  tests.proved("only_of_kinds", [](report& r) {
    struct score;
    struct scale;
    struct mask;
    using rules::only_of_kinds, rules::options;
    r.check(only_of_kinds<options<>, options<>>::value &&
            only_of_kinds<options<>, options<score>>::value);
    r.check(only_of_kinds<options<scale, score>, options<score, scale>>::value);
    r.check(only_of_kinds<options<score, score>,
        options<score>>::value);  // how many is another rule's
    r.check(!only_of_kinds<options<mask>, options<score, scale>>::value);
    r.check(!only_of_kinds<options<score, mask>, options<score>>::value);
    r.check(!only_of_kinds<options<score>, options<>>::value &&
            !only_of_kinds<score, options<score>>::value);
  });
  tests.proved("scores_rows", [](report& r) {
    using rules::element, rules::function, rules::operand, rules::scores_rows;
    using product = decltype([](double a, int b) { return a * b; });
    r.check(scores_rows<function<product>, operand<double>, operand<int>, element<double>>::value);
    r.check(!scores_rows<function<product>, operand<double>, operand<int>, element<float>>::value);
    r.check(
        !scores_rows<function<product>, operand<double>, operand<int*>, element<double>>::value);
    r.check(!scores_rows<function<int>, operand<double>, operand<int>, element<double>>::value);
    r.check(!scores_rows<product, operand<double>, operand<int>, element<double>>::value);
  });
  tests.proved("is_callable", [](report& r) {
    using rules::function, rules::is_callable, rules::operand;
    const auto f = [](int, const char*) {};
    r.check(is_callable<function<decltype(f)>, operand<int>, operand<const char*>>::value);
    r.check(!is_callable<function<decltype(f)>, operand<int>>::value);
    r.check(!is_callable<function<decltype(f)>, operand<int>, operand<int>>::value);
  });
  tests.proved("maps_rows", [](report& r) {
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
  });
  tests.proved("gives_one_number", [](report& r) {
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
  });
  tests.proved("has_influence", [](report& r) {
    using rules::element, rules::has_influence;
    r.check(has_influence<element<influence<float, 3>>>::value);
    r.check(has_influence<element<influence<double, 3, nan_too>>>::value);
    r.check(!has_influence<element<double>>::value && !has_influence<element<bool>>::value);
  });
  tests.proved("has_bounds", [](report& r) {
    using rules::element, rules::has_bounds;
    r.check(has_bounds<element<interval<float>>>::value &&
            has_bounds<element<interval<double>>>::value);
    r.check(!has_bounds<element<double>>::value && !has_bounds<element<dual<double>>>::value);
  });
  // What attn/rules/call.hpp promises: words, and nothing but words.
  // A definition would be instantiated once per axis and role, for a word in a diagnostic.
  tests.proved("none is ever defined", [](report& r) {
    r.check(defined<token>);  // the question can be answered with yes
    r.check(!defined<rules::any_axis<token>>);
    r.check(!defined<rules::last_of_A<token>>);
    r.check(!defined<rules::first_of_B<token>>);
    r.check(!defined<rules::axis_of_A<token>>);
    r.check(!defined<rules::axis_of_B<token>>);
    r.check(!defined<rules::width_of_X<token>>);
    r.check(!defined<rules::input_of_W<token>>);
    r.check(!defined<rules::output_of_W<token>>);
    r.check(!defined<rules::width_of_Q<token>>);
    r.check(!defined<rules::width_of_K<token>>);
    r.check(!defined<rules::length_of_K<token>>);
    r.check(!defined<rules::length_of_V<token>>);
    r.check(!defined<rules::axes_of<token, feature>>);
    r.check(!defined<rules::axes_of_A<token, feature>>);
    r.check(!defined<rules::axes_of_B<token, feature>>);
    r.check(!defined<rules::axes_of_Q<token, feature>>);
    r.check(!defined<rules::axes_of_K<token, feature>>);
    r.check(!defined<rules::axes_of_V<token, feature>>);
    r.check(!defined<rules::result_axes<token, feature>>);
    r.check(!defined<rules::element_of_A<float>>);
    r.check(!defined<rules::element_of_B<float>>);
    r.check(!defined<rules::element<float>>);
    r.check(!defined<rules::operand<float&>>);
    r.check(!defined<rules::elements<float, int>>);
    r.check(!defined<rules::name<label("token")>>);
    r.check(!defined<rules::size<3>>);
    r.check(!defined<rules::wanted<1>>);
    r.check(!defined<rules::braced<2, 3>>);
    r.check(!defined<rules::indices<0, 1>>);
    r.check(!defined<rules::positions<0, 1>>);
    r.check(!defined<rules::rank<2>>);
    r.check(!defined<rules::options<int, float>>);
  });
  // Two roles that were one type would make two rules one.
  tests.proved("each is its own", [](report& r) {
    r.check(!all_different<int, float, int>);
    r.check(all_different<rules::any_axis<token>, rules::last_of_A<token>, rules::first_of_B<token>,
        rules::axis_of_A<token>, rules::axis_of_B<token>, rules::width_of_X<token>,
        rules::input_of_W<token>, rules::width_of_Q<token>, rules::width_of_K<token>,
        rules::length_of_K<token>, rules::length_of_V<token>>);
    r.check(all_different<rules::axes_of<token>, rules::axes_of_A<token>, rules::axes_of_B<token>,
        rules::axes_of_Q<token>, rules::axes_of_K<token>, rules::axes_of_V<token>,
        rules::result_axes<token>>);
    r.check(all_different<rules::element<float>, rules::element_of_A<float>,
        rules::element_of_B<float>>);
    r.check(all_different<rules::size<1>, rules::rank<1>, rules::braced<1>, rules::indices<1>,
        rules::wanted<1>, rules::name<1>>);
  });
  // … and one that forgot what it is about would make every axis the same.
  tests.proved("each remembers what it is about", [](report& r) {
    r.check(all_different<rules::width_of_Q<token>, rules::width_of_Q<feature>>);
    r.check(all_different<rules::axes_of<>, rules::axes_of<token>, rules::axes_of<token, feature>,
        rules::axes_of<feature, token>>);
    r.check(all_different<rules::name<label("token")>, rules::name<label("feature")>>);
    r.check(all_different<rules::braced<2, 3>, rules::braced<3, 2>>);
    r.check(all_different<rules::options<int>, rules::options<float>>);
  });
  // The one thing that does something: the axes of a shape, in a role.
  tests.proved("a shape takes a role", [](report& r) {
    using rules::axes_of_A, rules::axes_of_Q, rules::in_role, rules::role_of;
    r.check(std::is_same_v<role_of<axes_of_A, shape<token, feature>>, axes_of_A<token, feature>>);
    r.check(std::is_same_v<role_of<axes_of_Q, shape<>>, axes_of_Q<>>);
    r.check(std::is_same_v<in_role<axes_of_Q, shape<dim<2>>>::type, axes_of_Q<dim<2>>>);
  });
  // What attn/rules/call.hpp promises: relations that are asked on a condition, the first that fails, and
  // their conjunction.
  tests.proved("a relation for one form of a call", [](report& r) {
    r.check(std::is_same_v<in_case<true, failed<1>>, failed<1>>);
    r.check(in_case<false, failed<1>>::value && in_case<false, not_to_be_instantiated>::value);
  });
  tests.proved("of the rules in order, the first that does not hold speaks", [](report& r) {
    using attn::rules::in_order;
    using good = in_order<fulfilled<1>, in_order<>, fulfilled<2>>;
    using bad = in_order<fulfilled<1>, in_order<fulfilled<2>, failed<3>, failed<4>>, failed<5>>;
    r.check(good::value && in_order<>::value && !bad::value);
    r.check(std::is_same_v<bad::said<failed<3>>, failed<3>>);
    r.check(bad::said<failed<4>>::value && bad::said<failed<5>>::value);
    r.check(bad::said<failed<6>>::value);                       // of a rule outside the list
    r.check(std::is_same_v<good::said<failed<6>>, failed<6>>);  // which is asked where it holds
  });
  tests.proved("the first relation that fails", [](report& r) {
    r.check(std::is_same_v<each_of<fulfilled<1>, failed<2>, failed<3>>, failed<2>>);
    r.check(std::is_same_v<each_of<failed<1>, failed<2>>, failed<1>>);
    r.check(std::is_same_v<each_of<fulfilled<1>, fulfilled<2>>, fulfilled<2>>);
    r.check(
        std::is_same_v<each_of<fulfilled<1>, fulfilled<2>, fulfilled<3>, failed<4>>, failed<4>>);
    r.check(std::is_same_v<each_of<fulfilled<1>, fulfilled<2>, failed<3>, failed<4>>, failed<3>>);
  });
  tests.proved("all relations hold", [](report& r) {
    r.check(all_hold<> && all_hold<fulfilled<1>, not_asked, fulfilled<2>>);
    r.check(!all_hold<fulfilled<1>, failed<2>> && !all_hold<failed<1>, fulfilled<2>>);
  });
  tests.proved("a call with one requirement", [](report& r) {
    using met = attn::rules::single_rule_call<fulfilled<1>, attn::rules::axes_of<>>;
    r.check(met::all::value && std::is_same_v<met::rule, fulfilled<1>>);
    r.check(std::is_same_v<met::operands, attn::rules::roles<attn::rules::axes_of<>>>);
    r.check(!attn::rules::single_rule_call<failed<1>>::all::value);
  });
  // What attn/rules/require.hpp promises where nothing is wrong: assertions in a row, in any function, that
  // leave no name. What it prints is tested by every rejected program.
  tests.proved("requirements leave nothing behind", [](report& r) { r.check(required() == 1); });
};
}  // namespace attn_tests::rules_elements_tests
