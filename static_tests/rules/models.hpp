// SPDX-License-Identifier: BSL-1.0
// What attn/rules/models.hpp promises: of every relation, where it holds and where it does not.
#pragma once

#include <boost/hana/define_struct.hpp>

#include "static_tests/tests.hpp"

namespace attn_tests::models_tests {
using rules::any_axis, rules::element, rules::model, rules::name, rules::option, rules::size;
using token = axis<"token", 2>;
using width = axis<"width", 3>;

// Layers of a stack, each of which lacks what the one before it has.
struct nameless {};
struct with_element {
  using value_type = float;
};
struct with_width : with_element {
  using width = axes::width;
};
struct whole : with_width {
  static constexpr std::size_t sequences = 1;
  using row_type = tensor<float, axes::width>;
  ATTN_MEMBERS(whole, (row_type, bias));
};
struct unlisted : with_width {
  tensor<float, axes::width> bias;
};
struct stepping : whole {
  template <axis_like> using state_type = nn::no_state;
};

struct one {
  using matrix_type = tensor<float, token, width>;
  using vector_type = tensor<float, token>;
  BOOST_HANA_DEFINE_STRUCT(one, (matrix_type, weight), (vector_type, bias));
};
struct other_tensors {
  using matrix_type = tensor<double, width, token>;
  using vector_type = tensor<float>;
  BOOST_HANA_DEFINE_STRUCT(other_tensors, (matrix_type, weight), (vector_type, bias));

  template <class U> using with_element = one;
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

template <class M, label Path>
inline constexpr bool has = rules::has_parameter<model<M>, name<Path>>::value;

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("is_token_id", [](report& r) {
    r.check(rules::is_token_id<element<token_id<23>>>::value);
    r.check(!rules::is_token_id<element<int>>::value && !rules::is_token_id<element<float>>::value);
    r.check(!rules::is_token_id<token_id<23>>::value);
  });
  tests.proved("ids_within", [](report& r) {
    r.check(rules::ids_within<element<token_id<23>>, any_axis<axis<"word", 23>>>::value);
    r.check(rules::ids_within<element<token_id<22>>, any_axis<dim<23>>>::value);
    r.check(!rules::ids_within<element<token_id<24>>, any_axis<axis<"word", 23>>>::value);
    r.check(rules::ids_within<element<int>,
        any_axis<dim<1>>>::value);  // no bound: looked at one by one
    r.check(!rules::ids_within<token_id<2>, any_axis<dim<23>>>::value);
  });
  tests.proved("is_id_bound", [](report& r) {
    r.check(rules::is_id_bound<size<1>>::value && rules::is_id_bound<size<2147483647>>::value);
    r.check(!rules::is_id_bound<size<0>>::value && !rules::is_id_bound<size<2147483648>>::value);
    r.check(!rules::is_id_bound<token>::value);
  });
  tests.proved("dispatchable_range", [](report& r) {
    r.check(rules::dispatchable_range<size<1>, size<1>>::value &&
            rules::dispatchable_range<size<1>, size<256>>::value);
    r.check(!rules::dispatchable_range<size<2>, size<1>>::value &&
            !rules::dispatchable_range<size<1>, size<257>>::value);
    r.check(!rules::dispatchable_range<size<1>, rules::rank<2>>::value);
  });
  tests.proved("is_layout", [](report& r) {
    r.check(rules::is_layout<option<output_by_input>>::value &&
            rules::is_layout<option<input_by_output>>::value);
    r.check(
        !rules::is_layout<option<with_bias>>::value && !rules::is_layout<option<double>>::value);
    r.check(!rules::is_layout<output_by_input>::value);
    using rules::is_given, rules::missing;
    r.check(
        is_given<option<output_by_input>>::value && is_given<option<double>, option<int>>::value);
    r.check(!is_given<option<missing>>::value && !is_given<option<double>, option<missing>>::value);
    r.check(rules::is_layout<option<missing>>::value);
    has_type<rules::given_or<int, double, bool>>(int{});
    has_type<rules::given_or<int, missing, bool>>(bool{});
  });
  tests.proved("is_position_layout", [](report& r) {
    r.check(rules::is_position_layout<option<interleaved>>::value);
    r.check(rules::is_position_layout<option<halves>>::value);
    r.check(rules::is_position_layout<option<halves_of_tensor2tensor>>::value);
    r.check(!rules::is_position_layout<option<half_pairs>>::value);
    r.check(!rules::is_position_layout<option<void>>::value &&
            !rules::is_position_layout<halves>::value);
  });
  tests.proved("is_pair_layout", [](report& r) {
    r.check(rules::is_pair_layout<option<interleaved_pairs>>::value);
    r.check(rules::is_pair_layout<option<half_pairs>>::value);
    r.check(!rules::is_pair_layout<option<interleaved>>::value);
    r.check(
        !rules::is_pair_layout<option<void>>::value && !rules::is_pair_layout<half_pairs>::value);
  });
  tests.proved("is_bias", [](report& r) {
    r.check(
        rules::is_bias<option<with_bias>>::value && rules::is_bias<option<without_bias>>::value);
    r.check(
        !rules::is_bias<option<output_by_input>>::value && !rules::is_bias<option<bool>>::value);
    r.check(!rules::is_bias<with_bias>::value);
  });
  tests.proved("is norm order", [](report& r) {
    r.check(rules::is_output_table<option<nn::tied_table>>::value &&
            rules::is_output_table<option<nn::own_output<output_by_input>>>::value &&
            rules::is_output_table<option<packed_weights>>::value);
    r.check(!rules::is_output_table<option<nn::identity>>::value &&
            !rules::is_output_table<option<output_by_input>>::value &&
            !rules::is_output_table<nn::tied_table>::value);
    r.check(rules::is_norm_order<option<post_norm>>::value &&
            rules::is_norm_order<option<pre_norm>>::value);
    r.check(!rules::is_norm_order<option<with_bias>>::value &&
            !rules::is_norm_order<option<void>>::value);
    r.check(!rules::is_norm_order<post_norm>::value);
  });
  tests.proved("layers of a stack", [](report& r) {
    r.check(rules::names_its_element<model<with_element>>::value);
    r.check(!rules::names_its_element<model<nameless>>::value);
    r.check(rules::names_its_width<model<with_width>>::value);
    r.check(!rules::names_its_width<model<with_element>>::value);
    r.check(rules::names_its_sequences<model<whole>>::value);
    r.check(!rules::names_its_sequences<model<with_width>>::value);
    r.check(rules::is_called_with<model<whole>, size<1>>::value);
    r.check(!rules::is_called_with<model<whole>, size<2>>::value);
    r.check(!rules::is_called_with<model<with_width>, size<1>>::value);
    r.check(rules::lists_its_members<model<whole>>::value);
    r.check(rules::lists_its_members<model<nameless>>::value);  // there is nothing to list
    r.check(!rules::lists_its_members<model<unlisted>>::value);
    r.check(rules::has_steps<model<stepping>>::value && !rules::has_steps<model<whole>>::value);
    r.check(rules::reads_texts<true>::value && !rules::reads_texts<false>::value);
    r.check(
        rules::accepts<model<whole>, true>::value && !rules::accepts<model<whole>, false>::value);
    r.check(rules::keeps_rows<model<whole>, true>::value);
    r.check(!rules::keeps_rows<model<whole>, false>::value);
  });
  tests.proved("are placed options", [](report& r) {
    using in_decoder = rules::options<self_place, cross_place>;
    using self = decltype(self_options());
    r.check(rules::are_placed_options<rules::options<>, in_decoder>::value);
    r.check(rules::are_placed_options<rules::options<self>, in_decoder>::value);
    r.check(!rules::are_placed_options<rules::options<self, int>, in_decoder>::value);
    r.check(
        !rules::are_placed_options<rules::options<decltype(source_options())>, in_decoder>::value);
    r.check(!rules::are_placed_options<self, in_decoder>::value);
  });
  tests.proved("is_parameter", [](report& r) {
    r.check(rules::is_parameter<model<one>>::value && rules::is_parameter<model<one[3]>>::value);
    r.check(rules::is_parameter<model<tensor<int, token>>>::value);
    r.check(
        rules::is_parameter<model<boost::hana::tuple<one, other_names[2], tensor<float>>>>::value);
    r.check(!rules::is_parameter<model<with_a_number>>::value &&
            !rules::is_parameter<model<nested>>::value);
    r.check(!rules::is_parameter<model<boost::hana::tuple<one, int>>>::value);
    r.check(!rules::is_parameter<model<empty>>::value &&
            !rules::is_parameter<model<no_struct_of_hanas>>::value);
    r.check(!rules::is_parameter<model<int>>::value && !rules::is_parameter<model<int[2]>>::value);
    r.check(!rules::is_parameter<model<boost::hana::tuple<>>>::value &&
            !rules::is_parameter<one>::value);
  });
  tests.proved("has_parameter", [](report& r) {
    using many = boost::hana::tuple<one[12], nested>;
    r.check(has<one, "weight"> && has<one, "bias">);
    r.check(!has<one, "weigh"> && !has<one, "weights"> && !has<one, "">);
    r.check(!has<one, "weight."> && !has<one, ".weight"> && !has<one, "weight.bias">);
    r.check(has<many, "0"> && has<many, "0.11"> && has<many, "0.11.bias">);
    r.check(has<many, "1.first.weight"> && has<many, "1.second.steps">);
    r.check(!has<many, "0.12"> && !has<many, "2"> && !has<many, "0.011"> && !has<many, "0..bias">);
    r.check(!has<int, "weight"> && !has<empty, "weight">);
    r.check(!rules::has_parameter<one, name<label("weight")>>::value);
  });
  tests.proved("same_parameters", [](report& r) {
    using boost::hana::tuple;
    r.check(rules::same_parameters<model<one>, model<one>>::value);
    r.check(rules::same_parameters<model<one>, model<other_tensors>>::value);
    r.check(rules::same_parameters<model<one[2]>, model<tuple<one, other_tensors>>>::value);
    r.check(!rules::same_parameters<model<one>, model<other_names>>::value);
    r.check(!rules::same_parameters<model<one>, model<longer_names>>::value);
    r.check(!rules::same_parameters<model<longer_names>, model<one>>::value);
    r.check(!rules::same_parameters<model<one>, model<other_order>>::value);
    r.check(!rules::same_parameters<model<one>, model<tensor<float>>>::value);
    r.check(!rules::same_parameters<model<one[2]>, model<one[3]>>::value);
    r.check(!rules::same_parameters<model<tuple<one, one>>, model<tuple<one, other_names>>>::value);
    r.check(!rules::same_parameters<model<tuple<one, other_names>>,
        model<tuple<other_names, one>>>::value);
    r.check(!rules::same_parameters<one, one>::value);
  });
  tests.proved("one_element", [](report& r) {
    r.check(rules::one_element<model<one>, element<float>>::value);
    r.check(rules::one_element<model<one[2]>, element<float>>::value);
    r.check(!rules::one_element<model<one>, element<double>>::value);
    r.check(!rules::one_element<model<other_tensors>, element<float>>::value);
    r.check(!rules::one_element<model<other_tensors>, element<double>>::value);
    r.check(!rules::one_element<one, element<float>>::value);
  });
  tests.proved("gives_back", [](report& r) {
    using rules::function;
    const auto same = [](const auto& x) { return x; };
    const auto wider = [](const auto& x) { return as<double>(x); };
    const auto second = [](const auto&, const auto& y) { return y; };
    r.check(rules::gives_back<function<decltype(same)>, model<one>>::value);
    r.check(!rules::gives_back<function<decltype(wider)>, model<one>>::value);
    r.check(!rules::gives_back<function<decltype(wider)>,
        model<other_tensors>>::value);  // float, once
    r.check(rules::gives_back<function<decltype(second)>, model<one>, model<one>>::value);
    r.check(
        !rules::gives_back<function<decltype(second)>, model<one>, model<other_tensors>>::value);
    r.check(!rules::gives_back<function<decltype(second)>, model<one>>::value);  // one argument
    // Models with other members have broken their own rule already.
    r.check(rules::gives_back<function<decltype(second)>, model<one>, model<other_names>>::value);
  });
  // The rules about elements, for all tensors of a model.
  tests.proved("all elements", [](report& r) {
    r.check(rules::floating_point_element<model<other_tensors>>::value &&
            !rules::floating_point_element<model<ids_too>>::value);
    r.check(rules::float_or_double<model<other_tensors>>::value &&
            !rules::float_or_double<model<ids_too>>::value);
  });
  tests.proved("names_its_conversion", [](report& r) {
    r.check(rules::names_its_conversion<model<other_tensors>>::value);
    r.check(rules::names_its_conversion<
        model<nn::linear<float, token, width, output_by_input>>>::value);
    r.check(!rules::names_its_conversion<model<one>>::value &&
            !rules::names_its_conversion<model<one[2]>>::value);
    r.check(!rules::names_its_conversion<other_tensors>::value);
  });
  tests.proved("variant_is_named", [](report& r) {
    struct question {
      using has_variants = void;
    };
    r.check(rules::variant_is_named<rules::option<int>>::value);
    r.check(!rules::variant_is_named<rules::option<question>>::value);
    r.check(!rules::variant_is_named<rules::element<float>>::value);
    r.check(!rules::variant_is_named<rules::element<archetype>>::value);
  });
  tests.proved("is_activation", [](report& r) {
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
    r.check(is_activation<option<same>, operand<float>>::value);
    r.check(!is_activation<option<wider>, operand<float>>::value);
    r.check(!is_activation<option<stateful>, operand<float>>::value);
    r.check(
        !is_activation<option<int>, operand<float>>::value && !is_activation<same, float>::value);
  });
};
}  // namespace attn_tests::models_tests
