// SPDX-License-Identifier: BSL-1.0
// What attn/attention/multi_head_layer.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: nn_multi_head_batch_crossed
// rejected: a memory whose batch and time are crossed, as between batch_first=True and False.
// expect-error: attn::nn::multi_head: the leading axes \(batch\) of the sequences must agree, before token and width
// errors: 1
using batch = dim<2>;
using token = dim<3>;
using source = dim<5>;
using model = dim<4>;
constexpr nn::multi_head_attention<float, model, dim<2>, output_by_input> layer{};
constexpr tensor<float, batch, token, model> x{};
constexpr tensor<float, source, batch, model> crossed{};
constexpr tensor<float, batch, source, model> right{};

#ifdef ATTN_REJECT
constexpr auto y = layer(x, crossed, crossed);
#else
constexpr auto y = layer(x, right, right);
#endif

// case: nn_multi_head_causal_lengths
// rejected: three queries, four keys, and a causal mask without an alignment.
// https://github.com/ml-explore/mlx/pull/2967: top left, or bottom right.
// expect-error: attn::nn::multi_head: causal<> and sliding_window<l, r> require equal numbers of queries and keys
// errors: 1
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using layer = nn::multi_head_attention<float, model, head, output_by_input>;
constexpr tensor<float, target, model> y{};
constexpr tensor<float, source, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(y, memory, memory, causal<>);
#else
constexpr auto z = layer{}(y, memory, memory, causal<bottom_right>);
#endif

// case: nn_multi_head_divides
// rejected: a width that the heads do not divide: PyTorch's "embed_dim must be divisible by num_heads",
// raised when the layer is built, is known here when its type is written.
// expect-error: attn::nn::multi_head: the number of heads must divide the width
// errors: 1
using model = dim<4>;
template <std::size_t Heads>
using layer = nn::multi_head_attention<float, model, dim<Heads>, output_by_input>;

#ifdef ATTN_REJECT
constexpr layer<3> f{};
#else
constexpr layer<2> f{};
#endif

// case: nn_multi_head_head_is_an_axis
// rejected: a batch that has the name of the heads.
// expect-error: attn::nn::multi_head: an axis of a sequence has the name of the heads
// errors: 1
using batch = axis<"batch", 2>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using layer = nn::multi_head_attention<float, model, head, output_by_input>;

#ifdef ATTN_REJECT
constexpr auto z = layer{}(tensor<float, head, target, model>{});
#else
constexpr auto z = layer{}(tensor<float, batch, target, model>{});
#endif

// case: nn_multi_head_key_width
// rejected: cross attention to a memory of another width, in PyTorch "mat1 and mat2 shapes cannot be
// multiplied (5x3 and 4x4)"; there it wants kdim and vdim, here nn::multi_head_of_widths.
// expect-error: attn::nn::multi_head: the width of the key must be the input of k_proj
// errors: 1
using token = dim<2>;
using source = dim<5>;
using model = dim<4>;
using narrow_model = dim<3>;
using head = dim<2>;
constexpr tensor<double, token, model> x{{1, 2, 3, 4}, {5, 6, 7, 8}};
constexpr tensor<double, source, narrow_model> memory{};

#ifdef ATTN_REJECT
using layer = nn::multi_head_attention<double, model, head, output_by_input>;
#else
using layer = nn::multi_head_of_widths<double, model, narrow_model, narrow_model, head, 2, 2, model,
                                       output_by_input>;
#endif
constexpr auto y = layer{}(x, memory, memory);

// case: nn_multi_head_lengths_differ
// rejected: keys of one sequence, values of another.
// expect-error: attn::nn::multi_head: one value per key: both must have the same sequence
// errors: 1
using model = dim<4>;
constexpr nn::multi_head_attention<double, model, dim<2>, output_by_input> layer{};
constexpr tensor<double, dim<3>, model> x{};
constexpr tensor<double, dim<5>, model> keys{};

#ifdef ATTN_REJECT
constexpr auto y = layer(x, keys, x);
#else
constexpr auto y = layer(x, keys, keys);
#endif

// case: nn_multi_head_mask_crossed
// rejected: a mask (key, query) for scores (query, key).
// https://github.com/keras-team/keras-hub/issues/783: masks whose axes are not checked.
// expect-error: attn::nn::multi_head: a mask must have the axes of the scores
// errors: 1
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using layer = nn::multi_head_attention<float, model, head, output_by_input>;
constexpr tensor<float, target, model> y{};
constexpr tensor<float, source, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(y, memory, memory, keep_mask<source, target>{});
#else
constexpr auto z = layer{}(y, memory, memory, keep_mask<target, source>{});
#endif

// case: nn_multi_head_mixed_element_types
// rejected: rows of double, a layer of float.
// expect-error: attn::nn::multi_head: sequences must have the element type of the layer; as<T>\(x\)
// errors: 1
using model = dim<4>;
constexpr nn::multi_head_attention<float, model, dim<2>, output_by_input> layer{};
constexpr tensor<double, dim<3>, model> x{};

#ifdef ATTN_REJECT
constexpr auto y = layer(x);
#else
constexpr auto y = layer(as<float>(x));
#endif

// case: nn_multi_head_two_masks
// rejected: two masks: which one holds?
// expect-error: attn::nn::multi_head: two options of one kind; two masks are a & b
// errors: 1
using model = dim<4>;
constexpr nn::multi_head_attention<double, model, dim<2>, output_by_input> layer{};
constexpr tensor<double, dim<3>, model> x{};
constexpr keep_mask<dim<3>> padding{1, 1, 0};

#ifdef ATTN_REJECT
constexpr auto y = layer(x, causal<>, key_padding(padding));
#else
constexpr auto y = layer(x, causal<>& key_padding(padding));
#endif

// case: nn_multi_head_two_sequences
// rejected: a query and a key without a value: the second sequence is taken for an option.
// expect-error: attn::nn::multi_head: its arguments are \(x, options…\) or \(query, key, value, options…\)
// errors: 1
using model = dim<4>;
constexpr nn::multi_head_attention<double, model, dim<2>, output_by_input> layer{};
constexpr tensor<double, dim<3>, model> x{};
constexpr tensor<double, dim<5>, model> memory{};

#ifdef ATTN_REJECT
constexpr auto y = layer(x, memory);
#else
constexpr auto y = layer(x, memory, memory);
#endif

// case: nn_multi_head_vector
// rejected: attention of a single row.
// expect-error: attn::nn::multi_head: each sequence must be \(token, width\), or a batch of them
// errors: 1
using model = dim<4>;
constexpr nn::multi_head_attention<double, model, dim<2>, output_by_input> layer{};

#ifdef ATTN_REJECT
constexpr auto y = layer(tensor<double, model>{1, 2, 3, 4});
#else
constexpr auto y = layer(tensor<double, dim<1>, model>{{1, 2, 3, 4}});
#endif

// case: nn_multi_head_width
// rejected: a sequence that is not as wide as the layer.
// expect-error: attn::nn::multi_head: the width of the query must be the input of q_proj
// errors: 1
using model = dim<4>;
constexpr nn::multi_head_attention<double, model, dim<2>, output_by_input> layer{};
constexpr matrix<double, 3, 6> wide{};
constexpr matrix<double, 3, 4> right{};

#ifdef ATTN_REJECT
constexpr auto y = layer(wide);
#else
constexpr auto y = layer(right);
#endif

// case: nn_multi_head_weights_batch_crossed
// rejected: the weights over a memory whose batch and time are crossed.
// expect-error: attn::nn::multi_head: the leading axes \(batch\) of the sequences must agree, before token and width
// errors: 1
using batch = dim<2>;
using token = dim<3>;
using source = dim<5>;
using model = dim<4>;
constexpr nn::multi_head_attention<float, model, dim<2>, output_by_input> layer{};
constexpr tensor<float, batch, token, model> x{};
constexpr tensor<float, source, batch, model> crossed{};
constexpr tensor<float, batch, source, model> right{};

#ifdef ATTN_REJECT
constexpr auto weights = layer.weights(x, crossed);
#else
constexpr auto weights = layer.weights(x, right);
#endif

// case: nn_multi_head_weights_key_width
// rejected: the weights over a memory of another width.
// expect-error: attn::nn::multi_head: the width of the key must be the input of k_proj
// errors: 1
using token = dim<2>;
using source = dim<5>;
using model = dim<4>;
using narrow_model = dim<3>;
using head = dim<2>;
constexpr tensor<double, token, model> x{{1, 2, 3, 4}, {5, 6, 7, 8}};
constexpr tensor<double, source, narrow_model> memory{};

#ifdef ATTN_REJECT
using layer = nn::multi_head_attention<double, model, head, output_by_input>;
#else
using layer = nn::multi_head_of_widths<double, model, narrow_model, narrow_model, head, 2, 2, model,
                                       output_by_input>;
#endif
constexpr auto weights = layer{}.weights(x, memory);

// case: nn_multi_head_result_names
// rejected: an output that has the name of the sequence.
// expect-error: attn::nn::multi_head: the result would have two axes of one name
// errors: 1
using model = axis<"model", 4>;
template <class Out>
using layer =
    nn::multi_head_of_widths<double, model, model, model, dim<2>, 2, 2, Out, output_by_input>;
constexpr tensor<double, axis<"token", 3>, model> x{};

#ifdef ATTN_REJECT
constexpr auto y = layer<axis<"token", 4>>{}(x);
#else
constexpr auto y = layer<axis<"out", 4>>{}(x);
#endif

// case: nn_multi_head_value_width
// rejected: values of another width than the keys have.
// expect-error: attn::nn::multi_head: the width of the value must be the input of v_proj
// errors: 1
using model = dim<4>;
constexpr nn::multi_head_attention<double, model, dim<2>, output_by_input> layer{};
constexpr tensor<double, dim<3>, model> x{};
constexpr tensor<double, dim<3>, dim<6>> wide{};

#ifdef ATTN_REJECT
constexpr auto y = layer(x, x, wide);
#else
constexpr auto y = layer(x, x, x);
#endif
