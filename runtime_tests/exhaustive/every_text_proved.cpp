// SPDX-License-Identifier: BSL-1.0
// Part number ATTN_PART of ATTN_PARTS of the proof; ATTN_SEEDED: of another, which does not hold.
#include "runtime_tests/exhaustive/every_text.hpp"

namespace attn_tests {

#if defined(ATTN_SEEDED)
static_assert(check<proved_for_all_inputs<word, two_more, does_not_follow<1, 2, 074>{}>>);
#elif ATTN_PARTS == 1
static_assert(check<proved_for_all_inputs<word, token, does_not_follow<0>{}>>);
#else
template <std::uint64_t... I>
constexpr bool proved_after_prompts(std::integer_sequence<std::uint64_t, I...>) {
  constexpr std::uint64_t first = ATTN_PART * sizeof...(I);
  return (proved_for_all_inputs<word, two_more, does_not_follow<0, 2, first + I>{}> && ...);
}
static_assert(
    proved_after_prompts(std::make_integer_sequence<std::uint64_t, prompts / ATTN_PARTS>()));
#endif

}  // namespace attn_tests
