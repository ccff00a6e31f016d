// SPDX-License-Identifier: BSL-1.0
// What attn/layers/initialize.hpp promises.
#pragma once

#include <attn/layers/initialize.hpp>
#include <attn/layers/linear.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/tensor/compare.hpp>
#include <boost/hana/define_struct.hpp>
#include <cstdint>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::initialize_tests {

using namespace attn;
using in = axis<"in", 4>;
using out = axis<"out", 3>;

template <class T>
struct pair_of_layers {
  using first_type = nn::linear<T, in, out, output_by_input>;
  using second_type = nn::linear<T, out, dim<2>, input_by_output, without_bias>[2];
  BOOST_HANA_DEFINE_STRUCT(pair_of_layers, (first_type, first), (second_type, second));
};

template <class T>
constexpr report every_tensor_from_its_own_seed() {
  report r;
  const auto m = splitmix_parameters<splitmix::s24, pair_of_layers<T>>(launder(std::uint64_t{77}));
  static_assert(std::is_same_v<decltype(m), const pair_of_layers<T>>);
  std::uint64_t seed = 77;
  for_each_parameter(
      [&](const auto&, const auto& x) {
        using tensor_type = std::remove_cvref_t<decltype(x)>;
        r.check(bitwise_equal(x, splitmix_fill<splitmix::s24, tensor_type>(seed++)));
        r.bits(x);
      },
      m);
  r.check(seed == 81);
  r.check(!bitwise_equal(m.second[0], m.second[1]));
  return r;
}

template <class T>
constexpr report times_a_scale() {
  report r;
  using model = pair_of_layers<T>;
  const auto m = splitmix_parameters<splitmix::q6, model>(5);
  const auto half = splitmix_parameters<splitmix::q6, model>(5, launder(0.5));
  const auto third = splitmix_parameters<splitmix::q6, model>(5, launder(1.0 / 3));
  r.check(bitwise_equal(half, map_parameters([](const auto& x) { return x * T(0.5); }, m)));
  r.check(bitwise_equal(third, map_parameters([](const auto& x) { return x * T(1.0 / 3); }, m)));
  for_each_parameter([&](const auto&, const auto& x) { r.bits(x); }, third);
  return r;
}

// 20,000 numbers, within the limits of a constant.
constexpr report a_larger_model() {
  report r;
  using layer = nn::linear<float, axis<"in", 199>, axis<"out", 100>, output_by_input>;
  const auto m = splitmix_parameters<splitmix::s24, layer>(1);
  r.check(bitwise_equal(m.weight(99, 198),
                        static_cast<float>(splitmix_number<splitmix::s24>(1, 99 * 199 + 198))));
  r.bits(m.weight);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  using layer = nn::linear<double, in, out, output_by_input>;
  using bare = nn::linear<archetype, in, out, output_by_input>;
  const auto m = splitmix_parameters<splitmix::u24, bare>(9, 0.7);
  r.check(
      bitwise_equal(values_of(m.weight), splitmix_parameters<splitmix::u24, layer>(9, 0.7).weight));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"every tensor from its own seed, double", every_tensor_from_its_own_seed<double>},
    {"every tensor from its own seed, float", every_tensor_from_its_own_seed<float>},
    {"times a scale, double", times_a_scale<double>},
    {"times a scale, float", times_a_scale<float>},
    {"a larger model", a_larger_model},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::initialize_tests
