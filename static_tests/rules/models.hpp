// SPDX-License-Identifier: BSL-1.0
// What attn/rules/models.hpp promises: of every relation, where it holds and where it does not.
#pragma once

#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/layers/rotary.hpp>
#include <attn/models/encoder.hpp>
#include <attn/models/options.hpp>
#include <attn/rules/models.hpp>
#include <attn/text/token_id.hpp>
#include <boost/hana/define_struct.hpp>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests::models_tests {

using namespace attn;
using rules::any_axis, rules::element, rules::model, rules::name, rules::option, rules::size;
using token = axis<"token", 2>;
using width = axis<"width", 3>;

constexpr report is_token_id() {
  report r;
  r.check(rules::is_token_id<element<token_id<23>>>);
  r.check(!rules::is_token_id<element<int>> && !rules::is_token_id<element<float>>);
  r.check(!rules::is_token_id<token_id<23>>);
  return r;
}

constexpr report ids_within() {
  report r;
  r.check(rules::ids_within<element<token_id<23>>, any_axis<axis<"word", 23>>>);
  r.check(rules::ids_within<element<token_id<22>>, any_axis<dim<23>>>);
  r.check(!rules::ids_within<element<token_id<24>>, any_axis<axis<"word", 23>>>);
  r.check(rules::ids_within<element<int>, any_axis<dim<1>>>);  // no bound: looked at one by one
  r.check(!rules::ids_within<token_id<2>, any_axis<dim<23>>>);
  return r;
}

constexpr report is_id_bound() {
  report r;
  r.check(rules::is_id_bound<size<1>> && rules::is_id_bound<size<2147483647>>);
  r.check(!rules::is_id_bound<size<0>> && !rules::is_id_bound<size<2147483648>>);
  r.check(!rules::is_id_bound<token>);
  return r;
}

constexpr report few_lengths() {
  report r;
  r.check(rules::few_lengths<size<1>, size<1>> && rules::few_lengths<size<1>, size<256>>);
  r.check(!rules::few_lengths<size<2>, size<1>> && !rules::few_lengths<size<1>, size<257>>);
  r.check(!rules::few_lengths<size<1>, rules::rank<2>>);
  return r;
}

constexpr report is_layout() {
  report r;
  r.check(rules::is_layout<option<output_by_input>> && rules::is_layout<option<input_by_output>>);
  r.check(!rules::is_layout<option<with_bias>> && !rules::is_layout<option<double>>);
  r.check(!rules::is_layout<output_by_input>);
  return r;
}

constexpr report is_position_layout() {
  report r;
  r.check(rules::is_position_layout<option<interleaved>>);
  r.check(rules::is_position_layout<option<halves>>);
  r.check(rules::is_position_layout<option<halves_of_tensor2tensor>>);
  r.check(!rules::is_position_layout<option<half_pairs>>);
  r.check(!rules::is_position_layout<option<void>> && !rules::is_position_layout<halves>);
  return r;
}

constexpr report is_pair_layout() {
  report r;
  r.check(rules::is_pair_layout<option<interleaved_pairs>>);
  r.check(rules::is_pair_layout<option<half_pairs>>);
  r.check(!rules::is_pair_layout<option<interleaved>>);
  r.check(!rules::is_pair_layout<option<void>> && !rules::is_pair_layout<half_pairs>);
  return r;
}

constexpr report is_bias() {
  report r;
  r.check(rules::is_bias<option<with_bias>> && rules::is_bias<option<without_bias>>);
  r.check(!rules::is_bias<option<output_by_input>> && !rules::is_bias<option<bool>>);
  r.check(!rules::is_bias<with_bias>);
  return r;
}

constexpr report is_norm_order() {
  report r;
  r.check(rules::is_norm_order<option<post_norm>> && rules::is_norm_order<option<pre_norm>>);
  r.check(!rules::is_norm_order<option<with_bias>> && !rules::is_norm_order<option<void>>);
  r.check(!rules::is_norm_order<post_norm>);
  return r;
}

constexpr report are_placed_options() {
  report r;
  using in_decoder = rules::options<self_place, cross_place>;
  using self = decltype(self_options());
  r.check(rules::are_placed_options<rules::options<>, in_decoder>);
  r.check(rules::are_placed_options<rules::options<self>, in_decoder>);
  r.check(!rules::are_placed_options<rules::options<self, int>, in_decoder>);
  r.check(!rules::are_placed_options<rules::options<decltype(source_options())>, in_decoder>);
  r.check(!rules::are_placed_options<self, in_decoder>);
  return r;
}

struct one {
  using matrix_type = tensor<float, token, width>;
  using vector_type = tensor<float, token>;
  BOOST_HANA_DEFINE_STRUCT(one, (matrix_type, weight), (vector_type, bias));
};
struct other_tensors {
  using matrix_type = tensor<double, width, token>;
  using vector_type = tensor<float>;
  BOOST_HANA_DEFINE_STRUCT(other_tensors, (matrix_type, weight), (vector_type, bias));

  template <class U>
  using with_element = one;
};
struct other_names {
  using matrix_type = tensor<float, token, width>;
  using vector_type = tensor<float, token>;
  BOOST_HANA_DEFINE_STRUCT(other_names, (matrix_type, weight), (vector_type, scale));
};
struct longer_names {
  using matrix_type = tensor<float, token, width>;
  using vector_type = tensor<float, token>;
  BOOST_HANA_DEFINE_STRUCT(longer_names, (matrix_type, weight), (vector_type, bias_too));
};
struct other_order {
  using matrix_type = tensor<float, token, width>;
  using vector_type = tensor<float, token>;
  BOOST_HANA_DEFINE_STRUCT(other_order, (vector_type, bias), (matrix_type, weight));
};
struct ids_too {
  using vector_type = tensor<float, token>;
  using ids_type = tensor<token_id<5>, token>;
  BOOST_HANA_DEFINE_STRUCT(ids_too, (vector_type, weight), (ids_type, chosen));
};
struct with_a_number {
  using vector_type = tensor<float, token>;
  BOOST_HANA_DEFINE_STRUCT(with_a_number, (vector_type, bias), (int, steps));
};
struct nested {
  BOOST_HANA_DEFINE_STRUCT(nested, (one, first), (with_a_number, second));
};
struct empty {
  BOOST_HANA_DEFINE_STRUCT(empty);
};
struct no_struct_of_hanas {};

constexpr report is_parameter() {
  report r;
  r.check(rules::is_parameter<model<one>> && rules::is_parameter<model<one[3]>>);
  r.check(rules::is_parameter<model<tensor<int, token>>>);
  r.check(rules::is_parameter<model<boost::hana::tuple<one, other_names[2], tensor<float>>>>);
  r.check(!rules::is_parameter<model<with_a_number>> && !rules::is_parameter<model<nested>>);
  r.check(!rules::is_parameter<model<boost::hana::tuple<one, int>>>);
  r.check(!rules::is_parameter<model<empty>> && !rules::is_parameter<model<no_struct_of_hanas>>);
  r.check(!rules::is_parameter<model<int>> && !rules::is_parameter<model<int[2]>>);
  r.check(!rules::is_parameter<model<boost::hana::tuple<>>> && !rules::is_parameter<one>);
  return r;
}

template <class M, label Path>
inline constexpr bool has = rules::has_parameter<model<M>, name<Path>>;

constexpr report has_parameter() {
  report r;
  using many = boost::hana::tuple<one[12], nested>;
  r.check(has<one, "weight"> && has<one, "bias">);
  r.check(!has<one, "weigh"> && !has<one, "weights"> && !has<one, "">);
  r.check(!has<one, "weight."> && !has<one, ".weight"> && !has<one, "weight.bias">);
  r.check(has<many, "0"> && has<many, "0.11"> && has<many, "0.11.bias">);
  r.check(has<many, "1.first.weight"> && has<many, "1.second.steps">);
  r.check(!has<many, "0.12"> && !has<many, "2"> && !has<many, "0.011"> && !has<many, "0..bias">);
  r.check(!has<int, "weight"> && !has<empty, "weight">);
  r.check(!rules::has_parameter<one, name<label("weight")>>);
  return r;
}

constexpr report same_parameters() {
  report r;
  using boost::hana::tuple;
  r.check(rules::same_parameters<model<one>, model<one>>);
  r.check(rules::same_parameters<model<one>, model<other_tensors>>);
  r.check(rules::same_parameters<model<one[2]>, model<tuple<one, other_tensors>>>);
  r.check(!rules::same_parameters<model<one>, model<other_names>>);
  r.check(!rules::same_parameters<model<one>, model<longer_names>>);
  r.check(!rules::same_parameters<model<longer_names>, model<one>>);
  r.check(!rules::same_parameters<model<one>, model<other_order>>);
  r.check(!rules::same_parameters<model<one>, model<tensor<float>>>);
  r.check(!rules::same_parameters<model<one[2]>, model<one[3]>>);
  r.check(!rules::same_parameters<model<tuple<one, one>>, model<tuple<one, other_names>>>);
  r.check(!rules::same_parameters<model<tuple<one, other_names>>, model<tuple<other_names, one>>>);
  r.check(!rules::same_parameters<one, one>);
  return r;
}

constexpr report one_element() {
  report r;
  r.check(rules::one_element<model<one>, element<float>>);
  r.check(rules::one_element<model<one[2]>, element<float>>);
  r.check(!rules::one_element<model<one>, element<double>>);
  r.check(!rules::one_element<model<other_tensors>, element<float>>);
  r.check(!rules::one_element<model<other_tensors>, element<double>>);
  r.check(!rules::one_element<one, element<float>>);
  return r;
}

constexpr report gives_back() {
  report r;
  using rules::function;
  const auto same = [](const auto& x) { return x; };
  const auto wider = [](const auto& x) { return as<double>(x); };
  const auto second = [](const auto&, const auto& y) { return y; };
  r.check(rules::gives_back<function<decltype(same)>, model<one>>);
  r.check(!rules::gives_back<function<decltype(wider)>, model<one>>);
  r.check(!rules::gives_back<function<decltype(wider)>, model<other_tensors>>);  // float, once
  r.check(rules::gives_back<function<decltype(second)>, model<one>, model<one>>);
  r.check(!rules::gives_back<function<decltype(second)>, model<one>, model<other_tensors>>);
  r.check(!rules::gives_back<function<decltype(second)>, model<one>>);  // one argument
  // Models with other members have broken their own rule already.
  r.check(rules::gives_back<function<decltype(second)>, model<one>, model<other_names>>);
  return r;
}

// The rules about elements, for all tensors of a model.
constexpr report all_elements() {
  report r;
  r.check(rules::has_fractions<model<other_tensors>> && !rules::has_fractions<model<ids_too>>);
  r.check(rules::float_or_double<model<other_tensors>> && !rules::float_or_double<model<ids_too>>);
  return r;
}

constexpr report names_its_conversion() {
  report r;
  r.check(rules::names_its_conversion<model<other_tensors>>);
  r.check(rules::names_its_conversion<model<nn::linear<float, token, width, output_by_input>>>);
  r.check(!rules::names_its_conversion<model<one>> && !rules::names_its_conversion<model<one[2]>>);
  r.check(!rules::names_its_conversion<other_tensors>);
  return r;
}

constexpr report variant_is_named() {
  report r;
  struct question {
    using has_variants = void;
  };
  r.check(rules::variant_is_named<rules::option<int>>);
  r.check(!rules::variant_is_named<rules::option<question>>);
  r.check(!rules::variant_is_named<rules::element<float>>);
  r.check(!rules::variant_is_named<rules::element<archetype>>);
  return r;
}

constexpr report is_activation() {
  report r;
  using rules::is_activation, rules::option, rules::operand;
  struct same {
    constexpr float operator()(float x) const { return x; }
  };
  struct wider {
    constexpr double operator()(float x) const { return x; }
  };
  struct stateful {
    stateful() = delete;
    constexpr float operator()(float x) const { return x; }
  };
  r.check(is_activation<option<same>, operand<float>>);
  r.check(!is_activation<option<wider>, operand<float>>);
  r.check(!is_activation<option<stateful>, operand<float>>);
  r.check(!is_activation<option<int>, operand<float>> && !is_activation<same, float>);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"is_token_id", is_token_id},
    {"ids_within", ids_within},
    {"is_id_bound", is_id_bound},
    {"few_lengths", few_lengths},
    {"is_layout", is_layout},
    {"is_position_layout", is_position_layout},
    {"is_pair_layout", is_pair_layout},
    {"is_bias", is_bias},
    {"is norm order", is_norm_order},
    {"are placed options", are_placed_options},
    {"is_parameter", is_parameter},
    {"has_parameter", has_parameter},
    {"same_parameters", same_parameters},
    {"one_element", one_element},
    {"gives_back", gives_back},
    {"all elements", all_elements},
    {"names_its_conversion", names_its_conversion},
    {"variant_is_named", variant_is_named},
    {"is_activation", is_activation},
};

}  // namespace attn_tests::models_tests
