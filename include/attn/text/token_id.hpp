// SPDX-License-Identifier: BSL-1.0
// token_id<Bound>: the id of a token, always below Bound and not negative.
//
//   token_id<23> id(22);              // 23 would not compile, and ends the program at run time
//   token_id<23>::has(n)              // check untrusted integers first
//   as_token_ids<23>(ids)             // tensor<int, token> -> tensor<token_id<23>, token>
//
// The bound is part of the type, so that a table with too few rows for the ids is a compile error,
// whatever the ids are. Ids have no arithmetic: they can only be compared for equality with other
// ids and integers, and converted to int or std::size_t explicitly.
// Rules: is_id_bound; is_integer, for as_token_ids.
#pragma once

#include <concepts>
#include <cstddef>

#include <attn/rules/models.hpp>
#include <attn/tensor/tensor.hpp>

namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void token_id_out_of_range() { detail::end_of_program(); }

template <std::size_t Bound>
struct token_id {
  static_assert(rules::is_id_bound<rules::size<Bound>>::value,
                "attn::token_id<Bound>: the bound must be from 1 to 2147483647");
  static constexpr std::size_t bound = Bound;

  int number = 0;  // public: a structural type has no private members

  ATTN_ABI constexpr token_id() = default;
  template <std::integral Int>
  ATTN_ABI constexpr explicit token_id(Int id) : number(static_cast<int>(id)) {
    if (!has(id)) token_id_out_of_range();
  }

  template <std::integral Int>
  ATTN_ABI static constexpr bool has(Int id) {
    // A negative id is a huge one here.
    return detail::as_index(id) < Bound;
  }

  ATTN_ABI constexpr explicit operator int() const { return number; }
  ATTN_ABI constexpr explicit operator std::size_t() const {
    return static_cast<std::size_t>(number);
  }
  ATTN_ABI friend constexpr bool operator==(token_id, token_id) = default;
  ATTN_ABI friend constexpr bool operator==(token_id a, std::integral auto b) {
    return has(b) && a == token_id(b);
  }
};

template <std::size_t Bound>
inline constexpr bool is_tensor_element<token_id<Bound>> = true;

template <std::size_t Bound, class T, class... Axes>
ATTN_ABI constexpr auto as_token_ids(const tensor<T, Axes...>& ids) {
  using call = rules::single_rule_call<rules::is_integer<rules::element<T>>>;
  ATTN_REQUIRE(call, rule, "attn::as_token_ids<bound>(ids): the ids must be integers");
  if constexpr (call::all::value) {
    tensor<token_id<Bound>, Axes...> result(detail::uninitialized);
    for (std::size_t i = 0; i < ids.size(); ++i) result.data()[i] = token_id<Bound>(ids.data()[i]);
    return result;
  } else {
    return ids;
  }
}

}  // namespace attn
