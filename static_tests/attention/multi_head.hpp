// SPDX-License-Identifier: BSL-1.0
// Behaviours of multi_head, torch_multi_head of attn/attention/.
#pragma once

#include "static_tests/reference/layers_mha.hpp"
#include "static_tests/support/torch_heads.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::attention_multi_head_tests {
// Every extent another one: 3 tokens ask 5 keys, three widths, 2 heads with d_k = 3 and d_v = 5.
using asking = axis<"asking", 4>;
using offered = axis<"offered", 7>;
using held = axis<"held", 8>;
using matched = axis<"matched", 6>;
using content = axis<"content", 10>;
using model_9 = axis<"model", 9>;
using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 5>;

template <class T> struct operands {
  tensor<T, token, asking> x_q = launder(filled<tensor<T, token, asking>>(1));
  tensor<T, key, offered> x_k = launder(filled<tensor<T, key, offered>>(2));
  tensor<T, key, held> x_v = launder(filled<tensor<T, key, held>>(3));
  tensor<T, asking, matched> w_q = launder(filled<tensor<T, asking, matched>>(4, T(2)));
  tensor<T, offered, matched> w_k = launder(filled<tensor<T, offered, matched>>(5, T(2)));
  tensor<T, held, content> w_v = launder(filled<tensor<T, held, content>>(6));
  tensor<T, content, model_9> w_o = launder(filled<tensor<T, content, model_9>>(7));
};

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/attention/multi_head.hpp promises.
  tests.proved<double, float>("is the composition", []<class T>(report& r) {
    const operands<T> a;
    const auto q = split_heads<head, d_k>(matmul(a.x_q, a.w_q));
    const auto k = split_heads<head, d_k>(matmul(a.x_k, a.w_k));
    const auto v = split_heads<head, d_v>(matmul(a.x_v, a.w_v));
    const auto joined = merge_heads<"content">(scaled_dot_product_attention(q, k, v));
    const auto found = multi_head_attention<head>(a.x_q, a.x_k, a.x_v, a.w_q, a.w_k, a.w_v);
    has_type<tensor<T, token, content>>(found);
    r.same(found, joined);
    r.same(found, attention_of_slices<head>(
                      matmul(a.x_q, a.w_q), matmul(a.x_k, a.w_k), matmul(a.x_v, a.w_v)));
    const auto out = multi_head_attention<head>(a.x_q, a.x_k, a.x_v, a.w_q, a.w_k, a.w_v, a.w_o);
    has_type<tensor<T, token, model_9>>(out);
    r.same(out, matmul(joined, a.w_o));
    for (std::size_t h = 0; h < 2; ++h)
      r.same(unnamed(narrow<"content", 5>(found, 5 * h)),
          unnamed(scaled_dot_product_attention(
              select<"head">(q, h), select<"head">(k, h), select<"head">(v, h))));
  });
  // Both forms are one function where the matrices of the heads are column blocks of one.
  tests.proved<double, float>("a matrix for each head", []<class T>(report& r) {
    const operands<T> a;
    const auto w_q = split_heads<head, d_k>(a.w_q);  // (head, asking, d_k)
    const auto w_k = split_heads<head, d_k>(a.w_k);
    const auto w_v = split_heads<head, d_v>(a.w_v);
    const auto found = multi_head_attention(a.x_q, a.x_k, a.x_v, w_q, w_k, w_v);
    has_type<tensor<T, token, dim<10>>>(found);
    r.same(found, multi_head_attention<head>(a.x_q, a.x_k, a.x_v, a.w_q, a.w_k, a.w_v));
    const auto w_o = split<"content", head, d_v>(a.w_o);
    const auto out = multi_head_attention(a.x_q, a.x_k, a.x_v, w_q, w_k, w_v, w_o);
    has_type<tensor<T, token, model_9>>(out);
    r.same(out, multi_head_attention<head>(a.x_q, a.x_k, a.x_v, a.w_q, a.w_k, a.w_v, a.w_o));
    r.same(out, multi_head_attention(a.x_q, a.x_k, a.x_v, w_q, w_k, w_v, a.w_o));
    r.same(out, matmul(found, a.w_o));
    // Head by head, as a formula has it.
    const auto heads = scaled_dot_product_attention(
        project_heads(a.x_q, w_q), project_heads(a.x_k, w_k), project_heads(a.x_v, w_v));
    r.same(merge_heads<"content">(heads), found);
    r.same(multi_head_attention<heads_of_the_weights>(a.x_q, a.x_k, a.x_v, w_q, w_k, w_v), found);
  });
  tests.proved<double, float>("options reach every head", []<class T>(report& r) {
    const operands<T> a;
    const auto with = [&](const auto&... options) {
      return multi_head_attention<head>(
          a.x_q, a.x_k, a.x_v, a.w_q, a.w_k, a.w_v, a.w_o, options...);
    };
    const auto without_projection = [&](const auto&... options) {
      return multi_head_attention(a.x_q, a.x_k, a.x_v, split_heads<head, d_k>(a.w_q),
          split_heads<head, d_k>(a.w_k), split_heads<head, d_v>(a.w_v), options...);
    };
    r.same(with(), with(scaled_by(default_scale<T>(3))));  // for the width of a head, not for 6
    r.same(with(unscaled), with(scaled_by(1)));
    r.same(with(queries_scaled), with(queries_scaled_by(default_scale<T>(3))));
    r.check(!bitwise_equal(with(queries_scaled_by(T(0.3))), with(scaled_by(T(0.3)))));
    // Half of a query, before or after its projection.
    r.same(with(queries_scaled_by(T(0.5))), multi_head_attention<head>(a.x_q, a.x_k, a.x_v,
                                                a.w_q * T(0.5), a.w_k, a.w_v, a.w_o, unscaled));
    r.check(!bitwise_equal(with(unscaled), with()));
    r.same(matmul(without_projection(unscaled), a.w_o), with(unscaled));
    r.bits(with(scaled_by(T(0.7))));
  });
  tests.proved<double, float>("with a batch", []<class T>(report& r) {
    const operands<T> a;
    const auto x_q = launder(filled<tensor<T, batch, token, asking>>(11));
    const auto x_k = launder(filled<tensor<T, batch, key, offered>>(12));
    const auto x_v = launder(filled<tensor<T, batch, key, held>>(13));
    const auto w_k = split_heads<head, d_k>(a.w_k);
    const auto w_q = split_heads<head, d_k>(a.w_q);
    const auto w_v = split_heads<head, d_v>(a.w_v);
    const auto attend = [](const auto&... x) { return multi_head_attention<head>(x...); };
    const auto all =
        independent_of_leading_axes<"batch">(r, attend, x_q, x_k, x_v, a.w_q, a.w_k, a.w_v, a.w_o);
    has_type<tensor<T, batch, token, model_9>>(all);
    r.same(multi_head_attention(x_q, x_k, x_v, w_q, w_k, w_v, a.w_o), all);
    r.same(multi_head_attention(x_q, x_k, x_v, w_q, w_k, w_v, split<"content", head, d_v>(a.w_o)),
        all);
  });
  tests.proved("names are optional", [](report& r) {
    const operands<double> a;
    const auto bare = multi_head_attention<dim<2>>(unnamed(a.x_q), unnamed(a.x_k), unnamed(a.x_v),
        unnamed(a.w_q), unnamed(a.w_k), unnamed(a.w_v), unnamed(a.w_o));
    has_type<matrix<double, 3, 9>>(bare);
    r.same(
        unnamed(multi_head_attention<head>(a.x_q, a.x_k, a.x_v, a.w_q, a.w_k, a.w_v, a.w_o)), bare);
    r.same(multi_head_attention(unnamed(a.x_q), unnamed(a.x_k), unnamed(a.x_v),
               unnamed(split_heads<head, d_k>(a.w_q)), unnamed(split_heads<head, d_k>(a.w_k)),
               unnamed(split_heads<head, d_v>(a.w_v)), unnamed(a.w_o)),
        bare);
  });
  // The heads do not know their numbers: in another order they find the same, in that order. The sum
  // over all of them, W_o, is another one then.
  tests.proved<double, float>("heads in another order", []<class T>(report& r) {
    const operands<T> a;
    const auto turn = [](const auto& w) {  // (head 2, …) with the heads exchanged
      return concat<0>(narrow<0, 1>(w, 1), narrow<0, 1>(w, 0));
    };
    const auto w_q = split_heads<head, d_k>(a.w_q);
    const auto w_k = split_heads<head, d_k>(a.w_k);
    const auto w_v = split_heads<head, d_v>(a.w_v);
    const auto found = multi_head_attention(a.x_q, a.x_k, a.x_v, w_q, w_k, w_v);
    const auto turned = multi_head_attention(a.x_q, a.x_k, a.x_v, turn(w_q), turn(w_k), turn(w_v));
    r.same(narrow<1, 5>(turned, 0), narrow<1, 5>(found, 5));
    r.same(narrow<1, 5>(turned, 5), narrow<1, 5>(found, 0));
    const auto w_o = split<"content", head, d_v>(a.w_o);
    const auto out = multi_head_attention(a.x_q, a.x_k, a.x_v, w_q, w_k, w_v, w_o);
    const auto other =
        multi_head_attention(a.x_q, a.x_k, a.x_v, turn(w_q), turn(w_k), turn(w_v), turn(w_o));
    r.check(allclose(other, out));
    r.check(!bitwise_equal(other, out));
    r.bits(other);
  });
  // torch.nn.MultiheadAttention: 3 tokens ask 5 keys with 3 heads; then with keys and values of
  // widths of their own.
  tests.proved<double, float>("as torch does", []<class T>(report& r) {
    namespace known = reference::layers_mha_cross;
    using torch_heads::weight, torch_heads::with_one;
    const auto x_q = launder(with_one<T>(known::query));
    const auto x_k = launder(with_one<T>(known::key));
    const auto x_v = launder(with_one<T>(known::value));
    const auto w_q = launder(weight<T, 6>(known::in_proj_weight, known::in_proj_bias, 0, 0));
    const auto w_k = launder(weight<T, 6>(known::in_proj_weight, known::in_proj_bias, 1, 1));
    const auto w_v = launder(weight<T, 6>(known::in_proj_weight, known::in_proj_bias, 2, 2));
    const auto w_o = launder(weight<T, 6>(known::out_proj_weight));
    using three = axis<"head", 3>;
    r.check(near(split_heads<three, dim<2>>(matmul(x_q, w_q)), known::q_heads));
    r.check(near(split_heads<three, dim<2>>(matmul(x_k, w_k)), known::k_heads));
    r.check(near(split_heads<three, dim<2>>(matmul(x_v, w_v)), known::v_heads));
    r.check(near(multi_head_attention<three>(x_q, x_k, x_v, w_q, w_k, w_v), known::context));
    const auto out = multi_head_attention<three>(x_q, x_k, x_v, w_q, w_k, w_v, w_o);
    r.check(near(out + as<T>(expand<dim<3>, 0>(known::out_proj_bias)), known::out));
    r.bits(out);
  });
  tests.proved<double, float>("as torch does, widths of their own", []<class T>(report& r) {
    namespace known = reference::layers_mha_cross_kdim_vdim;
    using torch_heads::weight, torch_heads::with_one;
    const auto x_q = launder(with_one<T>(known::query));
    const auto x_k = launder(with_one<T>(known::key));
    const auto x_v = launder(with_one<T>(known::value));
    constexpr std::size_t e = known::q_proj_weight.template extent<0>();
    const auto w_q = launder(weight<T, e>(known::q_proj_weight, known::in_proj_bias, 0, 0));
    const auto w_k = launder(weight<T, e>(known::k_proj_weight, known::in_proj_bias, 0, 1));
    const auto w_v = launder(weight<T, e>(known::v_proj_weight, known::in_proj_bias, 0, 2));
    const auto w_o = launder(weight<T, e>(known::out_proj_weight));
    constexpr std::size_t tokens = known::out.value.template extent<0>();
    using heads = dim<known::weights.value.template extent<0>()>;
    r.check(near(multi_head_attention<heads>(x_q, x_k, x_v, w_q, w_k, w_v), known::context));
    const auto out = multi_head_attention<heads>(x_q, x_k, x_v, w_q, w_k, w_v, w_o);
    r.check(near(out + as<T>(expand<dim<tokens>, 0>(known::out_proj_bias)), known::out));
    r.bits(out);
  });
  // A mask is an option, even where it is a tensor and the first thing behind the weights.
  tests.proved<double, float>("masks reach every head", []<class T>(report& r) {
    const operands<T> a;
    const auto m =
        launder(keep_mask<token, key>{{1, 0, 1, 1, 0}, {0, 0, 0, 0, 1}, {1, 1, 1, 1, 1}});
    const auto q = split_heads<head, d_k>(matmul(a.x_q, a.w_q));
    const auto k = split_heads<head, d_k>(matmul(a.x_k, a.w_k));
    const auto v = split_heads<head, d_v>(matmul(a.x_v, a.w_v));
    const auto with = [&](const auto&... rest) {
      return multi_head_attention<head>(a.x_q, a.x_k, a.x_v, a.w_q, a.w_k, a.w_v, rest...);
    };
    const auto each = [&](const auto&... options) {
      return merge_heads<"content">(scaled_dot_product_attention(q, k, v, options...));
    };
    static_assert(std::is_same_v<decltype(with(m)), tensor<T, token, content>>);
    r.same(with(m), each(m));
    r.same(with(as_ignore(m)), each(m));
    r.same(with(m, unscaled), each(unscaled, m));
    r.same(with(a.w_o, m), matmul(each(m), a.w_o));
    r.same(with(causal<bottom_right>), each(causal<bottom_right>));
    r.same(with(m & causal<bottom_right>, fully_masked<zero_rows>),
        each(m & causal<bottom_right>, fully_masked<zero_rows>));
    // And where each head has a matrix of its own.
    r.same(multi_head_attention(a.x_q, a.x_k, a.x_v, split_heads<head, d_k>(a.w_q),
               split_heads<head, d_k>(a.w_k), split_heads<head, d_v>(a.w_v), m),
        with(m));
    // A mask for each head, by its name; the heads' own axes are (head, token, key).
    const auto of_heads = launder(concat<0>(
        expand<axis<"head", 1>, 0>(m), expand<axis<"head", 1>, 0>(keep_mask<token, key>{})));
    has_type<keep_mask<head, token, key>>(of_heads);
    r.same(narrow<"content", 5>(with(of_heads), 0), narrow<"content", 5>(with(m), 0));
    r.same(narrow<"content", 5>(with(of_heads), 5), narrow<"content", 5>(with(), 5));
    r.same(multi_head_attention_weights<head>(a.x_q, a.x_k, a.w_q, a.w_k, m),
        attention_weights(q, k, m));
    r.same(attention_of_slices<head>(
               matmul(a.x_q, a.w_q), matmul(a.x_k, a.w_k), matmul(a.x_v, a.w_v), m),
        with(m));
  });
  // Self-attention: 4 tokens, 2 heads, none of which sees the future; the mask as a type and as entries.
  tests.proved<double, float>("causal, as torch does", []<class T>(report& r) {
    namespace known = reference::layers_mha_causal;
    using torch_heads::weight, torch_heads::with_one;
    using tokens = axis<"token", 4>;
    const auto x = launder(with_axes<tokens, axis<"width", 7>>(with_one<T>(known::X)));
    const auto w = [](std::size_t i) {
      return launder(weight<T, 6>(known::in_proj_weight, known::in_proj_bias, i, i));
    };
    const auto w_q = w(0), w_k = w(1), w_v = w(2);
    const auto w_o = launder(weight<T, 6>(known::out_proj_weight));
    const auto check = [&](const auto& mask) {
      r.check(near(multi_head_attention_weights<head>(x, x, w_q, w_k, mask), known::weights));
      r.check(near(multi_head_self_attention<head>(x, w_q, w_k, w_v, mask), known::context));
      r.check(near(multi_head_attention<head>(x, x, x, w_q, w_k, w_v, mask), known::context));
      const auto out = multi_head_attention<head>(x, x, x, w_q, w_k, w_v, w_o, mask);
      r.same(out, multi_head_self_attention<head>(x, w_q, w_k, w_v, w_o, mask));
      r.check(near(out + as<T>(expand<dim<4>, 0>(known::out_proj_bias)), known::out));
    };
    check(causal<>);
    check(with_axes<tokens, axis<"key_token", 4>>(launder(keep_where(as<bool>(known::allow)))));
  });
  tests.proved<double, float>("padding, as torch does", []<class T>(report& r) {
    namespace known = reference::layers_mha_key_padding;
    using torch_heads::weight, torch_heads::with_one;
    const auto x_q = launder(with_one<T>(known::query));
    const auto x_k = launder(with_one<T>(known::key));
    const auto x_v = launder(with_one<T>(known::value));
    const auto w = [](std::size_t i) {
      return launder(weight<T, 4>(known::in_proj_weight, known::in_proj_bias, i, i));
    };
    const auto w_q = w(0), w_k = w(1), w_v = w(2);
    const auto w_o = launder(weight<T, 4>(known::out_proj_weight));
    const auto mask = key_padding(launder(keep_where(as<bool>(known::key_allow))));
    r.check(near(multi_head_attention_weights<head>(x_q, x_k, w_q, w_k, mask), known::weights));
    r.check(near(multi_head_attention<head>(x_q, x_k, x_v, w_q, w_k, w_v, mask), known::context));
    const auto out = multi_head_attention<head>(x_q, x_k, x_v, w_q, w_k, w_v, w_o, mask);
    r.check(near(out + as<T>(expand<dim<3>, 0>(known::out_proj_bias)), known::out));
    r.same(out, multi_head_attention<head>(
                    x_q, x_k, x_v, w_q, w_k, w_v, w_o, valid_keys(launder(std::size_t{3}))));
  });
  tests.proved("an archetype will do", [](report& r) {
    const operands<double> a;
    r.same(values_of(multi_head_attention<head>(as_archetype(a.x_q), as_archetype(a.x_k),
               as_archetype(a.x_v), as_archetype(a.w_q), as_archetype(a.w_k), as_archetype(a.w_v),
               as_archetype(a.w_o))),
        multi_head_attention<head>(a.x_q, a.x_k, a.x_v, a.w_q, a.w_k, a.w_v, a.w_o));
  });
  // What attn/attention/multi_head_layer.hpp promises; PyTorch's numbers come out of it in the tests of
  // attention/multi_head_layer.hpp and of models/.
  // q, k and v one below the other, each (output, input).
  tests.proved("unpacks", [](report& r) {
    const auto in = launder(filled<matrix<int, 12, 4>>(1));
    const auto in_bias = launder(filled<tensor<int, dim<12>>>(2));
    const auto out = launder(filled<matrix<int, 4, 4>>(3));
    const auto out_bias = launder(filled<tensor<int, dim<4>>>(4));
    const auto f = torch_multi_head<head>(in, in_bias, out, out_bias);
    has_type<nn::multi_head_attention<int, dim<4>, head, output_by_input>>(f);
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) {
        r.check(f.q_proj.weight(i, j) == in(i, j) && f.k_proj.weight(i, j) == in(4 + i, j));
        r.check(f.v_proj.weight(i, j) == in(8 + i, j) && f.out_proj.weight(i, j) == out(i, j));
      }
      r.check(f.q_proj.bias(i) == in_bias(i) && f.k_proj.bias(i) == in_bias(4 + i));
      r.check(f.v_proj.bias(i) == in_bias(8 + i) && f.out_proj.bias(i) == out_bias(i));
    }
  });
  // The width has the name that the weight gives it, or the caller.
  tests.proved("names", [](report& r) {
    const auto in = launder(filled<tensor<float, dim<12>, model>>(1));
    const auto out = launder(filled<matrix<float, 4, 4>>(3));
    const auto f = torch_multi_head<head>(in, out);
    using bare = nn::multi_head_attention<float, model, head, output_by_input, without_bias>;
    has_type<bare>(f);
    const auto g = torch_multi_head<head, model>(launder(filled<matrix<float, 12, 4>>(1)), out);
    has_type<bare>(g);
    using weights = matrix<float, 12, 4>;
    static_assert(rules::torch_weights_call<weights, matrix<float, 4, 4>>::all::value);
    static_assert(!rules::torch_multi_head_call<weights, weights, matrix<float, 4, 4>,
        tensor<float, dim<4>>>::all::value);
    r.check(f == g);
    r.bits(f.v_proj.weight);
  });
  tests.proved<float, double>("a layer with sinks", []<class T>(report& r) {
    using layer =
        nn::multi_head_with_sinks<T, axis<"width", 6>, head, input_by_output, without_bias>;
    const auto f =
        launder(vector_to_parameters<layer>(filled<tensor<T, dim<parameter_count<layer>>>>(7)));
    const nn::multi_head_attention<T, axis<"width", 6>, head, input_by_output, without_bias> plain{
        f.q_proj, f.k_proj, f.v_proj, f.out_proj};
    const auto x = launder(filled<tensor<T, batch, token, axis<"width", 6>>>(8));
    r.same(f(x, causal<>), plain(x, causal<>, with_sinks(f.sinks)));
    r.check(!bitwise_equal(f(x), plain(x)) && parameter<"sinks">(f) == f.sinks);
  });
};
}  // namespace attn_tests::attention_multi_head_tests
