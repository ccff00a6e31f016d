// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/analysis_scalar.hpp promises; what it rejects is in static_tests/rejected/.
#pragma once

#include <attn/learning/gradient.hpp>
#include <attn/scalars/analysis_scalar.hpp>
#include <attn/scalars/bounds.hpp>
#include <attn/scalars/counted.hpp>
#include <attn/scalars/reach.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <limits>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::analysis_scalar_tests {

using namespace attn;

// A scalar of the user's joins by a line.
struct interesting {
  double x = 0;
  friend constexpr interesting operator+(interesting a, interesting b) { return {a.x + b.x}; }
  friend constexpr interesting operator-(interesting a, interesting b) { return {a.x - b.x}; }
  friend constexpr interesting operator*(interesting a, interesting b) { return {a.x * b.x}; }
  friend constexpr bool identical(interesting a, interesting b) { return a.x == b.x; }
};

}  // namespace attn_tests::analysis_scalar_tests

template <>
inline constexpr bool attn::is_analysis_scalar<attn_tests::analysis_scalar_tests::interesting> =
    true;

namespace attn_tests::analysis_scalar_tests {

static_assert(analysis_scalar<interval<float>> && analysis_scalar<influence<double, 3, nan_too>>);
static_assert(analysis_scalar<dual<dual<double>, 2>> && analysis_scalar<counted<float>>);
static_assert(!analysis_scalar<float> && !analysis_scalar<int> && !analysis_scalar<archetype>);
static_assert(analysis_scalar<interesting>);

// Nothing is converted silently, and nothing becomes a number by it.
template <class I>
inline constexpr bool stays = !std::is_convertible_v<I, double> &&
                              !std::is_convertible_v<I, bool> && !std::is_convertible_v<I, int>;
static_assert(stays<interval<float>> && stays<influence<float, 2>> && stays<dual<float>> &&
              stays<counted<float>>);

constexpr report identical_intervals() {
  report r;
  using I = interval<double>;
  const I x = launder(I(1, 2));
  r.check(identical(x, I(1, 2)) && !identical(x, I(1, 3)) && !identical(x, I(0, 2)));
  I unsure = x;
  unsure.may_be_nan = true;
  r.check(!identical(x, unsure) && identical(unsure, unsure));
  return r;
}
constexpr report identical_sets() {
  report r;
  using I = influence<double, 70>;
  const I x = launder(I::input(69));
  r.check(identical(x, I::input(69)) && !identical(x, I::input(5)) && !identical(x, I::input(6)));
  r.check(!identical(I(0), I::arbitrary()) && identical(I(2), I(2)) && !identical(I(2), I(3)));
  return r;
}
constexpr report identical_duals() {
  report r;
  using D = dual<double, 2>;
  const D x = launder(D::variable(3, 1));
  r.check(identical(x, D::variable(3, 1)) && !identical(x, D::variable(3, 0)));
  r.check(!identical(x, D(3)) && !identical(x, D::variable(2, 1)));
  using second = dual<D>;
  r.check(identical(second::variable(x, 0), second::variable(x, 0)));
  r.check(!identical(second::variable(x, 0), second::variable(D(3), 0)));
  return r;
}
constexpr report identical_counts() {
  report r;
  operation_count here, there;
  using C = counted<double>;
  r.check(identical(C(1, &here), C(1, &here)) && identical(C(1), C(1)));
  r.check(!identical(C(1, &here), C(1, &there)) && !identical(C(1, &here), C(2, &here)));
  return r;
}
constexpr report identical_tensors() {
  report r;
  using X = tensor<float, axis<"token", 2>, axis<"feature", 3>>;
  const auto a = launder(between<X>(0, 1));
  auto b = a;
  r.check(identical(a, b));
  b(1, 2) = interval<float>(0, 2);
  r.check(!identical(a, b) && !identical(b, a));
  b(1, 2) = a(1, 2);
  b(0, 0) = interval<float>(0, 2);
  r.check(!identical(a, b) && !identical(b, a));
  r.check(identical(between<matrix<float, 2, 3>>(0, 1), a));  // names are gradual
  r.check(identical(marked(X{}), marked(X{})) &&
          !identical(marked(X{}), as<influence<float, 6>>(X{})));
  r.check(identical(tensor<interesting, dim<1>>{}, tensor<interesting, dim<1>>{}));
  return r;
}

// What generic code takes from std::numeric_limits is a number of T, and not 0.
template <class I>
constexpr report limits_are_those_of_float() {
  report r;
  using limits = std::numeric_limits<I>;
  r.check(limits::lowest() == std::numeric_limits<float>::lowest() && limits::epsilon() > 0);
  r.check(limits::max() == std::numeric_limits<float>::max() && limits::min() > 0);
  static_assert(!limits::is_specialized);  // no arithmetic type
  return r;
}

constexpr report a_call_names_its_rules() {
  report r;
  using known = tensor<interval<double>, dim<2>>;
  using numbers = tensor<double, dim<2>>;
  r.check(rules::identical_call<known, known>::holds);
  r.check(!rules::identical_call<numbers, numbers>::analysed::value);
  r.check(!rules::identical_call<known, numbers>::one_element::value);
  r.check(!rules::identical_call<known, tensor<interval<double>, dim<3>>>::same_axes::value);
  r.check(!rules::comparison_call<interval<double>, double>::holds);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"identical intervals", identical_intervals},
    {"identical sets", identical_sets},
    {"identical duals", identical_duals},
    {"identical counts", identical_counts},
    {"identical tensors", identical_tensors},
    {"limits, interval", limits_are_those_of_float<interval<float>>},
    {"limits, influence", limits_are_those_of_float<influence<float, 2>>},
    {"limits, dual", limits_are_those_of_float<dual<dual<float>>>},
    {"limits, counted", limits_are_those_of_float<counted<float>>},
    {"a call names its rules", a_call_names_its_rules},
};

}  // namespace attn_tests::analysis_scalar_tests
