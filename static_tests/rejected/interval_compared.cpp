// SPDX-License-Identifier: BSL-1.0
// rejected: bounds of a function that returns 100 for one of its arguments.
// expect-error: attn: interval, influence, dual and counted cannot be compared
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr auto f = [](auto x) {
  for (auto& e : x) e = e != 0 ? e : decltype(e + e)(100);
  return x;
};
static_assert(within(f(between<X>(-1, 1)), -1, 2));
#else
constexpr auto f = [](auto x) {
  for (auto& e : x) e = math::min(e, 2);
  return x;
};
static_assert(within(f(between<X>(-1, 1)), -1, 2));
#endif
