// SPDX-License-Identifier: BSL-1.0
// What attn/tensor/scalar.hpp promises: which types can be elements.
#pragma once

#include <string>

#include "static_tests/tests.hpp"

namespace attn_tests::scalar_tests {
// Everything that a scalar must offer, and each time one thing less.
struct complete {
  friend complete operator+(complete, complete);
  friend complete operator-(complete, complete);
  friend complete operator*(complete, complete);
};
struct without_sum {
  friend without_sum operator-(without_sum, without_sum);
  friend without_sum operator*(without_sum, without_sum);
};
struct without_difference {
  friend without_difference operator+(without_difference, without_difference);
  friend without_difference operator*(without_difference, without_difference);
};
struct without_product {
  friend without_product operator+(without_product, without_product);
  friend without_product operator-(without_product, without_product);
};
struct without_default : complete {
  explicit without_default(int);
};
struct without_copy : complete {
  without_copy() = default;
  without_copy(const without_copy&) = delete;
};
// Its sums are no numbers of its kind.
struct leaves_its_type {
  friend void operator+(leaves_its_type, leaves_its_type);
  friend void operator-(leaves_its_type, leaves_its_type);
  friend void operator*(leaves_its_type, leaves_its_type);
};
struct with_quotient : complete {
  friend with_quotient operator+(with_quotient, with_quotient);
  friend with_quotient operator-(with_quotient, with_quotient);
  friend with_quotient operator*(with_quotient, with_quotient);
  friend with_quotient operator/(with_quotient, with_quotient);
};

// An element that is not a number, with and without is_tensor_element; one that cannot be copied.
struct day {
  int number = 0;
};
struct silent {};
struct unique {
  unique() = default;
  unique(const unique&) = delete;
};
}  // namespace attn_tests::scalar_tests

template <> inline constexpr bool attn::is_tensor_element<attn_tests::scalar_tests::day> = true;
template <> inline constexpr bool attn::is_tensor_element<attn_tests::scalar_tests::unique> = true;

namespace attn_tests::scalar_tests {
inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("scalars", [](report& r) {
    r.check(scalar<float> && scalar<double> && scalar<int> && scalar<unsigned char>);
    r.check(scalar<archetype> && scalar<complete>);
    r.check(!scalar<void> && !scalar<int*> && !scalar<std::string> && !scalar<const float>);
    r.check(!scalar<without_sum> && !scalar<without_difference> && !scalar<without_product>);
    r.check(!scalar<without_default> && !scalar<without_copy>);
    r.check(!scalar<leaves_its_type>);
  });
  tests.proved("floating scalars", [](report& r) {
    r.check(floating_scalar<float> && floating_scalar<double> && floating_scalar<archetype>);
    r.check(floating_scalar<with_quotient> && !floating_scalar<complete>);
    r.check(!floating_scalar<int> && !floating_scalar<bool>);
  });
  tests.proved("tensor elements", [](report& r) {
    r.check(tensor_element<float> && tensor_element<int> && tensor_element<archetype>);
    r.check(tensor_element<day> && !scalar<day> && is_tensor_element<day>);
    r.check(!tensor_element<silent> && !tensor_element<unique> && !tensor_element<int*>);
    r.check(!is_tensor_element<float>);  // a scalar need not say so
  });
};
}  // namespace attn_tests::scalar_tests
