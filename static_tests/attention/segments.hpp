// SPDX-License-Identifier: BSL-1.0
// What attn/attention/segments.hpp promises.
#pragma once

#include <attn/attention/segments.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/rename.hpp>

#include "static_tests/reference/attention_sdpa_segments.hpp"
#include "static_tests/support/attention_case.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::segments_tests {

using namespace attn;
using token = axis<"token", 6>;
using key_token = axis<"key_token", 6>;
using width = axis<"width", 3>;
using content = axis<"content", 4>;

template <class T>
constexpr report packed_as_numpy_and_torch_do() {
  using namespace reference::attention_sdpa_segments;
  report r;
  const auto ids = launder(tensor<int, dim<6>>{0, 0, 1, 1, 1, 2});
  check_masked_case<T>(r, Q, K, V, scores, scaled, weights, out, causal<> & same_segment(ids));
  r.check(bitwise_equal(allowed<dim<6>, dim<6>>(causal<> & same_segment(ids)), allow));
  return r;
}

constexpr report pairs_with_one_id() {
  report r;
  const auto ids = launder(tensor<int, token>{7, 7, -1, 7, 0, 0});  // in any order, of any value
  const auto m = same_segment(ids);
  static_assert(std::is_same_v<decltype(m), const keep_mask<token, key_token>>);
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) r.check(m(i, j).allows() == (ids(i) == ids(j)));
  r.check(same_segment(as<unsigned char>(ids)) == m);
  static_assert(std::is_same_v<decltype(same_segment(unnamed(ids))), keep_mask<dim<6>, dim<6>>>);
  r.check(same_segment(unnamed(ids)) == unnamed(m));
  return r;
}

constexpr report queries_and_keys_of_their_own() {
  report r;
  using memory = axis<"memory", 4>;
  const auto of_queries = launder(tensor<int, token>{0, 0, 1, 1, 2, 3});
  const auto of_keys = launder(tensor<int, memory>{0, 1, 2, 2});
  const auto m = same_segment(of_queries, of_keys);
  static_assert(std::is_same_v<decltype(m), const keep_mask<token, memory>>);
  r.check(m ==
          keep_mask<token, memory>{
              {1, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 1}, {0, 0, 0, 0}});
  return r;
}

constexpr report a_batch_has_ids_of_its_own() {
  report r;
  using batch = axis<"batch", 2>;
  const auto ids = launder(tensor<int, batch, token>{{0, 0, 0, 1, 1, 1}, {0, 1, 2, 2, 2, 2}});
  const auto m = same_segment(ids);
  static_assert(std::is_same_v<decltype(m), const keep_mask<batch, token, key_token>>);
  for (std::size_t b = 0; b < 2; ++b)
    r.check(select<"batch">(m, b) == same_segment(select<"batch">(ids, b)));
  using memory = axis<"memory", 3>;
  const auto keys = launder(tensor<int, batch, memory>{{0, 1, 1}, {2, 1, 0}});
  for (std::size_t b = 0; b < 2; ++b)
    r.check(select<"batch">(same_segment(ids, keys), b) ==
            same_segment(select<"batch">(ids, b), select<"batch">(keys, b)));
  return r;
}

// What packing is for: the first text has the bits it has alone. (The second one's are those of the
// same sums, which begin elsewhere; they are only close.)
template <class T>
constexpr report the_first_text_as_if_alone() {
  report r;
  const auto q = launder(filled<tensor<T, token, width>>(1, T(2)));
  const auto v = launder(filled<tensor<T, token, content>>(2));
  const auto mask = causal<> & same_segment(launder(tensor<int, token>{4, 4, 4, 9, 9, 9}));
  const auto packed = scaled_dot_product_attention(q, q, v, mask);
  const auto part = [](const auto& x, std::size_t at) { return narrow<"token", 3>(x, at); };
  const auto first = scaled_dot_product_attention(part(q, 0), part(q, 0), part(v, 0), causal<>);
  const auto second = scaled_dot_product_attention(part(q, 3), part(q, 3), part(v, 3), causal<>);
  r.check(bitwise_equal(part(packed, 0), first));
  r.check(allclose(part(packed, 3), second));
  r.bits(packed);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"packed, as NumPy and torch do, double", packed_as_numpy_and_torch_do<double>},
    {"packed, as NumPy and torch do, float", packed_as_numpy_and_torch_do<float>},
    {"pairs with one id", pairs_with_one_id},
    {"queries and keys of their own", queries_and_keys_of_their_own},
    {"a batch has ids of its own", a_batch_has_ids_of_its_own},
    {"the first text as if alone, double", the_first_text_as_if_alone<double>},
    {"the first text as if alone, float", the_first_text_as_if_alone<float>},
};

}  // namespace attn_tests::segments_tests
