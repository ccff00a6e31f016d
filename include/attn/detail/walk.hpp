// SPDX-License-Identifier: BSL-1.0
// How layers/parameters.hpp goes through a model: the members of a node by index and by name,
// whatever kind of node it is, and the walk over its leaves, which are tensors. All of Hana is here.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/axes/label.hpp>
#include <boost/hana/accessors.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>

namespace attn::detail {

template <class X>
inline constexpr bool is_leaf = requires {
  typename X::shape_type;
};

template <class X>
inline constexpr bool is_tuple = false;
template <class... X>
inline constexpr bool is_tuple<boost::hana::tuple<X...>> = true;

template <class X>
inline constexpr bool is_struct = boost::hana::Struct<X>::value;

template <class X>
inline constexpr bool has_members = is_struct<X> || is_tuple<X> || std::is_bounded_array_v<X>;

// --- the members of a node --------------------------------------------------------------------

template <class Node>
consteval std::size_t member_count() {
  if constexpr (is_struct<Node>)
    return decltype(boost::hana::length(boost::hana::accessors<Node>()))::value;
  else if constexpr (is_tuple<Node>)
    return decltype(boost::hana::length(std::declval<Node>()))::value;
  else if constexpr (std::is_bounded_array_v<Node>)
    return std::extent_v<Node>;
  else
    return 0;
}

template <std::size_t I, class Node>
constexpr auto& member(Node& node) {
  using type = std::remove_const_t<Node>;
  if constexpr (is_struct<type>)
    return boost::hana::second(boost::hana::at_c<I>(boost::hana::accessors<type>()))(node);
  else if constexpr (is_tuple<type>)
    return boost::hana::at_c<I>(node);
  else
    return node[I];
}

template <class Node, std::size_t I>
using member_type = std::remove_cvref_t<decltype(member<I>(std::declval<Node&>()))>;

// Its name; what has none is named by its number.
template <class Node, std::size_t I>
consteval auto member_label() {
  if constexpr (is_struct<Node>) {
    using name = std::remove_cvref_t<decltype(boost::hana::first(
        boost::hana::at_c<I>(boost::hana::accessors<Node>())))>;
    label<decltype(boost::hana::length(std::declval<name>()))::value + 1> text;
    for (std::size_t i = 0; i < text.length; ++i) text.text[i] = name::c_str()[i];
    return text;
  } else if constexpr (I >= 10) {
    return member_label<Node, I / 10>() + member_label<Node, I % 10>();
  } else {
    label<2> digit;
    digit.text[0] = static_cast<char>('0' + I);
    return digit;
  }
}

// "layers" and "0" make "layers.0".
template <label Path, label Member>
consteval auto longer_path() {
  if constexpr (Path.length == 0)
    return Member;
  else
    return Path + label(".") + Member;
}

// --- the walk -----------------------------------------------------------------------------------

template <label Path, class F, class Node, class... More>
constexpr void walk(F& f, Node& node, More&... more);

template <label Path, std::size_t I, class F, class Node, class... More>
constexpr void walk_member(F& f, Node& node, More&... more) {
  constexpr auto path = longer_path<Path, member_label<std::remove_const_t<Node>, I>()>();
  walk<path>(f, member<I>(node), member<I>(more)...);
}

// A function and no lambda: a lambda's symbol would name all of this once more, level by level.
template <label Path, std::size_t... I, class F, class Node, class... More>
constexpr void walk_members(std::index_sequence<I...>, F& f, Node& node, More&... more) {
  (walk_member<Path, I>(f, node, more...), ...);
}

// f(name, x, more…) for every tensor x below a node, and those at its place in the other models.
template <label Path, class F, class Node, class... More>
constexpr void walk(F& f, Node& node, More&... more) {
  using type = std::remove_const_t<Node>;
  if constexpr (is_leaf<type>)
    f(Path, node, more...);
  else
    walk_members<Path>(std::make_index_sequence<member_count<type>()>{}, f, node, more...);
}

// Every leaf is a tensor, and there is one.
template <class Node>
consteval bool consists_of_tensors() {
  if constexpr (is_leaf<Node>) {
    return true;
  } else if constexpr (has_members<Node>) {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return sizeof...(I) > 0 && (consists_of_tensors<member_type<Node, I>>() && ...);
    }
    (std::make_index_sequence<member_count<Node>()>{});
  } else {
    return false;
  }
}

// f<X>() of all leaves X, added up.
template <class Node, class F>
constexpr std::size_t leaf_sum(const F& f) {
  if constexpr (is_leaf<Node>) {
    return f.template operator()<Node>();
  } else {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (std::size_t{0} + ... + leaf_sum<member_type<Node, I>>(f));
    }
    (std::make_index_sequence<member_count<Node>()>{});
  }
}

template <class Node>
struct leaf_at_front : leaf_at_front<member_type<Node, 0>> {};
template <class Node>
  requires is_leaf<Node>
struct leaf_at_front<Node> {
  using type = Node;
};
template <class Node>
using first_leaf = typename leaf_at_front<Node>::type;

// Every leaf has elements of the type T.
template <class Node, class T>
consteval bool has_elements() {
  if constexpr (is_leaf<Node>) {
    return std::is_same_v<typename Node::value_type, T>;
  } else {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (has_elements<member_type<Node, I>, T>() && ...);
    }
    (std::make_index_sequence<member_count<Node>()>{});
  }
}

// The same members in the same places; the tensors may differ in everything.
template <class A, class B>
consteval bool alike() {
  if constexpr (is_leaf<A> || is_leaf<B>) {
    return is_leaf<A> && is_leaf<B>;
  } else if constexpr (member_count<A>() != member_count<B>()) {
    return false;
  } else {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return ((member_label<A, I>() == member_label<B, I>() &&
               alike<member_type<A, I>, member_type<B, I>>()) &&
              ...);
    }
    (std::make_index_sequence<member_count<A>()>{});
  }
}

// --- a member by its path -------------------------------------------------------------------------

// How many characters of the path the first name in it has.
template <label Path>
consteval std::size_t head_length() {
  std::size_t n = 0;
  while (n < Path.length && Path.text[n] != '.') ++n;
  return n;
}

// What follows the first name and its dot.
template <label Path>
consteval auto tail() {
  constexpr std::size_t head = head_length<Path>();
  constexpr std::size_t begin = head < Path.length ? head + 1 : head;
  label<Path.length - begin + 1> rest;
  for (std::size_t i = begin; i < Path.length; ++i) rest.text[i - begin] = Path.text[i];
  return rest;
}

// The member that the path begins with; member_count if there is none.
template <class Node, label Path>
consteval std::size_t member_at_head() {
  constexpr std::size_t head = head_length<Path>();
  const auto is_head = [](const auto& name) {
    if (name.length != head) return false;
    for (std::size_t i = 0; i < head; ++i)
      if (name.text[i] != Path.text[i]) return false;
    return true;
  };
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    std::size_t found = sizeof...(I);
    ((found = is_head(member_label<Node, I>()) ? I : found), ...);
    return found;
  }
  (std::make_index_sequence<member_count<Node>()>{});
}

template <class Node, label Path>
consteval bool has_path() {
  if constexpr (Path.length == 0) {
    return true;
  } else {
    constexpr std::size_t at = member_at_head<Node, Path>();
    if constexpr (at < member_count<Node>())
      return has_path<member_type<Node, at>, tail<Path>()>();
    else
      return false;
  }
}

template <label Path, class Node>
constexpr auto& at_path(Node& node) {
  if constexpr (Path.length == 0)
    return node;
  else
    return at_path<tail<Path>()>(member<member_at_head<std::remove_const_t<Node>, Path>()>(node));
}

}  // namespace attn::detail
