// SPDX-License-Identifier: BSL-1.0
// Parameters: a struct whose members are tensors, or structs of them, is visited as a whole.
//
//   struct network {
//     using hidden_layer = nn::linear<float, pixel, hidden, output_by_input>;
//     using answer_layer = nn::linear<float, hidden, digit, output_by_input>;
//     BOOST_HANA_DEFINE_STRUCT(network, (hidden_layer, first), (answer_layer, second));
//   };
//
//   parameter_count<network>, parameter_bytes<network>          constants of the type
//   parameter<"second.bias">(m)                                 a member, by its dotted name
//   for_each_parameter([](const auto& name, auto& x) {…}, m)    every tensor, in order
//   map_parameters([](const auto& x, …) {…}, m, …)              the model of all f(x, …)
//   parameters_to_vector(m), vector_to_parameters<network>(v)   one tensor of rank 1, and back
//   as<double>(m), allclose(a, b), bitwise_equal(a, b)          as for tensors
//
// A member is a tensor, a Hana struct, a Hana tuple or an array of them: "layers.0.weight". Names
// are PyTorch's, the dotted path, as a label: name.text. The struct is walked by the compiler;
// nothing is left of the walk at run time. Several models may go together, member by member.
//
// Rules: is_parameter, for the model and its members; has_parameter, for a name; same_parameters,
// of models that go together; one_element, same_volume, for a vector; names_its_conversion, for as.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/walk.hpp>
#include <attn/rules/says.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/tensor.hpp>
#include <boost/hana/define_struct.hpp>

namespace attn {

namespace rules {

// The relations that look inside a model.
template <class M>
inline constexpr bool is_parameter<model<M>> = attn::detail::consists_of_tensors<M>();
template <class M, label Path>
inline constexpr bool has_parameter<model<M>, name<Path>> = Path.length > 0 &&
                                                            attn::detail::has_path<M, Path>();
template <class A, class B>
inline constexpr bool same_parameters<model<A>, model<B>> = attn::detail::alike<A, B>();
template <class M, class T>
inline constexpr bool one_element<model<M>, element<T>> = attn::detail::has_elements<M, T>();

}  // namespace rules

template <class M>
concept parameter_struct = detail::has_members<M>;

template <class M>
inline constexpr std::size_t parameter_count = detail::leaf_sum<M>([]<class X>() {
  return X::volume;
});
template <class M>
inline constexpr std::size_t parameter_bytes = detail::leaf_sum<M>([]<class X>() {
  return X::volume * sizeof(typename X::value_type);
});

template <label Name, class M>
constexpr auto& parameter(M& model) {
  constexpr bool found =
      rules::has_parameter<rules::model<std::remove_const_t<M>>, rules::name<Name>>;
  static_assert(rules::has_parameter<rules::model<std::remove_const_t<M>>, rules::name<Name>>,
                "attn::parameter<name>(m): the model has no member of that name");
  if constexpr (found)
    return detail::at_path<Name>(model);
  else
    return model;
}

// f(name, x, more…) for the tensors of all models at one place, in order.
template <class F, class M, class... More>
constexpr void for_each_parameter(F&& f, M& model, More&... more) {
  using role = rules::model<std::remove_const_t<M>>;
  constexpr bool sound = rules::is_parameter<role>;
  constexpr bool alike =
      (rules::same_parameters<role, rules::model<std::remove_const_t<More>>> && ...);
  static_assert(rules::is_parameter<role>,
                "attn::for_each_parameter(f, m): every member of m must be a tensor, a Hana struct "
                "or tuple, or an array of them");
  static_assert((rules::same_parameters<role, rules::model<std::remove_const_t<More>>> && ...),
                "attn::for_each_parameter(f, m, …): the models must have the same members");
  if constexpr (sound && alike) detail::walk<label("")>(f, model, more...);
}

template <class F, class M, class... More>
constexpr M map_parameters(F&& f, const M& model, const More&... more) {
  M result = model;
  for_each_parameter([&f](const auto&, auto& to, const auto&... from) { to = f(from...); }, result,
                     model, more...);
  return result;
}

// --- one tensor for all -----------------------------------------------------------------------

template <parameter_struct M>
constexpr auto parameters_to_vector(const M& model) {
  using T = typename detail::first_leaf<M>::value_type;
  static_assert(rules::one_element<rules::model<M>, rules::element<T>>,
                "attn::parameters_to_vector(m): all tensors must have one element type");
  tensor<T, dim<parameter_count<M>>> all(detail::uninitialized);
  T* to = all.data();
  for_each_parameter(
      [&to](const auto&, const auto& x) {
        for (const auto& element : x) *to++ = static_cast<T>(element);
      },
      model);
  return all;
}

template <parameter_struct M, class T, class... Axes>
constexpr M vector_to_parameters(const tensor<T, Axes...>& all) {
  constexpr bool fit =
      rules::same_volume<rules::any_axis<dim<parameter_count<M>>>, rules::axes_of<Axes...>>;
  static_assert(
      rules::same_volume<rules::any_axis<dim<parameter_count<M>>>, rules::axes_of<Axes...>>,
      "attn::vector_to_parameters<M>(v): v must have as many elements as M has parameters");
  static_assert(rules::one_element<rules::model<M>, rules::element<T>>,
                "attn::vector_to_parameters<M>(v): v must have the element type of M");
  M model{};
  if constexpr (fit) {
    const T* from = all.data();
    for_each_parameter(
        [&from](const auto&, auto& x) {
          for (auto& element : x)
            element = static_cast<std::remove_reference_t<decltype(element)>>(*from++);
        },
        model);
  }
  return model;
}

// --- as for tensors -----------------------------------------------------------------------------

template <scalar U, parameter_struct M>
constexpr auto as(const M& model) {
  static_assert(rules::names_its_conversion<rules::model<M>>,
                "attn::as<U>(m): the struct must say what it becomes: template <class U> using "
                "with_element = …");
  if constexpr (rules::names_its_conversion<rules::model<M>>) {
    typename M::template with_element<U> result{};
    for_each_parameter([](const auto&, auto& to, const auto& from) { to = as<U>(from); }, result,
                       model);
    return result;
  } else {
    return model;
  }
}

template <parameter_struct M>
constexpr bool bitwise_equal(const M& a, const std::type_identity_t<M>& b) {
  bool equal = true;
  for_each_parameter(
      [&equal](const auto&, const auto& x, const auto& y) { equal = equal && bitwise_equal(x, y); },
      a, b);
  return equal;
}

// The tolerances of each tensor's element type.
template <parameter_struct M>
constexpr bool allclose(const M& a, const std::type_identity_t<M>& b) {
  bool close = true;
  for_each_parameter(
      [&close](const auto&, const auto& x, const auto& y) { close = close && allclose(x, y); }, a,
      b);
  return close;
}

}  // namespace attn
