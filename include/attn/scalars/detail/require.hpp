// SPDX-License-Identifier: BSL-1.0
// The requirements that analysis scalars share, of proofs of properties, and of gradients
// (learning/gradient.hpp). A system header, as rules/require.hpp.
#pragma once
#pragma GCC system_header

#include <attn/rules/require.hpp>

// In the class of a number that is more than its value, `self`: it does not convert to a number.
// The assertion itself, as ATTN_REQUIRE in it would be one more line of Clang's message.
#define ATTN_REJECT_CONVERSION(type, self, end)                                              \
  template <class U>                                                                         \
    requires std::is_arithmetic_v<U>                                                         \
  ATTN_ABI constexpr explicit operator U() const {                                           \
    using required = rules::arithmetic_element<rules::element<type>>;                        \
    static_assert(required::value,                                                           \
                  "attn: " self " does not convert to a number or to bool, where the " end); \
    return U();                                                                              \
  }

#define ATTN_REQUIRE_ENUMERATED(call, text)                                     \
  ATTN_REQUIRE(call, enumerated,                                                \
               text                                                             \
               ": an argument has a state that cannot be enumerated; list its " \
               "tensors with ATTN_MEMBERS, or pass captured variables as arguments")

#define ATTN_REQUIRE_KEPT_AXIS(call, text)                                              \
  ATTN_REQUIRE(call, computed, text ": f must return a tensor that is computed from x") \
  ATTN_REQUIRE(call, axis_exists, text ": the result of f has no such axis")            \
  ATTN_REQUIRE(call, axis_size, text ": in the result of f the axis has another size")

#define ATTN_REQUIRE_MONOTONE(call, text)                                                   \
  ATTN_REQUIRE(call, bounded, text ": box must have bounds: between<tensor<…>>(low, high)") \
  ATTN_REQUIRE(call, computed, text ": f must return a tensor that is computed from x")

#define ATTN_REQUIRE_PARAMETERS_OF(call, text)                                      \
  ATTN_REQUIRE_CONVERSION(call, text)                                               \
  ATTN_REQUIRE(call, elements, text ": all parameters must have one element type"); \
  ATTN_REQUIRE_FLOATING_POINT(call, text)                                           \
  ATTN_REQUIRE_ONE_ELEMENT(call, text)

#define ATTN_REQUIRE_GRADIENT(call)                                                              \
  ATTN_REQUIRE_PARAMETERS_OF(call, "attn::gradient(f, x)")                                       \
  ATTN_REQUIRE(call, one_number,                                                                 \
               "attn::gradient(f, x): f must return one number, such as sum<0>(…); of a tensor " \
               "there is a jacobian(f, x)")

#define ATTN_REQUIRE_WORKSPACE(call, text) \
  ATTN_REQUIRE(call, fits,                 \
               text                        \
               ": the workspace is too small; gradient_workspace<gradient_workspace_size(f, x)>")

#define ATTN_REQUIRE_VJP(call)                                                      \
  ATTN_REQUIRE_PARAMETERS_OF(call, "attn::vjp(f, x, u)")                            \
  ATTN_REQUIRE_A_TENSOR(call, "attn::vjp(f, x, u)")                                 \
  ATTN_REQUIRE(call, same_axes, "attn::vjp(f, x, u): u must have the axes of f(x)") \
  ATTN_REQUIRE(call, element_of_u, "attn::vjp(f, x, u): u must have the element type of x")

#define ATTN_REQUIRE_HESSIAN_VECTOR_PRODUCT(call)                                              \
  ATTN_REQUIRE_CONVERSION(call, "attn::hessian_vector_product(f, x, v)")                       \
  ATTN_REQUIRE(call, elements,                                                                 \
               "attn::hessian_vector_product(f, x, v): all parameters must have one element "  \
               "type")                                                                         \
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::hessian_vector_product(f, x, v)")                   \
  ATTN_REQUIRE(call, same_type,                                                                \
               "attn::hessian_vector_product(f, x, v): v is a direction in which x moves: it " \
               "must have the type of x")                                                      \
  ATTN_REQUIRE(call, one_number,                                                               \
               "attn::hessian_vector_product(f, x, v): f must return one number, such as "     \
               "sum<0>(…)")
