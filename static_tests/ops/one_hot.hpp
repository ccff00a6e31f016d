// SPDX-License-Identifier: BSL-1.0
// What attn/ops/one_hot.hpp promises. (id_out_of_range_for_one_hot: a rejected program.)
#pragma once

#include <attn/ops/one_hot.hpp>
#include <attn/tensor/tensor.hpp>
#include <attn/text/token_id.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::one_hot_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using word = axis<"word", 4>;

template <class T, class Id>
constexpr report three_of_four() {
  report r;
  const auto ids = launder(tensor<Id, token>{2, 0, 3});
  const auto y = one_hot<word, T>(ids);
  static_assert(std::is_same_v<decltype(y), const tensor<T, token, word>>);
  r.check(y == tensor<T, token, word>{{0, 0, 1, 0}, {1, 0, 0, 0}, {0, 0, 0, 1}});
  r.bits(y);
  return r;
}

constexpr report other_ranks() {
  report r;
  r.check(one_hot<word, int>(launder(tensor<int>(1))) == tensor<int, word>{0, 1, 0, 0});
  const auto ids = launder(tensor<int, batch, token>{{1, 3, 0}, {2, 2, 1}});
  const auto y = one_hot<word, float>(ids);
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t t = 0; t < 3; ++t)
      for (std::size_t w = 0; w < 4; ++w)
        r.check(y(b, t, w) == (static_cast<int>(w) == ids(b, t) ? 1.0f : 0.0f));
  r.bits(y);
  return r;
}

// The ids of a vocabulary, which know their bound: it may be lower than the size of the axis.
constexpr report token_ids() {
  report r;
  const tensor<int, token> numbers{2, 0, 3};
  const auto y = one_hot<word, float>(launder(as_token_ids<4>(numbers)));
  static_assert(std::is_same_v<decltype(y), const tensor<float, token, word>>);
  r.check(y == one_hot<word, float>(numbers));
  r.check(one_hot<axis<"word", 9>, int>(launder(as_token_ids<4>(numbers))) ==
          one_hot<axis<"word", 9>, int>(numbers));
  r.bits(y);
  return r;
}

// From the end by name: -1 is the last word, -4 the first of four.
constexpr report negative_ids() {
  report r;
  const auto y = one_hot<word, int>(launder(tensor<int, token>{-1, 0, -4}), negative_from_end);
  r.check(y == tensor<int, token, word>{{0, 0, 0, 1}, {1, 0, 0, 0}, {1, 0, 0, 0}});
  r.check(one_hot<word, int>(launder(tensor<unsigned, token>{3, 0, 0}), negative_from_end) == y);
  r.check(one_hot<word, int>(launder(as_token_ids<4>(tensor<int, token>{3, 0, 0})),
                             negative_from_end) == y);
  static_assert(rules::one_hot_call<word, int, tensor<int, token>>::holds);
  r.bits(y);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"three of four, float", three_of_four<float, int>},
    {"three of four, double", three_of_four<double, unsigned char>},
    {"three of four, int", three_of_four<int, long>},
    {"other ranks", other_ranks},
    {"token ids", token_ids},
    {"negative ids", negative_ids},
};

}  // namespace attn_tests::one_hot_tests
