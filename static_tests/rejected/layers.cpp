// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/layers reject that have no table of their own. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

// case: arbitrary_as_model_numbers
// rejected: a model with arbitrary weights for numbers that nothing marked.
// expect-error: attn::arbitrary_as\(model, x\): the elements of x must be influence<T, N>
// errors: 1
using in = axis<"in", 2>;
using layer = nn::linear<double, in, axis<"out", 3>, output_by_input>;
constexpr tensor<double, in> x{1, 2};

#ifdef ATTN_REJECT
constexpr auto f = arbitrary_as(layer{}, x);
#else
constexpr auto f = arbitrary_as(layer{}, marked(x));
#endif

// case: arbitrary_model_numbers
// rejected: a model with arbitrary weights of a type that does not know influence.
// expect-error: attn::arbitrary<I>\(model\): I must be an influence<T, N>
// errors: 1
using layer = nn::linear<double, axis<"in", 2>, axis<"out", 3>, output_by_input>;

#ifdef ATTN_REJECT
constexpr auto f = arbitrary<double>(layer{});
#else
constexpr auto f = arbitrary<influence<double, 2>>(layer{});
#endif

// case: arbitrary_silent_model
// rejected: arbitrary weights for a struct that does not state what it becomes in another element type.
// expect-error: attn::arbitrary<I>\(model\): the model must name its type with other elements
// errors: 1
template <class T>
struct talking {
  using vector = tensor<T, dim<2>>;
  BOOST_HANA_DEFINE_STRUCT(talking, (vector, weight));
  template <scalar U>
  using with_element = talking<U>;
};
struct silent {
  using vector = tensor<double, dim<2>>;
  BOOST_HANA_DEFINE_STRUCT(silent, (vector, weight));
};

#ifdef ATTN_REJECT
constexpr auto f = arbitrary<influence<double, 2>>(silent{});
#else
constexpr auto f = arbitrary<influence<double, 2>>(talking<double>{});
#endif

// case: embedding_dictionary_from_1
// rejected: a dictionary numbers its 23 words from 1, and its table has 23 rows: the last word has none
//   (E1).
// expect-error: attn::embedding\(ids, table\): there are more ids than the table has rows; row 0 counts
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 2>;
constexpr vocabulary_of words{
    ids_from<1>, {"I",        "Like",   "AI",        "And",        "Machine",   "Learning",
                  "Data",     "Model",  "Code",      "Algorithms", "Python",    "Research",
                  "Robots",   "Deep",   "Networks",  "Compute",    "Vision",    "Tools",
                  "Projects", "Neural", "Knowledge", "Automation", "Innovation"}};
constexpr auto ids = tokenize<token>(words, "I Like Innovation");

#ifdef ATTN_REJECT
constexpr nn::embedding<float, axis<"word", 23>, width> layer{};
constexpr auto x = layer(ids);
#else
constexpr nn::embedding<float, axis<"word", 24>, width> layer{};
constexpr auto x = layer(ids);
#endif

// case: embedding_existing_axis
// rejected: the width of the table is named as the axis of the ids.
// expect-error: attn::embedding\(ids, table\): the ids have an axis named as the width
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
constexpr tensor<token_id<5>, token> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto x = embedding(ids, tensor<float, axis<"word", 5>, token>{});
#else
constexpr auto x = embedding(ids, tensor<float, axis<"word", 5>, width>{});
#endif

// case: embedding_seven_axes
// rejected: the rows of a table are a seventh axis.
// expect-error: attn::embedding\(ids, table\): a tensor has at most 6 axes
// errors: 1
using batch = axis<"batch", 2>;
using part = axis<"part", 2>;
using head = axis<"head", 2>;
using token = axis<"token", 3>;
constexpr tensor<token_id<7>, batch, part, dim<2>, dim<1>, head, token> ids;
constexpr tensor<float, axis<"word", 7>, axis<"width", 5>> table;

#ifdef ATTN_REJECT
constexpr auto rows = embedding(ids, table);
#else
constexpr auto rows = embedding(select<"part">(ids, 0), table);
#endif

// case: embedding_of_integers
// rejected: integers are looked up that may be anything.
// expect-error: attn::embedding\(ids, table\): the ids must be token ids; as_token_ids<rows>\(ids\)
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
constexpr tensor<int, token> ids{1, 2, 0};
constexpr tensor<float, axis<"word", 5>, width> table{};

#ifdef ATTN_REJECT
constexpr auto x = embedding(ids, table);
#else
constexpr auto x = embedding(as_token_ids<5>(ids), table);
#endif

// case: embedding_table_vector
// rejected: a table with one axis.
// expect-error: attn::embedding\(ids, table\): the table must have two axes, words and width
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;
constexpr tensor<token_id<5>, token> ids{1, 2, 0};

#ifdef ATTN_REJECT
constexpr auto x = embedding(ids, tensor<float, axis<"word", 5>>{});
#else
constexpr auto x = embedding(ids, tensor<float, axis<"word", 5>, width>{});
#endif

// case: gelu_exact_of_integers
// rejected: gelu_exact of whole numbers.
// expect-error: attn::gelu_exact\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
constexpr tensor<int, dim<3>> x{1, 2, -3};

#ifdef ATTN_REJECT
constexpr auto y = gelu_exact(x);
#else
constexpr auto y = gelu_exact(as<double>(x));
#endif

// case: gelu_tanh_of_integers
// rejected: gelu_tanh of whole numbers.
// expect-error: attn::gelu_tanh\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
constexpr tensor<int, dim<3>> x{1, 2, -3};

#ifdef ATTN_REJECT
constexpr auto y = gelu_tanh(x);
#else
constexpr auto y = gelu_tanh(as<double>(x));
#endif

// case: gelu_without_variant
// rejected: which GELU? PyTorch's default is not GPT-2's
// (CTranslate2#1658, transformers#29402).
// expect-error: attn::gelu\(x\): say which: gelu_exact\(x\), with erf, PyTorch's default; or gelu_tanh\(x\), the approximation of GPT-2
// errors: 1
constexpr tensor<double, dim<3>> x{1, 2, -3};

#ifdef ATTN_REJECT
constexpr auto y = gelu(x);
#else
constexpr auto y = gelu_exact(x);
#endif

// case: packed_layer_name
// rejected: a packed layer whose input and output are one axis, for rows of another name.
// expect-error: attn::linear<layout>\(x, W\): x's last axis and W's input differ in name
// errors: 1
using token = axis<"token", 2>;
using model = axis<"model", 3>;
constexpr auto layer = packed(nn::linear<float, model, model, output_by_input>{});

#ifdef ATTN_REJECT
constexpr auto y = layer(tensor<float, token, axis<"other", 3>>{});
#else
constexpr auto y = layer(tensor<float, token, model>{});
#endif

// case: packed_layer_twice
// rejected: a packed layer whose output has the name of a leading axis of x.
// expect-error: attn::linear<layout>\(x, W\): x has an axis named as the output of W
// errors: 1
using token = axis<"token", 2>;
using model = axis<"model", 3>;
constexpr auto to_tokens = packed(nn::linear<float, model, token, output_by_input>{});
constexpr auto to_models = packed(nn::linear<float, model, dim<2>, output_by_input>{});
constexpr tensor<float, token, model> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = to_tokens(x);
#else
constexpr auto y = to_models(x);
#endif

// case: packed_layer_width
// rejected: a packed layer for rows of another width.
// expect-error: attn::linear<layout>\(x, W\): the input of W must be as wide as x
// errors: 1
using token = axis<"token", 2>;
constexpr auto wide = packed(nn::linear<float, dim<4>, dim<2>, output_by_input>{});
constexpr auto fitting = packed(nn::linear<float, dim<3>, dim<2>, output_by_input>{});
constexpr tensor<float, token, dim<3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = wide(x);
#else
constexpr auto y = fitting(x);
#endif

// case: packed_network_width
// rejected: a packed feed-forward layer for rows of another width.
// expect-error: attn::nn::feed_forward: the last axis of x must be as wide as the layer's input
// errors: 1
using token = axis<"token", 2>;
using plain = nn::feed_forward<float, dim<3>, dim<5>, output_by_input, act::gelu_tanh>;
constexpr auto network = packed(plain{});

#ifdef ATTN_REJECT
constexpr auto y = network(tensor<float, token, dim<4>>{});
#else
constexpr auto y = network(tensor<float, token, dim<3>>{});
#endif

// case: packed_product
// rejected: a packed weight of other inputs than the matrix has columns.
// expect-error: attn::matmul\(A, B\): A's last axis and B's second-to-last axis differ in size
// errors: 1
constexpr matrix<float, 1, 3> x{{1, 2, 3}};
constexpr auto wide = packed(matrix<float, 2, 2>{{1, 2}, {3, 4}});
constexpr auto fitting = packed(matrix<float, 3, 1>{{1}, {2}, {3}});

#ifdef ATTN_REJECT
constexpr auto y = matmul(x, wide);
#else
constexpr auto y = matmul(x, fitting);
#endif

// case: packed_rank
// rejected: a batch of matrices packed as one.
// expect-error: attn::packed\(w\): w must have two axes, input and output
// errors: 1
constexpr tensor<float, dim<2>, dim<2>, dim<2>> w{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
constexpr matrix<float, 2, 2> first{{1, 2}, {3, 4}};

#ifdef ATTN_REJECT
constexpr auto p = packed(w);
#else
constexpr auto p = packed(first);
#endif

// case: packed_rnn_state
// rejected: a packed RNN's step from the state of a wider one.
// expect-error: attn: a step \(x, before\): the state must be as wide as the cell
// errors: 1
constexpr auto cell = packed(nn::rnn_cell<float, dim<3>, dim<2>>{});
constexpr tensor<float, dim<3>> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto after = cell(x, initial(tensor<float, dim<4>>{}));
#else
constexpr auto after = cell(x, initial(tensor<float, dim<2>>{}));
#endif

// case: packed_too_large
// rejected: a weight that could be, but not once its lines are filled up.
// expect-error: attn::packed\(w\): too large: filled up, the lines would take more bytes than an object can have
// errors: 1
#ifdef ATTN_REJECT
using type = decltype(packed(std::declval<const matrix<char, 1ull << 57, 7>&>()));
#else
using type = decltype(packed(std::declval<const matrix<char, 1ull << 53, 7>&>()));
#endif

// case: positions_behind_the_last
// rejected: three tokens from position 3 on, of five.
// expect-error[gcc]: position_is_behind_the_last
// expect-error[clang]: must be initialized by a constant expression
// expect-note: position_is_behind_the_last
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr places add{};

#ifdef ATTN_REJECT
constexpr auto y = add(tensor<float, token, width>{}, 3);
#else
constexpr auto y = add(tensor<float, token, width>{}, 2);
#endif

// case: positions_other_element
// rejected: rows of double and positions of float.
// expect-error: attn::nn::learned_positions\(x\): x must have the element type of the layer; convert with as<T>\(x\)
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr places add{};

#ifdef ATTN_REJECT
constexpr auto y = add(tensor<double, token, width>{});
#else
constexpr auto y = add(tensor<float, token, width>{});
#endif

// case: positions_other_width
// rejected: rows of 6 and positions of 4.
// expect-error: attn::nn::learned_positions\(x\): the last axis of x must be the layer's width
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr places add{};

#ifdef ATTN_REJECT
constexpr auto y = add(tensor<float, token, axis<"width", 6>>{});
#else
constexpr auto y = add(tensor<float, token, width>{});
#endif

// case: positions_too_many_tokens
// rejected: six tokens, and five positions.
// expect-error: attn::nn::learned_positions\(x\): x has more tokens than there are positions
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr places add{};

#ifdef ATTN_REJECT
constexpr auto y = add(tensor<float, axis<"token", 6>, width>{});
#else
constexpr auto y = add(tensor<float, axis<"token", 5>, width>{});
#endif

// case: positions_vector
// rejected: one row alone: no sequence.
// expect-error: attn::nn::learned_positions\(x\): x must be \(token, width\), or a batch of them
// errors: 1
using word = axis<"word", 7>;
using width = axis<"width", 4>;
using position = dim<5>;
using token = axis<"token", 3>;
using layer = nn::encoder_layer<float, width, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
using places = nn::learned_positions<float, position, width>;
constexpr places add{};

#ifdef ATTN_REJECT
constexpr auto y = add(tensor<float, width>{});
#else
constexpr auto y = add(tensor<float, axis<"token", 1>, width>{});
#endif

// case: relu_of_integers
// rejected: relu of whole numbers.
// expect-error: attn::relu\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
constexpr tensor<int, dim<3>> x{1, 2, -3};

#ifdef ATTN_REJECT
constexpr auto y = relu(x);
#else
constexpr auto y = relu(as<double>(x));
#endif

// case: silu_of_integers
// rejected: silu of whole numbers.
// expect-error: attn::silu\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
constexpr tensor<int, dim<3>> x{1, 2, -3};

#ifdef ATTN_REJECT
constexpr auto y = silu(x);
#else
constexpr auto y = silu(as<double>(x));
#endif

// case: sinusoidal_layout_omitted
// rejected: sinusoidal positions without a layout: the paper alternates sine and cosine, others
// have all sines and then all cosines, and Tensor2Tensor also has other exponents.
// Threads: https://github.com/tensorflow/tensor2tensor/issues/1423
//          https://github.com/facebookresearch/fairseq/issues/4648
// expect-error: attn::sinusoidal_positions<token, width, T, layout>\(\): say which layout: interleaved \(the paper\), halves, or halves_of_tensor2tensor \(fairseq's, too\)
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;

#ifdef ATTN_REJECT
constexpr auto positions = sinusoidal_positions<token, width, float>();
#else
constexpr auto positions = sinusoidal_positions<token, width, float, interleaved>();
#endif

// case: sinusoidal_of_integers
// rejected: sines as whole numbers.
// expect-error: attn::sinusoidal_positions<token, width, T, layout>\(\): T must be a floating-point type
// errors: 1
using token = axis<"token", 3>;
using width = axis<"width", 4>;

#ifdef ATTN_REJECT
constexpr auto positions = sinusoidal_positions<token, width, int, interleaved>();
#else
constexpr auto positions = sinusoidal_positions<token, width, float, interleaved>();
#endif

// case: sinusoidal_one_name
// rejected: both axes of the positions have one name.
// expect-error: attn::sinusoidal_positions<token, width, T, layout>\(\): both axes have one name
// errors: 1
using token = axis<"token", 3>;

#ifdef ATTN_REJECT
constexpr auto positions = sinusoidal_positions<token, axis<"token", 4>, float, halves>();
#else
constexpr auto positions = sinusoidal_positions<token, axis<"width", 4>, float, halves>();
#endif

// case: softplus_of_integers
// rejected: softplus of whole numbers.
// expect-error: attn::softplus\(x\): requires a floating-point element type; convert with as<double>\(x\)
// errors: 1
constexpr tensor<int, dim<3>> x{1, 2, -3};

#ifdef ATTN_REJECT
constexpr auto y = softplus(x);
#else
constexpr auto y = softplus(as<double>(x));
#endif

// case: relu_into_other_axes
// rejected: a result for other axes.
// expect-error: attn::relu_into\(out, x\): out must have the axes of the result
// errors: 1
constexpr bool written() {
  const tensor<double, axis<"token", 3>> x{1, 2, -3};
#ifdef ATTN_REJECT
  tensor<double, axis<"key", 3>> out{};
#else
  tensor<double, axis<"token", 3>> out{};
#endif
  relu_into(out, x);
  return true;
}
static_assert(written());

// case: numbered_model_of_integers
// rejected: integer parameters as inputs of terms.
// expect-error: attn::numbered\(model\): the parameters must be float or double
// errors: 1
template <class T>
using layer = nn::linear<T, axis<"in", 2>, axis<"out", 3>, output_by_input>;

#ifdef ATTN_REJECT
constexpr auto f = numbered(layer<int>{});
#else
constexpr auto f = numbered(layer<float>{});
#endif

// case: marked_model_of_integers
// rejected: integer parameters as inputs.
// expect-error: attn::marked\(model\): the parameters must be float or double
// errors: 1
template <class T>
using layer = nn::linear<T, axis<"in", 2>, axis<"out", 3>, output_by_input>;

#ifdef ATTN_REJECT
constexpr auto f = marked(layer<int>{});
#else
constexpr auto f = marked(layer<float>{});
#endif

// case: sensitive_parameters_of_integers
// rejected: the last bits of integers.
// expect-error: attn::sensitive_parameters\(f, m\): needs float or double parameters
// errors: 1
template <class T>
using layer = nn::linear<T, axis<"in", 2>, axis<"out", 3>, output_by_input>;
constexpr auto weight_of = [](const auto& m) { return m.weight; };

#ifdef ATTN_REJECT
constexpr auto f = sensitive_parameters(weight_of, layer<int>{});
#else
constexpr auto f = sensitive_parameters(weight_of, layer<float>{});
#endif

// case: sensitive_parameters_of_no_tensor
// rejected: a function whose result has no bits to compare.
// expect-error: attn::sensitive_parameters\(f, m\): f must return a tensor of integers, float or
// errors: 1
using layer = nn::linear<float, axis<"in", 2>, axis<"out", 3>, output_by_input>;

#ifdef ATTN_REJECT
constexpr auto f = sensitive_parameters([](const auto& m) { return m; }, layer{});
#else
constexpr auto f = sensitive_parameters([](const auto& m) { return m.weight; }, layer{});
#endif
