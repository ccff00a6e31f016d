// SPDX-License-Identifier: BSL-1.0
// rejected: the tenth feature of two, in an index that is part of the program.
// expect-error: attn::tensor::at<…>\(\): every index must be below the size of its axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
double last = x.at<0, 9>();
#else
double last = x.at<0, 1>();
#endif
