// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/parameters.hpp"

#include <attn/layers/parameters.hpp>

#include "runtime_tests/catch.hpp"

namespace {

using attn_tests::layers_parameters_tests::encoder_layer;
encoder_layer model;  // 12.6 MB: in static storage
encoder_layer slopes;

}  // namespace

TEST_CASE("layers/parameters: a model that is too large for the stack") {
  using namespace attn;
  std::uint64_t seed = 0;
  for_each_parameter(
      [&](const auto&, auto& w, auto& g) {
        for (auto& x : w) x = static_cast<float>(splitmix_number<splitmix::s24>(1, seed++));
        for (auto& x : g) x = static_cast<float>(splitmix_number<splitmix::s24>(2, seed++));
      },
      model, slopes);
  CHECK(seed == 2 * parameter_count<encoder_layer>);
  const float before = model.norm2.bias(511), slope = slopes.norm2.bias(511);
  // In place; map_parameters would need room for another model.
  for_each_parameter(
      [](const auto&, auto& w, const auto& g) {
        for (std::size_t i = 0; i < w.size(); ++i) w.data()[i] -= g.data()[i];
      },
      model, slopes);
  CHECK(model.norm2.bias(511) == before - slope);
  CHECK(bitwise_equal(model, model));
  CHECK_FALSE(bitwise_equal(model, slopes));
}
