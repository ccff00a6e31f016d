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
template <class Node, std::size_t Index>
consteval auto name_of_member() {
  if constexpr (listed_struct<Node>) {
    constexpr const char* name = Node::attn_members::name(Index);
    dotted_name<length_of(name)> text;
    for (std::size_t i = 0; i < text.length; ++i) text.text[i] = name[i];
    return text;
  } else if constexpr (numbered_struct<Node>) {
    return name_of_number<Node::attn_numbered_members::number(Index)>();
  } else if constexpr (is_struct<Node>) {
    using pair = accessor_pair<Node, Index>;
    using name = std::remove_cvref_t<decltype(boost::hana::first_impl<hana_tag<pair>>::apply(
        std::declval<const pair&>()))>;
    dotted_name<length_of(name::c_str())> text;
    for (std::size_t i = 0; i < text.length; ++i) text.text[i] = name::c_str()[i];
    return text;
  } else {
    return name_of_number<Index>();
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
    return []<std::size_t... Index>(std::index_sequence<Index...>) {
      return (consists_of_tensors<member_type<Node, Index>>() && ...);
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
    return []<std::size_t... Index>(std::index_sequence<Index...>) {
      return (std::size_t{0} + ... + count_leaves<member_type<Node, Index>>());
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

// Whether the braces of Node take more than its listed members: something that becomes any member,
// and at the end any that is not empty. What becomes a value becomes no reference: both are tried.
template <class Node, bool Last>
struct any_member_of {
  template <class Member>
    requires(!std::is_base_of_v<Member, Node> && !(Last && std::is_empty_v<Member>))
  ATTN_ABI operator Member() const;
};
template <class Node, bool Last>
struct any_reference_of {
  template <class Member>
    requires(!std::is_base_of_v<Member, Node> && !(Last && std::is_empty_v<Member>))
  ATTN_ABI operator Member&() const;
};
template <class Node, template <class, bool> class Any, std::size_t... Index>
consteval bool takes_more(std::index_sequence<Index...>) {
  return requires { Node{Any<Node, Index == sizeof...(Index)>{}..., Any<Node, true>{}}; };
}

// How many braced values fill a member.
template <class Member>
inline constexpr std::size_t braced_values = 1;
template <class Member, std::size_t N>
inline constexpr std::size_t braced_values<Member[N]> = N * braced_values<Member>;

// No member is missing from the lists: the members of a list, one after the other, fill its struct,
// and braces take no more. In a struct with a constructor they fill it without padding.
template <class Node>
consteval bool lists_all_members() {
  if constexpr (is_leaf<Node> || std::is_empty_v<Node>) {
    return true;
  } else if constexpr (!has_members<Node>) {
    return false;
  } else if constexpr (is_array<Node>) {
    return lists_all_members<member_type<Node, 0>>();
  } else {
    return []<std::size_t... Index>(std::index_sequence<Index...>) {
      constexpr bool counts = std::is_aggregate_v<Node>;
      std::size_t end = 0;
      const auto next = [&end](std::size_t size, std::size_t alignment) {
        if (counts) end = (end + alignment - 1) / alignment * alignment;
        end += size;
      };
      (next(sizeof(member_type<Node, Index>), alignof(member_type<Node, Index>)), ...);
      next(0, alignof(Node));
      if constexpr (counts && is_struct<Node>) {
        constexpr std::size_t values = (braced_values<member_type<Node, Index>> + ... + 0);
        using listed = std::make_index_sequence<values>;
        if (takes_more<Node, any_member_of>(listed{}) ||
            takes_more<Node, any_reference_of>(listed{}))
          return false;
      }
      return (!is_struct<Node> || numbered_struct<Node> || end >= sizeof(Node)) &&
             (lists_all_members<member_type<Node, Index>>() && ...);
    }(members_of<Node>{});
  }
}
template <class Node>
using leaves_of = std::make_index_sequence<count_leaves<Node>()>;

// Whether something holds of all of them. No fold, of which Clang takes 256 operands.
ATTN_ABI constexpr bool all_true(std::initializer_list<bool> of_each) {
  for (const bool holds : of_each)
    if (!holds) return false;
  return true;
}

// Leaf number Index of a node is leaf number `rest` of its member.
struct place {
  std::size_t member, rest;
};
template <class Node, std::size_t Index>
inline constexpr place place_of = []<std::size_t... M>(std::index_sequence<M...>) {
  if constexpr (is_array<Node>) {
    constexpr std::size_t each = count_leaves<member_type<Node, 0>>();
    return place{Index / each, Index % each};
  } else {
    constexpr std::size_t leaves[] = {count_leaves<member_type<Node, M>>()...};
    place at{0, Index};
    while (at.rest >= leaves[at.member]) at.rest -= leaves[at.member++];
    return at;
  }
}(members_of<Node>{});

template <std::size_t Index, class Node>
ATTN_ABI constexpr auto& leaf(Node& node) {
  using type = std::remove_const_t<Node>;
  if constexpr (is_leaf<type>)
    return node;
  else
    return leaf<place_of<type, Index>.rest>(member<place_of<type, Index>.member>(node));
}

template <class Node, std::size_t Index>
using leaf_type = std::remove_cvref_t<decltype(leaf<Index>(std::declval<Node&>()))>;

// The node that leaf number Index is a member of. Void, if it is the leaf itself.
template <class Node, std::size_t Index>
struct owner_of {
  using below = member_type<Node, place_of<Node, Index>.member>;
  using type = typename std::conditional_t<is_leaf<below>, std::type_identity<Node>,
                                           owner_of<below, place_of<Node, Index>.rest>>::type;
};
template <class Node, std::size_t Index>
  requires is_leaf<Node>
struct owner_of<Node, Index> {
  using type = void;
};
template <class Node, std::size_t Index>
using owner_of_leaf = typename owner_of<Node, Index>::type;

template <class Node, std::size_t Index>
consteval auto name_of_leaf() {
  if constexpr (is_leaf<Node>) {
    return dotted_name<0>{};
  } else {
    constexpr place at = place_of<Node, Index>;
    return below(name_of_member<Node, at.member>(),
                 name_of_leaf<member_type<Node, at.member>, at.rest>());
  }
}
template <class Node, std::size_t Index>
inline constexpr auto leaf_name = name_of_leaf<Node, Index>();

// The same names in the same order. The tensors may differ in everything.
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
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      return all_true({same(leaf_name<A, Index>, leaf_name<B, Index>)...});
    }(leaves_of<A>{});
  }
}

// --- a member by its path -----------------------------------------------------------------------

// The member whose name begins at `from` in the path, or the number of members if there is none,
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
  return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    std::size_t at = 0;
    for (const bool found : {is_it(name_of_member<Node, Index>())..., true}) {
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
