// SPDX-License-Identifier: BSL-1.0
// Which elements of a result a function may use, by name, for all inputs:
//
//   is_causal<"token">(f, x)            no token of f(x) depends on a later token of x
//   rows_independent<"batch">(f, x)     each index of the axis depends on the same index alone
//   is_causal<"token">(layer, x, causal<>)     of layer(x, causal<>), for all weights
//
//   static_assert(check<is_causal<"token">(f, x)>);     an error that names two tokens
//
// (axes) -> dependence_report<axis>, which converts to bool explicitly; f(x, more…) must return a
// tensor that has the axis, with the same size.
//
// Method: f is evaluated once, with elements that know which inputs can influence them
// (influence.hpp). Shown for all values of x, of which only the type matters; of further tensors in
// more…; and, if f or one of more… is a layer or model (layers/arbitrary_parameters.hpp), of all
// its parameters, so that weights that happen to be 0 prove nothing. Options have their values.
// Assumed: all numbers are finite. With is_causal<"token", nan_too>(f, x) not even that: then a
// masked value may make other tokens NaN, except with skip_masked.
//
// True is a proof. False means that the method finds a dependence, which may cancel: x - x depends
// on x. f must not branch on elements, which does not compile.
// Rules: has_axis, for x and the result; same_size; floating_point_element.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/scalars/detail/kept_axis.hpp>
#include <attn/scalars/reach.hpp>
#include <attn/tensor/check.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// What is_causal and rows_independent have found, of a dependence on another index of the axis.
template <class Axis>
struct dependence_report {
  std::size_t forbidden = 0;  // pairs of which there must be none; if there are, of the first:
  std::size_t output = 0;     // the index in the result
  std::size_t input = 0;      // that depends on this one of x
  std::size_t allowed = 0;    // pairs that depend and may: 0 if the result depends on nothing

  ATTN_ABI constexpr explicit operator bool() const { return forbidden == 0; }

  // "attn::check: token 0 depends on token 2; 3 pairs that must not"
  ATTN_ABI constexpr rules::composed_text text() const {
    rules::composed_text text;
    if (forbidden == 0) return text.add("attn::check: as expected");
    text.add("attn::check: ").add(part(0)).add(" ").add(part(1));
    return text.add("; ").add(forbidden).add(forbidden == 1 ? " pair" : " pairs").add(" must not");
  }
  // What the compiler prints, one after the other.
  static constexpr std::size_t parts = 2;
  ATTN_ABI constexpr rules::composed_text part(std::size_t i) const {
    if (i == 0) return detail::index_text<Axis>(output, 0).add(" depends on");
    return detail::index_text<Axis>(input, 0);
  }
};

namespace detail {

// An argument of f in a proof by influence: further tensors of numbers are arbitrary.
template <class X>
struct in_influence {
  template <class I>
  ATTN_ABI static constexpr const X& of(const X& x) {
    return x;
  }
};
template <binary_format T, class... Axes>
struct in_influence<tensor<T, Axes...>> {
  template <class I>
  ATTN_ABI static constexpr auto of(const tensor<T, Axes...>& x) {
    return arbitrary<I>(x);
  }
};

// Of the table (output, input): what is allowed, and what is not.
template <class Axis, class Table, class Allowed>
ATTN_ABI constexpr dependence_report<Axis> forbidden_in(const Table& reached,
                                                        const Allowed& allowed) {
  dependence_report<Axis> found;
  for (std::size_t n = Axis::size * Axis::size; n-- > 0;) {
    const std::size_t output = n / Axis::size, input = n % Axis::size;
    if (!reached(output, input)) continue;
    if (allowed(output, input))
      ++found.allowed;
    else
      ++found.forbidden, found.output = output, found.input = input;
  }
  return found;
}

// Of f(x, more…), for each index of the axis in the result: which ones of x can reach it.
template <axis_selector Axis, class Reading, class I, class F, class X, class... More>
ATTN_ABI constexpr auto with_influence(const F& f, const X& x, const More&... more) {
  return in_influence<F>::template of<I>(f)(marked<Axis, Reading>(x),
                                            in_influence<More>::template of<I>(more)...);
}
template <axis_selector Axis, class Reading, class F, class X, class... More>
struct influence_of_axis {
  using call = rules::axis_call<Axis, X>;
  using axis = axis_at<typename X::shape_type, call::position>;
  using element = influence<typename X::value_type, axis::size, Reading>;
  using result = std::remove_cvref_t<decltype(with_influence<Axis, Reading, element>(
      std::declval<const F&>(), std::declval<const X&>(), std::declval<const More&>()...))>;
};

}  // namespace detail

template <axis_selector Axis, class Reading = finite_only, class F, class T, class... Axes,
          class... More>
ATTN_ABI constexpr auto is_causal(const F& f, const tensor<T, Axes...>& x, const More&... more) {
  using X = tensor<T, Axes...>;
  using call = rules::floating_axis_call<Axis, X>;
  ATTN_REQUIRE_AXIS(call, "attn::is_causal<axis>(f, x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::is_causal<axis>(f, x)");
  if constexpr (call::holds) {
    using found = detail::influence_of_axis<Axis, Reading, F, X, More...>;
    using kept = rules::kept_axis_call<Axis, X, typename found::result>;
    ATTN_REQUIRE_KEPT_AXIS(kept, "attn::is_causal<axis>(f, x)");
    if constexpr (kept::holds)
      return detail::forbidden_in<typename found::axis>(
          reach<Axis>(
              detail::with_influence<Axis, Reading, typename found::element>(f, x, more...)),
          [](std::size_t output, std::size_t input) { return input <= output; });
    else
      return dependence_report<dim<1>>{};
  } else {
    return dependence_report<dim<1>>{};
  }
}

template <axis_selector Axis, class Reading = finite_only, class F, class T, class... Axes,
          class... More>
ATTN_ABI constexpr auto rows_independent(const F& f, const tensor<T, Axes...>& x,
                                         const More&... more) {
  using X = tensor<T, Axes...>;
  using call = rules::floating_axis_call<Axis, X>;
  ATTN_REQUIRE_AXIS(call, "attn::rows_independent<axis>(f, x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::rows_independent<axis>(f, x)");
  if constexpr (call::holds) {
    using found = detail::influence_of_axis<Axis, Reading, F, X, More...>;
    using kept = rules::kept_axis_call<Axis, X, typename found::result>;
    ATTN_REQUIRE_KEPT_AXIS(kept, "attn::rows_independent<axis>(f, x)");
    if constexpr (kept::holds)
      return detail::forbidden_in<typename found::axis>(
          reach<Axis>(
              detail::with_influence<Axis, Reading, typename found::element>(f, x, more...)),
          [](std::size_t output, std::size_t input) { return input == output; });
    else
      return dependence_report<dim<1>>{};
  } else {
    return dependence_report<dim<1>>{};
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
