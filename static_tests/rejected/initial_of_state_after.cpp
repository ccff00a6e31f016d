// SPDX-License-Identifier: BSL-1.0
// rejected: a state after a step is not the first one.
// expect-error: attn::initial\(s\): s must be a tensor, or a Hana struct of tensors; after a step it is advance\(after\)
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr state_after<tensor<double, dim<3>>> after{};

#ifdef ATTN_REJECT
constexpr auto before = initial(after);
#else
constexpr auto before = advance(after);
#endif
