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
//   certify(f, x, eps, second_order)   at least as close, also with the derivatives of f as forms;
//                                      slower
//   certify(f, x, eps, linear_relaxation)   at least as close, and of trained layers much closer:
//                                      planes below and above every step, from the outputs back to
//                                      the inputs (scalars/detail/relaxation.hpp)
//   certify(f, x, eps, order, bisected<64>)   the box in up to 64 parts, halves of halves, of which
//                                      each has a certificate of that order
//
// f is a function of x alone and generic in the element type. A model is converted in f, with
// as<typename X::value_type>(model).
//
// (axes) -> certificate. Bounds: the axes of the result of f. Margin: those without the axis.
// Guaranteed: for every x' in T, of which every element is within eps of the element of x, what
// f(x') computes in T is within the bounds, every rounding included, and so is the exact result. A
// positive margin and narrow bounds are proofs. Their absence proves nothing: bounds may be loose.
// With second_order, bounds are the bounds of the exact range but for roundings, wherever the signs
// of all derivatives are known.
// Cost: one evaluation with forms. second_order: one with as many times more numbers as there are
// inputs, and for every bound and every margin one with intervals. The certificate keeps f.
// linear_relaxation: bounds() and margin() evaluate f once and record it, on the heap; each operand
// of a step that is not linear is followed back to the inputs, so that the time grows with the
// square of the number of steps. bisected<n>: a part is halved along the input on which the outputs
// depend most, while n permits and, for a margin, while it is not positive; a half that cannot be
// proved ends it. So a question is at most 2 n - 1 certificates, and for a box that is far too
// large 1 + the logarithm of n. It pays for few inputs.
// Special values: an output that may be NaN or infinite is not bounded. The margin of its row is
// -infinity.
// Rules: float_or_double; keeps_small_numbers, which -ffast-math violates; analysed_element, for
// the result of f; power_of_two, for the parts; has_axis.
#pragma once

#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

#include <attn/scalars/affine.hpp>
#include <attn/scalars/bounds.hpp>
#include <attn/scalars/detail/bisection.hpp>
#include <attn/scalars/detail/relaxed.hpp>
#include <attn/scalars/detail/require.hpp>
#include <attn/scalars/monotone_in.hpp>
#include <attn/tensor/concepts.hpp>

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
// … and from planes next to every step, from the outputs back to the inputs.
struct linear_relaxation_t {};
inline constexpr linear_relaxation_t linear_relaxation{};
// The box in up to as many parts.
template <std::size_t Parts>
struct bisected_t {};
template <std::size_t Parts>
inline constexpr bisected_t<Parts> bisected{};

template <class T, std::size_t N, class... Axes>
struct certificate;
template <class F, class X, class... Axes>
struct second_order_certificate;
template <class F, class X, class... Axes>
struct relaxed_certificate;
template <class F, class X, class Order, std::size_t Parts, class... Axes>
struct bisected_certificate;

namespace detail {

// Of certificates: form(i) is output i, exceeds(a, b) by how much output a exceeds b, at least.
template <std::size_t At, class Result, class... Axes, class Certificate>
ATTN_ABI constexpr Result margins(Certificate& c) {
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
      if (!c.range(at(i)).bounded())
        margin = -infinite<T>;
      else if (i != best)
        margin = (math::min)(margin, c.exceeds(at(best), at(i)));
    out.data()[row] = margin;
  }
  return out;
}

// Whether an output was computed from what may overflow.
template <class Certificate>
ATTN_ABI constexpr bool one_may_overflow(const Certificate& c) {
  bool one = false;
  for (std::size_t i = 0; i < c.output.size(); ++i) one = one || c.range(i).may_overflow;
  return one;
}

// All inputs within eps of x, as numbers that are recorded.
template <class T, class... Axes, class Eps>
ATTN_ABI constexpr tensor<relaxed<T>, Axes...> recorded_in(relaxation<T>& in,
                                                           const tensor<T, Axes...>& x,
                                                           const Eps& eps) {
  return generated<tensor<relaxed<T>, Axes...>>([&](std::size_t i) {
    return relaxed<T>::input(x.data()[i], static_cast<double>(reach_of(eps, i)), in);
  });
}
// eps, of every element.
template <class T, class... Axes, class Eps>
ATTN_ABI constexpr tensor<T, Axes...> reach_in(const tensor<T, Axes...>&, const Eps& eps) {
  return generated<tensor<T, Axes...>>(
      [&](std::size_t i) { return interval<T>(reach_of(eps, i)).upper; });
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
    return detail::generated<tensor<interval<T>, Axes...>>([&](std::size_t i) { return range(i); });
  }
  template <axis_selector Axis>
  ATTN_ABI constexpr auto margin() const {
    using call = rules::axis_call<Axis, tensor<T, Axes...>>;
    ATTN_REQUIRE_AXIS(call, "attn::certificate.margin<axis>()");
    if constexpr (call::all::value)
      return detail::margins<call::position, typename call::reduced, Axes...>(*this);
    else
      return output;
  }

  ATTN_ABI constexpr bool may_overflow() const { return detail::one_may_overflow(*this); }

  ATTN_ABI constexpr const certificate& to_first_order() const { return *this; }
  ATTN_ABI constexpr const affine<T, N>& form(std::size_t i) const { return output.data()[i]; }
  ATTN_ABI constexpr const interval<T>& range(std::size_t i) const { return form(i).range; }
  ATTN_ABI constexpr T exceeds(std::size_t a, std::size_t b) const {
    return detail::difference_below(form(a), form(b));
  }
};

// f, x and eps, for which `output` was computed: the values as forms, and all their derivatives,
// and the certificate to first order, whose bounds can be the narrower ones.
template <class F, class T, class... In, class... Axes>
struct second_order_certificate<F, tensor<T, In...>, Axes...> {
  static constexpr std::size_t inputs = tensor<T, In...>::volume;

  F f;
  tensor<T, In...> x, eps;
  tensor<dual<affine<T, inputs>, inputs>, Axes...> output;
  certificate<T, inputs, Axes...> first;

  ATTN_ABI constexpr auto bounds() const {
    return detail::generated<tensor<interval<T>, Axes...>>([&](std::size_t i) {
      const auto itself = [i](const auto* y) { return y[i]; };
      const auto negative = [i](const auto* y) { return -y[i]; };
      interval<T> all = range(i);
      all.lower = (math::max)(all.lower, at_least(itself));
      all.upper = (math::min)(all.upper, -at_least(negative));
      return all;
    });
  }
  template <axis_selector Axis>
  ATTN_ABI constexpr auto margin() const {
    using call = rules::axis_call<Axis, tensor<T, Axes...>>;
    ATTN_REQUIRE_AXIS(call, "attn::certificate.margin<axis>()");
    if constexpr (call::all::value)
      return detail::margins<call::position, typename call::reduced, Axes...>(*this);
    else
      return output;
  }

  ATTN_ABI constexpr bool may_overflow() const { return detail::one_may_overflow(*this); }

  ATTN_ABI constexpr const auto& to_first_order() const { return first; }
  ATTN_ABI constexpr const affine<T, inputs>& form(std::size_t i) const {
    return output.data()[i].value;
  }
  // What both orders leave.
  ATTN_ABI constexpr interval<T> range(std::size_t i) const {
    interval<T> all = form(i).range;
    const interval<T>& other = first.range(i);
    all.lower = (math::max)(all.lower, other.lower);
    all.upper = (math::min)(all.upper, other.upper);
    all.may_be_nan = all.may_be_nan && other.may_be_nan;
    all.may_overflow = all.may_overflow && other.may_overflow;
    return all;
  }
  ATTN_ABI constexpr T exceeds(std::size_t a, std::size_t b) const {
    const T of_values =
        (math::max)(detail::difference_below(form(a), form(b)), first.exceeds(a, b));
    return (math::max)(of_values, at_least([=](const auto* y) { return y[a] - y[b]; }));
  }

 private:
  template <class Number>
  ATTN_ABI constexpr T at_least(const Number& of) const {
    return detail::mean_value_below(f, x, eps, of(output.data()), of);
  }
};

// f, x and eps: what is asked is found from the record of f, which is made anew for every question,
// and the certificate to first order, whose bounds can be the narrower ones.
template <class F, class T, class... In, class... Axes>
struct relaxed_certificate<F, tensor<T, In...>, Axes...> {
  F f;
  tensor<T, In...> x, eps;
  certificate<T, tensor<T, In...>::volume, Axes...> first;

  ATTN_ABI constexpr auto bounds() const {
    outputs all(*this);
    return detail::generated<tensor<interval<T>, Axes...>>(
        [&](std::size_t i) { return all.range(i); });
  }
  template <axis_selector Axis>
  ATTN_ABI constexpr auto margin() const {
    using call = rules::axis_call<Axis, tensor<T, Axes...>>;
    ATTN_REQUIRE_AXIS(call, "attn::certificate.margin<axis>()");
    if constexpr (call::all::value) {
      outputs all(*this);
      return detail::margins<call::position, typename call::reduced, Axes...>(all);
    } else {
      return x;
    }
  }
  ATTN_ABI constexpr bool may_overflow() const { return first.may_overflow(); }
  ATTN_ABI constexpr const auto& to_first_order() const { return first; }

  // The certificate as text, a line at a time: out(const char*). Every step with its planes, and
  // bounds of outputs and of the differences of two of them along the axis, without first order.
  template <axis_selector Axis, class Out>
  ATTN_ABI constexpr void write(const Out& out) const {
    using call = rules::axis_call<Axis, tensor<T, Axes...>>;
    ATTN_REQUIRE_AXIS(call, "attn::certificate.write<axis>(out)");
    if constexpr (call::all::value) {
      outputs all(*this);
      all.template write<detail::around_axis<shape<Axes...>, call::position>>(out);
    }
  }

 private:
  // The outputs, prepared.
  struct outputs {
    const relaxed_certificate& of;
    detail::relaxation<T> record{};
    tensor<relaxed<T>, Axes...> y;

    ATTN_ABI constexpr explicit outputs(const relaxed_certificate& c)
        : of(c), y(c.f(detail::recorded_in(record, c.x, c.eps))) {
      for (const relaxed<T>& output : y)
        if (output.in != nullptr) record.prepare(output.node);
    }
    ATTN_ABI constexpr const auto& form(std::size_t i) const { return of.first.form(i); }
    ATTN_ABI constexpr interval<T> range(std::size_t i) {
      const relaxed<T>& output = y.data()[i];
      interval<T> all = of.first.range(i);
      const interval<T> other =
          output.in != nullptr ? record.tightened(output.node) : output.constant;
      all.lower = (math::max)(all.lower, other.lower);
      all.upper = (math::min)(all.upper, other.upper);
      all.may_be_nan = all.may_be_nan && other.may_be_nan;
      return all;
    }
    ATTN_ABI constexpr T exceeds(std::size_t i, std::size_t j) {
      const T to_first = of.first.exceeds(i, j);
      const relaxed<T>&a = y.data()[i], &b = y.data()[j];
      if (a.in == nullptr || b.in == nullptr) return to_first;
      return (math::max)(to_first, detail::converted_below<T>(record.below(a.node, 1, b.node)));
    }
    template <class Around, class Out>
    ATTN_ABI constexpr void write(const Out& out) {
      rules::composed_text head;
      head.add("attn certificate 1\ndigits ").add(std::size_t{std::numeric_limits<T>::digits});
      head.add(" inputs ").add(tensor<T, In...>::volume).add("\n");
      out(head.data());
      for (relaxed<T>& output : y) {
        if (output.in == nullptr && output.constant.bounded()) {
          output = {record, record.add_range(output.constant)};
          record.prepare(output.node);
        }
        if (output.in != nullptr) record.tightened(output.node);
      }
      record.write(out);
      const auto claim = [&](const char* what, std::size_t i, std::size_t j, double bound) {
        rules::composed_text line;
        line.add(what).add(" ").add(y.data()[i].node).add(" ").add(y.data()[j].node);
        record.add_exact(line, bound);
        out(line.add("\n").data());
      };
      for (std::size_t i = 0; i < y.size(); ++i)
        for (std::size_t j = 0; j < y.size(); ++j) {
          constexpr std::size_t inner = Around::inner, row = Around::inner * Around::extent;
          if (i == j || i / row != j / row || i % inner != j % inner) continue;
          if (y.data()[i].in != nullptr && y.data()[j].in != nullptr)
            claim("exceeds", i, j, record.below(y.data()[i].node, 1, y.data()[j].node));
        }
      out("end\n");
    }
  };
};

namespace detail {

// All inputs within eps of x.
template <class Order, class T, class... Axes, class Eps>
ATTN_ABI constexpr auto perturbed(const tensor<T, Axes...>& x, const Eps& eps) {
  constexpr std::size_t n = tensor<T, Axes...>::volume;
  return generated<tensor<typename Order::template element<T, n>, Axes...>>([&](std::size_t i) {
    return Order::template input<T, n>(x.data()[i], static_cast<double>(reach_of(eps, i)), i);
  });
}
template <class F, class X, class Eps, class T, std::size_t N, class... Axes>
ATTN_ABI constexpr certificate<T, N, Axes...> certificate_of(
    const F&, const X&, const Eps&, const tensor<affine<T, N>, Axes...>& y) {
  return {y};
}
template <class F, class X, class Eps, class T, std::size_t N, class... Axes>
ATTN_ABI constexpr second_order_certificate<F, X, Axes...> certificate_of(
    const F& f, const X& x, const Eps& eps, const tensor<dual<affine<T, N>, N>, Axes...>& y) {
  return {f, x, reach_in(x, eps), y, {f(perturbed<first_order_t>(x, eps))}};
}

template <class F, class X, class Eps, class T, std::size_t N, class... Axes>
ATTN_ABI constexpr relaxed_certificate<F, X, Axes...> relaxed_certificate_of(
    const F& f, const X& x, const Eps& eps, const tensor<affine<T, N>, Axes...>& y) {
  return {f, x, reach_in(x, eps), {y}};
}
template <class Order>
using forms_of =
    std::conditional_t<std::is_same_v<Order, linear_relaxation_t>, first_order_t, Order>;
template <class Order, class F, class X, class Eps>
ATTN_ABI constexpr auto certificate_within(const F& f, const X& x, const Eps& eps) {
  if constexpr (std::is_same_v<Order, linear_relaxation_t>)
    return relaxed_certificate_of(f, x, eps, f(perturbed<first_order_t>(x, eps)));
  else
    return certificate_of(f, x, eps, f(perturbed<Order>(x, eps)));
}
template <class Order, std::size_t Parts, class F, class X, class E, class... Axes>
ATTN_ABI constexpr bisected_certificate<F, X, Order, Parts, Axes...> bisected_certificate_of(
    const F& f, const X& x, double eps, std::type_identity<tensor<E, Axes...>>) {
  return {f, {x, reach_in(x, eps)}};
}

// What is asked for: the order, and the number of parts.
template <class Order, class Parts>
struct certify_options;
template <class Order, std::size_t Parts>
struct certify_options<Order, bisected_t<Parts>> {
  using order = Order;
  static constexpr std::size_t parts = Parts;
};
template <std::size_t Parts>
struct certify_options<bisected_t<Parts>, bisected_t<1>> {
  using order = first_order_t;
  static constexpr std::size_t parts = Parts;
};

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

// f and the box: every question is asked of its parts.
template <class F, class T, class... In, class Order, std::size_t Parts, class... Axes>
struct bisected_certificate<F, tensor<T, In...>, Order, Parts, Axes...> {
  F f;
  detail::box_part<tensor<T, In...>> box;

  ATTN_ABI constexpr auto bounds() const { return over_parts(detail::bounds_of_parts{}); }
  template <axis_selector Axis>
  ATTN_ABI constexpr auto margin() const {
    using call = rules::axis_call<Axis, tensor<T, Axes...>>;
    ATTN_REQUIRE_AXIS(call, "attn::certificate.margin<axis>()");
    if constexpr (call::all::value)
      return over_parts(
          detail::margin_of_parts<Axis, detail::around_axis<shape<Axes...>, call::position>>{});
    else
      return box.center;
  }
  ATTN_ABI constexpr bool may_overflow() const { return over_parts(detail::overflow_of_parts{}); }

 private:
  template <class Question>
  ATTN_ABI constexpr auto over_parts(const Question& question) const {
    return detail::over_parts(box, Parts, question, [this](const auto& part) {
      return detail::certificate_within<Order>(f, part.center, part.reach);
    });
  }
};

namespace rules {
// With -ffast-math the processor may take slopes below the normal numbers for 0.
template <class Element>
struct keeps_small_numbers {
#if defined(__FAST_MATH__) || __FINITE_MATH_ONLY__ + 0 > 0 || defined(__ASSOCIATIVE_MATH__)
  ATTN_ABI static constexpr bool value = false;
#else
  ATTN_ABI static constexpr bool value = true;
#endif
};
template <class Number>
struct power_of_two {
  static constexpr bool value = false;
};
template <std::size_t Number>
struct power_of_two<size<Number>> {
  static constexpr bool value = Number > 0 && (Number & (Number - 1)) == 0;
};
template <class F, class X, class Order = first_order_t, std::size_t Parts = 1>
struct certify_call {
  using operands = roles<>;
  using elements = float_or_double<element<typename X::value_type>>;
  using slopes = keeps_small_numbers<element<typename X::value_type>>;
  using result = typename attn::detail::result_of_perturbed<elements::value, F, X,
                                                            attn::detail::forms_of<Order>>::type;
  using computed = analysed_element<returned_element<result>>;
  using parts = power_of_two<size<Parts>>;
  using all = in_order<elements, slopes, computed, parts>;
};
}  // namespace rules

template <class F, class T, class... Axes, class Order = first_order_t, class Parts = bisected_t<1>>
  requires requires { typename detail::certify_options<Order, Parts>::order; }
ATTN_ABI constexpr auto certify(const F& f, const tensor<T, Axes...>& x, double eps,
                                const Order& = {}, const Parts& = {}) {
  using options = detail::certify_options<Order, Parts>;
  using call = rules::certify_call<F, tensor<T, Axes...>, typename options::order, options::parts>;
  ATTN_REQUIRE(call, elements, "attn::certify(f, x, eps): the elements must be float or double");
  ATTN_REQUIRE(call, slopes,
               "attn::certify(f, x, eps): with -ffast-math small slopes may become 0, and bounds "
               "false; compile without it");
  ATTN_REQUIRE(call, computed,
               "attn::certify(f, x, eps): f must compute a tensor from x, generic in the element "
               "type");
  ATTN_REQUIRE(call, parts, "attn::certify(f, x, eps, order, bisected<n>): n must be a power of 2");
  if constexpr (call::all::value && options::parts > 1)
    return detail::bisected_certificate_of<typename options::order, options::parts>(
        f, x, eps, std::type_identity<typename call::result>());
  else if constexpr (call::all::value)
    return detail::certificate_within<typename options::order>(f, x, eps);
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
