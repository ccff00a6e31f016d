// SPDX-License-Identifier: BSL-1.0
// What attn/attention/multi_head_self.hpp promises.
#pragma once

#include <attn/attention/multi_head_self.hpp>
#include <attn/attention/self_attention.hpp>
#include <attn/ops/split.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/reference/layers_mha_one_head.hpp"
#include "static_tests/reference/layers_mha_self.hpp"
#include "static_tests/reference/layers_mha_self_no_bias.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"
#include "static_tests/support/torch_heads.hpp"

namespace attn_tests::multi_head_self_tests {

using namespace attn;
using token = axis<"token", 5>;
using width = axis<"width", 4>;
using matched = axis<"matched", 6>;
using content = axis<"content", 9>;
using model = axis<"model", 7>;
using head = axis<"head", 3>;
using d_k = axis<"d_k", 2>;
using d_v = axis<"d_v", 3>;

template <class T>
struct operands {
  tensor<T, token, width> x = launder(filled<tensor<T, token, width>>(1));
  tensor<T, width, matched> w_q = launder(filled<tensor<T, width, matched>>(2, T(2)));
  tensor<T, width, matched> w_k = launder(filled<tensor<T, width, matched>>(3, T(2)));
  tensor<T, width, content> w_v = launder(filled<tensor<T, width, content>>(4));
  tensor<T, content, model> w_o = launder(filled<tensor<T, content, model>>(5));
};

template <class T>
constexpr report is_multi_head_attention_of_one_sequence() {
  report r;
  const operands<T> a;
  const auto found = multi_head_self_attention<head>(a.x, a.w_q, a.w_k, a.w_v);
  static_assert(std::is_same_v<decltype(found), const tensor<T, token, content>>);
  r.check(bitwise_equal(found, multi_head_attention<head>(a.x, a.x, a.x, a.w_q, a.w_k, a.w_v)));
  const auto out = multi_head_self_attention<head>(a.x, a.w_q, a.w_k, a.w_v, a.w_o, unscaled);
  static_assert(std::is_same_v<decltype(out), const tensor<T, token, model>>);
  r.check(bitwise_equal(
      out, multi_head_attention<head>(a.x, a.x, a.x, a.w_q, a.w_k, a.w_v, a.w_o, unscaled)));
  // The padding of the sequence goes by the sequence's own name.
  const auto said = launder(keep_mask<token>{1, 1, 1, 1, 0});
  r.check(
      bitwise_equal(multi_head_self_attention<head>(a.x, a.w_q, a.w_k, a.w_v, key_padding(said)),
                    multi_head_self_attention<head>(a.x, a.w_q, a.w_k, a.w_v, valid_keys(4))));
  // A matrix for each head.
  const auto w_q = split_heads<head, d_k>(a.w_q);
  const auto w_k = split_heads<head, d_k>(a.w_k);
  const auto w_v = split_heads<head, d_v>(a.w_v);
  r.check(bitwise_equal(multi_head_self_attention(a.x, w_q, w_k, w_v), found));
  r.check(bitwise_equal(multi_head_self_attention(a.x, w_q, w_k, w_v, a.w_o, unscaled), out));
  r.check(bitwise_equal(
      multi_head_self_attention(a.x, w_q, w_k, w_v, split<"content", head, d_v>(a.w_o), unscaled),
      out));
  r.bits(found);
  r.bits(out);
  return r;
}

template <class T>
constexpr report one_head_is_self_attention() {
  report r;
  const operands<T> a;
  using one = axis<"head", 1>;
  const auto expected = self_attention(a.x, a.w_q, a.w_k, a.w_v);
  r.check(bitwise_equal(multi_head_self_attention<one>(a.x, a.w_q, a.w_k, a.w_v), expected));
  r.check(bitwise_equal(multi_head_self_attention<one>(a.x, a.w_q, a.w_k, a.w_v, a.w_o),
                        matmul(expected, a.w_o)));
  return r;
}

template <class T>
constexpr report with_a_batch() {
  report r;
  using batch = axis<"batch", 2>;
  const operands<T> a;
  const auto x = launder(filled<tensor<T, batch, token, width>>(6));
  const auto all = multi_head_self_attention<head>(x, a.w_q, a.w_k, a.w_v, a.w_o);
  static_assert(std::is_same_v<decltype(all), const tensor<T, batch, token, model>>);
  for (std::size_t b = 0; b < 2; ++b)
    r.check(bitwise_equal(
        select<"batch">(all, b),
        multi_head_self_attention<head>(select<"batch">(x, b), a.w_q, a.w_k, a.w_v, a.w_o)));
  r.bits(all);
  return r;
}

// torch.nn.MultiheadAttention: E = 6 with 2 heads; without biases E = 4 with 4 heads of width 1;
// one head.
template <class T>
constexpr report as_torch_does() {
  namespace known = reference::layers_mha_self;
  using torch_heads::weight, torch_heads::with_one;
  report r;
  const auto x = launder(with_one<T>(known::X));
  const auto w_q = launder(weight<T, 6>(known::in_proj_weight, known::in_proj_bias, 0, 0));
  const auto w_k = launder(weight<T, 6>(known::in_proj_weight, known::in_proj_bias, 1, 1));
  const auto w_v = launder(weight<T, 6>(known::in_proj_weight, known::in_proj_bias, 2, 2));
  const auto w_o = launder(weight<T, 6>(known::out_proj_weight));
  r.check(near(split_heads<dim<2>, dim<3>>(matmul(x, w_q)), known::q_heads));
  r.check(near(split_heads<dim<2>, dim<3>>(matmul(x, w_k)), known::k_heads));
  r.check(near(split_heads<dim<2>, dim<3>>(matmul(x, w_v)), known::v_heads));
  r.check(near(multi_head_self_attention<dim<2>>(x, w_q, w_k, w_v), known::context));
  const auto out = multi_head_self_attention<dim<2>>(x, w_q, w_k, w_v, w_o);
  r.check(near(out + as<T>(expand<dim<4>, 0>(known::out_proj_bias)), known::out));
  r.bits(out);
  return r;
}
template <class T>
constexpr report as_torch_does_without_biases() {
  namespace known = reference::layers_mha_self_no_bias;
  using torch_heads::weight;
  report r;
  const auto x = launder(as<T>(known::X));
  const auto w_q = launder(weight<T, 4>(known::in_proj_weight, 0));
  const auto w_k = launder(weight<T, 4>(known::in_proj_weight, 1));
  const auto w_v = launder(weight<T, 4>(known::in_proj_weight, 2));
  const auto w_o = launder(weight<T, 4>(known::out_proj_weight));
  using four = axis<"head", 4>;
  r.check(near(project_heads(x, split_heads<four, dim<1>>(w_q)), known::q_heads));
  r.check(near(project_heads(x, split_heads<four, dim<1>>(w_k)), known::k_heads));
  r.check(near(project_heads(x, split_heads<four, dim<1>>(w_v)), known::v_heads));
  r.check(near(multi_head_attention_weights<four>(x, x, w_q, w_k), known::weights));
  r.check(near(mean<0>(multi_head_attention_weights<four>(x, x, w_q, w_k)), known::weights_avg));
  r.check(near(multi_head_self_attention<four>(x, w_q, w_k, w_v), known::context));
  const auto out = multi_head_self_attention<four>(x, w_q, w_k, w_v, w_o);
  r.check(near(out, known::out));
  r.bits(out);
  return r;
}
template <class T>
constexpr report as_torch_does_with_one_head() {
  namespace known = reference::layers_mha_one_head;
  using torch_heads::weight, torch_heads::with_one;
  report r;
  const auto x = launder(with_one<T>(known::X));
  const auto w_q = launder(weight<T, 4>(known::in_proj_weight, known::in_proj_bias, 0, 0));
  const auto w_k = launder(weight<T, 4>(known::in_proj_weight, known::in_proj_bias, 1, 1));
  const auto w_v = launder(weight<T, 4>(known::in_proj_weight, known::in_proj_bias, 2, 2));
  const auto w_o = launder(weight<T, 4>(known::out_proj_weight));
  r.check(near(multi_head_attention_weights<dim<1>>(x, x, w_q, w_k), known::weights));
  r.check(near(multi_head_self_attention<dim<1>>(x, w_q, w_k, w_v), known::context));
  const auto out = multi_head_self_attention<dim<1>>(x, w_q, w_k, w_v, w_o);
  r.check(near(out + as<T>(expand<dim<3>, 0>(known::out_proj_bias)), known::out));
  r.bits(out);
  return r;
}

template <class T>
constexpr report weights_may_be_packed() {
  report r;
  const operands<T> a;
  const auto y = multi_head_self_attention<head>(a.x, packed(a.w_q), packed(a.w_k), packed(a.w_v),
                                                 packed(a.w_o));
  r.check(bitwise_equal(y, multi_head_self_attention<head>(a.x, a.w_q, a.w_k, a.w_v, a.w_o)));
  r.bits(y);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const operands<double> a;
  r.check(bitwise_equal(values_of(multi_head_self_attention<head>(
                            as_archetype(a.x), as_archetype(a.w_q), as_archetype(a.w_k),
                            as_archetype(a.w_v), as_archetype(a.w_o))),
                        multi_head_self_attention<head>(a.x, a.w_q, a.w_k, a.w_v, a.w_o)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"is multi-head attention of one sequence, double",
     is_multi_head_attention_of_one_sequence<double>},
    {"is multi-head attention of one sequence, float",
     is_multi_head_attention_of_one_sequence<float>},
    {"one head is self-attention, double", one_head_is_self_attention<double>},
    {"one head is self-attention, float", one_head_is_self_attention<float>},
    {"with a batch, double", with_a_batch<double>},
    {"with a batch, float", with_a_batch<float>},
    {"as torch does, double", as_torch_does<double>},
    {"as torch does, float", as_torch_does<float>},
    {"as torch does, without biases, double", as_torch_does_without_biases<double>},
    {"as torch does, without biases, float", as_torch_does_without_biases<float>},
    {"as torch does, with one head, double", as_torch_does_with_one_head<double>},
    {"as torch does, with one head, float", as_torch_does_with_one_head<float>},
    {"weights may be packed, double", weights_may_be_packed<double>},
    {"weights may be packed, float", weights_may_be_packed<float>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::multi_head_self_tests
