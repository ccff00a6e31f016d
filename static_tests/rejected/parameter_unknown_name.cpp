// SPDX-License-Identifier: BSL-1.0
// rejected: a dotted name with a slip of the pen.
// expect-error: attn::parameter<name>\(m\): the model has no member of that name
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
constexpr auto b = parameter<"second.baias">(m);
#else
constexpr auto b = parameter<"second.bias">(m);
#endif
