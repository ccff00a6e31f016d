// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/layers reject that have no table of their own.
#include <boost/hana/define_struct.hpp>

#include <attn.hpp>
#include <attn/analysis.hpp>
#include <attn/attention.hpp>
#include <attn/recurrent.hpp>
#include <attn/text.hpp>

using namespace attn;

using in = axis<"in", 2>;
using token = axis<"token", 3>;
using width_2 = axis<"width", 2>;
using width = axis<"width", 4>;
using token_2 = axis<"token", 2>;
using model = axis<"model", 3>;
using layer_of_in = nn::linear<double, in, axis<"out", 3>, output_by_input>;
constexpr tensor<double, in> x_double_in{1, 2};
using layer_of_double = nn::linear<double, axis<"in", 2>, axis<"out", 3>, output_by_input>;
template <class T> struct talking {
  using vector = tensor<T, dim<2>>;
  BOOST_HANA_DEFINE_STRUCT(talking, (vector, weight));
  template <scalar U> using with_element = talking<U>;
};
struct silent {
  using vector = tensor<double, dim<2>>;
  BOOST_HANA_DEFINE_STRUCT(silent, (vector, weight));
};
constexpr vocabulary_of words{
    ids_from<1>, {"I",        "Like",   "AI",        "And",        "Machine",   "Learning",
                  "Data",     "Model",  "Code",      "Algorithms", "Python",    "Research",
                  "Robots",   "Deep",   "Networks",  "Compute",    "Vision",    "Tools",
                  "Projects", "Neural", "Knowledge", "Automation", "Innovation"}};
constexpr auto ids_of_words = tokenize<token>(words, "I Like Innovation");
constexpr tensor<token_id<5>, token> ids{1, 2, 0};
constexpr tensor<token_id<7>, axis<"batch", 2>, axis<"part", 2>, dim<2>, dim<1>, axis<"head", 2>,
                 token>
    ids_token_id_7_6_axes;
constexpr tensor<float, axis<"word", 7>, axis<"width", 5>> table;
constexpr tensor<int, token> ids_of_int{1, 2, 0};
constexpr tensor<float, axis<"word", 5>, width> table_word_5_width{};
constexpr tensor<int, dim<3>> x{1, 2, -3};
constexpr tensor<double, dim<3>> x_of_double{1, 2, -3};
constexpr auto packed_layer = packed(nn::linear<float, model, model, output_by_input>{});
constexpr auto to_tokens = packed(nn::linear<float, model, token_2, output_by_input>{});
constexpr auto to_models = packed(nn::linear<float, model, dim<2>, output_by_input>{});
constexpr tensor<float, token_2, model> x_float_token_2_model{{1, 2, 3}, {4, 5, 6}};
constexpr auto wide = packed(nn::linear<float, dim<4>, dim<2>, output_by_input>{});
constexpr auto fitting = packed(nn::linear<float, dim<3>, dim<2>, output_by_input>{});
constexpr tensor<float, token_2, dim<3>> x_float_token_2_3{{1, 2, 3}, {4, 5, 6}};
using plain = nn::feed_forward<float, dim<3>, dim<5>, output_by_input, act::gelu_tanh>;
constexpr auto network = packed(plain{});
constexpr matrix<float, 1, 3> x_float_1x3{{1, 2, 3}};
constexpr auto packed_2x2 = packed(matrix<float, 2, 2>{{1, 2}, {3, 4}});
constexpr auto packed_3x1 = packed(matrix<float, 3, 1>{{1}, {2}, {3}});
constexpr tensor<float, dim<2>, dim<2>, dim<2>> w{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
constexpr matrix<float, 2, 2> first{{1, 2}, {3, 4}};
constexpr auto cell = packed(nn::rnn_cell<float, dim<3>, dim<2>>{});
constexpr tensor<float, dim<3>> x_of_float{1, 2, 3};
using places = nn::learned_positions<float, dim<5>, width>;
constexpr places add{};
template <class T> using layer = nn::linear<T, axis<"in", 2>, axis<"out", 3>, output_by_input>;
constexpr auto weight_of = [](const auto& m) { return m.weight; };
using layer_of_float = nn::linear<float, axis<"in", 2>, axis<"out", 3>, output_by_input>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 4>;
constexpr tensor<double, axis<"token", 3>, axis<"d_k", 4>> q{};
constexpr tensor<int, axis<"token", 3>> positions{0, 1, 2};
constexpr tensor<int, dim<1>, dim<1>, dim<1>, dim<1>, dim<1>, dim<1>> positions_of_six_axes{};
constexpr tensor<double, axis<"token", 3>, axis<"d_k", 5>> q_token_3_d_k_5{};
constexpr tensor<int, axis<"token", 2>, axis<"d_k", 2>> q_int_token_2_d_k_2{{1, 2}, {3, 4}};
constexpr tensor<double, head, token, axis<"d_k", 4>> q_head_token_d_k_4{};
constexpr tensor<double, token, axis<"d_k", 4>> q_token_d_k_4{};
constexpr tensor<double, axis<"model", 6>, axis<"d_k", 4>> w_2{};
constexpr tensor<double, axis<"model", 6>, axis<"d_k", 5>> w_model_6_d_k_5{};

struct stepped {
  using layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(stepped, (layer, first), (int, steps));
};
struct network_of_one {
  using layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network_of_one, (layer, first));
};
constexpr auto nothing = [](const auto&, const auto&) {};
struct network_2 {
  using first_layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  using second_layer = nn::linear<float, dim<4>, dim<2>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network_2, (first_layer, first), (second_layer, second));
};
constexpr network_2 m{};
struct smaller {
  using layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(smaller, (layer, first));
};
constexpr smaller s{};
constexpr auto keep = [](const auto& w, const auto&) { return w; };
struct mixed {
  using fine = tensor<double, dim<3>>;
  using coarse = tensor<float, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(mixed, (fine, weight), (coarse, bias));
};

// a model with arbitrary weights for numbers that nothing marked.
// - arbitrary_as_model_numbers: arbitrary_as(layer_of_in{}, x_double_in)
//   ;; arbitrary_as(layer_of_in{}, marked(x_double_in))
//   ;; attn::arbitrary_as\(model, x\): the elements of x must be influence<T, N>
// a model with arbitrary weights of a type that does not know influence.
// - arbitrary_model_numbers: arbitrary<double>(layer_of_double{}) ;; arbitrary<influence<double,
//   2>>(layer_of_double{}) ;; attn::arbitrary<I>\(model\): I must be an influence<T, N>
// arbitrary weights for a struct that does not state what it becomes in another element type.
// - arbitrary_silent_model: arbitrary<influence<double, 2>>(silent{})
//   ;; arbitrary<influence<double, 2>>(talking<double>{})
//   ;; attn::arbitrary<I>\(model\): the model must name its type with other elements
// a dictionary numbers its 23 words from 1, and its table has 23 rows: the last word has none (E1).
// - embedding_dictionary_from_1: nn::embedding<float, axis<"word", 23>, width_2>{}(ids_of_words)
//   ;; nn::embedding<float, axis<"word", 24>, width_2>{}(ids_of_words)
//   ;; attn::embedding\(ids, table\): there are more ids than the table has rows; row 0 counts
// the width of the table is named as the axis of the ids.
// - embedding_existing_axis: embedding(ids, tensor<float, axis<"word", 5>, token>{})
//   ;; embedding(ids, tensor<float, axis<"word", 5>, width>{})
//   ;; attn::embedding\(ids, table\): the ids have an axis named as the width
// the rows of a table are a seventh axis.
// - embedding_seven_axes: embedding(ids_token_id_7_6_axes, table)
//   ;; embedding(select<"part">(ids_token_id_7_6_axes, 0), table)
//   ;; attn::embedding\(ids, table\): a tensor has at most 6 axes
// integers are looked up that may be anything.
// - embedding_of_integers: embedding(ids_of_int, table_word_5_width)
//   ;; embedding(as_token_ids<5>(ids_of_int), table_word_5_width)
//   ;; attn::embedding\(ids, table\): the ids must be token ids; as_token_ids<rows>\(ids\)
// a table with one axis.
// - embedding_table_vector: embedding(ids, tensor<float, axis<"word", 5>>{})
//   ;; embedding(ids, tensor<float, axis<"word", 5>, width>{})
//   ;; attn::embedding\(ids, table\): the table must have two axes, words and width
// gelu_exact of whole numbers.
// - gelu_exact_of_integers: gelu_exact(x) ;; gelu_exact(as<double>(x))
//   ;; attn::gelu_exact\(x\): requires a floating-point element type; convert with as<double>\(x\)
// gelu_tanh of whole numbers.
// - gelu_tanh_of_integers: gelu_tanh(x) ;; gelu_tanh(as<double>(x))
//   ;; attn::gelu_tanh\(x\): requires a floating-point element type; convert with as<double>\(x\)
// which GELU? PyTorch's default is not GPT-2's (CTranslate2#1658, transformers#29402).
// - gelu_without_variant: gelu(x_of_double) ;; gelu_exact(x_of_double)
//   ;; attn::gelu\(x\): say which: gelu_exact\(x\), with erf, PyTorch's default; or gelu_tanh\(x\),
//   the approximation of GPT-2
// a packed layer whose input and output are one axis, for rows of another name.
// - packed_layer_name: packed_layer(tensor<float, token_2, axis<"other", 3>>{})
//   ;; packed_layer(tensor<float, token_2, model>{})
//   ;; attn::linear<layout>\(x, W\): x's last axis and W's input differ in name
// a packed layer whose output has the name of a leading axis of x.
// - packed_layer_twice: to_tokens(x_float_token_2_model) ;; to_models(x_float_token_2_model)
//   ;; attn::linear<layout>\(x, W\): x has an axis named as the output of W
// a packed layer for rows of another width.
// - packed_layer_width: wide(x_float_token_2_3) ;; fitting(x_float_token_2_3)
//   ;; attn::linear<layout>\(x, W\): the input of W must be as wide as x
// a packed feed-forward layer for rows of another width.
// - packed_network_width: network(tensor<float, token_2, dim<4>>{})
//   ;; network(tensor<float, token_2, dim<3>>{})
//   ;; attn::nn::feed_forward: the last axis of x must be as wide as the layer's input
// a packed weight of other inputs than the matrix has columns.
// - packed_product: matmul(x_float_1x3, packed_2x2) ;; matmul(x_float_1x3, packed_3x1)
//   ;; attn::matmul\(A, B\): A's last axis and B's second-to-last axis differ in size
// a batch of matrices packed as one.
// - packed_rank: packed(w) ;; packed(first)
//   ;; attn::packed\(w\): w must have two axes, input and output
// a packed RNN's step from the state of a wider one.
// - packed_rnn_state: cell(x_of_float, initial(tensor<float, dim<4>>{}))
//   ;; cell(x_of_float, initial(tensor<float, dim<2>>{}))
//   ;; attn: a step \(x, before\): the state must be as wide as the cell
// a weight that could be, but not once its lines are filled up.
// - packed_too_large: using type = decltype(packed(std::declval<const matrix<int, 1ull << 55,
//   7>&>())); ;; using type = decltype(packed(std::declval<const matrix<int, 1ull << 51, 7>&>()));
//   ;; attn::packed\(w\): too large: filled up, the lines would take more bytes than an object can
//   have
// three tokens from position 3 on, of five.
// - positions_behind_the_last: add(tensor<float, token, width>{}, 3)
//   ;; add(tensor<float, token, width>{}, 2) ;; constant: position_is_after_the_last
// rows of double and positions of float.
// - positions_other_element: add(tensor<double, token, width>{}) ;; add(tensor<float, token,
//   width>{}) ;; attn::nn::learned_positions\(x\): x must have the element type of the layer;
//   convert with as<T>\(x\)
// rows of 6 and positions of 4.
// - positions_other_width: add(tensor<float, token, axis<"width", 6>>{}) ;; ditto
//   ;; attn::nn::learned_positions\(x\): the last axis of x must be the layer's width
// six tokens, and five positions.
// - positions_too_many_tokens: add(tensor<float, axis<"token", 6>, width>{})
//   ;; add(tensor<float, axis<"token", 5>, width>{})
//   ;; attn::nn::learned_positions\(x\): x has more tokens than there are positions
// one row alone: no sequence.
// - positions_vector: add(tensor<float, width>{}) ;; add(tensor<float, axis<"token", 1>, width>{})
//   ;; attn::nn::learned_positions\(x\): x must be \(token, width\), or a batch of them
// relu of whole numbers.
// - relu_of_integers: relu(x) ;; relu(as<double>(x))
//   ;; attn::relu\(x\): requires a floating-point element type; convert with as<double>\(x\)
// silu of whole numbers.
// - silu_of_integers: silu(x) ;; silu(as<double>(x))
//   ;; attn::silu\(x\): requires a floating-point element type; convert with as<double>\(x\)
// sinusoidal positions without a layout: the paper alternates sine and cosine, others have all
// sines and then all cosines, and Tensor2Tensor also has other exponents. Threads:
// https://github.com/tensorflow/tensor2tensor/issues/1423
// https://github.com/facebookresearch/fairseq/issues/4648
// - sinusoidal_layout_omitted: sinusoidal_positions<token, width, float>()
//   ;; sinusoidal_positions<token, width, float, interleaved>()
//   ;; attn::sinusoidal_positions<token, width, T, layout>\(\): say which layout: interleaved \(the
//   paper\), halves, or halves_of_tensor2tensor \(also of fairseq\)
// sines as whole numbers.
// - sinusoidal_of_integers: sinusoidal_positions<token, width, int, interleaved>() ;; ditto
//   ;; attn::sinusoidal_positions<token, width, T, layout>\(\): T must be a floating-point type
// both axes of the positions have one name.
// - sinusoidal_one_name: sinusoidal_positions<token, axis<"token", 4>, float, halves>()
//   ;; sinusoidal_positions<token, axis<"width", 4>, float, halves>()
//   ;; attn::sinusoidal_positions<token, width, T, layout>\(\): both axes have the same name
// softplus of whole numbers.
// - softplus_of_integers: softplus(x) ;; softplus(as<double>(x))
//   ;; attn::softplus\(x\): requires a floating-point element type; convert with as<double>\(x\)
// a result for other axes.
// - relu_into_other_axes: constexpr bool written() { const tensor<double, axis<"token", 3>> x{1, 2,
//   -3}; tensor<double, axis<"key", 3>> out{}; relu_into(out, x); return true; }
//   static_assert(written()); ;; constexpr bool written() { const tensor<double, axis<"token", 3>>
//   x{1, 2, -3}; tensor<double, axis<"token", 3>> out{}; relu_into(out, x); return true; }
//   static_assert(written()); ;; attn::relu_into\(out, x\): out must have the axes of the result
// integer parameters as inputs of terms.
// - numbered_model_of_integers: numbered(layer<int>{}) ;; numbered(layer<float>{})
//   ;; attn::numbered\(model\): the parameters must be float or double
// integer parameters as inputs.
// - marked_model_of_integers: marked(layer<int>{}) ;; marked(layer<float>{})
//   ;; attn::marked\(model\): the parameters must be float or double
// the last bits of integers.
// - sensitive_parameters_of_integers: sensitive_parameters(weight_of, layer<int>{})
//   ;; sensitive_parameters(weight_of, layer<float>{})
//   ;; attn::sensitive_parameters\(f, m\): needs float or double parameters
// a function whose result has no bits to compare.
// - sensitive_parameters_of_no_tensor: sensitive_parameters([](const auto& m) { return m; },
//   layer_of_float{})
//   ;; sensitive_parameters([](const auto& m) { return m.weight; }, layer_of_float{})
//   ;; attn::sensitive_parameters\(f, m\): f must return a tensor of integers, float or
// a layout of sinusoidal positions for rotary ones. Thread:
// https://github.com/huggingface/transformers/issues/25199
// - rotary_layout_is_none: rotary<interleaved>(q, positions) ;; rotary<interleaved_pairs>(q,
//   positions) ;; attn::rotary<layout>\(x, positions\): say which features are a pair:
//   interleaved_pairs \(the paper, Meta's Llama\) or half_pairs
// rotary positions without a layout. Which features are a pair is no matter of taste: weights that
// were trained with one layout give other scores with the other, and nothing fails. Thread:
// https://github.com/huggingface/transformers/issues/25199
// - rotary_layout_omitted: rotary(q) ;; rotary<half_pairs>(q)
//   ;; attn::rotary<layout>\(x\): say which features are a pair: interleaved_pairs \(the paper,
//   Meta's Llama\) or half_pairs \(Hugging Face's\)
// six features of four are rotated.
// - rotary_more_features_than_there_are: rotary<half_pairs, 6>(q, positions) ;; rotary<half_pairs,
//   2>(q, positions) ;; attn::rotary<layout>\(x, positions\): features are rotated in pairs: their
//   number must be even, and no more than x has
// five features are no pairs.
// - rotary_odd_width: rotary<half_pairs>(q_token_3_d_k_5) ;; rotary<half_pairs, 4>(q_token_3_d_k_5)
//   ;; attn::rotary<layout>\(x\): features are rotated in pairs: their number must be even, and no
//   more than x has
// whole numbers are rotated.
// - rotary_of_integers: rotary<half_pairs>(q_int_token_2_d_k_2) ;;
//   rotary<half_pairs>(as<double>(q_int_token_2_d_k_2)) ;; attn::rotary<layout>\(x\): requires a
//   floating-point element type; convert with as<double>\(x\)
// positions for every feature.
// - rotary_positions_of_features: rotary<half_pairs>(q_token_d_k_4, tensor<int, token, d_k>{})
//   ;; rotary<half_pairs>(q_token_d_k_4, tensor<int, token>{0, 1, 2})
//   ;; attn::rotary<layout>\(x, positions\): one position for each token: \(token\), or \(batch,
//   token\), not of features
// the axes of texts after the tokens, of a table.
// - rotary_positions_turned: rotary<half_pairs>(q_head_token_d_k_4, tensor<int, token, head>{{0,
//   1}, {1, 2}, {2, 3}}, rotary_frequencies<4>()) ;; rotary<half_pairs>(q_head_token_d_k_4,
//   tensor<int, head, token>{{0, 1, 2}, {1, 2, 3}}, rotary_frequencies<4>())
//   ;; attn::rotary<layout>\(x, positions, table\): one position for each token, the axis before x's last
// positions of other heads.
// - rotary_positions_of_other_heads: rotary<half_pairs>(q_head_token_d_k_4, tensor<int, axis<"head",
//   1>, token>{{0, 1, 2}}) ;; rotary<half_pairs>(q_head_token_d_k_4, tensor<int, head, token>{{0, 1,
//   2}, {1, 2, 3}}) ;; attn::rotary<layout>\(x, positions\): axes before the tokens are the first
//   axes of x
// a table of three pairs for four features.
// - rotary_table_too_wide: rotary<half_pairs>(q_token_d_k_4, 7, rotary_frequencies<6>())
//   ;; rotary<half_pairs>(q_token_d_k_4, 7, rotary_frequencies<4>())
//   ;; attn::rotary<layout>\(x, first, table\): features are rotated in pairs: their number must be
//   even, and no more than x has
// offsets that are no integers.
// - positions_from_fractions: positions_from<token>(tensor<double, head>{0, 1})
//   ;; positions_from<token>(tensor<int, head>{0, 1})
//   ;; attn::positions_from<token>\(first\): positions are integers
// positions of tokens for the tokens.
// - positions_from_tokens: positions_from<token>(tensor<int, token>{0, 1, 2})
//   ;; positions_from<token>(tensor<int, head>{0, 1}) ;; attn::positions_from<token>\(first\): first
//   has an axis with the name of the tokens
// six axes, and the tokens.
// - positions_from_six_axes: positions_from<token>(positions_of_six_axes)
//   ;; positions_from<token>(tensor<int, head>{0, 1}) ;; attn::positions_from<token>\(first\): too
//   many axes
// four positions for three tokens.
// - rotary_positions_of_others: rotary<half_pairs>(q, tensor<int, axis<"token", 4>>{0, 1, 2, 3})
//   ;; rotary<half_pairs>(q, tensor<int, axis<"token", 3>>{0, 1, 2})
//   ;; attn::rotary<layout>\(x, positions\): one position for each token, the axis before x's last
// positions that are no integers: most likely the angles.
// - rotary_positions_with_fractions: rotary<half_pairs>(q_token_d_k_4, tensor<double, token>{0, 1,
//   2}) ;; rotary<half_pairs>(q_token_d_k_4, tensor<int, token>{0, 1, 2})
//   ;; attn::rotary<layout>\(x, positions\): the positions must be integers
// one row has no sequence, so its position is unknown.
// - rotary_vector: rotary<half_pairs>(tensor<double, d_k>{}, {.first_position = 7})
//   ;; rotary<half_pairs>(tensor<double, axis<"token", 1>, d_k>{}, {.first_position = 7})
//   ;; attn::rotary<layout>\(x\): x must have a sequence axis in front of its features
// converting the outputs of a weight along an axis that it does not have. Thread:
// https://github.com/huggingface/transformers/issues/25199
// - rotary_weights_axis_absent: interleaved_to_half_pairs<"d_q">(w_2)
//   ;; interleaved_to_half_pairs<"d_k">(w_2)
//   ;; attn::interleaved_to_half_pairs<axis>\(W\): W has no such axis
// five outputs are no pairs.
// - rotary_weights_odd: half_to_interleaved_pairs<"d_k">(w_model_6_d_k_5)
//   ;; half_to_interleaved_pairs<"model">(w_model_6_d_k_5)
//   ;; attn::half_to_interleaved_pairs<axis>\(W\): features are rotated in pairs: their number must
//   be even, and no more than the axis has
// how many parameters has a model with a number in it?
// - parameter_count_of_number: parameter_count<stepped> ;; parameter_count<network_of_one>
//   ;; attn::parameter_count<M>: every member of M must be a tensor, a Hana struct or tuple, or an
//   array of them
// a dotted name with a slip of the pen.
// - parameter_unknown_name: parameter<"second.baias">(m) ;; parameter<"second.bias">(m)
//   ;; attn::parameter<name>\(m\): the model has no member of that name
// a model with a number among its tensors.
// - parameters_member_no_tensor: constexpr bool visit() { const stepped m{};
//   for_each_parameter(nothing, m); return true; } constexpr bool visited = visit(); ;; constexpr
//   bool visit() { const network_of_one m{}; for_each_parameter(nothing, m); return true; }
//   constexpr bool visited = visit(); ;; attn::for_each_parameter\(f, m\): every member of the
//   model must be a tensor, a Hana struct or tuple, or an array of them
// two models with different members, side by side.
// - parameters_models_differ: map_parameters(keep, m, s) ;; map_parameters(keep, m, m)
//   ;; attn::for_each_parameter\(f, m, …\): the models must have the same members
// a vector of a model with a number in it.
// - parameters_to_vector_member_no_tensor: parameters_to_vector(stepped{}) ;;
//   parameters_to_vector(network_of_one{}) ;; attn::parameters_to_vector\(m\): every member of the
//   model must be a tensor, a Hana struct or tuple, or an array of them
// one vector for float and double.
// - parameters_to_vector_mixed: parameters_to_vector(mixed{}) ;; parameters_to_vector(m)
//   ;; attn::parameters_to_vector\(m\): all tensors must have one element type
// a vector of double for a model of float.
// - vector_to_parameters_element: vector_to_parameters<network_2>(tensor<double, dim<26>>{})
//   ;; vector_to_parameters<network_2>(tensor<float, dim<26>>{})
//   ;; attn::vector_to_parameters<M>\(v\): v must have the element type of M
// a vector that is one element too short.
// - vector_to_parameters_size: vector_to_parameters<network_2>(tensor<float, dim<25>>{}) ;; ditto
//   ;; attn::vector_to_parameters<M>\(v\): v must have as many elements as M has parameters

// case: parameters_of_plain_struct
// rejected: a struct of tensors that Hana was not told of.
// expect-error: attn::for_each_parameter\(f, m\): every member of the model must be a tensor, a Hana struct or tuple, or an array of them
struct plain {
  tensor<float, dim<3>> weight;
};
struct network_2 {
  using vector = tensor<float, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(network_2, (vector, weight));
};
constexpr auto nothing = [](const auto&, const auto&) {};

#ifdef ATTN_REJECT
constexpr bool visit() {
  const plain m{};
  for_each_parameter(nothing, m);
  return true;
}
constexpr bool visited = visit();
#else
constexpr bool visit() {
  const network_2 m{};
  for_each_parameter(nothing, m);
  return true;
}
constexpr bool visited = visit();
#endif
