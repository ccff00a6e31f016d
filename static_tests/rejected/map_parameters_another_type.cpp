// SPDX-License-Identifier: BSL-1.0
// rejected: a function that turns every tensor into another type.
// expect-error: attn::map_parameters\(f, m, …\): f must return a tensor of the type of its first argument
// errors: 1
#include <attn.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

struct network {
  using vector = tensor<float, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(network, (vector, weight));
};
constexpr network m{};

#ifdef ATTN_REJECT
constexpr auto y = map_parameters([](const auto& w) { return as<double>(w); }, m);
#else
constexpr auto y = map_parameters([](const auto& w) { return as<float>(as<double>(w)); }, m);
#endif
