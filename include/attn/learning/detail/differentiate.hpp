// SPDX-License-Identifier: BSL-1.0
// How a function of recorded parameters is evaluated, and gone through backwards:
// learning/gradient.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include <attn/layers/parameters.hpp>
#include <attn/learning/detail/storage.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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
  for_each_leaf(
      [&](auto& leaf) { leaf.storage_.data.become(r, r.counting ? &r.variable : leaves++); }, x);
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
  static_cast<void>(as_result(y).storage_.data.together(r));
}

// Records f of the parameters and goes back: its values, a tensor's, to `value`, and to the
// gradients the derivatives of their sum, each times its `seed`.
template <class Y, class T, class F, class Gradients, class... P>
ATTN_ABI constexpr void record_and_pull(recording<T>& r, const F& f, T* value, const T* seed,
                                        Gradients& gradients, const P&... p) {
  constexpr std::size_t leaves = (parameter_traits<P>::leaves + ...), n = Y::volume;
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
  recorded_part<T>& out = *as_result(y).storage_.data.together(r);
  for (std::size_t k = 0; k < n; ++k) value[k] = out.value[k];
  if (out.adjoint != nullptr) {
    r.template contribute<n>(out, [&](T* to) {
      for (std::size_t k = 0; k < n; ++k) to[k] = seed[k];
    });
    r.pull_back();
  }
  for (recorded_part<T>& input : inputs) r.adjoints_of(input, input.size);
}

// Where the gradients by each parameter are to be written.
template <class P, class... More>
ATTN_ABI constexpr auto each_of_them(std::tuple<P, More...>& gradients) {
  return std::apply([](auto&... each) { return std::tie(each...); }, gradients);
}
template <class G>
ATTN_ABI constexpr auto each_of_them(G& gradient) {
  return std::tie(gradient);
}
template <class T>
ATTN_ABI constexpr T* numbers_of(T& number) {
  return &number;
}
template <class T, class... Axes>
ATTN_ABI constexpr T* numbers_of(tensor<T, Axes...>& y) {
  return y.data();
}

template <class Values, class P>
struct values_and_gradient {
  Values value;
  P gradient;
};

// The value of f and the gradients, written where the result is.
template <class Y, class Result, class T, class F, class... P>
ATTN_ABI constexpr Result differentiated(const F& f, const T* seed, const P&... p) {
  Result both{};
  auto gradients = each_of_them(both.gradient);
  T* value = numbers_of(both.value);
  recording<T> r;
  ((for_each_leaf([&](const auto& leaf) { r.needs_scratch(leaf.size()); }, p)), ...);
  if (std::is_constant_evaluated()) {
    record_and_pull<Y>(r, f, value, seed, gradients, p...);
    r.release();
  } else {
    count(r, f, p...);
    with_room_on_the_stack(r, [&] { record_and_pull<Y>(r, f, value, seed, gradients, p...); });
  }
  return both;
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

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
