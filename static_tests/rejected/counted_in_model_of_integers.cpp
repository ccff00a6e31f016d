// SPDX-License-Identifier: BSL-1.0
// rejected: counting what is done with integer parameters.
// expect-error: attn::counted_in\(executed, model\): the parameters must be float or double
// errors: 1
#include <attn.hpp>

using namespace attn;

template <class T>
using layer = nn::linear<T, axis<"feature", 2>, axis<"out", 3>, output_by_input>;

template <class M>
constexpr bool counts() {
  operation_count executed;
  static_cast<void>(counted_in(executed, M{}));
  return true;
}

#ifdef ATTN_REJECT
constexpr bool n = counts<layer<int>>();
#else
constexpr bool n = counts<layer<float>>();
#endif
