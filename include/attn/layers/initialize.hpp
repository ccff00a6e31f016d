// SPDX-License-Identifier: BSL-1.0
// Initialises the parameters of a model from a seed.
//
//   splitmix_parameters<splitmix::s24, network>(seed)           tensor i, from 0 in the order of
//   splitmix_parameters<splitmix::s24, network>(seed, scale)    the walk, is splitmix_fill with
//                                                               seed + i, times the scale
//
// For tests and examples: numbers that can be reproduced in any language. Exact for a scale that is
// a power of two, otherwise one rounding per element.
// Rules: is_parameter; floating_point_element, for every tensor.
#pragma once

#include <cstdint>
#include <type_traits>

#include <attn/layers/parameters.hpp>
#include <attn/random/splitmix.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <splitmix::grid Grid, class M>
ATTN_ABI constexpr M splitmix_parameters(std::uint64_t seed, double scale = 1) {
  using call = rules::model_elements_call<M, rules::floating_point_element<rules::model<M>>>;
  ATTN_REQUIRE_PARAMETERS(call, "attn::splitmix_parameters<grid, M>(seed)");
  ATTN_REQUIRE(call, elements,
               "attn::splitmix_parameters<grid, M>(seed): requires a floating-point element type");
  M model{};
  if constexpr (call::holds) {
    for_each_parameter(
        [&seed, scale](const auto&, auto& x) {
          using X = std::remove_reference_t<decltype(x)>;
          using T = typename X::value_type;
          if constexpr (detail::constant::fills_lines<X, T, X::volume, Grid::bits>) {
            if (std::is_constant_evaluated()) {
              x = detail::constant::splitmix_numbers<Grid::bits, Grid::centered, X, X::volume>(
                  seed++, static_cast<T>(scale));
              return;
            }
          }
          // In place: what splitmix_fill would return may be too large for the stack.
          std::uint64_t i = 0;
          for (T& element : x)
            element = static_cast<T>(splitmix_number<Grid>(seed, i++)) * static_cast<T>(scale);
          ++seed;
        },
        model);
  }
  return model;
}

}  // namespace attn
ATTN_STRICT_FP_END
