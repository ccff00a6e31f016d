// SPDX-License-Identifier: BSL-1.0
// with_element<M, U>: what the model M is with elements of type U. A struct may say it itself, as a
// member `template <class U> using with_element = …`. Otherwise it is the template that M is of,
// with what has elements among its arguments exchanged: element types, tensors, models.
#pragma once

#include <attn/detail/members.hpp>
#include <attn/rules/models.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

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
ATTN_STRICT_FP_END
