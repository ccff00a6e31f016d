// SPDX-License-Identifier: BSL-1.0
// Uniform numbers in [0, 1) as PyTorch and NumPy draw them from an mt19937, to the last bit.
//
//   torch_rand<float>(engine)     (w & (2^24 - 1)) / 2^24                 one word w
//   torch_rand<double>(engine)    ((a * 2^32 + b) & (2^53 - 1)) / 2^53    two words, first a
//   numpy_rand<double>(engine)    ((a >> 5) * 2^26 + (b >> 6)) / 2^53     two words, first a
//
// With a tensor's type in place of the number's, all elements are drawn, row-major: after
// torch.manual_seed(s), torch.rand(2, 3) is torch_rand<tensor<float, dim<2>, dim<3>>>(engine)
// from mt19937 engine(s); after np.random.seed(s), np.random.rand(2, 3) is numpy_rand<…>.
//
// Exact. Rules: float_or_double for torch_rand; same_element (double) for numpy_rand.
#pragma once

#include <cstdint>
#include <type_traits>

#include <attn/random/mt19937.hpp>
#include <attn/tensor/tensor.hpp>

namespace attn {

namespace detail {
// The elements of a tensor; a number is its own.
template <class T>
struct element_in {
  using type = T;
};
template <class T, class... Axes>
struct element_in<tensor<T, Axes...>> {
  using type = T;
};

template <class T, class Draw>
constexpr T drawn(const Draw& draw) {
  if constexpr (std::is_arithmetic_v<T>) {
    return draw();
  } else {
    T result(uninitialized);
    for (auto& element : result) element = draw();
    return result;
  }
}
}  // namespace detail

template <class T>
constexpr auto torch_rand(mt19937& engine) {
  using element = typename detail::element_in<T>::type;
  static_assert(rules::float_or_double<rules::element<element>>,
                "attn::torch_rand<T>(engine): T must be float, double or a tensor of them");
  if constexpr (std::is_same_v<element, float>) {
    return detail::drawn<T>(
        [&engine] { return static_cast<float>(engine() & 0xFFFFFFu) * 0x1p-24f; });
  } else if constexpr (std::is_same_v<element, double>) {
    return detail::drawn<T>([&engine] {
      const std::uint64_t high = engine(), low = engine();
      return static_cast<double>((high << 32 | low) & 0x1FFFFFFFFFFFFFu) * 0x1p-53;
    });
  } else {
    return T();
  }
}

template <class T>
constexpr auto numpy_rand(mt19937& engine) {
  using element = typename detail::element_in<T>::type;
  static_assert(rules::same_element<rules::element<element>, rules::element<double>>,
                "attn::numpy_rand<T>(engine): NumPy draws double; convert: as<float>(x)");
  if constexpr (std::is_same_v<element, double>) {
    return detail::drawn<T>([&engine] {
      const std::uint64_t high = engine() >> 5, low = engine() >> 6;
      return static_cast<double>(high << 26 | low) * 0x1p-53;
    });
  } else {
    return T();
  }
}

}  // namespace attn
