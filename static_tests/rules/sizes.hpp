// SPDX-License-Identifier: BSL-1.0
// What attn/rules/sizes.hpp promises.
#pragma once

#include <attn/rules/sizes.hpp>
#include <cstddef>
#include <cstdint>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::sizes_tests {

using namespace attn::rules;

constexpr report products() {
  report r;
  const auto half = launder(std::size_t{1} << (sizeof(std::size_t) * 4));
  r.check(saturating_product() == 1 && saturating_product(half) == half);
  r.check(saturating_product(std::size_t{2}, std::size_t{3}, std::size_t{5}) == 30);
  r.check(saturating_product(half, half - 1) == largest_size - (half - 1));
  r.check(saturating_product(half, half) == largest_size);
  r.check(saturating_product(half, half, half) == largest_size);
  r.check(saturating_product(half + 1, half - 1) == largest_size);
  r.check(saturating_product(half, half, std::size_t{1}) == largest_size);
  // 3 * (2^64 / 3 + 1) is 2 modulo 2^64.
  r.check(saturating_product(std::size_t{3}, largest_size / 3 + 1) == largest_size);
  r.check(saturating_product(std::size_t{3}, largest_size / 3) == largest_size);
  r.check(saturating_product(std::size_t{0}, half) == 0);
  r.bits(saturating_product(half, half));
  return r;
}

constexpr report sums() {
  report r;
  const auto most = launder(largest_size);
  r.check(saturating_sum() == 0 && saturating_sum(most) == most);
  r.check(saturating_sum(std::size_t{2}, std::size_t{3}, std::size_t{5}) == 10);
  r.check(saturating_sum(most - 1, std::size_t{1}) == most);
  r.check(saturating_sum(most, std::size_t{1}) == most);
  r.check(saturating_sum(most, most, std::size_t{2}) == most);
  r.bits(saturating_sum(most, most));
  const auto far = launder(~std::uint64_t{});
  r.check(saturating_sum<std::uint64_t>(far - 1, std::size_t{1}) == far);
  r.check(saturating_sum<std::uint64_t>(far, std::size_t{1}) == far);
  return r;
}

constexpr report objects() {
  report r;
  r.check(attn::max_rank == 6);
  r.check(largest_size == SIZE_MAX && largest_object < std::size_t{PTRDIFF_MAX});
  r.check(attn::max_rank == 6);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"products", products},
    {"sums", sums},
    {"objects", objects},
};

}  // namespace attn_tests::sizes_tests
