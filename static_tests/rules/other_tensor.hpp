// SPDX-License-Identifier: BSL-1.0
// What attn/rules/other_tensor.hpp promises: of every conversion that is rejected, one reason.
#pragma once

#include <attn/attention/mask.hpp>
#include <attn/rules/other_tensor.hpp>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::other_tensor_tests {

using namespace attn;
using rules::axes_of;
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using d_k = axis<"d_k", 2>;

enum reason { order, names, to_keep, to_ignore, to_mask, element, other, several };

template <class T, class U, class To, class From>
constexpr reason why() {
  using call = rules::other_tensor_call<To, From, T, U>;
  const bool holds[] = {call::in_order::value, call::under_names::value, call::keeps::value,
                        call::ignores::value,  call::mask::value,        call::element::value,
                        call::other::value};
  reason found = several;
  int reasons = 0;
  for (int i = 0; i < 7; ++i)
    if (!holds[i]) found = static_cast<reason>(i), ++reasons;
  return reasons == 1 ? found : several;
}

constexpr report other_tensor_call() {
  report r;
  using from = axes_of<token, d_k>;
  r.check(why<double, double, axes_of<d_k, token>, from>() == order);
  r.check(why<double, double, axes_of<dim<2>, dim<3>>, axes_of<dim<3>, dim<2>>>() == order);
  r.check(why<double, double, axes_of<key, d_k>, from>() == other);
  r.check(why<double, double, axes_of<dim<3>, d_k>, from>() == names);
  r.check(why<double, double, from, axes_of<dim<3>, dim<2>>>() == names);
  r.check(why<double, double, from, axes_of<dim<2>, dim<2>>>() == other);
  r.check(why<double, double, axes_of<token>, from>() == other);
  r.check(why<double, float, from, from>() == element);
  r.check(why<double, float, axes_of<token>, from>() == other);
  r.check(why<double, keeps, from, from>() == other);
  r.check(why<keeps, ignores, from, from>() == to_keep);
  r.check(why<ignores, keeps, from, from>() == to_ignore);
  r.check(why<keeps, bool, from, from>() == to_mask && why<ignores, bool, from, from>() == to_mask);
  r.check(why<keeps, ignores, axes_of<d_k, token>, from>() == order);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"other_tensor_call", other_tensor_call},
};

}  // namespace attn_tests::other_tensor_tests
