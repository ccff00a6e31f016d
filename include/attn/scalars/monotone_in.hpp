// SPDX-License-Identifier: BSL-1.0
// The least that a number computed by f may be within a box, from bounds of its derivatives there:
// for any input p of the box, by the mean value theorem, and j over the inputs,
//
//   y(x) >= y(p) - sum of the most that y falls from p_j towards either end
//
// p_j is the end of the box towards which y falls, if it is known that y does not rise there too.
// Then nothing is lost. If not, it is the point from which y falls by as much to either side
// (Baumann, "Optimal centered forms", BIT 28, 1988). y(p) is computed with intervals. What T
// computes is less than the exact number by affine::rounding at most.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/math/max.hpp>
#include <attn/scalars/bounds.hpp>
#include <attn/scalars/detail/dual_of_bounds.hpp>
#include <attn/scalars/detail/require.hpp>
#include <attn/tensor/check.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// How far input j may be from its centre: all of them as far, or each by its own.
template <class Eps>
ATTN_ABI constexpr auto reach_of(const Eps& eps, std::size_t j) {
  if constexpr (is_tensor<Eps>)
    return eps.data()[j];
  else
    return eps;
}

// One input of the box: all numbers within eps of x.
template <std::floating_point T>
struct mean_value_side {
  T x, eps;

  // Where to begin, if the derivative has these bounds. Any number of the box is right.
  ATTN_ABI constexpr T start(const interval<T>& slope) const {
    const T low = (math::min)(x, sum_above(x, -eps)), high = (math::max)(x, sum_below(x, eps));
    if (slope.lower >= T(0)) return low;
    if (slope.upper <= T(0)) return high;
    const T share = quotient(-slope.lower - slope.upper, slope.upper - slope.lower);
    return (math::max)(low, (math::min)(x + rounded(eps * share), high));
  }
  // By how much y may fall from there to either end.
  ATTN_ABI constexpr T fall(const interval<T>& slope, const T& from) const {
    const T to_the_right = sum_above(sum_above(x, -from), eps);
    const T to_the_left = sum_above(sum_above(from, -x), eps);
    return (math::max)(T(0), (math::max)(product_above(-slope.lower, to_the_right),
                                         product_above(slope.upper, to_the_left)));
  }
};

// y: the number with its derivatives, of all inputs within eps of x. Of(elements of f(inputs)): the
// same number, of other elements.
template <class F, class T, class... Axes, class Eps, std::size_t N, class Number>
ATTN_ABI constexpr T mean_value_below(const F& f, const tensor<T, Axes...>& x, const Eps& eps,
                                      const dual<affine<T, N>, N>& y, const Number& of) {
  if (!y.value.range.bounded()) return -infinite<T>;
  tensor<interval<T>, Axes...> from(uninitialized);
  T fall = y.value.rounding;
  for (std::size_t j = 0; j < N; ++j) {
    const interval<T>& slope = y.gradient[j].range;
    if (!slope.bounded()) return -infinite<T>;
    const mean_value_side<T> side{x.data()[j], reach_of(eps, j)};
    const T start = side.start(slope);
    from.data()[j] = interval<T>(start);
    fall = sum_above(fall, side.fall(slope, start));
  }
  const interval<T> at_start = of(f(from).data());
  return at_start.bounded() ? sum_below(at_start.lower, -fall) : -infinite<T>;
}

}  // namespace attn::detail

namespace attn {

// is_monotone_in<axis, index>: whether no output of f falls when inputs grow, for all inputs of a
// box.
//
//   is_monotone_in<"feature", 2>(f, box)                   feature 2, of every token of its own
//   is_monotone_in<"feature", 2, non_increasing>(f, box)   no output rises
//   is_monotone(f, box, more…)                             every element of the box
//
//   static_assert(check<is_monotone_in<"feature", 2>(f, between<X>(0, 1))>);
//
// (axes) -> monotone_report<T, shape<axes of box>, axes of the result…>, which converts to bool
// explicitly. f(x, more…) must be generic in the element type. A trained layer is converted in f,
// with as<typename X::value_type>(layer). Further tensors of intervals have any values within their
// bounds, the bounds of numbers are their values.
//
// Method: f is evaluated once, with duals of intervals (detail/dual_of_bounds.hpp): bounds of
// every derivative for all inputs of the box. If none is negative, the exact function does not fall
// along any path inside the box on which the named inputs grow. At a kink, as of relu, the bounds
// contain the derivatives of both sides.
//
// True is a proof about the exact function: its formula, in real numbers. What is computed in T
// differs from it by rounding errors, so it may fall by as much, and in no other way. False with
// `violated` is a proof of the contrary: some output falls, everywhere in the box. False with
// `undecided` alone: the bounds contain both signs, because they are loose, or f is not monotone.
// Rules: has_bounds, for box; has_axis; indices_in_range; analysed_element, for the result of f.

// When inputs grow, outputs …
struct non_decreasing {
  static constexpr bool rises = true;
};
struct non_increasing {
  static constexpr bool rises = false;
};

// What is_monotone_in has found. A pair is an output and one of the named inputs.
template <class T, class In, class... Out>
struct monotone_report;
template <class T, class... In, class... Out>
struct monotone_report<T, shape<In...>, Out...> {
  bool rises = true;          // what was to be shown
  std::size_t depending = 0;  // pairs of which the derivative is not known to be 0
  std::size_t violated = 0;   // pairs of which it has the wrong sign for all inputs of the box
  // Pairs of which it may have either. If there are any of these two,
  std::size_t undecided = 0;
  std::size_t output = 0;  // of the first, row-major: a violated one, if there is one
  std::size_t input = 0;
  T lower{}, upper{};  // bounds of its derivative; infinite, where it may be undefined

  ATTN_ABI constexpr explicit operator bool() const { return violated == 0 && undecided == 0; }

  // "attn::check: at (token 1): slope -3 to -1 in token 0, feature 2, not 0 or more; 3 pairs
  // violated, 1 undecided"
  ATTN_ABI constexpr rules::composed_text text() const {
    rules::composed_text text;
    if (*this) return text.add("attn::check: as expected");
    detail::add_indices<Out...>(text.add("attn::check: "), output);
    text.add(part(slope_at)).add(" in ");
    for (std::size_t i = 0; i < sizeof...(In); ++i)
      text.add(detail::index_text<In...>(input, i)).add(", ");
    text.add(part(slope_at + 1)).add("; ").add(violated).add(" pairs violated, ").add(undecided);
    return text.add(" undecided");
  }
  // What the compiler prints, one after the other.
  static constexpr std::size_t slope_at = sizeof...(Out) + 1 + sizeof...(In);
  static constexpr std::size_t parts = slope_at + 2;
  ATTN_ABI constexpr rules::composed_text part(std::size_t i) const {
    constexpr std::size_t rank = sizeof...(Out);
    if (i < rank) return detail::index_text<Out...>(output, i);
    if (i == rank) return rules::composed_text().add("as the input grows at");
    if (i < slope_at) return detail::index_text<In...>(input, i - rank - 1);
    if (i == slope_at)
      return detail::number_text("slope", lower).add(" ").add(detail::number_text("to", upper));
    return rules::composed_text().add(rises ? "not 0 or more" : "not 0 or less");
  }

 private:
  friend detail::new_report;
  ATTN_ABI constexpr monotone_report() = default;
};

namespace detail {

// The inputs that grow: those with one index of an axis, or all of them.
template <std::size_t At, std::size_t Index>
struct inputs_with_index {
  template <class... Axes>
  ATTN_ABI static constexpr bool named(std::size_t i) {
    using around = around_axis<shape<Axes...>, At>;
    return i / around::inner % around::extent == Index;
  }
};
struct every_input {
  template <class... Axes>
  ATTN_ABI static constexpr bool named(std::size_t) {
    return true;
  }
};
template <class Named, class... Axes>
inline constexpr std::size_t named_inputs = [] {
  std::size_t count = 0;
  for (std::size_t i = 0; i < shape<Axes...>::volume; ++i)
    if (Named::template named<Axes...>(i)) ++count;
  return count;
}();

template <class Named, class T, class... Axes>
ATTN_ABI constexpr auto growing(const tensor<interval<T>, Axes...>& box) {
  using element = dual<interval<T>, named_inputs<Named, Axes...>>;
  std::size_t count = 0;
  return generated<tensor<element, Axes...>>([&](std::size_t i) {
    return Named::template named<Axes...>(i) ? element::variable(box.data()[i], count++)
                                             : element(box.data()[i]);
  });
}

// A further argument of f: of a tensor, elements that do not grow.
template <class X>
struct not_growing {
  template <class E>
  ATTN_ABI static constexpr const X& of(const X& x) {
    return x;
  }
};
template <class T, class... Axes>
  requires(binary_format<T>)
struct not_growing<tensor<T, Axes...>> {
  template <class E>
  ATTN_ABI static constexpr auto of(const tensor<T, Axes...>& x) {
    return generated<tensor<E, Axes...>>([&](std::size_t i) { return E(x.data()[i]); });
  }
};
template <class T, class... Axes>
struct not_growing<tensor<interval<T>, Axes...>> {
  template <class E>
  ATTN_ABI static constexpr auto of(const tensor<interval<T>, Axes...>& x) {
    return generated<tensor<E, Axes...>>([&](std::size_t i) { return E(x.data()[i]); });
  }
};

template <class Named, class F, class T, class... Axes, class... More>
ATTN_ABI constexpr auto with_slopes(const F& f, const tensor<interval<T>, Axes...>& box,
                                    const More&... more) {
  using element = dual<interval<T>, named_inputs<Named, Axes...>>;
  return f(growing<Named>(box), not_growing<More>::template of<element>(more)...);
}
template <bool Asked, class Named, class F, class X, class... More>
struct result_with_slopes {
  using type = void;
};
template <class Named, class F, class X, class... More>
struct result_with_slopes<true, Named, F, X, More...> {
  using type = std::remove_cvref_t<decltype(with_slopes<Named>(
      std::declval<const F&>(), std::declval<const X&>(), std::declval<const More&>()...))>;
};

template <class Report, class Named, class In, class Y>
struct slopes_of;
// (T and Axes: GCC names tensor<T, Axes...> in errors of other functions as it was first written.)
template <class Report, class Named, class... In, class T, class... Axes>
struct slopes_of<Report, Named, shape<In...>, tensor<T, Axes...>> {
  // Of one output and the variable number `lane`, input number `at`.
  ATTN_ABI static constexpr void add(Report& found, const T& y, std::size_t output,
                                     std::size_t lane, std::size_t at) {
    const auto& slope = y.gradient[lane];
    const bool unknown = y.value.may_be_nan || slope.may_be_nan;
    if (unknown || !(slope.lower == 0 && slope.upper == 0)) ++found.depending;
    if (!unknown && (found.rises ? slope.lower >= 0 : slope.upper <= 0)) return;
    const bool violated = !unknown && (found.rises ? slope.upper < 0 : slope.lower > 0);
    if (violated ? found.violated == 0 : found.violated + found.undecided == 0) {
      const auto whole = T().value.anything();
      found.output = output, found.input = at;
      found.lower = unknown ? whole.lower : slope.lower;
      found.upper = unknown ? whole.upper : slope.upper;
    }
    ++(violated ? found.violated : found.undecided);
  }
  ATTN_ABI static constexpr Report of(const tensor<T, Axes...>& y, bool rises) {
    auto found = new_report::of<Report>();
    found.rises = rises;
    for (std::size_t o = 0; o < y.size(); ++o)
      for (std::size_t at = 0, lane = 0; at < shape<In...>::volume; ++at)
        if (Named::template named<In...>(at)) add(found, y.data()[o], o, lane++, at);
    return found;
  }
};

template <class T, class In, class Out>
struct monotone_report_of;
template <class T, class In, class... Out>
struct monotone_report_of<T, In, shape<Out...>> {
  using type = monotone_report<T, In, Out...>;
};

}  // namespace detail

namespace rules {
// f(box, more…) is computed from the box.
template <class Named, class F, class X, class... More>
struct monotone_call {
  using operands = roles<>;
  using bounded = has_bounds<element<typename X::value_type>>;
  using result =
      typename attn::detail::result_with_slopes<bounded::value, Named, F, X, More...>::type;
  using computed = analysed_element<returned_element<result>>;
  using all = in_order<bounded, computed>;
};
// The axis has this index.
template <auto Axis, std::size_t Index, class X>
struct index_call : axis_call<Axis, X> {
  template <bool Found, class Y>
  struct range {
    using type = not_asked;
  };
  template <class T, class... Axes>
  struct range<true, tensor<T, Axes...>> {
    using type = indices_in_range<axes_of<axis_at<shape<Axes...>, axis_call<Axis, X>::position>>,
                                  indices<Index>>;
  };
  using in_range = typename range<axis_call<Axis, X>::all::value, X>::type;
  using all = in_order<typename axis_call<Axis, X>::all, in_range>;
};
}  // namespace rules

namespace detail {

template <class Direction, class Named, class F, class T, class... Axes, class... More>
ATTN_ABI constexpr auto slopes_found(const F& f, const tensor<interval<T>, Axes...>& box,
                                     const More&... more) {
  using result =
      typename result_with_slopes<true, Named, F, tensor<interval<T>, Axes...>, More...>::type;
  using report = typename monotone_report_of<T, shape<Axes...>, typename result::shape_type>::type;
  return slopes_of<report, Named, shape<Axes...>, result>::of(with_slopes<Named>(f, box, more...),
                                                              Direction::rises);
}

}  // namespace detail

template <axis_selector Axis, std::size_t Index, class Direction = non_decreasing, class F, class T,
          class... Axes, class... More>
ATTN_ABI constexpr auto is_monotone_in(const F& f, const tensor<T, Axes...>& box,
                                       const More&... more) {
  using X = tensor<T, Axes...>;
  using index = rules::index_call<Axis, Index, X>;
  ATTN_REQUIRE(index, axis_exists,
               "attn::is_monotone_in<axis, index>(f, box): the box has no such axis");
  ATTN_REQUIRE(index, in_range,
               "attn::is_monotone_in<axis, index>(f, box): the axis has no such index");
  if constexpr (index::all::value) {
    using named = detail::inputs_with_index<index::position, Index>;
    using call = rules::monotone_call<named, F, X, More...>;
    ATTN_REQUIRE_MONOTONE(call, "attn::is_monotone_in<axis, index>(f, box)");
    if constexpr (call::all::value)
      return detail::slopes_found<Direction, named>(f, box, more...);
    else
      return detail::new_report::of<monotone_report<double, shape<>>>();
  } else {
    return detail::new_report::of<monotone_report<double, shape<>>>();
  }
}

template <class Direction = non_decreasing, class F, class T, class... Axes, class... More>
ATTN_ABI constexpr auto is_monotone(const F& f, const tensor<T, Axes...>& box,
                                    const More&... more) {
  using call = rules::monotone_call<detail::every_input, F, tensor<T, Axes...>, More...>;
  ATTN_REQUIRE_MONOTONE(call, "attn::is_monotone(f, box)");
  if constexpr (call::all::value)
    return detail::slopes_found<Direction, detail::every_input>(f, box, more...);
  else
    return detail::new_report::of<monotone_report<double, shape<>>>();
}

}  // namespace attn
ATTN_STRICT_FP_END
