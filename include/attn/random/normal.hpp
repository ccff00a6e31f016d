// SPDX-License-Identifier: BSL-1.0
// Normal numbers (mean 0, variance 1) as torch.randn generates them on the CPU.
//
//   torch_generator g(12);                                // torch.manual_seed(12)
//   torch_randn<tensor<float, word, width>>(g)            // torch.randn(23, 4)
//   torch_randn<float>(g)                                 // torch.randn(())
//
// From two uniforms u, v two normals, r cos(t) and r sin(t) with r = sqrt(-2 log(1 - u)) and
// t = 2 pi v (Box and Muller). Which two depends on how many elements there are:
//
//   fewer than 16   one after the other: v is drawn first, then u, both in double. The generator
//                   keeps the second number of a pair for the next element of such a tensor.
//   16 and more     all elements are filled with uniform numbers; then in groups of 16, elements
//                   j < 8 and j + 8 are u and v of a pair. If the size is not a multiple of 16,
//                   the last 16 are drawn again. A number that the generator keeps is not affected.
//
// Rule: float_or_double. Accuracy: in float, bit for bit the numbers of PyTorch 1.13 on x86 with
// AVX2 (detail/cephes.hpp); without it PyTorch's differ by up to 4e-6. In double within 4e-15 of
// PyTorch, which uses log, sin and cos of the C library. The same bits at compile time and at run
// time.
//
//   G. E. P. Box, M. E. Muller, "A note on the generation of random normal deviates", Annals of
//   Mathematical Statistics 29 (1958)
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/cephes.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/cos.hpp>
#include <attn/math/log.hpp>
#include <attn/math/sin.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/random/torch_generator.hpp>
#include <attn/random/uniform.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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

// Drawn in double; a template, so that who draws none does not pay for log, sin and cos in double.
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

// 16 at a time; the last 16 are drawn anew where some of them are left.
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
  if constexpr (!call::holds)
    return T();
  else if constexpr (detail::element_in<T>::count < detail::normal_block)
    return detail::drawn<T>(
        [&generator] { return detail::next_normal<typename call::drawn>(generator); });
  else
    return detail::normals_in_blocks<T>(generator);
}

}  // namespace attn
ATTN_STRICT_FP_END
