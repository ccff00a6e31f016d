// SPDX-License-Identifier: BSL-1.0
// Gradients in reverse mode, and where 1,000 steps of training lead: each step depends on all bits of
// those before it.
#include "runtime_tests/bits/bits.hpp"

#include "docs/examples/microgpt.hpp"

namespace attn_tests {
namespace learning_bits {

using in = axis<"in", 5>;
using width = axis<"width", 6>;
using token = axis<"token", 4>;

template <class M>
constexpr M with_numbers(std::uint64_t seed) {
  using vector = decltype(parameters_to_vector(M{}));
  return vector_to_parameters<M>(launder(filled<vector>(seed, typename vector::value_type(0.5))));
}
constexpr auto squares = [](const auto& y) { return sum<0>(sum<0>(multiply(y, y))); };

template <class T>
constexpr report of_an_encoder_layer() {
  using layer = nn::encoder_layer<T, width, axis<"head", 2>, axis<"inner", 7>, output_by_input,
                                  act::gelu_tanh, pre_norm>;
  report r;
  const auto x = launder(filled<tensor<T, token, width>>(1));
  const auto loss = [&](const auto& m) { return squares(m(type_as(x, m), causal<>)); };
  r.bits(parameters_to_vector(gradient(loss, with_numbers<layer>(2))));
  return r;
}

template <class T>
constexpr report of_a_recurrence() {
  report r;
  const auto xs = launder(filled<tensor<T, axis<"time", 4>, in>>(3));
  const auto loss = [&]<class M>(const M& m) {
    using state = lstm_state<tensor<typename decltype(M::bias_ih)::value_type, width>>;
    return squares(unroll<"time">(m, type_as(xs, m), initial<state>()).outputs);
  };
  r.bits(parameters_to_vector(gradient(loss, with_numbers<nn::lstm_cell<T, in, width>>(4))));
  return r;
}

template <class T>
constexpr report of_a_loss() {
  report r;
  const auto table = launder(filled<tensor<T, axis<"word", 9>, width>>(5));
  const auto out = launder(filled<tensor<T, width, axis<"word", 9>>>(6));
  const auto ids = as_token_ids<9>(tensor<int, token>{4, 0, 4, 8});
  const auto loss = [&](const auto& w, const auto& v) {
    const auto rows = rms_norm<"width">(silu(embedding(ids, w)), 1e-5);
    return cross_entropy(matmul(rows, v), ids, {.label_smoothing = 0.25});
  };
  const auto slopes = gradient(loss, table, out);
  r.bits(std::get<0>(slopes));
  r.bits(std::get<1>(slopes));
  return r;
}

constexpr recorded behaviours[] = {
    {{"gradient of an encoder layer, float", of_an_encoder_layer<float>},
     0x86dc2b69427edbf7,
     0xbd1f5fd6a48e4f65},
    {{"gradient of an encoder layer, double", of_an_encoder_layer<double>},
     0x6bb3f77656042df1,
     0xf2ad8063095240fc},
    {{"gradient of an LSTM, float", of_a_recurrence<float>},
     0xae30e7b133ca60b2,
     0x516364e8a65f06f5},
    {{"gradient of an LSTM, double", of_a_recurrence<double>},
     0xca5250ea78f07d62,
     0x4b29e28862f957a0},
    {{"gradient of a loss, float", of_a_loss<float>}, 0x770e5cc9145f596f, 0xf353205a7cb3f65e},
    {{"gradient of a loss, double", of_a_loss<double>}, 0x52c0e7aaa0df800b, 0xa586bb0ccbd2d1dd},
};

// --- 1,000 steps of microgpt -------------------------------------------------------------------------

using training = microgpt::training;
using step = void (*)(training&, std::size_t begin, int steps);

template <std::size_t... Tokens>
bool all_steps(std::index_sequence<Tokens...>) {
  constexpr std::uint64_t wanted = recorded{{}, 0xe368dbed255a140c, 0xf6cd8a3eeba68485}.hash();
  constexpr step by_length[] = {nullptr, &microgpt::train<Tokens + 1>...};
  microgpt::drawing d;
  d.shuffle();
  d.draw(d.weights.size());
  training t(vector_to_parameters<microgpt::model>(d.weights));
  std::size_t begin = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::size_t length = microgpt::length_of_name(begin);
    by_length[microgpt::tokens_in(length)](t, begin, 1000);
    begin += length + 1;
  }
  report r;
  r.bits(parameters_to_vector(t.weights));
  if (r.hash != wanted)
    std::printf("1,000 steps of microgpt: the program's bits are 0x%016llx\n",
                static_cast<unsigned long long>(r.hash));
  return r.hash == wanted;
}

}  // namespace learning_bits

bool bits_of_learning() {
  const bool gradients = agree<learning_bits::behaviours>("learning");
  return learning_bits::all_steps(std::make_index_sequence<microgpt::context>{}) && gradients;
}

}  // namespace attn_tests
