// SPDX-License-Identifier: BSL-1.0
// How a function of recorded parameters is evaluated, and its record traversed backwards:
// learning/gradient.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
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

template <class T>
ATTN_ABI constexpr tensor<recorded<T>> as_result(const recorded<T>& y) {
  return y;
}
template <class T, class... Axes>
ATTN_ABI constexpr const tensor<recorded<T>, Axes...>& as_result(
    const tensor<recorded<T>, Axes...>& y) {
  return y;
}

// f(x…) as a part of the record; in one place for all passes, because f may be large.
template <class T, class F, class X>
ATTN_NOINLINE recorded_part<T>& evaluated(recording<T>& r, const F& f, const X& x) {
  const auto y = f(x);
  return *as_result(y).storage_.data.together(r);
}

// A parameter of recorded elements: in the memory of the record, or, where that only is counted or
// has no memory, here.
template <bool Here, class X>
struct recorded_parameter {
  X x{};
  template <class T>
  ATTN_ABI constexpr explicit recorded_parameter(recording<T>& r) {
    if (r.counting) r.template take<X>(1);
  }
};
// Without braces, which would fill it with zeros first.
template <class X>
struct recorded_parameter<false, X> {
  X& x;
  template <class T>
  ATTN_ABI explicit recorded_parameter(recording<T>& r)
      : x(*::new(r.template take<X, true>(1)) X) {}
};

// f of the parameters, recorded: their leaves are the parts from `leaves` on.
template <bool Here, class T, class F, class P, class... More>
ATTN_ABI constexpr recorded_part<T>& of_recorded(recording<T>& r, recorded_part<T>* leaves,
                                                 const F& f, const P&, const More&... more) {
  using X = typename parameter_traits<P>::template with<recorded<T>>;
  recorded_parameter<Here, X> parameter(r);
  for_each_leaf([&](auto& leaf) { leaf.storage_.data.become(r, leaves++); }, parameter.x);
  const X& x = parameter.x;
  if constexpr (sizeof...(More) > 0) {
    return of_recorded<Here>(
        r, leaves, [&](const auto&... others) { return f(x, others...); }, more...);
  } else {
    if (!std::is_constant_evaluated()) return evaluated(r, f, x);
    const auto y = f(x);
    return *as_result(y).storage_.data.together(r);
  }
}

// How many bytes the record of f takes. Parts: as many as can be remembered.
template <class T, class F, class... P>
ATTN_ABI constexpr bool count(recording<T>& r, const F& f, const P&... p) {
  constexpr std::size_t leaves = (parameter_traits<P>::leaves + ...);
  recorded_part<T> inputs[leaves];
  for (recorded_part<T>& input : inputs) input.adjoint = &r.anything;
  ((for_each_leaf([&](const auto& leaf) { r.needs_scratch(leaf.size()); }, p)), ...);
  of_recorded<true>(r, inputs, f, p...);
  r.take_scratch();
  return !r.too_few_parts;
}
template <class T, class F, class... P>
ATTN_NOINLINE std::size_t counted_with_room_for(std::size_t parts, const record_memory& memory,
                                                const F& f, const P&... p) {
  recording<T> r(memory);
  r.count_with(static_cast<recorded_part<T>*>(__builtin_alloca(parts * sizeof(recorded_part<T>))),
               parts);
  count(r, f, p...);
  return r.used;
}
template <class T, class F, class... P>
ATTN_ABI constexpr std::size_t counted(const record_memory& memory, const F& f, const P&... p) {
  recording<T> r(memory);
  if (std::is_constant_evaluated()) {
    r.count_with(nullptr, 0);
    count(r, f, p...);
    r.release();
    return r.used;
  }
  recorded_part<T> few[64];
  r.count_with(few, 64);
  return count(r, f, p...) ? r.used : counted_with_room_for<T>(r.parts_made, memory, f, p...);
}

// A function of its own: what alloca takes is given back when it returns.
template <class T, class Body>
ATTN_NOINLINE void with_room_on_the_stack(std::size_t bytes, const Body& body) {
  constexpr std::size_t alignment = recording<T>::alignment;
  const auto at = reinterpret_cast<std::uintptr_t>(__builtin_alloca(bytes + alignment - 1));
  body(reinterpret_cast<unsigned char*>((at + alignment - 1) / alignment * alignment));
}

// Records f of the parameters and goes back: its values, a tensor's, to `value`, and to the
// gradients the derivatives of their sum, each times its `seed`.
template <bool Here, class Y, class T, class F, class Gradients, class... P>
ATTN_ABI constexpr void record_and_pull(const record_memory& memory, const F& f, T* value,
                                        const T* seed, Gradients gradients, const P&... p) {
  constexpr std::size_t leaves = (parameter_traits<P>::leaves + ...), n = Y::volume;
  recording<T> r(memory);
  recorded_part<T> inputs[leaves];
  std::size_t i = 0;
  ((for_each_leaf(
       [&](const auto& leaf) {
         r.needs_scratch(leaf.size());
         inputs[i++] = {.value = leaf.data(), .size = leaf.size()};
       },
       p)),
   ...);
  i = 0;
  std::apply(
      [&](auto&... gradient) {
        ((for_each_leaf([&](auto& leaf) { inputs[i++].adjoint = leaf.data(); }, gradient)), ...);
      },
      gradients);
  recorded_part<T>& out = of_recorded<Here>(r, inputs, f, p...);
  for (std::size_t k = 0; k < n; ++k) value[k] = out.value[k];
  if (out.adjoint != nullptr) {
    r.template contribute<n>(out, [&](T* to) {
      for (std::size_t k = 0; k < n; ++k) to[k] = seed[k];
    });
    r.pull_back();
  }
  for (recorded_part<T>& input : inputs) r.adjoints_of(input, input.size);
  if (std::is_constant_evaluated()) r.release();
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

// Where there is no workspace, the record is on the stack.
struct no_workspace {};

// The value of f and the gradients, to `both`.
template <class Y, class T, class Workspace, class Result, class F, class... P>
ATTN_ABI constexpr void differentiate([[maybe_unused]] Workspace&& workspace, Result& both,
                                      const F& f, const T* seed, const P&... p) {
  auto gradients = each_of_them(both.gradient);
  T* value = numbers_of(both.value);
  if (std::is_constant_evaluated()) {
    record_and_pull<true, Y>({}, f, value, seed, gradients, p...);
  } else if constexpr (std::is_same_v<std::remove_cvref_t<Workspace>, no_workspace>) {
    const std::size_t bytes = counted<T>(
        {nullptr, ATTN_GRADIENT_STACK, &gradient_exceeds_ATTN_GRADIENT_STACK_and_needs_a_workspace},
        f, p...);
    with_room_on_the_stack<T>(bytes, [&](unsigned char* at) {
      record_and_pull<false, Y>(
          {at, bytes, &a_function_that_is_differentiated_must_do_the_same_each_time}, f, value,
          seed, gradients, p...);
    });
  } else {
    record_and_pull<false, Y>(
        {workspace.memory, sizeof workspace.memory, &gradient_workspace_is_too_small}, f, value,
        seed, gradients, p...);
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

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
