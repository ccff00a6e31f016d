// SPDX-License-Identifier: BSL-1.0
// rejected: u is of [0, 1), and 1 is not.
// expect-error: sample_wants_a_number_of_0_to_1|must be initialized by a constant expression
// expect-note: sample_wants_a_number_of_0_to_1
// allow: detail::
// errors: 1
#include <attn.hpp>

using namespace attn;

using word = axis<"word", 2>;
constexpr tensor<double, word> p{0.5, 0.5};

#ifdef ATTN_REJECT
constexpr auto drawn = sample(p, 1.0);
#else
constexpr auto drawn = sample(p, 0.999);
#endif
