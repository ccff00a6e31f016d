// SPDX-License-Identifier: BSL-1.0
// Norms, activations, networks, Transformers and language models.
#include "runtime_tests/bits/bits.hpp"

namespace attn_tests {
namespace networks_bits {

template <class T, class Model>
constexpr Model made_up(std::uint64_t seed) {
  return launder(vector_to_parameters<Model>(filled<tensor<T, dim<parameter_count<Model>>>>(seed)));
}

template <class T, std::size_t Rows, std::size_t Width, std::size_t Inner>
constexpr void norms_and_networks(report& r) {
  using wide = dim<Width>;
  const auto x = launder(filled<matrix<T, Rows, Width>>(Rows + 300, T(4)));
  const auto gain = launder(filled<tensor<T, wide>>(Width + 300));
  const auto bias = launder(filled<tensor<T, wide>>(Width + 400));
  r.bits(layer_norm(x));
  r.bits(layer_norm(x, gain, bias));
  r.bits(layer_norm<0>(x));
  r.bits(rms_norm(x, gain, T(1e-6)));
  r.bits(relu(x));
  r.bits(silu(x));
  r.bits(gelu_exact(x));
  r.bits(gelu_tanh(x));
  r.bits(softplus(x));
  using network = nn::feed_forward<T, wide, dim<Inner>, output_by_input, act::gelu_exact>;
  using gated = nn::swiglu<T, wide, dim<Inner>, input_by_output>;
  r.bits(made_up<T, network>(500)(x));
  r.bits(made_up<T, gated>(600)(x));
}

template <class T>
constexpr report networks() {
  report r;
  norms_and_networks<T, 1, 1, 1>(r);
  norms_and_networks<T, 5, 3, 7>(r);
  norms_and_networks<T, 2, 17, 5>(r);
  return r;
}

template <class T>
constexpr report networks_larger() {
  report r;
  norms_and_networks<T, 6, 40, 16>(r);
  return r;
}

template <class T>
constexpr report transformers() {
  report r;
  using source = axis<"source", 5>;
  using target = axis<"target", 3>;
  using width = axis<"width", 6>;
  using post = nn::encoder_layer<T, width, axis<"head", 3>, axis<"inner", 7>, output_by_input,
                                 act::relu, post_norm>;
  using pre = nn::decoder_layer<T, width, axis<"head", 2>, axis<"inner", 5>, input_by_output,
                                act::gelu_exact, pre_norm>;
  const auto heard = key_padding(launder(keep_mask<source>{1, 1, 0, 1, 0}));
  const auto x = launder(filled<tensor<T, source, width>>(700, T(2)));
  const auto y = launder(filled<tensor<T, target, width>>(701, T(2)));
  const auto memory = made_up<T, post>(702)(x, heard);
  r.bits(memory);
  r.bits(made_up<T, pre>(703)(y, memory, self_options(causal<>), cross_options(heard)));
  const auto whole =
      made_up<T, nn::transformer<dim<11>, dim<9>, post, 1, nn::layer_norm<T, width>>>(704);
  const auto said = launder(as_token_ids<9>(tensor<int, target>{0, 8, 4}));
  const auto read = launder(as_token_ids<11>(tensor<int, source>{3, 1, 4, 1, 5}));
  r.bits(whole(read, said, self_options(causal<>)));
  return r;
}

template <class T>
constexpr report language_models() {
  report r;
  using width = axis<"width", 6>;
  using position = axis<"position", 9>;
  using layer = nn::encoder_layer<T, width, axis<"head", 3>, axis<"inner", 9>, input_by_output,
                                  act::gelu_tanh, pre_norm>;
  using table = nn::learned_positions<T, position, width>;
  using sines = nn::sinusoidal_positions<T, position, width, interleaved>;
  const auto ids = launder(as_token_ids<11>(tensor<int, dim<4>>{3, 1, 4, 1}));
  const auto a = launder(
      splitmix_parameters<splitmix::s24,
                          nn::language_model<dim<11>, layer, 2, table, nn::layer_norm<T, width>>>(
          1, 0.7));
  r.bits(a(ids));
  r.bits(as<int>(generate<2>(a, ids)));
  r.bits(as<int>(generate<3>(a, ids, tensor<T, dim<3>>{0.25, 0.5, 0.875}, T(1.5))));
  const auto b = launder(
      splitmix_parameters<splitmix::s24, nn::language_model<dim<11>, layer, 1, sines>>(2, 0.7));
  auto state = b.start();
  r.bits(b.step(state, ids));
  r.bits(b.step(state, ids(0)));
  return r;
}

// One scale for each row of x and for each output, or for all; less than a vector, and more.
template <std::size_t Rows, std::size_t In, std::size_t Out>
constexpr void integer_products_of(report& r) {
  using plain = nn::linear<float, dim<In>, dim<Out>, output_by_input>;
  const auto layer = launder(made_up<float, plain>(In));
  const auto x = launder(filled<matrix<float, Rows, In>>(Rows + 900, 5.0f));
  r.bits(quantized<int8_dynamic, per_row>(layer)(x));
  r.bits(quantized<int8_dynamic, per_tensor>(layer)(x));
}
constexpr report integer_products() {
  report r;
  integer_products_of<1, 3, 2>(r);
  integer_products_of<5, 19, 6>(r);
  integer_products_of<2, 64, 5>(r);
  integer_products_of<1, 101, 4>(r);
  return r;
}

constexpr recorded behaviours[] = {
    {{"integer products", integer_products}, 0xa3ca95b60525d779},
    {{"networks, float", networks<float>}, 0x78b562b9c09d14c3, 0xb0e0fab21dce61b8},
    {{"networks, double", networks<double>}, 0xd3a5ded2b33d2b21, 0x49074645bb275db6},
    {{"networks, larger, float", networks_larger<float>}, 0x836e27c293d489f2, 0x17a089d0b2d2a53f},
    {{"networks, larger, double", networks_larger<double>}, 0x525d3ab88bf7c55d, 0x577fe24d692f3ec6},
    {{"transformers, float", transformers<float>}, 0x36f0ae3d971ae466, 0xbdec76c5290cb99f},
    {{"transformers, double", transformers<double>}, 0xb61d1e418b581514, 0xdf7349a672f31e9c},
    {{"language models, float", language_models<float>}, 0x582ffa53458a0cd2, 0x1e74ba2f832da76f},
    {{"language models, double", language_models<double>}, 0x20e0d8255f4ac701, 0x788d7fce88abe0b6},
};

}  // namespace networks_bits

bool bits_of_networks() { return agree<networks_bits::behaviours>("networks"); }

}  // namespace attn_tests
