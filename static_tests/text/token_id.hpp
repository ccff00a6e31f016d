// SPDX-License-Identifier: BSL-1.0
// What attn/text/token_id.hpp promises.
#pragma once

#include <attn/tensor/convert.hpp>
#include <attn/text/token_id.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::token_id_tests {

using namespace attn;
using token = axis<"token", 3>;

constexpr report numbers_below_the_bound() {
  report r;
  using id = token_id<23>;
  static_assert(id::bound == 23);
  r.check(id() == 0);
  for (int i = 0; i < 23; ++i) r.check(static_cast<int>(id(launder(i))) == i);
  r.check(static_cast<std::size_t>(id(launder(std::uint8_t{22}))) == 22);
  r.check(id(launder(22ull)) == id(22) && id(launder('\7')) == 7);
  return r;
}

// Of every integer type, without a conversion that would make a wrong number a right one.
constexpr report has_asks_first() {
  report r;
  using id = token_id<200>;
  r.check(id::has(launder(0)) && id::has(launder(199)) && !id::has(launder(200)));
  r.check(!id::has(launder(-1)) && !id::has(launder(std::int8_t{-57})));  // 199 as an unsigned one
  r.check(!id::has(launder(std::numeric_limits<long long>::min())));
  r.check(!id::has(launder(std::numeric_limits<std::uint64_t>::max())));
  r.check(!id::has(launder(std::uint64_t{1} << 32)));  // 0 as an int
  r.check(token_id<2147483647>::has(launder(2147483646)));
  r.check(!token_id<2147483647>::has(launder(2147483647)));
  r.check(!token_id<1>::has(launder(1)));
  return r;
}

constexpr report equality() {
  report r;
  using id = token_id<5>;
  r.check(id(launder(3)) == id(3) && id(launder(3)) != id(4));
  r.check(id(launder(3)) == 3 && 3 == id(3) && id(3) != 4 && id(3) != 3u + 1);
  r.check(id(launder(0)) != -1 && id(launder(4)) != 5 && id(launder(0)) != std::int64_t{1} << 32);
  return r;
}

template <class A, class B>
concept can_be_compared = requires(const A& a, const B& b) { a == b; };
template <class A, class B>
concept can_be_ordered = requires(const A& a, const B& b) { a < b; };

constexpr report an_id_is_no_number() {
  report r;
  using id = token_id<5>;
  r.check(!scalar<id> && tensor_element<id>);
  r.check(!rules::supports_arithmetic<rules::element<id>>::value &&
          !rules::floating_point_element<rules::element<id>>::value);
  r.check(!std::is_convertible_v<id, int> && !std::is_convertible_v<int, id>);
  r.check(!std::is_constructible_v<id, float> && !std::is_constructible_v<double, id>);
  r.check(!can_be_ordered<id, id> && !can_be_compared<id, token_id<6>>);
  return r;
}

template <auto Ids>
constexpr bool second_is(int number) {
  return Ids(1) == number;
}

constexpr report tensors_of_ids() {
  report r;
  const auto ids = launder(tensor<token_id<8>, token>{1, 7, 0});
  r.check(ids(0) == 1 && ids(1) == 7 && ids(2) == 0);
  r.check(ids == tensor<token_id<8>, token>{1, 7, 0} && !(ids == tensor<token_id<8>, token>()));
  r.check(as<int>(ids) == tensor<int, token>{1, 7, 0});
  r.check(second_is<tensor<token_id<8>, token>{1, 7, 0}>(7));  // a structural type
  r.bits(as<int>(ids));
  return r;
}

constexpr report integers_become_ids() {
  report r;
  const auto ids = as_token_ids<14>(launder(tensor<long, token>{13, 0, 6}));
  static_assert(std::is_same_v<decltype(ids), const tensor<token_id<14>, token>>);
  r.check(ids == tensor<token_id<14>, token>{13, 0, 6});
  const auto batch = as_token_ids<9>(launder(matrix<int, 2, 3>{{1, 2, 3}, {4, 8, 0}}));
  static_assert(std::is_same_v<decltype(batch), const matrix<token_id<9>, 2, 3>>);
  r.check(as<int>(batch) == matrix<int, 2, 3>{{1, 2, 3}, {4, 8, 0}});
  r.check(as_token_ids<3>(launder(tensor<unsigned char>(2)))() == 2);
  r.bits(as<int>(batch));
  return r;
}

// What is not constant (static_tests/rejected/text.cpp), and its word.
static_assert(std::is_same_v<decltype(token_id_out_of_range()), void>);

inline constexpr behaviour behaviours[] = {
    {"numbers below the bound", numbers_below_the_bound},
    {"has asks first", has_asks_first},
    {"equality", equality},
    {"an id is no number", an_id_is_no_number},
    {"tensors of ids", tensors_of_ids},
    {"integers become ids", integers_become_ids},
};

}  // namespace attn_tests::token_id_tests
