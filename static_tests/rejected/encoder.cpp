// SPDX-License-Identifier: BSL-1.0
// What attn/models/encoder.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: nn_encoder_empty_stack
// rejected: a stack of no layers.
// expect-error: attn::nn::encoder\(x, …\): a stack must have at least one layer
// errors: 1
using model = axis<"model", 4>;
using head = axis<"head", 2>;
using inner = axis<"inner", 6>;
using each = nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr tensor<double, axis<"token", 3>, model> x{};

#ifdef ATTN_REJECT
using layer = nn::encoder<each, 0>;
#else
using layer = nn::encoder<each, 1>;
#endif
constexpr auto y = layer{}(x);

// case: nn_encoder_heads_crossed
// rejected: heads that are cut already, for a stack that cuts them itself.
// expect-error: attn::nn::encoder\(x, …\): an axis of x has the name of the heads or of the inner width
// errors: 1
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::encoder<layer, 2> stack{};

#ifdef ATTN_REJECT
constexpr auto y = stack(tensor<float, head, token, model>{});
#else
constexpr auto y = stack(tensor<float, batch, token, model>{});
#endif

// case: nn_encoder_layer_heads_do_not_divide
// rejected: three heads for a width of four, in a layer.
// expect-error: attn::nn::encoder_layer\(x, …\): the number of heads must divide the width
// errors: 1
using model = dim<4>;
using inner = dim<6>;
constexpr tensor<double, dim<3>, model> x{};
template <std::size_t Heads>
using layer_of =
    nn::encoder_layer<double, model, dim<Heads>, inner, output_by_input, act::relu, post_norm>;

#ifdef ATTN_REJECT
using layer = layer_of<3>;
#else
using layer = layer_of<2>;
#endif
constexpr auto y = layer{}(x);

// case: nn_encoder_layer_mixed_element_types
// rejected: rows of float, a layer of double.
// expect-error: attn::nn::encoder_layer\(x, …\): x must have the element type of the layer; convert with as<T>\(x\)
// errors: 1
using token = dim<3>;
using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;

#ifdef ATTN_REJECT
constexpr auto y = layer{}(tensor<float, token, model>{});
#else
constexpr auto y = layer{}(tensor<double, token, model>{});
#endif

// case: nn_encoder_layer_name
// rejected: time and width crossed: both are four wide, and only the names tell.
// expect-error: attn::nn::encoder_layer\(x, …\): the last axis of x and the width of the layer differ in name
// errors: 1
using token = dim<3>;
using model = axis<"m", 4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
using four = axis<"t", 4>;

#ifdef ATTN_REJECT
constexpr auto y = layer{}(tensor<double, model, four>{});
#else
constexpr auto y = layer{}(tensor<double, four, model>{});
#endif

// case: nn_encoder_layer_vector
// rejected: a layer of a single row.
// expect-error: attn::nn::encoder_layer\(x, …\): x must be \(token, width\), or a batch of them
// errors: 1
using token = dim<3>;
using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;

#ifdef ATTN_REJECT
constexpr auto y = layer{}(tensor<double, model>{});
#else
constexpr auto y = layer{}(tensor<double, dim<1>, model>{});
#endif

// case: nn_encoder_layer_width
// rejected: rows of another width than the layer's.
// expect-error: attn::nn::encoder_layer\(x, …\): the last axis of x and the width of the layer differ in size
// errors: 1
using token = dim<3>;
using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;

#ifdef ATTN_REJECT
constexpr auto y = layer{}(tensor<double, token, dim<6>>{});
#else
constexpr auto y = layer{}(tensor<double, token, dim<4>>{});
#endif

// case: nn_encoder_layer_without_norm_order
// rejected: a layer that does not say where its norms stand. In PyTorch norm_first=False is silent, and
// weights of a pre-norm model loaded into it give plausible nonsense.
// expect-error: attn::nn::encoder_layer\(x, …\): the order of the norms is post_norm \(PyTorch's default\) or pre_norm
// errors: 1
using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
constexpr tensor<double, dim<3>, model> x{};

#ifdef ATTN_REJECT
using layer = nn::encoder_layer<double, model, head, inner, output_by_input, act::relu>;
#else
using layer = nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
#endif
constexpr auto y = layer{}(x);

// case: nn_encoder_mask_crossed
// rejected: a mask (key, query) for scores (query, key), inside a stack; both axes have the same
// size.
// https://github.com/keras-team/keras-hub/issues/783: masks whose axes are not checked.
// expect-error: attn::nn::encoder\(x, …\): a mask must have the axes of the scores
// errors: 1
using token = axis<"token", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using keys = axis<"key_token", 3>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::encoder<layer, 2> stack{};
constexpr tensor<float, token, model> x{};

#ifdef ATTN_REJECT
constexpr auto y = stack(x, keep_mask<keys, token>{});
#else
constexpr auto y = stack(x, keep_mask<token, keys>{});
#endif

// case: nn_encoder_norm_of_other_width
// rejected: a stack of layers of width 4, and a final norm of width 6.
// expect-error: attn::nn::encoder\(x, …\): norm and layers differ in width or type
// errors: 1
using model = axis<"model", 4>;
using head = axis<"head", 2>;
using inner = axis<"inner", 6>;
using each = nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, pre_norm>;

#ifdef ATTN_REJECT
constexpr nn::encoder<each, 2, nn::layer_norm<double, inner>> stack{};
#else
constexpr nn::encoder<each, 2, nn::layer_norm<double, model>> stack{};
#endif
constexpr tensor<double, dim<3>, model> x{};
constexpr auto y = stack(x);

// case: nn_encoder_option_is_number
// rejected: a number where a mask should be: what does 0.1 mean, dropout or a scale?
// expect-error: attn::nn::encoder\(x, …\): a trailing argument is not an option
// errors: 1
using token = axis<"token", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::encoder<layer, 2> stack{};
constexpr tensor<float, token, model> x{};

#ifdef ATTN_REJECT
constexpr auto y = stack(x, 0.1f);
#else
constexpr auto y = stack(x, scaled_by(0.1f));
#endif

// case: nn_encoder_query_without_keys
// rejected: a mask of the past without the token itself: the first token has no key.
// https://github.com/pytorch/pytorch/issues/103963: NaN, 0 or garbage.
// expect-error: attn::nn::encoder\(x, …\): the mask leaves a query without any key
// errors: 1
using token = axis<"token", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::encoder<layer, 2> stack{};
constexpr tensor<float, token, model> x{};

#ifdef ATTN_REJECT
constexpr auto y = stack(x, causal<key_offset<-1>>);
#else
constexpr auto y = stack(x, causal<key_offset<-1>>, fully_masked<zero_rows>);
#endif

// case: nn_encoder_two_masks
// rejected: causal, and another mask: both, or either?
// https://github.com/pytorch/pytorch/issues/118972: one function forbids both, the next requires both.
// expect-error: attn::nn::encoder\(x, …\): two options of one kind; two masks are a & b
// errors: 1
using token = axis<"token", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::encoder<layer, 2> stack{};
constexpr tensor<float, token, model> x{};
constexpr auto padding = key_padding(keep_mask<dim<3>>{1, 1, 0});

#ifdef ATTN_REJECT
constexpr auto y = stack(x, causal<>, padding);
#else
constexpr auto y = stack(x, causal<>& padding);
#endif

// case: nn_encoder_width
// rejected: rows of 8 for a stack of width 6, blamed on the stack and not on a layer inside.
// expect-error: attn::nn::encoder\(x, …\): the last axis of x and the width of the layer differ in size
// errors: 1
using token = axis<"token", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::encoder<layer, 2> stack{};
constexpr tensor<float, token, model> x{};

#ifdef ATTN_REJECT
constexpr auto y = stack(tensor<float, token, axis<"model", 8>>{});
#else
constexpr auto y = stack(x);
#endif
