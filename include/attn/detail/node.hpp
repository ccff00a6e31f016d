// SPDX-License-Identifier: BSL-1.0
// The nodes of a model, as walk.hpp goes through them: Hana structs, Hana tuples and arrays
// (T[n] and std::array) of tensors or nodes. How many members a node has, and the members. Hana is
// seen here and in the names of walk.hpp, and nowhere else.
//
// Hana's functions are called by what they dispatch to: at_impl<tag> is what hana::at comes to.
// Whoever has a Hana struct or tuple has included these; the headers of the functions themselves
// are a twentieth of what <attn.hpp> costs.
#pragma once

#include <boost/hana/accessors.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/tag_of.hpp>
#include <boost/hana/fwd/at.hpp>
#include <boost/hana/fwd/second.hpp>
#include <boost/hana/fwd/tuple.hpp>
#include <boost/hana/fwd/unpack.hpp>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/array_length.hpp>
#include <attn/detail/members.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <class X>
inline constexpr bool is_leaf = requires { typename X::shape_type; };

template <class X>
inline constexpr bool is_tuple = false;
template <class... X>
inline constexpr bool is_tuple<boost::hana::tuple<X...>> = true;

// A struct of the library has a list of its members (members.hpp), and Hana is not asked; unless it
// is the base of a struct with accessors of its own.
template <class X>
concept listed_struct = std::is_same_v<typename X::hana_accessors_impl,
                                       typename X::attn_members::owner::hana_accessors_impl>;

// A struct whose members are numbered, not named, as those of nn::sequential: the numbers need not
// follow one another, because layers without parameters are left out.
template <class X>
concept numbered_struct = requires { X::attn_numbered_members::count; };

template <class X>
inline constexpr bool is_struct = boost::hana::Struct<X>::value;
template <class X>
  requires(listed_struct<X> || numbered_struct<X>)
inline constexpr bool is_struct<X> = true;

template <class X>
inline constexpr bool has_members = is_struct<X> || is_tuple<X> || is_array<X>;

// --- Hana's sequences ---------------------------------------------------------------------------

template <class X>
using hana_tag = typename boost::hana::tag_of<std::remove_cvref_t<X>>::type;

template <class X>
consteval std::size_t count_elements() {
  constexpr auto count = [](const auto&... x) {
    return std::integral_constant<std::size_t, sizeof...(x)>{};
  };
  return decltype(boost::hana::unpack_impl<hana_tag<X>>::apply(std::declval<const X&>(),
                                                               count))::value;
}
template <std::size_t I, class X>
ATTN_ABI constexpr decltype(auto) element(X&& x) {
  using index = std::integral_constant<std::size_t, I>;
  return boost::hana::at_impl<hana_tag<X>>::apply(static_cast<X&&>(x), index{});
}

// The accessors of a struct: pairs of a name and a function.
template <class Node>
using accessors_of = std::remove_cvref_t<decltype(boost::hana::accessors<Node>())>;
template <class Node, std::size_t I>
using accessor_pair = std::remove_cvref_t<decltype(element<I>(std::declval<accessors_of<Node>>()))>;
template <std::size_t I, class Node>
ATTN_ABI constexpr auto accessor() {
  constexpr auto pair = element<I>(boost::hana::accessors<Node>());
  return boost::hana::second_impl<hana_tag<decltype(pair)>>::apply(pair);
}

// --- the members of a node ----------------------------------------------------------------------

template <auto... Pointers>
consteval std::size_t count_listed(member_list<Pointers...>) {
  return sizeof...(Pointers);
}
template <class Node>
consteval std::size_t count_members() {
  if constexpr (listed_struct<Node>)
    return count_listed(Node::attn_members::list());
  else if constexpr (numbered_struct<Node>)
    return Node::attn_numbered_members::count;
  else if constexpr (is_struct<Node>)
    return count_elements<accessors_of<Node>>();
  else if constexpr (is_tuple<Node>)
    return count_elements<Node>();
  else
    return array_length<Node>;
}
template <class Node>
using members_of = std::make_index_sequence<count_members<Node>()>;

template <std::size_t I, auto First, auto... Rest>
ATTN_ABI constexpr auto& listed_member(auto& node, member_list<First, Rest...>) {
  if constexpr (I == 0)
    return node.*First;
  else
    return listed_member<I - 1>(node, member_list<Rest...>{});
}

template <std::size_t I, class Node>
ATTN_ABI constexpr auto& member(Node& node) {
  using type = std::remove_const_t<Node>;
  if constexpr (listed_struct<type>)
    return listed_member<I>(node, type::attn_members::list());
  else if constexpr (numbered_struct<type>)
    return type::attn_numbered_members::template get<I>(node);
  else if constexpr (is_struct<type>)
    return accessor<I, type>()(node);
  else if constexpr (is_tuple<type>)
    return element<I>(node);
  else
    return node[I];
}

template <class Node, std::size_t I>
using member_type = std::remove_cvref_t<decltype(member<I>(std::declval<Node&>()))>;

}  // namespace attn::detail
ATTN_STRICT_FP_END
