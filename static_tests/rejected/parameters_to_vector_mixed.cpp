// SPDX-License-Identifier: BSL-1.0
// rejected: one vector for float and double.
// expect-error: attn::parameters_to_vector\(m\): all tensors must have one element type
// errors: 1
#include <attn.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

struct mixed {
  using fine = tensor<double, dim<3>>;
  using coarse = tensor<float, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(mixed, (fine, weight), (coarse, bias));
};
struct network {
  using first_layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  using second_layer = nn::linear<float, dim<4>, dim<2>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (first_layer, first), (second_layer, second));
};
constexpr network m{};

#ifdef ATTN_REJECT
constexpr auto v = parameters_to_vector(mixed{});
#else
constexpr auto v = parameters_to_vector(m);
#endif
