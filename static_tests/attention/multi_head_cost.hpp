// SPDX-License-Identifier: BSL-1.0
// What the costs of multi-head attention promise: what counted numbers execute, and figures by
// hand.
#pragma once

#include <attn/attention/multi_head_layer.hpp>
#include <attn/attention/multi_head_self.hpp>
#include <cstddef>

#include "static_tests/support/executed.hpp"

namespace attn_tests::multi_head_cost_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using model = axis<"model", 4>;
using source = axis<"source", 6>;
using head = axis<"head", 2>;
using X = tensor<double, token, model>;
using M = tensor<double, key, source>;

// One matrix for all heads: 2 heads of 3 and 3, 4 out.
constexpr report of_one_matrix() {
  report r;
  using Wq = tensor<double, model, axis<"wide", 6>>;
  using Wk = tensor<double, source, axis<"wide", 6>>;
  using Wv = tensor<double, source, axis<"content", 8>>;
  using Wo = tensor<double, axis<"content", 8>, axis<"out", 7>>;
  constexpr operation_count projections{.additions = 18 * 3 + 30 * 5 + 40 * 5,
                                        .multiplications = 18 * 4 + 30 * 6 + 40 * 6};
  using q = tensor<double, head, token, dim<3>>;
  using k = tensor<double, head, key, dim<3>>;
  using v = tensor<double, head, key, dim<4>>;
  constexpr operation_count all = cost::multi_head_attention<head, X, M, M, Wq, Wk, Wv>();
  static_assert(all == projections + cost::scaled_dot_product_attention<q, k, v>());
  constexpr operation_count output{.additions = 21 * 7, .multiplications = 21 * 8};
  static_assert(cost::multi_head_attention<head, X, M, M, Wq, Wk, Wv, Wo>() == all + output);
  const auto call = [](const auto& a, const auto& b, const auto&... w) {
    return multi_head_attention<head>(a, b, b, w...);
  };
  check_executed(r, executed(call, X{}, M{}, Wq{}, Wk{}, Wv{}), all);
  check_executed(r, executed(call, X{}, M{}, Wq{}, Wk{}, Wv{}, Wo{}), all + output);
  const auto weigh = [](const auto& a, const auto& b, const auto&... w) {
    return multi_head_attention_weights<head>(a, b, w...);
  };
  check_executed(r, executed(weigh, X{}, M{}, Wq{}, Wk{}),
                 cost::multi_head_attention_weights<head, X, M, Wq, Wk>());
  return r;
}

// A matrix for each head, in batches, each sequence attending to itself.
constexpr report of_one_for_each() {
  report r;
  using XX = tensor<double, batch, token, model>;
  using W = tensor<double, head, model, axis<"d_k", 3>>;
  using Wv = tensor<double, head, model, axis<"d_v", 5>>;
  using Wo = tensor<double, head, axis<"d_v", 5>, axis<"out", 7>>;
  constexpr auto mask = causal<>;
  const auto self = [&](const auto& x, const auto&... w) {
    return multi_head_self_attention(x, w..., mask);
  };
  constexpr operation_count bare = cost::multi_head_self_attention<XX, W, W, Wv>(mask);
  constexpr operation_count all = cost::multi_head_self_attention<XX, W, W, Wv, Wo>(mask);
  check_executed(r, executed(self, XX{}, W{}, W{}, Wv{}), bare);
  check_executed(r, executed(self, XX{}, W{}, W{}, Wv{}, Wo{}), all);
  r.check(all == bare + operation_count{.additions = 42 * 9, .multiplications = 42 * 10});
  r.check(bare == cost::multi_head_attention<XX, XX, XX, W, W, Wv>(mask));
  r.check(all == 2 * cost::multi_head_self_attention<X, W, W, Wv, Wo>(mask));
  const auto cross = [](const auto& x, const auto&... w) {
    return multi_head_attention(x, x, x, w...);
  };
  check_executed(r, executed(cross, X{}, W{}, W{}, Wv{}),
                 cost::multi_head_attention<X, X, X, W, W, Wv>());
  const auto weigh = [](const auto& x, const auto&... w) {
    return multi_head_attention_weights(x, x, w...);
  };
  check_executed(r, executed(weigh, X{}, W{}, W{}),
                 cost::multi_head_attention_weights<X, X, W, W>());
  r.check(cost::project_heads<X, W>() ==
          operation_count{.additions = 18 * 3, .multiplications = 18 * 4});
  const auto project = [](const auto& x, const auto& w) { return project_heads(x, w); };
  check_executed(r, executed(project, XX{}, W{}), 2 * cost::project_heads<X, W>());
  return r;
}

constexpr report slices() {
  report r;
  using k = tensor<double, key, model>;
  using v = tensor<double, key, source>;
  const auto call = [](const auto& a, const auto& b, const auto& c) {
    return attention_of_slices<head>(a, b, c);
  };
  check_executed(r, executed(call, X{}, k{}, v{}), cost::attention_of_slices<head, X, k, v>());
  return r;
}

constexpr report layers() {
  report r;
  using same = nn::multi_head_attention<double, model, head, output_by_input>;
  using XX = tensor<double, batch, token, model>;
  const auto self = [](const auto& layer, const auto& x) { return layer(x, causal<>); };
  check_executed(r, executed(self, same{}, XX{}), cost_of<same, XX>(causal<>));
  r.check(cost_of<same, XX>() == 2 * cost_of<same, X, X, X>());

  using other = nn::multi_head_of_widths<double, model, source, source, head, 3, 5, axis<"out", 7>,
                                         input_by_output, without_bias>;
  const auto cross = [](const auto& layer, const auto& x, const auto& m) { return layer(x, m, m); };
  check_executed(r, executed(cross, other{}, X{}, M{}), cost_of<other, X, M, M>());
  const auto weights = [](const auto& layer, const auto& x, const auto& m) {
    return layer.weights(x, m);
  };
  check_executed(r, executed(weights, other{}, X{}, M{}), cost::weights<other, X, M>());
  const auto averaged = [](const auto& layer, const auto& x, const auto& m) {
    return layer.averaged_weights(x, m, sliding_window<1, 1, top_left>);
  };
  check_executed(r, executed(averaged, other{}, X{}, M{}),
                 cost::averaged_weights<other, X, M>(sliding_window<1, 1, top_left>));
  return r;
}

// Width 512, 10 tokens, 1, 8 or 64 heads: as many parameters, and as many operations but for what is
// done to each of the heads * 10 * 10 scores, and to each of the heads * 10 rows of weights.
template <std::size_t Heads>
using of_512 =
    nn::multi_head_attention<float, axis<"model", 512>, axis<"head", Heads>, output_by_input>;
using sentence = tensor<float, axis<"token", 10>, axis<"model", 512>>;
template <std::size_t Heads>
inline constexpr operation_count cost_of_512 = cost_of<of_512<Heads>, sentence>();

constexpr report more_heads() {
  report r;
  static_assert(parameter_count<of_512<1>> == 1050624);
  static_assert(parameter_count<of_512<8>> == 1050624);
  static_assert(parameter_count<of_512<64>> == 1050624);
  static_assert(cost_of_512<1>.flops() == 21171600);
  // A head more: 100 scores are scaled, and weighed in 10 rows; their 100 sums of d_k products have
  // one addition less each, since d_k is shorter, and the 10 * 512 sums over the keys are the same.
  constexpr operation_count scaled{.multiplications = 100};
  constexpr operation_count weighed = 10 * operation_count{.additions = 10 + 9,
                                                           .multiplications = 10,
                                                           .divisions = 1,
                                                           .exponentials = 10,
                                                           .comparisons = 9};
  constexpr operation_count one_head = scaled + weighed;
  static_assert(cost_of_512<8> + operation_count{.additions = 7 * 100} ==
                cost_of_512<1> + 7 * one_head);
  static_assert(cost_of_512<64> + operation_count{.additions = 63 * 100} ==
                cost_of_512<1> + 63 * one_head);
  r.check(cost_of_512<64>.flops() - cost_of_512<1>.flops() == 63 * 400);
  bits_of(r, cost_of_512<8>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"of one matrix", of_one_matrix},
    {"of one for each", of_one_for_each},
    {"slices", slices},
    {"layers", layers},
    {"more heads", more_heads},
};

}  // namespace attn_tests::multi_head_cost_tests
