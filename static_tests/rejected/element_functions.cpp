// SPDX-License-Identifier: BSL-1.0
// What attn/math/element_functions.hpp rejects: an operation on elements that lack a function which
// it needs. driver.py compiles each case with the lines above the first.
#include <attn.hpp>

using namespace attn;
using token = axis<"token", 2>;
using width = axis<"width", 2>;

// An element with nothing but operators.
namespace of_the_user {
struct number {
  double value = 0;

  number() = default;
  constexpr explicit number(double x) : value(x) {}
  friend constexpr number operator+(number a, number b) { return number(a.value + b.value); }
  friend constexpr number operator-(number a, number b) { return number(a.value - b.value); }
  friend constexpr number operator*(number a, number b) { return number(a.value * b.value); }
  friend constexpr number operator/(number a, number b) { return number(a.value / b.value); }
};
}  // namespace of_the_user
using of_the_user::number;
constexpr auto x = as<number>(tensor<double, token, width>{{1, 2}, {0.5, 1}});

// case: element_functions_softmax_without_exp
// rejected: softmax<1>(x) of elements that have no exp.
// expect-error: attn::math::exp\(x\): the element type has no exp; define exp\(T\) in the namespace of the type
// errors: 1
// allow: detail::
// lines: 13 at most through what computes it, up to the call
// total: 6000 through what computes it, up to the call
namespace of_the_user {
constexpr number max(number a, number b) { return a.value < b.value ? b : a; }
}  // namespace of_the_user
#ifdef ATTN_REJECT
#else
namespace of_the_user {
constexpr number exp(number a) { return number(attn::math::exp(a.value)); }
}  // namespace of_the_user
#endif
constexpr auto y = softmax<1>(x);

// case: element_functions_softmax_without_max
// rejected: softmax<1>(x) of elements that have no max.
// expect-error: attn::math::max\(a, b\): the element type has no max; define max\(T, T\) in the namespace of the type
// errors: 1
// allow: detail::
// lines: 13 at most through what computes it, up to the call
// total: 6000 through what computes it, up to the call
namespace of_the_user {
constexpr number exp(number a) { return number(attn::math::exp(a.value)); }
}  // namespace of_the_user
#ifdef ATTN_REJECT
#else
namespace of_the_user {
constexpr number max(number a, number b) { return a.value < b.value ? b : a; }
}  // namespace of_the_user
#endif
constexpr auto y = softmax<1>(x);

// case: element_functions_attention_without_sqrt
// rejected: scaled_dot_product_attention(x, x, x) of elements that have no sqrt.
// expect-error: attn::math::sqrt\(x\): the element type has no sqrt; define sqrt\(T\) in the namespace of the type
// errors: 1
// allow: detail::
// lines: 13 at most through what computes it, up to the call
// total: 6000 through what computes it, up to the call
namespace of_the_user {
constexpr number max(number a, number b) { return a.value < b.value ? b : a; }
constexpr number exp(number a) { return number(attn::math::exp(a.value)); }
}  // namespace of_the_user
#ifdef ATTN_REJECT
#else
namespace of_the_user {
constexpr number sqrt(number a) { return number(attn::math::sqrt(a.value)); }
}  // namespace of_the_user
#endif
constexpr auto y = scaled_dot_product_attention(x, x, x);

// case: element_functions_mask_without_select
// rejected: scaled_dot_product_attention(x, x, x, causal<>) of elements that have no select.
// expect-error: attn::math::select\(keep, a, b\): the element type has no select; define select\(bool, T, T\) in the namespace of the type
// errors: 1
// allow: detail::
// lines: 13 at most through what computes it, up to the call
// total: 6000 through what computes it, up to the call
namespace of_the_user {
constexpr number max(number a, number b) { return a.value < b.value ? b : a; }
constexpr number exp(number a) { return number(attn::math::exp(a.value)); }
constexpr number sqrt(number a) { return number(attn::math::sqrt(a.value)); }
}  // namespace of_the_user
#ifdef ATTN_REJECT
#else
namespace of_the_user {
constexpr number select(bool keep, number a, number b) { return keep ? a : b; }
}  // namespace of_the_user
#endif
constexpr auto y = scaled_dot_product_attention(x, x, x, causal<>);

// case: element_functions_layer_norm_without_sqrt
// rejected: layer_norm<1>(x) of elements that have no sqrt.
// expect-error: attn::math::sqrt\(x\): the element type has no sqrt; define sqrt\(T\) in the namespace of the type
// errors: 1
// allow: detail::
// lines: 13 at most through what computes it, up to the call
// total: 6000 through what computes it, up to the call
#ifdef ATTN_REJECT
#else
namespace of_the_user {
constexpr number sqrt(number a) { return number(attn::math::sqrt(a.value)); }
}  // namespace of_the_user
#endif
constexpr auto y = layer_norm<1>(x);

// case: element_functions_log_softmax_without_log
// rejected: log_softmax<1>(x) of elements that have no log.
// expect-error: attn::math::log\(x\): the element type has no log; define log\(T\) in the namespace of the type
// errors: 1
// allow: detail::
// lines: 13 at most through what computes it, up to the call
// total: 6000 through what computes it, up to the call
namespace of_the_user {
constexpr number max(number a, number b) { return a.value < b.value ? b : a; }
constexpr number exp(number a) { return number(attn::math::exp(a.value)); }
}  // namespace of_the_user
#ifdef ATTN_REJECT
#else
namespace of_the_user {
constexpr number log(number a) { return number(attn::math::log(a.value)); }
}  // namespace of_the_user
#endif
constexpr auto y = log_softmax<1>(x);

// case: element_functions_relu_without_max
// rejected: relu(x) of elements that have no max.
// expect-error: attn::math::max\(a, b\): the element type has no max; define max\(T, T\) in the namespace of the type
// errors: 1
// allow: detail::
// lines: 13 at most through what computes it, up to the call
// total: 6000 through what computes it, up to the call
#ifdef ATTN_REJECT
#else
namespace of_the_user {
constexpr number max(number a, number b) { return a.value < b.value ? b : a; }
}  // namespace of_the_user
#endif
constexpr auto y = relu(x);

// case: element_functions_amin_without_min
// rejected: amin<1>(x) of elements that have no min.
// expect-error: attn::math::min\(a, b\): the element type has no min; define min\(T, T\) in the namespace of the type
// errors: 1
// allow: detail::
// lines: 13 at most through what computes it, up to the call
// total: 6000 through what computes it, up to the call
#ifdef ATTN_REJECT
#else
namespace of_the_user {
constexpr number min(number a, number b) { return b.value < a.value ? b : a; }
}  // namespace of_the_user
#endif
constexpr auto y = amin<1>(x);

// case: element_functions_silu_without_sigmoid
// rejected: silu(x) of elements that have no sigmoid.
// expect-error: attn::math::sigmoid\(x\): the element type has no sigmoid; define sigmoid\(T\) in the namespace of the type
// errors: 1
// allow: detail::
// lines: 13 at most through what computes it, up to the call
// total: 6000 through what computes it, up to the call
#ifdef ATTN_REJECT
#else
namespace of_the_user {
constexpr number sigmoid(number a) { return number(attn::math::sigmoid(a.value)); }
}  // namespace of_the_user
#endif
constexpr auto y = silu(x);

// case: element_functions_tanh_without_tanh
// rejected: tanh(x) of elements that have no tanh.
// expect-error: attn::math::tanh\(x\): the element type has no tanh; define tanh\(T\) in the namespace of the type
// errors: 1
// allow: detail::
// lines: 13 at most through what computes it, up to the call
// total: 6000 through what computes it, up to the call
#ifdef ATTN_REJECT
#else
namespace of_the_user {
constexpr number tanh(number a) { return number(attn::math::tanh(a.value)); }
}  // namespace of_the_user
#endif
constexpr auto y = tanh(x);

// case: element_functions_gelu_without_erf
// rejected: gelu_exact(x) of elements that have no erf.
// expect-error: attn::math::erf\(x\): the element type has no erf; define erf\(T\) in the namespace of the type
// errors: 1
// allow: detail::
// lines: 13 at most through what computes it, up to the call
// total: 6000 through what computes it, up to the call
#ifdef ATTN_REJECT
#else
namespace of_the_user {
constexpr number erf(number a) { return number(attn::math::erf(a.value)); }
}  // namespace of_the_user
#endif
constexpr auto y = gelu_exact(x);

// case: element_functions_sin_without_sin
// rejected: attn::sin(x) of elements that have no sin.
// expect-error: attn::math::sin\(x\): the element type has no sin; define sin\(T\) in the namespace of the type
// errors: 1
// allow: detail::
// lines: 13 at most through what computes it, up to the call
// total: 6000 through what computes it, up to the call
#ifdef ATTN_REJECT
#else
namespace of_the_user {
constexpr number sin(number a) { return number(attn::math::sin(a.value)); }
}  // namespace of_the_user
#endif
constexpr auto y = attn::sin(x);

// case: element_functions_cos_without_cos
// rejected: attn::cos(x) of elements that have no cos.
// expect-error: attn::math::cos\(x\): the element type has no cos; define cos\(T\) in the namespace of the type
// errors: 1
// allow: detail::
// lines: 13 at most through what computes it, up to the call
// total: 6000 through what computes it, up to the call
#ifdef ATTN_REJECT
#else
namespace of_the_user {
constexpr number cos(number a) { return number(attn::math::cos(a.value)); }
}  // namespace of_the_user
#endif
constexpr auto y = attn::cos(x);

// case: element_functions_log1p_without_log1p
// rejected: attn::log1p(x) of elements that have no log1p.
// expect-error: attn::math::log1p\(x\): the element type has no log1p; define log1p\(T\) in the namespace of the type
// errors: 1
// allow: detail::
// lines: 13 at most through what computes it, up to the call
// total: 6000 through what computes it, up to the call
#ifdef ATTN_REJECT
#else
namespace of_the_user {
constexpr number log1p(number a) { return number(attn::math::log1p(a.value)); }
}  // namespace of_the_user
#endif
constexpr auto y = attn::log1p(x);

// case: element_functions_pow_without_pow
// rejected: attn::pow(x, number(2)) of elements that have no pow.
// expect-error: attn::math::pow\(a, b\): the element type has no pow; define pow\(T, T\) in the namespace of the type
// errors: 1
// allow: detail::
// lines: 13 at most through what computes it, up to the call
// total: 6000 through what computes it, up to the call
#ifdef ATTN_REJECT
#else
namespace of_the_user {
constexpr number pow(number a, number b) { return number(attn::math::pow(a.value, b.value)); }
}  // namespace of_the_user
#endif
constexpr auto y = attn::pow(x, number(2));
