// SPDX-License-Identifier: BSL-1.0
// rejected: ids that are fractions: equal or not, by their rounding.
// expect-error: attn::same_segment\(ids\): the ids must be integers
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using memory = axis<"memory", 3>;
using batch = axis<"batch", 2>;
constexpr tensor<int, token> ids{0, 0, 1, 1};
constexpr tensor<double, token> times{0.1, 0.1, 0.2, 0.3};

#ifdef ATTN_REJECT
constexpr auto mask = same_segment(times);
#else
constexpr auto mask = same_segment(ids);
#endif
