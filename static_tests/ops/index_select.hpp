// SPDX-License-Identifier: BSL-1.0
// What attn/ops/index_select.hpp promises.
#pragma once

#include <attn/layers/embedding.hpp>
#include <attn/ops/flip.hpp>
#include <attn/ops/index_select.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/text/token_id.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::index_select_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using width = axis<"width", 5>;
using choice = axis<"choice", 4>;

constexpr report rows_of_three() {
  report r;
  const auto x = launder(tensor<int, token, axis<"width", 2>>{{1, 2}, {3, 4}, {5, 6}});
  const auto y = index_select<"token">(x, launder(tensor<int, choice>{2, 0, 2, 1}));
  static_assert(std::is_same_v<decltype(y), const tensor<int, choice, axis<"width", 2>>>);
  r.check(y == tensor<int, choice, axis<"width", 2>>{{5, 6}, {1, 2}, {5, 6}, {3, 4}});
  r.check(index_select<-1>(x, tensor<int, dim<1>>{1}) == tensor<int, token, dim<1>>{{2}, {4}, {6}});
  r.bits(y);
  return r;
}

// Along every axis it is select, index by index.
template <class T>
constexpr report every_axis() {
  report r;
  const auto x = launder(filled<tensor<T, batch, token, width>>(1));
  const auto ids = launder(tensor<std::uint8_t, choice>{1, 0, 0, 1});
  const auto a = index_select<"batch">(x, ids);
  const auto b = index_select<"token">(x, ids);
  const auto c = index_select<"width">(x, ids);
  static_assert(std::is_same_v<decltype(b), const tensor<T, batch, choice, width>>);
  for (std::size_t i = 0; i < 4; ++i) {
    r.check(bitwise_equal(select<0>(a, i), select<"batch">(x, ids(i))));
    r.check(bitwise_equal(select<1>(b, i), select<"token">(x, ids(i))));
    r.check(bitwise_equal(select<2>(c, i), select<"width">(x, ids(i))));
  }
  r.bits(b);
  return r;
}

// -1 is the last index; the ids of a vocabulary are never negative.
constexpr report from_the_end() {
  report r;
  const auto x = launder(filled<tensor<float, token, width>>(2));
  const auto last =
      index_select<"token">(x, launder(tensor<int, token>{-1, -2, -3}), negative_from_end);
  r.check(bitwise_equal(last, flip<"token">(x)));
  r.check(bitwise_equal(
      index_select<"token">(x, launder(tensor<std::int64_t, token>{-1, 1, 0}), negative_from_end),
      flip<"token">(x)));
  r.check(
      bitwise_equal(index_select<"token">(x, tensor<unsigned, token>{2, 1, 0}, negative_from_end),
                    flip<"token">(x)));
  const auto ids = launder(as_token_ids<3>(tensor<int, choice>{2, 0, 0, 1}));
  r.check(bitwise_equal(index_select<"token">(x, ids), embedding(ids, x)));
  r.check(bitwise_equal(index_select<"token">(x, ids, negative_from_end), embedding(ids, x)));
  static_assert(std::is_same_v<decltype(negative_from_end), const negative_from_end_t>);
  static_assert(negative_id_option<negative_out_of_range_t> && !negative_id_option<int>);
  r.bits(last);
  return r;
}

constexpr report a_call_names_its_rules() {
  report r;
  using x = tensor<double, token, width>;
  constexpr axis_selector<1> first{0};
  using good = rules::index_select_call<first, x, tensor<int, choice>>;
  r.check(good::holds && good::distinct_result::value);
  r.check(!rules::index_select_call<first, x, tensor<double, choice>>::are_ids::value);
  r.check(!rules::index_select_call<first, x, tensor<int, choice, token>>::one_axis::value);
  r.check(
      !rules::index_select_call<first, x, tensor<int, axis<"width", 2>>>::distinct_result::value);
  r.check(!rules::axis_ids<token, token_id<4>>::within_axis::value);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<matrix<double, 3, 5>>(4));
  const tensor<int, dim<2>> ids{2, 0};
  r.check(bitwise_equal(values_of(index_select<0>(as_archetype(x), ids)), index_select<0>(x, ids)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"rows of three", rows_of_three},
    {"every axis, float", every_axis<float>},
    {"every axis, int", every_axis<int>},
    {"from the end", from_the_end},
    {"a call names its rules", a_call_names_its_rules},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::index_select_tests
