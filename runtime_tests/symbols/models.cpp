// SPDX-License-Identifier: BSL-1.0
// What a user of whole models writes, every axis under a name: its object file is read by
// long_symbols.cmake.
#include <attn/text.hpp>

namespace user {

using namespace attn;
using batch = axis<"batch", 2>;
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using inner = axis<"inner", 5>;
using head = axis<"head", 3>;
using word = axis<"word", 7>;
using wort = axis<"wort", 8>;
using position = axis<"position", 16>;

using encoder_layer =
    nn::encoder_layer<float, model, head, inner, output_by_input, act::gelu_exact, pre_norm>;
using decoder_layer =
    nn::decoder_layer<float, model, head, inner, output_by_input, act::gelu_exact, pre_norm>;
using encoder = nn::encoder<encoder_layer, 2, nn::layer_norm<float, model>>;
using decoder = nn::decoder<decoder_layer, 2, nn::layer_norm<float, model>>;
using transformer = nn::transformer<word, wort, encoder_layer, 2, nn::layer_norm<float, model>>;
using lm = nn::language_model<word, encoder_layer, 2, nn::learned_positions<float, position, model>,
                              nn::layer_norm<float, model>>;

auto use_encoder(const encoder& e, const tensor<float, source, model>& x,
                 const keep_mask<dim<4>>& m) {
  return e(x, causal<> & key_padding(m));
}
auto use_decoder(const decoder& d, const tensor<float, batch, target, model>& y,
                 const tensor<float, batch, source, model>& memory, const keep_mask<source>& m) {
  return d(y, memory, self_options(causal<>, scaled_by(0.5f)), cross_options(key_padding(m)));
}
auto use_transformer(const transformer& t, const tensor<token_id<7>, source>& s,
                     const tensor<token_id<8>, target>& y, const keep_mask<source>& m) {
  return t(s, y, self_options(causal<>), cross_options(key_padding(m)));
}
auto use_lm(const lm& m, const tensor<token_id<7>, source>& s) { return m(s); }
auto use_gen(const lm& m, const tensor<token_id<7>, source>& s) { return generate<5>(m, s); }
auto use_mh(const nn::multi_head_attention<float, model, head, output_by_input>& m,
            const tensor<float, source, model>& x, const tensor<float, batch, source, model>& b) {
  return m.averaged_weights(x, causal<>)(0, 0) + m(b)(0, 0, 0);
}

}  // namespace user
