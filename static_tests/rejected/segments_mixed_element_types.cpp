// SPDX-License-Identifier: BSL-1.0
// rejected: ids of two types: -1 and 4294967295 are the same for one of them.
// expect-error: attn::same_segment\(queries, keys\): one type of ids; convert with as<int>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using memory = axis<"memory", 3>;
using batch = axis<"batch", 2>;
constexpr tensor<int, token> ids{0, 0, 1, 1};
constexpr tensor<unsigned, memory> others{0, 1, 2};

#ifdef ATTN_REJECT
constexpr auto mask = same_segment(ids, others);
#else
constexpr auto mask = same_segment(ids, as<int>(others));
#endif
