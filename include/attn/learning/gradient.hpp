// SPDX-License-Identifier: BSL-1.0
// Derivatives in reverse mode: the gradient of one number by all the parameters it was computed
// from, at compile time and at run time, for a few times the cost of computing it.
//
//   value_and_gradient(f, p, …)    .value = f(p, …), .gradient: what p is, of derivatives; a
//                                  std::tuple of them for several p
//   gradient(f, p, …)              only the latter
//   vjp(f, p, u)                   of an f that returns a tensor y: the gradient of the sum of u * y,
//                                  what y.backward(u) leaves in p.grad, in PyTorch
//
// A parameter p is a tensor or a model. f is a generic lambda, called with the same of recorded<T>
// (scalars/recorded.hpp); its other operands are constants, converted with type_as(k, p):
//
//   gradient([&](const auto& m) { return cross_entropy(m(type_as(x, m)), ids); }, model)
//
// f is called twice, and must do the same each time: the first call computes nothing and finds the
// size of the record, which is on the stack (its size: 16 bytes or so for every number computed). A
// parameter that f does not use has the gradient 0.
// Rules: floating_point_element; one_element, of all parameters; gives_one_number, for f; same_axes,
// of dy and what f returns.
// Accuracy: that of the formulas in learning/backward/, each operation rounded once; the order of
// every sum is specified there. The value is bit for bit that of f with T itself.
// Special values: a NaN or an infinity does not compile as a constant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include <attn/layers/parameters.hpp>
#include <attn/learning/backward/elementwise.hpp>
#include <attn/learning/backward/matmul.hpp>
#include <attn/learning/backward/moved.hpp>
#include <attn/learning/backward/norm.hpp>
#include <attn/learning/backward/softmax.hpp>
#include <attn/scalars/recorded.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class T, class Gradient>
struct value_and_gradient_of {
  T value{};
  Gradient gradient{};
  ATTN_ABI friend constexpr bool operator==(const value_and_gradient_of&,
                                            const value_and_gradient_of&) = default;
};

namespace detail {

// What a parameter consists of: a tensor is its own leaf.
template <class P>
struct parameter_traits {
  using element = typename leaf_type<P, 0>::value_type;
  static constexpr std::size_t leaves = count_leaves<P>();
  static constexpr std::size_t count = parameter_count<P>;
  template <class U>
  using with = with_element<P, U>;
};
template <class T, class... Axes>
struct parameter_traits<tensor<T, Axes...>> {
  using element = T;
  static constexpr std::size_t leaves = 1;
  static constexpr std::size_t count = tensor<T, Axes...>::volume;
  template <class U>
  using with = tensor<U, Axes...>;
};
template <class F, class P>
ATTN_ABI constexpr void for_each_leaf(const F& f, P& p) {
  for_each_parameter([&](const auto&, auto& x) { f(x); }, p);
}
template <class F, class T, class... Axes>
ATTN_ABI constexpr void for_each_leaf(const F& f, tensor<T, Axes...>& x) {
  f(x);
}
template <class F, class T, class... Axes>
ATTN_ABI constexpr void for_each_leaf(const F& f, const tensor<T, Axes...>& x) {
  f(x);
}

// f of the parameters, recorded: their leaves are the parts from `leaves` on.
template <class T, class F, class P, class... More>
ATTN_ABI constexpr auto of_recorded(recording<T>& r, recorded_part<T>* leaves, const F& f, const P&,
                                    const More&... more) {
  using traits = parameter_traits<P>;
  typename traits::template with<recorded<T>> x{};
  for_each_leaf([&](auto& leaf) { leaf.storage_.become(r, r.counting ? &r.variable : leaves++); },
                x);
  if constexpr (sizeof...(More) == 0)
    return f(std::as_const(x));
  else
    return of_recorded(
        r, leaves, [&](const auto&... others) { return f(std::as_const(x), others...); }, more...);
}

template <class T>
ATTN_ABI constexpr tensor<recorded<T>> as_result(const recorded<T>& y) {
  return y;
}
template <class T, class... Axes>
ATTN_ABI constexpr const tensor<recorded<T>, Axes...>& as_result(
    const tensor<recorded<T>, Axes...>& y) {
  return y;
}

template <class T>
struct bytes_of_record {
  static constexpr std::size_t alignment = 64;
  ATTN_ABI static constexpr std::size_t rounded_up(std::size_t bytes) {
    return (bytes + alignment - 1) / alignment * alignment;
  }
  ATTN_ABI static constexpr std::size_t in_all(const record_size& n) {
    return rounded_up(n.steps * sizeof(recorded_step<T>)) +
           rounded_up(n.parts * sizeof(recorded_part<T>)) + rounded_up(n.numbers * sizeof(T)) +
           rounded_up(n.words * sizeof(std::uint32_t)) + rounded_up(n.targets * sizeof(T*)) +
           rounded_up(n.elements * sizeof(recorded<T>)) + rounded_up(n.scratch * sizeof(T)) +
           alignment;
  }
};

// At run time the record is on the stack, in a function of its own: what alloca takes is given back
// when that returns.
template <class T, class Body>
ATTN_NOINLINE void with_room_on_the_stack(recording<T>& r, const Body& body) {
  using bytes = bytes_of_record<T>;
  const record_size n = r.used;
  auto at = reinterpret_cast<std::uintptr_t>(__builtin_alloca(bytes::in_all(n)));
  at = bytes::rounded_up(at);
  const auto take = [&]<class U>(std::type_identity<U>, std::size_t count) {
    const std::uintptr_t from = at;
    at += bytes::rounded_up(count * sizeof(U));
    return reinterpret_cast<U*>(from);
  };
  r.begin({.steps = take(std::type_identity<recorded_step<T>>{}, n.steps),
           .parts = take(std::type_identity<recorded_part<T>>{}, n.parts),
           .numbers = take(std::type_identity<T>{}, n.numbers),
           .words = take(std::type_identity<std::uint32_t>{}, n.words),
           .targets = take(std::type_identity<T*>{}, n.targets),
           .elements = take(std::type_identity<recorded<T>>{}, n.elements),
           .scratch = take(std::type_identity<T>{}, n.scratch)});
  body();
}
template <class T, class F, class... P>
ATTN_NOINLINE void count(recording<T>& r, const F& f, const P&... p) {
  r.counting = true;
  const auto y = of_recorded(r, static_cast<recorded_part<T>*>(nullptr), f, p...);
  static_cast<void>(as_result(y).storage_.together(r));
}

// What f of the parameters is, a tensor: its values to `value`, and the derivatives of the sum of
// it times `seed` to the gradients.
template <class Y, class T, class F, class Gradients, class... P>
ATTN_ABI constexpr void differentiate(const F& f, T* value, const T* seed, Gradients& gradients,
                                      const P&... p) {
  constexpr std::size_t leaves = (parameter_traits<P>::leaves + ...), n = Y::volume;
  recording<T> r;
  ((for_each_leaf([&](const auto& leaf) { r.needs_scratch(leaf.size()); }, p)), ...);
  const auto run = [&] {
    recorded_part<T> inputs[leaves];
    std::size_t i = 0;
    ((for_each_leaf(
         [&](const auto& leaf) { inputs[i++] = {.value = leaf.data(), .size = leaf.size()}; }, p)),
     ...);
    i = 0;
    std::apply(
        [&](auto&... gradient) {
          ((for_each_leaf([&](auto& leaf) { inputs[i++].adjoint = leaf.data(); }, gradient)), ...);
        },
        gradients);
    const auto y = of_recorded(r, inputs, f, p...);
    recorded_part<T>& out = *as_result(y).storage_.together(r);
    for (std::size_t k = 0; k < n; ++k) value[k] = out.value[k];
    if (out.adjoint != nullptr) {
      r.template contribute<n>(out, [&](T* to) {
        for (std::size_t k = 0; k < n; ++k) to[k] = seed[k];
      });
      r.pull_back();
    }
    for (recorded_part<T>& input : inputs) r.adjoints_of(input, input.size);
  };
  if (std::is_constant_evaluated()) {
    run();
    r.release();
  } else {
    count(r, f, p...);
    with_room_on_the_stack(r, run);
  }
}

template <class P>
using parameter_element = typename parameter_traits<P>::element;

// What f makes of recorded parameters: nothing, if another rule has rejected them.
template <bool Asked, class T, class F, class... P>
struct recorded_result {
  using type = void;
};
template <class T, class F, class... P>
struct recorded_result<true, T, F, P...> {
  using type = std::remove_cvref_t<decltype(std::declval<const F&>()(
      std::declval<const typename parameter_traits<P>::template with<recorded<T>>&>()...))>;
};

template <class First, class...>
struct first_of_all {
  using type = First;
};
template <class... P>
using first_of = typename first_of_all<P...>::type;

// The axes of y, or of another where there is no y.
template <bool Returns, class Y, class Other>
struct choose_shape {
  using type = typename Other::shape_type;
};
template <class Y, class Other>
struct choose_shape<true, Y, Other> {
  using type = typename Y::shape_type;
};

// As a tensor, one number too.
template <class Y>
struct recorded_tensor {
  using type = void;
};
template <class T>
struct recorded_tensor<recorded<T>> {
  using type = tensor<recorded<T>>;
};
template <class T, class... Axes>
struct recorded_tensor<tensor<recorded<T>, Axes...>> {
  using type = tensor<recorded<T>, Axes...>;
};

// The gradients by one parameter are not in a tuple.
template <class... P>
struct gradient_for {
  using type = std::tuple<P...>;
};
template <class P>
struct gradient_for<P> {
  using type = P;
};
template <class... P>
ATTN_ABI constexpr typename gradient_for<P...>::type of_all(const std::tuple<P...>& gradients) {
  if constexpr (sizeof...(P) == 1)
    return std::get<0>(gradients);
  else
    return gradients;
}

}  // namespace detail

namespace rules {

// What a parameter must be: a tensor, or a model of one element type that names its conversion.
template <class P>
struct differentiated_parameter : conversion_call<P, one_element<model<P>>> {
  using conversion = conversion_call<P, one_element<model<P>>>;
  using floating_point = only_if<conversion::holds, floating_point_element<model<P>>>;
  static constexpr bool holds = conversion::holds && floating_point::value;
};
template <class T, class... Axes>
struct differentiated_parameter<tensor<T, Axes...>> {
  using converts = not_asked;
  using elements = not_asked;
  using floating_point = floating_point_element<element<T>>;
  static constexpr bool holds = floating_point::value;
};

template <class F, class... P>
struct recorded_call {
  using operands = roles<>;
  using converts = each_of<typename differentiated_parameter<P>::converts...>;
  using elements = each_of<typename differentiated_parameter<P>::elements...>;
  using floating_point = each_of<typename differentiated_parameter<P>::floating_point...>;
  static constexpr bool parameters_fit = all_hold<converts, elements, floating_point>;
  using one_element =
      only_if<parameters_fit,
              same_elements<rules::elements<attn::detail::parameter_element<P>...>>>;
  static constexpr bool differentiable = parameters_fit && one_element::value;
  using first = attn::detail::parameter_element<attn::detail::first_of<P...>>;
  using result = typename attn::detail::recorded_result<differentiable, first, F, P...>::type;
  using tensor_type = typename attn::detail::recorded_tensor<result>::type;
};

template <class F, class... P>
struct gradient_call : recorded_call<F, P...> {
  using base = recorded_call<F, P...>;
  using one_number =
      only_if<base::differentiable, gives_one_number<operand<typename base::result>>>;
  static constexpr bool holds = base::differentiable && one_number::value;
};

template <class U, class F, class... P>
struct vjp_call : recorded_call<F, P...> {
  using base = recorded_call<F, P...>;
  using a_tensor =
      only_if<base::differentiable, gives_a_tensor<operand<typename base::tensor_type>>>;
  static constexpr bool returns = base::differentiable && a_tensor::value;
  using axes_of_u = role_of<axes_of_A, typename U::shape_type>;
  using axes_of_y =
      role_of<axes_of_B,
              typename attn::detail::choose_shape<returns, typename base::tensor_type, U>::type>;
  using operands = roles<axes_of_u, axes_of_y>;
  using same_axes = only_if<returns, axes_agree<axes_of_u, axes_of_y>>;
  using element_of_u = only_if<returns, same_element<element_of_A<typename base::first>,
                                                     element_of_B<typename U::value_type>>>;
  static constexpr bool holds = returns && all_hold<same_axes, element_of_u>;
};

}  // namespace rules

#define ATTN_REQUIRE_PARAMETERS_OF(call, text)                                      \
  ATTN_REQUIRE_CONVERSION(call, text)                                               \
  ATTN_REQUIRE(call, elements, text ": all parameters must have one element type"); \
  ATTN_REQUIRE_FLOATING_POINT(call, text)                                           \
  ATTN_REQUIRE_ONE_ELEMENT(call, text)

template <class F, class... P>
  requires(sizeof...(P) > 0)
ATTN_ABI constexpr auto value_and_gradient(const F& f, const P&... p) {
  using call = rules::gradient_call<F, P...>;
  ATTN_REQUIRE_PARAMETERS_OF(call, "attn::gradient(f, x)");
  ATTN_REQUIRE(call, one_number,
               "attn::gradient(f, x): f must return one number, such as sum<0>(…); of a tensor "
               "there is a jacobian(f, x)");
  using T = typename call::first;
  using result = value_and_gradient_of<T, typename detail::gradient_for<P...>::type>;
  if constexpr (call::holds) {
    std::tuple<P...> gradients{};
    const T one(1);
    T value{};
    detail::differentiate<typename call::tensor_type>(f, &value, &one, gradients, p...);
    return result{value, detail::of_all(gradients)};
  } else {
    return result{};
  }
}

template <class F, class... P>
  requires(sizeof...(P) > 0)
ATTN_ABI constexpr auto gradient(const F& f, const P&... p) {
  return value_and_gradient(f, p...).gradient;
}

template <class F, class P, class U, class... Axes>
ATTN_ABI constexpr auto vjp(const F& f, const P& p, const tensor<U, Axes...>& u) {
  using call = rules::vjp_call<tensor<U, Axes...>, F, P>;
  ATTN_REQUIRE_PARAMETERS_OF(call, "attn::vjp(f, x, u)");
  ATTN_REQUIRE_A_TENSOR(call, "attn::vjp(f, x, u)");
  ATTN_REQUIRE(call, same_axes, "attn::vjp(f, x, u): u must have the axes of f(x)");
  ATTN_REQUIRE(call, element_of_u, "attn::vjp(f, x, u): u must have the element type of x");
  std::tuple<P> gradients{};
  if constexpr (call::holds) {
    typename call::base::first values[tensor<U, Axes...>::volume]{};
    detail::differentiate<typename call::tensor_type>(f, values, u.data(), gradients, p);
  }
  return std::get<0>(gradients);
}

}  // namespace attn
ATTN_STRICT_FP_END
