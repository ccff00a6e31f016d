// SPDX-License-Identifier: BSL-1.0
// rejected: a row with an infinity has no mean.
// expect-error[gcc]: norm_of_a_row_without_a_finite_mean
// expect-error[clang]: must be initialized by a constant expression
// expect-note: norm_of_a_row_without_a_finite_mean
// allow: detail::
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, dim<3>> x{1, std::numeric_limits<double>::infinity(), 3};

#ifdef ATTN_REJECT
constexpr auto y = layer_norm(x);
#else
constexpr auto y = rms_norm(tensor<double, dim<3>>{1, 2, 3}, 1e-6);
#endif
