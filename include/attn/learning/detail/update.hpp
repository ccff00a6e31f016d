// SPDX-License-Identifier: BSL-1.0
// What the optimisers share: one update of all numbers of a tensor, which reads and writes several
// of its kind (the parameters, their gradient, moments of it), a vector of each at a time.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>

#include <attn/detail/constant/row.hpp>
#include <attn/detail/vector.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/learning/gradient.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// operation(gradient, x…) for each element, where x are references that it changes.
template <class T, class... Axes, class Operation, class... State>
ATTN_ABI constexpr void update_each(const Operation& operation, const tensor<T, Axes...>& gradient,
                                    State&... x) {
  using X = tensor<T, Axes...>;
  constexpr std::size_t n = X::volume;
  constexpr std::size_t lanes = n % constant::widest == 0 ? constant::widest : 16;
  if constexpr (constant::made_of_lines<X, T, lanes, n>) {
    if (std::is_constant_evaluated()) {
      // One cast takes a tensor apart into vectors, and one puts it together.
      using lines = constant::lines<T, lanes, n / lanes>;
      const auto g = bits_as<lines>(gradient);
      std::tuple all{bits_as<lines>(x)...};
      std::apply(
          [&](auto&... each) {
            for (std::size_t i = 0; i < n / lanes; ++i) operation(g.of[i], each.of[i]...);
            ((x = bits_as<X>(each)), ...);
          },
          all);
      return;
    }
  }
  std::size_t i = 0;
  if constexpr (kernel_scalar<T>) {
    if (!std::is_constant_evaluated()) {
      using V = vec<T, runtime::lanes_for<native_isa, T, n>>;
      for (; i + lanes_of<V> <= n; i += lanes_of<V>) {
        [&](auto... all) {
          operation(load<V>(gradient.data() + i), all...);
          (store(x.data() + i, all), ...);
        }(load<V>(x.data() + i)...);
      }
    }
  }
  for (; i < n; ++i) operation(gradient.data()[i], x.data()[i]...);
}

// The same for a tensor or for every tensor of a model.
template <class Operation, class P, class... State>
ATTN_ABI constexpr void update_all(const Operation& operation, const P& gradient, State&... x) {
  for_each_parameter(
      [&](const auto&, const auto& g, auto&... each) { update_each(operation, g, each...); },
      gradient, x...);
}
template <class Operation, class T, class... Axes, class... State>
ATTN_ABI constexpr void update_all(const Operation& operation, const tensor<T, Axes...>& gradient,
                                   State&... x) {
  update_each(operation, gradient, x...);
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
