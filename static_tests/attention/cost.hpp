// SPDX-License-Identifier: BSL-1.0
// Behaviours of cost, multi_head_cost of attn/attention/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::attention_cost_tests {
using source = axis<"source", 6>;
using X_of_multi_head_cost = tensor<double, token, model>;
using M = tensor<double, key, source>;

// Width 512, 10 tokens, 1, 8 or 64 heads: as many parameters, and as many operations but for what is
// done to each of the heads * 10 * 10 scores, and to each of the heads * 10 rows of weights.
template <std::size_t Heads>
using of_512 =
    nn::multi_head_attention<float, axis<"model", 512>, axis<"head", Heads>, output_by_input>;
using sentence = tensor<float, axis<"token", 10>, axis<"model", 512>>;
template <std::size_t Heads>
inline constexpr operation_count cost_of_512 = cost_of<of_512<Heads>, sentence>();

using feature = axis<"feature", 4>;
using Q = tensor<double, token, feature>;
using K = tensor<double, key, feature>;
using V = tensor<double, key, content>;
using scores = tensor<double, token, key>;

template <class... Options> constexpr void check_options(report& r, const Options&... options) {
  const auto attend = [&](const auto& q, const auto& k, const auto& v) {
    return scaled_dot_product_attention(q, k, v, options...);
  };
  const operation_count constant = cost::scaled_dot_product_attention<Q, K, V>(options...);
  cost_is_counted(r, constant, attend, Q{}, K{}, V{});
  const auto weigh = [&](const auto& q, const auto& k) {
    return attention_weights(q, k, options...);
  };
  cost_is_counted(r, cost::attention_weights<Q, K>(options...), weigh, Q{}, K{});
}

// 3 of 5 places are filled: the softmax is over 3 keys, the products over 5.

inline constexpr auto behaviours = [](test_table& tests) {
  // What the costs of several headers of attn/attention/ promise: what counted numbers execute, and figures by hand.
  // 15 scores of 4 products, 15 times the scale, 3 rows of 5 keys, 21 sums of 5 products.
  tests.proved("by hand", [](report& r) {
    constexpr operation_count all{.additions = 15 * 3 + 3 * (5 + 4) + 21 * 4,
        .multiplications = 15 * 4 + 15 + 15 + 21 * 5,
        .divisions = 3,
        .exponentials = 15,
        .comparisons = 3 * 4};
    static_assert(cost::scaled_dot_product_attention<Q, K, V>() == all);
    static_assert(all.flops() == 156 + 195 + 3 + 15);
    r.check(
        cost::attention_scores<Q, K>() == operation_count{.additions = 45, .multiplications = 60});
    const auto attend = [](const auto& q, const auto& k, const auto& v) {
      return scaled_dot_product_attention(q, k, v);
    };
    cost_is_counted(r, all, attend, Q{}, K{}, V{});
    const auto score = [](const auto& q, const auto& k) { return attention_scores(q, k); };
    cost_is_counted(r, cost::attention_scores<Q, K>(), score, Q{}, K{});
    const auto weigh = [](const auto& q, const auto& k) { return attention_weights(q, k); };
    cost_is_counted(r, cost::attention_weights<Q, K>(), weigh, Q{}, K{});
  });
  tests.proved("scales, caps and biases", [](report& r) {
    check_options(r, unscaled);
    check_options(r, scaled_by(2.0));
    check_options(r, queries_scaled);
    check_options(r, softmax_plus_one);
    check_options(r, softmax_plus_one, causal<bottom_right>);
    static_assert(cost::attention_weights<Q, K>(softmax_plus_one) ==
                  cost::attention_weights<Q, K>(with_sinks(tensor<double>())));
    static_assert(cost::attention_weights<Q, K>(softmax_plus_one).exponentials == 3 * (5 + 1));
    check_options(r, queries_scaled_by(2.0), soft_capped_by(3.0));
    r.check(cost::attention_weights<Q, K>(queries_scaled) ==
            cost::attention_weights<Q, K>(unscaled) + operation_count{.multiplications = 3 * 4});
    check_options(r, soft_capped_by(3.0));
    const auto biased = [](const auto& q, const auto& k, const auto& v, const auto& bias) {
      return scaled_dot_product_attention(q, k, v, biased_by(bias), unscaled);
    };
    cost_is_counted(r, cost::scaled_dot_product_attention<Q, K, V>(biased_by(scores{}), unscaled),
        biased, Q{}, K{}, V{}, scores{});
    constexpr operation_count plain = cost::scaled_dot_product_attention<Q, K, V>(unscaled);
    r.check(cost::scaled_dot_product_attention<Q, K, V>() == plain + cost::multiply<scores>());
    r.check(cost::scaled_dot_product_attention<Q, K, V>(scaled_by(2.0)) ==
            plain + cost::multiply<scores>());
    r.check(cost::scaled_dot_product_attention<Q, K, V>(unscaled, soft_capped_by(3.0)) ==
            plain + cost::divide<scores>() + cost::tanh<scores>() + cost::multiply<scores>());
    r.check(cost::scaled_dot_product_attention<Q, K, V>(unscaled, biased_by(scores{})) ==
            plain + cost::add<scores>());
  });
  // 3 queries of 5 keys: 3, 4 and 5 of them are kept.
  tests.proved("masks of types", [](report& r) {
    constexpr operation_count kept{.additions = 5 + 7 + 9,
        .multiplications = 12,
        .divisions = 3,
        .exponentials = 12,
        .comparisons = 2 + 3 + 4,
        .selections = 3};
    static_assert(cost::masked_softmax<scores>(causal<bottom_right>) == kept);
    const auto mask = [](const auto& x) { return masked_softmax(x, causal<bottom_right>); };
    cost_is_counted(r, kept, mask, scores{});
    check_options(r, causal<bottom_right>);
    check_options(r, causal<top_left>, skip_masked);
    check_options(r, sliding_window<1, 0, key_offset<2>>, skip_masked, unscaled);
    check_options(r, causal<key_offset<-1>>, fully_masked<zero_rows>);
    check_options(r, causal<key_offset<-1>>, skip_masked, fully_masked<zero_rows>);
    // A query without a key has only selections.
    r.check(cost::masked_softmax<scores>(causal<key_offset<-1>>, fully_masked<zero_rows>)
                .exponentials == 0 + 1 + 2);
    // 21 sums of n products, n = 1, 2, 3
    constexpr operation_count skipped =
        cost::scaled_dot_product_attention<Q, K, V>(causal<top_left>, skip_masked);
    r.check(skipped.multiplications == 60 + 15 + 6 + 7 * 6);
  });
  // 20 keys go into 16 partial sums, some of which stay empty.
  tests.proved("long rows", [](report& r) {
    using wide = tensor<double, dim<4>, dim<20>>;
    const auto mask = [](const auto& x) {
      return masked_softmax(x, sliding_window<2, 9, top_left>);
    };
    constexpr operation_count constant = cost::masked_softmax<wide>(sliding_window<2, 9, top_left>);
    static_assert(constant.exponentials == 10 + 11 + 12 + 12);
    cost_is_counted(r, constant, mask, wide{});
  });
  tests.proved("masks of values", [](report& r) {
    const keep_mask<token, key> entries{{1, 0, 0, 1, 0}, {1, 1, 1, 1, 1}, {0, 0, 0, 0, 1}};
    check_options(r, entries);
    check_options(r, entries, skip_masked);
    check_options(r, valid_keys(launder(std::size_t{2})));
    check_options(r, key_padding(ignore_mask<key>{0, 0, 1, 1, 0}) & causal<bottom_right>,
        fully_masked<zero_rows>, skip_masked);
    r.check(cost::attention_weights<Q, K>(entries).exponentials == 2 + 5 + 1);
  });
  tests.proved("leading axes", [](report& r) {
    using q = tensor<double, head, token, feature>;
    using k = tensor<double, head, key, feature>;
    using v = tensor<double, head, key, content>;
    const auto attend = [](const auto& a, const auto& b, const auto& c) {
      return scaled_dot_product_attention(a, b, c, causal<bottom_right>);
    };
    constexpr auto constant = cost::scaled_dot_product_attention<q, k, v>(causal<bottom_right>);
    static_assert(
        constant == 2 * cost::scaled_dot_product_attention<Q, K, V>(causal<bottom_right>));
    cost_is_counted(r, constant, attend, q{}, k{}, v{});
    r.check(cost::scaled_dot_product_attention<q, K, V>(causal<bottom_right>) == constant);
    cost_is_counted(r, constant, attend, q{}, K{}, V{});
  });
  tests.proved("projected", [](report& r) {
    using X = tensor<double, token, content>;
    using Wq = tensor<double, content, feature>;
    using Wv = tensor<double, content, axis<"wide", 2>>;
    const auto attend = [](const auto& x, const auto& q, const auto& k, const auto& v) {
      return self_attention(x, q, k, v, causal<>);
    };
    constexpr auto constant = cost::self_attention<X, Wq, Wq, Wv>(causal<>);
    cost_is_counted(r, constant, attend, X{}, Wq{}, Wq{}, Wv{});
  });
  tests.proved("groups", [](report& r) {
    using q = tensor<double, axis<"head", 4>, token, feature>;
    using k = tensor<double, axis<"head", 2>, key, feature>;
    using v = tensor<double, axis<"head", 2>, key, content>;
    const auto attend = [](const auto& a, const auto& b, const auto& c) {
      return grouped_query_attention(a, b, c);
    };
    constexpr operation_count constant = cost::grouped_query_attention<q, k, v>();
    static_assert(constant == 4 * cost::scaled_dot_product_attention<Q, K, V>());
    cost_is_counted(r, constant, attend, q{}, k{}, v{});
    const auto skip = [](const auto& a, const auto& b, const auto& c) {
      return grouped_query_attention(a, b, c, causal<top_left>, skip_masked);
    };
    cost_is_counted(r, cost::grouped_query_attention<q, k, v>(causal<top_left>, skip_masked), skip,
        q{}, k{}, v{});
  });
  tests.proved("columns", [](report& r) {
    using q = tensor<double, feature, token>;
    using k = tensor<double, feature, key>;
    using v = tensor<double, content, key>;
    const auto attend = [](const auto& a, const auto& b, const auto& c) {
      return column_attention(a, b, c, unscaled);
    };
    cost_is_counted(r, cost::column_attention<q, k, v>(unscaled), attend, q{}, k{}, v{});
    r.check(cost::column_attention<q, k, v>() == cost::scaled_dot_product_attention<Q, K, V>());
    r.check(cost::column_attention_weights<q, k>() == cost::attention_weights<Q, K>());
    r.check(cost::column_scores<q, k>() == cost::attention_scores<Q, K>());
  });
  // What the costs of multi-head attention promise: what counted numbers execute, and figures by
  // hand.
  // One matrix for all heads: 2 heads of 3 and 3, 4 out.
  tests.proved("of one matrix", [](report& r) {
    using Wq = tensor<double, model, axis<"wide", 6>>;
    using Wk = tensor<double, source, axis<"wide", 6>>;
    using Wv = tensor<double, source, axis<"content", 8>>;
    using Wo = tensor<double, axis<"content", 8>, axis<"out", 7>>;
    constexpr operation_count projections{
        .additions = 18 * 3 + 30 * 5 + 40 * 5, .multiplications = 18 * 4 + 30 * 6 + 40 * 6};
    using q = tensor<double, head, token, dim<3>>;
    using k = tensor<double, head, key, dim<3>>;
    using v = tensor<double, head, key, dim<4>>;
    constexpr operation_count all =
        cost::multi_head_attention<head, X_of_multi_head_cost, M, M, Wq, Wk, Wv>();
    static_assert(all == projections + cost::scaled_dot_product_attention<q, k, v>());
    constexpr operation_count output{.additions = 21 * 7, .multiplications = 21 * 8};
    static_assert(cost::multi_head_attention<head, X_of_multi_head_cost, M, M, Wq, Wk, Wv, Wo>() ==
                  all + output);
    const auto call = [](const auto& a, const auto& b, const auto&... w) {
      return multi_head_attention<head>(a, b, b, w...);
    };
    cost_is_counted(r, all, call, X_of_multi_head_cost{}, M{}, Wq{}, Wk{}, Wv{});
    cost_is_counted(r, all + output, call, X_of_multi_head_cost{}, M{}, Wq{}, Wk{}, Wv{}, Wo{});
    const auto weigh = [](const auto& a, const auto& b, const auto&... w) {
      return multi_head_attention_weights<head>(a, b, w...);
    };
    cost_is_counted(r, cost::multi_head_attention_weights<head, X_of_multi_head_cost, M, Wq, Wk>(),
        weigh, X_of_multi_head_cost{}, M{}, Wq{}, Wk{});
  });
  // A matrix for each head, in batches, each sequence attending to itself.
  tests.proved("of one for each", [](report& r) {
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
    cost_is_counted(r, bare, self, XX{}, W{}, W{}, Wv{});
    cost_is_counted(r, all, self, XX{}, W{}, W{}, Wv{}, Wo{});
    r.check(all == bare + operation_count{.additions = 42 * 9, .multiplications = 42 * 10});
    r.check(bare == cost::multi_head_attention<XX, XX, XX, W, W, Wv>(mask));
    r.check(all == 2 * cost::multi_head_self_attention<X_of_multi_head_cost, W, W, Wv, Wo>(mask));
    const auto cross = [](const auto& x, const auto&... w) {
      return multi_head_attention(x, x, x, w...);
    };
    cost_is_counted(r,
        cost::multi_head_attention<X_of_multi_head_cost, X_of_multi_head_cost, X_of_multi_head_cost,
            W, W, Wv>(),
        cross, X_of_multi_head_cost{}, W{}, W{}, Wv{});
    const auto weigh = [](const auto& x, const auto&... w) {
      return multi_head_attention_weights(x, x, w...);
    };
    cost_is_counted(r,
        cost::multi_head_attention_weights<X_of_multi_head_cost, X_of_multi_head_cost, W, W>(),
        weigh, X_of_multi_head_cost{}, W{}, W{});
    r.check(cost::project_heads<X_of_multi_head_cost, W>() ==
            operation_count{.additions = 18 * 3, .multiplications = 18 * 4});
    const auto project = [](const auto& x, const auto& w) { return project_heads(x, w); };
    cost_is_counted(r, 2 * cost::project_heads<X_of_multi_head_cost, W>(), project, XX{}, W{});
  });
  tests.proved("slices", [](report& r) {
    using k = tensor<double, key, model>;
    using v = tensor<double, key, source>;
    const auto call = [](const auto& a, const auto& b, const auto& c) {
      return attention_of_slices<head>(a, b, c);
    };
    cost_is_counted(r, cost::attention_of_slices<head, X_of_multi_head_cost, k, v>(), call,
        X_of_multi_head_cost{}, k{}, v{});
  });
  tests.proved("layers", [](report& r) {
    using same = nn::multi_head_attention<double, model, head, output_by_input>;
    using XX = tensor<double, batch, token, model>;
    const auto self = [](const auto& layer, const auto& x) { return layer(x, causal<>); };
    cost_is_counted(r, cost_of<same, XX>(causal<>), self, same{}, XX{});
    r.check(cost_of<same, XX>() ==
            2 * cost_of<same, X_of_multi_head_cost, X_of_multi_head_cost, X_of_multi_head_cost>());

    using other = nn::multi_head_of_widths<double, model, source, source, head, 3, 5,
        axis<"out", 7>, input_by_output, without_bias>;
    const auto cross = [](const auto& layer, const auto& x, const auto& m) {
      return layer(x, m, m);
    };
    cost_is_counted(r, cost_of<other, X_of_multi_head_cost, M, M>(), cross, other{},
        X_of_multi_head_cost{}, M{});
    const auto weights = [](const auto& layer, const auto& x, const auto& m) {
      return layer.weights(x, m);
    };
    cost_is_counted(r, cost::weights<other, X_of_multi_head_cost, M>(), weights, other{},
        X_of_multi_head_cost{}, M{});
    const auto averaged = [](const auto& layer, const auto& x, const auto& m) {
      return layer.averaged_weights(x, m, sliding_window<1, 1, top_left>);
    };
    cost_is_counted(r,
        cost::averaged_weights<other, X_of_multi_head_cost, M>(sliding_window<1, 1, top_left>),
        averaged, other{}, X_of_multi_head_cost{}, M{});
  });
  tests.proved("more heads", [](report& r) {
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
    static_assert(
        cost_of_512<8> + operation_count{.additions = 7 * 100} == cost_of_512<1> + 7 * one_head);
    static_assert(
        cost_of_512<64> + operation_count{.additions = 63 * 100} == cost_of_512<1> + 63 * one_head);
    r.check(cost_of_512<64>.flops() - cost_of_512<1>.flops() == 63 * 400);
    bits_of(r, cost_of_512<8>);
  });
};
}  // namespace attn_tests::attention_cost_tests
