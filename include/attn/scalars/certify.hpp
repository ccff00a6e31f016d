// SPDX-License-Identifier: BSL-1.0
// certify(f, x, eps): what f computes for every input within eps of x, element by element.
//
//   const auto c = certify(f, x, eps);
//   c.bounds()               bounds of every output, as intervals, for bounded, within, is_within …
//                            (scalars/bounds.hpp, scalars/is_within.hpp)
//   c.margin<axis>()         by how much the largest output along the axis exceeds every other one,
//                            at least: if it is positive, the same output is the largest for all
//                            these inputs; with one output, infinity
//   c.output                 the outputs as forms of the inputs, affine<T, x.size()>
//
// f is a function of x alone and generic in the element type; a model is converted in f, with
// as<typename X::value_type>(model).
//
// (axes) -> certificate; bounds: the axes of the result of f; margin: those without the axis.
// Guaranteed: for every x' in T, of which every element is within eps of that of x, what f(x')
// computes in T is within the bounds, every rounding included, and so is the exact result. A
// positive margin and narrow bounds are proofs; their absence proves nothing: bounds may be loose.
// Special values: an output that may be NaN or infinite is not bounded; the margin of its row is
// -infinity.
// Rules: float_or_double; analysed_element, for the result of f; has_axis.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/scalars/affine.hpp>
#include <attn/scalars/bounds.hpp>
#include <attn/scalars/detail/require.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <std::size_t At, class Result, class T, std::size_t N, class... Axes>
ATTN_ABI constexpr Result margins(const tensor<affine<T, N>, Axes...>& y) {
  using around = around_axis<shape<Axes...>, At>;
  using steps = affine_steps<T, N>;
  Result out(uninitialized);
  for (std::size_t row = 0; row < around::rows; ++row) {
    const affine<T, N>* element = y.data() + around::start_of(row);
    std::size_t best = 0;
    for (std::size_t i = 1; i < around::extent; ++i)
      if (element[i * around::inner].center > element[best * around::inner].center) best = i;
    const affine<T, N>& top = element[best * around::inner];
    T margin = infinite<T>;
    for (std::size_t i = 0; i < around::extent; ++i) {
      const affine<T, N>& other = element[i * around::inner];
      if (!top.range.bounded() || !other.range.bounded())
        margin = -infinite<T>;
      else if (i != best)
        margin =
            math::min(margin, steps::sum(top, -other, top.range - other.range, T(0)).range.lower);
    }
    out.data()[row] = margin;
  }
  return out;
}

}  // namespace detail

template <class T, std::size_t N, class... Axes>
struct certificate {
  tensor<affine<T, N>, Axes...> output;

  ATTN_ABI constexpr auto bounds() const {
    return detail::generated<tensor<interval<T>, Axes...>>(
        [&](std::size_t i) { return output.data()[i].range; });
  }
  template <axis_selector Axis>
  ATTN_ABI constexpr auto margin() const {
    using call = rules::axis_call<Axis, tensor<T, Axes...>>;
    ATTN_REQUIRE_AXIS(call, "attn::certificate.margin<axis>()");
    if constexpr (call::holds)
      return detail::margins<call::position, typename call::reduced>(output);
    else
      return output;
  }
};

namespace detail {

// All inputs within eps of x.
template <class T, class... Axes>
ATTN_ABI constexpr auto perturbed(const tensor<T, Axes...>& x, double eps) {
  constexpr std::size_t n = tensor<T, Axes...>::volume;
  return generated<tensor<affine<T, n>, Axes...>>(
      [&](std::size_t i) { return affine<T, n>::input(x.data()[i], eps, i); });
}
template <class T, std::size_t N, class... Axes>
ATTN_ABI constexpr certificate<T, N, Axes...> certificate_of(
    const tensor<affine<T, N>, Axes...>& y) {
  return {y};
}

template <bool Asked, class F, class X>
struct result_of_perturbed {
  using type = void;
};
template <class F, class T, class... Axes>
struct result_of_perturbed<true, F, tensor<T, Axes...>> {
  using forms = tensor<affine<T, tensor<T, Axes...>::volume>, Axes...>;
  using type =
      std::remove_cvref_t<decltype(std::declval<const F&>()(std::declval<const forms&>()))>;
};
}  // namespace detail

namespace rules {
template <class F, class X>
struct certify_call {
  using operands = roles<>;
  using elements = float_or_double<element<typename X::value_type>>;
  using result = typename attn::detail::result_of_perturbed<elements::value, F, X>::type;
  using computed = only_if<elements::value, analysed_element<returned_element<result>>>;
  static constexpr bool holds = elements::value && computed::value;
};
}  // namespace rules

template <class F, class T, class... Axes>
ATTN_ABI constexpr auto certify(const F& f, const tensor<T, Axes...>& x, double eps) {
  using call = rules::certify_call<F, tensor<T, Axes...>>;
  ATTN_REQUIRE(call, elements, "attn::certify(f, x, eps): the elements must be float or double");
  ATTN_REQUIRE(call, computed,
               "attn::certify(f, x, eps): f must compute a tensor from x, generic in the element "
               "type");
  if constexpr (call::holds)
    return detail::certificate_of(f(detail::perturbed(x, eps)));
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
