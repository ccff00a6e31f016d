// SPDX-License-Identifier: BSL-1.0
// rejected: time does not go on by itself: there must have been a step.
// expect-error: attn::advance\(after\): it takes the state after a step
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr auto before = initial<tensor<double, dim<3>>>();

#ifdef ATTN_REJECT
constexpr auto next = advance(before);
#else
constexpr auto next = advance(state_after<tensor<double, dim<3>>>{before.value});
#endif
