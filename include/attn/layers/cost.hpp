// SPDX-License-Identifier: BSL-1.0
// The cost of a call, counted: cost_of, of models, layers and functions.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/walk.hpp>
#include <attn/layers/detail/require.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/detail/operation.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::cost::detail {

// X without numbers. All that has elements gets one type of them, as only the shapes matter here.
// Integers remain, which may be ids.
template <class X>
struct without_numbers {
  using type = X;
};
template <class X>
using without_numbers_t = typename without_numbers<std::remove_cvref_t<X>>::type;

template <class X>
  requires(std::is_floating_point_v<X>)
struct without_numbers<X> {
  using type = tally<double>;
};
template <class T, class... Axes>
  requires(!std::is_integral_v<T> && rules::supports_arithmetic<rules::element<T>>::value)
struct without_numbers<tensor<T, Axes...>> {
  using type = tensor<tally<double>, Axes...>;
};
template <class M>
  requires(attn::detail::has_members<M> && rules::names_its_conversion<rules::model<M>>::value)
struct without_numbers<M> {
  using type = attn::detail::with_element<M, tally<double>>;
};
// States, caches, and the options that have elements to compute with.
template <template <class...> class F, class... P>
  requires(!attn::detail::has_members<F<P...>> && (!requires {
    typename F<P...>::kind;
  } || !std::is_same_v<in_tallies_t<F<P...>>, F<P...>>) &&
           (!std::is_same_v<without_numbers_t<P>, P> || ...))
struct without_numbers<F<P...>> {
  using type = F<without_numbers_t<P>...>;
};

// Everything in x is counted in n.
template <class X>
ATTN_ABI constexpr void count_all_in(operation_count& n, X& x) {
  if constexpr (attn::detail::is_leaf<X>)
    attn::detail::counted_in_place(x, &n);
  else if constexpr (attn::detail::has_members<X>)
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      (count_all_in(n, attn::detail::member<Index>(x)), ...);
    }(attn::detail::members_of<X>{});
  else if constexpr (requires { x.value; })
    count_all_in(n, x.value);
  else if constexpr (requires { x.context; })
    count_all_in(n, x.context);
}
template <class X>
ATTN_ABI constexpr auto part(operation_count& n) {
  without_numbers_t<X> x{};
  count_all_in(n, x);
  return x;
}
template <class Option>
struct counted_option {
  ATTN_ABI static constexpr decltype(auto) of(const Option& option) {
    if constexpr (std::is_same_v<in_tallies_t<Option>, Option> || attn::detail::is_leaf<Option>)
      return (option);
    else
      return without_numbers_t<Option>{};
  }
};
template <class Option>
ATTN_ABI constexpr decltype(auto) option_of_part(const Option& option) {
  return counted_option<Option>::of(option);
}

}  // namespace attn::cost::detail

namespace attn {

// cost_of<F, Inputs…>(options…): the arithmetic of one call f(inputs…, options…), a constant of the
// types of the layer, model or function F and of its inputs.
//
//   constexpr operation_count total = cost_of<nn::linear<…>, tensor<float, token, model>>();
//   cost_of<nn::multi_head<…>, X>(causal<>)          // options are the call's own
//
// The call runs with elements that have no numbers, so that each operation of the library states
// its cost, and nothing is computed. Only shapes matter, not element types. The result equals the
// operations that counted numbers count in the call (scalars/counted.hpp). The cost of a function f
// that is a template is cost::f<types…>(), in the header of f.
//
// A layer of your own that is made of the library's functions needs nothing. Loops over x(i, j)
// count each step. A pointer to elements does not compile: take auto p = x.data().
//
// Rules: is_callable; names_its_conversion: a model of another element type must exist. An invalid
// call is rejected with the error of that call.

namespace rules::detail {

// Of a model with parameters, there must be one of another element type.
template <class F>
inline constexpr bool has_elements = false;
template <class F>
  requires attn::detail::has_members<F>
inline constexpr bool has_elements<F> = attn::detail::count_leaves<F>() > 0;

template <class F, class... X>
struct counted_call {
  using operands = roles<>;
  using converts = in_case<has_elements<F>, names_its_conversion<model<F>>>;
  // A model in full would be too long for a message.
  using callable =
      std::bool_constant<is_callable<function<cost::detail::without_numbers_t<F>>,
                                     operand<cost::detail::without_numbers_t<X>>...>::value>;
  using all = in_order<converts, callable>;
};

}  // namespace rules::detail

template <class F, class... Inputs, class... Options>
ATTN_ABI constexpr operation_count cost_of(const Options&... options) {
  using namespace cost::detail;
  using call =
      rules::detail::counted_call<std::remove_cvref_t<F>, std::remove_cvref_t<Inputs>...,
                                  std::remove_cvref_t<decltype(option_of_part(options))>...>;
  ATTN_REQUIRE_CONVERSION(call, "attn::cost_of<F, inputs…>()");
  ATTN_REQUIRE(
      call, callable,
      "attn::cost_of<F, inputs…>(options…): F must be a function of tensors of any element "
      "type: it is called with elements that have no numbers");
  if constexpr (call::all::value) {
    ATTN_COUNT(part<F>(n)(part<Inputs>(n)..., option_of_part(options)...));
  } else {
    return {};
  }
}

}  // namespace attn
ATTN_STRICT_FP_END

// cost::f<X…>(options…), of models and states too, and of a member function of the first X.
#define ATTN_COST_OF_PARTS(f)                                                       \
  namespace cost {                                                                  \
  template <class... X, class... Options>                                           \
  ATTN_ABI constexpr operation_count f(const Options&... options) {                 \
    ATTN_COUNT(attn::f(detail::part<X>(n)..., detail::option_of_part(options)...)); \
  }                                                                                 \
  }
#define ATTN_COST_OF_MEMBER(f)                                                                \
  namespace cost {                                                                            \
  template <class Model, class... X, class... Options>                                        \
  ATTN_ABI constexpr operation_count f(const Options&... options) {                           \
    ATTN_COUNT(                                                                               \
        detail::part<Model>(n).f(detail::part<X>(n)..., detail::option_of_part(options)...)); \
  }                                                                                           \
  }
