// SPDX-License-Identifier: BSL-1.0
// rejected: a function that is no cell: it returns the state and not the state after.
// expect-error: attn::unroll\(cell, xs, before\): a cell makes a state_after of the same state
// errors: 1
#include <attn.hpp>

using namespace attn;

struct adds {
  template <class X, class S>
  constexpr auto operator()(const X& x, const state_before<S>& before) const {
#ifdef ATTN_REJECT
    return before.value + x;
#else
    return state_after<S>{before.value + x};
#endif
  }
};
constexpr auto sums = unroll(adds{}, matrix<double, 4, 3>{}, initial<tensor<double, dim<3>>>());
