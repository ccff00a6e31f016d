// SPDX-License-Identifier: BSL-1.0
// ATTN_MEMBERS(type, (T, name), …): the members of a layer, which make it a Hana struct, as
// BOOST_HANA_DEFINE_STRUCT(type, (T, name), …) would, with the same accessors. That one makes a
// tuple of the names of every struct that is defined, used or not: a twentieth of what <attn.hpp>
// costs, and the headers that it needs are another tenth. Here Hana's accessors are made when
// somebody asks for them; who asks includes <boost/hana/define_struct.hpp>, which has all that they
// consist of. The library's own walk (walk.hpp) reads the list of members instead. At most eight.
#pragma once

#include <boost/hana/fwd/pair.hpp>
#include <boost/hana/fwd/string.hpp>
#include <boost/hana/fwd/tuple.hpp>
#include <cstddef>
#include <utility>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

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
  return []<std::size_t... I>(std::index_sequence<I...>) {
    return boost::hana::make_pair(boost::hana::string<Name.text[I]...>{},
                                  member_accessor<Pointer>{});
  }(std::make_index_sequence<Name.length>{});
}

// A template of the owner, so that nothing is done for an owner without members either.
template <class Owner, class... Described>
ATTN_ABI constexpr auto accessors_of_all(const Described&... described) {
  return boost::hana::make_tuple(described...);
}

}  // namespace attn::detail
ATTN_STRICT_FP_END

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
