// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/analysis_scalar.hpp promises; what it rejects is in static_tests/rejected/.
//
// Attacks on proofs, each of which made a false one or could have, and the test that it fails now (a
// behaviour by its name, or a row of static_tests/rejected/); docs/certificates.md has what is printed:
//
//   a branch on an element: any comparison, std::max, clamp, sort, less, bool, !, an integer, argmax
//       rows influence_compared … interval_three_ways, std_sort … argmax_of_intervals; the sign, the
//       bits: rows interval_bits …; a switch: stays, below; A == B: row tensor_of_intervals_equal
//   numbers instead of elements: as<int>, as<double>, an index         rows …_as_…, dual_to_double
//   integers, which have no elements                rows …_integers; no result: throws, below
//   factors of 2^61, 2^-61, 2^122, x + 2^61 - 1 in exact arithmetic
//       exact_arithmetic: constants, factors; term_fuzz.cpp finds them with the modulus 2^61 - 1
//   what is NaN, times 0, or minus itself, in exact arithmetic      exact_arithmetic: constants
//   0 / 0, -(a - b) = b - a, 0 - a = -a, a + 0 = a, by bits             term: what is the same …
//   constants that T does not have, 1e-50                               reach: what is a constant
//   a property that is an optional, a function, -1          rows for_all_inputs_optional …
//   weights that are zeros: captured, unlisted, in a struct, a tuple, by a pointer, in
//       padding, as a reference, in an array of numbers, as bfloat16, in an optional, variant, span or
//       function        rows is_causal_captured … same_for_all_inputs_tuple; a call names its rules
//   a mutable member: of an argument rows is_permutation_…of_state; of f and p, counting, below
//   a static, thread_local or global variable               proved_causal, below
//   weights whose a * b - c is 0 unless it is fused                 reach: products that may be fused
//   a report that no function made    rows check_no_comparison, check_no_proof; properties.hpp
//   a function that ignores its argument                            properties: nothing depends
//   no distance, limits that are NaN or reversed   certify: no distance; bounds: nan is not within
//   an envelope that may be NaN                                     bounds: of envelopes
//   slopes that -ffast-math flushes                                     fast_math_certify.cpp
//   fused products in random programs                                   runtime_tests/scalars/programs_fuzz.cpp
//
// No test can find, and docs/certificates.md states: another branch where
// std::is_constant_evaluated(), or for another element type; members and identical; a state of f
// between calls at run time; an operator< of the user's for elements; a false assume_at_most; members
// of a report that were set; a product that is fused in f and not in g; numbers among the arguments,
// finite_only and exact arithmetic where they are not meant.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <tuple>
#include <variant>

#include "static_tests/tests.hpp"

namespace attn_tests::analysis_scalar_tests {
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

// A small member that a list leaves out, where the struct has padding.
template <class T> struct hidden_gate {
  using rows = tensor<T, axis<"token", 3>>;
  using numbers = tensor<T, dim<2>>;
  ATTN_MEMBERS(hidden_gate, (rows, bias), (numbers, gain));
  float gate = 0;
};
// … next to an array, and in a struct with a constructor.
struct hidden_gate_beside_array {
  using rows = tensor<float, axis<"token", 4>>[2];
  using numbers = tensor<float, dim<2>>;
  ATTN_MEMBERS(hidden_gate_beside_array, (rows, bias), (numbers, gain));
  float gate = 0;
};
struct hidden_gate_with_constructor {
  using rows = tensor<float, axis<"token", 4>>;
  using numbers = tensor<float, dim<2>>;
  ATTN_MEMBERS(hidden_gate_with_constructor, (rows, bias), (numbers, gain));
  float gate = 0;
  constexpr hidden_gate_with_constructor() {}
};
// … and a reference.
inline tensor<float, dim<2>> gates{};
struct hidden_reference {
  using rows = tensor<float, axis<"token", 3>>;
  using numbers = tensor<float, dim<2>>;
  ATTN_MEMBERS(hidden_reference, (rows, bias), (numbers, gain));
  numbers& gate = gates;
};
// … that may be there, or elsewhere, or be something else, in the list.
template <class State> struct layer_with {
  using numbers = tensor<double, dim<2>>;
  ATTN_MEMBERS(layer_with, (numbers, gain), (State, state));
};
static_assert(sizeof(hidden_reference) == 32 && sizeof(hidden_gate<float>) == 32 &&
              sizeof(tensor<float, axis<"token", 3>>) == 16);

// State between calls makes no constant: where a proof is one, f has none.
using tokens = tensor<float, axis<"token", 2>>;
template <auto F>
concept proved_causal =
    requires { typename std::bool_constant<bool{is_causal<"token">(F, tokens{})}>; };
template <const auto& F>
concept certified =
    requires { typename std::bool_constant<bounded(certify(F, tokens{1, 2}, 0.5).bounds())>; };
template <class P>
concept proved_for_all =
    requires { proved_for_all_inputs<axis<"word", 2>, axis<"token", 2>, P{}>.failures; };
inline int calls = 0;
struct counts_calls {
  mutable int calls = 0;
  constexpr bool operator()(const auto&) const { return ++calls > 1; }
  constexpr auto operator()(const tensor<affine<float, 2>, axis<"token", 2>>& x) const {
    return ++calls * x;
  }
};
struct counts_nothing {
  constexpr bool operator()(const auto&) const { return true; }
  constexpr auto operator()(const tensor<affine<float, 2>, axis<"token", 2>>& x) const {
    return 2 * x;
  }
};
inline constexpr counts_calls counting{};
inline constexpr counts_nothing not_counting{};
inline constexpr auto counts_its_steps = [](const auto& x) {
  int n = 0;
  return n++ == 0 ? x : flip<"token">(x);
};
inline constexpr auto has_a_static = [](const auto& x) {
  static int n = 0;
  return n++ == 0 ? x : flip<"token">(x);
};
inline constexpr auto has_one_a_thread = [](const auto& x) {
  thread_local int n = 0;
  return n++ == 0 ? x : flip<"token">(x);
};
inline constexpr auto reads_a_global = [](const auto& x) {
  return calls == 0 ? x : flip<"token">(x);
};
inline constexpr auto throws = [](const auto& x) {
  if (x.size() == 2) throw 1;
  return x;
};
static_assert(proved_causal<counts_its_steps> && !proved_causal<reads_a_global>);
static_assert(!proved_causal<has_a_static> && !proved_causal<has_one_a_thread>);
static_assert(!proved_causal<throws>);
static_assert(certified<not_counting> && !certified<counting>);
static_assert(proved_for_all<counts_nothing> && !proved_for_all<counts_calls>);

// What generic code takes from std::numeric_limits is a number of T, and not 0.
template <class I> constexpr void limits_are_those_of_float(report& r) {
  using limits = std::numeric_limits<I>;
  r.check(limits::lowest() == std::numeric_limits<float>::lowest() && limits::epsilon() > 0);
  r.check(limits::max() == std::numeric_limits<float>::max() && limits::min() > 0);
  static_assert(!limits::is_specialized);  // no arithmetic type
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("identical intervals", [](report& r) {
    using I = interval<double>;
    const I x = launder(I(1, 2));
    r.check(identical(x, I(1, 2)) && !identical(x, I(1, 3)) && !identical(x, I(0, 2)));
    I unsure = x;
    unsure.may_be_nan = true;
    r.check(!identical(x, unsure) && identical(unsure, unsure));
  });
  tests.proved("identical sets", [](report& r) {
    using I = influence<double, 70>;
    const I x = launder(I::input(69));
    r.check(identical(x, I::input(69)) && !identical(x, I::input(5)) && !identical(x, I::input(6)));
    r.check(!identical(I(0), I::arbitrary()) && identical(I(2), I(2)) && !identical(I(2), I(3)));
  });
  tests.proved("identical duals", [](report& r) {
    using D = dual<double, 2>;
    const D x = launder(D::variable(3, 1));
    r.check(identical(x, D::variable(3, 1)) && !identical(x, D::variable(3, 0)));
    r.check(!identical(x, D(3)) && !identical(x, D::variable(2, 1)));
    using second = dual<D>;
    r.check(identical(second::variable(x, 0), second::variable(x, 0)));
    r.check(!identical(second::variable(x, 0), second::variable(D(3), 0)));
  });
  tests.proved("identical counts", [](report& r) {
    operation_count here, there;
    using C = counted<double>;
    r.check(identical(C(1, &here), C(1, &here)) && identical(C(1), C(1)));
    r.check(!identical(C(1, &here), C(1, &there)) && !identical(C(1, &here), C(2, &here)));
  });
  tests.proved("identical tensors", [](report& r) {
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
  });
  tests.proved(
      "limits, interval", [](report& r) { limits_are_those_of_float<interval<float>>(r); });
  tests.proved(
      "limits, influence", [](report& r) { limits_are_those_of_float<influence<float, 2>>(r); });
  tests.proved("limits, dual", [](report& r) { limits_are_those_of_float<dual<dual<float>>>(r); });
  tests.proved("limits, counted", [](report& r) { limits_are_those_of_float<counted<float>>(r); });
  tests.proved("a call names its rules", [](report& r) {
    using known = tensor<interval<double>, dim<2>>;
    using numbers = tensor<double, dim<2>>;
    r.check(rules::identical_call<known, known>::all::value);
    r.check(!rules::identical_call<numbers, numbers>::analysed::value);
    r.check(!rules::identical_call<known, numbers>::one_element::value);
    r.check(!rules::identical_call<known, tensor<interval<double>, dim<3>>>::same_axes::value);
    r.check(!rules::comparison_call<interval<double>, double>::all::value);
    const auto captures = [numbers_of = numbers()](const auto& x) { return x + numbers_of; };
    r.check(rules::enumerated_call<numbers, double, bool (*)(int),
        std::remove_cvref_t<decltype(causal<>)>>::all::value);
    r.check(rules::enumerated_call<decltype([](const auto& x) { return x; })>::all::value);
    r.check(!rules::enumerated_call<numbers, decltype(captures)>::all::value);
    r.check(!rules::enumerated_call<const numbers*>::all::value);
    r.check(!rules::enumerated_call<std::tuple<numbers>, numbers>::enumerated::value);
    r.check(!rules::enumerated_call<hidden_gate<float>>::all::value);
    using layers = nn::linear<float, model, axis<"out", 3>, output_by_input>[2];
    r.check(rules::enumerated_call<layers>::all::value &&
            !rules::enumerated_call<float[2]>::all::value);
    r.check(!rules::enumerated_call<std::array<float, 1>>::all::value);
    r.check(!rules::enumerated_call<hidden_gate_beside_array>::all::value);
    r.check(!rules::enumerated_call<hidden_gate_with_constructor>::all::value);
    r.check(!rules::enumerated_call<hidden_reference>::all::value);
    const auto takes_none = []<class... State>(std::type_identity<State>...) {
      return !(rules::enumerated_call<State>::all::value || ...) &&
             !(rules::enumerated_call<layer_with<State>>::all::value || ...);
    };
    r.check(takes_none(std::type_identity<std::optional<numbers>>(),
        std::type_identity<std::variant<numbers>>(), std::type_identity<std::span<const double>>(),
        std::type_identity<std::function<double()>>(), std::type_identity<numbers*>()));
    r.check(rules::enumerated_call<layer_with<numbers>>::all::value);
    // Zeros that would not become inputs, and what is known on purpose.
    r.check(!rules::enumerated_call<tensor<bfloat16, model>>::all::value);
    r.check(!rules::enumerated_call<known>::all::value);
    r.check(rules::enumerated_call<tensor<bool, model>, tensor<token_id<3>, model>>::all::value);
  });
};
}  // namespace attn_tests::analysis_scalar_tests
