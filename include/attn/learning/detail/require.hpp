// SPDX-License-Identifier: BSL-1.0
// What the functions of learning/gradient.hpp require. A system header, as rules/require.hpp.
#pragma once
#pragma GCC system_header

#include <attn/rules/require.hpp>

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
