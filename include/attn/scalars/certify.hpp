// SPDX-License-Identifier: BSL-1.0
// certify(f, x, eps): what f computes for every input within eps of x, element by element.
//
//   const auto c = certify(f, x, eps);
//   c.bounds()               bounds of every output, as intervals, for bounded, within, is_within …
//                            (scalars/bounds.hpp, scalars/is_within.hpp)
//   c.margin<axis>()         by how much the largest output along the axis exceeds every other one,
//                            at least: if it is positive, the same output is the largest for all
//                            these inputs; with one output, infinity
//   c.may_overflow()         whether an operation on the way to an output may overflow or be
//                            undefined (scalars/interval.hpp); if not, none does
//   c.output                 the outputs as forms of the inputs, affine<T, x.size()>
//
//   certify(f, x, eps, second_order)   closer, with the derivatives of f as forms, too; slower
//
// f is a function of x alone and generic in the element type; a model is converted in f, with
// as<typename X::value_type>(model).
//
// (axes) -> certificate; bounds: the axes of the result of f; margin: those without the axis.
// Guaranteed: for every x' in T, of which every element is within eps of that of x, what f(x')
// computes in T is within the bounds, every rounding included, and so is the exact result. A
// positive margin and narrow bounds are proofs; their absence proves nothing: bounds may be loose.
// With second_order, bounds are those of the exact range but for roundings, wherever the signs of
// all derivatives are known.
// Cost: one evaluation with forms. second_order: one with as many times more numbers as there are
// inputs, and for every bound and every margin one with intervals; the certificate keeps f.
// Special values: an output that may be NaN or infinite is not bounded; the margin of its row is
// -infinity.
// Rules: float_or_double; analysed_element, for the result of f; has_axis.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/scalars/affine.hpp>
#include <attn/scalars/bounds.hpp>
#include <attn/scalars/detail/mean_value_form.hpp>
#include <attn/scalars/detail/require.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// What is known of the outputs, to first order, or to second: their elements.
struct first_order_t {
  template <class T, std::size_t N>
  using element = affine<T, N>;
  template <class T, std::size_t N>
  ATTN_ABI static constexpr element<T, N> input(const T& x, double eps, std::size_t at) {
    return affine<T, N>::input(x, eps, at);
  }
};
struct second_order_t {
  template <class T, std::size_t N>
  using element = dual<affine<T, N>, N>;
  template <class T, std::size_t N>
  ATTN_ABI static constexpr element<T, N> input(const T& x, double eps, std::size_t at) {
    return element<T, N>::variable(affine<T, N>::input(x, eps, at), at);
  }
};
inline constexpr second_order_t second_order{};

template <class T, std::size_t N, class... Axes>
struct certificate;
template <class F, class X, class... Axes>
struct second_order_certificate;

namespace detail {

// Of certificates: form(i) is output i, exceeds(a, b) by how much output a exceeds b, at least.
template <std::size_t At, class Result, class... Axes, class Certificate>
ATTN_ABI constexpr Result margins(const Certificate& c) {
  using around = around_axis<shape<Axes...>, At>;
  using T = typename Result::value_type;
  Result out(uninitialized);
  for (std::size_t row = 0; row < around::rows; ++row) {
    const auto at = [&](std::size_t i) { return around::start_of(row) + i * around::inner; };
    std::size_t best = 0;
    for (std::size_t i = 1; i < around::extent; ++i)
      if (c.form(at(i)).center > c.form(at(best)).center) best = i;
    T margin = infinite<T>;
    for (std::size_t i = 0; i < around::extent; ++i)
      if (!c.form(at(i)).range.bounded())
        margin = -infinite<T>;
      else if (i != best)
        margin = math::min(margin, c.exceeds(at(best), at(i)));
    out.data()[row] = margin;
  }
  return out;
}

// Whether an output was computed from what may overflow.
template <class Certificate>
ATTN_ABI constexpr bool one_may_overflow(const Certificate& c) {
  bool one = false;
  for (std::size_t i = 0; i < c.output.size(); ++i) one = one || c.form(i).range.may_overflow;
  return one;
}

template <class T, std::size_t N>
ATTN_ABI constexpr T difference_below(const affine<T, N>& a, const affine<T, N>& b) {
  return affine_steps<T, N>::sum(a, -b, a.range - b.range, T(0)).range.lower;
}

}  // namespace detail

template <class T, std::size_t N, class... Axes>
struct certificate {
  tensor<affine<T, N>, Axes...> output;

  ATTN_ABI constexpr auto bounds() const {
    return detail::generated<tensor<interval<T>, Axes...>>(
        [&](std::size_t i) { return form(i).range; });
  }
  template <axis_selector Axis>
  ATTN_ABI constexpr auto margin() const {
    using call = rules::axis_call<Axis, tensor<T, Axes...>>;
    ATTN_REQUIRE_AXIS(call, "attn::certificate.margin<axis>()");
    if constexpr (call::holds)
      return detail::margins<call::position, typename call::reduced, Axes...>(*this);
    else
      return output;
  }

  ATTN_ABI constexpr bool may_overflow() const { return detail::one_may_overflow(*this); }

  ATTN_ABI constexpr const affine<T, N>& form(std::size_t i) const { return output.data()[i]; }
  ATTN_ABI constexpr T exceeds(std::size_t a, std::size_t b) const {
    return detail::difference_below(form(a), form(b));
  }
};

// f, x and eps, for which `output` was computed: the values as forms, and all their derivatives.
template <class F, class T, class... In, class... Axes>
struct second_order_certificate<F, tensor<T, In...>, Axes...> {
  static constexpr std::size_t inputs = tensor<T, In...>::volume;

  F f;
  tensor<T, In...> x;
  T eps;
  tensor<dual<affine<T, inputs>, inputs>, Axes...> output;

  ATTN_ABI constexpr auto bounds() const {
    return detail::generated<tensor<interval<T>, Axes...>>([&](std::size_t i) {
      const auto itself = [i](const auto* y) { return y[i]; };
      const auto negative = [i](const auto* y) { return -y[i]; };
      interval<T> range = form(i).range;
      range.lower = math::max(range.lower, at_least(itself));
      range.upper = math::min(range.upper, -at_least(negative));
      return range;
    });
  }
  template <axis_selector Axis>
  ATTN_ABI constexpr auto margin() const {
    using call = rules::axis_call<Axis, tensor<T, Axes...>>;
    ATTN_REQUIRE_AXIS(call, "attn::certificate.margin<axis>()");
    if constexpr (call::holds)
      return detail::margins<call::position, typename call::reduced, Axes...>(*this);
    else
      return output;
  }

  ATTN_ABI constexpr bool may_overflow() const { return detail::one_may_overflow(*this); }

  ATTN_ABI constexpr const affine<T, inputs>& form(std::size_t i) const {
    return output.data()[i].value;
  }
  ATTN_ABI constexpr T exceeds(std::size_t a, std::size_t b) const {
    return math::max(detail::difference_below(form(a), form(b)),
                     at_least([=](const auto* y) { return y[a] - y[b]; }));
  }

 private:
  template <class Number>
  ATTN_ABI constexpr T at_least(const Number& of) const {
    return detail::mean_value_below(f, x, eps, of(output.data()), of);
  }
};

namespace detail {

// All inputs within eps of x.
template <class Order, class T, class... Axes>
ATTN_ABI constexpr auto perturbed(const tensor<T, Axes...>& x, double eps) {
  constexpr std::size_t n = tensor<T, Axes...>::volume;
  return generated<tensor<typename Order::template element<T, n>, Axes...>>(
      [&](std::size_t i) { return Order::template input<T, n>(x.data()[i], eps, i); });
}
template <class F, class X, class T, std::size_t N, class... Axes>
ATTN_ABI constexpr certificate<T, N, Axes...> certificate_of(
    const F&, const X&, double, const tensor<affine<T, N>, Axes...>& y) {
  return {y};
}
template <class F, class X, class T, std::size_t N, class... Axes>
ATTN_ABI constexpr second_order_certificate<F, X, Axes...> certificate_of(
    const F& f, const X& x, double eps, const tensor<dual<affine<T, N>, N>, Axes...>& y) {
  return {f, x, interval<T>(eps).upper, y};
}

template <bool Asked, class F, class X, class Order>
struct result_of_perturbed {
  using type = void;
};
template <class F, class X, class Order>
struct result_of_perturbed<true, F, X, Order> {
  using type = std::remove_cvref_t<decltype(std::declval<const F&>()(
      perturbed<Order>(std::declval<const X&>(), 0.0)))>;
};
}  // namespace detail

namespace rules {
template <class F, class X, class Order = first_order_t>
struct certify_call {
  using operands = roles<>;
  using elements = float_or_double<element<typename X::value_type>>;
  using result = typename attn::detail::result_of_perturbed<elements::value, F, X, Order>::type;
  using computed = only_if<elements::value, analysed_element<returned_element<result>>>;
  static constexpr bool holds = elements::value && computed::value;
};
}  // namespace rules

template <class F, class T, class... Axes, class Order = first_order_t>
  requires(std::is_same_v<Order, first_order_t> || std::is_same_v<Order, second_order_t>)
ATTN_ABI constexpr auto certify(const F& f, const tensor<T, Axes...>& x, double eps,
                                const Order& = {}) {
  using call = rules::certify_call<F, tensor<T, Axes...>, Order>;
  ATTN_REQUIRE(call, elements, "attn::certify(f, x, eps): the elements must be float or double");
  ATTN_REQUIRE(call, computed,
               "attn::certify(f, x, eps): f must compute a tensor from x, generic in the element "
               "type");
  if constexpr (call::holds)
    return detail::certificate_of(f, x, eps, f(detail::perturbed<Order>(x, eps)));
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
