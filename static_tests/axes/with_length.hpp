// SPDX-License-Identifier: BSL-1.0
// What attn/axes/with_length.hpp promises.
#pragma once

#include <attn/axes/with_length.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/tensor/tensor.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::with_length_tests {

using namespace attn;

// The length is a constant where it arrives: it can be the size of an axis.
constexpr report a_length_becomes_a_type() {
  report r;
  for (std::size_t words = 2; words <= 5; ++words) {
    double total = 0;
    std::size_t size = 0;
    const bool found = with_length<2, 5>(launder(words), [&](auto n) {
      using token = axis<"token", n>;
      size = token::size;
      total = static_cast<double>(sum<"token">(filled<tensor<double, token>>(n)));
    });
    r.check(found && size == words);
    r.bits(total);
  }
  return r;
}

constexpr report the_function_is_called_once_or_not_at_all() {
  report r;
  for (std::size_t words = 0; words <= 9; ++words) {
    std::size_t calls = 0;
    const bool found = with_length<3, 7>(launder(words), [&](auto n) {
      static_assert(std::is_same_v<typename decltype(n)::value_type, std::size_t>);
      static_assert(n >= 3 && n <= 7);  // no other length is compiled
      calls += n == words ? 1 : 100;
    });
    const bool expected = words >= 3 && words <= 7;
    r.check(found == expected && calls == (expected ? 1u : 0u));
  }
  return r;
}

constexpr report one_length_and_256_of_them() {
  report r;
  const auto nothing = [](auto) {};
  r.check(with_length<4, 4>(launder(std::size_t{4}), nothing));
  r.check(!with_length<4, 4>(launder(std::size_t{5}), nothing));
  r.check(with_length<0, 255>(launder(std::size_t{0}), nothing));
  r.check(with_length<0, 255>(launder(std::size_t{255}), nothing));
  r.check(!with_length<0, 255>(launder(std::size_t{256}), nothing));
  r.check(!with_length<1, 256>(launder(~std::size_t{0}), nothing));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"a length becomes a type", a_length_becomes_a_type},
    {"the function is called once, or not at all", the_function_is_called_once_or_not_at_all},
    {"one length, and 256 of them", one_length_and_256_of_them},
};

}  // namespace attn_tests::with_length_tests
