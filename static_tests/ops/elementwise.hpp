// SPDX-License-Identifier: BSL-1.0
// What attn/ops/elementwise.hpp promises.
#pragma once

#include <attn/layers/activation.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/elementwise.hpp>
#include <attn/ops/map.hpp>
#include <attn/ops/zip_with.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/rename.hpp>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::elementwise_tests {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;

static_assert(rules::is_elementwise<rules::for_one_element<tensor<int>>>::value &&
              !rules::is_elementwise<rules::for_one_element<tensor<int, dim<1>>>>::value &&
              !rules::is_elementwise<rules::for_one_element<int>>::value);
using pair = rules::formula<tensor<int, token>, tensor<float, dim<2>>>;
static_assert(pair::call<tensor<bool>>::holds && !pair::call<tensor<bool, token>>::holds &&
              std::is_same_v<pair::call<tensor<bool>>::result, tensor<bool, token>>);

constexpr report two_by_three() {
  report r;
  const auto a = launder(tensor<int, token, feature>{{1, -2, 3}, {-4, 5, -6}});
  const auto b = launder(tensor<int, token, feature>{{10, 20, 30}, {40, 50, 60}});
  const auto y =
      elementwise([](const auto& p, const auto& q) { return p + multiply(p, q) * 2; }, a, b);
  static_assert(std::is_same_v<decltype(y), const tensor<int, token, feature>>);
  r.check(y == tensor<int, token, feature>{{21, -82, 183}, {-324, 505, -726}});
  r.bits(y);
  return r;
}

// One block, several, and a last one that is filled up; every element in its place.
template <class Tensor>
constexpr void check_formula(report& r) {
  using T = typename Tensor::value_type;
  const auto a = launder(filled<Tensor>(1)), b = launder(filled<Tensor>(2));
  const auto f = [](const auto& x) { return x + relu(x) * T(2); };
  const auto g = [](const auto& x, const auto& y) { return divide(sigmoid(x), exp(y)) - x; };
  const auto one = elementwise(f, a);
  const auto two = elementwise(g, a, b);
  static_assert(std::is_same_v<decltype(one), const Tensor>);
  r.check(bitwise_equal(one, f(a)));
  r.check(bitwise_equal(two, g(a, b)));
  r.bits(two);
}
template <class T>
constexpr report is_the_formula_of_whole_tensors() {
  report r;
  check_formula<tensor<T>>(r);
  check_formula<tensor<T, dim<1>>>(r);
  check_formula<tensor<T, token, feature>>(r);
  check_formula<tensor<T, dim<64>>>(r);
  check_formula<matrix<T, 5, 13>>(r);
  check_formula<tensor<T, token, feature, dim<43>>>(r);
  return r;
}

// The last block divides by nothing that is not an element.
constexpr report no_other_divisors() {
  report r;
  const auto a = launder(filled<matrix<double, 5, 17>>(1));
  const auto b = launder(map(a, [](double x) { return x * x + 1; }));
  const auto f = [](const auto& x, const auto& y) { return divide(x, y); };
  r.check(bitwise_equal(elementwise(f, a, b), divide(a, b)));
  return r;
}

// Into an existing tensor, which may be an operand.
template <class T>
constexpr report into_an_existing_tensor() {
  report r;
  using type = tensor<T, axis<"row", 7>, axis<"column", 11>>;
  const auto a = launder(filled<type>(3)), b = launder(filled<type>(4));
  const auto f = [](const auto& x, const auto& y) { return x * T(2) - y; };
  const auto wanted = a * T(2) - b;
  type out{};
  elementwise_into(out, f, a, b);
  r.check(bitwise_equal(out, wanted));
  out = a;
  elementwise_into(out, f, out, b);
  r.check(bitwise_equal(out, wanted));
  out = b;
  elementwise_into(out, f, a, out);
  r.check(bitwise_equal(out, wanted));
  matrix<T, 7, 11> unnamed{};
  elementwise_into(unnamed, f, a, b);
  r.check(unnamed == wanted);
  r.bits(out);
  return r;
}

// At each position the first name that there is; the element that f returns.
constexpr report names_and_elements() {
  report r;
  const auto x = launder(filled<tensor<double, token, feature>>(5));
  const auto keep = launder(map(with_axes<token, dim<3>>(x), [](double e) { return e > 0; }));
  const auto f = [](const auto& k, const auto& y) {
    return zip_with([](bool one, double e) { return one ? 1.0f : static_cast<float>(e); }, k, y);
  };
  const auto y = elementwise(f, keep, with_axes<dim<2>, feature>(x));
  static_assert(std::is_same_v<decltype(y), const tensor<float, token, feature>>);
  r.check(bitwise_equal(y, f(keep, x)));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<matrix<double, 3, 23>>(6));
  const auto f = [](const auto& a, const auto& b) { return a + multiply(relu(b), exp(a)); };
  const auto y = as_archetype(x);
  r.check(bitwise_equal(values_of(elementwise(f, y, y)), elementwise(f, x, x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"2x3", two_by_three},
    {"is the formula of whole tensors, float", is_the_formula_of_whole_tensors<float>},
    {"is the formula of whole tensors, double", is_the_formula_of_whole_tensors<double>},
    {"no other divisors", no_other_divisors},
    {"into an existing tensor, float", into_an_existing_tensor<float>},
    {"into an existing tensor, int", into_an_existing_tensor<int>},
    {"names and elements", names_and_elements},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::elementwise_tests
