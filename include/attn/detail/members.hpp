// SPDX-License-Identifier: BSL-1.0
// ATTN_MEMBERS(type, (T, name), …): the members of a layer, which make it a Hana struct, as
// BOOST_HANA_DEFINE_STRUCT(type, (T, name), …) would, with the same accessors. That one makes a
// tuple of the names of every struct that is defined, used or not: a twentieth of what <attn.hpp>
// costs. Here nothing is done before somebody asks for the accessors. At most eight members.
#pragma once

#include <boost/hana/pair.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>
#include <cstddef>
#include <utility>

namespace attn::detail {

template <auto Pointer>
struct member_accessor {
  template <class X>
  constexpr decltype(auto) operator()(X&& x) const {
    return static_cast<X&&>(x).*Pointer;
  }
};

template <std::size_t N>
struct member_name {
  static constexpr std::size_t length = N - 1;
  char text[N]{};
  consteval member_name(const char (&literal)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = literal[i];
  }
};

template <auto Pointer, member_name Name>
constexpr auto described() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    return boost::hana::make_pair(boost::hana::string_c<Name.text[I]...>,
                                  member_accessor<Pointer>{});
  }
  (std::make_index_sequence<Name.length>{});
}

}  // namespace attn::detail

#define ATTN_MEMBERS(type, ...)                                                     \
  ATTN_FOR_MEMBERS(ATTN_MEMBER_DECLARED, ATTN_NO_SEPARATOR, __VA_ARGS__)            \
  struct hana_accessors_impl {                                                      \
    static constexpr auto apply() {                                                 \
      using owner [[maybe_unused]] = type;                                          \
      return ::boost::hana::make_tuple(                                             \
          ATTN_FOR_MEMBERS(ATTN_MEMBER_DESCRIBED, ATTN_MEMBER_COMMA, __VA_ARGS__)); \
    }                                                                               \
  }
#define ATTN_MEMBER_DECLARED(T, name) T name;
#define ATTN_MEMBER_DESCRIBED(T, name) ::attn::detail::described<&owner::name, #name>()

// f for each, with what between() yields between two of them.
#define ATTN_FOR_MEMBERS(f, between, ...) __VA_OPT__(ATTN_FOR_MEMBERS_8(f, between, __VA_ARGS__))
#define ATTN_FOR_MEMBERS_8(f, b, x, ...) f x __VA_OPT__(b() ATTN_FOR_MEMBERS_7(f, b, __VA_ARGS__))
#define ATTN_FOR_MEMBERS_7(f, b, x, ...) f x __VA_OPT__(b() ATTN_FOR_MEMBERS_6(f, b, __VA_ARGS__))
#define ATTN_FOR_MEMBERS_6(f, b, x, ...) f x __VA_OPT__(b() ATTN_FOR_MEMBERS_5(f, b, __VA_ARGS__))
#define ATTN_FOR_MEMBERS_5(f, b, x, ...) f x __VA_OPT__(b() ATTN_FOR_MEMBERS_4(f, b, __VA_ARGS__))
#define ATTN_FOR_MEMBERS_4(f, b, x, ...) f x __VA_OPT__(b() ATTN_FOR_MEMBERS_3(f, b, __VA_ARGS__))
#define ATTN_FOR_MEMBERS_3(f, b, x, ...) f x __VA_OPT__(b() ATTN_FOR_MEMBERS_2(f, b, __VA_ARGS__))
#define ATTN_FOR_MEMBERS_2(f, b, x, ...) f x __VA_OPT__(b() ATTN_FOR_MEMBERS_1(f, b, __VA_ARGS__))
#define ATTN_FOR_MEMBERS_1(f, b, x) f x
#define ATTN_NO_SEPARATOR()
#define ATTN_MEMBER_COMMA() ,
