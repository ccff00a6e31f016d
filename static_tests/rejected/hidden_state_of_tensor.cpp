// SPDX-License-Identifier: BSL-1.0
// rejected: a tensor is no state.
// expect-error: attn::hidden_state\(state\): it takes a state_before or a state_after
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, dim<3>> h{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto same = hidden_state(h);
#else
constexpr auto same = hidden_state(initial(h));
#endif
