// SPDX-License-Identifier: BSL-1.0
// rejected: counting what is done with integers.
// expect-error: attn::counted_in\(executed, x\): the elements must be float or double
// errors: 1
#include <attn.hpp>

using namespace attn;

inline constexpr tensor<int, dim<2>> x{1, 2};

template <class X>
constexpr std::size_t additions(const X& terms) {
  operation_count executed;
  static_cast<void>(sum<0>(counted_in(executed, terms)));
  return executed.additions;
}

#ifdef ATTN_REJECT
constexpr auto n = additions(x);
#else
constexpr auto n = additions(as<double>(x));
#endif
