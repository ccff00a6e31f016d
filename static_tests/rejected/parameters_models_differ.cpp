// SPDX-License-Identifier: BSL-1.0
// rejected: two models with different members, side by side.
// expect-error: attn::for_each_parameter\(f, m, …\): the models must have the same members
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
struct smaller {
  using layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(smaller, (layer, first));
};
constexpr smaller s{};
constexpr auto keep = [](const auto& w, const auto&) { return w; };

#ifdef ATTN_REJECT
constexpr auto y = map_parameters(keep, m, s);
#else
constexpr auto y = map_parameters(keep, m, m);
#endif
