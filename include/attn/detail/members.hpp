// SPDX-License-Identifier: BSL-1.0
// The members of layers and models: their list, their names, and the same struct of other elements.
#pragma once

#include <boost/hana/accessors.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/tag_of.hpp>
#include <boost/hana/fwd/at.hpp>
#include <boost/hana/fwd/pair.hpp>
#include <boost/hana/fwd/second.hpp>
#include <boost/hana/fwd/string.hpp>
#include <boost/hana/fwd/tuple.hpp>
#include <boost/hana/fwd/unpack.hpp>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/config.hpp>
#include <attn/detail/element.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// ATTN_MEMBERS(type, (T, name), …): the members of a layer, which make it a Hana struct, as
// BOOST_HANA_DEFINE_STRUCT(type, (T, name), …) would, with the same accessors. That one makes a
// tuple of the names of every struct that is defined, used or not: a twentieth of what <attn.hpp>
// costs, and the headers that it needs are another tenth. Here Hana's accessors are made when
// somebody asks for them; who asks includes <boost/hana/define_struct.hpp>, which has all that they
// consist of. The library's own walk (walk.hpp) reads the list of members instead. At most 32.

template <auto Pointer>
struct member_accessor {
  template <class X>
  ATTN_ABI constexpr decltype(auto) operator()(X&& x) const {
    return static_cast<X&&>(x).*Pointer;
  }
};

template <auto... Pointers>
struct member_list {};

template <std::size_t N>
struct member_name {
  static constexpr std::size_t length = N - 1;
  char text[N]{};
  consteval member_name(const char (&literal)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = literal[i];
  }
};

template <auto Pointer, member_name Name>
ATTN_ABI constexpr auto described() {
  return []<std::size_t... Index>(std::index_sequence<Index...>) {
    return boost::hana::make_pair(boost::hana::string<Name.text[Index]...>{},
                                  member_accessor<Pointer>{});
  }(std::make_index_sequence<Name.length>{});
}

// A template of the owner, so that nothing is done for an owner without members either.
template <class Owner, class... Described>
ATTN_ABI constexpr auto accessors_of_all(const Described&... described) {
  return boost::hana::make_tuple(described...);
}

}  // namespace attn::detail

#define ATTN_MEMBERS(type, ...)                                                                   \
  ATTN_FOR_MEMBERS(ATTN_MEMBER_DECLARED, ATTN_NO_SEPARATOR, __VA_ARGS__)                          \
  struct attn_members {                                                                           \
    using owner = type;                                                                           \
    static consteval auto list() {                                                                \
      return ::attn::detail::member_list<ATTN_FOR_MEMBERS(ATTN_MEMBER_POINTER, ATTN_MEMBER_COMMA, \
                                                          __VA_ARGS__)>{};                        \
    }                                                                                             \
    static consteval const char* name(std::size_t i) {                                            \
      const char* const names[] = {                                                               \
          ATTN_FOR_MEMBERS(ATTN_MEMBER_NAME, ATTN_NO_SEPARATOR, __VA_ARGS__) nullptr};            \
      return names[i];                                                                            \
    }                                                                                             \
  };                                                                                              \
  struct hana_accessors_impl {                                                                    \
    template <class owner = type>                                                                 \
    ATTN_ABI static constexpr auto apply() {                                                      \
      return ::attn::detail::accessors_of_all<owner>(                                             \
          ATTN_FOR_MEMBERS(ATTN_MEMBER_DESCRIBED, ATTN_MEMBER_COMMA, __VA_ARGS__));               \
    }                                                                                             \
  }
#define ATTN_MEMBER_DECLARED(T, name) T name;
#define ATTN_MEMBER_POINTER(T, name) &owner::name
#define ATTN_MEMBER_NAME(T, name) #name,
#define ATTN_MEMBER_DESCRIBED(T, name) ::attn::detail::described<&owner::name, #name>()

// f for each, with what between() yields between two of them. A macro is not expanded in its own
// expansion: the name of the next step is put together later, in one of 31 scans.
#define ATTN_FOR_MEMBERS(f, between, ...) \
  __VA_OPT__(ATTN_SCANNED_31(ATTN_NEXT_MEMBER(f, between, __VA_ARGS__)))
#define ATTN_NEXT_MEMBER(f, b, x, ...) \
  f x __VA_OPT__(b() ATTN_MEMBERS_takes_at_most_32_members ATTN_NO_ARGUMENTS(f, b, __VA_ARGS__))
#define ATTN_MEMBERS_takes_at_most_32_members() ATTN_NEXT_MEMBER
#define ATTN_NO_ARGUMENTS ()
#define ATTN_SCANNED_31(...) \
  ATTN_SCANNED_6(ATTN_SCANNED_6(ATTN_SCANNED_6(ATTN_SCANNED_6(ATTN_SCANNED_6(__VA_ARGS__)))))
#define ATTN_SCANNED_6(...) \
  ATTN_SCANNED(ATTN_SCANNED(ATTN_SCANNED(ATTN_SCANNED(ATTN_SCANNED(__VA_ARGS__)))))
#define ATTN_SCANNED(...) __VA_ARGS__
#define ATTN_NO_SEPARATOR()
#define ATTN_MEMBER_COMMA() ,

namespace attn::detail {

// The nodes of a model, as walk.hpp goes through them: Hana structs, Hana tuples and arrays
// (T[n] and std::array) of tensors or nodes. How many members a node has, and the members. Hana is
// seen here and in the names of walk.hpp, and nowhere else.
//
// Hana's functions are called by what they dispatch to: at_impl<tag> is what hana::at comes to.
// Whoever has a Hana struct or tuple has included these. The headers of the functions themselves
// are a twentieth of what <attn.hpp> costs.

template <class X>
inline constexpr bool is_leaf = requires { typename X::shape_type; };

template <class X>
inline constexpr bool is_tuple = false;
template <class... X>
inline constexpr bool is_tuple<boost::hana::tuple<X...>> = true;

// A struct of the library has a list of its members (members.hpp), and Hana is not asked. Unless it
// is the base of a struct with accessors of its own.
template <class X>
concept listed_struct = std::is_same_v<typename X::hana_accessors_impl,
                                       typename X::attn_members::owner::hana_accessors_impl>;

// A struct whose members are numbered, not named, as in nn::sequential: the numbers need not
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
template <std::size_t Index, class X>
ATTN_ABI constexpr decltype(auto) element(X&& x) {
  using index = std::integral_constant<std::size_t, Index>;
  return boost::hana::at_impl<hana_tag<X>>::apply(static_cast<X&&>(x), index{});
}

// The accessors of a struct: pairs of a name and a function.
template <class Node>
using accessors_of = std::remove_cvref_t<decltype(boost::hana::accessors<Node>())>;
template <class Node, std::size_t Index>
using accessor_pair =
    std::remove_cvref_t<decltype(element<Index>(std::declval<accessors_of<Node>>()))>;
template <std::size_t Index, class Node>
ATTN_ABI constexpr auto accessor() {
  constexpr auto pair = element<Index>(boost::hana::accessors<Node>());
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

template <std::size_t Index, auto First, auto... Rest>
ATTN_ABI constexpr auto& listed_member(auto& node, member_list<First, Rest...>) {
  if constexpr (Index == 0)
    return node.*First;
  else
    return listed_member<Index - 1>(node, member_list<Rest...>{});
}

template <std::size_t Index, class Node>
ATTN_ABI constexpr auto& member(Node& node) {
  using type = std::remove_const_t<Node>;
  if constexpr (listed_struct<type>)
    return listed_member<Index>(node, type::attn_members::list());
  else if constexpr (numbered_struct<type>)
    return type::attn_numbered_members::template get<Index>(node);
  else if constexpr (is_struct<type>)
    return accessor<Index, type>()(node);
  else if constexpr (is_tuple<type>)
    return element<Index>(node);
  else
    return node[Index];
}

template <class Node, std::size_t Index>
using member_type = std::remove_cvref_t<decltype(member<Index>(std::declval<Node&>()))>;

// rebound<M, Change>: the template that M is of, each type among its arguments exchanged by Change:
// what a model is with elements of another type, or with packed weights.
//
//   struct change {
//     template <class P>
//     static constexpr bool changes = …;     whether P, a type among the arguments, is exchanged
//     template <class P>
//     using type = …;                        for what; P itself where it is not
//   };
//   rebinds<M, change>                       whether any of them is
//
// C++20 has no pack of types and values together, so that there is one line for each order in which
// the templates of the library have them. A template with another one is not rebound.

template <class M>
struct arguments_of {
  template <class Change>
  static constexpr bool any_changes = false;
};

// The first that is exchanged decides, and nothing is asked of the others.
template <class Change>
consteval bool any_change() {
  return false;
}
template <class Change, class First, class... Rest>
consteval bool any_change() {
  if constexpr (Change::template changes<First>)
    return true;
  else
    return any_change<Change, Rest...>();
}
template <class... P>
struct any_of_arguments {
  template <class Change>
  static constexpr bool any_changes = any_change<Change, P...>();
};

template <template <class...> class L, class... P>
struct arguments_of<L<P...>> : any_of_arguments<P...> {
  template <class C>
  using changed = L<typename C::template type<P>...>;
};
// nn::encoder, nn::decoder
template <template <class, std::size_t, class...> class L, class A, std::size_t N, class... P>
struct arguments_of<L<A, N, P...>> : any_of_arguments<A, P...> {
  template <class C>
  using changed = L<typename C::template type<A>, N, typename C::template type<P>...>;
};
// nn::language_model
template <template <class, class, std::size_t, class...> class L, class A, class B, std::size_t N,
          class... P>
struct arguments_of<L<A, B, N, P...>> : any_of_arguments<A, B, P...> {
  template <class C>
  using changed = L<typename C::template type<A>, typename C::template type<B>, N,
                    typename C::template type<P>...>;
};
// nn::transformer
template <template <class, class, class, std::size_t, class, class, std::size_t> class L, class A,
          class B, class D, std::size_t N, class E, class F, std::size_t M>
struct arguments_of<L<A, B, D, N, E, F, M>> : any_of_arguments<A, B, D, E, F> {
  template <class C>
  using changed =
      L<typename C::template type<A>, typename C::template type<B>, typename C::template type<D>, N,
        typename C::template type<E>, typename C::template type<F>, M>;
};
// nn::layer_norm, nn::rms_norm
template <template <class, class, double, class...> class L, class A, class B, double V, class... P>
struct arguments_of<L<A, B, V, P...>> : any_of_arguments<A, B, P...> {
  template <class C>
  using changed = L<typename C::template type<A>, typename C::template type<B>, V,
                    typename C::template type<P>...>;
};

template <class M, class Change>
inline constexpr bool rebinds = arguments_of<M>::template any_changes<Change>;
template <class M, class Change>
using rebound = typename arguments_of<M>::template changed<Change>;

}  // namespace attn::detail
ATTN_STRICT_FP_END
