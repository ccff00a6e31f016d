// SPDX-License-Identifier: BSL-1.0
// rejected: a sum of two numbers that are counted in two places: which of them would it be in?
// expect-error[gcc]: operands_are_counted_in_two_places
// expect-error[clang]: must be initialized by a constant expression
// expect-note: operands_are_counted_in_two_places
// errors: 1
// lines[clang]: 10 it prints the whole lambda
#include <attn.hpp>

using namespace attn;

constexpr double sum_of(operation_count& here, operation_count& there) {
  return (counted<double>(1, &here) + counted<double>(2, &there)).value;
}

#ifdef ATTN_REJECT
constexpr double three = [] {
  operation_count here, there;
  return sum_of(here, there);
}();
#else
constexpr double three = [] {
  operation_count here;
  return sum_of(here, here);
}();
#endif
