// SPDX-License-Identifier: BSL-1.0
// rejected: a model with a number among its tensors.
// expect-error: attn::splitmix_parameters<grid, M>\(seed\): every member of M must be a tensor, a Hana struct or tuple, or an array of them
// errors: 1
#include <attn.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

struct stepped {
  using layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(stepped, (layer, first), (int, steps));
};
struct network {
  using layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(network, (layer, first));
};
constexpr auto nothing = [](const auto&, const auto&) {};

#ifdef ATTN_REJECT
constexpr auto m = splitmix_parameters<splitmix::s24, stepped>(1);
#else
constexpr auto m = splitmix_parameters<splitmix::s24, network>(1);
#endif
