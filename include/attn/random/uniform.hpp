// SPDX-License-Identifier: BSL-1.0
// Uniform numbers, equal to those of PyTorch and NumPy bit for bit.
//
//   torch_rand<float>(engine)     (w & (2^24 - 1)) / 2^24                 one word w
//   torch_rand<double>(engine)    ((a * 2^32 + b) & (2^53 - 1)) / 2^53    two words, first a
//   numpy_rand<double>(engine)    ((a >> 5) * 2^26 + (b >> 6)) / 2^53     two words, first a
//   torch_uniform<T>(engine, low, high)    low + (high - low) * torch_rand, rounded once at the end
//
// NumPy's engine is an mt19937; PyTorch's is that, or a torch_generator where normals are drawn,
// too. With a tensor's type in place of the number's, all elements are drawn, row-major: after
// torch.manual_seed(s), torch.rand(2, 3) is torch_rand<tensor<float, dim<2>, dim<3>>>(engine)
// from torch_generator engine(s); after np.random.seed(s), np.random.rand(2, 3) is numpy_rand<…>.
//
// torch_uniform is tensor.uniform_(low, high), which initialises nn.Linear and nn.LSTM: low, high
// and their difference are numbers of T's format, and what follows is one fused multiply-add, as on
// x86 with AVX2; without it PyTorch's last bit can differ. low above high is not a constant
// expression.
//
// Rules: float_or_double for torch_…; same_element (double) for numpy_rand. Exact, except for
// torch_uniform as stated; the same bits at compile time and at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/soft_fma.hpp>
#include <attn/detail/vector.hpp>
#include <attn/random/mt19937.hpp>
#include <attn/random/torch_generator.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {
// The elements of a tensor, and how many; a number is its own.
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
  if constexpr (!call::holds)
    return T();
  else if constexpr (std::is_same_v<typename call::drawn, float>)
    return detail::drawn<T>(
        [&engine] { return detail::rounded(static_cast<float>(engine() & 0xFFFFFFu) * 0x1p-24f); });
  else
    return detail::drawn<T>([&engine] {
      const std::uint64_t high = engine(), low = engine();
      return detail::rounded(static_cast<double>((high << 32 | low) & 0x1FFFFFFFFFFFFFu) * 0x1p-53);
    });
}

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
ATTN_ABI inline void torch_uniform_needs_low_not_above_high() {}

template <class T, torch_engine Engine>
ATTN_ABI constexpr auto torch_uniform(Engine& engine, double low, double high) {
  using call = rules::draw_call<T>;
  ATTN_REQUIRE(
      call, rule,
      "attn::torch_uniform<T>(engine, low, high): T must be float, double or a tensor of them");
  if constexpr (call::holds) {
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
  if constexpr (call::holds)
    return detail::drawn<T>([&engine] {
      const std::uint64_t high = engine() >> 5, low = engine() >> 6;
      return detail::rounded(static_cast<double>(high << 26 | low) * 0x1p-53);
    });
  else
    return T();
}

}  // namespace attn
ATTN_STRICT_FP_END
