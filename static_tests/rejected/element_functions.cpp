// SPDX-License-Identifier: BSL-1.0
// What attn/math/element_functions.hpp rejects: an operation on elements that lack a function which
// it needs.
// allow: detail::
// lines: 13 at most through what computes it, up to the call
// total: 6000 through what computes it, up to the call
#include <attn.hpp>

using namespace attn;

// clang-format off
// An element with operators, and with the functions whose bits it has.
namespace of_the_user {
enum function : unsigned {
  has_none, has_cos = 1, has_erf = 2, has_exp = 4, has_log = 8, has_log1p = 16, has_max = 32,
  has_min = 64, has_pow = 128, has_select = 256, has_sigmoid = 512, has_sin = 1024,
  has_sqrt = 2048, has_tanh = 4096
};
#define FRIEND(bit, ...) \
  friend constexpr number __VA_ARGS__ requires((Has & bit) != 0)
#define OF_ONE(name) \
  FRIEND(has_##name, name(number a)) { return number(attn::math::name(a.value)); }
template <unsigned Has>
struct number {
  double value = 0;
  number() = default;
  constexpr explicit number(double x) : value(x) {}
  friend constexpr number operator+(number a, number b) { return number(a.value + b.value); }
  friend constexpr number operator-(number a, number b) { return number(a.value - b.value); }
  friend constexpr number operator*(number a, number b) { return number(a.value * b.value); }
  friend constexpr number operator/(number a, number b) { return number(a.value / b.value); }
  OF_ONE(cos) OF_ONE(erf) OF_ONE(exp) OF_ONE(log) OF_ONE(log1p)
  OF_ONE(sigmoid) OF_ONE(sin) OF_ONE(sqrt) OF_ONE(tanh)
  FRIEND(has_max, max(number a, number b)) { return a.value < b.value ? b : a; }
  FRIEND(has_min, min(number a, number b)) { return b.value < a.value ? b : a; }
  FRIEND(has_pow, pow(number a, number b)) { return number(attn::math::pow(a.value, b.value)); }
  FRIEND(has_select, select(bool keep, number a, number b)) { return keep ? a : b; }
};
}  // namespace of_the_user
// clang-format on

using namespace of_the_user;
template <unsigned Has>
constexpr auto x =
    as<number<Has>>(tensor<double, axis<"token", 2>, axis<"width", 2>>{{1, 2}, {0.5, 1}});
constexpr unsigned for_softmax = has_max | has_exp, for_attention = for_softmax | has_sqrt;

// the operation needs a function that the elements lack.
// - element_functions_softmax_without_exp: softmax<1>(x<has_max>) ;; softmax<1>(x<for_softmax>)
//   ;; attn::math::exp\(x\): the element type has no exp; define exp\(T\) in the namespace of the type
// - element_functions_softmax_without_max: softmax<1>(x<has_exp>) ;; ditto
//   ;; attn::math::max\(a, b\): the element type has no max; define max\(T, T\) in the namespace of the type
// - element_functions_attention_without_sqrt:
//   scaled_dot_product_attention(x<for_softmax>, x<for_softmax>, x<for_softmax>)
//   ;; scaled_dot_product_attention(x<for_attention>, x<for_attention>, x<for_attention>)
//   ;; attn::math::sqrt\(x\): the element type has no sqrt; define sqrt\(T\) in the namespace of the type
// - element_functions_mask_without_select: [](const auto& y) {
//   return scaled_dot_product_attention(y, y, y, causal<>); }(x<for_attention>) ;; [](const auto& y) {
//   return scaled_dot_product_attention(y, y, y, causal<>); }(x<for_attention | has_select>)
//   ;; attn::math::select\(keep, a, b\): the element type has no select; define select\(bool, T, T\) in the namespace of the type
// - element_functions_layer_norm_without_sqrt: layer_norm<1>(x<has_none>) ;; layer_norm<1>(x<has_sqrt>)
//   ;; attn::math::sqrt\(x\): the element type has no sqrt; define sqrt\(T\) in the namespace of the type
// - element_functions_log_softmax_without_log: log_softmax<1>(x<for_softmax>)
//   ;; log_softmax<1>(x<for_softmax | has_log>)
//   ;; attn::math::log\(x\): the element type has no log; define log\(T\) in the namespace of the type
// - element_functions_relu_without_max: relu(x<has_none>) ;; relu(x<has_max>)
//   ;; attn::math::max\(a, b\): the element type has no max; define max\(T, T\) in the namespace of the type
// - element_functions_amin_without_min: amin<1>(x<has_none>) ;; amin<1>(x<has_min>)
//   ;; attn::math::min\(a, b\): the element type has no min; define min\(T, T\) in the namespace of the type
// - element_functions_silu_without_sigmoid: silu(x<has_none>) ;; silu(x<has_sigmoid>)
//   ;; attn::math::sigmoid\(x\): the element type has no sigmoid; define sigmoid\(T\) in the namespace of the type
// - element_functions_tanh_without_tanh: tanh(x<has_none>) ;; tanh(x<has_tanh>)
//   ;; attn::math::tanh\(x\): the element type has no tanh; define tanh\(T\) in the namespace of the type
// - element_functions_gelu_without_erf: gelu_exact(x<has_none>) ;; gelu_exact(x<has_erf>)
//   ;; attn::math::erf\(x\): the element type has no erf; define erf\(T\) in the namespace of the type
// - element_functions_sin_without_sin: attn::sin(x<has_none>) ;; attn::sin(x<has_sin>)
//   ;; attn::math::sin\(x\): the element type has no sin; define sin\(T\) in the namespace of the type
// - element_functions_cos_without_cos: attn::cos(x<has_none>) ;; attn::cos(x<has_cos>)
//   ;; attn::math::cos\(x\): the element type has no cos; define cos\(T\) in the namespace of the type
// - element_functions_log1p_without_log1p: attn::log1p(x<has_none>) ;; attn::log1p(x<has_log1p>)
//   ;; attn::math::log1p\(x\): the element type has no log1p; define log1p\(T\) in the namespace of the type
// - element_functions_pow_without_pow: attn::pow(x<has_none>, number<has_none>(2))
//   ;; attn::pow(x<has_pow>, number<has_pow>(2))
//   ;; attn::math::pow\(a, b\): the element type has no pow; define pow\(T, T\) in the namespace of the type
