// SPDX-License-Identifier: BSL-1.0
// rejected: a model of integers has no random fractions.
// expect-error: attn::splitmix_parameters<grid, M>\(seed\): the elements must have fractions
// errors: 1
#include <attn.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

template <class T>
struct network {
  using vector = tensor<T, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(network, (vector, weight));
};

#ifdef ATTN_REJECT
constexpr auto m = splitmix_parameters<splitmix::s24, network<int>>(1);
#else
constexpr auto m = splitmix_parameters<splitmix::s24, network<float>>(1);
#endif
