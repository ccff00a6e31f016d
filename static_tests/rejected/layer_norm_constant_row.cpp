// SPDX-License-Identifier: BSL-1.0
// rejected: a row that does not vary, and nothing under the root to divide by.
// expect-error[gcc]: norm_of_a_row_that_does_not_vary_needs_a_positive_eps
// expect-error[clang]: must be initialized by a constant expression
// expect-note: norm_of_a_row_that_does_not_vary_needs_a_positive_eps
// allow: detail::
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, dim<3>> x{5, 5, 5};

#ifdef ATTN_REJECT
constexpr auto y = layer_norm(x, 0);
#else
constexpr auto y = layer_norm(x, 1e-5);
#endif
