// SPDX-License-Identifier: BSL-1.0
// Parameters: operations on all tensors of a model, a struct whose members are tensors or models.
//
//   #include <boost/hana/define_struct.hpp>
//   struct network {
//     using hidden_layer = nn::linear<float, pixel, hidden, output_by_input>;
//     using answer_layer = nn::linear<float, hidden, digit, output_by_input>;
//     BOOST_HANA_DEFINE_STRUCT(network, (hidden_layer, first), (answer_layer, second));
//   };
//
//   parameter_count<network>, parameter_bytes<network>          constants of parameters_of<network>
//   parameter<"second.bias">(m)                                 a member, by its dotted name
//   for_each_parameter([](const auto& name, auto& x) {…}, m)    every tensor, in order
//   map_parameters([](const auto& x, …) {…}, m, …)              the model of all f(x, …)
//   parameters_to_vector(m), vector_to_parameters<network>(v)   one tensor of rank 1, and back
//   as<double>(m), allclose(a, b), bitwise_equal(a, b)          as for tensors; and type_as(x, m)
//
// A member is a tensor, a Hana struct, a Hana tuple or an array of them (T[n] or std::array):
// "layers.0.weight". Structs without members are ignored. Names are the names of PyTorch, the
// dotted path, as a label: name.text. Several models can be visited together, member by member.
//
// Rules: is_parameter, for the model and its members; has_parameter, for a name; same_parameters,
// of models that go together; gives_back, for the function of map_parameters; one_element,
// same_volume, for a vector; names_its_conversion, for as.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/axes/axis.hpp>
#include <attn/detail/members.hpp>
#include <attn/detail/walk.hpp>
#include <attn/layers/detail/calls.hpp>
#include <attn/random/splitmix.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// with_element<M, U>: what the model M is with elements of type U. A struct may say it itself, as a
// member `template <class U> using with_element = …`. Otherwise it is the template that M is of,
// with what has elements among its arguments exchanged: element types, tensors, models.

template <class M>
concept says_its_conversion = requires { typename M::template with_element<float>; };

// Of a template argument: whether it is, or has, elements.
template <class P>
inline constexpr bool has_elements = scalar<P>;
template <class T, class... Axes>
inline constexpr bool has_elements<tensor<T, Axes...>> = true;
template <class M>
  requires has_members<M>
inline constexpr bool has_elements<M> = rules::names_its_conversion<rules::model<M>>::value;

template <class P>
concept is_exchanged = !says_its_conversion<P> && has_elements<P>;

template <class U>
struct to_element;
template <class M, class U>
struct conversion {
  using type = M;
};
template <says_its_conversion M, class U>
struct conversion<M, U> {
  using type = typename M::template with_element<U>;
};
template <is_exchanged M, class U>
struct conversion<M, U> {
  using type = U;
};
template <is_exchanged M, class U>
  requires(is_tensor<M> || has_members<M>)
struct conversion<M, U> {
  using type = rebound<M, to_element<U>>;
};

template <class U>
struct to_element {
  template <class P>
  static constexpr bool changes = has_elements<P>;
  template <class P>
  using type = typename conversion<P, U>::type;
};

template <class M, class U>
using with_element = typename conversion<M, U>::type;

// Elements of analysis replace floats, member by member.
template <class To, class From>
ATTN_ABI constexpr void convert_elements(To& to, const From& from) {
  if constexpr (std::is_same_v<To, From>) {
    to = from;
  } else if constexpr (is_tensor<From>) {
    to = as<typename To::value_type>(from);
  } else if constexpr (is_array<To>) {
    for (std::size_t i = 0; i < array_length<To>; ++i) convert_elements(to[i], from[i]);
  } else {
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      (convert_elements(member<Index>(to), member<Index>(from)), ...);
    }(members_of<To>{});
  }
}
template <class To, class M>
ATTN_ABI constexpr To converted_elements(const M& model) {
  To to{};
  convert_elements(to, model);
  return to;
}

}  // namespace attn::detail

namespace attn::rules {

template <class M>
struct names_its_conversion<model<M>> {
  static constexpr bool value = attn::detail::says_its_conversion<M> ||
                                attn::detail::rebinds<M, attn::detail::to_element<float>>;
};

}  // namespace attn::rules

namespace attn {

namespace detail {

// The name of a leaf, for the user.
template <class M, std::size_t Index>
ATTN_ABI inline constexpr label parameter_name(leaf_name<M, Index>.text);

// f(name, x, more…) for the leaves from Begin to End. By halves, and no fold over all of them:
// Clang folds at most 256, and a symbol would have the number of every leaf in it.
template <std::size_t Begin, std::size_t End, class F, class M, class... More>
ATTN_ABI constexpr void visit_leaves(F& f, M& model, More&... more) {
  if constexpr (End - Begin == 1) {
    f(parameter_name<std::remove_const_t<M>, Begin>, leaf<Begin>(model), leaf<Begin>(more)...);
  } else {
    constexpr std::size_t middle = Begin + (End - Begin) / 2;
    visit_leaves<Begin, middle>(f, model, more...);
    visit_leaves<middle, End>(f, model, more...);
  }
}

// Whether Relation<element<T>> holds for the elements of all tensors of a model.
template <class M, template <class> class Relation>
consteval bool all_elements() {
  return []<std::size_t... Index>(std::index_sequence<Index...>) {
    return all_true({Relation<rules::element<typename leaf_type<M, Index>::value_type>>::value...});
  }(leaves_of<M>{});
}
template <class T>
struct element_is {
  template <class Element>
  using type = std::is_same<Element, rules::element<T>>;
};

// The elements of all tensors of a model, or their bytes.
template <class M, bool Bytes>
consteval std::size_t size_of_leaves() {
  return []<std::size_t... Index>(std::index_sequence<Index...>) {
    std::size_t sum = 0;
    for (const std::size_t each :
         {leaf_type<M, Index>::volume *
              (Bytes ? sizeof(typename leaf_type<M, Index>::value_type) : 1)...,
          std::size_t{0}})
      sum += each;
    return sum;
  }(leaves_of<M>{});
}

// What f makes of the tensors at one place has the type of the first of them. (Not: can be assigned
// to it. Every tensor can, as far as a requirement sees: the constructor asserts the axes.)
template <std::size_t Index, class F, class M, class... More>
consteval bool gives_back() {
  return requires(F& f, leaf_type<M, Index>& to, const leaf_type<More, Index>&... from) {
    requires std::is_same_v<std::remove_cvref_t<decltype(f(std::as_const(to), from...))>,
                            leaf_type<M, Index>>;
  };
}

}  // namespace detail

namespace rules {

// The relations that look inside a model.
template <class M>
struct is_parameter<model<M>> {
  static constexpr bool value = attn::detail::has_tensors_only<M>();
};
template <class M, label Path>
struct has_parameter<model<M>, name<Path>> {
  static constexpr bool value = Path.length > 0 && attn::detail::has_path<M, Path>();
};
template <class A, class B>
struct same_parameters<model<A>, model<B>> {
  static constexpr bool value = attn::detail::alike<A, B>();
};
template <class M, class T>
struct one_element<model<M>, element<T>> {
  static constexpr bool value =
      attn::detail::all_elements<M, attn::detail::element_is<T>::template type>();
};
template <class M>
struct one_element<model<M>>
    : one_element<model<M>, element<typename attn::detail::leaf_type<M, 0>::value_type>> {};
template <class M>
struct floating_point_element<model<M>> {
  static constexpr bool value = attn::detail::all_elements<M, rules::floating_point_element>();
};
template <class M>
struct float_or_double<model<M>> {
  static constexpr bool value = attn::detail::all_elements<M, rules::float_or_double>();
};
template <class F, class M, class... More>
  requires(same_parameters<model<M>, model<More>>::value && ...)
struct gives_back<function<F>, model<M>, model<More>...> {
  static constexpr bool value = []<std::size_t... Index>(std::index_sequence<Index...>) {
    return attn::detail::all_true({attn::detail::gives_back<Index, F, M, More...>()...});
  }(attn::detail::leaves_of<M>{});
};

}  // namespace rules

template <class M>
concept parameter_struct = detail::has_members<M>;

template <class M>
struct parameters_of {
  static_assert(rules::is_parameter<rules::model<M>>::value,
                "attn::parameter_count<M>: every member of M must be a tensor, a Hana struct or "
                "tuple, or an array of them");
  static constexpr std::size_t tensors = detail::count_leaves<M>();
  static constexpr std::size_t count = detail::size_of_leaves<M, false>();
  static constexpr std::size_t bytes = detail::size_of_leaves<M, true>();
};

template <class M>
inline constexpr std::size_t parameter_count = parameters_of<M>::count;
template <class M>
inline constexpr std::size_t parameter_bytes = parameters_of<M>::bytes;

template <label Name, class M>
ATTN_ABI constexpr auto& parameter(M& model) {
  using call = rules::single_rule_call<
      rules::has_parameter<rules::model<std::remove_const_t<M>>, rules::name<Name>>>;
  ATTN_REQUIRE(call, rule, "attn::parameter<name>(m): the model has no member of that name");
  if constexpr (call::all::value)
    return detail::at_path<Name>(model);
  else
    return model;
}

// f(name, x, more…) for the tensors of all models at one place, in order.
template <class F, class M, class... More>
ATTN_ABI constexpr void for_each_parameter(F&& f, M& model, More&... more) {
  using call = rules::model_call<std::remove_const_t<M>, std::remove_const_t<More>...>;
  ATTN_REQUIRE_PARAMETERS(call, "attn::for_each_parameter(f, m)");
  ATTN_REQUIRE(call, same_members,
               "attn::for_each_parameter(f, m, …): the models must have the same members");
  if constexpr (call::all::value)
    detail::visit_leaves<0, detail::count_leaves<std::remove_const_t<M>>()>(f, model, more...);
}

template <class F, class M, class... More>
ATTN_ABI constexpr M map_parameters(F&& f, const M& model, const More&... more) {
  using call = rules::single_rule_call<
      rules::gives_back<rules::function<F>, rules::model<M>, rules::model<More>...>>;
  ATTN_REQUIRE(
      call, rule,
      "attn::map_parameters(f, m, …): f must return a tensor of the type of its first argument");
  M result = model;
  if constexpr (call::all::value)
    for_each_parameter([&f](const auto&, auto& to, const auto&... from) { to = f(from...); },
                       result, model, more...);
  return result;
}

// --- one tensor for all -----------------------------------------------------------------------

namespace detail {

template <class Result, class M>
ATTN_ABI constexpr Result all_parameters(const M& model) {
  Result all;
  auto* to = all.data();
  for_each_parameter(
      [&to](const auto&, const auto& x) {
        for (const auto& element : x) *to++ = element;
      },
      model);
  return all;
}

// The model of type Result whose tensors are f of the tensors of the other.
template <class Result, class M, class F>
ATTN_ABI constexpr Result converted_model(const M& model, const F& f) {
  Result result{};
  if constexpr (count_leaves<M>() > 0)
    for_each_parameter([&f](const auto&, auto& to, const auto& from) { to = f(from); }, result,
                       model);
  return result;
}

}  // namespace detail

template <parameter_struct M>
ATTN_ABI constexpr auto parameters_to_vector(const M& model) {
  using call = rules::model_elements_call<M, rules::one_element<rules::model<M>>>;
  ATTN_REQUIRE_PARAMETERS(call, "attn::parameters_to_vector(m)");
  ATTN_REQUIRE(call, elements,
               "attn::parameters_to_vector(m): all tensors must have one element type");
  if constexpr (call::all::value)
    return detail::all_parameters<
        tensor<typename detail::leaf_type<M, 0>::value_type, dim<parameter_count<M>>>>(model);
  else
    return model;
}

template <parameter_struct M, class T, class... Axes>
ATTN_ABI constexpr M vector_to_parameters(const tensor<T, Axes...>& all) {
  using call = rules::from_vector_call<M, parameter_count<M>, tensor<T, Axes...>>;
  ATTN_REQUIRE(
      call, one_per_parameter,
      "attn::vector_to_parameters<M>(v): v must have as many elements as M has parameters");
  ATTN_REQUIRE(call, element_of_model,
               "attn::vector_to_parameters<M>(v): v must have the element type of M");
  M model{};
  if constexpr (call::all::value) {
    const T* from = all.data();
    for_each_parameter(
        [&from](const auto&, auto& x) {
          for (T& element : x) element = *from++;
        },
        model);
  }
  return model;
}

// --- as for tensors -----------------------------------------------------------------------------

template <scalar U, parameter_struct M>
ATTN_ABI constexpr auto as(const M& model) {
  using call = rules::conversion_call<M>;
  ATTN_REQUIRE_CONVERSION(call, "attn::as<U>(m)");
  if constexpr (call::all::value)
    return detail::converted_model<detail::with_element<M, U>>(
        model, [](const auto& x) { return as<U>(x); });
  else
    return model;
}

template <class T, class... Axes, parameter_struct M>
ATTN_ABI constexpr auto type_as(const tensor<T, Axes...>& x, const M& model) {
  return detail::as_elements_of(x, detail::leaf<0>(model));
}

template <parameter_struct M>
ATTN_ABI constexpr bool bitwise_equal(const M& a, const std::type_identity_t<M>& b) {
  bool equal = true;
  for_each_parameter(
      [&equal](const auto&, const auto& x, const auto& y) { equal = equal && bitwise_equal(x, y); },
      a, b);
  return equal;
}

// The tolerances of each tensor's element type.
template <parameter_struct M>
ATTN_ABI constexpr bool allclose(const M& a, const std::type_identity_t<M>& b) {
  bool close = true;
  for_each_parameter(
      [&close](const auto&, const auto& x, const auto& y) { close = close && allclose(x, y); }, a,
      b);
  return close;
}

// Initialises the parameters of a model from a seed.
//
//   splitmix_parameters<splitmix::s24, network>(seed)           tensor i, from 0 in the order of
//   splitmix_parameters<splitmix::s24, network>(seed, scale)    the walk, is splitmix_fill with
//                                                               seed + i, times the scale
//
// For tests and examples: numbers that can be reproduced in any language. Exact for a scale that is
// a power of two, otherwise one rounding per element.
// Rules: is_parameter; floating_point_element, for every tensor.

template <splitmix::grid Grid, class M>
ATTN_ABI constexpr M splitmix_parameters(std::uint64_t seed, double scale = 1) {
  using call = rules::model_elements_call<M, rules::floating_point_element<rules::model<M>>>;
  ATTN_REQUIRE_PARAMETERS(call, "attn::splitmix_parameters<grid, M>(seed)");
  ATTN_REQUIRE(call, elements,
               "attn::splitmix_parameters<grid, M>(seed): requires a floating-point element type");
  M model{};
  if constexpr (call::all::value) {
    for_each_parameter(
        [&seed, scale](const auto&, auto& x) {
          using X = std::remove_reference_t<decltype(x)>;
          using T = typename X::value_type;
          if constexpr (detail::constant::fills_lines<X, T, X::volume, Grid::bits>) {
            if (std::is_constant_evaluated()) {
              x = detail::constant::splitmix_numbers<Grid::bits, Grid::centered, X, X::volume>(
                  seed++, static_cast<T>(scale));
              return;
            }
          }
          // In place: what splitmix_fill would return may be too large for the stack.
          std::uint64_t i = 0;
          for (T& element : x)
            element = static_cast<T>(splitmix_number<Grid>(seed, i++)) * static_cast<T>(scale);
          ++seed;
        },
        model);
  }
  return model;
}

}  // namespace attn
ATTN_STRICT_FP_END
