// SPDX-License-Identifier: BSL-1.0
// The models of docs/embedded.md, one of them in each build: ATTN_MODEL is its number. Weights and
// state are the caller's, so that code and stack are the computation's. embedded.py measures
// them, and looks for what an object must not need.
#if ATTN_MODEL == 1
#include <attn/attention/scaled_dot_product.hpp>
#elif ATTN_MODEL == 2
#include <attn/recurrent/lstm.hpp>
#elif ATTN_MODEL == 3
#include <attn/layers/linear.hpp>
#include <attn/ops/reductions.hpp>
#elif ATTN_MODEL == 4
#include <attn/models/encoder.hpp>
#elif ATTN_MODEL >= 6
#include <attn/layers/quantized.hpp>
#include <attn/models/llama.hpp>
#include <attn/text.hpp>
#else
#include <attn/layers/position.hpp>
#include <attn/models/language_model.hpp>
#endif
#include <attn/layers/activation.hpp>

using namespace attn;

#if ATTN_MODEL == 1  // 3x3 attention

using queries = tensor<float, axis<"token", 3>, axis<"feature", 3>>;
using keys = tensor<float, axis<"key", 3>, axis<"feature", 3>>;
using values = tensor<float, axis<"key", 3>, axis<"feature", 3>>;
extern "C" void run(queries& out, const queries& q, const keys& k, const values& v) {
  out = scaled_dot_product_attention(q, k, v);
}

#elif ATTN_MODEL == 2  // a step of an LSTM of 32 units

using hidden = axis<"hidden", 32>;
using cell = nn::lstm_cell<float, axis<"in", 32>, hidden>;
using state = state_before<lstm_state<tensor<float, hidden>>>;
extern "C" void run(state& now, const cell& c, const tensor<float, axis<"in", 32>>& x) {
  now = advance(c(x, now));
}

#elif ATTN_MODEL == 3  // a classifier of 64 inputs, 32 hidden units and 10 classes

using pixel = axis<"pixel", 64>;
using hidden = axis<"hidden", 32>;
struct network {
  nn::linear<float, pixel, hidden, output_by_input> first;
  nn::linear<float, hidden, axis<"digit", 10>, output_by_input> second;
};
extern "C" std::size_t run(const network& n, const tensor<float, pixel>& x) {
  return static_cast<std::size_t>(argmax<0>(n.second(relu(n.first(x))))());
}

#elif ATTN_MODEL == 4  // an encoder layer of width 64 with 4 heads, 16 tokens

using rows = tensor<float, axis<"token", 16>, axis<"width", 64>>;
using layer = nn::encoder_layer<float, axis<"width", 64>, axis<"head", 4>, axis<"inner", 128>,
                                output_by_input, act::relu, post_norm>;
extern "C" void run(rows& out, const layer& l, const rows& x) { out = l(x); }

#elif ATTN_MODEL >= 6  // a token of stories260K with 256 positions: in float, and in int8

using plain =
    nn::llama<float, axis<"word", 512>, axis<"position", 256>, axis<"width", 64>, axis<"head", 8>,
              axis<"kv_head", 4>, axis<"inner", 172>, 5, output_by_input>;
using model = std::conditional_t<ATTN_MODEL == 6, plain, with_weights<plain, int8, per_row>>;
using state = model::state_type;
extern "C" std::size_t run(const model& m, state& now, std::size_t id) {
  return static_cast<std::size_t>(argmax<0>(m.step(now, token_id<512>(id)))());
}
// For the program that embedded.py links with it: bytes, which are zero in a state that begins.
static_assert(std::is_trivially_copyable_v<state>);
extern "C"
    [[gnu::section(".sizes"), gnu::used]] const std::size_t sizes[2]{sizeof(model), sizeof(state)};

#else  // a step of a language model: 64 words, 2 layers of width 32 with 2 heads, 32 positions

using word = axis<"word", 64>;
using width = axis<"width", 32>;
using layer = nn::encoder_layer<float, width, axis<"head", 2>, axis<"inner", 64>, output_by_input,
                                act::gelu_tanh, pre_norm>;
using model =
    nn::language_model<word, layer, 2, nn::learned_positions<float, axis<"position", 32>, width>,
                       nn::layer_norm<float, width>>;
extern "C" std::size_t run(const model& m, model::state_type& state, std::size_t id) {
  return static_cast<std::size_t>(argmax<0>(m.step(state, token_id<64>(id)))());
}

#endif
