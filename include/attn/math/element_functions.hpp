// SPDX-License-Identifier: BSL-1.0
// What operations need of an element type, as concepts. Arithmetic types have all functions. A
// class has those that argument-dependent lookup finds: friends, and functions of its namespace.
//
//   element_has<T, rules::exp_function>   … max, min, select, exp, log, log1p, sqrt, sigmoid, tanh,
//                                         erf, sin, cos, pow
//   softmax_element<T>      / max exp           softmax, unscaled attention
//   attention_element<T>    … and sqrt          attention
//   masked_element<T>       … and select        attention with a mask, causal<>
//   normalized_element<T>   / sqrt              layer_norm, rms_norm
//   recurrent_element<T>    / sigmoid tanh      recurrent cells
//
// An operation that needs a function which T lacks is rejected with one sentence that names it.
// Rule: has_function.
#pragma once

#include <attn/math/erf.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>
#include <attn/math/max.hpp>
#include <attn/math/pow.hpp>
#include <attn/math/sigmoid.hpp>
#include <attn/math/sin.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/math/tanh.hpp>
#include <attn/rules/elements.hpp>
#include <attn/tensor/scalar.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <class T, class Function>
concept element_has = rules::has_function<rules::element<T>, Function>::value;

template <class T>
concept softmax_element = floating_scalar<T> && element_has<T, rules::max_function> &&
                          element_has<T, rules::exp_function>;
template <class T>
concept attention_element = softmax_element<T> && element_has<T, rules::sqrt_function>;
template <class T>
concept masked_element = attention_element<T> && element_has<T, rules::select_function>;
template <class T>
concept normalized_element = floating_scalar<T> && element_has<T, rules::sqrt_function>;
template <class T>
concept recurrent_element = floating_scalar<T> && element_has<T, rules::sigmoid_function> &&
                            element_has<T, rules::tanh_function>;

}  // namespace attn
ATTN_STRICT_FP_END
