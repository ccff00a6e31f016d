// SPDX-License-Identifier: BSL-1.0
// What attn/random/splitmix.hpp promises.
#pragma once

#include <attn/random/splitmix.hpp>
#include <attn/tensor/compare.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "static_tests/reference/seed0_splitmix64_fill.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::splitmix_tests {

using namespace attn;
namespace known = reference::seed0_splitmix64_fill;

constexpr report the_words() {
  report r;
  for (std::size_t s = 0; s < std::size(known::seeds); ++s)
    for (std::size_t i = 0; i < 6; ++i) {
      // Qualified: the tests' own numbers come from a function of this name.
      const std::uint64_t word = attn::splitmix64(launder(known::seeds[s]), i);
      r.check(word >> 32 == known::z_high32[s][i]);
      r.check((word & 0xFFFFFFFFu) == known::z_low32[s][i]);
      r.bits(word);
    }
  return r;
}

template <class Grid, class T, const auto& Expected>
constexpr report the_numbers() {
  report r;
  for (std::size_t s = 0; s < std::size(known::seeds); ++s) {
    const std::uint64_t seed = launder(known::seeds[s]);
    const auto x = splitmix_fill<Grid, tensor<T, axis<"number", 6>>>(seed);
    static_assert(std::is_same_v<decltype(x), const tensor<T, axis<"number", 6>>>);
    for (std::size_t i = 0; i < 6; ++i) {
      r.check(static_cast<double>(x(i)) == Expected[s][i]);
      r.check(splitmix_number<Grid>(seed, i) == Expected[s][i]);
    }
    r.bits(x);
  }
  return r;
}

constexpr report row_major_whatever_the_axes() {
  report r;
  const std::uint64_t seed = launder(std::uint64_t{5});
  const auto x = splitmix_fill<splitmix::s24, tensor<float, dim<2>, dim<3>, dim<5>>>(seed);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 5; ++k)
        r.check(static_cast<double>(x(i, j, k)) ==
                splitmix_number<splitmix::s24>(seed, (i * 3 + j) * 5 + k));
  r.check(static_cast<double>(splitmix_fill<splitmix::s24, tensor<float>>(seed).data()[0]) ==
          splitmix_number<splitmix::s24>(seed, 0));
  r.bits(x);
  return r;
}

// Sizes that constant evaluation fills a line at a time, and sizes one more or less than that.
template <class Grid, class T, std::size_t Count>
constexpr report a_line_at_a_time() {
  report r;
  const std::uint64_t seed = launder(std::uint64_t{0xFFFFFFFFFFFFFF05});
  const auto x = splitmix_fill<Grid, tensor<T, axis<"number", Count>>>(seed);
  bool equal = true;
  for (std::size_t i = 0; i < Count; ++i)
    equal = equal && x(i) == static_cast<T>(splitmix_number<Grid>(seed, i));
  r.check(equal);
  r.bits(x);
  return r;
}

// Exact: what float holds is what double holds.
template <class Grid>
constexpr report exact_in_float() {
  report r;
  const std::uint64_t seed = launder(std::uint64_t{7});
  const auto x = splitmix_fill<Grid, matrix<float, 31, 33>>(seed);
  const auto y = splitmix_fill<Grid, matrix<double, 31, 33>>(seed);
  bool equal = true, inside = true;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double exact = y.data()[i];
    equal = equal && static_cast<double>(x.data()[i]) == exact;
    inside = inside && exact < 1 && exact >= (Grid::centered ? -1 : 0);
  }
  r.check(equal);
  r.check(inside);
  r.bits(x);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const std::uint64_t seed = launder(std::uint64_t{3});
  r.check(bitwise_equal(values_of(splitmix_fill<splitmix::q6, matrix<archetype, 2, 3>>(seed)),
                        splitmix_fill<splitmix::q6, matrix<double, 2, 3>>(seed)));
  return r;
}

static_assert(splitmix::grid<splitmix::u24> && splitmix::grid<splitmix::s12>);
static_assert(!splitmix::grid<double>);

inline constexpr behaviour behaviours[] = {
    {"the words", the_words},
    {"u24, float", the_numbers<splitmix::u24, float, known::u24>},
    {"u24, double", the_numbers<splitmix::u24, double, known::u24>},
    {"s24, float", the_numbers<splitmix::s24, float, known::s24>},
    {"s24, double", the_numbers<splitmix::s24, double, known::s24>},
    {"s12, float", the_numbers<splitmix::s12, float, known::s12>},
    {"s12, double", the_numbers<splitmix::s12, double, known::s12>},
    {"q6, float", the_numbers<splitmix::q6, float, known::q6>},
    {"q6, double", the_numbers<splitmix::q6, double, known::q6>},
    {"row-major, whatever the axes", row_major_whatever_the_axes},
    {"exact in float, u24", exact_in_float<splitmix::u24>},
    {"exact in float, s24", exact_in_float<splitmix::s24>},
    {"an archetype will do", an_archetype_will_do},
    {"a line at a time, s24, float", a_line_at_a_time<splitmix::s24, float, 512>},
    {"a line at a time, u24, double", a_line_at_a_time<splitmix::u24, double, 768>},
    {"a line at a time, q6, float", a_line_at_a_time<splitmix::q6, float, 256>},
    {"one more", a_line_at_a_time<splitmix::s12, float, 257>},
    {"one less", a_line_at_a_time<splitmix::s24, float, 255>},
};

}  // namespace attn_tests::splitmix_tests
