// SPDX-License-Identifier: BSL-1.0
// What attn/attention/multi_head.hpp promises.
#pragma once

#include <attn/attention/multi_head.hpp>
#include <attn/attention/slices.hpp>
#include <attn/ops/split.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/reference/layers_mha_cross.hpp"
#include "static_tests/reference/layers_mha_cross_kdim_vdim.hpp"
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
constexpr report a_batch_goes_along() {
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
    {"a batch goes along, double", a_batch_goes_along<double>},
    {"a batch goes along, float", a_batch_goes_along<float>},
    {"names are optional", names_are_optional},
    {"heads in another order, double", heads_in_another_order<double>},
    {"heads in another order, float", heads_in_another_order<float>},
    {"as torch does, double", as_torch_does<double>},
    {"as torch does, float", as_torch_does<float>},
    {"as torch does, widths of their own, double", as_torch_does_with_widths_of_their_own<double>},
    {"as torch does, widths of their own, float", as_torch_does_with_widths_of_their_own<float>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::multi_head_tests
