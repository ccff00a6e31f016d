// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/quantized.hpp"

#include <limits>

#include "runtime_tests/catch.hpp"

// Not in the compiler, where weight_is_not_finite ends the evaluation: NaN is not a constant.
TEST_CASE("layers/quantized: what is not finite makes all weights of its scale NaN", "") {
  using namespace attn;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float bad : {infinity, -infinity, nan}) {
    const auto w = attn_tests::launder(matrix<float, 3, 2>{{1, 2}, {bad, 3}, {-4, 0}});
    const auto rows = as<float>(quantized<int8, per_row>(w));
    // 1 is 63.5 of the scale, which is half to even.
    constexpr float scale = 2.0f / 127, of_last = 4.0f / 127;
    CHECK(bitwise_equal(rows, {{64 * scale, 127 * scale}, {nan, nan}, {-127 * of_last, 0}}));
    const auto groups = as<float>(quantized<int4, per_group<3>>(w));
    CHECK((groups(0, 0) != groups(0, 0) && groups(1, 1) == groups(1, 1)));
    const auto halves = as<float>(quantized<bfloat16>(w));
    CHECK(bitwise_equal(halves, {{1, 2}, {bad, 3}, {-4, 0}}));
  }
}

TEST_CASE("layers/quantized: an input that is not finite makes its row of a product NaN", "") {
  using namespace attn;
  using plain = nn::linear<float, axis<"in", 70>, axis<"out", 5>, output_by_input>;
  const auto layer = quantized<int8_dynamic, per_row>(splitmix_parameters<splitmix::s24, plain>(1));
  const auto good = attn_tests::filled<tensor<float, axis<"row", 3>, axis<"in", 70>>>(7);
  for (const float bad :
       {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()})
    for (const std::size_t at : {0u, 63u, 69u}) {
      auto x = good;
      x(1, at) = bad;
      const auto y = layer(attn_tests::launder(x)), other = layer(attn_tests::launder(good));
      for (std::size_t j = 0; j < 5; ++j) {
        CHECK(y(1, j) != y(1, j));
        CHECK((y(0, j) == other(0, j) && y(2, j) == other(2, j)));
      }
    }
}

TEST_CASE("layers/quantized: int8_static has NaN of NaN, and without samples", "") {
  using namespace attn;
  using plain = nn::linear<float, axis<"in", 70>, axis<"out", 5>, output_by_input>;
  const auto layer = splitmix_parameters<splitmix::s24, plain>(1);
  with_weights<plain, int8_static, per_row> small{};
  auto samples = quantization_report<int8_static, per_row>(layer, small);
  quantized_into(small, layer, samples);
  CHECK(static_cast<float>(small.weight.input_scale) !=
        static_cast<float>(small.weight.input_scale));
  const auto good = attn_tests::filled<tensor<float, axis<"row", 3>, axis<"in", 70>>>(7);
  samples(good);
  quantized_into(small, layer, samples);
  const auto other = small(attn_tests::launder(good));
  for (const std::size_t at : {0u, 63u, 69u}) {
    auto x = good;
    x(1, at) = std::numeric_limits<float>::quiet_NaN();
    const auto y = small(attn_tests::launder(x));
    x(1, at) = std::numeric_limits<float>::infinity();
    const auto infinite = small(attn_tests::launder(x));
    x(1, at) = 1e30f;
    CHECK(bitwise_equal(infinite, small(attn_tests::launder(x))));
    for (std::size_t j = 0; j < 5; ++j)
      CHECK((y(1, j) != y(1, j) && y(0, j) == other(0, j) && y(2, j) == other(2, j)));
  }
}

// Beyond what a compiler evaluates: panels, and several of them.
TEST_CASE("layers/quantized: large layers", "") {
  using namespace attn;
  const auto check = []<class Format, class Scales, std::size_t Rows>() {
    using layer_type = nn::linear<float, dim<301>, dim<83>, output_by_input>;
    static layer_type layer;
    layer = splitmix_parameters<splitmix::s24, layer_type>(Rows);
    const auto x = attn_tests::filled<matrix<float, Rows, 301>>(7);
    static with_weights<layer_type, Format, Scales> fast;
    quantized_into(fast, layer);
    CHECK(bitwise_equal(fast(x), as<float>(fast)(x)));
  };
  check.operator()<float16, void, 1>();
  check.operator()<int8, per_row, 1>();
  check.operator()<int8, per_group<30>, 40>();
  check.operator()<int4, per_group<7>, 2>();
}
