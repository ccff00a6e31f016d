// SPDX-License-Identifier: BSL-1.0
// What attn/attention/gated_linear_attention.hpp rejects. driver.py compiles each case with the lines
// above the first.
#include <attn.hpp>

using namespace attn;
using token = axis<"token", 3>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;
constexpr tensor<double, token, width> q;
constexpr tensor<double, token, width> k;
constexpr tensor<double, token, content> v;
constexpr tensor<double, token> decay, rate;

// case: gated_linear_attention_other_keys
// rejected: keys of another sequence: the recurrence takes in one key for each query.
// expect-error: attn::gated_linear_attention\(Q, K, V, decay\): Q and K must have the same sequence
// errors: 1
#ifdef ATTN_REJECT
constexpr auto out = gated_linear_attention(q, tensor<double, axis<"key", 5>, width>{},
                                            tensor<double, axis<"key", 5>, content>{}, decay);
#else
constexpr auto out = gated_linear_attention(q, k, v, decay);
#endif

// case: gated_linear_attention_decay_of_features
// rejected: a decay for each feature, but not for each token.
// expect-error: attn::gated_linear_attention\(Q, K, V, decay\): decay must be \(…, token\) or \(…, token, d_k\)
// errors: 1
#ifdef ATTN_REJECT
constexpr auto out = gated_linear_attention(q, k, v, tensor<double, width>{});
#else
constexpr auto out = gated_linear_attention(q, k, v, tensor<double, token, width>{});
#endif

// case: gated_linear_attention_rate_of_features
// rejected: a rate for each feature: the delta rule has one for each token.
// expect-error: attn::delta_rule_attention\(Q, K, V, rate\): rate must be \(…, token\)
// errors: 1
#ifdef ATTN_REJECT
constexpr auto out = delta_rule_attention(q, k, v, tensor<double, token, width>{});
#else
constexpr auto out = delta_rule_attention(q, k, v, rate);
#endif

// case: gated_linear_attention_rate_of_float
// rejected: a rate of float for tensors of double.
// expect-error: attn::gated_delta_rule_attention\(Q, K, V, decay, rate\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
#ifdef ATTN_REJECT
constexpr auto out = gated_delta_rule_attention(q, k, v, decay, as<float>(rate));
#else
constexpr auto out = gated_delta_rule_attention(q, k, v, decay, rate);
#endif

// case: gated_linear_attention_state_transposed
// rejected: a state the other way round: S is (d_k, d_v).
// expect-error: attn::delta_rule_attention\(Q, K, V, rate\): S must be the state of such a call
// errors: 1
#ifdef ATTN_REJECT
constexpr auto out = delta_rule_attention(q, k, v, rate, matrix<double, 2, 4>{});
#else
constexpr auto out = delta_rule_attention(q, k, v, rate, matrix<double, 4, 2>{});
#endif

// case: gated_linear_attention_key_width
// rejected: keys of another width.
// expect-error: attn::gated_delta_rule_attention\(Q, K, V, decay, rate\): Q and K must have the same width \(d_k\)
// errors: 1
#ifdef ATTN_REJECT
constexpr auto out = gated_delta_rule_attention(q, v, v, decay, rate);
#else
constexpr auto out = gated_delta_rule_attention(q, k, v, decay, rate);
#endif

// case: gated_linear_attention_of_integers
// rejected: integers, whose decay would be 0 or 1.
// expect-error: attn::gated_linear_attention\(Q, K, V, decay\): requires a floating-point element type
// errors: 1
#ifdef ATTN_REJECT
constexpr auto out = gated_linear_attention(as<int>(q), as<int>(k), as<int>(v), as<int>(decay));
#else
constexpr auto out = gated_linear_attention(q, k, v, decay);
#endif
