// SPDX-License-Identifier: BSL-1.0
// What attn/rules/broken.hpp promises.
#pragma once

#include <attn/rules/broken.hpp>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::broken_tests {

using namespace attn;

// The first one counts: one mistake is one error.
constexpr report first_broken_rule() {
  report r;
  using rules::broken;
  r.check(first_of(broken::no_rule, broken::mask_fits) == broken::mask_fits);
  r.check(first_of(broken::same_batch, broken::mask_fits) == broken::same_batch);
  r.check(first_of(broken::no_rule, broken::no_rule) == broken::no_rule);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"first broken rule", first_broken_rule},
};

}  // namespace attn_tests::broken_tests
