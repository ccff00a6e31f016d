// SPDX-License-Identifier: BSL-1.0
// The library as a contender, in up to three forms: what one writes first, a call that returns its
// result; `_into`, which writes to an existing one; packed, with what is constant prepared before
// the clock starts. A row's computation is a template over its element type: with float
// it is timed; with an archetype, which no kernel takes, it goes through the generic loops, the
// definition of what the bits are; and where the compiler's default limits allow, it is a constant.
#pragma once

#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <tuple>
#include <type_traits>

#include <attn/all.hpp>

#include "runtime_tests/bench/contender.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/fill.hpp"

namespace bench {

using generic = attn_tests::basic_archetype<float>;
static_assert(sizeof(generic) == sizeof(float));

struct given {
  int number;
  float scale = 1;
};

// For each kind of row: `operands`, a tuple of types; `from`, an array of given;
// compute(operands…), a constant expression; small, whether as a constant too; kernel(), what
// serves it. Optionally compute_into(result, operands…); or prepare(operands…), what is made of
// constant ones before the clock starts, and then compute_into(result, operands…, what was
// prepared), or compute(operands…, what was prepared), and packed_kernel(), what serves that.
template <auto Row, class T>
struct computation;

// The library's names for its kernels.
template <std::size_t M, std::size_t K, std::size_t N>
std::string product_kernel() {
  return attn::detail::runtime::matmul_kernel<float, M, K, N>::name;
}
inline std::string product_packed_kernel() {
  return attn::detail::runtime::matmul_packed_kernel::name;
}
template <std::size_t Heads, std::size_t Tokens, std::size_t Width>
std::string attention_kernel() {
  return attn::detail::runtime::attention_kernel<attn::detail::native_isa, float, Heads, Tokens,
                                                 Tokens, Width, Width>::name;
}

template <class X>
const X& at(const float* p) {
  return *std::launder(reinterpret_cast<const X*>(p));
}

template <auto Row, std::size_t I>
inline constexpr auto constant_operand =
    attn_tests::filled<std::tuple_element_t<I, typename computation<Row, float>::operands>>(
        computation<Row, float>::from[I].number, computation<Row, float>::from[I].scale);

enum class form { plain, into, packed };

template <auto Row, class Index>
struct evaluated;
template <auto Row, std::size_t... I>
struct evaluated<Row, std::index_sequence<I...>> {
  using what = computation<Row, float>;
  using meaning = computation<Row, generic>;
  template <std::size_t N>
  using operand = std::tuple_element_t<N, typename what::operands>;
  template <std::size_t N>
  using generic_operand = std::tuple_element_t<N, typename meaning::operands>;
  using result = decltype(what::compute(std::declval<const operand<I>&>()...));
  static constexpr std::size_t count = sizeof(result) / sizeof(float);

  static constexpr bool has_into =
      requires(result& r) { what::compute_into(r, std::declval<const operand<I>&>()...); };
  static constexpr bool has_packed =
      requires { what::prepare(std::declval<const operand<I>&>()...); };

  template <form Form, class... Prepared>
  static void call(float* out, const float* const (&p)[sizeof...(I)], const Prepared&... ready) {
    constexpr bool prepared_into =
        requires(result& r) { what::compute_into(r, at<operand<I>>(p[I])..., ready...); };
    if constexpr (Form == form::into || (Form == form::packed && prepared_into))
      what::compute_into(*std::launder(reinterpret_cast<result*>(out)), at<operand<I>>(p[I])...,
                         ready...);
    else
      ::new (static_cast<void*>(out)) result(what::compute(at<operand<I>>(p[I])..., ready...));
  }

  static bool as_generic(const float* out, const float* const (&p)[sizeof...(I)]) {
    std::tuple<std::unique_ptr<generic_operand<I>>...> copies{
        std::make_unique<generic_operand<I>>()...};
    (std::memcpy(static_cast<void*>(std::get<I>(copies).get()), p[I], sizeof(generic_operand<I>)),
     ...);
    using generic_result = decltype(meaning::compute(*std::get<I>(copies)...));
    const std::unique_ptr<generic_result> r(
        new generic_result(meaning::compute(*std::get<I>(copies)...)));
    return std::memcmp(static_cast<const void*>(r.get()), out, values * sizeof(float)) == 0;
  }
  static bool as_constant(const float* out) {
    if constexpr (what::small) {
      static constexpr auto known = what::compute(constant_operand<Row, I>...);
      return std::memcmp(known.data(), out, values * sizeof(float)) == 0;
    } else {
      return true;
    }
  }

  // Without the padding of tiny tensors.
  static constexpr std::size_t values = [] {
    if constexpr (requires { result::size(); })
      return result::size();
    else
      return count;
  }();

  template <form Form>
  static entry prepared(memory& m) {
    const float* const p[] = {m.operand(what::from[I].number, sizeof(operand<I>) / sizeof(float),
                                        what::from[I].scale)...};
    float* const out = m.result(count);
    struct pointers {
      const float* to[sizeof...(I)];
    } const held{{p[I]...}};
    entry e{};
    if constexpr (Form == form::packed) {
      using ready = decltype(what::prepare(at<operand<I>>(p[I])...));
      const std::shared_ptr<ready> made(new ready(what::prepare(at<operand<I>>(p[I])...)));
      e = calling([out, held, made] { call<Form>(out, held.to, *made); }, out, values);
    } else {
      e = calling([out, held] { call<Form>(out, held.to); }, out, values);
    }
    if constexpr (Form == form::packed)
      e.kernel = what::packed_kernel();
    else
      e.kernel = what::kernel();
    e.bits = [out, held] {
      if (!as_constant(out)) return "not the constant's";
#if defined(ATTN_FUSED)  // the elements of the generic loops are not fused: bits/fused.cpp compares
      return what::small ? "constant" : "not compared";
#else
      if (!as_generic(out, held.to)) return "not the generic loops'";
      return what::small ? "constant" : "generic";
#endif
    };
    return e;
  }
};

template <const auto& Rows>
void add_computations(list& all) {
  for_each<Rows>([&]<auto Row>() {
    using index =
        std::make_index_sequence<std::tuple_size_v<typename computation<Row, float>::operands>>;
    using row = evaluated<Row, index>;
    all.add(name(Row), operations(Row), "attn " ATTN_BENCH_COMPILER,
            row::template prepared<form::plain>);
    if constexpr (row::has_into)
      all.add(name(Row), operations(Row), "attn " ATTN_BENCH_COMPILER " into",
              row::template prepared<form::into>);
    if constexpr (row::has_packed)
      all.add(name(Row), operations(Row), "attn " ATTN_BENCH_COMPILER " packed",
              row::template prepared<form::packed>);
  });
}

// One translation unit each.
void add_products(list&);
void add_attentions(list&);
void add_layers(list&);

}  // namespace bench
