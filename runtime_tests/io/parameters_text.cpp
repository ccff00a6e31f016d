// SPDX-License-Identifier: BSL-1.0
#include "static_tests/io/to_text.hpp"

#include <attn/layers/embedding.hpp>
#include <boost/hana/define_struct.hpp>
#include <memory>

#include "runtime_tests/catch.hpp"

using namespace attn;

namespace {

struct network {
  using hidden = axis<"hidden", 16>;
  using table_type = nn::embedding<float, axis<"word", 100>, hidden>;
  using layers_type = nn::linear<double, hidden, axis<"out", 3>, output_by_input>[2];
  using scale_type = tensor<float>;
  BOOST_HANA_DEFINE_STRUCT(network, (table_type, table), (layers_type, layers),
                           (scale_type, scale));
};

}  // namespace

TEST_CASE("io/parameters_text: a line for each tensor, and their sum") {
  CHECK(parameters_text(network{}) ==
        "table.weight     (word 100, hidden 16)  1600\n"
        "layers.0.weight  (out 3, hidden 16)       48\n"
        "layers.0.bias    (out 3)                   3\n"
        "layers.1.weight  (out 3, hidden 16)       48\n"
        "layers.1.bias    (out 3)                   3\n"
        "scale            ()                        1\n"
        "total                                   1703\n");
}

TEST_CASE("io/parameters_text: axes without names, a total that is wider than all") {
  CHECK(parameters_text(boost::hana::tuple<matrix<int, 2, 30>, tensor<float, dim<60>>>{}) ==
        "0      (2, 30)   60\n"
        "1      (60)      60\n"
        "total           120\n");
}

TEST_CASE("io/parameters_text: a model that is no constant, and too large for the stack") {
  using large = nn::linear<double, dim<2000>, dim<1000>, input_by_output>;
  const auto model = std::make_unique<large>();
  CHECK(parameters_text(*model) ==
        "weight  (2000, 1000)  2000000\n"
        "bias    (1000)           1000\n"
        "total                 2001000\n");
}
