// SPDX-License-Identifier: BSL-1.0
#include "runtime_tests/support/special_values.hpp"

namespace {

using namespace attn;

using T = float;
constexpr std::size_t N = 3;
using mask = keep_mask<dim<2>, dim<3>>;

// The queries are 1 and -1, so that an infinite key is the largest score of one of them; x is the
// keys, the values or a bias.
template <class X>
auto q(const X& x) {
  return type_as(matrix<T, 2, 1>{{1}, {-1}}, x);
}
template <class X>
auto k(const X& x) {
  return type_as(matrix<T, 3, 1>{{1}, {2}, {-1}}, x);
}
template <class X>
auto v(const X& x) {
  return type_as(matrix<T, 3, 2>{{1, 2}, {3, 4}, {-1, 0}}, x);
}
template <class X>
auto column(const X& x) {
  return expand<dim<1>>(x);
}

}  // namespace

#define ATTN_SAME_ATTENTION(...)                                                      \
  ATTN_SAME_VALUES(scaled_dot_product_attention(q(x), column(x), v(x), __VA_ARGS__)); \
  ATTN_SAME_VALUES(scaled_dot_product_attention(q(x), k(x), column(x), __VA_ARGS__))

TEST_CASE("special values: attention") {
  ATTN_SAME_ATTENTION(unscaled);
  ATTN_SAME_ATTENTION(scaled_by(0.5));
  ATTN_SAME_ATTENTION(queries_scaled_by(0.5));
  ATTN_SAME_ATTENTION(soft_capped_by(5.0));
  ATTN_SAME_ATTENTION(causal<bottom_right>);
  ATTN_SAME_ATTENTION(mask{{1, 1, 0}, {0, 1, 1}});
  ATTN_SAME_ATTENTION(mask{{1, 1, 0}, {0, 1, 1}}, skip_masked);
  ATTN_SAME_ATTENTION(mask{{1, 1, 0}, {0, 0, 0}}, fully_masked<zero_rows>);
  ATTN_SAME_ATTENTION(mask{{1, 1, 0}, {0, 0, 0}}, fully_masked<zero_rows>, skip_masked);
  ATTN_SAME_ATTENTION(mask{{1, 1, 0}, {0, 0, 0}}, fully_masked<nan_rows>);
  ATTN_SAME_VALUES(scaled_dot_product_attention(q(x), k(x), v(x), biased_by(expand<dim<2>, 0>(x))));
}

TEST_CASE("special values: other attention") {
  ATTN_SAME_VALUES(attention_logits(q(x), column(x), causal<bottom_right>, soft_capped_by(5.0)));
  ATTN_SAME_VALUES(similarity_attention(q(x), column(x), v(x)));
  ATTN_SAME_VALUES(linear_attention(q(x), column(x), v(x)));
  ATTN_SAME_VALUES(linear_attention(q(x), k(x), column(x)));
  ATTN_SAME_VALUES(online_attention<2>(q(x), column(x), v(x)));
  ATTN_SAME_VALUES(online_attention<2>(q(x), k(x), column(x)));
  ATTN_SAME_VALUES(gated_linear_attention(k(x), column(x), v(x), x).outputs);
  ATTN_SAME_VALUES(delta_rule_attention(k(x), column(x), v(x), x).outputs);
  ATTN_SAME_VALUES(gated_delta_rule_attention(k(x), k(x), column(x), x, x).state);
  ATTN_SAME_VALUES(column_attention(transpose(q(x)), expand<dim<1>, 0>(x), transpose(v(x))));
  ATTN_SAME_VALUES(scaled_dot_product_attention(column(x), k(x), v(x), sliding_window<1, 0>));
  ATTN_SAME_VALUES(general_score(q(x), column(x), type_as(matrix<T, 1, 1>{{2}}, x)));
  ATTN_SAME_VALUES(additive_score(q(x), column(x), type_as(matrix<T, 2, 1>{{2}, {1}}, x),
                                  type_as(matrix<T, 2, 1>{{2}, {1}}, x),
                                  type_as(tensor<T, dim<2>>{2, 1}, x)));
}
