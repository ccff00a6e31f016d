// SPDX-License-Identifier: BSL-1.0
// What attn/layers/parameters.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

// case: parameter_count_of_number
// rejected: how many parameters has a model with a number in it?
// expect-error: attn::parameter_count<M>: every member of M must be a tensor, a Hana struct or tuple, or an array of them
// errors: 1
struct stepped {
  using layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(stepped, (layer, first), (int, steps));
};
struct network {
  using layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (layer, first));
};
constexpr auto nothing = [](const auto&, const auto&) {};

#ifdef ATTN_REJECT
constexpr auto n = parameter_count<stepped>;
#else
constexpr auto n = parameter_count<network>;
#endif

// case: parameter_unknown_name
// rejected: a dotted name with a slip of the pen.
// expect-error: attn::parameter<name>\(m\): the model has no member of that name
// errors: 1
struct network {
  using first_layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  using second_layer = nn::linear<float, dim<4>, dim<2>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (first_layer, first), (second_layer, second));
};
constexpr network m{};

#ifdef ATTN_REJECT
constexpr auto b = parameter<"second.baias">(m);
#else
constexpr auto b = parameter<"second.bias">(m);
#endif

// case: parameters_member_no_tensor
// rejected: a model with a number among its tensors.
// expect-error: attn::for_each_parameter\(f, m\): every member of the model must be a tensor, a Hana struct or tuple, or an array of them
// errors: 1
struct stepped {
  using layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(stepped, (layer, first), (int, steps));
};
struct network {
  using layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (layer, first));
};
constexpr auto nothing = [](const auto&, const auto&) {};

#ifdef ATTN_REJECT
constexpr bool visit() {
  const stepped m{};
  for_each_parameter(nothing, m);
  return true;
}
constexpr bool visited = visit();
#else
constexpr bool visit() {
  const network m{};
  for_each_parameter(nothing, m);
  return true;
}
constexpr bool visited = visit();
#endif

// case: parameters_models_differ
// rejected: two models with different members, side by side.
// expect-error: attn::for_each_parameter\(f, m, …\): the models must have the same members
// errors: 1
struct network {
  using first_layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  using second_layer = nn::linear<float, dim<4>, dim<2>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (first_layer, first), (second_layer, second));
};
constexpr network m{};
struct smaller {
  using layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(smaller, (layer, first));
};
constexpr smaller s{};
constexpr auto keep = [](const auto& w, const auto&) { return w; };

#ifdef ATTN_REJECT
constexpr auto y = map_parameters(keep, m, s);
#else
constexpr auto y = map_parameters(keep, m, m);
#endif

// case: parameters_of_plain_struct
// rejected: a struct of tensors that Hana was not told of.
// expect-error: attn::for_each_parameter\(f, m\): every member of the model must be a tensor, a Hana struct or tuple, or an array of them
// errors: 1
struct plain {
  tensor<float, dim<3>> weight;
};
struct network {
  using vector = tensor<float, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(network, (vector, weight));
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
  const network m{};
  for_each_parameter(nothing, m);
  return true;
}
constexpr bool visited = visit();
#endif

// case: parameters_to_vector_member_no_tensor
// rejected: a vector of a model with a number in it.
// expect-error: attn::parameters_to_vector\(m\): every member of the model must be a tensor, a Hana struct or tuple, or an array of them
// errors: 1
struct stepped {
  using layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(stepped, (layer, first), (int, steps));
};
struct network {
  using layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (layer, first));
};
constexpr auto nothing = [](const auto&, const auto&) {};

#ifdef ATTN_REJECT
constexpr auto v = parameters_to_vector(stepped{});
#else
constexpr auto v = parameters_to_vector(network{});
#endif

// case: parameters_to_vector_mixed
// rejected: one vector for float and double.
// expect-error: attn::parameters_to_vector\(m\): all tensors must have one element type
// errors: 1
struct mixed {
  using fine = tensor<double, dim<3>>;
  using coarse = tensor<float, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(mixed, (fine, weight), (coarse, bias));
};
struct network {
  using first_layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  using second_layer = nn::linear<float, dim<4>, dim<2>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (first_layer, first), (second_layer, second));
};
constexpr network m{};

#ifdef ATTN_REJECT
constexpr auto v = parameters_to_vector(mixed{});
#else
constexpr auto v = parameters_to_vector(m);
#endif

// case: vector_to_parameters_element
// rejected: a vector of double for a model of float.
// expect-error: attn::vector_to_parameters<M>\(v\): v must have the element type of M
// errors: 1
struct network {
  using first_layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  using second_layer = nn::linear<float, dim<4>, dim<2>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (first_layer, first), (second_layer, second));
};
constexpr network m{};

#ifdef ATTN_REJECT
constexpr auto y = vector_to_parameters<network>(tensor<double, dim<26>>{});
#else
constexpr auto y = vector_to_parameters<network>(tensor<float, dim<26>>{});
#endif

// case: vector_to_parameters_size
// rejected: a vector that is one element too short.
// expect-error: attn::vector_to_parameters<M>\(v\): v must have as many elements as M has parameters
// errors: 1
struct network {
  using first_layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  using second_layer = nn::linear<float, dim<4>, dim<2>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (first_layer, first), (second_layer, second));
};
constexpr network m{};

#ifdef ATTN_REJECT
constexpr auto y = vector_to_parameters<network>(tensor<float, dim<25>>{});
#else
constexpr auto y = vector_to_parameters<network>(tensor<float, dim<26>>{});
#endif
