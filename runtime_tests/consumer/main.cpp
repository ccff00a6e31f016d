// SPDX-License-Identifier: BSL-1.0
// A user's program: an attention proved by the compiler, and computed again when it runs.
#include <attn.hpp>

namespace {

using token = attn::axis<"token", 2>;
using key = attn::axis<"key", 3>;
using feature = attn::axis<"feature", 4>;
using value = attn::axis<"value", 2>;

constexpr attn::tensor<double, token, feature> Q{{1, 0, 2, 1}, {0, 0, 0, 0}};
constexpr attn::tensor<double, key, feature> K{{0, 1, 1, 3}, {4, 4, 0, 1}, {2, 3, 1, 0}};
constexpr attn::tensor<double, key, value> V{{1, 2}, {2, 8}, {3, 5}};

// A query of zeros likes all keys equally: it gets the mean of the values.
constexpr auto expected = attn::scaled_dot_product_attention(Q, K, V);
static_assert(expected(1, 0) > 1.999999 && expected(1, 0) < 2.000001);
static_assert(expected(1, 1) > 4.999999 && expected(1, 1) < 5.000001);

}  // namespace

int main() {
  volatile double one = 1;  // not known to the compiler, so that this is run
  auto q = Q;
  q(0, 0) = one;
  return attn::scaled_dot_product_attention(q, K, V) == expected ? 0 : 1;
}
