// SPDX-License-Identifier: BSL-1.0
// rejected: a struct of tensors that Hana was not told of.
// expect-error: attn::for_each_parameter\(f, m\): every member of m must be a tensor, a Hana struct or tuple, or an array of them
// errors: 1
#include <attn.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

struct plain {
  tensor<float, dim<3>> weight;
};
struct network {
  using vector = tensor<float, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(network, (vector, weight));
};
constexpr auto nothing = [](const auto&, const auto&) {};

#ifdef ATTN_REJECT
constexpr bool visit() {
  const plain m{};
  for_each_parameter(nothing, m);
  return true;
}
constexpr bool visited = visit();
#else
constexpr bool visit() {
  const network m{};
  for_each_parameter(nothing, m);
  return true;
}
constexpr bool visited = visit();
#endif
