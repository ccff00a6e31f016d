// SPDX-License-Identifier: BSL-1.0
// f(x...) between forbidden pages. The sizes that the tests take leave every remainder, and where
// the elements of a tensor are a multiple of 16 nothing pads it: its last element ends the page.
#pragma once

#include <attn/all.hpp>
#include <attn/tensor/compare.hpp>

#include "runtime_tests/bounds/guarded.hpp"
#include "runtime_tests/catch.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests {

using namespace attn;

template <class T, class... Axes>
bool same(const tensor<T, Axes...>& a, const tensor<T, Axes...>& b) {
  return bitwise_equal(a, b);
}
template <class X>
bool same(const lstm_state<X>& a, const lstm_state<X>& b) {
  return bitwise_equal(a.hidden, b.hidden) && bitwise_equal(a.cell, b.cell);
}

// f(x...) between forbidden pages, with the bits it has elsewhere. The result is made in its place.
template <class F, class... X>
void in_bounds(const F& f, const X&... x) {
  using result = decltype(f(x...));
  const result expected = f(launder(x)...);
  for (const place where : {place::end, place::beginning}) {
    const guarded<result> out(where);
    [&](const guarded<X>&... in) {
      const result& got = *::new (out.at()) result(f(*::new (in.at()) X(x)...));
      CHECK(same(got, expected));
    }(guarded<X>(where)...);
  }
}

}  // namespace attn_tests
