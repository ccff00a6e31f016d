// SPDX-License-Identifier: BSL-1.0
// rejected: elements that cannot be compared.
// expect-error: attn::argmax<axis>\(x\): the elements must be numbers of the language, which can be compared
// errors: 1
#include <attn.hpp>

using namespace attn;

struct mod7 {
  int n = 0;
  friend constexpr mod7 operator+(mod7 a, mod7 b) { return {(a.n + b.n) % 7}; }
  friend constexpr mod7 operator-(mod7 a, mod7 b) { return {(a.n + 7 - b.n) % 7}; }
  friend constexpr mod7 operator*(mod7 a, mod7 b) { return {a.n * b.n % 7}; }
};

#ifdef ATTN_REJECT
constexpr auto y = argmax<0>(tensor<mod7, dim<3>>{});
#else
constexpr auto y = argmax<0>(tensor<int, dim<3>>{});
#endif
