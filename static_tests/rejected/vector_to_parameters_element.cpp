// SPDX-License-Identifier: BSL-1.0
// rejected: a vector of double for a model of float.
// expect-error: attn::vector_to_parameters<M>\(v\): v must have the element type of M
// errors: 1
#include <attn.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

struct network {
  using first_layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  using second_layer = nn::linear<float, dim<4>, dim<2>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (first_layer, first), (second_layer, second));
};
constexpr network m{};

#ifdef ATTN_REJECT
constexpr auto y = vector_to_parameters<network>(tensor<double, dim<26>>{});
#else
constexpr auto y = vector_to_parameters<network>(tensor<float, dim<26>>{});
#endif
