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
constexpr std::uint64_t recorded = 0x6997f008456bc9c5;

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
  r.bits(attn::erf(a));
  r.bits(attn::exp(a));
  r.bits(attn::sigmoid(a));
  r.bits(attn::cos(a));
  r.bits(attn::sin(a));
  r.bits(attn::log(map(multiply(a, a), [](T x) { return x + T(0.125); })));
  r.bits(attn::log1p(multiply(a, a)));
  r.bits(attn::pow(map(multiply(a, a), [](T x) { return x + T(0.125); }), T(-2.375)));
  r.bits(attn::sqrt(multiply(a, a)));
  r.bits(attn::tanh(a));
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
  auto in_place = a;
  softmax_into<1>(in_place, in_place);
  r.bits(in_place);
  r.bits(log_softmax<1>(a));
  r.bits(log_softmax<0>(a));
  r.bits(logsumexp<1>(a));
  r.bits(logsumexp<0>(a));
  r.bits(expand<dim<3>>(a));
  r.bits(permute<1, 0>(a));
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
  r.bits(online_attention<3>(q, k, v));
  r.bits(hard_attention(q, k, v));
  r.bits(similarity_attention(q, k, v));
  r.bits(linear_attention(q, k, v));
  r.bits(column_attention(transpose(q), transpose(k), transpose(v)));
}

// Scores of states of two widths: additive, concatenated, by a matrix.
template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dh, std::size_t Ds,
          std::size_t Hidden>
constexpr void score(report& r) {
  const auto h = launder(filled<matrix<T, Tq, Dh>>(Tq, T(2)));
  const auto s = launder(filled<matrix<T, Tk, Ds>>(Tk + 50, T(2)));
  const auto w = launder(filled<matrix<T, Hidden, Dh + Ds>>(Hidden));
  const auto u = launder(filled<tensor<T, dim<Hidden>>>(Hidden + 30));
  const auto general = launder(filled<matrix<T, Dh, Ds>>(Dh + 70));
  r.bits(concat_score(h, s, w, u));
  r.bits(additive_score(h, s, narrow<1, Dh>(w, 0), narrow<1, Ds>(w, Dh), u));
  r.bits(general_score(h, s, general));
}

// Two heads of keys and values for four of queries.
template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv>
constexpr void attend_in_groups(report& r) {
  const auto q = launder(filled<tensor<T, dim<4>, dim<Tq>, dim<Dk>>>(Tq, T(2)));
  const auto k = launder(filled<tensor<T, dim<2>, dim<Tk>, dim<Dk>>>(Tk + 50, T(2)));
  const auto v = launder(filled<tensor<T, dim<2>, dim<Tk>, dim<Dv>>>(Dv + 90));
  r.bits(grouped_query_attention(q, k, v));
}

// Masks of every kind, what is done to scores before them, and what is left out after them.
template <class T, std::size_t Tq, std::size_t Tk, std::size_t Dk, std::size_t Dv>
constexpr void attend_with_masks(report& r) {
  const auto q = launder(filled<matrix<T, Tq, Dk>>(Tq, T(4)));
  const auto k = launder(filled<matrix<T, Tk, Dk>>(Tk + 50, T(4)));
  const auto v = launder(filled<matrix<T, Tk, Dv>>(Dv + 90));
  const auto bias = biased_by(launder(filled<matrix<T, Tq, Tk>>(Dk + 70)));
  keep_mask<dim<Tq>, dim<Tk>> some;
  for (std::size_t i = 0; i < some.size(); ++i) some.data()[i] = i % 3 != 1;
  const auto entries = launder(some);
  constexpr auto zero = fully_masked<zero_rows>;
  r.bits(attention_weights(q, k, entries, zero));
  r.bits(attention_weights(q, k, causal<bottom_right>, zero, bias));
  r.bits(scaled_dot_product_attention(q, k, v, causal<top_left> & entries, zero, skip_masked));
  r.bits(scaled_dot_product_attention(q, k, v, sliding_window<2, 1, top_left>, zero, bias,
                                      soft_capped_by(T(1.5))));
  r.bits(scaled_dot_product_attention(q, k, v, valid_keys(launder(Tk / 2 + 1)), scaled_by(T(0.7))));
  r.bits(zeroed_outside(attention_weights(q, k), as_ignore(entries)));
}

// Heads that are cut from one matrix, and heads with a matrix each.
template <class T, std::size_t Heads, std::size_t Tokens, std::size_t Width, std::size_t Dk,
          std::size_t Dv>
constexpr void attend_with_heads(report& r) {
  using heads = dim<Heads>;
  const auto x = launder(filled<matrix<T, Tokens, Width>>(Tokens, T(2)));
  const auto w_q = launder(filled<matrix<T, Width, Heads * Dk>>(Dk + 20, T(2)));
  const auto w_k = launder(filled<matrix<T, Width, Heads * Dk>>(Dk + 40, T(2)));
  const auto w_v = launder(filled<matrix<T, Width, Heads * Dv>>(Dv + 60));
  const auto w_o = launder(filled<matrix<T, Heads * Dv, Width + 1>>(Dv + 80));
  r.bits(multi_head_self_attention<heads>(x, w_q, w_k, w_v, w_o));
  r.bits(multi_head_attention_weights<heads>(x, x, w_q, w_k, scaled_by(T(0.7))));
  r.bits(attention_of_slices<heads>(matmul(x, w_q), matmul(x, w_k), matmul(x, w_v), unscaled));
  r.bits(multi_head_attention(x, x, x, split_heads<heads, dim<Dk>>(w_q),
                              split_heads<heads, dim<Dk>>(w_k), split_heads<heads, dim<Dv>>(w_v),
                              split<0, heads, dim<Dv>>(w_o)));
  r.bits(project_heads(x, split_heads<heads, dim<Dv>>(w_v)));
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
// What the shapes above do not reach: a register for all, one column, operands that are transposed or
// packed; and a right operand whose rows are a kilobyte apart.
template <class T>
constexpr report other_kernels() {
  report r;
  product<T, 2, 5, 3>(r);
  product<T, 17, 5, 1>(r);
  const auto x = launder(filled<matrix<T, 9, 12>>(1));
  r.bits(linear<output_by_input>(x, launder(filled<matrix<T, 23, 12>>(2))));
  r.bits(linear<output_by_input>(x, launder(filled<matrix<T, 3, 12>>(3))));
  r.bits(matmul(x, packed(launder(filled<matrix<T, 12, 23>>(4)))));
  return r;
}
template <class T>
constexpr report panels() {
  report r;
  product<T, 17, 33, 1024 / sizeof(T)>(r);
  return r;
}
template <class T>
constexpr report attentions() {
  report r;
  attend<T, 1, 1, 1, 1>(r);
  attend<T, 3, 3, 3, 3>(r);
  attend<T, 2, 5, 3, 4>(r);
  attend<T, 7, 11, 13, 5>(r);
  score<T, 3, 5, 4, 2, 6>(r);
  score<T, 1, 17, 7, 9, 16>(r);
  return r;
}
template <class T>
constexpr report attentions_larger() {
  report r;
  attend<T, 16, 16, 8, 16>(r);
  attend<T, 17, 19, 16, 33>(r);
  return r;
}
template <class T>
constexpr report masks() {
  report r;
  attend_with_masks<T, 1, 1, 1, 1>(r);
  attend_with_masks<T, 2, 5, 3, 4>(r);
  attend_with_masks<T, 7, 3, 2, 5>(r);
  attend_with_masks<T, 5, 17, 4, 9>(r);
  return r;
}
template <class T, std::size_t Rows, std::size_t In, std::size_t Out>
constexpr void layer(report& r) {
  using torch = nn::linear<T, dim<In>, dim<Out>, output_by_input>;
  const auto dense = launder(splitmix_parameters<splitmix::s24, torch>(In));
  const auto x = launder(filled<matrix<T, Rows, In>>(Rows, T(3)));
  r.bits(dense(x));
  r.bits(in_layout<input_by_output>(dense)(x));
  r.bits(dense(select<0>(x, 0)));
  r.bits(add_bias(x, select<0>(x, Rows - 1)));
  const auto table = launder(filled<matrix<T, Out, In>>(Out));
  tensor<token_id<Out>, dim<Rows>> ids;
  for (std::size_t i = 0; i < Rows; ++i) ids(i) = token_id<Out>(i * 7 % Out);
  r.bits(embedding(launder(ids), table));
}
template <class T>
constexpr report layers() {
  report r;
  layer<T, 1, 1, 1>(r);
  layer<T, 3, 4, 5>(r);
  layer<T, 7, 16, 33>(r);
  return r;
}

// Positions, and a cache that they stand in.
template <class T, std::size_t Heads, std::size_t Tokens, std::size_t Width>
constexpr void positions(report& r) {
  using heads = dim<Heads>;
  using tokens = dim<Tokens>;
  using wide = dim<Width>;
  const auto first = launder(Tokens * 100);
  r.bits(sinusoidal_positions<tokens, wide, T, interleaved>(first));
  r.bits(sinusoidal_positions<tokens, wide, T, halves_of_tensor2tensor>(first));
  const auto x = launder(filled<tensor<T, heads, tokens, dim<2 * Width>>>(Width, T(2)));
  const auto turned = rotary<interleaved_pairs>(x, {.first_position = first});
  r.bits(turned);
  r.bits(rotary<half_pairs, 2>(interleaved_to_half_pairs<-1>(x)));
  r.bits(alibi_slopes<T, heads>());
  const auto table = launder(filled<tensor<T, heads, dim<2 * Tokens - 1>>>(Width + 1));
  const auto relative = relative_bias<tokens, tokens>(table);
  r.bits(relative);
  key_value_cache<T, dim<Tokens + 3>, dim<2 * Width>, dim<2 * Width>, heads> cache;
  cache.append(turned, x);
  r.bits(cache.attend(turned, causal_from(0)));
  r.bits(cache.attend(select<1>(turned, 0),
                      biased_by(alibi_bias<T, heads, dim<1>, dim<Tokens + 3>>(Tokens - 1))));
}
template <class T>
constexpr report all_positions() {
  report r;
  positions<T, 1, 1, 1>(r);
  positions<T, 3, 5, 4>(r);
  positions<T, 12, 3, 9>(r);
  return r;
}

template <class T>
constexpr report heads() {
  report r;
  attend_with_heads<T, 1, 1, 1, 1, 1>(r);
  attend_with_heads<T, 2, 5, 7, 3, 4>(r);
  attend_with_heads<T, 3, 4, 9, 17, 5>(r);
  attend_with_heads<T, 8, 6, 16, 2, 16>(r);
  attend_in_groups<T, 3, 5, 4, 7>(r);
  attend_in_groups<T, 1, 17, 16, 3>(r);
  return r;
}

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
// Enough arguments for one rounding more or less inside the program to show in some result.
template <class T>
constexpr report many_exps() {
  report r;
  r.bits(attn::exp(launder(filled<tensor<T, dim<2003>>>(7, T(80)))));
  return r;
}
template <class T>
constexpr report many_erfs() {
  report r;
  r.bits(attn::erf(launder(filled<tensor<T, dim<503>>>(8, T(4)))));
  return r;
}
template <class T>
constexpr report many_sigmoids() {
  report r;
  r.bits(attn::sigmoid(launder(filled<tensor<T, dim<503>>>(9, T(90)))));
  return r;
}
template <class T>
constexpr report many_tanhs() {
  report r;
  r.bits(attn::tanh(launder(filled<tensor<T, dim<503>>>(10, T(5)))));
  return r;
}

// 45 are drawn 16 by 16, 7 one after the other, and one is left.
template <class T>
constexpr report random_numbers() {
  report r;
  torch_generator g(launder(12u));
  r.bits(torch_randn<matrix<T, 5, 9>>(g));
  r.bits(torch_randn<tensor<T, dim<7>>>(g));
  r.bits(torch_uniform<matrix<T, 7, 5>>(g, launder(-0.3), launder(0.7)));
  r.bits(torch_rand<tensor<T, dim<3>>>(g));
  r.bits(torch_randn<T>(g));
  return r;
}

// Angles of every size that has a program of its own.
template <class T>
constexpr report many_angles() {
  report r;
  for (const T size : {T(1), T(100), T(1e10)}) {
    const auto angles = launder(filled<tensor<T, dim<301>>>(11, size));
    r.bits(attn::cos(angles));
    r.bits(attn::sin(angles));
  }
  return r;
}

template <class T>
constexpr report many_logarithms() {
  report r;
  const auto x = launder(filled<tensor<T, dim<701>>>(8, T(0.9)));
  r.bits(attn::log1p(x));
  r.bits(attn::log(map(x, [](T element) { return element + T(1); })));
  return r;
}
template <class T>
constexpr report many_powers() {
  report r;
  const auto x = launder(filled<tensor<T, dim<301>>>(9, T(0.9)));
  const auto positive = map(x, [](T element) { return element + T(1); });
  r.bits(attn::pow(positive, T(0.3)));
  r.bits(attn::pow(positive, T(-21.7)));
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

constexpr behaviour behaviours[] = {
    {"elementwise, small, float", elementwise_small<float>},
    {"elementwise, small, double", elementwise_small<double>},
    {"elementwise, larger, float", elementwise_larger<float>},
    {"elementwise, larger, double", elementwise_larger<double>},
    {"elementwise, long, float", elementwise_long<float>},
    {"elementwise, long, double", elementwise_long<double>},
    {"products, float", products<float>},
    {"products, double", products<double>},
    {"products by other kernels, float", other_kernels<float>},
    {"products by other kernels, double", other_kernels<double>},
    {"products by panels, float", panels<float>},
    {"products by panels, double", panels<double>},
    {"attention, float", attentions<float>},
    {"attention, double", attentions<double>},
    {"attention, larger, float", attentions_larger<float>},
    {"attention, larger, double", attentions_larger<double>},
    {"masks, float", masks<float>},
    {"masks, double", masks<double>},
    {"layers, float", layers<float>},
    {"layers, double", layers<double>},
    {"heads, float", heads<float>},
    {"heads, double", heads<double>},
    {"positions, float", all_positions<float>},
    {"positions, double", all_positions<double>},
    {"networks, float", networks<float>},
    {"networks, double", networks<double>},
    {"networks, larger, float", networks_larger<float>},
    {"networks, larger, double", networks_larger<double>},
    {"language models, float", language_models<float>},
    {"language models, double", language_models<double>},
    {"many exps, float", many_exps<float>},
    {"many exps, double", many_exps<double>},
    {"many erfs, float", many_erfs<float>},
    {"many erfs, double", many_erfs<double>},
    {"many sigmoids, float", many_sigmoids<float>},
    {"many sigmoids, double", many_sigmoids<double>},
    {"many tanhs, float", many_tanhs<float>},
    {"many tanhs, double", many_tanhs<double>},
    {"random numbers, float", random_numbers<float>},
    {"random numbers, double", random_numbers<double>},
    {"many angles, float", many_angles<float>},
    {"many angles, double", many_angles<double>},
    {"many logarithms, float", many_logarithms<float>},
    {"many logarithms, double", many_logarithms<double>},
    {"many powers, float", many_powers<float>},
    {"many powers, double", many_powers<double>},
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
