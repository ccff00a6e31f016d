// SPDX-License-Identifier: BSL-1.0
// rejected: the cost of a function of which nobody has said what it does. Profilers that passed over
//   what they did not know reported attention as free:
//   https://github.com/sovrasov/flops-counter.pytorch/issues/65,
//   https://github.com/ultralytics/thop/pull/157.
// expect-error: attn::operations_of<F, inputs…>\(\): nothing says what F costs for these inputs
// errors: 1
#include <attn.hpp>

using namespace attn;

struct cube {
  template <class X>
  constexpr X operator()(const X& x) const {
    return multiply(multiply(x, x), x);
  }
};
struct square {};
template <>
struct attn::counting_rule<square> {
  template <class X>
  static constexpr operation_count of(input_types<X>) {
    return operations::multiply<X>();
  }
};
using X = tensor<double, axis<"token", 3>, axis<"feature", 2>>;

#ifdef ATTN_REJECT
constexpr auto cost = operations_of<cube, X>();
#else
constexpr auto cost = operations_of<square, X>();
#endif
