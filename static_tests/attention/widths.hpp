// SPDX-License-Identifier: BSL-1.0
// What attn/attention/widths.hpp promises.
#pragma once

#include <attn/attention/multi_head_layer.hpp>
#include <attn/attention/widths.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::widths_tests {

using namespace attn;
using token = axis<"token", 3>;
using source = axis<"source", 5>;
using model = axis<"model", 6>;
using of_keys = axis<"of_keys", 4>;
using of_values = axis<"of_values", 7>;
using out = axis<"out", 2>;
using head = axis<"head", 2>;
using all = nn::widths<model, of_keys, of_values, 3, 4, out>;

// Two heads of 3 and 4 columns; what the projections are follows.
constexpr report projections_follow() {
  report r;
  using layer = nn::multi_head<double, all, head, input_by_output>;
  using same =
      nn::multi_head_of_widths<double, model, of_keys, of_values, head, 3, 4, out, input_by_output>;
  r.check(std::is_same_v<layer, same>);
  r.check(std::is_same_v<all::joined_k<head>, axis<"head_d_k", 6>>);
  r.check(std::is_same_v<all::joined_v<head>, axis<"head_d_v", 8>>);
  r.check(std::is_same_v<decltype(layer::v_proj.weight),
                         tensor<double, of_values, axis<"head_d_v", 8>>>);
  r.check(
      std::is_same_v<decltype(layer::out_proj.weight), tensor<double, axis<"head_d_v", 8>, out>>);
  const layer f{};
  const auto q = launder(filled<tensor<double, token, model>>(1));
  const auto k = launder(filled<tensor<double, source, of_keys>>(2));
  const auto v = launder(filled<tensor<double, source, of_values>>(3));
  const auto y = f(q, k, v);
  static_assert(std::is_same_v<decltype(y), const tensor<double, token, out>>);
  r.check(y == tensor<double, token, out>{});
  r.bits(y);
  return r;
}

// One width is shared by the heads, however many there are.
constexpr report one_width() {
  report r;
  using layer = nn::multi_head<double, model, head, output_by_input>;
  r.check(std::is_same_v<layer, nn::multi_head_attention<double, model, head, output_by_input>>);
  r.check(std::is_same_v<layer::joined_k, axis<"head_d_k", 6>>);
  r.check(layer::d_k::size == 3 && layer::d_v::size == 3);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"projections follow", projections_follow},
    {"one width", one_width},
};

}  // namespace attn_tests::widths_tests
