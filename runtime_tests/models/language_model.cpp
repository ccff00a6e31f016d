// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/language_model.hpp"

#include <attn/axes/shape.hpp>

#include "runtime_tests/catch.hpp"

// 39,616 parameters, a full context, three layers: the logits of each step are, bit for bit, the last
// row of what the model without a cache makes of the words so far. Too long for one evaluation.
TEST_CASE("models/language_model: a larger one on every prefix") {
  using namespace attn;
  using word = axis<"word", 37>;
  using width = axis<"width", 32>;
  using layer = nn::encoder_layer<float, width, axis<"head", 4>, axis<"inner", 128>,
                                  input_by_output, act::gelu_exact, pre_norm>;
  using model =
      nn::language_model<word, layer, 3, nn::learned_positions<float, axis<"position", 8>, width>,
                         nn::layer_norm<float, width>>;
  static_assert(parameter_count<model> == 39'616);
  static const auto f = splitmix_parameters<splitmix::s24, model>(21, 0.5f);
  tensor<token_id<37>, axis<"token", 8>> ids;
  for (std::size_t t = 0; t < 8; ++t) ids(t) = token_id<37>(t * t * 5 % 37);
  const auto all = f(attn_tests::launder(ids));
  auto state = f.start();
  for (std::size_t t = 0; t < 8; ++t) {
    const auto y = f.step(state, ids(t));
    CHECK(bitwise_equal(y, select<0>(all, t)));
    with_length<1, 8>(t + 1, [&](auto length) {
      CHECK(bitwise_equal(y, select<0>(f(narrow<0, length>(ids, 0)), t)));
    });
  }
  CHECK(state.room() == 0);
}
