// SPDX-License-Identifier: BSL-1.0
// Layers, positions, recurrent cells and models, of odd widths.
#include "runtime_tests/exceptions/quiet.hpp"

namespace attn_tests {
namespace {

using namespace attn;

// Parameters in [-scale, scale].
template <class Model>
Model made_up(double scale) {
  using T = typename decltype(parameters_to_vector(Model{}))::value_type;
  return launder(vector_to_parameters<Model>(
      filled<tensor<T, dim<parameter_count<Model>>>>(parameter_count<Model>, T(scale))));
}

// Gates open and shut: scores of some units, of hundreds and of thousands.
template <class Cell, class T, std::size_t Batch, std::size_t In, std::size_t Hidden>
void cell(const char* name) {
  const auto xs = around<tensor<T, dim<3>, dim<Batch>, dim<In>>>(T(0));
  const auto h = around<matrix<T, Batch, Hidden>>(T(0));
  const auto before = [&] {
    if constexpr (requires { Cell::state_type::cell; })
      return initial(lstm_state{h, around<matrix<T, Batch, Hidden>>(T(2))});
    else
      return initial(h);
  }();
  for (const double scale : {1.0, 90.0, 3000.0}) {
    const auto plain = made_up<Cell>(scale);
    const auto each = [&](const auto& f) { quiet({name, Batch, Hidden, sizeof(T)}, f); };
    each([&] { return plain(select<0>(xs, 0), before); });
    each([&] { return packed(plain)(select<0>(xs, 0), before); });
    each([&] { return unroll<0>(plain, xs, before); });
    each([&] { return unroll<0>(packed(plain), xs, before); });
    each([&] {
      return plain(select<0>(select<1>(xs, 0), 0), initial<typename Cell::state_type>());
    });
  }
}

template <class T, std::size_t Batch, std::size_t Hidden>
void cells() {
  using in = dim<3>;
  using hidden = dim<Hidden>;
  cell<nn::rnn_cell<T, in, hidden>, T, Batch, 3, Hidden>("a step of an RNN");
  cell<nn::rnn_cell<T, in, hidden, act::relu>, T, Batch, 3, Hidden>("a step of an RNN, relu");
  cell<nn::lstm_cell<T, in, hidden>, T, Batch, 3, Hidden>("a step of an LSTM");
  cell<nn::gru_cell<T, in, hidden>, T, Batch, 3, Hidden>("a step of a GRU");
  cell<nn::gru_cell<T, in, hidden, gate_order::zrh, reset_before_linear>, T, Batch, 3, Hidden>(
      "a step of a GRU, reset before");
}

template <class T, std::size_t Tokens, std::size_t Pairs>
void positions() {
  using token = axis<"token", Tokens>;
  using width = axis<"width", 2 * Pairs>;
  const auto each = [&](const char* name, const auto& f) {
    quiet({name, Tokens, 2 * Pairs, sizeof(T)}, f);
  };
  for (const T centre : {T(0), T(-30), large<T>}) {
    const auto x = around<tensor<T, token, width>>(centre);
    each("rotary, interleaved", [&] { return rotary<interleaved_pairs>(x); });
    each("rotary, halves", [&] { return rotary<half_pairs>(x, {.first_position = 1000}); });
    each("rotary of some", [&] { return rotary<half_pairs, 2>(x); });
  }
  each("sinusoidal positions",
       [&] { return sinusoidal_positions<token, width, T, interleaved>(launder(100000)); });
}

template <class T, std::size_t Rows, std::size_t Width>
void layers() {
  using wide = dim<Width>;
  const auto x = around<matrix<T, Rows, Width>>(T(2));
  const auto each = [&](const char* name, const auto& layer) {
    quiet({name, Rows, Width, sizeof(T)}, [&] { return layer(x); });
    quiet({name, Rows, Width, sizeof(T)}, [&] { return packed(layer)(x); });
  };
  for (const double scale : {1.0, 90.0}) {
    each("linear", made_up<nn::linear<T, wide, dim<7>, input_by_output>>(scale));
    each("linear, PyTorch's layout", made_up<nn::linear<T, wide, dim<5>, output_by_input>>(scale));
    each("feed forward, relu",
         made_up<nn::feed_forward<T, wide, dim<5>, output_by_input, act::relu>>(scale));
    each("feed forward, gelu_tanh",
         made_up<nn::feed_forward<T, wide, dim<9>, input_by_output, act::gelu_tanh>>(scale));
    each("feed forward, gelu_exact",
         made_up<nn::feed_forward<T, wide, dim<3>, input_by_output, act::gelu_exact>>(scale));
    each("swiglu", made_up<nn::swiglu<T, wide, dim<7>, input_by_output>>(scale));
    each("encoder layer, one head",
         made_up<nn::encoder_layer<T, wide, dim<1>, dim<7>, output_by_input, act::relu, post_norm>>(
             scale));
    if constexpr (Width % 3 == 0)
      each("encoder layer, three heads",
           made_up<nn::encoder_layer<T, wide, dim<3>, dim<9>, input_by_output, act::gelu_tanh,
                                     pre_norm>>(scale));
  }
}

template <class T>
void models() {
  using width = axis<"width", 6>;
  using position = axis<"position", 9>;
  using layer = nn::encoder_layer<T, width, axis<"head", 3>, axis<"inner", 9>, input_by_output,
                                  act::gelu_tanh, pre_norm>;
  const auto ids = launder(as_token_ids<11>(tensor<int, dim<5>>{3, 1, 4, 1, 5}));
  const auto model =
      made_up<nn::language_model<dim<11>, layer, 2,
                                 nn::sinusoidal_positions<T, position, width, interleaved>,
                                 nn::layer_norm<T, width>>>(2);
  const auto each = [&](const char* name, const auto& f) { quiet({name, 5, 6, sizeof(T)}, f); };
  each("language model", [&] { return model(ids); });
  each("generation", [&] { return generate<3>(model, ids); });
  each("drawn tokens",
       [&] { return generate<3>(model, ids, tensor<T, dim<3>>{0.25, 0.5, 0.875}, T(1.5)); });
}

}  // namespace

void layers_and_cells() {
  for_odd_widths<5>([]<std::size_t N> {
    cells<float, 1, N>();
    positions<float, 3, N>();
  });
  for_odd_widths<3>([]<std::size_t N> {
    cells<double, 1, N>();
    positions<double, 5, N>();
    layers<double, 1, N>();
  });
  cells<float, 3, 5>();
  cells<float, 2, 17>();
  cells<double, 3, 7>();
  layers<float, 3, 1>();
  layers<float, 3, 3>();
  layers<float, 1, 9>();
  layers<float, 5, 33>();
  models<float>();
  models<double>();
}

}  // namespace attn_tests
