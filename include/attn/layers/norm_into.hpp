// SPDX-License-Identifier: BSL-1.0
// Norms that write to an existing tensor, for results that are too large for the stack, or written
// repeatedly.
//
//   layer_norm_into<axis>(out, x, gain, bias, eps)   out = layer_norm<axis>(x, gain, bias, eps)
//   rms_norm_into<axis>(out, x, gain, eps)           out = rms_norm<axis>(x, gain, eps)
//
// (token, feature) x (feature) -> (token, feature). The axis is the last one unless stated, and eps
// of layer_norm_into 1e-5. `out` may be x itself; otherwise they must not overlap.
// Rules: those of the norm (layers/norm.hpp); same_element, same_axes, of out and the result.
// Accuracy and special values: those of the norm, bit for bit.
#pragma once

#include <type_traits>

#include <attn/layers/norm.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <axis_selector Axis = -1, class Y, class T, class U, class R, class... Axes, class... G,
          class... B>
  requires(detail::is_tensor<Y>)
ATTN_ABI constexpr void layer_norm_into(
    Y& out, const tensor<T, Axes...>& x, const tensor<U, G...>& gain, const tensor<R, B...>& bias,
    const std::type_identity_t<T>& eps = detail::small<T>(1e-5)) {
  using call = rules::norm_call<Axis, tensor<T, Axes...>, tensor<U, G...>, tensor<R, B...>>;
  ATTN_REQUIRE_NORM(call, "attn::layer_norm_into<axis>(out, x, …)");
  if constexpr (call::holds) {
    using into = rules::out_call<Y, tensor<T, Axes...>>;
    ATTN_REQUIRE_OUT(into, "attn::layer_norm_into<axis>(out, x, …)");
    if constexpr (into::holds)
      detail::write_norm<detail::origin::mean, call::position>(out, x, gain, bias, eps);
  }
}

template <axis_selector Axis = -1, class Y, class T, class U, class... Axes, class... G>
  requires(detail::is_tensor<Y>)
ATTN_ABI constexpr void rms_norm_into(Y& out, const tensor<T, Axes...>& x,
                                      const tensor<U, G...>& gain,
                                      const std::type_identity_t<T>& eps) {
  using call = rules::norm_call<Axis, tensor<T, Axes...>, tensor<U, G...>>;
  ATTN_REQUIRE_NORM(call, "attn::rms_norm_into<axis>(out, x, …)");
  if constexpr (call::holds) {
    using into = rules::out_call<Y, tensor<T, Axes...>>;
    ATTN_REQUIRE_OUT(into, "attn::rms_norm_into<axis>(out, x, …)");
    if constexpr (into::holds)
      detail::write_norm<detail::origin::zero, call::position>(out, x, gain, nullptr, eps);
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
