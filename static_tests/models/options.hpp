// SPDX-License-Identifier: BSL-1.0
// What attn/models/options.hpp promises.
#pragma once

#include <attn/attention/mask.hpp>
#include <attn/attention/window.hpp>
#include <attn/models/options.hpp>
#include <attn/rules/models.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::model_options_tests {

using namespace attn;

// They keep what they are given, by value, in order.
constexpr report keep_what_they_are_given() {
  report r;
  constexpr auto none = self_options();
  static_assert(none.unpack([](const auto&... options) { return sizeof...(options); }) == 0);
  keep_mask<dim<2>, dim<2>> mask{{1, 0}, {0, 1}};
  const auto two = cross_options(launder(mask), causal<>);
  mask(1, 1) = false;
  two.unpack([&](const auto& kept, const auto& second) {
    static_assert(std::is_same_v<decltype(second), decltype(causal<>)&>);
    r.check(kept == keep_mask<dim<2>, dim<2>>{{1, 0}, {0, 1}});
    return true;
  });
  return r;
}

// Each says where it belongs, and where not.
constexpr report places() {
  report r;
  using source = decltype(source_options());
  using self = decltype(self_options(causal<>));
  using cross = decltype(cross_options());
  static_assert(std::is_same_v<source::place, source_place>);
  static_assert(std::is_same_v<self::place, self_place>);
  static_assert(std::is_same_v<cross::place, cross_place>);
  static_assert(std::is_same_v<source, placed_options<source_place>>);
  using in_decoder = decoder_places::places;
  static_assert(std::is_same_v<in_decoder, rules::options<self_place, cross_place>>);
  using in_transformer = transformer_places::places;
  r.check(rules::are_placed_options<rules::options<source, self, cross>, in_transformer>::value);
  r.check(rules::are_placed_options<rules::options<>, in_decoder>::value);
  r.check(rules::are_placed_options<rules::options<cross, self>, in_decoder>::value);
  r.check(!rules::are_placed_options<rules::options<self, source>, in_decoder>::value);
  r.check(!rules::are_placed_options<rules::options<decltype(causal<>)>, in_decoder>::value);
  r.check(!rules::are_placed_options<rules::options<int>, in_decoder>::value);
  // By the names of the models.
  r.check(rules::are_placed_options<rules::options<cross, self>, decoder_places>::value);
  r.check(!rules::are_placed_options<rules::options<source>, decoder_places>::value);
  r.check(rules::are_placed_options<rules::options<source>, transformer_places>::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"keep what they are given", keep_what_they_are_given},
    {"places", places},
};

}  // namespace attn_tests::model_options_tests
