// SPDX-License-Identifier: BSL-1.0
// Recurrent cells, and decoders that attend.
#include "runtime_tests/bits/bits.hpp"

namespace attn_tests {
namespace recurrence_bits {

// Steps and sequences of every cell; a decoder that attends.
template <class Cell, class T, std::size_t B, std::size_t I>
constexpr void unrolled_cell(report& r) {
  const auto cell =
      launder(vector_to_parameters<Cell>(filled<tensor<T, dim<parameter_count<Cell>>>>(I, T(1.2))));
  const auto xs = launder(filled<tensor<T, dim<3>, dim<B>, dim<I>>>(B));
  using hidden = std::remove_cvref_t<decltype(hidden_state(initial<typename Cell::state_type>()))>;
  using rows = tensor<T, dim<B>, last_axis<typename hidden::shape_type>>;
  const auto h = filled<rows>(7);
  const auto before = [&] {
    if constexpr (requires { Cell::state_type::cell; })
      return initial(lstm_state{h, filled<rows>(8, T(3))});
    else
      return initial(h);
  }();
  const auto all = unroll<0>(cell, xs, before);
  r.bits(all.outputs);
  if constexpr (requires { all.last.value.cell; }) r.bits(all.last.value.cell);
}

template <class T>
constexpr report recurrence() {
  report r;
  unrolled_cell<nn::rnn_cell<T, dim<3>, dim<5>>, T, 1, 3>(r);
  unrolled_cell<nn::rnn_cell<T, dim<7>, dim<17>, act::relu>, T, 2, 7>(r);
  unrolled_cell<nn::lstm_cell<T, dim<3>, dim<5>>, T, 2, 3>(r);
  unrolled_cell<nn::gru_cell<T, dim<3>, dim<5>>, T, 2, 3>(r);
  unrolled_cell<nn::gru_cell<T, dim<4>, dim<9>, gate_order::zrh, reset_before_linear>, T, 1, 4>(r);
  return r;
}

// Weights of which several steps are computed together.
template <class T>
constexpr report steps_together() {
  report r;
  unrolled_cell<nn::lstm_cell<T, dim<33>, dim<16>>, T, 1, 33>(r);
  unrolled_cell<nn::gru_cell<T, dim<43>, dim<17>>, T, 2, 43>(r);
  unrolled_cell<nn::rnn_cell<T, dim<129>, dim<16>>, T, 1, 129>(r);
  return r;
}

template <class T>
constexpr report decoders() {
  report r;
  using decoder =
      nn::recurrent_decoder<nn::lstm_cell<T, dim<5 + 3>, dim<5>>, nn::embedding<T, dim<7>, dim<3>>,
                            nn::linear<T, dim<5 + 5 + 3>, dim<7>, output_by_input>>;
  const auto d = launder(
      vector_to_parameters<decoder>(filled<tensor<T, dim<parameter_count<decoder>>>>(1, T(1.5))));
  const auto memory = launder(filled<matrix<T, 6, 5>>(2, T(2)));
  const auto said =
      greedy_decode<dim<4>>(d, initial<lstm_state<tensor<T, dim<5>>>>(), token_id<7>(3), memory);
  r.bits(said.probabilities);
  r.bits(said.weights);
  for (const auto& id : said.ids) r.bits(static_cast<int>(id));
  const auto drawn = sampled_decode(d, initial<lstm_state<tensor<T, dim<5>>>>(), token_id<7>(3),
                                    memory, tensor<T, dim<4>>{T(0.1), T(0.6), T(0.3), T(0.9)});
  r.bits(drawn.probabilities);
  return r;
}

constexpr recorded behaviours[] = {
    {{"recurrence, float", recurrence<float>}, 0xa0367127f7efcc99, 0x2be7a87715453a57},
    {{"recurrence, double", recurrence<double>}, 0x3f01d938ea08ce08, 0xccb5db8df2281f80},
    {{"steps together, float", steps_together<float>}, 0xef353e24d7eaf7dd, 0x05c143340e82b796},
    {{"steps together, double", steps_together<double>}, 0x5477196dd815629a, 0xd7144e90c3a0ea4f},
    {{"decoders, float", decoders<float>}, 0x301f88cc3ed3d348, 0x5707173528909b65},
    {{"decoders, double", decoders<double>}, 0x29168c1679aa0a46, 0x5c63c0d6ea947e2f},
};

}  // namespace recurrence_bits

bool bits_of_recurrence() { return agree<recurrence_bits::behaviours>("recurrence"); }

}  // namespace attn_tests
