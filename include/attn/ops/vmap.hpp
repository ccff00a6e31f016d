// SPDX-License-Identifier: BSL-1.0
// vmap<axis>(f, x, …): calls f for each index of an axis, and stacks the results along it.
//
//   out_i = f(x_i, …)      x_i: x at index i of the axis, without it: select<axis>(x, i)
//
// (batch, token, width) -> (batch, …the axes of f's result), for vmap<"batch">(f, x) and an f of
// (token, width). Further operands that have the axis too are taken at the same index. Those that
// have not are given to f as they are. f is a function or a model, of tensors, that returns a
// tensor. PyTorch: torch.vmap(f)(x, …), where in_dims takes the place of names.
//
// vmap_into<axis>(out, f, x, …) writes the same to an existing tensor, of any size: only x_i and
// out_i are on the stack. out may be x, or a further operand, whose first axis is the axis.
//
// vmap<axis>(in_parts<4>(run), f, x, …) divides the indices into parts that may run at the same
// time (ops/in_parts.hpp): f is then called from several threads.
//
// Rules: has_axis, of x; same_size, of further operands; gives_a_tensor; distinct_axes,
// has_room_for: the result; same_element, same_axes, of out and the result.
// Accuracy: the accuracy of f. Bit for bit f at each index, whatever the number of parts and
// threads.
// Cost: f's, for each index, and a copy of the operands.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/ops/in_parts.hpp>
#include <attn/ops/selecting.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

// What f returns for one index. Nothing, where it cannot be called with it.
template <class Result>
struct returned;
template <class Result>
struct is_a_tensor {
  static constexpr bool value = false;
};
template <class T, class... Axes>
struct is_a_tensor<returned<tensor<T, Axes...>>> {
  static constexpr bool value = true;
};

}  // namespace rules

namespace detail {

// An operand of vmap: with the axis, of which f is given one index, or without.
template <auto Axis, class X, bool Mapped = rules::axis_call<Axis, X>::all::value>
struct vmap_operand {
  using given = X;
  template <class AxisOfX>
  using same_length = rules::not_asked;
  ATTN_ABI static constexpr const X& at(const X& x, std::size_t) { return x; }
};
template <auto Axis, class X>
struct vmap_operand<Axis, X, true> {
  using call = rules::axis_call<Axis, X>;
  using given = typename call::reduced;
  using axis = axis_at<typename X::shape_type, call::position>;
  template <class AxisOfX>
  using same_length = rules::same_size<rules::axis_of_A<AxisOfX>, rules::axis_of_B<axis>>;
  ATTN_ABI static constexpr given at(const X& x, std::size_t index) {
    return narrowed<given, call::position>(x, index);
  }
};

// The result, of what f returns.
template <class Axis, class Y, class X>
struct vmap_result : rules::new_axis_call<bool, X, typename X::shape_type, false> {
  using type = rules::not_asked;
};
template <class Axis, class T, class... Axes, class X>
struct vmap_result<Axis, tensor<T, Axes...>, X>
    : rules::new_axis_call<T, tensor<T, Axes...>, shape<Axis, Axes...>> {
  using type = tensor<T, Axis, Axes...>;
};

}  // namespace detail

namespace rules {

template <auto Axis, class F, class X, class... More>
struct vmap_call;
template <auto Axis, class F, class T, class... Axes, class... More>
struct vmap_call<Axis, F, tensor<T, Axes...>, More...> : axis_call<Axis, tensor<T, Axes...>> {
  using x = axis_call<Axis, tensor<T, Axes...>>;
  template <class Y>
  using operand_of = attn::detail::vmap_operand<Axis, Y>;
  template <class G>
  using result_of_f = std::invoke_result<const G&, typename operand_of<tensor<T, Axes...>>::given,
                                         typename operand_of<More>::given...>;
  using mapped = axis_at<shape<Axes...>, x::position>;
  using lengths = each_of<typename operand_of<More>::template same_length<mapped>...>;
  using operands_fit = in_order<typename x::all, lengths>;
  template <bool Fits, class G>
  struct call_of_f {
    using type = not_asked;
  };
  template <class G>
    requires requires { typename result_of_f<G>::type; }
  struct call_of_f<true, G> {
    using type = std::remove_cvref_t<typename result_of_f<G>::type>;
  };
  using y = typename call_of_f<operands_fit::value, F>::type;
  using a_tensor = is_a_tensor<returned<y>>;
  using stacked = attn::detail::vmap_result<mapped, y, tensor<T, Axes...>>;
  using distinct_result = typename stacked::distinct_result;
  using has_room = typename stacked::has_room;
  using addressable = typename stacked::addressable;
  using result = typename stacked::type;
  using all = in_order<operands_fit, a_tensor, typename stacked::all>;
};

}  // namespace rules

#define ATTN_REQUIRE_VMAP(call, text)                                                             \
  ATTN_REQUIRE_AXIS(call, text);                                                                  \
  ATTN_REQUIRE(call, lengths, text ": the operands differ in length");                            \
  ATTN_REQUIRE(call, a_tensor, text ": f must return a tensor for one index of the axis");        \
  ATTN_REQUIRE(call, distinct_result, text ": the result of f has an axis of this name already"); \
  ATTN_REQUIRE_ROOM(call, text);                                                                  \
  ATTN_REQUIRE_ADDRESSABLE(call, text);

namespace detail {

// The results for `count` indices from `first` on.
template <axis_selector Axis, class Out, class F, class X, class... More>
ATTN_ABI constexpr void stack_results(Out& out, std::size_t first, std::size_t count, const F& f,
                                      const X& x, const More&... more) {
  for (std::size_t i = first; i < first + count; ++i) {
    const auto y = f(vmap_operand<Axis, X>::at(x, i), vmap_operand<Axis, More>::at(more, i)...);
    write_runs(out, out.size(), i * y.size(), y);
  }
}

template <axis_selector Axis, std::size_t N, class Run, class Out, class F, class X, class... More>
ATTN_ABI constexpr void write_stacked(const parts<N, Run>& in, Out& out, const F& f, const X& x,
                                      const More&... more) {
  divide<Out::shape_type::extents[0]>(in, [&](auto count, std::size_t first) {
    stack_results<Axis>(out, first, count, f, x, more...);
  });
}
template <class Result, axis_selector Axis, std::size_t N, class Run, class F, class X,
          class... More>
ATTN_ABI constexpr Result stacked(const parts<N, Run>& in, const F& f, const X& x,
                                  const More&... more) {
  Result out(uninitialized);
  write_stacked<Axis>(in, out, f, x, more...);
  return out;
}

}  // namespace detail

template <axis_selector Axis, std::size_t N, class Run, class F, class T, class... Axes,
          class... More>
  requires(detail::is_tensor<More> && ...)
ATTN_ABI constexpr auto vmap(const parts<N, Run>& in, const F& f, const tensor<T, Axes...>& x,
                             const More&... more) {
  using call = rules::vmap_call<Axis, F, tensor<T, Axes...>, More...>;
  ATTN_REQUIRE_VMAP(call, "attn::vmap<axis>(f, x, …)")
  if constexpr (call::all::value)
    return detail::stacked<typename call::result, Axis>(in, f, x, more...);
  else
    return x;
}

template <axis_selector Axis, class F, class T, class... Axes, class... More>
  requires(detail::is_tensor<More> && ...)
ATTN_ABI constexpr auto vmap(const F& f, const tensor<T, Axes...>& x, const More&... more) {
  return vmap<Axis>(in_parts<1>(one_by_one{}), f, x, more...);
}

template <axis_selector Axis, std::size_t N, class Run, class U, class... Out, class F, class T,
          class... Axes, class... More>
  requires(detail::is_tensor<More> && ...)
ATTN_ABI constexpr void vmap_into(const parts<N, Run>& in, tensor<U, Out...>& out, const F& f,
                                  const tensor<T, Axes...>& x, const More&... more) {
  using call = rules::vmap_call<Axis, F, tensor<T, Axes...>, More...>;
  using into = rules::out_call<tensor<U, Out...>, typename call::result>;
  ATTN_REQUIRE_VMAP(call, "attn::vmap_into<axis>(out, f, x, …)")
  ATTN_REQUIRE_OUT(into, "attn::vmap_into<axis>(out, f, x, …)");
  if constexpr (call::all::value && into::all::value)
    detail::write_stacked<Axis>(in, out, f, x, more...);
}

template <axis_selector Axis, class U, class... Out, class F, class T, class... Axes, class... More>
  requires(detail::is_tensor<More> && ...)
ATTN_ABI constexpr void vmap_into(tensor<U, Out...>& out, const F& f, const tensor<T, Axes...>& x,
                                  const More&... more) {
  vmap_into<Axis>(in_parts<1>(one_by_one{}), out, f, x, more...);
}

}  // namespace attn
ATTN_STRICT_FP_END
