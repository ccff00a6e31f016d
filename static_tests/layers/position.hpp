// SPDX-License-Identifier: BSL-1.0
// Behaviours of position, position_layer, rotary of attn/layers/.
#pragma once

#include "static_tests/reference/attention_rope.hpp"
#include "static_tests/reference/layers.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::layers_position_tests {
using token = axis<"token", 5>;
using width_8 = axis<"width", 8>;

// The same columns in another order.
template <class T, std::size_t D> constexpr void same_columns(report& r) {
  const auto first = launder(std::size_t{3});
  const auto a = sinusoidal_positions<dim<4>, dim<D>, T, interleaved>(first);
  const auto b = sinusoidal_positions<dim<4>, dim<D>, T, halves>(first);
  for (std::size_t t = 0; t < 4; ++t)
    for (std::size_t j = 0; j < D; ++j)
      r.check(a(t, j) == b(t, j % 2 == 0 ? j / 2 : (D + 1) / 2 + j / 2));
  r.bits(b);
}

// Computed with mpmath.
inline constexpr expected<matrix<double, 3, 6>> t2t_3x6{
    matrix<double, 3, 6>{{0.0, 0.0, 0.0, 1.0, 1.0, 1.0},
        {0.8414709848078965, 0.009999833334166664, 9.999999983333333e-05, 0.5403023058681398,
            0.9999500004166653, 0.999999995},
        {0.9092974268256817, 0.01999866669333308, 0.00019999999866666666, -0.4161468365471424,
            0.9998000066665778, 0.9999999800000001}},
    5e-16, 0, 1e-7, 0};
inline constexpr expected<matrix<double, 2, 5>> t2t_2x5_from_7{
    matrix<double, 2, 5>{
        {0.6569865987187891, 0.0006999999428333347, 0.7539022543433046, 0.99999975500001, 0.0},
        {0.9893582466233818, 0.0007999999146666694, -0.14550003380861354, 0.999999680000017, 0.0}},
    5e-15, 0, 1e-7, 0};
// Position 100000 of width 8: as far as an angle goes, and not less exact in float.
inline constexpr expected<matrix<double, 1, 8>> far{
    matrix<double, 1, 8>{
        {0.03574879797201651, -0.9993608074382124, -0.30561438888825215, -0.9521553682590148,
            0.8268795405320025, 0.5623790762907029, -0.5063656411097588, 0.8623188722876839}},
    1e-11, 0, 6e-8, 0};

using token_3 = axis<"token", 3>;
using position = axis<"position", 7>;
using width_5 = axis<"width", 5>;
template <class T> using learned = nn::learned_positions<T, position, width_5>;
template <class T, class Layout = interleaved>
using sines = nn::sinusoidal_positions<T, position, width_5, Layout>;
using width = axis<"width", 6>;

template <class T, class Layout> constexpr void at_position_0_nothing_moves(report& r) {
  const auto x = launder(filled<tensor<T, head, axis<"token", 1>, width>>(1, T(9)));
  r.check(rotary<Layout>(x) == x);
  r.bits(rotary<Layout>(x));
}

// Every token for itself, where it stands: what a decoder with a cache does.
template <class T, class Layout> constexpr void token_by_token(report& r) {
  const auto x = launder(filled<tensor<T, head, token, width>>(2));
  const auto all = rotary<Layout>(x);
  for (std::size_t t = 0; t < token::size; ++t)
    r.check(bitwise_equal(rotary<Layout>(narrow<"token", 1>(x, t), {.first_position = t}),
        narrow<"token", 1>(all, t)));
}

// A query's score with a key depends on how far apart they are, and not on where.
template <class T, class Layout> constexpr void scores_depend_on_the_distance(report& r) {
  const auto x = launder(filled<tensor<T, dim<3>, width>>(4));
  const auto k = launder(filled<tensor<T, dim<3>, width>>(5));
  const auto here = attention_scores(rotary<Layout>(x), rotary<Layout>(k));
  for (const std::size_t shift : {1u, 30u, 1000u}) {
    const rotary_options there{.first_position = shift};
    const auto moved = attention_scores(rotary<Layout>(x, there), rotary<Layout>(k, there));
    r.check(allclose(moved, here, default_rtol<T>, T(16) * default_atol<T>));
  }
  // Rotated alone, the queries do not find their keys again.
  r.check(!allclose(attention_scores(rotary<Layout>(x, {.first_position = 1}), rotary<Layout>(k)),
      here, T(0.01), T(0.01)));
  // The same token at every place: one score for each distance.
  tensor<T, token, width> same;
  for (std::size_t t = 0; t < token::size; ++t)
    for (std::size_t j = 0; j < width::size; ++j) same(t, j) = x(0, j);
  const auto s = attention_scores(rotary<Layout>(same), rotary<Layout>(same));
  for (std::size_t t = 1; t < token::size; ++t)
    for (std::size_t j = 1; j < token::size; ++j)
      r.check(allclose(s(t, j), s(t - 1, j - 1), default_rtol<T>, T(16) * default_atol<T>));
  r.bits(here);
}

template <class T, class Layout> constexpr void lengths_stay(report& r) {
  const auto x = launder(filled<tensor<T, token, width>>(6));
  const auto y = rotary<Layout>(x, {.first_position = 50});
  r.check(allclose(sum<"width">(multiply(y, y)), sum<"width">(multiply(x, x))));
}

template <class T, class Layout> constexpr void the_first_features(report& r) {
  const auto x = launder(filled<tensor<T, head, token, axis<"width", 7>>>(7));  // odd: no matter
  const auto y = rotary<Layout, 4>(x, {.first_position = 2});
  r.check(bitwise_equal(
      narrow<"width", 4>(y, 0), rotary<Layout>(narrow<"width", 4>(x, 0), {.first_position = 2})));
  r.same(narrow<"width", 3>(y, 4), narrow<"width", 3>(x, 4));
  r.same(rotary<Layout, 4>(x, launder(tensor<int, token>{2, 3, 4, 5, 6})), y);
  const auto z = narrow<"width", 6>(x, 0);
  r.same(rotary<Layout, 6>(z), rotary<Layout, all_features>(z));
}

// Computed with PyTorch 1.13 in double, by the formulas of Hugging Face's modeling_rope_utils.py.
inline constexpr expected<tensor<double, dim<6>>> f_linear{
    {0.4, 0.08617738760127536, 0.01856635533445112, 0.004, 0.0008617738760127537,
        0.00018566355334451108},
    0, 4e-15, 0, 4e-15};
inline constexpr expected<tensor<double, dim<6>>> f_ntk{
    {1.0, 0.16327561755730102, 0.026658927288718035, 0.004352752816480621, 0.0007106984041851551,
        0.00011603972084031945},
    0, 4e-15, 0, 4e-15};
inline constexpr expected<tensor<double, dim<6>>> f_dynamic{
    {1.0, 0.16424949748106668, 0.026977897422782927, 0.004431106094787859, 0.0007278069493541979,
        0.00011954192569465503},
    0, 4e-15, 0, 4e-15};
inline constexpr expected<tensor<double, dim<8>>> f_llama3{
    {1.0, 0.19392274474868576, 0.03760603093086393, 0.0072926647372171085, 0.0005248461609929547,
        3.428102195952591e-05, 6.647869871181236e-06, 1.2891731721515574e-06},
    0, 4e-15, 0, 4e-15};
inline constexpr expected<tensor<double, dim<8>>> f_yarn{
    {1.0, 0.2569350598886808, 0.0625, 0.01383496476323666, 0.0025, 0.0007905694150420947, 0.00025,
        7.905694150420948e-05},
    0, 4e-15, 0, 4e-15};
inline constexpr expected<tensor<double, dim<8>>> f_yarn_untruncated{
    {1.0, 0.25397231355700634, 0.05539863663460478, 0.00963994285097862, 0.0025,
        0.0007905694150420947, 0.00025, 7.905694150420948e-05},
    0, 4e-15, 0, 4e-15};
inline constexpr expected<tensor<double, dim<4>>> f_yarn_clamped{
    {1.0, 0.2, 0.02, 0.002}, 0, 4e-15, 0, 4e-15};
inline constexpr expected<tensor<double, dim<2>, dim<2>, dim<3>, dim<7>>> yarn_2x2x3x7{
    {{{{0.6477534989983917, 0.4345208154838092, -0.8501360119535196, 1.8242927977142456,
           -0.11732941248157155, -1.4255814150159105, 0.5},
          {-1.0412183950872134, 1.228347340939428, 0.0018398238647947174, -1.0310937265957214,
              0.7990324331966013, -0.5693117452181389, 1.25},
          {0.38782601750542495, -1.2619068960173707, 0.8528927776287248, -0.22839770197588932,
              1.4680666854882765, 0.28787502558697203, -0.875}},
         {{0.6920601272954221, -0.2346588249631431, -1.5686761720967983, -0.8342571875119561,
              -0.8690416309676184, 1.1344090419035209, -0.125},
             {-1.0086781400256488, 0.5679354050731268, -0.7075000778268854, 1.627626310011709,
                 0.0396058563800857, -1.2832512065718058, 0.625},
             {0.3188566310590713, 1.3493039613588698, 0.14393751279348602, -1.2324474389626285,
                 0.9666397620211281, -0.4264463888143624, 1.375}}},
        {{{-0.37729746355051735, -1.0323639154399245, 0.9967601352235798, -0.14037894463178696,
              -1.5420738497786997, 0.4259125585570191, -0.75},
             {1.094265926328855, -0.15057680198551526, -1.4225966535759011, -0.6505215780060916,
                 -0.709943944985079, 1.2817245243977282, 0.0},
             {-1.2809581156259877, 0.7116433975699932, -0.5693147180559945, 1.4232867951399863,
                 0.14232867951399863, -1.138629436111989, 0.75}},
            {{-0.7282448251299848, 1.5883138833047927, 0.2843505560849831, 0.8028647142445064,
                 0.9597010056132068, -0.28496383165543865, -1.375},
                {0.11093608708069086, -0.8704299927265553, 1.1389359087838962, -0.4361968760837367,
                    -1.4132817261328507, 0.5687013598176844, -0.625},
                {1.2809581156259877, 0.0, -1.2809581156259877, 0.7116433975699932,
                    -0.5693147180559945, 1.4232867951399863, 0.125}}}},
    4e-15, 0, 2e-6, 0};

template <class T> constexpr auto eighths() {  // as the reference has them
  tensor<T, batch, head, axis<"token", 3>, axis<"width", 7>> x;
  for (std::size_t i = 0; i < x.volume; ++i) x.data()[i] = (T(int(i * 37 % 23)) - 11) / 8;
  return x;
}
using token_of_3 = axis<"token", 3>;

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/layers/position.hpp promises.
  tests.proved<double, float>("as the paper", []<class T>(report& r) {
    namespace expected = reference::layers_positional_encoding;
    const auto first = launder(std::size_t{0});
    const auto p = sinusoidal_positions<axis<"token", 6>, width_8, T, interleaved>(first);
    has_type<tensor<T, axis<"token", 6>, width_8>>(p);
    r.check(near(p, expected::PE_6x8));
    const auto odd = sinusoidal_positions<dim<3>, dim<5>, T, interleaved>(first);
    r.check(near(odd, expected::PE_3x5));  // one sine more
    r.check(near(sinusoidal_positions<dim<10>, dim<2>, T, interleaved>(first), expected::PE_10x2));
    r.check(near(sinusoidal_positions<dim<4>, dim<4>, T, interleaved>(first), expected::PE_4x4));
    r.bits(p);
    r.bits(odd);
  });
  tests.proved<double, float>("halves are the same columns", []<class T>(report& r) {
    for_sizes<1, 2, 5, 6>([&]<std::size_t N>() { same_columns<T, N>(r); });
  });
  tests.proved<double, float>("as Tensor2Tensor", []<class T>(report& r) {
    const auto p =
        sinusoidal_positions<dim<3>, dim<6>, T, halves_of_tensor2tensor>(launder(std::size_t{0}));
    r.check(near(p, t2t_3x6));
    const auto q =
        sinusoidal_positions<dim<2>, dim<5>, T, halves_of_tensor2tensor>(launder(std::size_t{7}));
    r.check(near(q, t2t_2x5_from_7));
    r.check(q(0, 4) == T(0) && q(1, 4) == T(0));
    // Width 2 has one wave, the shortest; width 1 has none.
    const auto two = sinusoidal_positions<dim<2>, dim<2>, T, halves_of_tensor2tensor>(1);
    r.same(two, sinusoidal_positions<dim<2>, dim<2>, T, interleaved>(1));
    r.check(sinusoidal_positions<dim<2>, dim<1>, T, halves_of_tensor2tensor>(1) ==
            matrix<T, 2, 1>{{0}, {0}});
    r.bits(p);
    r.bits(q);
  });
  tests.proved<double, float>("far away", []<class T>(report& r) {
    const auto p =
        sinusoidal_positions<dim<1>, dim<8>, T, interleaved>(launder(std::size_t{100000}));
    r.check(near(p, far));
    r.bits(p);
  });
  // Where a sequence goes on, its positions do.
  tests.proved<double, float>("from any position on", []<class T>(report& r) {
    const auto all = sinusoidal_positions<token, width_8, T, halves>();
    const auto rest =
        sinusoidal_positions<axis<"token", 2>, width_8, T, halves>(launder(std::size_t{3}));
    r.same(rest, narrow<"token", 2>(all, 3));
    r.same(all, sinusoidal_positions<token, width_8, T, halves>(0));
  });
  // Float has the numbers of double, rounded once.
  tests.proved("float is double, rounded", [](report& r) {
    const auto first = launder(std::size_t{777});
    r.same(sinusoidal_positions<token, width_8, float, interleaved>(first),
        as<float>(sinusoidal_positions<token, width_8, double, interleaved>(first)));
  });
  // Learnt positions are an embedding of the positions; these are one that is not learnt.
  tests.proved("as an embedding", [](report& r) {
    nn::embedding<float, token, width_8> learnt;
    learnt.weight = sinusoidal_positions<token, width_8, float, interleaved>();
    const auto places = launder(tensor<token_id<5>, axis<"word", 3>>{4, 0, 2});
    const auto rows = learnt(places);
    r.same(select<"word">(rows, 0), select<"token">(learnt.weight, 4));
    r.bits(rows);
  });
  // Sines and cosines go on in front of the first position; no sum of sizes wraps to it.
  tests.proved("in front of the first", [](report& r) {
    const auto x =
        sinusoidal_positions<axis<"token", 3>, width_8, double, interleaved>(launder(-2));
    const auto y = sinusoidal_positions<axis<"token", 3>, width_8, double, interleaved>(0);
    for (int i = 0; i < 8; ++i) {
      r.check(x(2, i) == y(0, i));
      r.check(x(0, i) == (i % 2 == 0 ? -y(2, i) : y(2, i)));
    }
    r.bits(x);
    const auto end = sinusoidal_positions<axis<"token", 3>, width_8, double, interleaved>(
        launder(~std::uint64_t{}));
    r.same(select<"token">(end, 0), select<"token">(end, 2));  // all are 2^64
    r.check(end(0, 0) == math::sin(0x1p64));
    r.bits(end);
    const auto before = sinusoidal_positions<axis<"token", 3>, width_8, double, interleaved>(
        launder(-(std::int64_t{1} << 40)));
    r.check(before(1, 0) == math::sin(1 - 0x1p40));
    r.bits(before);
  });
  // Positions for each token: of a batch, or the same for all texts. With `first`, they are the
  // positions from it on.
  tests.proved<float, double>("positions for each text", []<class T>(report& r) {
    using texts = axis<"batch", 3>;
    using places = axis<"position", 7>;
    const nn::learned_positions<T, places, width> table{filled<tensor<T, places, width>>(20)};
    const nn::sinusoidal_positions<T, places, width, halves> waves{};
    const auto x = launder(filled<tensor<T, texts, token, width>>(21));
    const auto at =
        launder(tensor<int, texts, token>{{0, 1, 2, 3, 4}, {0, 0, 0, 1, 2}, {6, 5, 4, 3, 2}});
    const auto by_table = table(x, at);
    const auto by_waves = waves(x, at);
    for (std::size_t b = 0; b < 3; ++b)
      for (std::size_t t = 0; t < token::size; ++t) {
        const auto one = narrow<0, 1>(select<0>(x, b), t);
        const auto p = static_cast<std::size_t>(at(b, t));
        r.same(narrow<0, 1>(select<0>(by_table, b), t), table(one, p));
        r.same(narrow<0, 1>(select<0>(by_waves, b), t), waves(one, p));
      }
    const tensor<long, token> from_2{2, 3, 4, 5, 6};
    r.same(table(x, from_2), table(x, 2));
    r.same(waves(select<0>(x, 1), from_2), waves(select<0>(x, 1), 2));
    const nn::no_positions<T, places, width> none{};
    r.same(none(x, at), x);
    cost_is_counted(
        r, cost_of<nn::learned_positions<T, places, width>, tensor<T, texts, token, width>>(),
        [&](const auto& f, const auto& y) { return f(y, at); }, table, x);
  });
  tests.proved("positions of texts name their rules", [](report& r) {
    using rules::positions_of_texts;
    using texts = axis<"batch", 3>;
    using x = shape<texts, token, width>;
    r.check(positions_of_texts<true, x, tensor<int, texts, token>>::all::value);
    r.check(positions_of_texts<true, x, tensor<int, token>>::all::value);
    r.check(!positions_of_texts<true, x, tensor<float, token>>::integers::value);
    r.check(!positions_of_texts<true, x, tensor<int>>::ranks::value);
    r.check(!positions_of_texts<true, x, tensor<int, texts>>::one_each::value);
    r.check(!positions_of_texts<true, x, tensor<int, axis<"batch", 2>, token>>::texts_fit::value);
  });
  tests.proved("an archetype will do", [](report& r) {
    r.same(values_of(sinusoidal_positions<token, width_8, archetype, interleaved>()),
        sinusoidal_positions<token, width_8, double, interleaved>());
  });
  tests.proved("a call names its rules", [](report& r) {
    r.check(rules::sinusoids_call<float, token, width_8, halves>::all::value);
    r.check(!rules::sinusoids_call<float, token, width_8, void>::known_layout::value);
    r.check(!rules::sinusoids_call<int, token, width_8, halves>::floating_point::value);
    r.check(!rules::sinusoids_call<float, token, token, halves>::distinct_result::value);
  });
  // What attn/layers/position.hpp promises.
  // What may not be added: static_tests/rejected/layers.cpp.
  tests.proved("by hand", [](report& r) {
    using two = axis<"two", 2>;
    constexpr nn::learned_positions<double, axis<"position", 4>, two> table{
        {{10, 20}, {30, 40}, {50, 60}, {70, 80}}};
    const auto x = launder(tensor<double, token_3, two>{{1, 2}, {3, 4}, {5, 6}});
    r.check(table(x) == tensor<double, token_3, two>{{11, 22}, {33, 44}, {55, 66}});
    r.check(table(x, 1) == tensor<double, token_3, two>{{31, 42}, {53, 64}, {75, 86}});
  });
  // One position more would be position_is_after_the_last: a rejected program.
  // The rows that are added: of the table, or of sinusoidal_positions, from `first` on.
  tests.proved<float, double>("is an addition", []<class T>(report& r) {
    const auto table = launder(learned<T>{filled<tensor<T, position, width_5>>(1)});
    const auto x = launder(filled<tensor<T, token_3, width_5>>(2));
    const auto all = sinusoidal_positions<position, width_5, T, interleaved>();
    for (std::size_t first = 0; first < 5; ++first) {
      const auto y = table(x, first);
      has_type<tensor<T, token_3, width_5>>(y);
      r.same(y, x + with_axes<token_3, width_5>(narrow<0, 3>(table.weight, first)));
      const auto z = sines<T>{}(x, first);
      r.same(z, x + with_axes<token_3, width_5>(narrow<0, 3>(all, first)));
    }
    r.check(bitwise_equal(table(x), table(x, 0)) && bitwise_equal(sines<T>{}(x), sines<T>{}(x, 0)));
    r.check(!bitwise_equal(sines<T>{}(x), sines<T, halves>{}(x)));
  });
  tests.proved<float, double>("every sequence of a batch", []<class T>(report& r) {
    const auto table = launder(learned<T>{filled<tensor<T, position, width_5>>(1)});
    const auto x = launder(filled<tensor<T, batch, token_3, width_5>>(2));
    independent_of_leading_axes<"batch">(r, [&](const auto& y) { return table(y, 2); }, x);
    independent_of_leading_axes<"batch">(r, sines<T>{}, x);
    // Rows without names keep none.
    const auto bare = launder(filled<matrix<T, 3, 5>>(2));
    static_assert(std::is_same_v<decltype(table(bare)), matrix<T, 3, 5>>);
    r.same(table(bare), table(with_axes<token_3, width_5>(bare)));
  });
  tests.proved("parameters", [](report& r) {
    static_assert(parameter_count<learned<float>> == 35);
    const learned<float> table{filled<tensor<float, position, width_5>>(1)};
    r.check(parameter<"weight">(table) == table.weight);
    r.check(as<float>(as<double>(table)) == table);
    static_assert(std::is_same_v<detail::with_element<sines<float>, double>, sines<double>>);
    r.check(sines<float>{} == sines<float>{});
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto weight = filled<tensor<double, position, width_5>>(1);
    const auto x = filled<tensor<double, token_3, width_5>>(2);
    const learned<archetype> table{as_archetype(weight)};
    r.same(values_of(table(as_archetype(x), 4)), learned<double>{weight}(x, 4));
  });
  // What attn/layers/rotary.hpp promises.
  // base_of_rotary_must_be_positive, numbers_of_rotary_scaling_must_be_positive: rejected programs, and runtime_tests/learning/options.cpp.
  tests.proved<double, float>("as the reference", []<class T>(report& r) {
    namespace expected = reference::attention_rope;
    const auto x = launder(with_axes<token, width>(as<T>(expected::X)));
    const auto k = launder(with_axes<token, width>(as<T>(expected::K)));
    const auto x_interleaved = rotary<interleaved_pairs>(x);
    const auto k_interleaved = rotary<interleaved_pairs>(k);
    has_type<tensor<T, token, width>>(x_interleaved);
    r.check(near(x_interleaved, expected::X_interleaved));
    r.check(near(k_interleaved, expected::K_interleaved));
    r.check(near(attention_scores(x_interleaved, k_interleaved), expected::scores_interleaved));
    const auto x_half = rotary<half_pairs>(x), k_half = rotary<half_pairs>(k);
    r.check(near(x_half, expected::X_half));
    r.check(near(k_half, expected::K_half));
    r.check(near(attention_scores(x_half, k_half), expected::scores_half));
    r.bits(x_interleaved);
    r.bits(x_half);
  });
  // Two heads, positions 7 to 9.
  tests.proved<double, float>("as the reference, further on", []<class T>(report& r) {
    namespace expected = reference::attention_rope_offset;
    const auto x = launder(as<T>(expected::X)), k = launder(as<T>(expected::K));
    const rotary_options from_7 = launder(rotary_options{.first_position = 7});
    const auto x_interleaved = rotary<interleaved_pairs>(x, from_7);
    const auto k_interleaved = rotary<interleaved_pairs>(k, from_7);
    r.check(near(x_interleaved, expected::X_interleaved));
    r.check(near(k_interleaved, expected::K_interleaved));
    r.check(near(attention_scores(x_interleaved, k_interleaved), expected::scores_interleaved));
    const auto x_half = rotary<half_pairs>(x, from_7), k_half = rotary<half_pairs>(k, from_7);
    r.check(near(x_half, expected::X_half));
    r.check(near(k_half, expected::K_half));
    r.check(near(attention_scores(x_half, k_half), expected::scores_half));
    r.bits(x_interleaved);
    r.bits(x_half);
  });
  tests.proved("at position 0 nothing moves, double",
      [](report& r) { at_position_0_nothing_moves<double, half_pairs>(r); });
  tests.proved("at position 0 nothing moves, float",
      [](report& r) { at_position_0_nothing_moves<float, interleaved_pairs>(r); });
  tests.proved(
      "token by token, double", [](report& r) { token_by_token<double, interleaved_pairs>(r); });
  tests.proved("token by token, float", [](report& r) { token_by_token<float, half_pairs>(r); });
  tests.proved<double, float>("positions one by one", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, head, token, width>>(3));
    const auto counted = launder(tensor<int, token>{4, 5, 6, 7, 8});
    r.check(bitwise_equal(
        rotary<half_pairs>(x, counted), rotary<half_pairs>(x, {.first_position = 4})));
    // Two sentences in one sequence: each begins at 0.
    const auto packed = rotary<interleaved_pairs>(x, launder(tensor<int, token>{0, 1, 0, 1, 2}));
    r.same(narrow<"token", 3>(packed, 2), rotary<interleaved_pairs>(narrow<"token", 3>(x, 2)));
    // A negative position turns back.
    const auto there = rotary<half_pairs>(x, launder(tensor<int, token>{3, 1, 4, 1, 5}));
    const auto back = rotary<half_pairs>(there, launder(tensor<int, token>{-3, -1, -4, -1, -5}));
    r.check(allclose(back, x));
    // A base of one's own.
    r.check(bitwise_equal(rotary<half_pairs>(x, counted, 500.0),
        rotary<half_pairs>(x, {.first_position = 4, .base = 500.0})));
    r.check(rotary<half_pairs>(x, counted, 500.0) != rotary<half_pairs>(x, counted));
    r.bits(packed);
    r.bits(there);
  });
  // And with base 1 all pairs turn alike, one radian a position.
  tests.proved<double, float>("the angle", []<class T>(report& r) {
    const auto one = launder(tensor<T, dim<2>, dim<4>>{{2, 3, 4, 5}, {0.75, 1.25, 0.5, 3}});
    const auto turned = rotary<half_pairs>(one, {.first_position = 4096, .base = 500000});
    r.check(near(select<0>(turned, 1),
        expected<tensor<double, dim<4>>>{
            {0.5234548028449104, 2.5130477475276987, 0.7338222328184095, 2.0608471604284393}, 4e-12,
            0, 5e-7, 0}));
    const auto same = launder(tensor<T, dim<2>, dim<4>>{{2, 3, 4, 5}, {3, 3, 7, 7}});
    const auto alike = rotary<half_pairs>(same, {.base = 1});
    r.check(alike(1, 0) == alike(1, 1) && alike(1, 2) == alike(1, 3));
    r.bits(turned);
  });
  tests.proved("scalings as in Hugging Face", [](report& r) {
    const auto near = [&](const auto& table, const auto& numbers, double magnitude) {
      r.check(attn_tests::near(table.frequencies, numbers));
      r.check(table.magnitude == magnitude);
    };
    near(rotary_frequencies<12>(launder(10000.0), linear_scaling{.factor = 2.5}), f_linear, 1);
    near(rotary_frequencies<12>(launder(10000.0), ntk_scaling{.factor = 4}), f_ntk, 1);
    const dynamic_ntk_scaling dynamic{.factor = 2, .original_length = 2048, .length = 5000};
    near(rotary_frequencies<12>(launder(10000.0), dynamic), f_dynamic, 1);
    near(rotary_frequencies<16>(launder(500000.0), llama3_scaling{}), f_llama3, 1);
    const yarn_scaling yarn{.factor = 4, .original_length = 256};
    near(rotary_frequencies<16>(launder(10000.0), yarn), f_yarn, 1.138629436111989);
    auto other = yarn;
    other.truncate = false;
    other.attention_factor = 0.75;
    near(rotary_frequencies<16>(launder(10000.0), other), f_yarn_untruncated, 0.75);
    other = {.factor = 0.5, .original_length = 40};
    near(rotary_frequencies<8>(launder(10000.0), other), f_yarn_clamped, 1);
    // A scaling that scales nothing; one pair, whose frequency is 1 for each base.
    const auto plain = rotary_frequencies<12>(500);
    r.check(rotary_frequencies<12>(500, linear_scaling{}) == plain);
    r.check(rotary_frequencies<12>(500, ntk_scaling{}) == plain);
    r.check(rotary_frequencies<12>(500, dynamic_ntk_scaling{.factor = 1, .length = 7}) == plain);
    r.check(rotary_frequencies<2>(500, ntk_scaling{.factor = 3}) == rotary_frequencies<2>(500));
  });
  tests.proved<float, double>("a table, and positions for each text", []<class T>(report& r) {
    const auto x = launder(eighths<T>());
    const auto table =
        rotary_frequencies<6>(10000, yarn_scaling{.factor = 4, .original_length = 64});
    const auto positions = positions_from<token_of_3>(launder(tensor<int, batch>{5, -2}));
    has_type<tensor<std::int64_t, batch, token_of_3>>(positions);
    r.check(positions == tensor<std::int64_t, batch, token_of_3>{{5, 6, 7}, {-2, -1, 0}});
    const auto y = rotary<half_pairs>(x, positions, table);
    r.check(near(y, yarn_2x2x3x7));
    r.bits(y);
    // Each text is rotated as if it were alone, and each head, at positions of its own.
    for (std::size_t i = 0; i < 2; ++i) {
      r.same(
          select<"batch">(y, i), rotary<half_pairs>(select<"batch">(x, i), i == 0 ? 5 : -2, table));
      const auto of_text = select<"batch">(positions, i);
      r.same(rotary<interleaved_pairs, 4>(select<"batch">(x, i), of_text, 50.0),
          select<"batch">(rotary<interleaved_pairs, 4>(x, positions, 50.0), i));
    }
    const auto of_heads = launder(
        tensor<int, batch, head, token_of_3>{{{0, 1, 2}, {4, 4, 4}}, {{9, 8, 7}, {1, 0, 1}}});
    const auto z = rotary<half_pairs>(x, of_heads, table);
    r.same(select<"head">(select<"batch">(z, 1), 0),
        rotary<half_pairs>(
            select<"head">(select<"batch">(x, 1), 0), tensor<int, token_of_3>{9, 8, 7}, table));
    // Any frequencies: pair 0 does not turn, pair 1 a radian for each position.
    const auto own = rotary_table(tensor<T, axis<"pair", 2>>{0, 1}, 2.0);
    const auto turned = rotary<half_pairs>(x, launder(1), own);
    r.check(turned(0, 0, 0, 0) == 2 * x(0, 0, 0, 0) && turned(0, 0, 0, 2) == 2 * x(0, 0, 0, 2));
    r.check(rotary_frequencies<4>(1).frequencies == tensor<double, dim<2>>{1, 1});
    const auto by_hand =
        T(2) * (x(0, 0, 0, 1) * T(math::cos(1.0)) - x(0, 0, 0, 3) * T(math::sin(1.0)));
    r.check(allclose(tensor<T>(turned(0, 0, 0, 1)), tensor<T>(by_hand)));
    r.check(turned(1, 1, 2, 5) == x(1, 1, 2, 5));
  });
  tests.proved("the distance, interleaved, double",
      [](report& r) { scores_depend_on_the_distance<double, interleaved_pairs>(r); });
  tests.proved("the distance, interleaved, float",
      [](report& r) { scores_depend_on_the_distance<float, interleaved_pairs>(r); });
  tests.proved("the distance, halves, double",
      [](report& r) { scores_depend_on_the_distance<double, half_pairs>(r); });
  tests.proved("the distance, halves, float",
      [](report& r) { scores_depend_on_the_distance<float, half_pairs>(r); });
  tests.proved("lengths stay, double", [](report& r) { lengths_stay<double, half_pairs>(r); });
  tests.proved("lengths stay, float", [](report& r) { lengths_stay<float, interleaved_pairs>(r); });
  tests.proved(
      "the first features, double", [](report& r) { the_first_features<double, half_pairs>(r); });
  tests.proved("the first features, float",
      [](report& r) { the_first_features<float, interleaved_pairs>(r); });
  tests.proved<double, float>("from layout to layout", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, head, token, width>>(8));
    const auto moved = interleaved_to_half_pairs<"width">(x);
    has_type<tensor<T, head, token, width>>(moved);
    // 0 1 2 3 4 5 -> 0 2 4 1 3 5
    r.same(interleaved_to_half_pairs<0>(launder(tensor<T, dim<6>>{0, 1, 2, 3, 4, 5})),
        tensor<T, dim<6>>{0, 2, 4, 1, 3, 5});
    r.same(half_to_interleaved_pairs<"width">(moved), x);
    r.same(interleaved_to_half_pairs<-1>(half_to_interleaved_pairs<-1>(x)), x);
    // To rotate and to move are one, in either order.
    r.same(rotary<half_pairs>(moved),
        interleaved_to_half_pairs<"width">(rotary<interleaved_pairs>(x)));
    // Of 6 features 4 are rotated, and moved.
    const auto some = interleaved_to_half_pairs<"width", 4>(x);
    r.same(rotary<half_pairs, 4>(some),
        interleaved_to_half_pairs<"width", 4>(rotary<interleaved_pairs, 4>(x)));
    r.same(half_to_interleaved_pairs<"width", 4>(some), x);
    r.bits(moved);
  });
  // Weights that were trained with one layout serve the other: the scores are the same.
  tests.proved<double, float>("weights are converted", []<class T>(report& r) {
    using model = axis<"model", 6>;
    const auto x = launder(filled<tensor<T, token, model>>(9));
    const auto w_q = launder(filled<tensor<T, model, d_k>>(10));
    const auto w_k = launder(filled<tensor<T, model, d_k>>(11));
    const auto q = rotary<interleaved_pairs>(matmul(x, w_q));
    const auto k = rotary<interleaved_pairs>(matmul(x, w_k));
    const auto moved_q = interleaved_to_half_pairs<"d_k">(w_q);
    const auto moved_k = interleaved_to_half_pairs<"d_k">(w_k);
    const auto scores = attention_scores(q, k);
    r.check(allclose(scores, attention_scores(rotary<half_pairs>(matmul(x, moved_q)),
                                 rotary<half_pairs>(matmul(x, moved_k)))));
    // Unmoved, they are other scores: what a wrong layout does.
    r.check(!allclose(scores,
        attention_scores(rotary<half_pairs>(matmul(x, w_q)), rotary<half_pairs>(matmul(x, w_k))),
        T(0.01), T(0.01)));
    // PyTorch's weight has its outputs in front.
    r.same(interleaved_to_half_pairs<"d_k">(transpose(w_q)), transpose(moved_q));
    // One matrix for two heads: each moves for itself.
    const auto both = launder(filled<tensor<T, model, axis<"all", 8>>>(12));
    const auto cut = split<"all", head, d_k>(both);
    const auto moved = merge<"head", "d_k", "all">(interleaved_to_half_pairs<"d_k">(cut));
    r.same(narrow<"all", 4>(moved, 4), interleaved_to_half_pairs<"all">(narrow<"all", 4>(both, 4)));
    r.bits(scores);
    r.bits(moved);
  });
  // The conversion of a position is rounded once, wherever its bits are.
  tests.proved("large positions", [](report& r) {
    for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{4294967295},
             std::uint64_t{1} << 32, (std::uint64_t{1} << 53) + 1, (std::uint64_t{1} << 53) + 3,
             ~std::uint64_t{0}, 0xfffffffffffffbffu, 0xfffffffffffffc00u, 0x8000000000000401u})
      r.check(detail::position_after(launder(n), 0) == static_cast<double>(n));
    r.check(detail::position_after(launder(-3), 2) == -1);
    const tensor<std::int64_t, dim<1>> from{launder(0x7000000000000000)};
    r.check(positions_from<token>(from)(0, 1) == 0x7000000000000001);
  });
  tests.proved("no positions", [](report& r) {
    const nn::no_positions<double, axis<"position", 9>, width> none{};
    const auto x = launder(filled<tensor<double, token, width>>(14));
    r.same(none(x), x);
    r.same(none(x, 1), x);
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(filled<tensor<double, token, width>>(13));
    const auto a = as_archetype(x);
    r.same(values_of(rotary<half_pairs>(a)), rotary<half_pairs>(x));
    r.same(values_of(rotary<interleaved_pairs, 4>(a)), rotary<interleaved_pairs, 4>(x));
    r.same(values_of(interleaved_to_half_pairs<1>(a)), interleaved_to_half_pairs<1>(x));
  });
};
}  // namespace attn_tests::layers_position_tests
