// SPDX-License-Identifier: BSL-1.0
// Which inputs reach an output, and how an output changes with each of them.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/scalars/dual.hpp>
#include <attn/scalars/influence.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/tensor/convert.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Derivatives of a function f that maps a tensor x to a tensor y.
//
//   jacobian(f, x)     all derivatives: the axes of y, then the axes of x
//   jvp(f, x, v)       how y changes as x moves along v: a tensor with the axes of y
//   hessian(f, x)      second derivatives of one number f(x)
//
// jacobian (axes of x) -> (axes of y, axes of x), where an axis of x loses its name if y has one of
// that name. Jvp (axes of x) x (axes of x) -> (axes of y). In reverse mode there is vjp
// (learning/gradient.hpp).
// f is as in scalars/dual.hpp. It is evaluated once for every 32 elements of x; by jvp,
// once.
// Rules: gives_a_tensor (for hessian, gives_one_number): what f returns; same_axes and
// same_element of v and x; floating_point_element; at most max_rank axes in a Jacobian.
// Accuracy: the accuracy of dual.hpp. Special values: a NaN does not compile as a constant.

namespace detail {

// An axis, without its name where another has it.
template <class Axis, class Shape>
struct unless_taken {
  using type = Axis;
};
template <class Axis, class... Others>
  requires(Axis::named)
struct unless_taken<Axis, shape<Others...>> {
  using type = std::conditional_t<(Axis::text.equals(Others::text) || ...), dim<Axis::size>, Axis>;
};

// The axes of a tensor of duals, and of its Jacobian. None, of what is something else.
template <class Y, class X>
struct jacobian_of {
  using result = shape<>;
  using axes = shape<>;
};
template <class T, std::size_t N, class... Out, class... In>
struct jacobian_of<tensor<dual<T, N>, Out...>, tensor<T, In...>> {
  using result = shape<Out...>;
  using axes = shape<Out..., typename unless_taken<In, shape<Out...>>::type...>;
};

// Row by row: the derivatives of one element of f(x).
template <class Result, class F, class X>
ATTN_ABI constexpr Result all_derivatives(const F& f, const X& x) {
  constexpr std::size_t lanes = gradient_lanes<X::volume>;
  Result all;
  for (std::size_t first = 0; first < x.size(); first += lanes) {
    const auto y = f(seeded<lanes>(x, first));
    for (std::size_t i = 0; i < y.size(); ++i)
      for (std::size_t l = 0; l < lanes && first + l < x.size(); ++l)
        all.data()[i * x.size() + first + l] = checked_derivative(y.data()[i].gradient[l]);
  }
  return all;
}

// Of every element of f(x), as x moves along v.
template <class Result, class F, class T, class... Axes, class V>
ATTN_ABI constexpr Result derivatives_along(const F& f, const tensor<T, Axes...>& x, const V& v) {
  const auto y = f(generated<tensor<dual<T>, Axes...>>(
      [&](std::size_t i) { return dual<T>(x.data()[i], {{v.data()[i]}}); }));
  return generated<Result>(
      [&](std::size_t i) { return checked_derivative(y.data()[i].gradient[0]); });
}

}  // namespace detail

namespace rules {

// f(x) is a tensor. Lanes: of how many variables at once the derivatives are.
template <class F, class X, class V = X,
          std::size_t Lanes = attn::detail::gradient_lanes<X::volume>>
struct derivatives_call : floating_call<X> {
  using one_element =
      same_element<element_of_A<typename X::value_type>, element_of_B<typename V::value_type>>;
  using differentiable = in_order<typename floating_call<X>::all, one_element>;
  using result =
      typename attn::detail::result_with_derivatives<differentiable::value, F, X, Lanes>::type;
  using a_tensor = gives_a_tensor<operand<result>>;
  using jacobian = attn::detail::jacobian_of<result, X>;
  using all = in_order<differentiable, a_tensor>;
};
template <class F, class X>
struct jacobian_call : derivatives_call<F, X> {
  using axes = typename derivatives_call<F, X>::jacobian::axes;
  using has_room = rank_within<rank<axes::rank>, rank<0>, rank<max_rank>>;
  using all = in_order<typename derivatives_call<F, X>::all, has_room>;
};
template <class F, class X, class V>
struct jvp_call : derivatives_call<F, X, V, 1> {
  using operands = typename equality_call<X, V>::operands;
  using same_axes = typename equality_call<X, V>::same_axes;
  using all = in_order<typename derivatives_call<F, X, V, 1>::all, same_axes>;
};
}  // namespace rules

template <class F, class T, class... Axes>
ATTN_ABI constexpr auto jacobian(const F& f, const tensor<T, Axes...>& x) {
  using call = rules::jacobian_call<F, tensor<T, Axes...>>;
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::jacobian(f, x)");
  ATTN_REQUIRE_A_TENSOR(call, "attn::jacobian(f, x)");
  ATTN_REQUIRE(call, has_room,
               "attn::jacobian(f, x): f(x) and x have more than 6 axes together; merge some, or "
               "take one direction: jvp, vjp");
  if constexpr (call::all::value)
    return detail::all_derivatives<tensor_of<T, typename call::axes>>(f, x);
  else
    return x;
}

template <class F, class T, class... Axes>
ATTN_ABI constexpr auto hessian(const F& f, const tensor<T, Axes...>& x) {
  return jacobian([&f](const auto& y) { return forward_gradient(f, y); }, x);
}

template <class F, class T, class U, class... Axes, class... Along>
ATTN_ABI constexpr auto jvp(const F& f, const tensor<T, Axes...>& x, const tensor<U, Along...>& v) {
  using call = rules::jvp_call<F, tensor<T, Axes...>, tensor<U, Along...>>;
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::jvp(f, x, v)");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::jvp(f, x, v)");
  ATTN_REQUIRE(call, same_axes,
               "attn::jvp(f, x, v): v is a direction in which x moves: it must have the axes of x");
  ATTN_REQUIRE_A_TENSOR(call, "attn::jvp(f, x, v)");
  if constexpr (call::all::value)
    return detail::derivatives_along<tensor_of<T, typename call::jacobian::result>>(f, x, v);
  else
    return x;
}

// Which inputs can influence which outputs: proofs about operations and models, for all values.
//
//   marked<"token">(x)     x, where every element is the input with its token's index
//   marked(x)              every element of x is a separate input, numbered in order
//   arbitrary<I>(w)        w with elements I: any values, influenced by no input
//   arbitrary_as(w, x)     … with the axes of the tensor x
//   reach<"token">(y)      (token, input): whether the input can influence an element of the token
//   reach(y)               (input): whether it can influence any element of y
//
// marked<"token", nan_too>(x) and marked<nan_too>(x) select the other interpretation
// (influence.hpp).
//
//   reach<"token">(decoder(marked<"token">(x)))     is 1 on the diagonal and below: causality
//
// (axes) -> (axes), of influence<T, number of inputs>. Arbitrary elements represent all values, so
// the proof does not depend on zeros that a weight happens to have. as<I>(w), in contrast, keeps
// the values of w, and a 0 in it removes an influence.
// Rules: has_axis; has_influence, for the argument of reach; floating_point_element.

namespace rules {
template <class T, std::size_t N, class Reading>
struct has_influence<element<influence<T, N, Reading>>> {
  static constexpr bool value = true;
};
template <auto Axis, class Y>
struct reach_call;
template <auto Axis, class Influence, class... Axes>
struct reach_call<Axis, tensor<Influence, Axes...>> : axis_call<Axis, tensor<Influence, Axes...>> {
  using influenced = has_influence<element<Influence>>;
  using all = in_order<typename axis_call<Axis, tensor<Influence, Axes...>>::all, influenced>;
};
}  // namespace rules

namespace detail {

// The index along axis At of element number i.
template <class Shape, std::size_t At>
ATTN_ABI constexpr std::size_t index_along(std::size_t i) {
  using around = around_axis<Shape, At>;
  return i / around::inner % around::extent;
}

template <class Result, std::size_t At, class Influence, class... Axes>
ATTN_ABI constexpr Result reach_along(const tensor<Influence, Axes...>& y) {
  Result table;
  for (std::size_t i = 0; i < y.size(); ++i)
    for (std::size_t j = 0; j < Influence::inputs; ++j)
      if (y.data()[i].reached_by(j)) table(index_along<shape<Axes...>, At>(i), j) = true;
  return table;
}
template <class Result>
ATTN_ABI constexpr Result all_arbitrary() {
  using Influence = typename Result::value_type;
  if constexpr (constant::has_rows<Influence>) {
    if (std::is_constant_evaluated()) {
      using row = constant::row_of<Influence, Result::volume>;
      Result all;
      constant::write_rows<Result::volume>(all.data(),
                                           [](std::size_t) { return row(Influence::arbitrary()); });
      return all;
    }
  }
  return generated<Result>([](std::size_t) { return Influence::arbitrary(); });
}
template <class Influence, class... Axes>
ATTN_ABI constexpr tensor<bool, dim<Influence::inputs>> reach_of_any(
    const tensor<Influence, Axes...>& y) {
  tensor<bool, dim<Influence::inputs>> all;
  for (const Influence& element : y)
    for (std::size_t j = 0; j < Influence::inputs; ++j)
      if (element.reached_by(j)) all(j) = true;
  return all;
}

}  // namespace detail

template <axis_selector Axis, class Reading = finite_only, class T, class... Axes>
ATTN_ABI constexpr auto marked(const tensor<T, Axes...>& x) {
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::marked<axis>(x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::marked<axis>(x)");
  if constexpr (call::all::value) {
    using Influence = influence<T, shape<Axes...>::extents[call::position], Reading>;
    return detail::generated<tensor<Influence, Axes...>>([](std::size_t i) {
      return Influence::input(detail::index_along<shape<Axes...>, call::position>(i));
    });
  } else {
    return x;
  }
}

template <class Reading = finite_only, class T, class... Axes>
ATTN_ABI constexpr auto marked(const tensor<T, Axes...>& x) {
  using call = rules::floating_call<tensor<T, Axes...>>;
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::marked(x)");
  if constexpr (call::all::value) {
    using Influence = influence<T, shape<Axes...>::volume, Reading>;
    return detail::generated<tensor<Influence, Axes...>>(
        [](std::size_t i) { return Influence::input(i); });
  } else {
    return x;
  }
}

template <class Influence, class T, class... Axes>
ATTN_ABI constexpr auto arbitrary(const tensor<T, Axes...>&) {
  using call = rules::single_rule_call<rules::has_influence<rules::element<Influence>>>;
  ATTN_REQUIRE(call, rule, "attn::arbitrary<I>(w): I must be an influence<T, N>");
  if constexpr (call::all::value)
    return detail::all_arbitrary<tensor<Influence, Axes...>>();
  else
    return tensor<T, Axes...>{};
}

template <class T, class... Axes, class Influence, class... Other>
ATTN_ABI constexpr auto arbitrary_as(const tensor<T, Axes...>& w,
                                     const tensor<Influence, Other...>&) {
  using call = rules::single_rule_call<rules::has_influence<rules::element<Influence>>>;
  ATTN_REQUIRE(call, rule,
               "attn::arbitrary_as(w, x): the elements of x must be influence<T, N>; marked(x)");
  if constexpr (call::all::value)
    return arbitrary<Influence>(w);
  else
    return w;
}

template <axis_selector Axis, class Influence, class... Axes>
ATTN_ABI constexpr auto reach(const tensor<Influence, Axes...>& y) {
  using call = rules::reach_call<Axis, tensor<Influence, Axes...>>;
  ATTN_REQUIRE(call, axis_exists, "attn::reach<axis>(y): y has no such axis");
  ATTN_REQUIRE(call, influenced,
               "attn::reach<axis>(y): the elements must be influence<T, N>, as in a "
               "result computed from marked(x)");
  if constexpr (call::all::value)
    return detail::reach_along<
        tensor<bool, axis_at<shape<Axes...>, call::position>, dim<Influence::inputs>>,
        call::position>(y);
  else
    return y;
}

template <class Influence, class... Axes>
ATTN_ABI constexpr auto reach(const tensor<Influence, Axes...>& y) {
  using call = rules::single_rule_call<rules::has_influence<rules::element<Influence>>>;
  ATTN_REQUIRE(call, rule,
               "attn::reach(y): the elements must be influence<T, N>, as in a result computed from "
               "marked(x)");
  if constexpr (call::all::value)
    return detail::reach_of_any(y);
  else
    return y;
}

}  // namespace attn
ATTN_STRICT_FP_END
