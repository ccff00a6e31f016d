// SPDX-License-Identifier: BSL-1.0
// rejected: a function whose branch on an element is missing from its proof: token 0 depends on token 3.
// expect-error: attn: interval, influence, dual and counted cannot be compared
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr auto f = [](auto x) {
  using E = typename decltype(x)::value_type;
  x(0) = x(3) == E(0) ? E(1) : E(2);
  return x;
};
static_assert(!reach<"token">(f(marked<"token">(X{})))(0, 3));
#else
constexpr auto f = [](auto x) {
  using E = typename decltype(x)::value_type;
  x(0) = math::max(x(3), E(0));
  return x;
};
static_assert(reach<"token">(f(marked<"token">(X{})))(0, 3));
#endif
