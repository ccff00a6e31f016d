// SPDX-License-Identifier: BSL-1.0
// rejected: a struct that does not say what it becomes in double.
// expect-error: attn::as<U>\(m\): the struct must say what it becomes: template <class U> using with_element = …
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
constexpr auto wide = as<double>(m);
#else
constexpr auto wide = as<double>(m.first);
#endif
