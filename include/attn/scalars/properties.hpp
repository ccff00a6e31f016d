// SPDX-License-Identifier: BSL-1.0
// Which elements of a result a function may use, by name, for all inputs:
//
//   is_causal<"token">(f, x)            no token of f(x) depends on a later token of x
//   rows_independent<"batch">(f, x)     each index of the axis depends on the same index alone
//   is_causal<"token">(layer, x, causal<>)     of layer(x, causal<>), for all weights
//
//   static_assert(check<is_causal<"token">(f, x)>);     an error that names two tokens
//
// (axes) -> dependence_report<axis>, which converts to bool explicitly. f(x, more…) must return a
// tensor that has the axis, with the same size.
//
// Method: f is evaluated once, with elements that know which inputs can influence them
// (influence.hpp). Shown for all values of x, of which only the type matters. Of further tensors in
// more…, and, if f or one of more… is a layer or model (layers/analysis_parameters.hpp), of all
// its parameters, so that weights that happen to be 0 prove nothing. Options have their values, and
// no other state is accepted: not what a lambda captures, nor members that are not listed.
// Assumed: all numbers are finite. With is_causal<"token", nan_too>(f, x) not even that: then a
// masked value may make other tokens NaN, except with skip_masked.
//
// True is a proof. False means that the method finds a dependence, which may cancel: x - x depends
// on x. f must not branch on elements, which does not compile. Then f is evaluated once more, to
// find the operation at which the two indices meet: a product, if no mask hides a score.
// Rules: has_axis, for x and the result; same_size; floating_point_element; enumerated_state.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/scalars/analysis_scalar.hpp>
#include <attn/scalars/jacobian.hpp>
#include <attn/tensor/check.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::rules {

// The call of a property of an axis: the result of f is a tensor that has the axis of x, with its
// size.
template <auto Axis, class X, class Y>
struct kept_axis_call {
  using operands = roles<>;
  using computed = analysed_element<element<Y>>;
  using axis_exists = not_asked;
  using axis_size = not_asked;
  using all = in_order<computed, std::false_type>;
};
template <auto Axis, class X, class Influence, class... Axes>
struct kept_axis_call<Axis, X, tensor<Influence, Axes...>> {
  using in_x = axis_call<Axis, X>;
  using in_result = axis_call<Axis, tensor<Influence, Axes...>>;
  using operands = roles<axes_of<Axes...>>;
  using computed = analysed_element<element<Influence>>;
  using axis_exists = typename in_result::axis_exists;
  template <bool Asked, class Result>
  struct size_of {
    using type = not_asked;
  };
  template <class Result>
  struct size_of<true, Result> {
    using type = same_size<axis_of_A<axis_at<typename X::shape_type, in_x::position>>,
                           axis_of_B<axis_at<Result, in_result::position>>>;
  };
  using axis_size = typename size_of<all_hold<computed, axis_exists>, shape<Axes...>>::type;
  using all = in_order<computed, axis_exists, axis_size>;
};

}  // namespace attn::rules

namespace attn {

// What is_causal and rows_independent have found, of a dependence on another index of the axis.
template <class Axis>
struct dependence_report {
  // Pairs of which there must be none. If there are, of the first:
  std::size_t forbidden = 0;
  std::size_t output = 0;     // the index in the result
  std::size_t input = 0;      // that depends on this one of x
  std::size_t allowed = 0;    // pairs that depend and may: 0 if the result depends on nothing
  std::uint64_t through = 0;  // where the two meet: a bit for each detail::meeting; 1 if nowhere

  ATTN_ABI constexpr explicit operator bool() const { return forbidden == 0; }

  // "attn::check: not proved: token 0 may depend on token 2 through a product; 3 pairs must not"
  ATTN_ABI constexpr rules::composed_text text() const {
    rules::composed_text text;
    if (forbidden == 0) return text.add("attn::check: as expected");
    text.add("attn::check: ").add(part(0)).add(" ").add(part(1)).add(" ").add(part(2));
    text.add(" ").add(part(3));
    return text.add("; ").add(forbidden).add(forbidden == 1 ? " pair" : " pairs").add(" must not");
  }
  // What the compiler prints, one after the other.
  static constexpr std::size_t parts = 4;
  ATTN_ABI constexpr rules::composed_text part(std::size_t i) const {
    rules::composed_text text;
    if (i == 0) return text.add("not proved:");
    if (i == 1) return detail::index_text<Axis>(output, 0).add(" may depend on");
    return i == 2 ? detail::index_text<Axis>(input, 0) : operation();
  }

 private:
  friend detail::new_report;
  ATTN_ABI constexpr dependence_report() = default;
  ATTN_ABI constexpr rules::composed_text operation() const {
    rules::composed_text text;
    if (through == 0) return text.add("through an operation");
    if (through == 1) return text.add("through moved elements");
    text.add("through ").add(detail::name_of_meeting(through));
    return std::has_single_bit(through) ? text : text.add(" and others");
  }
};

namespace detail {

// An argument of f in a proof by influence: further tensors of numbers are arbitrary.
template <class X>
struct in_influence {
  template <class Influence>
  ATTN_ABI static constexpr const X& of(const X& x) {
    return x;
  }
};
template <binary_format T, class... Axes>
struct in_influence<tensor<T, Axes...>> {
  template <class Influence>
  ATTN_ABI static constexpr auto of(const tensor<T, Axes...>& x) {
    return arbitrary<Influence>(x);
  }
};

// Of the table (output, input): what is allowed, and what is not.
template <class Axis, class Table, class Allowed>
ATTN_ABI constexpr dependence_report<Axis> forbidden_in(const Table& reached,
                                                        const Allowed& allowed) {
  auto found = new_report::of<dependence_report<Axis>>();
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

// x with the elements of one index as input 0, and of another as input 1; the others are neither.
template <class Influence, std::size_t At, class T, class... Axes>
ATTN_ABI constexpr auto pair_of_inputs(const tensor<T, Axes...>&, std::size_t output,
                                       std::size_t input) {
  return generated<tensor<Influence, Axes...>>([=](std::size_t i) {
    const std::size_t index = index_along<shape<Axes...>, At>(i);
    return Influence::traced_input(index == output ? 1u : index == input ? 2u : 0u);
  });
}
// The operations at which they meet, of the elements of y at the index of the output.
template <std::size_t At, class Influence, class... Axes>
ATTN_ABI constexpr std::uint64_t meetings(const tensor<Influence, Axes...>& y, std::size_t output) {
  std::uint64_t found = 0;
  bool moved = false;
  for (std::size_t i = 0; i < y.size(); ++i)
    if (index_along<shape<Axes...>, At>(i) == output) {
      const std::uint64_t set = y.data()[i].set[0];
      found |= set & ~std::uint64_t{3};
      moved = moved || (set & 3u) == 2u;
    }
  return found == 0 && moved ? 1u : found;
}

template <axis_selector Axis, class Reading, class F, class X, class... More>
struct influence_of_axis {
  static constexpr std::size_t position = rules::axis_call<Axis, X>::position;
  using axis = axis_at<typename X::shape_type, position>;
  using element = influence<typename X::value_type, axis::size, Reading>;
  using marked_x = decltype(marked<Axis, Reading>(std::declval<const X&>()));
  // f with elements of influence: x has them already.
  ATTN_ABI static constexpr auto of(const F& f, const marked_x& x, const More&... more) {
    return in_influence<F>::template of<element>(f)(
        x, in_influence<More>::template of<element>(more)...);
  }
  using result = std::remove_cvref_t<decltype(of(
      std::declval<const F&>(), std::declval<const marked_x&>(), std::declval<const More&>()...))>;
};

// What is found of f(x, more…). A second evaluation, of what is not proved, finds the operation.
template <axis_selector Axis, class Reading, class Allowed, class F, class X, class... More>
ATTN_ABI constexpr auto dependences(const Allowed& allowed, const F& f, const X& x,
                                    const More&... more) {
  using influenced = influence_of_axis<Axis, Reading, F, X, More...>;
  using axis = typename influenced::axis;
  dependence_report<axis> found = forbidden_in<axis>(
      reach<Axis>(influenced::of(f, marked<Axis, Reading>(x), more...)), allowed);
  if (found.forbidden > 0) {
    constexpr std::size_t in_result = rules::axis_call<Axis, typename influenced::result>::position;
    found.through = meetings<in_result>(
        influenced::of(f,
                       pair_of_inputs<typename influenced::element, influenced::position>(
                           x, found.output, found.input),
                       more...),
        found.output);
  }
  return found;
}

}  // namespace detail

template <axis_selector Axis, class Reading = finite_only, class F, class T, class... Axes,
          class... More>
ATTN_ABI constexpr auto is_causal(const F& f, const tensor<T, Axes...>& x, const More&... more) {
  using X = tensor<T, Axes...>;
  using call = rules::floating_axis_call<Axis, X>;
  ATTN_REQUIRE_AXIS(call, "attn::is_causal<axis>(f, x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::is_causal<axis>(f, x)");
  using state = rules::enumerated_call<F, More...>;
  ATTN_REQUIRE_ENUMERATED(state, "attn::is_causal<axis>(f, x)");
  if constexpr (call::all::value && state::all::value) {
    using found = detail::influence_of_axis<Axis, Reading, F, X, More...>;
    using kept = rules::kept_axis_call<Axis, X, typename found::result>;
    ATTN_REQUIRE_KEPT_AXIS(kept, "attn::is_causal<axis>(f, x)");
    if constexpr (kept::all::value)
      return detail::dependences<Axis, Reading>(
          [](std::size_t output, std::size_t input) { return input <= output; }, f, x, more...);
    else
      return detail::new_report::of<dependence_report<dim<1>>>();
  } else {
    return detail::new_report::of<dependence_report<dim<1>>>();
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
  using state = rules::enumerated_call<F, More...>;
  ATTN_REQUIRE_ENUMERATED(state, "attn::rows_independent<axis>(f, x)");
  if constexpr (call::all::value && state::all::value) {
    using found = detail::influence_of_axis<Axis, Reading, F, X, More...>;
    using kept = rules::kept_axis_call<Axis, X, typename found::result>;
    ATTN_REQUIRE_KEPT_AXIS(kept, "attn::rows_independent<axis>(f, x)");
    if constexpr (kept::all::value)
      return detail::dependences<Axis, Reading>(
          [](std::size_t output, std::size_t input) { return input == output; }, f, x, more...);
    else
      return detail::new_report::of<dependence_report<dim<1>>>();
  } else {
    return detail::new_report::of<dependence_report<dim<1>>>();
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
