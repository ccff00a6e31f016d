// SPDX-License-Identifier: BSL-1.0
// What attn/attention/multi_head.hpp promises.
#pragma once

#include <attn/attention/multi_head.hpp>
#include <attn/attention/multi_head_self.hpp>
#include <attn/attention/slices.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/split.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/reference/layers_mha_causal.hpp"
#include "static_tests/reference/layers_mha_cross.hpp"
#include "static_tests/reference/layers_mha_cross_kdim_vdim.hpp"
#include "static_tests/reference/layers_mha_key_padding.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"
#include "static_tests/support/torch_heads.hpp"

namespace attn_tests::multi_head_tests {

using namespace attn;

// Every extent another one: 3 tokens ask 5 keys, three widths, 2 heads with d_k = 3 and d_v = 5.
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using asking = axis<"asking", 4>;
using offered = axis<"offered", 7>;
using held = axis<"held", 8>;
using matched = axis<"matched", 6>;
using content = axis<"content", 10>;
using model = axis<"model", 9>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 5>;

template <class T>
struct operands {
  tensor<T, token, asking> x_q = launder(filled<tensor<T, token, asking>>(1));
  tensor<T, key, offered> x_k = launder(filled<tensor<T, key, offered>>(2));
  tensor<T, key, held> x_v = launder(filled<tensor<T, key, held>>(3));
  tensor<T, asking, matched> w_q = launder(filled<tensor<T, asking, matched>>(4, T(2)));
  tensor<T, offered, matched> w_k = launder(filled<tensor<T, offered, matched>>(5, T(2)));
  tensor<T, held, content> w_v = launder(filled<tensor<T, held, content>>(6));
  tensor<T, content, model> w_o = launder(filled<tensor<T, content, model>>(7));
};

template <class T>
constexpr report is_the_composition() {
  report r;
  const operands<T> a;
  const auto q = split_heads<head, d_k>(matmul(a.x_q, a.w_q));
  const auto k = split_heads<head, d_k>(matmul(a.x_k, a.w_k));
  const auto v = split_heads<head, d_v>(matmul(a.x_v, a.w_v));
  const auto joined = merge_heads<"content">(scaled_dot_product_attention(q, k, v));
  const auto found = multi_head_attention<head>(a.x_q, a.x_k, a.x_v, a.w_q, a.w_k, a.w_v);
  static_assert(std::is_same_v<decltype(found), const tensor<T, token, content>>);
  r.check(bitwise_equal(found, joined));
  r.check(bitwise_equal(found, attention_of_slices<head>(matmul(a.x_q, a.w_q), matmul(a.x_k, a.w_k),
                                                         matmul(a.x_v, a.w_v))));
  const auto out = multi_head_attention<head>(a.x_q, a.x_k, a.x_v, a.w_q, a.w_k, a.w_v, a.w_o);
  static_assert(std::is_same_v<decltype(out), const tensor<T, token, model>>);
  r.check(bitwise_equal(out, matmul(joined, a.w_o)));
  for (std::size_t h = 0; h < 2; ++h)
    r.check(bitwise_equal(unnamed(narrow<"content", 5>(found, 5 * h)),
                          unnamed(scaled_dot_product_attention(
                              select<"head">(q, h), select<"head">(k, h), select<"head">(v, h)))));
  r.bits(found);
  r.bits(out);
  return r;
}

// Both forms are one function where the matrices of the heads are column blocks of one.
template <class T>
constexpr report a_matrix_for_each_head() {
  report r;
  const operands<T> a;
  const auto w_q = split_heads<head, d_k>(a.w_q);  // (head, asking, d_k)
  const auto w_k = split_heads<head, d_k>(a.w_k);
  const auto w_v = split_heads<head, d_v>(a.w_v);
  const auto found = multi_head_attention(a.x_q, a.x_k, a.x_v, w_q, w_k, w_v);
  static_assert(std::is_same_v<decltype(found), const tensor<T, token, dim<10>>>);
  r.check(
      bitwise_equal(found, multi_head_attention<head>(a.x_q, a.x_k, a.x_v, a.w_q, a.w_k, a.w_v)));
  const auto w_o = split<"content", head, d_v>(a.w_o);
  const auto out = multi_head_attention(a.x_q, a.x_k, a.x_v, w_q, w_k, w_v, w_o);
  static_assert(std::is_same_v<decltype(out), const tensor<T, token, model>>);
  r.check(bitwise_equal(
      out, multi_head_attention<head>(a.x_q, a.x_k, a.x_v, a.w_q, a.w_k, a.w_v, a.w_o)));
  r.check(bitwise_equal(out, multi_head_attention(a.x_q, a.x_k, a.x_v, w_q, w_k, w_v, a.w_o)));
  r.check(bitwise_equal(out, matmul(found, a.w_o)));
  // Head by head, as a formula has it.
  const auto heads = scaled_dot_product_attention(
      project_heads(a.x_q, w_q), project_heads(a.x_k, w_k), project_heads(a.x_v, w_v));
  r.check(bitwise_equal(merge_heads<"content">(heads), found));
  r.check(bitwise_equal(
      multi_head_attention<heads_of_the_weights>(a.x_q, a.x_k, a.x_v, w_q, w_k, w_v), found));
  r.bits(out);
  return r;
}

template <class T>
constexpr report options_reach_every_head() {
  report r;
  const operands<T> a;
  const auto with = [&](const auto&... options) {
    return multi_head_attention<head>(a.x_q, a.x_k, a.x_v, a.w_q, a.w_k, a.w_v, a.w_o, options...);
  };
  const auto without_projection = [&](const auto&... options) {
    return multi_head_attention(a.x_q, a.x_k, a.x_v, split_heads<head, d_k>(a.w_q),
                                split_heads<head, d_k>(a.w_k), split_heads<head, d_v>(a.w_v),
                                options...);
  };
  r.check(bitwise_equal(with(), with(scaled_by(default_scale<T>(3)))));  // that of a head, not of 6
  r.check(bitwise_equal(with(unscaled), with(scaled_by(1))));
  r.check(!bitwise_equal(with(unscaled), with()));
  r.check(bitwise_equal(matmul(without_projection(unscaled), a.w_o), with(unscaled)));
  r.bits(with(scaled_by(T(0.7))));
  return r;
}

template <class T>
constexpr report with_a_batch() {
  report r;
  using batch = axis<"batch", 2>;
  const operands<T> a;
  const auto x_q = launder(filled<tensor<T, batch, token, asking>>(11));
  const auto x_k = launder(filled<tensor<T, batch, key, offered>>(12));
  const auto x_v = launder(filled<tensor<T, batch, key, held>>(13));
  const auto w_k = split_heads<head, d_k>(a.w_k);
  const auto w_q = split_heads<head, d_k>(a.w_q);
  const auto w_v = split_heads<head, d_v>(a.w_v);
  const auto all = multi_head_attention<head>(x_q, x_k, x_v, a.w_q, a.w_k, a.w_v, a.w_o);
  static_assert(std::is_same_v<decltype(all), const tensor<T, batch, token, model>>);
  for (std::size_t b = 0; b < 2; ++b)
    r.check(bitwise_equal(
        select<"batch">(all, b),
        multi_head_attention<head>(select<"batch">(x_q, b), select<"batch">(x_k, b),
                                   select<"batch">(x_v, b), a.w_q, a.w_k, a.w_v, a.w_o)));
  r.check(bitwise_equal(multi_head_attention(x_q, x_k, x_v, w_q, w_k, w_v, a.w_o), all));
  r.check(bitwise_equal(
      multi_head_attention(x_q, x_k, x_v, w_q, w_k, w_v, split<"content", head, d_v>(a.w_o)), all));
  r.bits(all);
  return r;
}

constexpr report names_are_optional() {
  report r;
  const operands<double> a;
  const auto bare =
      multi_head_attention<dim<2>>(unnamed(a.x_q), unnamed(a.x_k), unnamed(a.x_v), unnamed(a.w_q),
                                   unnamed(a.w_k), unnamed(a.w_v), unnamed(a.w_o));
  static_assert(std::is_same_v<decltype(bare), const matrix<double, 3, 9>>);
  r.check(bitwise_equal(
      unnamed(multi_head_attention<head>(a.x_q, a.x_k, a.x_v, a.w_q, a.w_k, a.w_v, a.w_o)), bare));
  r.check(
      bitwise_equal(multi_head_attention(unnamed(a.x_q), unnamed(a.x_k), unnamed(a.x_v),
                                         unnamed(split_heads<head, d_k>(a.w_q)),
                                         unnamed(split_heads<head, d_k>(a.w_k)),
                                         unnamed(split_heads<head, d_v>(a.w_v)), unnamed(a.w_o)),
                    bare));
  return r;
}

// The heads do not know their numbers: in another order they find the same, in that order. The sum
// over all of them, W_o, is another one then.
template <class T>
constexpr report heads_in_another_order() {
  report r;
  const operands<T> a;
  const auto turn = [](const auto& w) {  // (head 2, …) with the heads exchanged
    return concat<0>(narrow<0, 1>(w, 1), narrow<0, 1>(w, 0));
  };
  const auto w_q = split_heads<head, d_k>(a.w_q);
  const auto w_k = split_heads<head, d_k>(a.w_k);
  const auto w_v = split_heads<head, d_v>(a.w_v);
  const auto found = multi_head_attention(a.x_q, a.x_k, a.x_v, w_q, w_k, w_v);
  const auto turned = multi_head_attention(a.x_q, a.x_k, a.x_v, turn(w_q), turn(w_k), turn(w_v));
  r.check(bitwise_equal(narrow<1, 5>(turned, 0), narrow<1, 5>(found, 5)));
  r.check(bitwise_equal(narrow<1, 5>(turned, 5), narrow<1, 5>(found, 0)));
  const auto w_o = split<"content", head, d_v>(a.w_o);
  const auto out = multi_head_attention(a.x_q, a.x_k, a.x_v, w_q, w_k, w_v, w_o);
  const auto other =
      multi_head_attention(a.x_q, a.x_k, a.x_v, turn(w_q), turn(w_k), turn(w_v), turn(w_o));
  r.check(allclose(other, out));
  r.check(!bitwise_equal(other, out));
  r.bits(other);
  return r;
}

// torch.nn.MultiheadAttention: 3 tokens ask 5 keys with 3 heads; then with keys and values of
// widths of their own.
template <class T>
constexpr report as_torch_does() {
  namespace known = reference::layers_mha_cross;
  using torch_heads::weight, torch_heads::with_one;
  report r;
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
  return r;
}
template <class T>
constexpr report as_torch_does_with_widths_of_their_own() {
  namespace known = reference::layers_mha_cross_kdim_vdim;
  using torch_heads::weight, torch_heads::with_one;
  report r;
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
  return r;
}

// A mask is an option, even where it is a tensor and the first thing behind the weights.
template <class T>
constexpr report masks_reach_every_head() {
  report r;
  const operands<T> a;
  const auto m = launder(keep_mask<token, key>{{1, 0, 1, 1, 0}, {0, 0, 0, 0, 1}, {1, 1, 1, 1, 1}});
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
  r.check(bitwise_equal(with(m), each(m)));
  r.check(bitwise_equal(with(as_ignore(m)), each(m)));
  r.check(bitwise_equal(with(m, unscaled), each(unscaled, m)));
  r.check(bitwise_equal(with(a.w_o, m), matmul(each(m), a.w_o)));
  r.check(bitwise_equal(with(causal<bottom_right>), each(causal<bottom_right>)));
  r.check(bitwise_equal(with(m & causal<bottom_right>, fully_masked<zero_rows>),
                        each(m & causal<bottom_right>, fully_masked<zero_rows>)));
  // And where each head has a matrix of its own.
  r.check(bitwise_equal(
      multi_head_attention(a.x_q, a.x_k, a.x_v, split_heads<head, d_k>(a.w_q),
                           split_heads<head, d_k>(a.w_k), split_heads<head, d_v>(a.w_v), m),
      with(m)));
  // A mask for each head, by its name; the heads' own axes are (head, token, key).
  const auto of_heads = launder(concat<0>(expand<axis<"head", 1>, 0>(m),
                                          expand<axis<"head", 1>, 0>(keep_mask<token, key>{})));
  static_assert(std::is_same_v<decltype(of_heads), const keep_mask<head, token, key>>);
  r.check(bitwise_equal(narrow<"content", 5>(with(of_heads), 0), narrow<"content", 5>(with(m), 0)));
  r.check(bitwise_equal(narrow<"content", 5>(with(of_heads), 5), narrow<"content", 5>(with(), 5)));
  r.check(bitwise_equal(multi_head_attention_weights<head>(a.x_q, a.x_k, a.w_q, a.w_k, m),
                        attention_weights(q, k, m)));
  r.check(bitwise_equal(attention_of_slices<head>(matmul(a.x_q, a.w_q), matmul(a.x_k, a.w_k),
                                                  matmul(a.x_v, a.w_v), m),
                        with(m)));
  r.bits(with(m));
  return r;
}

// Self-attention: 4 tokens, 2 heads, none of which sees the future; the mask as a type and as entries.
template <class T>
constexpr report causal_as_torch_does() {
  namespace known = reference::layers_mha_causal;
  using torch_heads::weight, torch_heads::with_one;
  report r;
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
    r.check(bitwise_equal(out, multi_head_self_attention<head>(x, w_q, w_k, w_v, w_o, mask)));
    r.check(near(out + as<T>(expand<dim<4>, 0>(known::out_proj_bias)), known::out));
    r.bits(out);
  };
  check(causal<>);
  check(with_axes<tokens, axis<"key_token", 4>>(launder(keep_where(as<bool>(known::allow)))));
  return r;
}
template <class T>
constexpr report padding_as_torch_does() {
  namespace known = reference::layers_mha_key_padding;
  using torch_heads::weight, torch_heads::with_one;
  report r;
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
  r.check(bitwise_equal(out, multi_head_attention<head>(x_q, x_k, x_v, w_q, w_k, w_v, w_o,
                                                        valid_keys(launder(std::size_t{3})))));
  r.bits(out);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const operands<double> a;
  r.check(bitwise_equal(
      values_of(multi_head_attention<head>(
          as_archetype(a.x_q), as_archetype(a.x_k), as_archetype(a.x_v), as_archetype(a.w_q),
          as_archetype(a.w_k), as_archetype(a.w_v), as_archetype(a.w_o))),
      multi_head_attention<head>(a.x_q, a.x_k, a.x_v, a.w_q, a.w_k, a.w_v, a.w_o)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"is the composition, double", is_the_composition<double>},
    {"is the composition, float", is_the_composition<float>},
    {"a matrix for each head, double", a_matrix_for_each_head<double>},
    {"a matrix for each head, float", a_matrix_for_each_head<float>},
    {"options reach every head, double", options_reach_every_head<double>},
    {"options reach every head, float", options_reach_every_head<float>},
    {"with a batch, double", with_a_batch<double>},
    {"with a batch, float", with_a_batch<float>},
    {"names are optional", names_are_optional},
    {"heads in another order, double", heads_in_another_order<double>},
    {"heads in another order, float", heads_in_another_order<float>},
    {"as torch does, double", as_torch_does<double>},
    {"as torch does, float", as_torch_does<float>},
    {"as torch does, widths of their own, double", as_torch_does_with_widths_of_their_own<double>},
    {"as torch does, widths of their own, float", as_torch_does_with_widths_of_their_own<float>},
    {"masks reach every head, double", masks_reach_every_head<double>},
    {"masks reach every head, float", masks_reach_every_head<float>},
    {"causal, as torch does, double", causal_as_torch_does<double>},
    {"causal, as torch does, float", causal_as_torch_does<float>},
    {"padding, as torch does, double", padding_as_torch_does<double>},
    {"padding, as torch does, float", padding_as_torch_does<float>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::multi_head_tests
