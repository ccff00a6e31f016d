// SPDX-License-Identifier: BSL-1.0
// rejected: how many parameters has a model with a number in it?
// expect-error: attn::parameter_count<M>: every member of M must be a tensor, a Hana struct or tuple, or an array of them
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
constexpr auto n = parameter_count<stepped>;
#else
constexpr auto n = parameter_count<network>;
#endif
