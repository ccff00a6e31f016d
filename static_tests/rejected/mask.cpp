// SPDX-License-Identifier: BSL-1.0
// What mask, window, lengths, segments reject.
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key_5 = axis<"key", 5>;
using width = axis<"width", 2>;
using key = axis<"key", 3>;
using head = axis<"head", 2>;
using token_2 = axis<"token", 2>;
using key_2 = axis<"key", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}}, X{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key_5, width> K{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}};
constexpr tensor<bool, axis<"key", 4>> present{true, true, true, false};
constexpr tensor<double, key, width> K_of_double{{1, 0}, {0, 1}, {1, 1}};
constexpr keep_mask<key, token> past{{1, 1, 1}, {0, 1, 1}, {0, 0, 1}};
constexpr tensor<bool, dim<3>, dim<3>> allowed{
    {true, false, false}, {true, true, false}, {true, true, true}};
constexpr matrix<double, 2, 2> scores{{1, 2}, {3, 4}};
constexpr keep_mask<dim<2>, dim<2>> some{{1, 0}, {0, 0}}, some_of_bool{{1, 1}, {0, 0}};
constexpr tensor<double, head, token_2, key> scores_head_token_2_key;
constexpr keep_mask<axis<"batch", 2>, token_2, key> of_texts;
constexpr keep_mask<head, token_2, key> of_heads;
constexpr keep_mask<axis<"source", 3>> heard{1, 1, 0};
constexpr keep_mask<token> said{1, 1, 0}, asked{1, 1, 0};
constexpr keep_mask<key_5> valid{1, 1, 1, 1, 0};
constexpr ignore_mask<dim<3>> padding{0, 0, 1};
constexpr tensor<double, key_2, width> K_key_2_width{{1, 0}, {0, 1}};
constexpr matrix<bool, 2, 2> future{{false, true}, {false, false}};
constexpr matrix<bool, 2, 2> past_2x2{{true, false}, {true, true}};
constexpr ignore_mask<dim<2>, dim<2>> future_ignore{{0, 1}, {0, 0}};
constexpr matrix<int, 2, 2> future_of_int{{0, 1}, {0, 0}};
constexpr int length = 2;
constexpr int padded = 3;
constexpr keep_mask<dim<2>> past_2{1, 0};
constexpr tensor<bool, dim<2>> past_bool_2{true, false};
constexpr keep_mask<token_2, axis<"source", 2>> of_encoder{{1, 0}, {1, 1}};
struct past_only {
  using kind = mask_kind;
  template <class Scores>
  static constexpr bool aligned = detail::queries_in<Scores> == detail::keys_in<Scores>;
  constexpr bool allows(std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t, std::ptrdiff_t) const {
    return j <= i;
  }
};
struct first_key {
  using kind = mask_kind;
  template <class Scores> constexpr auto row(std::size_t, std::size_t) const {
    return [](std::size_t j) { return static_cast<int>(j); };
  }
};
template <std::size_t, class, class> struct for_others {
  using kind = mask_kind;
  template <class Scores>
  static constexpr bool fits = detail::queries_in<Scores> == detail::keys_in<Scores>;
  constexpr bool allows(std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t, std::ptrdiff_t) const {
    return j <= i;
  }
};
struct odd_keys {
  using kind = mask_kind;
  constexpr bool allows(std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t, std::ptrdiff_t) const {
    return i != 1 && j % 2 == 1;
  }
};
using batch = axis<"batch", 2>;
constexpr tensor<double, batch, token, width> Q_2;
constexpr tensor<double, batch, axis<"key", 5>, width> K_2;
constexpr auto x = attention_scores(Q_2, K_2);
constexpr tensor<int> n(4);

// causal<> for 3 queries and 5 keys. PyTorch aligns the first ones, FlashAttention from 2.1 on the
// last (pytorch#108108, flash-attention#517, mlx#2967, ThunderKittens#125).
// - causal_rectangle: attention_weights(Q, K, causal<>) ;; attention_weights(Q, K,
//   causal<bottom_right>) ;; attn::attention_weights\(Q, K, options…\): the mask requires as many queries as keys, or an alignment, top_left or bottom_right
// a mask of the user's, whose type the message names.
// - causal_rectangle_of_ones_own: attention_weights(Q, K, past_only{} & valid_keys(2)) ;;
//   attention_weights(Q, Q, past_only{} & valid_keys(2)) ;; the mask requires as many queries ;; axes: token 3, key 5 ;; expect-note: past_only
// a mask whose rows are numbers, of which 0 is a key: bool, and nothing that converts to it.
// - mask_of_numbers: attention_weights(Q, K, first_key{})
//   ;; attention_weights(Q, K, valid_keys(1))
//   ;; attn::attention_weights\(Q, K, options…\): a mask must have allows\(query, key, queries, keys\)
// one that states that it does not fit, and whose template looks like a mask of entries.
// - mask_that_does_not_fit: attention_weights(Q, K, for_others<2, int, int>{})
//   ;; attention_weights(Q, Q, for_others<2, int, int>{})
//   ;; a mask must have the axes of the scores ;; token 3, key 5
// a mask of positions alone that leaves a query without keys, in rows that are no ranges.
// - mask_of_odd_keys: attention_weights(Q, K, odd_keys{}) ;; attention_weights(Q, K, odd_keys{},
//   fully_masked<zero_rows>) ;; the mask leaves a query without any key
// padding as a tensor of bool: in one library true keeps, and in the next it ignores.
// - key_padding_of_bool: key_padding(present) ;; key_padding(keep_where(present))
//   ;; attn::key_padding\(m\): m must be a mask: keep_mask or ignore_mask; .*keep_where\(x\)
// a mask (key, token): with equal sizes it would go unnoticed
// (https://github.com/keras-team/keras-hub/issues/783).
// - mask_crossed_axes: attention_weights(Q, K_of_double, past) ;; attention_weights(Q, K_of_double,
//   transpose(past)) ;; a mask must have the axes of the scores
// an attention weight as an entry of a mask. Somewhere it would be rounded to true: PyTorch adds a
// mask of floats to the scores, and takes one of bool for a choice (pytorch#110213).
// - mask_entry_is_a_fraction: inline void choose(keeps& entry) { entry = 0.5; }
//   ;; inline void choose(keeps& entry) { entry = 1; }
//   ;; expect-error[gcc]: no match for 'operator=' ;; expect-error[clang]: no viable overloaded '='
// a mask of bool: true keeps in one function of PyTorch and ignores in the next (pytorch#170415,
// #170404, #120668, LLMs-from-scratch#1061).
// - mask_is_a_tensor_of_bool: attention_weights(Q, K_of_double, allowed) ;; attention_weights(Q,
//   K_of_double, keep_where(allowed)) ;; a trailing argument is not an option; a scale is
//   scaled_by\(x\), a mask keep_where\(x\) or ignore_where\(x\)
// the weights that PyTorch had before 2.5, NaN, as a constant: no constant is NaN.
// - mask_nan_rows_in_a_constant: constexpr auto weights = masked_softmax(scores, some,
//   fully_masked<nan_rows>);
//   ;; const auto weights = masked_softmax(scores, some, fully_masked<nan_rows>);
//   ;; constant: a_query_has_no_key_did_you_mean_ignore_where_or_fully_masked_zero_rows
//   ;; allow: detail::
// a mask for each text of a batch, where the scores have heads: it "works if the batch size equals
// the number of heads" (keras-hub#783, tensorflow#49237, pytorch-seq2seq#119).
// - mask_of_batch_for_heads: masked_softmax(scores_head_token_2_key, of_texts)
//   ;; masked_softmax(scores_head_token_2_key, of_heads) ;; a mask must have the axes of the scores
// the padding of another sequence of the same length, where the tokens attend to themselves.
// - mask_padding_of_others: attention_weights(X, X, key_padding(heard))
//   ;; attention_weights(X, X, key_padding(said)) ;; a mask must have the axes of the scores
// padding of the queries instead of the keys: in self-attention both are tokens (keras-hub#783).
// - mask_padding_of_queries: attention_weights(Q, K, key_padding(asked))
//   ;; attention_weights(Q, K, key_padding(valid)) ;; a mask must have the axes of the scores
// a mask of ignored keys, used as a mask of kept keys (pytorch#170415, #170404, #120668,
// LLMs-from-scratch#1061). The conversion has a name.
// - mask_polarity_swapped: inline void choose(keep_mask<dim<3>>& valid) { valid = padding; }
//   ;; inline void choose(keep_mask<dim<3>>& valid) { valid = as_keep(padding); }
//   ;; attn: x = y: requires one element type for both; convert with .* a mask with as_keep\(y\)
// -inf among integers.
// - mask_scores_of_integers: mask_scores(as<int>(matmul(Q, transpose(K_of_double))), causal<>)
//   ;; mask_scores(matmul(Q, transpose(K_of_double)), causal<>)
//   ;; attn::mask_scores\(x, mask\): requires a floating-point element type
// a query without any key, known from the type: the first of 3 with 2 keys (flash-attention#1778).
// NaN in one library, 0 in the next, garbage in a third (pytorch#103963, #160064, mlx#2395,
// iree#24175).
// - mask_without_a_key: attention_weights(Q, K_key_2_width, causal<bottom_right>)
//   ;; attention_weights(Q, K_key_2_width, causal<bottom_right>, fully_masked<zero_rows>)
//   ;; attn::attention_weights\(Q, K, options…\): the mask leaves a query without any key; choose
//   its weights: fully_masked<zero_rows>
// a query without any key, found in constant evaluation: the second one (pytorch#103963, #160064,
// mlx#2395, iree#24175).
// - mask_without_a_key_in_a_constant: masked_softmax(scores, some)
//   ;; masked_softmax(scores, some, fully_masked<zero_rows>)
//   ;; constant: a_query_has_no_key_did_you_mean_ignore_where_or_fully_masked_zero_rows
//   ;; allow: detail::
// a query without any key; with the opposite entries another one would have none.
// - mask_without_a_key_of_either_polarity: masked_softmax(scores, some_of_bool)
//   ;; masked_softmax(scores, some_of_bool, fully_masked<zero_rows>)
//   ;; constant: a_query_has_no_key_choose_fully_masked_zero_rows ;; allow: detail::
// what is to be ignored, the future, kept. The last query has none; a policy for it would hide the
// mistake.
// - mask_of_the_other_polarity: constexpr auto weights = masked_softmax(scores,
//   keep_where(future)); ;; constexpr auto weights = masked_softmax(scores, ignore_where(future));
//   static_assert(weights == masked_softmax(scores, causal<>)); ;; constant:
//   did_you_mean_ignore_where_or_fully_masked_zero_rows ;; allow: detail::
// what is to be kept, ignored.
// - mask_of_the_other_polarity_ignored: masked_softmax(scores, ignore_where(past_2x2))
//   ;; masked_softmax(scores, keep_where(past_2x2))
//   ;; constant: did_you_mean_keep_where_or_fully_masked_zero_rows ;; allow: detail::
// an ignore_mask as the entries of a keep_mask: it would change its meaning.
// - keep_where_of_a_mask: masked_softmax(scores, keep_where(future_ignore))
//   ;; masked_softmax(scores, future_ignore)
//   ;; attn::keep_where\(x\): x is a mask already; it is an option as it is
// integers, which need not be 0 and 1.
// - ignore_where_of_integers: ignore_where(future_of_int) ;; ignore_where(as<bool>(future_of_int))
//   ;; attn::ignore_where\(x\): x must be a tensor of bool; convert with as<bool>\(x\)
// a mask of the keys alone, broadcast to any axis that fits (keras-hub#783, tensorflow#49237,
// pytorch-seq2seq#119).
// - mask_without_its_axes: attention_weights(Q, K, valid)
//   ;; attention_weights(Q, K, key_padding(valid))
//   ;; attn::attention_weights\(Q, K, options…\): a mask must have the axes of the scores
// the number of keys is a difference that went below zero.
// - valid_keys_negative: valid_keys(length - padded) ;; valid_keys(padded - length)
//   ;; constant: number_of_valid_keys_is_negative
// a mask of the other polarity: the type that one expects is not the type that one has.
// - mask_polarity_in_a_declaration: constexpr ignore_mask<dim<2>> future(past_2);
//   ;; constexpr ignore_mask<dim<2>> future(as_ignore(past_2));
//   ;; attn: x = y: requires one element type for both; convert with .* a mask with as_keep\(y\)
//   ;; expect-note: element_of_A<attn::ignores>, attn::rules::element_of_B<attn::keeps>
// a tensor of bool as a mask: libraries disagree about what true means.
// - mask_of_bool_in_a_declaration: constexpr keep_mask<dim<2>> mask = past_bool_2;
//   ;; constexpr keep_mask<dim<2>> mask = keep_where(past_bool_2);
//   ;; attn: x = y: requires one element type for both; convert with .* or keep_where\(y\)
//   ;; expect-note: element_of_A<attn::keeps>, attn::rules::element_of_B<bool>
// a mask of the encoder's keys for the decoder's.
// - mask_of_other_axes_in_a_declaration: constexpr keep_mask<token_2, key_2> of_decoder =
//   of_encoder; ;; constexpr keep_mask<token_2, key_2> of_decoder = rename<"source",
//   "key">(of_encoder); ;; attn: x = y: both must have the same axes, in the same order ;;
//   expect-note: "token 2, key 2".*"token 2, source 2"
// three lengths for two texts.
// - lengths_of_another_batch: attention_weights(Q_2, K_2, valid_keys(tensor<int, axis<"batch",
//   3>>{1, 2, 3})) ;; attention_weights(Q_2, K_2, valid_keys(tensor<int, batch>{1, 2})) ;;
//   attn::attention_weights\(Q, K, options…\): one number for each text: the numbers must have
//   leading axes of the scores ;; batch 3, batch 2
// an offset for each query: that is a mask of entries, or causal_from with an offset for each text.
// - lengths_of_queries: masked_softmax(x, causal_from(tensor<int, token>{0, 1, 2}) & valid_keys(3))
//   ;; masked_softmax(x, causal_from(tensor<int, batch>{0, 1}) & valid_keys(3))
//   ;; attn::masked_softmax\(x, mask\): one number for each text: the numbers must have leading
//   axes of the scores
// lengths that are not integers: how much of a key is valid?
// - lengths_are_fractions: attention_weights(Q_2, K_2, valid_keys(tensor<double, batch>{1.5, 2}))
//   ;; attention_weights(Q_2, K_2, valid_keys(tensor<int, batch>{1, 2}))
//   ;; attn::valid_keys\(lengths\): the lengths must be integers
// offsets that are not integers.
// - lengths_offsets_are_fractions: attention_weights(Q_2, K_2, causal_from(tensor<double,
//   batch>{1.5, 2})) ;; attention_weights(Q_2, K_2, causal_from(tensor<int, batch>{1, 2})) ;;
//   attn::causal_from\(offsets\): the offsets must be integers
// a tensor of one number: it belongs to no text.
// - lengths_without_an_axis: attention_weights(Q_2, K_2, valid_keys(n))
//   ;; attention_weights(Q_2, K_2, valid_keys(n()))
//   ;; attn::valid_keys\(lengths\): one number for each text: the lengths must have an axis
// a tensor of one number: it belongs to no text.
// - lengths_offset_without_an_axis: attention_weights(Q_2, K_2, causal_from(n))
//   ;; attention_weights(Q_2, K_2, causal_from(n()))
//   ;; attn::causal_from\(offsets\): one number for each text: the offsets must have an axis
// one of the lengths is a difference that went below zero.
// - lengths_negative: valid_keys(tensor<int, batch>{2, -1}) ;; valid_keys(tensor<int, batch>{2, 1})
//   ;; constant: number_of_valid_keys_is_negative
