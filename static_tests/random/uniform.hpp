// SPDX-License-Identifier: BSL-1.0
// Behaviours of uniform, splitmix of attn/random/.
#pragma once

#include "static_tests/reference/random.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::random_uniform_tests {
namespace torch = reference::seed3_rng_uniform;
namespace modules = reference::seed3_rng_modules;
namespace numpy = reference::seed0_numpy_legacy_rand;
using row = axis<"row", 4>;
using column = axis<"column", 5>;

template <class T, const auto& Expected> constexpr void as_torch_after_manual_seed_12(report& r) {
  mt19937 engine(launder(12u)), one_by_one = engine;
  const auto x = torch_rand<tensor<T, row, column>>(engine);
  has_type<tensor<T, row, column>>(x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    r.check(x.data()[i] == Expected[i]);
    r.check(torch_rand<T>(one_by_one) == Expected[i]);
  }
  static_assert(std::is_same_v<decltype(torch_rand<T>(engine)), T>);
  r.check(engine == one_by_one);
  torch_generator generator(launder(12u));
  r.check(torch_rand<tensor<T, row, column>>(generator) == x);
  r.check(generator() == engine());
  r.bits(x);
}

// The parameters of nn.Linear and nn.LSTM, one after the other, within 1 / sqrt(width).
struct module_parameters {
  torch_generator generator{launder(12u)};
  double bound;
  report r{};

  constexpr explicit module_parameters(double width) : bound(1 / math::sqrt(launder(width))) {}

  template <std::size_t N> constexpr void are(const float (&bias)[N]) {
    const auto x = torch_uniform<tensor<float, dim<N>>>(generator, -bound, bound);
    for (std::size_t i = 0; i < N; ++i) r.check(x(i) == bias[i]);
    r.bits(x);
  }
  template <std::size_t M, std::size_t N> constexpr void are(const float (&weight)[M][N]) {
    const auto x = torch_uniform<matrix<float, M, N>>(generator, -bound, bound);
    for (std::size_t i = 0; i < M; ++i)
      for (std::size_t j = 0; j < N; ++j) r.check(x(i, j) == weight[i][j]);
    r.bits(x);
  }
};
template <std::size_t Width> constexpr report as_module(const auto&... expected) {
  module_parameters parameters(static_cast<double>(Width));
  (parameters.are(expected), ...);
  return parameters.r;
}

// Products half-way between two numbers of the format, low and high, and a summand that is too
// small even for twice as many digits: rounded twice, both sums would be the one that is even.
template <class T> constexpr void rounded_once(report& r, T a, T b, T low, T high) {
  using attn::detail::fused_multiply_add;
  const T x = launder(a), tiny = launder(T(0x1p-60));
  r.check(fused_multiply_add(x, b, tiny) == high);
  r.check(fused_multiply_add(x, b, -tiny) == low);
  r.check(fused_multiply_add(-x, b, tiny) == -low);
  r.check(fused_multiply_add(-x, b, -tiny) == -high);
  r.check(fused_multiply_add(x, b, T(0)) == x * b);
  r.bits(fused_multiply_add(x, b, tiny));
}

namespace known = reference::seed0_splitmix64_fill;

template <class Grid, class T, const auto& Expected> constexpr void the_numbers(report& r) {
  for (std::size_t s = 0; s < std::size(known::seeds); ++s) {
    const std::uint64_t seed = launder(known::seeds[s]);
    const auto x = splitmix_fill<Grid, tensor<T, axis<"number", 6>>>(seed);
    has_type<tensor<T, axis<"number", 6>>>(x);
    for (std::size_t i = 0; i < 6; ++i) {
      r.check(static_cast<double>(x(i)) == Expected[s][i]);
      r.check(splitmix_number<Grid>(seed, i) == Expected[s][i]);
    }
    r.bits(x);
  }
}

// Sizes that constant evaluation fills a line at a time, and sizes one more or less than that.
template <class Grid, class T, std::size_t Count> constexpr void a_line_at_a_time(report& r) {
  const std::uint64_t seed = launder(std::uint64_t{0xFFFFFFFFFFFFFF05});
  const auto x = splitmix_fill<Grid, tensor<T, axis<"number", Count>>>(seed);
  bool equal = true;
  for (std::size_t i = 0; i < Count; ++i)
    equal = equal && x(i) == static_cast<T>(splitmix_number<Grid>(seed, i));
  r.check(equal);
  r.bits(x);
}

// Exact: what float holds is what double holds.
template <class Grid> constexpr void exact_in_float(report& r) {
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
}

static_assert(splitmix::grid<splitmix::u24> && splitmix::grid<splitmix::s12>);
static_assert(!splitmix::grid<double>);

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/random/uniform.hpp promises. What is no constant, torch_uniform_needs_low_not_above_high,
  // is in rejected/text.cpp, and at run time in runtime_tests.
  tests.proved("as torch.rand, float",
      [](report& r) { as_torch_after_manual_seed_12<float, torch::rand_float32>(r); });
  tests.proved("as torch.rand, double",
      [](report& r) { as_torch_after_manual_seed_12<double, torch::rand_float64>(r); });
  tests.proved("as uniform_(-0.5, 0.7)", [](report& r) {
    torch_generator generator(launder(12u)), one_by_one = generator;
    mt19937 engine(launder(12u));
    const double low = launder(-0.5), high = launder(0.7);
    const auto x = torch_uniform<tensor<float, row, column>>(generator, low, high);
    has_type<tensor<float, row, column>>(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      r.check(x.data()[i] == torch::uniform_m05_07_float32[i]);
      r.check(torch_uniform<float>(one_by_one, low, high) == x.data()[i]);
    }
    r.check(torch_uniform<tensor<float, row, column>>(engine, low, high) == x);
    r.check(generator == one_by_one);
    r.bits(x);
  });
  tests.proved("as nn.Linear(4, 3)",
      [] { return as_module<4>(modules::linear_weight, modules::linear_bias); });
  tests.proved("as nn.Linear(8, 5)",
      [] { return as_module<8>(modules::linear2_weight, modules::linear2_bias); });
  tests.proved("as nn.LSTM(4, 3)", [] {
    return as_module<3>(modules::lstm_weight_ih, modules::lstm_weight_hh, modules::lstm_bias_ih,
        modules::lstm_bias_hh);
  });
  tests.proved("rounded once, down, float",
      [](report& r) { rounded_once<float>(r, 4097, 4097, 16785408, 16785410); });
  tests.proved("rounded once, up, float",
      [](report& r) { rounded_once<float>(r, 4097, 4099, 16793602, 16793604); });
  tests.proved("rounded once, down, double", [](report& r) {
    rounded_once<double>(
        r, 0x1.0000004p+26, 0x1.0000002p+27, 0x1.0000006p+53, 0x1.0000006000001p+53);
  });
  tests.proved("rounded once, up, double", [](report& r) {
    rounded_once<double>(
        r, 0x1.0000004p+26, 0x1.0000006p+27, 0x1.000000a000001p+53, 0x1.000000a000002p+53);
  });
  // As above, a little less than half of the smallest float is added to an odd one.
  tests.proved("rounded once, subnormal", [](report& r) {
    const float a = launder(0x1.000002p-75f), b = 0x1.fffffcp-76f, odd = 0x1.000004p-127f;
    r.check(attn::detail::fused_multiply_add(a, b, odd) == odd);
    r.check(attn::detail::fused_multiply_add(-a, b, -odd) == -odd);
    r.bits(attn::detail::fused_multiply_add(a, b, -odd));
  });
  // A little more than half of the smallest double is added to an even number of them: rounded to 53 digits
  // first, the sum would be half-way.
  tests.proved("rounded once, subnormal, double", [](report& r) {
    const double a = launder(0x1p-500 + 0x1p-545), b = 0x1p-575, even = 0x1p-1053;
    r.check(attn::detail::fused_multiply_add(a, b, even) == even + 0x1p-1074);
    r.check(attn::detail::fused_multiply_add(-a, b, -even) == -even - 0x1p-1074);
    r.bits(attn::detail::fused_multiply_add(a, b, even));
  });
  // The formula, where it is exact and where it is not: 0.9f - 0.3f is not 0.6f.
  tests.proved<float, double>("uniform_'s formula", []<class T>(report& r) {
    torch_generator a(launder(3u)), b = a, c = a, d = a;
    const auto u = torch_rand<tensor<T, dim<50>>>(a);
    r.check(torch_uniform<tensor<T, dim<50>>>(b, 0, 1) == u);
    r.check(torch_uniform<tensor<T, dim<50>>>(c, 0, 3) == u * T(3));
    const auto x = torch_uniform<tensor<T, dim<50>>>(d, launder(0.3), launder(0.9));
    bool inside = true;
    for (std::size_t i = 0; i < x.size(); ++i) {
      r.check(x(i) == attn::detail::fused_multiply_add(u(i), T(0.9) - T(0.3), T(0.3)));
      inside = inside && x(i) >= T(0.3) && x(i) <= T(0.9);
    }
    r.check(inside);
    r.check(torch_uniform<T>(d, launder(1.5), launder(1.5)) == T(1.5));
    r.bits(x);
  });
  tests.proved("as np.random.rand", [](report& r) {
    for (std::size_t s = 0; s < std::size(numpy::seeds); ++s) {
      mt19937 engine(launder(numpy::seeds[s])), one_by_one = engine;
      const auto x = numpy_rand<tensor<double, dim<3>, dim<4>>>(engine);
      has_type<tensor<double, dim<3>, dim<4>>>(x);
      for (std::size_t i = 0; i < x.size(); ++i) {
        r.check(x.data()[i] == numpy::rand[s][i]);
        r.check(numpy_rand<double>(one_by_one) == numpy::rand[s][i]);
      }
      r.bits(x);
    }
  });
  // One word a float, two words a double.
  tests.proved("so many words", [](report& r) {
    mt19937 engine(launder(1u)), words = engine;
    torch_rand<tensor<float, dim<7>>>(engine);
    words.discard(7);
    r.check(engine == words);
    torch_rand<tensor<double, dim<7>>>(engine);
    words.discard(14);
    r.check(engine == words);
    numpy_rand<tensor<double>>(engine);
    words.discard(2);
    r.check(engine == words);
    r.bits(engine());
  });
  tests.proved<float, double>("below one", []<class T>(report& r) {
    mt19937 engine(launder(2u));
    bool inside = true;
    T total = 0;
    for (int i = 0; i < 3000; ++i) {
      const T x = torch_rand<T>(engine);
      inside = inside && x >= 0 && x < 1;
      total += x;
    }
    r.check(inside);
    r.check(total > 1400 && total < 1600);
    r.bits(total);
  });
  tests.proved("a call names its rules", [](report& r) {
    r.check(
        rules::draw_call<float>::all::value && rules::draw_call<tensor<double, row>>::all::value);
    r.check(!rules::draw_call<int>::all::value && !rules::draw_call<tensor<int, row>>::all::value);
    r.check(std::is_same_v<rules::draw_call<tensor<double, row>>::drawn, double>);
  });
  // What attn/random/splitmix.hpp promises.
  tests.proved("the words", [](report& r) {
    for (std::size_t s = 0; s < std::size(known::seeds); ++s)
      for (std::size_t i = 0; i < 6; ++i) {
        // Qualified: the tests' own numbers come from a function of this name.
        const std::uint64_t word = attn::splitmix64(launder(known::seeds[s]), i);
        r.check(word >> 32 == known::z_high32[s][i]);
        r.check((word & 0xFFFFFFFFu) == known::z_low32[s][i]);
        r.bits(word);
      }
  });
  tests.proved("u24, float", [](report& r) { the_numbers<splitmix::u24, float, known::u24>(r); });
  tests.proved("u24, double", [](report& r) { the_numbers<splitmix::u24, double, known::u24>(r); });
  tests.proved("s24, float", [](report& r) { the_numbers<splitmix::s24, float, known::s24>(r); });
  tests.proved("s24, double", [](report& r) { the_numbers<splitmix::s24, double, known::s24>(r); });
  tests.proved("s12, float", [](report& r) { the_numbers<splitmix::s12, float, known::s12>(r); });
  tests.proved("s12, double", [](report& r) { the_numbers<splitmix::s12, double, known::s12>(r); });
  tests.proved("q6, float", [](report& r) { the_numbers<splitmix::q6, float, known::q6>(r); });
  tests.proved("q6, double", [](report& r) { the_numbers<splitmix::q6, double, known::q6>(r); });
  tests.proved("row-major, whatever the axes", [](report& r) {
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
  });
  tests.proved("exact in float, u24", [](report& r) { exact_in_float<splitmix::u24>(r); });
  tests.proved("exact in float, s24", [](report& r) { exact_in_float<splitmix::s24>(r); });
  tests.proved("an archetype will do", [](report& r) {
    const std::uint64_t seed = launder(std::uint64_t{3});
    r.same(values_of(splitmix_fill<splitmix::q6, matrix<archetype, 2, 3>>(seed)),
        splitmix_fill<splitmix::q6, matrix<double, 2, 3>>(seed));
  });
  tests.proved("a line at a time, s24, float",
      [](report& r) { a_line_at_a_time<splitmix::s24, float, 512>(r); });
  tests.proved("a line at a time, u24, double",
      [](report& r) { a_line_at_a_time<splitmix::u24, double, 768>(r); });
  tests.proved("a line at a time, q6, float",
      [](report& r) { a_line_at_a_time<splitmix::q6, float, 256>(r); });
  tests.proved("one more", [](report& r) { a_line_at_a_time<splitmix::s12, float, 257>(r); });
  tests.proved("one less", [](report& r) { a_line_at_a_time<splitmix::s24, float, 255>(r); });
};
}  // namespace attn_tests::random_uniform_tests
