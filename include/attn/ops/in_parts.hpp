// SPDX-License-Identifier: BSL-1.0
// Divides the work of one call into parts that may run at the same time, on threads of the user's.
//
//   in_parts<4>(run)                                 work in at most four parts, called by `run`
//   one_by_one                                       a `run` for one thread, and for constants
//   matmul_into(in_parts<4>(run), out, A, B)         the rows of out, or its matrices, in parts
//   softmax_into<axis>(in_parts<4>(run), out, x)     the rows of x, in parts
//
// run(count, part) calls part(0), part(1), …, part(count - 1), each once, in any order, on any
// threads, and returns when all have returned. The library starts no thread and takes no lock: each
// part reads the operands and writes elements of its own. scaled_dot_product_attention_into
// (attention/in_parts.hpp) and vmap (ops/vmap.hpp) take parts too.
//
// Shapes and rules: the shapes and rules of the call without parts. in_parts<n>: positive.
// runs_parts.
// Accuracy: bit for bit the call without parts, whatever the number of parts and threads.
// Cost: the cost of the call without parts. A product whose B is copied into panels copies it once
// for each part. In constant evaluation, a packed B is multiplied in one part. A softmax is divided
// along the axes before its own: along the first axis it is one part.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/ops/matmul.hpp>
#include <attn/ops/packed.hpp>
#include <attn/ops/softmax.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {
// What `run` is called with, for the question whether it can be.
struct any_part {
  ATTN_ABI constexpr void operator()(std::size_t) const {}
};
}  // namespace detail

namespace rules {

// run(count, part) can be called.
template <class Run>
struct runs_parts {
  static constexpr bool value =
      requires(const Run& run) { run(std::size_t{}, attn::detail::any_part{}); };
};

}  // namespace rules

template <std::size_t N, class Run>
struct parts {
  Run run;
};

// A `run` for one thread, and for constants: calls the parts in order.
struct one_by_one {
  template <class Part>
  ATTN_ABI constexpr void operator()(std::size_t count, const Part& part) const {
    for (std::size_t i = 0; i < count; ++i) part(i);
  }
};

template <std::size_t N, class Run>
ATTN_ABI constexpr parts<N, Run> in_parts(Run run) {
  using some = rules::single_rule_call<rules::positive<rules::size<N>>>;
  using callable = rules::single_rule_call<rules::runs_parts<Run>>;
  ATTN_REQUIRE(some, rule, "attn::in_parts<n>(run): requires at least one part");
  ATTN_REQUIRE(callable, rule,
               "attn::in_parts<n>(run): run must be callable as run(count, part), and call part(i) "
               "for each i < count");
  return {static_cast<Run&&>(run)};
}

namespace detail {

// Total indices in at most N parts of `each` consecutive ones. The last may have fewer.
template <std::size_t Total, std::size_t N>
struct division {
  static constexpr std::size_t each = (Total - 1) / (N > 0 ? N : 1) + 1;
  static constexpr std::size_t count = (Total - 1) / each + 1;
  static constexpr std::size_t last = Total - (count - 1) * each;
};

template <std::size_t Count>
using so_many = std::integral_constant<std::size_t, Count>;

// work(so_many<indices>{}, first index) for the part of this number. There may be no such part.
template <class Division, class Work>
ATTN_ABI constexpr void work_on_part(std::size_t part, const Work& work) {
  if (part + 1 < Division::count)
    work(so_many<Division::each>{}, part * Division::each);
  else if (part + 1 == Division::count)
    work(so_many<Division::last>{}, part * Division::each);
}

template <std::size_t Total, std::size_t N, class Run, class Work>
ATTN_ABI constexpr void divide(const parts<N, Run>& in, const Work& work) {
  using equal = division<Total, N>;
  in.run(equal::count, [&work](std::size_t part) { work_on_part<equal>(part, work); });
}

// `Count` whole matrices, and `Rows` rows of each matrix, from `first` on.
template <class Plan, std::size_t Count, class T>
ATTN_ABI constexpr void write_matrices(T* out, const T* a, const T* b, std::size_t first) {
  constexpr std::size_t m = Plan::m, k = Plan::k, n = Plan::n;
  for (std::size_t p = first; p < first + Count; ++p)
    write_product_at<m, k, n>(out + p * m * n, a + p * Plan::next_a, b + p * k * n);
}
template <class Plan, std::size_t Rows, class T>
ATTN_ABI constexpr void write_some_rows(T* out, const T* a, const T* b, std::size_t first) {
  constexpr std::size_t m = Plan::m, k = Plan::k, n = Plan::n;
  for (std::size_t p = 0; p < Plan::products; ++p)
    write_product_at<Rows, k, n>(out + (p * m + first) * n, a + p * Plan::next_a + first * k,
                                 b + p * k * n);
}

// out = a b, all of which have passed the rules: whole matrices, if there are enough of them, or
// rows.
template <std::size_t N, class Run, class T, class... Out, class... A, class... B>
ATTN_ABI constexpr void write_product(const parts<N, Run>& in, tensor<T, Out...>& out,
                                      const tensor<T, A...>& a, const tensor<T, B...>& b) {
  using plan = product_plan<shape<A...>, shape<B...>>;
  if constexpr (plan::products >= N)
    divide<plan::products>(in, [&](auto count, std::size_t first) {
      write_matrices<plan, count.value>(out.data(), a.data(), b.data(), first);
    });
  else
    divide<plan::m>(in, [&](auto rows, std::size_t first) {
      write_some_rows<plan, rows.value>(out.data(), a.data(), b.data(), first);
    });
}

template <std::size_t N, class Run, class T, class... Out, class... A, class In, class Outputs>
ATTN_ABI constexpr void write_product(const parts<N, Run>& in, tensor<T, Out...>& out,
                                      const tensor<T, A...>& a,
                                      const packed_weight<T, In, Outputs>& b) {
  if constexpr (kernel_scalar<T>) {
    if (!std::is_constant_evaluated()) {
      constexpr std::size_t k = In::size, n = Outputs::size, m = shape<A...>::volume / k;
      divide<m>(in, [&](auto rows, std::size_t first) {
        runtime::matmul_packed<rows.value, k, n>(out.data() + first * n, a.data() + first * k,
                                                 b.data());
      });
      return;
    }
  }
  write_product(out, a, b);
}

// Some of the rows around an axis.
template <class Around, std::size_t Rows>
struct some_rows : Around {
  static constexpr std::size_t rows = Rows;
};
// What lies between two steps of the axes before this one stays together.
template <std::size_t At, std::size_t N, class Run, class T, class... Out, class... Axes>
ATTN_ABI constexpr void write_softmax(const parts<N, Run>& in, tensor<T, Out...>& out,
                                      const tensor<T, Axes...>& x) {
  using around = around_axis<shape<Axes...>, At>;
  constexpr std::size_t inner = around::inner, step = around::extent * inner;
  divide<around::rows / inner>(in, [&](auto count, std::size_t first) {
    softmax_of<some_rows<around, count.value * inner>>::write(out.data() + first * step,
                                                              x.data() + first * step);
  });
}

}  // namespace detail

template <axis_selector Axis = -1, std::size_t N, class Run, class U, class T, class... Out,
          class... Axes>
ATTN_ABI constexpr void softmax_into(const parts<N, Run>& in, tensor<U, Out...>& out,
                                     const tensor<T, Axes...>& x) {
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  if constexpr (call::all::value && !detail::is_recorded<T> &&
                rules::out_call<tensor<U, Out...>, tensor<T, Axes...>>::all::value)
    detail::write_softmax<call::position>(in, out, x);
  else
    softmax_into<Axis>(out, x);
}

template <std::size_t N, class Run, class R, class T, class... Out, class... A, class B>
  requires requires { typename B::shape_type; }
ATTN_ABI constexpr void matmul_into(const parts<N, Run>& in, tensor<R, Out...>& out,
                                    const tensor<T, A...>& a, const B& b) {
  using factor = tensor_of<typename B::value_type, typename B::shape_type>;
  using call = rules::product_call<tensor<T, A...>, factor>;
  if constexpr (call::all::value &&
                rules::out_call<tensor<R, Out...>, typename call::result>::all::value)
    detail::write_product(in, out, a, b);
  else
    matmul_into(out, a, b);  // says what is wrong
}

}  // namespace attn
ATTN_STRICT_FP_END
