// SPDX-License-Identifier: BSL-1.0
// What attn/attention/mask.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: causal_rectangle
// rejected: causal<> for 3 queries and 5 keys. PyTorch aligns the first ones, FlashAttention from 2.1 on
// the last (pytorch#108108, flash-attention#517, mlx#2967, ThunderKittens#125).
// expect-error: attn::attention_weights\(Q, K, options…\): causal<> and sliding_window<l, r> require equal numbers of queries and keys
// expect-error: otherwise choose causal<top_left> or causal<bottom_right>
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, causal<>);
#else
constexpr auto weights = attention_weights(Q, K, causal<bottom_right>);
#endif

// case: key_padding_of_bool
// rejected: padding as a tensor of bool: in one library true keeps, and in the next it ignores.
// expect-error: attn::key_padding\(m\): m must be a mask: keep_mask or ignore_mask; .*keep_where\(x\)
// errors: 1
using key = axis<"key", 4>;
constexpr tensor<bool, key> present{true, true, true, false};

#ifdef ATTN_REJECT
constexpr auto padding = key_padding(present);
#else
constexpr auto padding = key_padding(keep_where(present));
#endif

// case: mask_crossed_axes
// rejected: a mask (key, token): with equal sizes it would go unnoticed
//   (https://github.com/keras-team/keras-hub/issues/783).
// expect-error: a mask must have the axes of the scores
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};
constexpr keep_mask<key, token> past{{1, 1, 1}, {0, 1, 1}, {0, 0, 1}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, past);
#else
constexpr auto weights = attention_weights(Q, K, transpose(past));
#endif

// case: mask_entry_is_a_fraction
// rejected: an attention weight as an entry of a mask. Somewhere it would be rounded to true:
// PyTorch adds
// a mask of floats to the scores, and takes one of bool for a choice (pytorch#110213).
// expect-error[gcc]: no match for 'operator='
// expect-error[clang]: no viable overloaded '='
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};

#ifdef ATTN_REJECT
inline void choose(keeps& entry) { entry = 0.5; }
#else
inline void choose(keeps& entry) { entry = 1; }
#endif

// case: mask_is_a_tensor_of_bool
// rejected: a mask of bool: true keeps in one function of PyTorch and ignores in the next (pytorch#170415,
// #170404, #120668, LLMs-from-scratch#1061).
// expect-error: a trailing argument is not an option; a scale is scaled_by\(x\), a mask keep_where\(x\) or ignore_where\(x\)
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};
constexpr tensor<bool, dim<3>, dim<3>> allowed{
    {true, false, false}, {true, true, false}, {true, true, true}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, allowed);
#else
constexpr auto weights = attention_weights(Q, K, keep_where(allowed));
#endif

// case: mask_nan_rows_in_a_constant
// rejected: the weights that PyTorch had before 2.5, NaN, as a constant: no constant is NaN.
// expect-error[gcc]: a_query_may_attend_to_no_key_did_you_mean_ignore_where_or_fully_masked_zero_rows
// expect-error[clang]: must be initialized by a constant expression
// expect-note: a_query_may_attend_to_no_key_did_you_mean_ignore_where_or_fully_masked_zero_rows
// errors: 1
// allow: detail::
constexpr matrix<double, 2, 2> scores{{1, 2}, {3, 4}};
constexpr keep_mask<dim<2>, dim<2>> some{{1, 0}, {0, 0}};

#ifdef ATTN_REJECT
constexpr auto weights = masked_softmax(scores, some, fully_masked<nan_rows>);
#else
const auto weights = masked_softmax(scores, some, fully_masked<nan_rows>);
#endif

// case: mask_of_batch_for_heads
// rejected: a mask for each text of a batch, where the scores have heads: it "works if the batch size
// equals the number of heads" (keras-hub#783, tensorflow#49237, pytorch-seq2seq#119).
// expect-error: a mask must have the axes of the scores
// errors: 1
using batch = axis<"batch", 2>;
using head = axis<"head", 2>;
using token = axis<"token", 2>;
using key = axis<"key", 3>;
constexpr tensor<double, head, token, key> scores;
constexpr keep_mask<batch, token, key> of_texts;
constexpr keep_mask<head, token, key> of_heads;

#ifdef ATTN_REJECT
constexpr auto weights = masked_softmax(scores, of_texts);
#else
constexpr auto weights = masked_softmax(scores, of_heads);
#endif

// case: mask_padding_of_others
// rejected: the padding of another sequence of the same length, where the tokens attend to themselves.
// expect-error: a mask must have the axes of the scores
// errors: 1
using source = axis<"source", 3>;
using token = axis<"token", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> X{{1, 2}, {3, 4}, {5, 6}};
constexpr keep_mask<source> heard{1, 1, 0};
constexpr keep_mask<token> said{1, 1, 0};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(X, X, key_padding(heard));
#else
constexpr auto weights = attention_weights(X, X, key_padding(said));
#endif

// case: mask_padding_of_queries
// rejected: padding of the queries instead of the keys: in self-attention both are tokens (keras-
// hub#783).
// expect-error: a mask must have the axes of the scores
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}};
constexpr keep_mask<token> asked{1, 1, 0};
constexpr keep_mask<key> valid{1, 1, 1, 1, 0};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, key_padding(asked));
#else
constexpr auto weights = attention_weights(Q, K, key_padding(valid));
#endif

// case: mask_polarity_swapped
// rejected: a mask of ignored keys, used as a mask of kept keys (pytorch#170415, #170404, #120668,
// LLMs-from-scratch#1061). The conversion has a name.
// expect-error: attn: x = y: requires one element type for both; convert with .* a mask with as_keep\(y\)
// errors: 1
using keys = dim<3>;
constexpr ignore_mask<keys> padding{0, 0, 1};

#ifdef ATTN_REJECT
inline void choose(keep_mask<keys>& valid) { valid = padding; }
#else
inline void choose(keep_mask<keys>& valid) { valid = as_keep(padding); }
#endif

// case: mask_scores_of_integers
// rejected: -inf among integers.
// expect-error: attn::mask_scores\(x, mask\): requires a floating-point element type
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};

#ifdef ATTN_REJECT
constexpr auto masked = mask_scores(as<int>(matmul(Q, transpose(K))), causal<>);
#else
constexpr auto masked = mask_scores(matmul(Q, transpose(K)), causal<>);
#endif

// case: mask_without_a_key
// rejected: a query without any key, known from the type: the first of 3 with 2 keys (flash-
// attention#1778). NaN in one library, 0 in the next, garbage in a third (pytorch#103963,
// #160064, mlx#2395, iree#24175).
// expect-error: attn::attention_weights\(Q, K, options…\): the mask leaves a query without any key; choose its weights: fully_masked<zero_rows>
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 2>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, causal<bottom_right>);
#else
constexpr auto weights = attention_weights(Q, K, causal<bottom_right>, fully_masked<zero_rows>);
#endif

// case: mask_without_a_key_in_a_constant
// rejected: a query without any key, found in constant evaluation: the second one
// (pytorch#103963, #160064, mlx#2395, iree#24175).
// expect-error[gcc]: a_query_may_attend_to_no_key_did_you_mean_ignore_where_or_fully_masked_zero_rows
// expect-error[clang]: must be initialized by a constant expression
// expect-note: a_query_may_attend_to_no_key_did_you_mean_ignore_where_or_fully_masked_zero_rows
// errors: 1
// allow: detail::
constexpr matrix<double, 2, 2> scores{{1, 2}, {3, 4}};
constexpr keep_mask<dim<2>, dim<2>> some{{1, 0}, {0, 0}};

#ifdef ATTN_REJECT
constexpr auto weights = masked_softmax(scores, some);
#else
constexpr auto weights = masked_softmax(scores, some, fully_masked<zero_rows>);
#endif

// case: mask_without_a_key_of_either_polarity
// rejected: a query without any key; with the opposite entries another one would have none.
// expect-error[gcc]: a_query_may_attend_to_no_key_choose_fully_masked_zero_rows
// expect-error[clang]: must be initialized by a constant expression
// expect-note: a_query_may_attend_to_no_key_choose_fully_masked_zero_rows
// errors: 1
// allow: detail::
constexpr matrix<double, 2, 2> scores{{1, 2}, {3, 4}};
constexpr keep_mask<dim<2>, dim<2>> some{{1, 1}, {0, 0}};

#ifdef ATTN_REJECT
constexpr auto weights = masked_softmax(scores, some);
#else
constexpr auto weights = masked_softmax(scores, some, fully_masked<zero_rows>);
#endif

// case: mask_of_the_other_polarity
// rejected: what is to be ignored, the future, kept. The last query has none; a policy for it would
// hide the mistake.
// expect-error[gcc]: did_you_mean_ignore_where_or_fully_masked_zero_rows
// expect-error[clang]: must be initialized by a constant expression
// expect-note: did_you_mean_ignore_where_or_fully_masked_zero_rows
// errors: 1
// allow: detail::
constexpr matrix<double, 2, 2> scores{{1, 2}, {3, 4}};
constexpr matrix<bool, 2, 2> future{{false, true}, {false, false}};

#ifdef ATTN_REJECT
constexpr auto weights = masked_softmax(scores, keep_where(future));
#else
constexpr auto weights = masked_softmax(scores, ignore_where(future));
static_assert(weights == masked_softmax(scores, causal<>));
#endif

// case: mask_of_the_other_polarity_ignored
// rejected: what is to be kept, ignored.
// expect-error[gcc]: did_you_mean_keep_where_or_fully_masked_zero_rows
// expect-error[clang]: must be initialized by a constant expression
// expect-note: did_you_mean_keep_where_or_fully_masked_zero_rows
// errors: 1
// allow: detail::
constexpr matrix<double, 2, 2> scores{{1, 2}, {3, 4}};
constexpr matrix<bool, 2, 2> past{{true, false}, {true, true}};

#ifdef ATTN_REJECT
constexpr auto weights = masked_softmax(scores, ignore_where(past));
#else
constexpr auto weights = masked_softmax(scores, keep_where(past));
#endif

// case: keep_where_of_a_mask
// rejected: an ignore_mask as the entries of a keep_mask: it would change its meaning.
// expect-error: attn::keep_where\(x\): x is a mask already; it is an option as it is
// errors: 1
constexpr matrix<double, 2, 2> scores{{1, 2}, {3, 4}};
constexpr ignore_mask<dim<2>, dim<2>> future{{0, 1}, {0, 0}};

#ifdef ATTN_REJECT
constexpr auto weights = masked_softmax(scores, keep_where(future));
#else
constexpr auto weights = masked_softmax(scores, future);
#endif

// case: ignore_where_of_integers
// rejected: integers, which need not be 0 and 1.
// expect-error: attn::ignore_where\(x\): x must be a tensor of bool; convert with as<bool>\(x\)
// errors: 1
constexpr matrix<int, 2, 2> future{{0, 1}, {0, 0}};

#ifdef ATTN_REJECT
constexpr auto mask = ignore_where(future);
#else
constexpr auto mask = ignore_where(as<bool>(future));
#endif

// case: mask_without_its_axes
// rejected: a mask of the keys alone, broadcast to any axis that fits (keras-hub#783,
// tensorflow#49237, pytorch-
// seq2seq#119).
// expect-error: attn::attention_weights\(Q, K, options…\): a mask must have the axes of the scores
// errors: 1
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}};
constexpr keep_mask<key> valid{1, 1, 1, 1, 0};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, valid);
#else
constexpr auto weights = attention_weights(Q, K, key_padding(valid));
#endif

// case: valid_keys_negative
// rejected: the number of keys is a difference that went below zero.
// expect-error[gcc]: number_of_valid_keys_is_negative
// expect-error[clang]: must be initialized by a constant expression
// expect-note: number_of_valid_keys_is_negative
// errors: 1
constexpr int length = 2, padding = 3;

#ifdef ATTN_REJECT
constexpr auto mask = valid_keys(length - padding);
#else
constexpr auto mask = valid_keys(padding - length);
#endif

// case: mask_polarity_in_a_declaration
// rejected: a mask of the other polarity: the type that one expects is not the type that one has.
// expect-error: attn: x = y: requires one element type for both; convert with .* a mask with as_keep\(y\)
// expect-note: element_of_A<attn::ignores>, attn::rules::element_of_B<attn::keeps>
// errors: 1
constexpr keep_mask<dim<2>> past{1, 0};

#ifdef ATTN_REJECT
constexpr ignore_mask<dim<2>> future(past);
#else
constexpr ignore_mask<dim<2>> future(as_ignore(past));
#endif

// case: mask_of_bool_in_a_declaration
// rejected: a tensor of bool as a mask: libraries disagree about what true means.
// expect-error: attn: x = y: requires one element type for both; convert with .* or keep_where\(y\)
// expect-note: element_of_A<attn::keeps>, attn::rules::element_of_B<bool>
// errors: 1
constexpr tensor<bool, dim<2>> past{true, false};

#ifdef ATTN_REJECT
constexpr keep_mask<dim<2>> mask = past;
#else
constexpr keep_mask<dim<2>> mask = keep_where(past);
#endif

// case: mask_of_other_axes_in_a_declaration
// rejected: a mask of the encoder's keys for the decoder's.
// expect-error: attn: x = y: both must have the same axes, in the same order
// expect-note: "token 2, key 2".*"token 2, source 2"
// errors: 1
using token = axis<"token", 2>;
using key = axis<"key", 2>;
using source = axis<"source", 2>;
constexpr keep_mask<token, source> of_encoder{{1, 0}, {1, 1}};

#ifdef ATTN_REJECT
constexpr keep_mask<token, key> of_decoder = of_encoder;
#else
constexpr keep_mask<token, key> of_decoder = rename<"source", "key">(of_encoder);
#endif
