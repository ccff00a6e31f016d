// SPDX-License-Identifier: BSL-1.0
// The first rule that a call of a layer or a model breaks, or none.
//
//   broken by = first_of(rule_of(x), rule_of(y));      a value of the compiler's
//   static_assert(by != broken::same_batch, "…");      one for each rule, in the words of the call
//
// A layer or a model looks for it before it speaks, in words of its own: the types of a whole
// model, printed for every step on the way to the rule, are more than anybody reads; one name is
// a line. The rules themselves are in relations.hpp, models.hpp and masks.hpp.
#pragma once

#include <attn/detail/abi.hpp>
#include <attn/version.hpp>

namespace attn::rules {

enum class broken {
  no_rule,
  positive,
  is_norm_order,
  divides,
  norm_fits,
  is_token_id,
  source_ids_within,
  target_ids_within,
  is_sequence,
  same_batch,
  distinct_axes,
  is_activation,
  are_placed_options,
  once_each,
  are_options,
  one_of_each_kind,
  scores_fit,
  aligned_mask,
  mask_fits,
  rows_are_settled
};

// The first of two, where both were looked for.
ATTN_ABI constexpr broken first_of(broken a, broken b) { return a != broken::no_rule ? a : b; }

}  // namespace attn::rules
