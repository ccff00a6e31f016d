// SPDX-License-Identifier: BSL-1.0
// What attn/attention/multi_head_layer.hpp rejects.
#include <attn.hpp>

using namespace attn;

using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using batch = axis<"batch", 2>;
constexpr nn::multi_head_attention<float, dim<4>, dim<2>, output_by_input> unnamed_heads{};
constexpr tensor<float, dim<2>, dim<3>, dim<4>> x_float_2_3_4{};
constexpr tensor<float, dim<5>, dim<2>, dim<4>> crossed{};
constexpr tensor<float, dim<2>, dim<5>, dim<4>> right{};
using layer_of_float = nn::multi_head_attention<float, model, head, output_by_input>;
constexpr tensor<float, target, model> y{};
constexpr tensor<float, source, model> memory{};
constexpr tensor<double, dim<2>, dim<4>> x_2_4{{1, 2, 3, 4}, {5, 6, 7, 8}};
constexpr tensor<double, dim<5>, dim<3>> memory_double_5_3{};
constexpr nn::multi_head_attention<double, dim<4>, dim<2>, output_by_input> layer{};
constexpr tensor<double, dim<3>, dim<4>> x{};
constexpr tensor<double, dim<5>, dim<4>> keys{}, memory_double_5_4{};
constexpr keep_mask<dim<3>> padding{1, 1, 0};
constexpr matrix<double, 3, 6> wide{};
constexpr matrix<double, 3, 4> right_double_3x4{};
constexpr tensor<double, dim<3>, dim<6>> wide_3_6{};
template <class Heads>
using of_heads = nn::multi_head_attention<float, dim<4>, Heads, output_by_input>;
template <class Out>
using of_output = nn::multi_head_of_widths<double, axis<"model", 4>, axis<"model", 4>,
                                           axis<"model", 4>, dim<2>, 2, 2, Out, output_by_input>;
constexpr tensor<double, axis<"token", 3>, axis<"model", 4>> x_token_3_model_4{};

// a memory whose batch and time are crossed, as between batch_first=True and False.
// - nn_multi_head_batch_crossed: unnamed_heads(x_float_2_3_4, crossed, crossed) ;;
//   unnamed_heads(x_float_2_3_4, right, right) ;; attn::nn::multi_head: the leading axes \(batch\)
//   of the sequences must agree, before token and width
// three queries, four keys, and a causal mask without an alignment.
// https://github.com/ml-explore/mlx/pull/2967: top left, or bottom right.
// - nn_multi_head_causal_lengths: layer_of_float{}(y, memory, memory, causal<>) ;;
//   layer_of_float{}(y, memory, memory, causal<bottom_right>) ;; attn::nn::multi_head: the mask
//   requires as many queries as keys
// a batch that has the name of the heads.
// - nn_multi_head_head_is_an_axis: layer_of_float{}(tensor<float, head, target, model>{})
//   ;; layer_of_float{}(tensor<float, batch, target, model>{})
//   ;; attn::nn::multi_head: an axis of a sequence has the name of the heads
// cross attention to a memory of another width, in PyTorch "mat1 and mat2 shapes cannot be
// multiplied (5x3 and 4x4)"; there it wants kdim and vdim, here nn::multi_head_of_widths.
// - nn_multi_head_key_width: nn::multi_head_attention<double, dim<4>, dim<2>,
//   output_by_input>{}(x_2_4, memory_double_5_3, memory_double_5_3)
//   ;; nn::multi_head_of_widths<double, dim<4>, dim<3>, dim<3>, dim<2>, 2, 2, dim<4>,
//   output_by_input>{}(x_2_4, memory_double_5_3, memory_double_5_3)
//   ;; attn::nn::multi_head: the width of the key must be the input of k_proj
// keys of one sequence, values of another.
// - nn_multi_head_lengths_differ: layer(x, keys, x) ;; layer(x, keys, keys)
//   ;; attn::nn::multi_head: one value per key: both must have the same sequence
// a mask (key, query) for scores (query, key). https://github.com/keras-team/keras-hub/issues/783:
// masks whose axes are not checked.
// - nn_multi_head_mask_crossed: layer_of_float{}(y, memory, memory, keep_mask<source, target>{})
//   ;; layer_of_float{}(y, memory, memory, keep_mask<target, source>{})
//   ;; attn::nn::multi_head: a mask must have the axes of the scores
// rows of double, a layer of float.
// - nn_multi_head_mixed_element_types: unnamed_heads(x) ;; unnamed_heads(as<float>(x))
//   ;; attn::nn::multi_head: sequences must have the element type of the layer; as<T>\(x\)
// two masks: which one holds?
// - nn_multi_head_two_masks: layer(x, causal<>, key_padding(padding)) ;; layer(x, causal<>&
//   key_padding(padding)) ;; attn::nn::multi_head: two options of one kind; two masks are a & b
// a query and a key without a value: the second sequence is taken for an option.
// - nn_multi_head_two_sequences: layer(x, memory_double_5_4)
//   ;; layer(x, memory_double_5_4, memory_double_5_4)
//   ;; attn::nn::multi_head: its arguments are \(x, options…\) or \(query, key, value, options…\)
// attention of a single row.
// - nn_multi_head_vector: layer(tensor<double, dim<4>>{1, 2, 3, 4})
//   ;; layer(tensor<double, dim<1>, dim<4>>{{1, 2, 3, 4}})
//   ;; attn::nn::multi_head: each sequence must be \(token, width\), or a batch of them
// a sequence that is not as wide as the layer.
// - nn_multi_head_width: layer(wide) ;; layer(right_double_3x4)
//   ;; attn::nn::multi_head: the width of the query must be the input of q_proj
// the weights over a memory whose batch and time are crossed.
// - nn_multi_head_weights_batch_crossed: unnamed_heads.weights(x_float_2_3_4, crossed) ;;
//   unnamed_heads.weights(x_float_2_3_4, right) ;; attn::nn::multi_head: the leading axes \(batch\)
//   of the sequences must agree, before token and width
// the weights over a memory of another width.
// - nn_multi_head_weights_key_width: nn::multi_head_attention<double, dim<4>, dim<2>,
//   output_by_input>{}.weights(x_2_4, memory_double_5_3) ;; nn::multi_head_of_widths<double,
//   dim<4>, dim<3>, dim<3>, dim<2>, 2, 2, dim<4>, output_by_input>{}.weights(x_2_4,
//   memory_double_5_3) ;; attn::nn::multi_head: the width of the key must be the input of k_proj
// values of another width than the keys have.
// - nn_multi_head_value_width: layer(x, x, wide_3_6) ;; layer(x, x, x)
//   ;; attn::nn::multi_head: the width of the value must be the input of v_proj
// a width that the heads do not divide: PyTorch's "embed_dim must be divisible by num_heads",
// raised when the layer is built, is known here when its type is written.
// - nn_multi_head_divides: of_heads<dim<3>>{} ;; of_heads<dim<2>>{}
//   ;; attn::nn::multi_head: the number of heads must divide the width
// an output that has the name of the sequence.
// - nn_multi_head_result_names: of_output<axis<"token", 4>>{}(x_token_3_model_4)
//   ;; of_output<axis<"out", 4>>{}(x_token_3_model_4)
//   ;; attn::nn::multi_head: the result would have two axes with the same name
