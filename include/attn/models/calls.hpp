// SPDX-License-Identifier: BSL-1.0
// The requirements of the calls of models (rules/call.hpp), which models/detail/require.hpp
// asserts.
//
//   stack_call<Block, N, Norm>                  N layers and the norm after them
//   encoder_call<Block, X, options<…>>          x, for a layer, a stack or a whole model
//   decoder_call<Block, Y, Memory, placed>      y and memory, likewise
//   placed_call<Places, Options...>             options for one attention among several
//   model_ids_call<Word, Width, Ids>                  token ids that a model embeds
//
// An operand that a call does not have is `void`, and has no requirements. For layers that are not
// attention blocks (models/block.hpp), only the sequences are checked.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/detail/option_calls.hpp>
#include <attn/attention/multi_head_layer.hpp>
#include <attn/models/block.hpp>
#include <attn/models/detail/require.hpp>
#include <attn/rules/call.hpp>
#include <attn/rules/diagnostic_axes.hpp>
#include <attn/rules/models.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::rules {

// --- sequences ----------------------------------------------------------------------------------

// The rows of a sequence, for a layer of T with rows of Width. `usable` if there are such rows.
template <class T, class Width, class X>
struct rows_call {
  using axes = axes_of<>;
  using operands = roles<>;
  using sequence = not_asked;
  using one_element = not_asked;
  using width_size = not_asked;
  using width_name = not_asked;
  using rows = attn::shape<dim<1>, dim<1>>;
  using all = in_order<>;
  static constexpr bool usable = false;
};
template <class T, class Width, class U, class... Axes>
struct rows_call<T, Width, tensor<U, Axes...>> {
  using last = width_of_X<last_axis<attn::shape<Axes...>>>;
  using axes = axes_of<Axes...>;
  using operands = roles<axes>;
  using sequence = is_sequence<in_brief<axes_of<Axes...>>>;
  using one_element = same_element<element_of_A<U>, element_of_B<T>>;
  using width_size = same_size<last, input_of_W<Width>>;
  using width_name = same_name<last, input_of_W<Width>>;
  using all = in_order<sequence, one_element, width_size, width_name>;
  static constexpr bool usable = all::value;
  using rows =
      std::conditional_t<sequence::value, attn::shape<Axes...>, attn::shape<dim<1>, dim<1>>>;
};

// Token ids, for a model with a table of Words and rows of Width.
template <class Word, class Width, class Ids>
struct model_ids_call {
  using axes = axes_of<>;
  using operands = roles<>;
  using token_ids = not_asked;
  using sequence = not_asked;
  using within = not_asked;
  using distinct = not_asked;
  using all = in_order<>;
  template <class T>
  using rows = void;
};
template <class Word, class Width, class Id, class... IdAxes>
struct model_ids_call<Word, Width, tensor<Id, IdAxes...>> {
  using axes = axes_of<IdAxes...>;
  using operands = roles<axes>;
  using token_ids = is_token_id<element<Id>>;
  using sequence = rank_within<rank<sizeof...(IdAxes)>, rank<1>, rank<2>>;
  using within = ids_within<element<Id>, any_axis<Word>>;
  using distinct = each_of<distinct_axes<repeated_in<result_axes<IdAxes..., Width>>>,
                           distinct_axes<repeated_in<result_axes<IdAxes..., Word>>>>;
  using all = in_order<token_ids, sequence, within, distinct>;
  // What they are when embedded.
  template <class T>
  using rows = std::conditional_t<all::value, tensor<T, IdAxes..., Width>, void>;
};

// The ids of a text, of which a model with positions generates More.
template <class Model, class Ids, std::size_t More = 0>
struct text_call;
template <class Model, class Id, class... IdAxes, std::size_t More>
struct text_call<Model, tensor<Id, IdAxes...>, More>
    : model_ids_call<typename Model::word, typename Model::width, tensor<Id, IdAxes...>> {
  using ids = model_ids_call<typename Model::word, typename Model::width, tensor<Id, IdAxes...>>;
  using one_sequence = is_vector<in_brief<axes_of<IdAxes...>>>;
  using tokens = size<saturating_sum(last_axis<attn::shape<IdAxes...>>::size, More)>;
  using has_positions = fits_into<tokens, any_axis<typename Model::position>>;
  using all = in_order<typename ids::all, has_positions>;
};

// --- options ------------------------------------------------------------------------------------

// One attention of a layer, with its options: what Attention requires of its sequences itself, if
// these can be used.
template <bool Asked, class Attention, class Options, class... Sequences>
struct one_attention_call;
template <class Attention, class... Options, class... Sequences>
struct one_attention_call<true, Attention, options<Options...>, Sequences...>
    : Attention::template call<Sequences..., Options...> {};
template <class Attention, class... Options, class... Sequences>
struct one_attention_call<false, Attention, options<Options...>, Sequences...>
    : options_call<false, void, attn::shape<>, attn::shape<>, Options...> {
  using distinct = not_asked;
};

// The options of several attentions: a rule names the first that breaks it.
template <class Operands, class... Calls>
struct options_calls {
  using operands = Operands;
  using only_options = each_of<typename Calls::only_options...>;
  using one_of_each = each_of<typename Calls::one_of_each...>;
  using scores_addressable = each_of<typename Calls::scores_addressable...>;
  using score_axes = each_of<typename Calls::score_axes...>;
  using bias_axes = each_of<typename Calls::bias_axes...>;
  using bias_element = each_of<typename Calls::bias_element...>;
  using sink_axes = each_of<typename Calls::sink_axes...>;
  using sink_element = each_of<typename Calls::sink_element...>;
  using ordered = each_of<typename Calls::ordered...>;
  using mask_members = each_of<typename Calls::mask_members...>;
  using mask_aligned = each_of<typename Calls::mask_aligned...>;
  using mask_numbers = each_of<typename Calls::mask_numbers...>;
  using mask_axes = each_of<typename Calls::mask_axes...>;
  using rows_have_weights = each_of<typename Calls::rows_have_weights...>;
  using all = in_order<typename Calls::all...>;
};

// Options for the attentions of a model, decoder_places …: at<Place> are the options of one of
// them.
template <class Places, class... Options>
struct placed_call {
  using all_placed = each_of<not_asked, are_placed_options<options<Options>, Places>...>;
  using once_each = one_of_each_kind<attn::detail::places_of_options<Options...>>;
  using all = in_order<all_placed, once_each>;
  template <class Place>
  using at = attn::detail::options_for_place<Place, Options...>;
};

// --- layers -------------------------------------------------------------------------------------

// A layer itself.
template <class Block>
struct block_call {
  using norm_order = not_asked;
  using heads_divide = not_asked;
  template <class Rows>
  using distinct_inner = not_asked;
  template <bool Asked, class Options, class... Sequences>
  using attention = one_attention_call<false, void, options<>>;
  using of_block = in_order<>;
};
template <nn::attention_block Block>
struct block_call<Block> {
  using norm_order = is_norm_order<option<typename Block::norm_order>>;
  using heads_divide =
      divides<any_axis<typename Block::asked_head>, any_axis<typename Block::width>>;
  template <class Rows>
  using distinct_inner = distinct_axes<repeated_in<with_last_axis<Rows, typename Block::inner>>>;
  template <bool Asked, class Options, class... Sequences>
  using attention =
      one_attention_call<Asked, typename Block::attention_type, Options, Sequences...>;
  using of_block = in_order<norm_order, heads_divide>;
};

// N layers and the norm after them.
template <class Block, std::size_t N, class Norm>
struct stack_call : block_call<Block> {
  using norm = attn::detail::final_norm<Norm, Block>;
  using operands = roles<>;
  using has_layers = positive<size<N>>;
  using norm_fits =
      each_of<same_axis<axis_of_A<typename norm::width>, axis_of_B<typename Block::width>>,
              same_element<element_of_A<typename norm::value_type>,
                           element_of_B<typename Block::value_type>>>;
  using all = in_order<typename block_call<Block>::of_block, has_layers, norm_fits>;
};

// x, for self-attention.
template <class Block, class X, class Options>
struct encoder_call : block_call<Block> {
  using block = block_call<Block>;
  using x = rows_call<typename Block::value_type, typename Block::width, X>;
  using operands = typename x::operands;
  using self = typename block::template attention<x::usable, Options, X>;
  using attentions = options_calls<operands, self>;
  using distinct =
      in_case<x::usable, each_of<typename self::distinct,
                                 typename block::template distinct_inner<typename x::rows>>>;
  using all =
      in_order<typename block::of_block, typename x::all, distinct, typename attentions::all>;
};

// y, for self-attention and attention to memory.
template <class Block, class Y, class Memory, class Placed>
struct decoder_call : block_call<Block> {
  using block = block_call<Block>;
  using y = rows_call<typename Block::value_type, typename Block::width, Y>;
  using memory = rows_call<typename Block::value_type, typename Block::width, Memory>;
  using batch_of_y = role_of<axes_of_Q, leading_axes<typename y::rows>>;
  using batch_of_memory = role_of<axes_of_K, leading_axes<typename memory::rows>>;
  static constexpr bool usable = y::usable && memory::usable;

  using operands =
      roles<role_of<axes_of_y, typename y::axes>, role_of<axes_of_memory, typename memory::axes>>;
  using same_batch = in_case<usable, axes_agree<batch_of_y, batch_of_memory>>;
  using all_placed = typename Placed::all_placed;
  using once_each = typename Placed::once_each;
  using self = typename block::template attention<y::usable && Placed::all::value,
                                                  typename Placed::template at<self_place>, Y>;
  // A name of its own: same_batch comes from a member template, as attention does, and Clang 21 may
  // crash, depending on addresses, where an argument of one contains an expression of the other.
  static constexpr bool cross_asked = usable && same_batch::value && Placed::all::value;
  using cross =
      typename block::template attention<cross_asked, typename Placed::template at<cross_place>, Y,
                                         Memory, Memory>;
  using attentions = options_calls<operands, self, cross>;
  using distinct =
      in_case<y::usable, each_of<typename self::distinct, typename cross::distinct,
                                 typename block::template distinct_inner<typename y::rows>>>;
  using all = in_order<typename block::of_block, typename y::all, typename memory::all, same_batch,
                       distinct, typename Placed::all, typename attentions::all>;
};

}  // namespace attn::rules
ATTN_STRICT_FP_END
