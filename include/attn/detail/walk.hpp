// SPDX-License-Identifier: BSL-1.0
// How layers/parameters.hpp goes through a model: its nodes are Hana structs, Hana tuples and
// arrays, its leaves are tensors. A leaf has a number, from 0 in the order of the members, and a
// dotted name. What a node is: node.hpp.
//
// The number is what goes into the types, and the name is looked up by it: a symbol that had the
// name in it, character by character, and every node on the way, would be longer by far.
#pragma once

#include <boost/hana/fwd/first.hpp>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include <attn/detail/abi.hpp>
#include <attn/detail/members.hpp>
#include <attn/detail/node.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// --- names --------------------------------------------------------------------------------------

template <std::size_t Length>
struct dotted_name {
  static constexpr std::size_t length = Length;
  char text[Length + 1]{};
};

template <std::size_t N, std::size_t M>
consteval auto below(const dotted_name<N>& node, const dotted_name<M>& member) {
  if constexpr (M == 0) {
    return node;
  } else {
    dotted_name<N + 1 + M> path;
    for (std::size_t i = 0; i < N; ++i) path.text[i] = node.text[i];
    path.text[N] = '.';
    for (std::size_t i = 0; i < M; ++i) path.text[N + 1 + i] = member.text[i];
    return path;
  }
}

consteval std::size_t length_of(const char* name) {
  std::size_t length = 0;
  while (name[length] != 0) ++length;
  return length;
}

template <std::size_t Number>
consteval auto name_of_number() {
  constexpr std::size_t digits = [] {
    std::size_t count = 1;
    for (std::size_t rest = Number; rest >= 10; rest /= 10) ++count;
    return count;
  }();
  dotted_name<digits> name;
  std::size_t rest = Number;
  for (std::size_t i = digits; i-- > 0; rest /= 10)
    name.text[i] = static_cast<char>('0' + rest % 10);
  return name;
}

// What has no name is named by its number.
template <class Node, std::size_t I>
consteval auto name_of_member() {
  if constexpr (listed_struct<Node>) {
    constexpr const char* name = Node::attn_members::name(I);
    dotted_name<length_of(name)> text;
    for (std::size_t i = 0; i < text.length; ++i) text.text[i] = name[i];
    return text;
  } else if constexpr (numbered_struct<Node>) {
    return name_of_number<Node::attn_numbered_members::number(I)>();
  } else if constexpr (is_struct<Node>) {
    using pair = accessor_pair<Node, I>;
    using name = std::remove_cvref_t<decltype(boost::hana::first_impl<hana_tag<pair>>::apply(
        std::declval<const pair&>()))>;
    dotted_name<length_of(name::c_str())> text;
    for (std::size_t i = 0; i < text.length; ++i) text.text[i] = name::c_str()[i];
    return text;
  } else {
    return name_of_number<I>();
  }
}

// --- leaves -------------------------------------------------------------------------------------

// What has no members of any kind, such as an activation: a layer without parameters.
template <class Node>
inline constexpr bool is_nothing = std::is_empty_v<Node> && !is_leaf<Node> && !has_members<Node>;

// Every leaf is a tensor. A struct without members is a layer without parameters.
template <class Node>
consteval bool consists_of_tensors() {
  if constexpr (is_leaf<Node> || is_nothing<Node>) {
    return true;
  } else if constexpr (is_array<Node>) {
    return consists_of_tensors<member_type<Node, 0>>();
  } else if constexpr (has_members<Node>) {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (consists_of_tensors<member_type<Node, I>>() && ...);
    }(members_of<Node>{});
  } else {
    return false;
  }
}

template <class Node>
consteval std::size_t count_leaves() {
  if constexpr (is_leaf<Node>) {
    return 1;
  } else if constexpr (is_nothing<Node>) {
    return 0;
  } else if constexpr (is_array<Node>) {
    return count_members<Node>() * count_leaves<member_type<Node, 0>>();
  } else {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (std::size_t{0} + ... + count_leaves<member_type<Node, I>>());
    }(members_of<Node>{});
  }
}
// … and there is one.
template <class Node>
consteval bool has_tensors_only() {
  if constexpr (consists_of_tensors<Node>())
    return count_leaves<Node>() > 0;
  else
    return false;
}
template <class Node>
using leaves_of = std::make_index_sequence<count_leaves<Node>()>;

// Whether something holds of all of them. No fold, of which Clang takes 256 operands.
ATTN_ABI constexpr bool all_true(std::initializer_list<bool> of_each) {
  for (const bool holds : of_each)
    if (!holds) return false;
  return true;
}

// Leaf number I of a node is leaf number `rest` of its member.
struct place {
  std::size_t member, rest;
};
template <class Node, std::size_t I>
inline constexpr place place_of = []<std::size_t... M>(std::index_sequence<M...>) {
  if constexpr (is_array<Node>) {
    constexpr std::size_t each = count_leaves<member_type<Node, 0>>();
    return place{I / each, I % each};
  } else {
    constexpr std::size_t leaves[] = {count_leaves<member_type<Node, M>>()...};
    place at{0, I};
    while (at.rest >= leaves[at.member]) at.rest -= leaves[at.member++];
    return at;
  }
}(members_of<Node>{});

template <std::size_t I, class Node>
ATTN_ABI constexpr auto& leaf(Node& node) {
  using type = std::remove_const_t<Node>;
  if constexpr (is_leaf<type>)
    return node;
  else
    return leaf<place_of<type, I>.rest>(member<place_of<type, I>.member>(node));
}

template <class Node, std::size_t I>
using leaf_type = std::remove_cvref_t<decltype(leaf<I>(std::declval<Node&>()))>;

// The node that leaf number I is a member of; void, if it is the leaf itself.
template <class Node, std::size_t I>
struct owner_of {
  using below = member_type<Node, place_of<Node, I>.member>;
  using type = typename std::conditional_t<is_leaf<below>, std::type_identity<Node>,
                                           owner_of<below, place_of<Node, I>.rest>>::type;
};
template <class Node, std::size_t I>
  requires is_leaf<Node>
struct owner_of<Node, I> {
  using type = void;
};
template <class Node, std::size_t I>
using owner_of_leaf = typename owner_of<Node, I>::type;

template <class Node, std::size_t I>
consteval auto name_of_leaf() {
  if constexpr (is_leaf<Node>) {
    return dotted_name<0>{};
  } else {
    constexpr place at = place_of<Node, I>;
    return below(name_of_member<Node, at.member>(),
                 name_of_leaf<member_type<Node, at.member>, at.rest>());
  }
}
template <class Node, std::size_t I>
inline constexpr auto leaf_name = name_of_leaf<Node, I>();

// The same names in the same order; the tensors may differ in everything.
template <class A, class B>
consteval bool alike() {
  if constexpr (std::is_same_v<A, B>) {
    return true;
  } else if constexpr (count_leaves<A>() != count_leaves<B>()) {
    return false;
  } else {
    const auto same = []<std::size_t N, std::size_t M>(const dotted_name<N>& a,
                                                       const dotted_name<M>& b) {
      for (std::size_t i = 0; i < N && i < M; ++i)
        if (a.text[i] != b.text[i]) return false;
      return N == M;
    };
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return all_true({same(leaf_name<A, I>, leaf_name<B, I>)...});
    }(leaves_of<A>{});
  }
}

// --- a member by its path -----------------------------------------------------------------------

// The member whose name begins at `from` in the path, or the number of members if there is none;
// and where the next name begins, after the end of the path if this was the last.
struct step {
  std::size_t member, next;
};
template <class Node, class Path>
consteval step first_step(const Path& path, std::size_t from) {
  std::size_t end = from;
  while (end < path.length && path.text[end] != '.') ++end;
  const auto is_it = [&]<std::size_t N>(const dotted_name<N>& name) {
    for (std::size_t i = 0; i < N && from + i < end; ++i)
      if (name.text[i] != path.text[from + i]) return false;
    return N == end - from;
  };
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    std::size_t at = 0;
    for (const bool found : {is_it(name_of_member<Node, I>())..., true}) {
      if (found) break;
      ++at;
    }
    return step{at, end + 1};
  }(members_of<Node>{});
}

template <class Node, auto Path, std::size_t From = 0>
consteval bool has_path() {
  if constexpr (From > Path.length) {
    return true;
  } else if constexpr (!has_members<Node>) {
    return false;
  } else {
    constexpr step s = first_step<Node>(Path, From);
    if constexpr (s.member < count_members<Node>())
      return has_path<member_type<Node, s.member>, Path, s.next>();
    else
      return false;
  }
}

template <auto Path, std::size_t From = 0, class Node>
ATTN_ABI constexpr auto& at_path(Node& node) {
  if constexpr (From > Path.length) {
    return node;
  } else {
    constexpr step s = first_step<std::remove_const_t<Node>>(Path, From);
    return at_path<Path, s.next>(member<s.member>(node));
  }
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
