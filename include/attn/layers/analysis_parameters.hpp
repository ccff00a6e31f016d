// SPDX-License-Identifier: BSL-1.0
// The parameters of a model as elements of analysis: counted, marked, sensitive, arbitrary,
// numbered.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/element.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/scalars/counted.hpp>
#include <attn/scalars/jacobian.hpp>
#include <attn/scalars/properties.hpp>
#include <attn/scalars/same_for_all_inputs.hpp>
#include <attn/tensor/compare.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// counted_in(executed, model): the model with parameters that count the operations applied to them
// in an operation_count, like counted_in for a tensor (scalars/counted.hpp).
//
//   operation_count executed;
//   counted_in(executed, layer)(counted_in(executed, x));
//   executed == cost_of<decltype(layer), decltype(x)>()
//
// Rules: float_or_double, of all parameters; names_its_conversion: a model of another element type
// must exist.

namespace detail {
// A layer without parameters names its element type, or has none.
template <class M>
consteval auto element_of_model() {
  if constexpr (count_leaves<M>() > 0)
    return typename leaf_type<M, 0>::value_type{};
  else if constexpr (requires { typename M::value_type; })
    return typename M::value_type{};
  else
    return double{};
}
}  // namespace detail

template <parameter_struct M>
ATTN_ABI constexpr auto counted_in(operation_count& executed, const M& model) {
  // A model in full would be too long for a message.
  using elements = std::bool_constant<rules::float_or_double<rules::model<M>>::value>;
  using call = rules::conversion_call<M, elements>;
  ATTN_REQUIRE_CONVERSION(call, "attn::counted_in(executed, model)");
  ATTN_REQUIRE(call, elements,
               "attn::counted_in(executed, model): the parameters must be float or double; convert "
               "with as<double>(model)");
  if constexpr (call::all::value) {
    using T = decltype(detail::element_of_model<M>());
    return detail::converted_model<detail::with_element<M, counted<T>>>(
        model, [&executed](const auto& x) { return counted_in(executed, x); });
  } else {
    return model;
  }
}

// marked(model): every parameter of a model is a separate input of influence<T, N>, in the order of
// for_each_parameter, like marked for a tensor (scalars/jacobian.hpp).
//
//   reach(f(marked(model)))     (parameter): whether the result can depend on it, for any values
//
// A parameter that is not in the set has no influence on f's result: no test of that result can
// notice a change of it. The values of the model are ignored. What else f computes with must have
// the same elements: as<I>(x) keeps the values of x, of which a 0 removes the influence of what it
// is multiplied by. arbitrary<I>(x) stands for all values.
// marked<nan_too>(model) selects the other interpretation (influence.hpp). At which values a change
// of the last bit is noticed: layers/analysis_parameters.hpp.
// Rules: float_or_double; names_its_conversion: a model of another element type must exist.

template <class Reading = finite_only, parameter_struct M>
ATTN_ABI constexpr auto marked(const M& model) {
  using call = rules::conversion_call<M, rules::float_or_double<rules::model<M>>>;
  ATTN_REQUIRE_CONVERSION(call, "attn::marked(model)");
  ATTN_REQUIRE(call, elements, "attn::marked(model): the parameters must be float or double");
  if constexpr (call::all::value) {
    using Influence =
        influence<typename detail::leaf_type<M, 0>::value_type, parameter_count<M>, Reading>;
    std::size_t first = 0;
    return detail::converted_model<detail::with_element<M, Influence>>(
        model, [&first]<class T, class... Axes>(const tensor<T, Axes...>&) {
          const std::size_t begin = first;
          first += tensor<T, Axes...>::volume;
          return detail::generated<tensor<Influence, Axes...>>(
              [begin](std::size_t i) { return Influence::input(begin + i); });
        });
  } else {
    return model;
  }
}

// sensitive_parameters(f, model): which parameters change the bits of f(model), if the last bit of
// one of them is changed.
//
//   sensitive_parameters([&](const auto& m) { return m(x); }, model)     (parameter), of bool
//
// So it tells what a test that compares f(model) bit for bit notices: with other inputs x it is
// more. A parameter may be insensitive because f does not read it, because a mask or a relu removes
// it, or because the change is rounded away. What cannot be noticed with any values:
// layers/analysis_parameters.hpp.
//
// -> (parameter), in the order of for_each_parameter. The last bit is the last of the significand:
// of a number its neighbour is tried, of 0 the smallest subnormal number.
// Rules: float_or_double, for the parameters; arithmetic_element: f returns a tensor of integers,
// float or double.
// Cost: one evaluation of f, and one for each parameter.

namespace rules {
template <class F, class M>
struct sensitive_call {
  using operands = roles<>;
  using elements = float_or_double<model<M>>;
  using result = std::remove_cvref_t<decltype(std::declval<const F&>()(std::declval<const M&>()))>;
  using comparable = arithmetic_element<returned_element<result>>;
  using all = in_order<elements, comparable>;
};
}  // namespace rules

namespace detail {

template <class T>
ATTN_ABI constexpr T with_another_last_bit(T x) {
  const word_of<T> other = __builtin_bit_cast(word_of<T>, x) ^ 1u;
  return __builtin_bit_cast(T, other);
}

template <class Result, class F, class M>
ATTN_ABI constexpr Result sensitive(const F& f, const M& model) {
  const auto expected = f(model);
  M changed = model;
  Result noticed;
  std::size_t i = 0;
  for_each_parameter(
      [&](const auto&, auto& all) {
        for (auto& x : all) {
          const auto before = x;
          x = with_another_last_bit(before);
          noticed(i++) = !bitwise_equal(f(changed), expected);
          x = before;
        }
      },
      changed);
  return noticed;
}

}  // namespace detail

template <class F, parameter_struct M>
ATTN_ABI constexpr auto sensitive_parameters(const F& f, const M& model) {
  using call = rules::sensitive_call<F, M>;
  ATTN_REQUIRE(call, elements,
               "attn::sensitive_parameters(f, m): needs float or double parameters");
  ATTN_REQUIRE(call, comparable,
               "attn::sensitive_parameters(f, m): f must return a tensor of integers, float or "
               "double");
  using table = tensor<bool, dim<parameter_count<M>>>;
  if constexpr (call::all::value)
    return detail::sensitive<table>(f, model);
  else
    return table{};
}

// arbitrary<I>(model): the model with arbitrary parameters that no input influences, where I is an
// influence<T, N>, like arbitrary for a tensor (scalars/jacobian.hpp). arbitrary_as(model, x): with
// the elements of the tensor x.
//
//   const auto x = marked<"token">(tensor<double, token, model>{});
//   reach<"token">(arbitrary_as(layer{}, x)(x, causal<>))       // for all weights
//
// The values of the model are ignored. as<I>(layer{}), in contrast, keeps its weights as constants,
// and the weights of a new layer are all 0: a product with them has no influence, and such a proof
// says nothing about other weights. is_causal<axis>(layer{}, x) and its kin
// (scalars/properties.hpp) do this themselves.
// Rules: has_influence; names_its_conversion: a model of another element type must exist.

template <class Influence, parameter_struct M>
ATTN_ABI constexpr auto arbitrary(const M& model) {
  using call = rules::conversion_call<M, rules::has_influence<rules::element<Influence>>>;
  ATTN_REQUIRE_CONVERSION(call, "attn::arbitrary<I>(model)");
  ATTN_REQUIRE(call, elements, "attn::arbitrary<I>(model): I must be an influence<T, N>");
  if constexpr (call::all::value)
    return detail::converted_model<detail::with_element<M, Influence>>(
        model, [](const auto& x) { return arbitrary<Influence>(x); });
  else
    return model;
}

template <parameter_struct M, class Influence, class... Axes>
ATTN_ABI constexpr auto arbitrary_as(const M& model, const tensor<Influence, Axes...>&) {
  using call = rules::single_rule_call<rules::has_influence<rules::element<Influence>>>;
  ATTN_REQUIRE(
      call, rule,
      "attn::arbitrary_as(model, x): the elements of x must be influence<T, N>; marked(x)");
  if constexpr (call::all::value)
    return arbitrary<Influence>(model);
  else
    return model;
}

// In the proofs of scalars/properties.hpp a model has arbitrary parameters.
namespace detail {
template <parameter_struct M>
struct in_influence<M> {
  template <class Influence>
  ATTN_ABI static constexpr auto of(const M& model) {
    return arbitrary<Influence>(model);
  }
};
}  // namespace detail

// Models in same_for_all_inputs (scalars/same_for_all_inputs.hpp): all parameters are inputs, in
// the order of for_each_parameter, so the proof is for all weights.
//
//   same_for_all_inputs(f, g, layer{}, x)     f(layer, x) and g(layer, x)
//   numbered(model, first)                    the model, whose parameters are terms
//
// The values of the model are ignored. Rules: float_or_double; names_its_conversion: a model of
// another element type must exist.

namespace detail {

template <class Reading, class M, class T>
ATTN_ABI constexpr with_element<M, term<T, Reading>> input_model(const M& model, std::size_t first,
                                                                 term_record<T>* record) {
  return converted_model<with_element<M, term<T, Reading>>>(model, [&](const auto& x) {
    const std::size_t begin = first;
    first += x.size();
    return input_terms<Reading>(x, begin, record);
  });
}

template <parameter_struct M>
inline constexpr bool is_enumerated<M> = lists_all_members<M>();
template <parameter_struct M>
struct numbering<M> {
  using number = typename leaf_type<M, 0>::value_type;
  static constexpr std::size_t count = parameter_count<M>;
  template <class Reading, class T>
  ATTN_ABI static constexpr auto of(const M& model, std::size_t first, term_record<T>* record) {
    using call = rules::conversion_call<M, rules::float_or_double<rules::model<M>>>;
    ATTN_REQUIRE_CONVERSION(call, "attn::same_for_all_inputs(f, g, model, x…)");
    ATTN_REQUIRE(call, elements,
                 "attn::same_for_all_inputs(f, g, model, x…): the parameters must be float or "
                 "double");
    if constexpr (call::all::value)
      return input_model<Reading>(model, first, record);
    else
      return model;
  }
};

}  // namespace detail

template <class Reading = nan_too, parameter_struct M>
ATTN_ABI constexpr auto numbered(const M& model, std::size_t first = 0) {
  using call = rules::conversion_call<M, rules::float_or_double<rules::model<M>>>;
  ATTN_REQUIRE_CONVERSION(call, "attn::numbered(model)");
  ATTN_REQUIRE(call, elements, "attn::numbered(model): the parameters must be float or double");
  if constexpr (call::all::value)
    return detail::input_model<Reading>(
        model, first,
        static_cast<detail::term_record<typename detail::leaf_type<M, 0>::value_type>*>(nullptr));
  else
    return model;
}

}  // namespace attn
ATTN_STRICT_FP_END
