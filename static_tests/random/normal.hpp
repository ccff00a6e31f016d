// SPDX-License-Identifier: BSL-1.0
// What attn/random/uniform.hpp promises.
#pragma once

#include <algorithm>

#include "static_tests/reference/random.hpp"
#include "static_tests/reference/seed3_self_attention.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::normal_tests {
namespace cephes = reference::seed3_rng_cephes_functions;
namespace block = reference::seed3_rng_normal_block;
namespace small = reference::seed3_rng_normal_small;
namespace in_double = reference::seed3_rng_normal_double;
namespace sequence = reference::seed3_rng_call_sequence;
namespace article = reference::seed3_self_attention_seed12;

template <class T, std::size_t N> using numbers = tensor<T, dim<N>>;

// The bits, the sign of a zero among them.
constexpr bool same(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}
template <class Tensor, std::size_t N>
constexpr bool same(const Tensor& x, const float (&expected)[N]) {
  static_assert(Tensor::size() == N);
  for (std::size_t i = 0; i < N; ++i)
    if (!same(x.data()[i], expected[i])) return false;
  return true;
}
constexpr bool near(double a, double b, double tolerance) {
  return a - b <= tolerance && b - a <= tolerance;
}
template <class Tensor, class U, std::size_t N>
constexpr bool near(const Tensor& x, const U (&expected)[N], double tolerance) {
  static_assert(Tensor::size() == N);
  for (std::size_t i = 0; i < N; ++i)
    if (!near(static_cast<double>(x.data()[i]), static_cast<double>(expected[i]), tolerance))
      return false;
  return true;
}

// torch.manual_seed(12); torch.randn(N): PyTorch's numbers, as on machines without AVX2, and the
// exact ones.
template <std::size_t N, const auto& Uniforms, const auto& Expected, const auto& WithoutAvx2,
    const auto& Exact>
constexpr void block_of(report& r) {
  torch_generator g(launder(12u)), uniforms = g;
  const auto x = torch_randn<numbers<float, N>>(g);
  has_type<numbers<float, N>>(x);
  r.check(same(x, Expected));
  r.check(near(x, WithoutAvx2, 4e-6));
  r.check(near(x, Exact, 4e-6));
  r.check(same(torch_rand<numbers<float, N>>(uniforms), Uniforms));
  r.check((g == uniforms) == (N % 16 == 0));
  r.check(!g.holds_normal());
  r.bits(x);
}
// What is drawn after the first N uniforms where N is no multiple of 16.
template <std::size_t N, const auto& Tail> constexpr void last_16_are_drawn_again(report& r) {
  torch_generator g(launder(12u)), words = g;
  torch_randn<numbers<float, N>>(g);
  torch_rand<numbers<float, N>>(words);
  r.check(same(torch_rand<numbers<float, 16>>(words), Tail));
  r.check(g == words);
  r.bits(g());
}

constexpr bool is_reference_64(double x, double expected) {
  return near(x, expected, 9e-16 * (expected < 0 ? -expected : expected));
}

template <std::size_t N, const auto& Expected> constexpr void doubles(report& r) {
  torch_generator g(launder(12u)), words = g;
  const auto x = torch_randn<numbers<double, N>>(g);
  r.check(near(x, Expected, 4e-15));
  torch_rand<numbers<double, N>>(words);
  if (N >= 16 && N % 16 != 0) torch_rand<numbers<double, 16>>(words);
  r.check(g == words);  // 12 are six pairs of uniforms, and nothing is held
  r.bits(x);
}

// More of PyTorch's numbers, as the hash that a report makes of them. Where it is from: the
// specification executed by a program of its own, with fused multiply-adds in rational arithmetic.
template <std::size_t N> constexpr bool have_hash(std::uint64_t seed, std::uint64_t hash) {
  torch_generator g(seed);
  report numbers_only;
  numbers_only.bits(torch_randn<numbers<float, N>>(g));
  return numbers_only.hash == hash;
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("the functions of the vector code", [](report& r) {
    for (std::size_t i = 0; i < std::size(cephes::log_x); ++i) {
      const float log = attn::detail::cephes_log(launder(cephes::log_x[i]));
      const auto [sin, cos] = attn::detail::cephes_sin_cos(launder(cephes::theta[i]));
      r.check(same(log, cephes::log[i]));
      r.check(same(sin, cephes::sin[i]));
      r.check(same(cos, cephes::cos[i]));
      r.bits(log);
      r.bits(sin);
      r.bits(cos);
    }
  });
  tests.proved("16", [](report& r) {
    block_of<16, block::uniforms_16, block::avx2_16, block::scalar_16, block::exact_16>(r);
  });
  tests.proved("17", [](report& r) {
    block_of<17, block::uniforms_17, block::avx2_17, block::scalar_17, block::exact_17>(r);
  });
  tests.proved("20", [](report& r) {
    block_of<20, block::uniforms_20, block::avx2_20, block::scalar_20, block::exact_20>(r);
  });
  tests.proved("31", [](report& r) {
    block_of<31, block::uniforms_31, block::avx2_31, block::scalar_31, block::exact_31>(r);
  });
  tests.proved("32", [](report& r) {
    block_of<32, block::uniforms_32, block::avx2_32, block::scalar_32, block::exact_32>(r);
  });
  tests.proved("92", [](report& r) {
    block_of<92, block::uniforms_92, block::avx2_92, block::scalar_92, block::exact_92>(r);
  });
  tests.proved("the last 16 of 17 are drawn again",
      [](report& r) { last_16_are_drawn_again<17, block::tail_uniforms_17>(r); });
  tests.proved("the last 16 of 20 are drawn again",
      [](report& r) { last_16_are_drawn_again<20, block::tail_uniforms_20>(r); });
  tests.proved("the last 16 of 31 are drawn again",
      [](report& r) { last_16_are_drawn_again<31, block::tail_uniforms_31>(r); });
  tests.proved("the last 16 of 92 are drawn again",
      [](report& r) { last_16_are_drawn_again<92, block::tail_uniforms_92>(r); });
  tests.proved("axes do not matter", [](report& r) {
    const torch_generator start(launder(12u));
    torch_generator a = start, b = start, c = start;
    const auto flat = torch_randn<numbers<float, 60>>(a);
    const auto cube = torch_randn<tensor<float, axis<"plane", 3>, axis<"row", 4>, dim<5>>>(b);
    const auto wide = torch_randn<matrix<float, 2, 30>>(c);
    for (std::size_t i = 0; i < flat.size(); ++i) {
      r.check(same(flat.data()[i], cube.data()[i]));
      r.check(same(flat.data()[i], wide.data()[i]));
    }
    r.check(a == b && b == c);
    r.bits(flat);
  });
  tests.proved("one after the other", [](report& r) {
    for (std::size_t s = 0; s < std::size(small::seeds); ++s) {
      const torch_generator start(launder(small::seeds[s]));
      torch_generator f = start, d = start, scalar = start;
      const auto x = torch_randn<numbers<float, 15>>(f);
      const auto y = torch_randn<numbers<double, 15>>(d);
      r.check(same(x, small::randn15_float32[s]));
      for (std::size_t i = 0; i < 15; ++i) {
        r.check(is_reference_64(y.data()[i], small::randn15_float64[s][i]));
        r.check(same(torch_randn<float>(scalar), small::randn15_float32[s][i]));
      }
      static_assert(std::is_same_v<decltype(torch_randn<float>(scalar)), float>);
      r.check(f == d && d == scalar);
      r.check(f.holds_normal());  // an odd number of them
      r.bits(x);
      r.bits(y);
    }
  });
  tests.proved("fewer are a prefix", [](report& r) {
    const auto check = [&r]<std::size_t N>() {
      torch_generator g(launder(42u));
      const auto x = torch_randn<numbers<float, N>>(g);
      for (std::size_t i = 0; i < N; ++i) r.check(same(x.data()[i], small::randn15_float32[3][i]));
      r.check(g.holds_normal() == (N % 2 == 1));
      torch_generator words(42);
      for (std::size_t i = 0; i < (N + 1) / 2 * 4; ++i) words();
      r.check(g() == words());
    };
    static_assert(small::seeds[3] == 42);
    [&check]<std::size_t... I>(std::index_sequence<I...>) {
      (check.template operator()<I + 1>(), ...);
    }(std::make_index_sequence<15>{});
  });
  tests.proved("12 doubles", [](report& r) { doubles<12, in_double::randn_12>(r); });
  tests.proved("16 doubles", [](report& r) { doubles<16, in_double::randn_16>(r); });
  tests.proved("21 doubles", [](report& r) { doubles<21, in_double::randn_21>(r); });
  tests.proved("40 doubles", [](report& r) { doubles<40, in_double::randn_40>(r); });
  tests.proved("in sequence", [](report& r) {
    torch_generator g(launder(12u));
    r.check(same(torch_randn<numbers<float, 3>>(g), sequence::r1));
    r.check(same(torch_rand<numbers<float, 2>>(g), sequence::r2));
    r.check(same(torch_randn<numbers<float, 16>>(g), sequence::r3));
    r.check(same(torch_randn<numbers<float, 1>>(g), sequence::r4));
    r.check(same(torch_randn<numbers<float, 2>>(g), sequence::r5));
    r.check(same(torch_randn<numbers<float, 5>>(g), sequence::r6));
    r.check(same(torch_randn<numbers<float, 1>>(g), sequence::r7));
    r.bits(g());
    g.manual_seed(launder(12u));
    r.check(same(torch_randn<numbers<float, 1>>(g), sequence::r8));
    r.check(g.holds_normal());
  });
  // What is held passes from float to double and back: it is a double.
  tests.proved("held in double", [](report& r) {
    torch_generator g(launder(small::seeds[1]));
    r.check(same(torch_randn<float>(g), small::randn15_float32[1][0]));
    r.check(is_reference_64(torch_randn<double>(g), small::randn15_float64[1][1]));
    const double third = torch_randn<double>(g);
    r.check(is_reference_64(third, small::randn15_float64[1][2]));
    torch_generator untouched = g;
    torch_randn<numbers<double, 16>>(g);
    torch_rand<double>(g);
    torch_uniform<float>(g, 0, 1);
    r.check(g.holds_normal());
    r.check(g.take_normal() == untouched.take_normal());
    r.bits(third);
  });
  // nn.Embedding(23, 4), then three weights torch.randn(4, 3), from one seed: article 3.
  tests.proved("the weights of article 3", [](report& r) {
    torch_generator g(launder(12u)), words = g;
    const auto table = torch_randn<tensor<float, axis<"word", 23>, axis<"width", 4>>>(g);
    for (std::size_t i = 0; i < 23; ++i)
      r.check(same(select<"word">(table, i), reference::seed3_rng_modules::embedding[i]));
    r.same(unnamed(table), as<float>(article::embedding_weight));
    using weights = matrix<float, 4, 3>;
    const auto w_q = torch_randn<weights>(g), w_k = torch_randn<weights>(g),
               w_v = torch_randn<weights>(g);
    r.same(w_q, as<float>(article::W_q));
    r.same(w_k, as<float>(article::W_k));
    r.same(w_v, as<float>(article::W_v));
    for (int i = 0; i < 92 + 16 + 3 * 24; ++i) words();
    r.check(g == words);
    r.bits(table);
  });
  tests.proved("more of them", [](report& r) {
    r.check(have_hash<1000>(launder(1u), 0xfc3568d0d462ae4e));
    r.check(have_hash<333>(launder(2024u), 0xa511142cb9a9da33));
  });
  tests.proved<float, double>("mean 0 and variance 1", []<class T>(report& r) {
    torch_generator g(launder(1u));
    const auto x = torch_randn<numbers<T, 1000>>(g);
    double total = 0, squares = 0;
    for (const T element : x) {
      const auto e = static_cast<double>(element);
      total += e;
      squares += attn::detail::rounded(e * e);
    }
    r.check(near(total / 1000, 0, 0.1));
    r.check(near(squares / 1000, 1, 0.1));
    r.bits(total);
    r.bits(squares);
  });
  // The numbers of torch.nn.init (PyTorch 1.13) after torch.manual_seed(12): the bits of float, and of
  // uniform numbers in double.
  tests.proved("initialisations, as PyTorch", [](report& r) {
    const auto near_all = []<class W>(const W& found, const W& wanted, double tolerance) {
      for (std::size_t i = 0; i < W::volume; ++i)
        if (!near(found.data()[i], wanted.data()[i], tolerance)) return false;
      return true;
    };
    {
      torch_generator g(launder(12u));
      const auto w = xavier_uniform<matrix<float, 3, 4>>(g);
      r.check(near_all(w,
          matrix<float, 3, 4>{{-6.353449e-02f, -4.9481973e-01f, -8.7543696e-02f, 1.6130054e-01f},
              {-1.6915709e-01f, -6.903387e-01f, 2.5419965e-01f, -4.7760877e-01f},
              {4.280815e-01f, 4.118749e-01f, -5.5690795e-01f, 3.6074978e-01f}},
          0));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = xavier_uniform<matrix<double, 3, 4>>(g);
      r.check(near_all(w,
          matrix<double, 3, 4>{
              {0.4175445738260257, 0.22547129077711334, -0.4274364607795717, -0.7438624223638362},
              {0.6471921547827805, 0.17383675347187846, 0.30371787834350233, -0.09797258313017307},
              {0.6151721160681565, -0.9171264334288637, -0.40651489372704486, -0.4474472963352459}},
          0));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = xavier_uniform<matrix<float, 3, 4>>(g, 5.0 / 3);
      r.check(near_all(w,
          matrix<float, 3, 4>{{-1.0589082e-01f, -8.246995e-01f, -1.4590617e-01f, 2.6883423e-01f},
              {-2.8192845e-01f, -1.1505644e+00f, 4.236661e-01f, -7.9601455e-01f},
              {7.134692e-01f, 6.864581e-01f, -9.281799e-01f, 6.012496e-01f}},
          0));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = xavier_uniform<matrix<double, 3, 4>>(g, 5.0 / 3);
      r.check(near_all(w,
          matrix<double, 3, 4>{
              {0.6959076230433763, 0.3757854846285223, -0.7123941012992863, -1.239770703939727},
              {1.0786535913046342, 0.28972792245313084, 0.5061964639058373, -0.16328763855028847},
              {1.0252868601135943, -1.528544055714773, -0.6775248228784081, -0.7457454938920766}},
          0));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = kaiming_uniform<matrix<float, 3, 4>, 1>(g);
      r.check(near_all(w,
          matrix<float, 3, 4>{{-8.4048234e-02f, -6.54585e-01f, -1.1580943e-01f, 2.1338056e-01f},
              {-2.2377379e-01f, -9.1323227e-01f, 3.3627453e-01f, -6.3181704e-01f},
              {5.6629866e-01f, 5.448593e-01f, -7.3672e-01f, 4.772271e-01f}},
          0));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = kaiming_uniform<matrix<double, 3, 4>, 1>(g);
      r.check(near_all(w,
          matrix<double, 3, 4>{
              {0.5523595518140567, 0.29827048159048664, -0.5654452882521802, -0.984037489610401},
              {0.8561547460136296, 0.22996440920471728, 0.40178098741053864, -0.12960554513252},
              {0.8137962163088518, -1.2132442318282042, -0.5377686565228058, -0.5919171354556417}},
          0));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = kaiming_uniform<matrix<float, 3, 4>, 0>(g, leaky_relu_gain(0.2));
      r.check(near_all(w,
          matrix<float, 3, 4>{{-9.516588e-02f, -7.411715e-01f, -1.3112836e-01f, 2.416059e-01f},
              {-2.5337392e-01f, -1.0340319e+00f, 3.8075593e-01f, -7.153919e-01f},
              {6.412069e-01f, 6.169316e-01f, -8.341711e-01f, 5.4035324e-01f}},
          0));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = kaiming_uniform<matrix<double, 3, 4>, 0>(g, leaky_relu_gain(0.2));
      r.check(near_all(w,
          matrix<double, 3, 4>{
              {0.6254240351094582, 0.33772481626815637, -0.6402407139532146, -1.1142030502231581},
              {0.969404356585132, 0.2603834192131314, 0.4549273848008918, -0.1467493822513433},
              {0.9214427662002805, -1.3737285805074773, -0.6089030994635664, -0.6702141785930789}},
          0));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = xavier_normal<matrix<float, 3, 4>>(g);
      r.check(near_all(w,
          matrix<float, 3, 4>{{-1.142883e-01f, -7.36552e-01f, -2.9194487e-02f, 2.4136135e-01f},
              {4.20044e-01f, -5.817944e-01f, -2.992682e-01f, -4.990421e-01f},
              {2.5617251e-02f, -4.5088783e-02f, -7.860312e-02f, 4.05721e-01f}},
          0));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = xavier_normal<matrix<double, 3, 4>>(g);
      r.check(near_all(w,
          matrix<double, 3, 4>{{-0.11428829718797805, -0.7365519801654643, -0.029194486630630255,
                                   0.24136135589431174},
              {0.42004399731470426, -0.5817943978320864, -0.29926819021499645, -0.4990420856565322},
              {0.025617250338866963, -0.04508878207598671, -0.07860311792211144,
                  0.40572101033036445}},
          4e-15));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = kaiming_normal<matrix<float, 3, 7>, 0>(g);
      r.check(near_all(w,
          matrix<float, 3, 7>{{-1.0778808e-01f, -1.024194e-01f, 2.811299e-01f, -3.6898553e-01f,
                                  -7.256685e-01f, -2.1418402e-01f, -4.3703058e-01f},
              {1.0995065e+00f, -5.680816e-01f, -4.263819e-02f, -2.868636e-02f, 4.3060315e-01f,
                  -6.7175895e-01f, -1.734652e-01f},
              {1.9283879e-01f, -1.0155853e+00f, 1.1757457e+00f, 6.48819e-01f, 6.8942875e-01f,
                  1.0343401e+00f, -8.36796e-01f}},
          0));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = kaiming_normal<matrix<double, 3, 7>, 0>(g);
      r.check(near_all(w,
          matrix<double, 3, 7>{
              {0.6485645484898042, 1.1380701441502812, -0.12298137487576048, -0.019476949803450327,
                  0.22961664982071425, -1.0590345907131116, 1.7630670352224898},
              {0.2760932664136017, -0.7642705686606828, 0.4058279432505678, 0.20385700137087223,
                  0.048587384629142145, 0.0797429371771087, 0.40396840156521796},
              {-0.32963390564891, -0.3241844660406112, 0.9460909438546976, 0.1694303476565054,
                  0.25996693325879183, 0.9777911400669982, -0.3094807660093153}},
          4e-15));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = kaiming_normal<matrix<float, 2, 3>, 1>(g);
      r.check(near_all(w,
          matrix<float, 2, 3>{{-1.7457826e-01f, -1.1251017e+00f, -4.4595316e-02f},
              {3.6868557e-01f, 6.416278e-01f, -8.887056e-01f}},
          0));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = kaiming_normal<matrix<double, 2, 3>, 1>(g);
      r.check(near_all(w,
          matrix<double, 2, 3>{{-0.17457825763717272, -1.125101734125951, -0.044595314953413144},
              {0.3686855610742865, 0.6416278043021534, -0.8887056223222627}},
          4e-15));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = torch_normal<matrix<float, 2, 3>>(g, 1.5, 0.25);
      r.check(near_all(w,
          matrix<float, 2, 3>{{1.4465466e+00f, 1.1555094e+00f, 1.4863455e+00f},
              {1.6128864e+00f, 1.6964576e+00f, 1.2278906e+00f}},
          0));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = torch_normal<matrix<double, 2, 3>>(g, 1.5, 0.25);
      r.check(near_all(w,
          matrix<double, 2, 3>{{1.4465465435755984, 1.1555093553338647, 1.4863455291806786},
              {1.6128864375204657, 1.696457590665327, 1.2278905867209846}},
          4e-15));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = torch_normal<matrix<float, 3, 6>>(g, 1.5, 0.25);
      r.check(near_all(w,
          matrix<float, 3, 6>{{1.4669968e+00f, 1.4686406e+00f, 1.4597455e+00f, 1.2907048e+00f,
                                  1.1763766e+00f, 1.4344199e+00f},
              {1.3661872e+00f, 1.8366537e+00f, 1.3260612e+00f, 1.4869448e+00f, 1.623105e+00f,
                  1.3269852e+00f},
              {1.3263911e+00f, 1.4468874e+00f, 1.5590446e+00f, 1.1890419e+00f, 1.8599972e+00f,
                  1.6986594e+00f}},
          0));
      r.bits(w);
    }
    {
      torch_generator g(launder(12u));
      const auto w = torch_normal<matrix<double, 3, 6>>(g, 1.5, 0.25);
      r.check(near_all(w,
          matrix<double, 3, 6>{{1.6985815261323223, 1.8484613930829858, 1.6203139409686842,
                                   1.3589980278052574, 1.9140336521109935, 1.1757382040994566},
              {2.0398268273270794, 1.5845359530164527, 1.265990885169324, 1.6242589230408824,
                  1.5647664598554378, 1.4887455182281932},
              {1.7068563728668535, 1.6236895570053147, 1.3990706411549296, 1.4007391844579853,
                  1.7896800078390172, 1.5518772373375997}},
          4e-15));
      r.bits(w);
    }
    // By name, in either layout; also with an mt19937.
    mt19937 engine(launder(12u)), again = engine;
    using out = axis<"out", 3>;
    using in = axis<"in", 4>;
    const auto a = kaiming_uniform<tensor<float, out, in>, "in">(engine);
    const auto b = kaiming_uniform<tensor<float, in, out>, "in">(again);
    r.check(std::equal(a.data(), a.data() + 12, b.data()));
    static_assert(!rules::initialization_call<matrix<int, 2, 3>, axis_selector(0)>::all::value);
    r.check(leaky_relu_gain(1) == 1 && leaky_relu_gain() == leaky_relu_gain(0.01));
  });
};
}  // namespace attn_tests::normal_tests
