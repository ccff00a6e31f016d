// SPDX-License-Identifier: BSL-1.0
// What attn/ops/in_parts.hpp promises.
#pragma once

#include "static_tests/support/last_part_first.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::in_parts_tests {
// However many parts there are, each number is worked on once.
template <std::size_t Total, std::size_t N> constexpr bool once_each() {
  struct {
    int of[Total];
  } times{};
  std::size_t calls = 0;
  detail::divide<Total>(in_parts<N>([&](std::size_t count, const auto& part) {
    calls = count;
    one_by_one{}(count + 2, part);  // two that are no parts
  }),
      [&](auto count, std::size_t first) {
        for (std::size_t i = first; i < first + count; ++i) ++times.of[i];
      });
  bool all = calls >= 1 && calls <= N;
  for (const int t : times.of) all = all && t == 1;
  return all;
}
template <std::size_t Total, std::size_t... N>
constexpr bool once_each_in(std::index_sequence<N...>) {
  return (once_each<Total, N + 1>() && ...);
}

static_assert(rules::runs_parts<last_part_first>::value && rules::runs_parts<one_by_one>::value &&
              !rules::runs_parts<int>::value);

template <std::size_t N, class T, class A, class B> constexpr void same_product(report& r) {
  const auto a = launder(filled<A>(1));
  const auto b = launder(filled<B>(2));
  const auto wanted = matmul(a, b);
  std::remove_const_t<decltype(wanted)> out{};
  matmul_into(in_parts<N>(last_part_first{}), out, a, b);
  r.same(out, wanted);
}

using batch = axis<"batch", 5>;
using row = axis<"row", 7>;
using depth = axis<"depth", 6>;

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("every number belongs to one part", [](report& r) {
    r.check(once_each_in<1>(std::make_index_sequence<3>{}));
    r.check(once_each_in<7>(std::make_index_sequence<9>{}));
    r.check(once_each_in<12>(std::make_index_sequence<13>{}));
  });
  tests.proved<int, float, double>("rows in parts", []<class T>(report& r) {
    using B = tensor<T, depth, axis<"column", 19>>;
    same_product<1, T, tensor<T, row, depth>, B>(r);
    same_product<2, T, tensor<T, row, depth>, B>(r);
    same_product<3, T, tensor<T, row, depth>, B>(r);
    using of_batch = tensor<T, batch, depth, axis<"column", 4>>;  // one A for all
    same_product<2, T, tensor<T, row, depth>, of_batch>(r);
    same_product<7, T, tensor<T, row, depth>, of_batch>(r);
    same_product<100, T, tensor<T, row, depth>, B>(r);
    same_product<4, T, tensor<T, batch, row, depth>, B>(r);  // the rows of all five are one matrix
  });
  tests.proved<float, double>("matrices in parts", []<class T>(report& r) {
    using A = tensor<T, batch, row, depth>;
    using B = tensor<T, batch, depth, dim<3>>;
    same_product<2, T, A, B>(r);
    same_product<5, T, A, B>(r);
    same_product<6, T, A, B>(r);  // rows: there are fewer matrices than parts
  });
  tests.proved<float, double>("packed in parts", []<class T>(report& r) {
    const auto a = launder(filled<tensor<T, row, depth>>(3));
    const auto b = packed(launder(filled<tensor<T, depth, axis<"column", 37>>>(4)));
    tensor<T, row, axis<"column", 37>> out{};
    matmul_into(in_parts<3>(last_part_first{}), out, a, b);
    r.same(out, matmul(a, b));
  });
  tests.proved<float, double>("softmax in parts", []<class T>(report& r) {
    using X = tensor<T, batch, row, axis<"column", 19>>;
    const auto x = launder(filled<X>(5, T(4)));
    const auto check = [&](auto n, auto along) {
      X out{};
      softmax_into<along.value>(in_parts<n.value>(last_part_first{}), out, x);
      r.same(out, softmax<along.value>(x));
    };
    using std::integral_constant;
    check(integral_constant<int, 2>{}, integral_constant<int, -1>{});
    check(integral_constant<int, 36>{}, integral_constant<int, 2>{});
    check(integral_constant<int, 3>{},
        integral_constant<int, 1>{});  // the rows of two batches, and one
    check(integral_constant<int, 4>{}, integral_constant<int, 0>{});  // one part
    X in_place = x;
    softmax_into(in_parts<4>(last_part_first{}), in_place, in_place);
    r.same(in_place, softmax(x));
    std::size_t parts = 0;
    const auto counted = [&parts](std::size_t count, const auto& part) {
      parts = count;
      one_by_one{}(count, part);
    };
    softmax_into(in_parts<2>(counted), in_place, x);
    r.check(parts == 2);
  });
};
}  // namespace attn_tests::in_parts_tests
