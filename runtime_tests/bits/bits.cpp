// SPDX-License-Identifier: BSL-1.0
// Equal bits, in one number: every operation, float and double, several shapes, evaluated by the
// compiler and executed, compared; and the hash over all of it compared with the one recorded
// below, which every compiler, optimisation level and instruction set must reproduce. CMake builds
// this file once for each of a list of flags; CI runs the list under both compilers.
//
//   bits            checks, prints the hash, and fails if anything differs
#include <attn.hpp>
#include <cstdint>
#include <cstdio>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace {

using namespace attn;
using attn_tests::behaviour;
using attn_tests::filled;
using attn_tests::launder;
using attn_tests::report;

// Recorded by running this program; it changes only when an operation, a shape or the contract
// does.
constexpr std::uint64_t recorded = 0x2955aaf49cb67ffb;

template <class T, std::size_t M, std::size_t N>
constexpr void elementwise(report& r) {
  const auto a = launder(filled<matrix<T, M, N>>(M, T(5)));
  const auto b = launder(filled<matrix<T, M, N>>(N + 100, T(3)));
  const auto c = launder(filled<matrix<T, M, N>>(N + 200));
  r.bits(a + b);
  r.bits(a - b);
  r.bits(-a);
  r.bits(multiply(a, b) + c);  // what would be fused, if it could
  r.bits(c - multiply(a, b));
  r.bits(a * b(0, 0) + c);
  r.bits(T(0.3) * a - b);
  r.bits(a / T(3));
  r.bits(divide(c, map(b, [](T x) { return x + T(7); })));
  r.bits(attn::exp(a));
  r.bits(attn::sqrt(multiply(a, a)));
  r.bits(transpose(a));
  r.bits(sum<0>(a));
  r.bits(sum<1>(a));
  r.bits(mean<0>(a));
  r.bits(mean<1>(multiply(a, a)));
  r.bits(amax<1>(a));
  r.bits(amin<0>(a));
  r.bits(softmax<1>(a));
  r.bits(softmax<0>(a));
  r.bits(softmax_naive<1>(a));
  r.bits(expand<dim<3>>(a));
}

template <class T, std::size_t M, std::size_t K, std::size_t N>
constexpr void product(report& r) {
  r.bits(matmul(launder(filled<matrix<T, M, K>>(M)), launder(filled<matrix<T, K, N>>(N))));
}

template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv>
constexpr void attend(report& r) {
  const auto q = launder(filled<matrix<T, Tq, Dk>>(Tq, T(4)));
  const auto k = launder(filled<matrix<T, Tk, Dk>>(Tk + 50, T(4)));
  const auto v = launder(filled<matrix<T, Tk, Dv>>(Dv + 90));
  r.bits(attention_scores(q, k));
  r.bits(attention_weights(q, k, unscaled));
  r.bits(scaled_dot_product_attention(q, k, v));
  r.bits(scaled_dot_product_attention(q, k, v, scaled_by(T(0.7))));
}

// One; primes; multiples of the lanes of every instruction set, and their neighbours.
template <class T>
constexpr report elementwise_small() {
  report r;
  elementwise<T, 1, 1>(r);
  elementwise<T, 3, 3>(r);
  elementwise<T, 2, 7>(r);
  elementwise<T, 13, 1>(r);
  return r;
}
template <class T>
constexpr report elementwise_larger() {
  report r;
  elementwise<T, 4, 16>(r);
  elementwise<T, 3, 17>(r);
  return r;
}
template <class T>
constexpr report elementwise_long() {
  report r;
  elementwise<T, 2, 65>(r);
  return r;
}
template <class T>
constexpr report products() {
  report r;
  product<T, 1, 1, 1>(r);
  product<T, 3, 3, 3>(r);
  product<T, 7, 4, 3>(r);
  product<T, 5, 9, 1>(r);
  product<T, 1, 5, 16>(r);
  product<T, 8, 8, 8>(r);
  product<T, 9, 12, 17>(r);
  product<T, 16, 16, 32>(r);
  product<T, 11, 3, 49>(r);
  product<T, 6, 40, 64>(r);
  return r;
}
template <class T>
constexpr report attentions() {
  report r;
  attend<T, 1, 1, 1, 1>(r);
  attend<T, 3, 3, 3, 3>(r);
  attend<T, 2, 5, 3, 4>(r);
  attend<T, 7, 11, 13, 5>(r);
  return r;
}
template <class T>
constexpr report attentions_larger() {
  report r;
  attend<T, 16, 16, 8, 16>(r);
  attend<T, 17, 19, 16, 33>(r);
  return r;
}
// Enough arguments for one rounding more or less inside the program to show in some result.
template <class T>
constexpr report many_exps() {
  report r;
  r.bits(attn::exp(launder(filled<tensor<T, dim<2003>>>(7, T(80)))));
  return r;
}
constexpr report integers() {
  report r;
  product<int, 3, 5, 4>(r);
  r.bits(attention_scores(launder(filled<matrix<int, 3, 5>>(1)),
                          launder(filled<matrix<int, 4, 5>>(2))));
  return r;
}

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
template <class T>
constexpr report decoders() {
  report r;
  using decoder =
      nn::decoder<nn::lstm_cell<T, dim<5 + 3>, dim<5>>, nn::embedding<T, dim<7>, dim<3>>,
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

constexpr behaviour behaviours[] = {
    {"elementwise, small, float", elementwise_small<float>},
    {"elementwise, small, double", elementwise_small<double>},
    {"elementwise, larger, float", elementwise_larger<float>},
    {"elementwise, larger, double", elementwise_larger<double>},
    {"elementwise, long, float", elementwise_long<float>},
    {"elementwise, long, double", elementwise_long<double>},
    {"products, float", products<float>},
    {"products, double", products<double>},
    {"attention, float", attentions<float>},
    {"attention, double", attentions<double>},
    {"attention, larger, float", attentions_larger<float>},
    {"attention, larger, double", attentions_larger<double>},
    {"many exps, float", many_exps<float>},
    {"many exps, double", many_exps<double>},
    {"integers", integers},
    {"recurrence, float", recurrence<float>},
    {"recurrence, double", recurrence<double>},
    {"decoders, float", decoders<float>},
    {"decoders, double", decoders<double>},
};

template <std::size_t... I>
bool compare(std::uint64_t& hash, std::index_sequence<I...>) {
  bool equal = true;
  const auto one = [&](const behaviour& b, const report& by_the_compiler) {
    const report now = b.run();
    if (now.hash != by_the_compiler.hash) {
      std::printf("%s: the program's bits are not the compiler's\n", b.name);
      equal = false;
    }
    hash = (hash ^ now.hash) * 1099511628211u;
  };
  (one(behaviours[I], attn_tests::proved<behaviours, I>), ...);
  return equal;
}

}  // namespace

int main() {
  std::uint64_t hash = 14695981039346656037u;
  const bool equal = compare(hash, std::make_index_sequence<std::size(behaviours)>{});
  std::printf("bits: %016llx\n", static_cast<unsigned long long>(hash));
  if (hash != recorded)
    std::printf("recorded: %016llx\n", static_cast<unsigned long long>(recorded));
  return equal && hash == recorded ? 0 : 1;
}
