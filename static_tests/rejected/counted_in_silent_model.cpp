// SPDX-License-Identifier: BSL-1.0
// rejected: counting what is done with the parameters of a struct that does not say what it becomes in
//   another element type.
// expect-error: attn::counted_in\(executed, model\): the model does not say what it is in another
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

template <class M>
constexpr bool counts() {
  operation_count executed;
  static_cast<void>(counted_in(executed, M{}));
  return true;
}

#ifdef ATTN_REJECT
constexpr bool n = counts<silent>();
#else
constexpr bool n = counts<talking<double>>();
#endif
