// SPDX-License-Identifier: BSL-1.0
// A step of a gated cell at run time, a vector of units at a time: the gates and what they let
// through, with the bits of the tensors' operations one by one.
//
//   lstm_units<order, width, units, apart>(hidden, cell, sums, cell before)
//   gru_units<order, width, units, apart>(hidden, sums, hidden before)  reset after the product
//   for_units_of_packed<gates, rows, in, width>(…)                   their products, from packed
//   for_units_of_plain<gates, in, width>(…)                          weights, or plain ones by one
//                                                                    row: as many as a vector holds
//   for_units_of_state<gates, rows, width>(…)                        those with the state alone
//
// The cell has `width` units, of which a call computes `units`. What the input adds to the gates of
// a unit is `apart` from gate to gate.
#ifndef ATTN_DETAIL_RUNTIME_GATES_HPP
#define ATTN_DETAIL_RUNTIME_GATES_HPP

#include <cstddef>

#include <attn/detail/runtime/elementwise.hpp>
#include <attn/detail/runtime/matmul.hpp>
#include <attn/detail/runtime/matmul_block.hpp>
#include <attn/detail/storage.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/sigmoid.hpp>
#include <attn/math/tanh.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// What the weights make of the input and of the state, gate by gate, and the biases of all units.
template <class T>
struct gate_sums {
  const T *of_x, *b_ih, *of_h, *b_hh;
};

struct gate_sum {
  template <class V>
  ATTN_INLINE V operator()(const V& of_x, const V& b_ih, const V& of_h, const V& b_hh) const {
    return V(of_x + b_ih) + V(of_h + b_hh);
  }
};
struct biased {
  template <class V>
  ATTN_INLINE V operator()(const V& product, const V& bias) const {
    return product + bias;
  }
};

struct cell_update {
  template <class V>
  ATTN_INLINE V operator()(const V& input, const V& forget, const V& candidate,
                           const V& before) const {
    return rounded(V(math::sigmoid_lanes(forget) * before)) +
           rounded(V(math::sigmoid_lanes(input) * math::tanh_lanes(candidate)));
  }
};
struct hidden_update {
  template <class V>
  ATTN_INLINE V operator()(const V& output, const V& cell) const {
    return rounded(V(math::sigmoid_lanes(output) * math::tanh_lanes(cell)));
  }
};

// Of one unit, about: for is_dispatched. No processor's number.
inline constexpr std::size_t multiplications_of_gates = 64;

template <class Order, std::size_t Width, std::size_t Units, std::size_t Apart,
          class Isa = native_isa, class T>
ATTN_INLINE void lstm_units(T* hidden, T* cell, const gate_sums<T>& of, const T* before) {
  ATTN_DISPATCHED(
      (is_dispatched<T, multiplications_of_gates * Units>),
      target::runtime::lstm_units_of<Order, Width, Units, Apart>(hidden, cell, of, before))
  alignas(64) T sum[4 * Units];
  lifetime_begins(sum);
  for (std::size_t g = 0; g < 4; ++g)
    elementwise<Units, Isa>(sum + g * Units, gate_sum{}, of.of_x + g * Apart, of.b_ih + g * Width,
                            of.of_h + g * Units, of.b_hh + g * Width);
  const auto gate = [&sum](std::size_t place) -> const T* { return sum + place * Units; };
  elementwise<Units, Isa>(cell, cell_update{}, gate(Order::input), gate(Order::forget),
                          gate(Order::candidate), before);
  const T* after = cell;
  elementwise<Units, Isa>(hidden, hidden_update{}, gate(Order::output), after);
}

struct gru_blend {
  template <class V>
  ATTN_INLINE V operator()(const V& reset, const V& update, const V& of_x, const V& of_h,
                           const V& before) const {
    const V candidate = math::tanh_lanes(V(of_x + rounded(V(math::sigmoid_lanes(reset) * of_h))));
    const V old = math::sigmoid_lanes(update);
    const V fresh = splat<V>(element_of<V>(1)) - old;
    return rounded(V(fresh * candidate)) + rounded(V(old * before));
  }
};

template <class Order, std::size_t Width, std::size_t Units, std::size_t Apart,
          class Isa = native_isa, class T>
ATTN_INLINE void gru_units(T* hidden, const gate_sums<T>& of, const T* before) {
  ATTN_DISPATCHED((is_dispatched<T, multiplications_of_gates * Units>),
                  target::runtime::gru_units_of<Order, Width, Units, Apart>(hidden, of, before))
  alignas(64) T reset[Units], update[Units], of_x[Units], of_h[Units];
  lifetime_begins(reset);
  lifetime_begins(update);
  lifetime_begins(of_x);
  lifetime_begins(of_h);
  const auto whole = [&of](T* sum, std::size_t place) {
    elementwise<Units, Isa>(sum, gate_sum{}, of.of_x + place * Apart, of.b_ih + place * Width,
                            of.of_h + place * Units, of.b_hh + place * Width);
  };
  const auto part = [](T* sum, const T* product, const T* bias) {
    elementwise<Units, Isa>(sum, biased{}, product, bias + Order::candidate * Width);
  };
  whole(reset, Order::reset);
  whole(update, Order::update);
  part(of_x, of.of_x + Order::candidate * Apart, of.b_ih);
  part(of_h, of.of_h + Order::candidate * Units, of.b_hh);
  const auto read = [](const T* sum) { return sum; };
  elementwise<Units, Isa>(hidden, gru_blend{}, read(reset), read(update), read(of_x), read(of_h),
                          before);
}

#if defined(ATTN_TARGET)
// The same for the unit's own kernels, whose gate_sums is another class (detail/dispatch.hpp).
template <class Order, std::size_t Width, std::size_t Units, std::size_t Apart, class T, class Own>
ATTN_ABI inline void lstm_units_of(T* hidden, T* cell, const Own& of, const T* before) {
  lstm_units<Order, Width, Units, Apart>(hidden, cell, {of.of_x, of.b_ih, of.of_h, of.b_hh},
                                         before);
}
template <class Order, std::size_t Width, std::size_t Units, std::size_t Apart, class T, class Own>
ATTN_ABI inline void gru_units_of(T* hidden, const Own& of, const T* before) {
  gru_units<Order, Width, Units, Apart>(hidden, {of.of_x, of.b_ih, of.of_h, of.b_hh}, before);
}
#endif

// --- the products -------------------------------------------------------------------------------

// Where they are in packed weights (K, gates * width), of which width is a number of whole lines: a
// strip has a line of each gate.
template <class Isa, class T, std::size_t K, std::size_t Width>
struct packed_gates : prefetched<0> {
  static constexpr std::size_t stride = packed_line<T>;
  static constexpr std::size_t lanes = Isa::template lanes<T>, vectors = packed_line<T> / lanes;
  template <class Strip, std::size_t C>
  static constexpr std::size_t at =
      packed_index<T, K>(0, C / vectors * Width + C % vectors * lanes);
};

template <class T, std::size_t Width>
inline constexpr bool has_lines_of_gates = kernel_scalar<T> && Width % packed_line<T> == 0;

// A packed cell with this number of units: the gates of some of them at a time, or of all.
template <class T, std::size_t Width>
struct gates_kernel {
  static constexpr const char* name = has_lines_of_gates<T, Width> ? "packed gates" : "packed";
};

// Rows of a, which are K long, by a line of each gate's packed weights, gate by gate. Whole lines,
// because the load of a part brings all of one. Of as many gates at once as registers allow,
// because four sums, of one row, would wait for themselves. Eight depend on the latency of an
// addition and on two adders.
template <class Isa, std::size_t Gates, std::size_t Rows, std::size_t K, std::size_t Width, class T>
ATTN_INLINE void lines_of_gates(T* out, const T* a, const T* w) {
  using right = packed_gates<Isa, T, K, Width>;
  constexpr std::size_t line = packed_line<T>, most_vectors = Rows == 1 ? 8 : 4;
  constexpr std::size_t fitting = most_vectors / right::vectors;
  constexpr std::size_t together = fitting < Gates ? fitting : Gates;
  for_constants<(Gates + together - 1) / together>([&](auto group) ATTN_INLINE_LAMBDA {
    constexpr std::size_t first = group * together;
    constexpr std::size_t count = first + together <= Gates ? together : Gates - first;
    using gates = strip<T, right::lanes, count * line>;
    matmul_strip<Isa, Rows, gates, Gates * line, K, right>(
        out + first * line, a, w + packed_index<T, K>(0, first * Width), K, false);
  });
}

// f.operator()<units, apart>(row, first unit, products with x, with h), for all rows and units. One
// after the other, so that the gates of some are worked out while the weights of the next are on
// their way.
template <std::size_t Gates, std::size_t Rows, std::size_t In, std::size_t Width,
          class Isa = native_isa, class T, class F>
ATTN_INLINE void for_units_of_packed(const T* x, const T* w_ih, const T* h, const T* w_hh,
                                     const F& f) {
  constexpr std::size_t line = packed_line<T>, together = Gates * line;
  alignas(64) T of_x[Rows * together], of_h[Rows * together];
  lifetime_begins(of_x);
  lifetime_begins(of_h);
#pragma GCC unroll 1
  for (std::size_t j = 0; j < Width; j += line) {
    lines_of_gates<Isa, Gates, Rows, In, Width>(of_x, x, w_ih + packed_index<T, In>(0, j));
    lines_of_gates<Isa, Gates, Rows, Width, Width>(of_h, h, w_hh + packed_index<T, Width>(0, j));
#pragma GCC unroll 1
    for (std::size_t i = 0; i < Rows; ++i)
      f.template operator()<line, line>(i, j, of_x + i * together, of_h + i * together);
  }
}

// The same with plain weights (gates, width, K), for one row, if a vector's units are not more than
// there are. The last ones overlap those before: computing twice is computing.
template <class T, std::size_t Rows, std::size_t Width, class Isa = native_isa>
inline constexpr bool has_vectors_of_gates =
    kernel_scalar<T> && Rows == 1 && Width >= Isa::template lanes<T>;

// For the tables: a plain cell's step of one row.
template <class T, std::size_t Width>
struct plain_gates_kernel {
  static constexpr const char* name = has_vectors_of_gates<T, 1, Width> ? "gates" : "turned";
};

template <std::size_t Gates, std::size_t In, std::size_t Width, class Isa = native_isa, class T,
          class F>
ATTN_INLINE void for_units_of_plain(const T* x, const T* w_ih, const T* h, const T* w_hh,
                                    const F& f) {
  constexpr std::size_t lanes = Isa::template lanes<T>, together = Gates * lanes;
  using gates = distant_groups<lanes, Gates, Width>;
  constexpr std::size_t ahead = ahead_of_few_rows<T, 1, (In + Width) * Gates * Width, 0>;
  alignas(64) T of_x[together], of_h[together];
  lifetime_begins(of_x);
  lifetime_begins(of_h);
#pragma GCC unroll 1
  for (std::size_t j = 0; j < Width; j += lanes) {
    const std::size_t unit = j + lanes <= Width ? j : Width - lanes;
    few_rows<Isa, vec<T, lanes>, 1, In, gates, lanes, ahead>::template run<together>(
        of_x, x, w_ih + unit * In);
    few_rows<Isa, vec<T, lanes>, 1, Width, gates, lanes, ahead>::template run<together>(
        of_h, h, w_hh + unit * Width);
    f.template operator()<lanes, lanes>(0, unit, of_x, of_h);
  }
}

// The same from packed weights, of_x (rows, gates * width) being known.
template <std::size_t Gates, std::size_t Rows, std::size_t Width, class Isa = native_isa, class T,
          class F>
ATTN_INLINE void for_units_of_state(const T* of_x, const T* h, const T* w_hh, const F& f) {
  constexpr std::size_t line = packed_line<T>, together = Gates * line;
  alignas(64) T of_h[Rows * together];
  lifetime_begins(of_h);
#pragma GCC unroll 1
  for (std::size_t j = 0; j < Width; j += line) {
    lines_of_gates<Isa, Gates, Rows, Width, Width>(of_h, h, w_hh + packed_index<T, Width>(0, j));
#pragma GCC unroll 1
    for (std::size_t i = 0; i < Rows; ++i)
      f.template operator()<line, Width>(i, j, of_x + i * Gates * Width + j, of_h + i * together);
  }
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END

#endif
