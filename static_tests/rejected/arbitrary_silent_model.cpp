// SPDX-License-Identifier: BSL-1.0
// rejected: arbitrary weights for a struct that does not state what it becomes in another element type.
// expect-error: attn::arbitrary<I>\(model\): the model does not say what it is in another
// errors: 1
#include <attn.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

template <class T>
struct talking {
  using vector = tensor<T, dim<2>>;
  BOOST_HANA_DEFINE_STRUCT(talking, (vector, weight));
  template <scalar U>
  using with_element = talking<U>;
};
struct silent {
  using vector = tensor<double, dim<2>>;
  BOOST_HANA_DEFINE_STRUCT(silent, (vector, weight));
};

#ifdef ATTN_REJECT
constexpr auto f = arbitrary<influence<double, 2>>(silent{});
#else
constexpr auto f = arbitrary<influence<double, 2>>(talking<double>{});
#endif
