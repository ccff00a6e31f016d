// SPDX-License-Identifier: BSL-1.0
// Random numbers of a distribution: uniform, normal, and the initialisations of Xavier and Kaiming.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/fused_multiply_add.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/log.hpp>
#include <attn/math/sin.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/random/mt19937.hpp>
#include <attn/tensor/concepts.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// log, sin and cos in float as the vector code of PyTorch's CPU generator computes them (AVX2).
//
// For reproducing its normals bit for bit, and for nothing else: math/ has better ones. There, the
// compiler has made one fused multiply-add of every `y * x + c`, so it is one here. A product alone
// is a product alone. The bits are the same at compile time and at run time, on any machine.
//
// Source: the polynomials are the polynomials of S. Moshier's Cephes library, in the arrangement of
// J. Pommier's sse_mathfun.h and G. Garberoglio's avx_mathfun.h.

// For a normal x > 0: x = m 2^e with m in [sqrt(1/2), sqrt(2)), and a polynomial in m - 1.
ATTN_ABI constexpr float cephes_log(float x) {
  constexpr float coefficients[] = {-1.1514610310e-1f, 1.1676998740e-1f,  -1.2420140846e-1f,
                                    1.4249322787e-1f,  -1.6668057665e-1f, 2.0000714765e-1f,
                                    -2.4999993993e-1f, 3.3333331174e-1f};
  const auto bits = __builtin_bit_cast(std::int32_t, x);
  auto e = static_cast<float>((bits >> 23) - 126);
  const auto m = __builtin_bit_cast(float, (bits & 0x007FFFFF) | 0x3F000000);  // in [1/2, 1)
  x = m - 1;
  if (m < 0.707106781186547524f) {
    e -= 1;
    x += m;
  }

  const float z = x * x;
  float y = 7.0376836292e-2f;
  for (const float c : coefficients) y = fused_multiply_add(y, x, c);
  y = y * x;
  y = fused_multiply_add(y, z, e * -2.12194440e-4f);
  y = fused_multiply_add(z, -0.5f, y);
  return fused_multiply_add(e, 0.693359375f, x + y);
}

struct sin_and_cos {
  float sin, cos;
};

// For x >= 0 of a few turns: x = j pi/4 + r with j even, and a polynomial in r for each.
ATTN_ABI constexpr sin_and_cos cephes_sin_cos(float x) {
  const int j = (static_cast<int>(x * 1.27323954473516f) + 1) & ~1;
  const auto turns = static_cast<float>(j);
  x = fused_multiply_add(turns, -0.78515625f, x);
  x = fused_multiply_add(turns, -2.4187564849853515625e-4f, x);
  x = fused_multiply_add(turns, -3.77489497744594108e-8f, x);
  const float z = x * x;

  float c = fused_multiply_add(2.443315711809948e-5f, z, -1.388731625493765e-3f);
  c = fused_multiply_add(c, z, 4.166664568298827e-2f);
  c = c * z;
  c = fused_multiply_add(c, z, z * -0.5f);
  c = c + 1;

  float s = fused_multiply_add(-1.9515295891e-4f, z, 8.3321608736e-3f);
  s = fused_multiply_add(s, z, -1.6666654611e-1f);
  s = s * z;
  s = fused_multiply_add(s, x, x);

  const bool exchanged = (j & 2) != 0;
  const float sin = exchanged ? c : s, cos = exchanged ? s : c;
  return {(j & 4) != 0 ? -sin : sin, ((j - 2) & 4) == 0 ? -cos : cos};
}

}  // namespace attn::detail

namespace attn {

// Uniform numbers, equal to the numbers of PyTorch and NumPy bit for bit.
//
//   torch_rand<float>(engine)     (w & (2^24 - 1)) / 2^24                 one word w
//   torch_rand<double>(engine)    ((a * 2^32 + b) & (2^53 - 1)) / 2^53    two words, first a
//   numpy_rand<double>(engine)    ((a >> 5) * 2^26 + (b >> 6)) / 2^53     two words, first a
//   torch_uniform<T>(engine, low, high)    low + (high - low) * torch_rand, rounded once at the end
//
// NumPy's engine is an mt19937. PyTorch's is that, or a torch_generator where normals are drawn
// as well. With a tensor's type instead of the number's, all elements are drawn, row-major: after
// torch.manual_seed(s), torch.rand(2, 3) is torch_rand<tensor<float, dim<2>, dim<3>>>(engine)
// from torch_generator engine(s). After np.random.seed(s), np.random.rand(2, 3) is numpy_rand<…>.
//
// torch_uniform is tensor.uniform_(low, high), which initialises nn.Linear and nn.LSTM: low, high
// and their difference are numbers of T's format, and what follows is one fused multiply-add, as on
// x86 with AVX2; without it PyTorch's last bit can differ. low above high is not a constant
// expression.
//
// Rules: float_or_double for torch_…; same_element (double) for numpy_rand. Exact, except for
// torch_uniform as stated; the same bits at compile time and at run time.

namespace detail {
// The elements of a tensor, and how many. A number is its own.
template <class T>
struct element_in {
  using type = T;
  static constexpr std::size_t count = 1;
};
template <class T, class... Axes>
struct element_in<tensor<T, Axes...>> {
  using type = T;
  static constexpr std::size_t count = tensor<T, Axes...>::size();
};

template <class T, class Draw>
ATTN_ABI constexpr T drawn(const Draw& draw) {
  if constexpr (std::is_arithmetic_v<T>) {
    return draw();
  } else {
    T result(uninitialized);
    for (auto& element : result) element = draw();
    return result;
  }
}
}  // namespace detail

namespace rules {
// What is drawn: a number, or the elements of a tensor.
template <class T>
struct draw_call
    : single_rule_call<float_or_double<element<typename attn::detail::element_in<T>::type>>> {
  using drawn = typename attn::detail::element_in<T>::type;
};
}  // namespace rules

template <class T, torch_engine Engine>
ATTN_ABI constexpr auto torch_rand(Engine& engine) {
  using call = rules::draw_call<T>;
  ATTN_REQUIRE(call, rule,
               "attn::torch_rand<T>(engine): T must be float, double or a tensor of them");
  if constexpr (!call::all::value)
    return T();
  else if constexpr (std::is_same_v<typename call::drawn, float>)
    return detail::drawn<T>(
        [&engine] { return detail::rounded(static_cast<float>(engine() & 0xFFFFFFu) * 0x1p-24f); });
  else
    return detail::drawn<T>([&engine] { return detail::torch_double(engine); });
}

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
ATTN_ABI inline void torch_uniform_needs_low_not_above_high() {}

template <class T, torch_engine Engine>
ATTN_ABI constexpr auto torch_uniform(Engine& engine, double low, double high) {
  using call = rules::draw_call<T>;
  ATTN_REQUIRE(
      call, rule,
      "attn::torch_uniform<T>(engine, low, high): T must be float, double or a tensor of them");
  if constexpr (call::all::value) {
    using element = typename call::drawn;
    if (!(low <= high)) torch_uniform_needs_low_not_above_high();
    const auto first = static_cast<element>(low);
    const element width = static_cast<element>(high) - first;
    return detail::drawn<T>([&engine, first, width] {
      return detail::fused_multiply_add(torch_rand<element>(engine), width, first);
    });
  } else {
    return T();
  }
}

template <class T>
ATTN_ABI constexpr auto numpy_rand(mt19937& engine) {
  using element = typename detail::element_in<T>::type;
  using call =
      rules::single_rule_call<rules::same_element<rules::element<element>, rules::element<double>>>;
  ATTN_REQUIRE(call, rule,
               "attn::numpy_rand<T>(engine): NumPy draws double; convert with as<float>(x)");
  if constexpr (call::all::value)
    return detail::drawn<T>([&engine] {
      const std::uint64_t high = engine() >> 5, low = engine() >> 6;
      return detail::rounded(static_cast<double>(high << 26 | low) * 0x1p-53);
    });
  else
    return T();
}

// Normal numbers (mean 0, variance 1) as torch.randn generates them on the CPU.
//
//   torch_generator g(12);                                // torch.manual_seed(12)
//   torch_randn<tensor<float, word, width>>(g)            // torch.randn(23, 4)
//   torch_randn<float>(g)                                 // torch.randn(())
//   torch_normal<T>(g, mean, std)                         // tensor.normal_(mean, std)
//
// torch_normal is mean + std * n for each normal number n, rounded once after n: with mean 0 the
// bits of PyTorch as below.
//
// From two uniforms u, v two normals, r cos(t) and r sin(t) with r = sqrt(-2 log(1 - u)) and
// t = 2 pi v (Box and Muller). The number of elements determines which two:
//
//   fewer than 16   one after the other: v is drawn first, then u, both in double. The generator
//                   keeps the second number of a pair for the next element of such a tensor.
//   16 and more     all elements are filled with uniform numbers; then in groups of 16, elements
//                   j < 8 and j + 8 are u and v of a pair. If the size is not a multiple of 16,
//                   the last 16 are drawn again. A number that the generator keeps is not affected.
//
// Rule: float_or_double. Accuracy: in float, bit for bit the numbers of PyTorch 1.13 on x86 with
// AVX2 (cephes_log); without it PyTorch's differ by up to 4e-6. In double within 4e-15 of
// PyTorch, which uses log, sin and cos of the C library. The same bits at compile time and at run
// time.
//
//   G. E. P. Box, M. E. Muller, "A note on the generation of random normal deviates", Annals of
//   Mathematical Statistics 29 (1958)

namespace detail {

// Tensors with at least this number of elements are drawn in groups of 16.
inline constexpr std::size_t normal_block = 16;

template <class T>
struct normal_pair {
  T cosine, sine;
};

// u in (0, 1], v in [0, 1). The products are rounded for whom the results meet in a sum.
template <class T>
ATTN_ABI constexpr normal_pair<T> box_muller(T u, T v) {
  const T angle = rounded(static_cast<T>(0x1.921fb54442d18p+2) * v);
  if constexpr (std::is_same_v<T, float>) {
    const float radius = math::sqrt(-2 * cephes_log(u));
    const auto [sin, cos] = cephes_sin_cos(angle);
    return {rounded(radius * cos), rounded(radius * sin)};
  } else {
    const double radius = math::sqrt(-2 * math::log(u));
    return {rounded(radius * math::cos(angle)), rounded(radius * math::sin(angle))};
  }
}

// Drawn in double. A template, so that who draws none does not pay for log, sin and cos in double.
template <class T, class Wide = double>
ATTN_ABI constexpr T next_normal(torch_generator& generator) {
  if (generator.holds_normal()) return static_cast<T>(generator.take_normal());
  const auto v = torch_rand<Wide>(generator);
  const auto u = torch_rand<Wide>(generator);
  const auto pair = box_muller(1 - u, v);
  generator.hold_normal(pair.sine);
  return static_cast<T>(pair.cosine);
}

// The 16 uniforms at x become normals.
template <class T>
ATTN_ABI constexpr void to_normals(T* x) {
  constexpr std::size_t half = normal_block / 2;
  for (std::size_t j = 0; j < half; ++j) {
    const auto pair = box_muller(1 - x[j], x[j + half]);
    x[j] = pair.cosine;
    x[j + half] = pair.sine;
  }
}

// 16 at a time. The last 16 are drawn anew where some of them are left.
template <class T>
ATTN_ABI constexpr T normals_in_blocks(torch_generator& generator) {
  using element = typename T::value_type;
  constexpr std::size_t block = normal_block, size = T::size();
  T x = torch_rand<T>(generator);
  for (std::size_t i = 0; i + block <= size; i += block) to_normals(x.data() + i);
  if constexpr (size % block != 0) {
    element* const last = x.data() + (size - block);
    for (std::size_t i = 0; i < block; ++i) last[i] = torch_rand<element>(generator);
    to_normals(last);
  }
  return x;
}

}  // namespace detail

template <class T>
ATTN_ABI constexpr auto torch_randn(torch_generator& generator) {
  using call = rules::draw_call<T>;
  ATTN_REQUIRE(call, rule,
               "attn::torch_randn<T>(generator): T must be float, double or a tensor of them");
  if constexpr (!call::all::value)
    return T();
  else if constexpr (detail::element_in<T>::count < detail::normal_block)
    return detail::drawn<T>(
        [&generator] { return detail::next_normal<typename call::drawn>(generator); });
  else
    return detail::normals_in_blocks<T>(generator);
}

// Normal numbers with a mean and a standard deviation, of a few elements before they are rounded.
template <class T>
ATTN_ABI constexpr auto torch_normal(torch_generator& generator, double mean, double std) {
  using call = rules::draw_call<T>;
  ATTN_REQUIRE(
      call, rule,
      "attn::torch_normal<T>(generator, mean, std): T must be float, double or a tensor of them");
  if constexpr (!call::all::value) {
    return T();
  } else if constexpr (detail::element_in<T>::count < detail::normal_block) {
    return detail::drawn<T>([&] {
      const auto n = detail::next_normal<double>(generator);
      return static_cast<typename call::drawn>(detail::rounded(n * std) + mean);
    });
  } else {
    using element = typename call::drawn;
    T x = detail::normals_in_blocks<T>(generator);
    for (auto& each : x)
      each =
          detail::fused_multiply_add(each, static_cast<element>(std), static_cast<element>(mean));
    return x;
  }
}

// Initialisations of a weight, a matrix, with the numbers of torch.nn.init.
//
//   xavier_uniform<W>(engine, gain = 1)          within gain sqrt(6 / (fan_in + fan_out)); for tanh
//   xavier_normal<W>(generator, gain = 1)        std gain sqrt(2 / (fan_in + fan_out))
//   kaiming_uniform<W, axis>(engine, gain)       within gain sqrt(3 / fan); fan is the size of the
//   kaiming_normal<W, axis>(generator, gain)     axis; std gain / sqrt(fan)
//   leaky_relu_gain(slope)                       sqrt(2 / (1 + slope^2)); sqrt(2), for relu, is the
//                                                default gain of Kaiming
//
// The fans of a matrix are its sizes, in whichever layout. PyTorch's mode="fan_in" is the axis of
// the inputs. Numbers are drawn row-major: PyTorch's weights are (output, input), so that the
// weights of the layout input_by_output are other numbers at the same places.
// nn.Linear's own weights are kaiming_uniform<W, "in">(engine, leaky_relu_gain(sqrt(5))).
// Rules: is_matrix; has_axis; float_or_double.
// Source: Glorot and Bengio 2010; He et al. 2015.

namespace rules {
template <class W, auto Axis>
struct initialization_call : draw_call<W> {
  using matrix = is_matrix<element<W>>;
  using axis_exists = not_asked;
  using all = in_order<typename draw_call<W>::all, matrix, std::false_type>;
};
template <class T, class... Axes, auto Axis>
struct initialization_call<tensor<T, Axes...>, Axis> : draw_call<tensor<T, Axes...>> {
  using operands = roles<axes_of<Axes...>>;
  using on_axis = axis_call<Axis, tensor<T, Axes...>>;
  using matrix = is_matrix<in_brief<axes_of<Axes...>>>;
  using axis_exists = typename on_axis::axis_exists;
  using all = in_order<typename draw_call<tensor<T, Axes...>>::all, matrix, axis_exists>;
  ATTN_ABI static constexpr double fan() {
    return static_cast<double>(axis_at<shape<Axes...>, on_axis::position>::size);
  }
  ATTN_ABI static constexpr double sum_of_fans() { return static_cast<double>((Axes::size + ...)); }
};
}  // namespace rules

#define ATTN_REQUIRE_INITIALIZATION(call, text)                                         \
  ATTN_REQUIRE(call, matrix, text ": W must be a tensor of two axes, input and output") \
  ATTN_REQUIRE(call, axis_exists, text ": W has no such axis")                          \
  ATTN_REQUIRE(call, rule, text ": the elements of W must be float or double")

namespace detail {
ATTN_ABI inline constexpr double root_of_3 = 1.7320508075688772;
}  // namespace detail

ATTN_ABI constexpr double leaky_relu_gain(double slope = 0.01) {
  return math::sqrt(2 / (1 + detail::rounded(slope * slope)));
}

template <class W, torch_engine Engine>
ATTN_ABI constexpr auto xavier_uniform(Engine& engine, double gain = 1) {
  using call = rules::initialization_call<W, axis_selector(0)>;
  ATTN_REQUIRE_INITIALIZATION(call, "attn::xavier_uniform<W>(engine)");
  if constexpr (call::all::value) {
    const double bound = detail::root_of_3 * (gain * math::sqrt(2 / call::sum_of_fans()));
    return torch_uniform<W>(engine, -bound, bound);
  } else {
    return W();
  }
}
template <class W>
ATTN_ABI constexpr auto xavier_normal(torch_generator& generator, double gain = 1) {
  using call = rules::initialization_call<W, axis_selector(0)>;
  ATTN_REQUIRE_INITIALIZATION(call, "attn::xavier_normal<W>(generator)");
  if constexpr (call::all::value)
    return torch_normal<W>(generator, 0, gain * math::sqrt(2 / call::sum_of_fans()));
  else
    return W();
}
template <class W, axis_selector Axis, torch_engine Engine>
ATTN_ABI constexpr auto kaiming_uniform(Engine& engine, double gain = leaky_relu_gain(0)) {
  using call = rules::initialization_call<W, Axis>;
  ATTN_REQUIRE_INITIALIZATION(call, "attn::kaiming_uniform<W, axis>(engine)");
  if constexpr (call::all::value) {
    const double bound = detail::root_of_3 * (gain / math::sqrt(call::fan()));
    return torch_uniform<W>(engine, -bound, bound);
  } else {
    return W();
  }
}
template <class W, axis_selector Axis>
ATTN_ABI constexpr auto kaiming_normal(torch_generator& generator,
                                       double gain = leaky_relu_gain(0)) {
  using call = rules::initialization_call<W, Axis>;
  ATTN_REQUIRE_INITIALIZATION(call, "attn::kaiming_normal<W, axis>(generator)");
  if constexpr (call::all::value)
    return torch_normal<W>(generator, 0, gain / math::sqrt(call::fan()));
  else
    return W();
}

}  // namespace attn
ATTN_STRICT_FP_END
