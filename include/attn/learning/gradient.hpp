// SPDX-License-Identifier: BSL-1.0
// Derivatives in reverse mode: the gradient of one number with respect to all the parameters it was
// computed from, at compile time and at run time, for a few times the cost of computing it.
//
//   value_and_gradient(f, p, …)    .value = f(p, …), .gradient: of p's type, holding the
//                                  derivatives; a std::tuple of them for several p
//   gradient(f, p, …)              only the gradient
//   vjp(f, p, u)                   of an f that returns a tensor y: the gradient of the sum of
//                                  u * y, what y.backward(u) leaves in p.grad, in PyTorch
//
// A parameter p is a tensor or a model. f is a generic lambda, called with the same of recorded<T>
// (learning/recorded.hpp). Its other operands are constants, converted with type_as(k, p):
//
//   gradient([&](const auto& m) { return cross_entropy(m(type_as(x, m)), ids); }, model)
//
// The record of f, of which constant evaluation allocates each piece, is one block of memory at run
// time. By default it is on the stack: f is called twice or three times, and must do the same each
// time, because all calls but the last only find the size of the block. A block of more
// than ATTN_GRADIENT_STACK bytes (detail/config.hpp) ends the program. It needs a workspace:
//
//   gradient_workspace_size(f, p, …)          bytes for f, which depend on the types in it only
//   gradient_workspace<Bytes>                 memory, such as a static variable
//   value_and_gradient(workspace, f, p, …)    and so gradient, vjp; f is called once
//   value_and_gradient_into(both, workspace, f, p, …)    the result to an object that there is
//
// A workspace that is too small ends the program, or does not compile if F has no captures, because
// then the compiler knows the size. The size is linear in what is computed: the page has the terms.
// A parameter that f does not use has the gradient 0.
//
// The order of the sums is the order of f's operations, which is the order of its statements: the
// arguments of one call are evaluated in any order, so parts that use the same parameter are
// computed in statements of their own, if the bits matter.
// Rules: names_its_conversion, of a model; one_element, of all parameters; floating_point_element;
// gives_one_number, for f; gives_a_tensor, for vjp; same_axes and same_element of u and f(p).
// Accuracy: the accuracy of the formulas in learning/detail/, each operation rounded once. The
// order of every sum is specified there. The value is bit for bit the value of f with T itself.
// Special values: a NaN or an infinity does not compile as a constant.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <attn/detail/element.hpp>
#include <attn/detail/generic/elementwise.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/learning/detail/differentiate.hpp>
#include <attn/learning/detail/elementwise.hpp>
#include <attn/learning/detail/matmul.hpp>
#include <attn/learning/detail/moved.hpp>
#include <attn/learning/detail/softmax.hpp>
#include <attn/math/sqrt.hpp>
#include <attn/scalars/detail/require.hpp>
#include <attn/scalars/dual.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Memory for the record of one call at a time.
template <std::size_t Bytes>
struct gradient_workspace {
  alignas(64) unsigned char memory[Bytes];
};

template <class T, class Gradient>
struct value_and_gradient_of {
  T value{};
  Gradient gradient{};
  ATTN_ABI friend constexpr bool operator==(const value_and_gradient_of&,
                                            const value_and_gradient_of&) = default;
};

namespace rules {

// What a parameter must be: a tensor, or a model of one element type that names its conversion.
template <class P>
struct differentiated_parameter : conversion_call<P, one_element<model<P>>> {
  using conversion = conversion_call<P, one_element<model<P>>>;
  using floating_point = floating_point_element<model<P>>;
  using all = in_order<typename conversion::all, floating_point>;
};
template <class T, class... Axes>
struct differentiated_parameter<tensor<T, Axes...>> {
  using converts = not_asked;
  using elements = not_asked;
  using floating_point = floating_point_element<element<T>>;
  using all = in_order<floating_point>;
};

template <class F, class... P>
struct recorded_call {
  using operands = roles<>;
  using converts = each_of<typename differentiated_parameter<P>::converts...>;
  using elements = each_of<typename differentiated_parameter<P>::elements...>;
  using floating_point = each_of<typename differentiated_parameter<P>::floating_point...>;
  using one_element = same_elements<rules::elements<attn::detail::parameter_element<P>...>>;
  using differentiable = in_order<converts, elements, floating_point, one_element>;
  using first = attn::detail::parameter_element<attn::detail::first_of<P...>>;
  using result =
      typename attn::detail::recorded_result<differentiable::value, first, F, P...>::type;
  using tensor_type = typename attn::detail::recorded_tensor<result>::type;
};

template <class F, class... P>
struct gradient_call : recorded_call<F, P...> {
  using base = recorded_call<F, P...>;
  using one_number = gives_one_number<operand<typename base::result>>;
  using all = in_order<typename base::differentiable, one_number>;
};

template <class T, class Gradient, class F, class... P>
struct gradient_into_call : gradient_call<F, P...> {
  using base = gradient_call<F, P...>;
  using gradient = typename attn::detail::gradient_for<P...>::type;
  using expected =
      std::conditional_t<std::is_same_v<Gradient, gradient>, std::is_same<T, typename base::first>,
                         std::is_same<Gradient, gradient>>;
  using same_result = expected;
  using all = in_order<typename base::all, same_result>;
};

template <class F, class... P>
struct workspace_size_call : recorded_call<F, P...> {
  using base = recorded_call<F, P...>;
  using a_tensor = gives_a_tensor<operand<typename base::tensor_type>>;
  using all = in_order<typename base::differentiable, a_tensor>;
};

template <class F, class P, class U>
struct vjp_call : recorded_call<F, P> {
  using base = recorded_call<F, P>;
  using a_tensor = gives_a_tensor<operand<typename base::tensor_type>>;
  using returns = in_order<typename base::differentiable, a_tensor>;
  using axes_of_u = role_of<axes_of_A, typename U::shape_type>;
  using axes_of_y =
      role_of<axes_of_B, typename attn::detail::choose_shape<returns::value,
                                                             typename base::tensor_type, U>::type>;
  using operands = roles<axes_of_u, axes_of_y>;
  using same_axes = axes_agree<axes_of_u, axes_of_y>;
  using element_of_u =
      same_element<element_of_A<typename base::first>, element_of_B<typename U::value_type>>;
  using all = in_order<returns, same_axes, element_of_u>;
};

}  // namespace rules

namespace detail {
template <class Call, class Workspace, class F, class P, class T, class... Axes>
ATTN_ABI constexpr P pulled_back(Workspace&& workspace, const F& f, const P& p,
                                 const tensor<T, Axes...>& u) {
  values_and_gradient<tensor<T, Axes...>, P> both{};
  differentiate<typename Call::tensor_type>(workspace, both, f, u.data(), p);
  return both.gradient;
}
}  // namespace detail

template <class F, class... P>
  requires(sizeof...(P) > 0)
ATTN_ABI constexpr std::size_t gradient_workspace_size(const F& f, const P&... p) {
  using call = rules::workspace_size_call<F, P...>;
  ATTN_REQUIRE_PARAMETERS_OF(call, "attn::gradient_workspace_size(f, x)");
  ATTN_REQUIRE(call, a_tensor,
               "attn::gradient_workspace_size(f, x): f must return a number or a tensor with the "
               "elements of its argument");
  if constexpr (call::all::value)
    return detail::counted<typename call::first>({}, f, p...);
  else
    return 0;
}

namespace rules {

// The workspace is not smaller than f needs, as far as types say: F has no captures, and f can be
// evaluated as a constant.
template <bool Asked, std::size_t Bytes, class F, class... P>
struct workspace_fits {
  using type = not_asked;
};
template <std::size_t Bytes, class F, class... P>
  requires(std::is_empty_v<F> && std::is_default_constructible_v<F>) &&
          requires { typename size<gradient_workspace_size(F{}, P{}...)>; }
struct workspace_fits<true, Bytes, F, P...> {
  using type = fits_into<size<gradient_workspace_size(F{}, P{}...)>, any_axis<dim<Bytes>>>;
};
template <class Call, std::size_t Bytes, class F, class... P>
struct workspace_call : Call {
  using fits = typename workspace_fits<Call::all::value, Bytes, F, P...>::type;
  using all = in_order<typename Call::all, fits>;
};

}  // namespace rules

template <class F, class... P>
  requires(sizeof...(P) > 0)
ATTN_ABI constexpr auto value_and_gradient(const F& f, const P&... p) {
  using call = rules::gradient_call<F, P...>;
  ATTN_REQUIRE_GRADIENT(call)
  using T = typename call::first;
  value_and_gradient_of<T, typename detail::gradient_for<P...>::type> both{};
  if constexpr (call::all::value) {
    const T one(1);
    detail::differentiate<typename call::tensor_type>(detail::no_workspace{}, both, f, &one, p...);
  }
  return both;
}
template <std::size_t Bytes, class F, class... P>
  requires(sizeof...(P) > 0)
ATTN_ABI constexpr auto value_and_gradient(gradient_workspace<Bytes>& workspace, const F& f,
                                           const P&... p) {
  using call = rules::workspace_call<rules::gradient_call<F, P...>, Bytes, F, P...>;
  ATTN_REQUIRE_GRADIENT(call)
  ATTN_REQUIRE_WORKSPACE(call, "attn::gradient(workspace, f, x)")
  using T = typename call::first;
  value_and_gradient_of<T, typename detail::gradient_for<P...>::type> both{};
  if constexpr (call::all::value) {
    const T one(1);
    detail::differentiate<typename call::tensor_type>(workspace, both, f, &one, p...);
  }
  return both;
}
template <class T, class Gradient, std::size_t Bytes, class F, class... P>
  requires(sizeof...(P) > 0)
ATTN_ABI constexpr void value_and_gradient_into(value_and_gradient_of<T, Gradient>& both,
                                                gradient_workspace<Bytes>& workspace, const F& f,
                                                const P&... p) {
  using call =
      rules::workspace_call<rules::gradient_into_call<T, Gradient, F, P...>, Bytes, F, P...>;
  ATTN_REQUIRE_GRADIENT(call)
  ATTN_REQUIRE(call, same_result,
               "attn::value_and_gradient_into(both, workspace, f, x): both must have the type "
               "that value_and_gradient(f, x) returns")
  ATTN_REQUIRE_WORKSPACE(call, "attn::value_and_gradient_into(both, workspace, f, x)")
  if constexpr (call::all::value) {
    const T one(1);
    detail::differentiate<typename call::tensor_type>(workspace, both, f, &one, p...);
  }
}

template <class F, class... P>
  requires(sizeof...(P) > 0)
ATTN_ABI constexpr auto gradient(const F& f, const P&... p) {
  return value_and_gradient(f, p...).gradient;
}
template <std::size_t Bytes, class F, class... P>
  requires(sizeof...(P) > 0)
ATTN_ABI constexpr auto gradient(gradient_workspace<Bytes>& workspace, const F& f, const P&... p) {
  return value_and_gradient(workspace, f, p...).gradient;
}

template <class F, class P, class U, class... Axes>
ATTN_ABI constexpr auto vjp(const F& f, const P& p, const tensor<U, Axes...>& u) {
  using call = rules::vjp_call<F, P, tensor<U, Axes...>>;
  ATTN_REQUIRE_VJP(call)
  if constexpr (call::all::value)
    return detail::pulled_back<call>(detail::no_workspace{}, f, p, u);
  else
    return p;
}
template <std::size_t Bytes, class F, class P, class U, class... Axes>
ATTN_ABI constexpr auto vjp(gradient_workspace<Bytes>& workspace, const F& f, const P& p,
                            const tensor<U, Axes...>& u) {
  using call = rules::workspace_call<rules::vjp_call<F, P, tensor<U, Axes...>>, Bytes, F, P>;
  ATTN_REQUIRE_VJP(call)
  ATTN_REQUIRE_WORKSPACE(call, "attn::vjp(workspace, f, x, u)")
  if constexpr (call::all::value)
    return detail::pulled_back<call>(workspace, f, p, u);
  else
    return p;
}

// hessian_vector_product(f, x, v): the second derivatives of one number f(x), times a direction v:
// how the gradient changes as x moves along v, for a few times the cost of the gradient and without
// the Hessian, which has the square of the number of parameters.
//
//   H v, where H_ij = d^2 f / dx_i dx_j
//
// Forward mode over reverse mode: the gradient (learning/gradient.hpp) of f for dual numbers
// (scalars/dual.hpp) whose derivatives are v. f is as there. x and v are tensors or models, of one
// type, which the result has as well. In memory of the caller's:
//
//   hessian_vector_product(workspace, f, x, v)     gradient_workspace_size(f, as<dual<T>>(x)) bytes
//
// (P, P) -> P.
// Rules: the rules of gradient, and same_type: v has the type of x.
// Accuracy: the accuracy of the formulas of the gradient and of dual.hpp, each operation rounded
// once.
// Special values: as for dual.hpp. A NaN does not compile as a constant.
// Cost: each operation of the gradient is done for duals, without vectors.

namespace detail {

// The parameter with duals. P itself if another rule has rejected it.
template <bool Asked, class P>
struct with_duals {
  using type = P;
};
template <class P>
struct with_duals<true, P> {
  using type = typename parameter_traits<P>::template with<dual<parameter_element<P>>>;
};

// f(x, more…) for the tensors at one place of several parameters.
template <class F, class P, class... More>
ATTN_ABI constexpr void for_leaves_of_all(const F& f, P& p, More&... more) {
  const auto each = [&](const auto&, auto&... x) { f(x...); };
  visit_leaves<0, count_leaves<std::remove_const_t<P>>()>(each, p, more...);
}
template <class F, class T, class... Axes, class... More>
ATTN_ABI constexpr void for_leaves_of_all(const F& f, tensor<T, Axes...>& x, More&... more) {
  f(x, more...);
}

template <class Dual, class Gradient, class P>
ATTN_ABI constexpr P gradient_along(const Gradient& gradient_of, const P& x, const P& v) {
  using T = parameter_element<P>;
  Dual moving{};
  for_leaves_of_all(
      [](auto& to, const auto& at, const auto& along) {
        for (std::size_t i = 0; i < at.size(); ++i)
          to.data()[i] = dual<T>(at.data()[i], {{along.data()[i]}});
      },
      moving, x, v);
  const Dual slopes = gradient_of(moving);
  P product{};
  for_leaves_of_all(
      [](auto& to, const auto& slope) {
        for (std::size_t i = 0; i < to.size(); ++i)
          to.data()[i] = checked_derivative(slope.data()[i].gradient[0]);
      },
      product, slopes);
  return product;
}

}  // namespace detail

namespace rules {

template <class F, class P, class V>
struct hessian_vector_product_call : differentiated_parameter<P> {
  using parameter = differentiated_parameter<P>;
  using operands = roles<>;
  using same_type = std::is_same<V, P>;
  using duals = typename attn::detail::with_duals<parameter::all::value, P>::type;
  using one_number = typename gradient_call<F, duals>::one_number;
  using all = in_order<typename parameter::all, same_type, one_number>;
};

}  // namespace rules

template <class F, class P, class V>
ATTN_ABI constexpr auto hessian_vector_product(const F& f, const P& x, const V& v) {
  using call = rules::hessian_vector_product_call<F, P, V>;
  ATTN_REQUIRE_HESSIAN_VECTOR_PRODUCT(call)
  if constexpr (call::all::value)
    return detail::gradient_along<typename call::duals>(
        [&](const auto& moving) { return gradient(f, moving); }, x, v);
  else
    return x;
}
template <std::size_t Bytes, class F, class P, class V>
ATTN_ABI constexpr auto hessian_vector_product(gradient_workspace<Bytes>& workspace, const F& f,
                                               const P& x, const V& v) {
  using call = rules::hessian_vector_product_call<F, P, V>;
  ATTN_REQUIRE_HESSIAN_VECTOR_PRODUCT(call)
  if constexpr (call::all::value)
    return detail::gradient_along<typename call::duals>(
        [&](const auto& moving) { return gradient(workspace, f, moving); }, x, v);
  else
    return x;
}

// Bounds for gradients, before a step down them.
//
//   clip_gradient_norm(g, max_norm)   g times max_norm / (norm + 1e-6), if that is below 1; returns
//                                     the norm: the root of the sum of the squares of all numbers
//   clip_gradient_value(g, bound)     every number between -bound and bound
//
// g is what gradient(…) returns: a tensor, a model, or a std::tuple of them, which have one norm.
// PyTorch: torch.nn.utils.clip_grad_norm_, clip_grad_value_.
// Accuracy: the norm of each tensor is the root of a sum with 16 partial sums, the norm of all the
// root of the sum of their squares, in order. Where the largest magnitude is above 2^48 or below
// 2^-48 (double: 2^480), a power of two times the numbers are summed instead, so that no square
// overflows or vanishes: finite numbers are clipped to max_norm even if their norm is infinite.
// (PyTorch makes all of them 0 where a square overflows.)
// A max_norm or bound that is not positive does not compile as a constant and ends the program at
// run time.
// Special values: an infinite norm makes all numbers 0, and infinities NaN. A NaN makes all NaN.

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void bound_of_a_gradient_must_be_positive() {
  detail::end_of_program();
}

namespace detail {

template <class F, class... P>
ATTN_ABI constexpr void for_each_leaf(const F& f, std::tuple<P...>& all) {
  std::apply([&](auto&... p) { (for_each_leaf(f, p), ...); }, all);
}
template <class F, class... P>
ATTN_ABI constexpr void for_each_leaf(const F& f, const std::tuple<P...>& all) {
  std::apply([&](const auto&... p) { (for_each_leaf(f, p), ...); }, all);
}
template <class... P>
struct parameter_traits<std::tuple<P...>> {
  using element = typename parameter_traits<std::tuple_element_t<0, std::tuple<P...>>>::element;
};

// Of all tensors, times a power of two. Element i to partial sum i mod 16, then a tree.
template <bool Scaled, class T, class G>
ATTN_ABI constexpr T sum_of_squares(const G& gradient, T scale) {
  constexpr std::size_t partials = generic::partials;
  T squares(0);
  for_each_leaf(
      [&](const auto& x) {
        T sums[partials]{};
        for (std::size_t i = 0; i < x.size(); ++i) {
          const T each = Scaled ? T(x.data()[i] * scale) : x.data()[i];
          sums[i % partials] = sums[i % partials] + rounded(T(each * each));
        }
        const T norm = math::sqrt(generic::reduce<partials, 1>(sums, plus{}));
        squares = squares + rounded(T(norm * norm));
      },
      gradient);
  return squares;
}
// A power of two that makes the largest magnitude about 1, if its square is far from 1, else 1.
template <class T, class G>
ATTN_ABI constexpr T scale_of(const G& gradient) {
  constexpr T large = std::is_same_v<T, float> ? T(0x1p48) : T(0x1p480);
  T most(0), scale(1);
  for_each_leaf(
      [&](const auto& x) {
        for (const T& each : x) {
          const T size = each < T(0) ? T(-each) : each;
          most = size > most || size != size ? size : most;
        }
      },
      gradient);
  if (most > large && most <= limits<T>::max)
    while (most * scale >= 2) scale *= T(0.5);
  if (most < 1 / large && most > 0)
    while (most * scale < 1 && scale < limits<T>::max / 4) scale *= 2;
  return scale;
}

}  // namespace detail

template <class G>
ATTN_ABI constexpr auto clip_gradient_norm(G& gradient, double max_norm) {
  if (!(max_norm > 0)) bound_of_a_gradient_must_be_positive();
  using T = typename detail::parameter_traits<G>::element;
  const T scale = detail::scale_of<T>(std::as_const(gradient));
  const T squares = scale == 1 ? detail::sum_of_squares<false>(std::as_const(gradient), scale)
                               : detail::sum_of_squares<true>(std::as_const(gradient), scale);
  const T scaled_norm = math::sqrt(squares), stretch = T(1) / scale;
  if (scale < 1) {  // what is added to the norm is nothing
    const T factor = T(max_norm) / scaled_norm;
    if (!(factor >= stretch))
      detail::for_each_leaf([&](auto& x) { (x *= scale) *= factor; }, gradient);
    return scaled_norm > detail::limits<T>::max * scale ? detail::limits<T>::infinity
                                                        : T(scaled_norm * stretch);
  }
  const T norm = scaled_norm * stretch;
  const T factor = T(max_norm) / T(norm + T(1e-6));
  if (!(factor >= T(1))) detail::for_each_leaf([&](auto& x) { x *= factor; }, gradient);
  return norm;
}

template <class G>
ATTN_ABI constexpr void clip_gradient_value(G& gradient, double bound) {
  if (!(bound > 0)) bound_of_a_gradient_must_be_positive();
  using T = typename detail::parameter_traits<G>::element;
  const T most = T(bound);
  detail::for_each_leaf(
      [&](auto& x) {
        for (T& element : x) element = element > most ? most : element < -most ? T(-most) : element;
      },
      gradient);
}

}  // namespace attn
ATTN_STRICT_FP_END
