// SPDX-License-Identifier: BSL-1.0
// rejected: one index for a matrix, in an index that is part of the program.
// expect-error: attn::tensor::at<…>\(\): one index per axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr double element = x.at<1>();
#else
constexpr double element = x.at<1, 0>();
#endif
