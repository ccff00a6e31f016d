// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/random reject that have no table of their own. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>
#include <boost/hana/define_struct.hpp>

using namespace attn;

// case: numpy_rand_of_float
// rejected: np.random.rand has no dtype: it gives double, which is then converted.
// expect-error: attn::numpy_rand<T>\(engine\): NumPy draws double; convert with as<float>\(x\)
// errors: 1
constexpr auto drawn() {
  mt19937 engine(12);
#ifdef ATTN_REJECT
  return numpy_rand<tensor<float, dim<3>>>(engine);
#else
  return as<float>(numpy_rand<tensor<double, dim<3>>>(engine));
#endif
}
constexpr auto x = drawn();

// case: splitmix_fill_of_integers
// rejected: numbers in [-1, 1) as integers: all of them would be 0 or -1.
// expect-error: attn::splitmix_fill<grid, tensor>\(seed\): requires a floating-point element type
// errors: 1
using token = axis<"token", 3>;

#ifdef ATTN_REJECT
constexpr auto x = splitmix_fill<splitmix::s24, tensor<int, token>>(1);
#else
constexpr auto x = splitmix_fill<splitmix::s24, tensor<float, token>>(1);
#endif

// case: splitmix_parameters_member_no_tensor
// rejected: a model with a number among its tensors.
// expect-error: attn::splitmix_parameters<grid, M>\(seed\): every member of the model must be a tensor, a Hana struct or tuple, or an array of them
// errors: 1
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

// case: splitmix_parameters_of_integers
// rejected: a model of integers has no random fractions.
// expect-error: attn::splitmix_parameters<grid, M>\(seed\): requires a floating-point element type
// errors: 1
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

// case: torch_generator_holds_nothing
// rejected: to take the second normal of a pair where the first was not drawn.
// expect-error[gcc]: the_generator_holds_no_normal
// expect-error[clang]: must be initialized by a constant expression
// expect-note: the_generator_holds_no_normal
// errors: 1
constexpr double drawn() {
  torch_generator generator(12);
#ifdef ATTN_REJECT
  return generator.take_normal();
#else
  return generator.holds_normal() ? generator.take_normal() : 0.0;
#endif
}
constexpr auto x = drawn();

// case: torch_rand_of_integers
// rejected: torch.rand of an integer type is an error in PyTorch, too.
// expect-error: attn::torch_rand<T>\(engine\): T must be float, double or a tensor of them
// errors: 1
constexpr auto drawn() {
  mt19937 engine(12);
#ifdef ATTN_REJECT
  return torch_rand<tensor<int, dim<3>>>(engine);
#else
  return torch_rand<tensor<float, dim<3>>>(engine);
#endif
}
constexpr auto x = drawn();

// case: torch_randn_of_integers
// rejected: torch.randn of an integer type is an error in PyTorch, too.
// expect-error: attn::torch_randn<T>\(generator\): T must be float, double or a tensor of them
// errors: 1
constexpr auto drawn() {
  torch_generator generator(12);
#ifdef ATTN_REJECT
  return torch_randn<tensor<int, dim<3>>>(generator);
#else
  return torch_randn<tensor<float, dim<3>>>(generator);
#endif
}
constexpr auto x = drawn();

// case: torch_uniform_low_above_high
// rejected: an interval that ends before it begins, as PyTorch rejects it.
// expect-error[gcc]: torch_uniform_needs_low_not_above_high
// expect-error[clang]: must be initialized by a constant expression
// expect-note: torch_uniform_needs_low_not_above_high
// errors: 1
constexpr auto drawn() {
  torch_generator generator(12);
#ifdef ATTN_REJECT
  return torch_uniform<float>(generator, 1, -1);
#else
  return torch_uniform<float>(generator, -1, 1);
#endif
}
constexpr auto x = drawn();

// case: torch_uniform_of_integers
// rejected: uniform_ of integers is an error in PyTorch, too.
// expect-error: attn::torch_uniform<T>\(engine, low, high\): T must be float, double or a tensor of them
// errors: 1
constexpr auto drawn() {
  torch_generator generator(12);
#ifdef ATTN_REJECT
  return torch_uniform<tensor<int, dim<3>>>(generator, -1, 1);
#else
  return torch_uniform<tensor<float, dim<3>>>(generator, -1, 1);
#endif
}
constexpr auto x = drawn();
