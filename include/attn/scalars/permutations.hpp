// SPDX-License-Identifier: BSL-1.0
// Permutations of an axis, for all inputs: whether f commutes with them, or does not see them.
//
//   is_permutation_equivariant<"token">(f, x)     f of permuted tokens is f(x), permuted
//   is_permutation_invariant<"token">(f, x)       f of permuted tokens is f(x)
//   is_permutation_equivariant<"token", nan_too>(f, x)      bit for bit
//
//   static_assert(check<is_permutation_equivariant<"token">(f, x)>);
//
// (axes) -> term_report<axes…> (same_for_all_inputs.hpp). Of f(x, more…), further tensors in more…
// are not permuted.
//
// Method: f(P x) and P f(x) are compared as terms, for two permutations P that generate all others:
// an exchange of the first two indices, and a rotation by one. In exact_arithmetic, the default,
// that is the formula, without rounding. Attention is not equivariant bit for bit, because the
// order of the keys is the order of the sums. Shown for all values of x and of further tensors,
// and, if f is a layer or model (layers/parameters.hpp), of all its parameters.
//
// True is a proof, up to collisions of hashes (term.hpp, exact_arithmetic.hpp). False means that
// the formulas, or the terms, differ.
// Rules: has_axis, for x and, if equivariant, for the result; same_size; float_or_double;
// enumerated_state; and the rules of same_for_all_inputs.
#pragma once

#include <cstddef>

#include <attn/scalars/properties.hpp>
#include <attn/scalars/same_for_all_inputs.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

struct exchange_of_two {
  ATTN_ABI static constexpr std::size_t of(std::size_t i, std::size_t n) {
    return i < 2 && n > 1 ? 1 - i : i;
  }
};
struct rotation_by_one {
  ATTN_ABI static constexpr std::size_t of(std::size_t i, std::size_t n) { return (i + 1) % n; }
};

// x, whose index i along the axis is index P(i) of the argument.
template <axis_selector Axis, class P, class T, class... Axes>
ATTN_ABI constexpr tensor<T, Axes...> permuted(const tensor<T, Axes...>& x) {
  using around = around_axis<shape<Axes...>, rules::axis_call<Axis, tensor<T, Axes...>>::position>;
  tensor<T, Axes...> y = x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t at = i / around::inner % around::extent;
    y.data()[i] = x.data()[i - at * around::inner + P::of(at, around::extent) * around::inner];
  }
  return y;
}

template <axis_selector Axis, class P>
struct of_permuted {
  template <class F, class X, class... More>
  ATTN_ABI constexpr auto operator()(const F& f, const X& x, const More&... more) const {
    return f(permuted<Axis, P>(x), more...);
  }
};
template <axis_selector Axis, class P>
struct permuted_result {
  template <class F, class X, class... More>
  ATTN_ABI constexpr auto operator()(const F& f, const X& x, const More&... more) const {
    return permuted<Axis, P>(f(x, more...));
  }
};
struct plain_result {
  template <class F, class... X>
  ATTN_ABI constexpr auto operator()(const F& f, const X&... x) const {
    return f(x...);
  }
};

}  // namespace detail

template <axis_selector Axis, class Reading = exact_arithmetic, class F, class T, class... Axes,
          class... More>
ATTN_ABI constexpr auto is_permutation_equivariant(const F& f, const tensor<T, Axes...>& x,
                                                   const More&... more) {
  using X = tensor<T, Axes...>;
  using call = rules::floating_axis_call<Axis, X>;
  ATTN_REQUIRE_AXIS(call, "attn::is_permutation_equivariant<axis>(f, x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::is_permutation_equivariant<axis>(f, x)");
  using state = rules::enumerated_call<F, More...>;
  ATTN_REQUIRE_ENUMERATED(state, "attn::is_permutation_equivariant<axis>(f, x)");
  if constexpr (call::all::value && state::all::value) {
    using result = detail::result_in_terms<Reading, T, detail::plain_result, F, X, More...>;
    using kept = rules::kept_axis_call<Axis, X, result>;
    ATTN_REQUIRE_KEPT_AXIS(kept, "attn::is_permutation_equivariant<axis>(f, x)");
    if constexpr (kept::all::value) {
      using namespace detail;
      const auto found =
          same_for_all_inputs<Reading>(permuted_result<Axis, exchange_of_two>{},
                                       of_permuted<Axis, exchange_of_two>{}, f, x, more...);
      if (!found) return found;
      return same_for_all_inputs<Reading>(permuted_result<Axis, rotation_by_one>{},
                                          of_permuted<Axis, rotation_by_one>{}, f, x, more...);
    } else {
      return detail::new_report::of<term_report<>>();
    }
  } else {
    return detail::new_report::of<term_report<>>();
  }
}

template <axis_selector Axis, class Reading = exact_arithmetic, class F, class T, class... Axes,
          class... More>
ATTN_ABI constexpr auto is_permutation_invariant(const F& f, const tensor<T, Axes...>& x,
                                                 const More&... more) {
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::is_permutation_invariant<axis>(f, x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::is_permutation_invariant<axis>(f, x)");
  using state = rules::enumerated_call<F, More...>;
  ATTN_REQUIRE_ENUMERATED(state, "attn::is_permutation_invariant<axis>(f, x)");
  if constexpr (call::all::value && state::all::value) {
    using namespace detail;
    const auto found = same_for_all_inputs<Reading>(
        plain_result{}, of_permuted<Axis, exchange_of_two>{}, f, x, more...);
    if (!found) return found;
    return same_for_all_inputs<Reading>(plain_result{}, of_permuted<Axis, rotation_by_one>{}, f, x,
                                        more...);
  } else {
    return detail::new_report::of<term_report<>>();
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
