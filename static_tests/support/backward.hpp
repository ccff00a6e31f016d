// SPDX-License-Identifier: BSL-1.0
// What PyTorch leaves in the .grad of one argument after f(x…).backward(u): backward<I>(f, u, x…).
#pragma once

#include <attn/learning/gradient.hpp>
#include <attn/tensor/convert.hpp>
#include <cstddef>
#include <tuple>
#include <utility>

namespace attn_tests {
template <bool Varies, class Y, class X> constexpr auto varying(const Y& y, const X& x) {
  if constexpr (Varies)
    return y;
  else
    return attn::type_as(x, y);
}

template <std::size_t I, class F, class U, class... X>
constexpr auto backward(const F& f, const U& u, const X&... x) {
  return attn::vjp(
      [&](const auto& y) {
        return [&]<std::size_t... J>(std::index_sequence<J...>) {
          return f(varying < I == J > (y, x)...);
        }(std::index_sequence_for<X...>{});
      },
      std::get<I>(std::tie(x...)), u);
}
}  // namespace attn_tests
