// SPDX-License-Identifier: BSL-1.0
// Rotary positions (RoPE): rotates each pair of features of a token by an angle proportional to its
// position, so that the score of a query and a key depends on their distance.
//
//   rotary<layout>(x, {.first_position = 0, .base = 10000})    token t is at first_position + t
//   rotary<layout>(x, positions, base)                         token t is at positions(t)
//     (a, b) -> (a cos - b sin, a sin + b cos)   of position / base^(2i/n), for pair i of n/2
//   rotary<layout, n>(x, …)                      only the first n features
//   rotary<layout>(x, first or positions, table)   any frequencies: of position * table(i), and
//                                                  only the features that the table has pairs for
// Positions are (token), or have leading axes of x, the first of them: (batch, token) is a position
// for each token of each text. positions_from<token>(first) makes them of an offset for each text.
//
// A table is rotary_table(frequencies[, magnitude]), where cosines and sines are multiplied by the
// magnitude, or rotary_frequencies<n>(base[, scaling]). Pair i has f = base^(-2i/n), scaled for
// texts longer than in the training, with the names and the defaults of Hugging Face:
//   linear_scaling       f / factor
//   ntk_scaling          the f of base * factor^(n/(n-2))
//   dynamic_ntk_scaling  the f of base * (factor * length/original_length - (factor-1))^(n/(n-2)),
//                        for a length above the original one
//   llama3_scaling       f where its wave is short, f / factor where it is long, and between them
//                        (1-s) f/factor + s f, s = (original_length/wave - low) / (high - low)
//   yarn_scaling         f/factor * r + f * (1-r); r rises from 0 to 1 between the pairs that turn
//                        beta_fast and beta_slow times in the original length; the magnitude is
//                        attention_factor, or 0.1 ln(factor) + 1
//
// (…, token, d_k) -> (…, token, d_k), for queries and for keys, before the scores. Values are not
// rotated. first_position is for example the number of tokens in a cache. The layout depends on how
// the weights were trained, so there is no default:
//   interleaved_pairs    features 2i and 2i + 1: the paper, Meta's Llama, GPT-J
//   half_pairs           features i and i + n/2: Hugging Face's Llama, GPT-NeoX; ONNX' default
// A conversion permutes the outputs of the weights of queries and keys along the given axis, and
// does not change the scores (split the output of several heads first).
//   interleaved_to_half_pairs<axis>(W), half_to_interleaved_pairs<axis>(W); <axis, n> as above
//
// Rules: is_pair_layout; rank_at_least two; in_pairs: n is even and not above the width;
// floating_point_element; has_axis; for positions is_integer, rank_within, same_axis with x's
// sequence and same_axes with its first axes. A base or a number of a scaling that is not positive
// (low >= high in llama3_scaling, a base of 1 or less in yarn_scaling) does not compile as a
// constant and ends the program at run time.
// Accuracy: as in layers/position.hpp the angle. Then one rounding of each product and of the sum.
// Special values: at position 0 the result is equal to x.
// Source: Su et al., RoFormer; huggingface/transformers' issue 25199 on the layouts, and its
// modeling_rope_utils.py; Peng et al., YaRN; bloc97 on NTK-aware scaling.
// Cost: cost::rotary<layout, X, n>(), 4 multiplications and 2 additions per pair.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include <attn/layers/detail/require.hpp>
#include <attn/layers/position.hpp>
#include <attn/math/log.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/scalars/operation_count.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// The features of pair i, of n that are rotated.
struct interleaved_pairs {
  ATTN_ABI static constexpr std::size_t first(std::size_t i, std::size_t) { return 2 * i; }
  ATTN_ABI static constexpr std::size_t second(std::size_t i, std::size_t) { return 2 * i + 1; }
};
struct half_pairs {
  ATTN_ABI static constexpr std::size_t first(std::size_t i, std::size_t) { return i; }
  ATTN_ABI static constexpr std::size_t second(std::size_t i, std::size_t n) { return i + n / 2; }
};

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void base_of_rotary_must_be_positive() { detail::end_of_program(); }

struct rotary_options {
  std::size_t first_position = 0;
  double base = 10000;
};

// Frequencies of pairs, in radians per position.
template <std::size_t Pairs>
struct rotary_table {
  tensor<double, dim<Pairs>> frequencies;
  double magnitude = 1;

  ATTN_ABI constexpr rotary_table() = default;
  template <std::floating_point T, axis_like Pair>
    requires(Pair::size == Pairs)
  ATTN_ABI constexpr explicit rotary_table(const tensor<T, Pair>& of, double times = 1)
      : frequencies(with_axes<dim<Pairs>>(as<double>(of))), magnitude(times) {}
  ATTN_ABI friend constexpr bool operator==(const rotary_table&, const rotary_table&) = default;
};
template <class T, class Pair>
rotary_table(const tensor<T, Pair>&, double = 1) -> rotary_table<Pair::size>;

// Not constexpr on purpose, as above.
[[noreturn]] ATTN_ABI inline void numbers_of_rotary_scaling_must_be_positive() {
  detail::end_of_program();
}

namespace detail {

ATTN_ABI inline constexpr double two_pi = 6.283185307179586;

// What `base` is for a text that is `times` as long: the longest wave is stretched by it.
template <std::size_t N>
ATTN_ABI constexpr double stretched_base(double base, double times) {
  return N > 2 ? base * math::pow(times, double(N) / (double(N) - 2)) : base;
}
template <std::size_t N>
ATTN_ABI constexpr rotary_table<N / 2> unscaled_frequencies(double base) {
  rotary_table<N / 2> table;
  const auto lengths = wavelengths<N / 2>(base, N);
  for (std::size_t i = 0; i < N / 2; ++i) table.frequencies.data()[i] = 1 / lengths.data()[i];
  return table;
}
template <class... Numbers>
ATTN_ABI constexpr void require_positive(Numbers... x) {
  if (!(... && (x > 0))) numbers_of_rotary_scaling_must_be_positive();
}

}  // namespace detail

struct linear_scaling {
  double factor = 1;
  template <std::size_t N>
  ATTN_ABI constexpr rotary_table<N / 2> table(double base) const {
    detail::require_positive(factor);
    auto scaled = detail::unscaled_frequencies<N>(base);
    scaled.frequencies /= factor;
    return scaled;
  }
};
struct ntk_scaling {
  double factor = 1;
  template <std::size_t N>
  ATTN_ABI constexpr rotary_table<N / 2> table(double base) const {
    detail::require_positive(factor);
    return detail::unscaled_frequencies<N>(detail::stretched_base<N>(base, factor));
  }
};
struct dynamic_ntk_scaling {
  double factor = 1;
  double original_length = 2048;
  double length = 2048;
  template <std::size_t N>
  ATTN_ABI constexpr rotary_table<N / 2> table(double base) const {
    detail::require_positive(factor, original_length, length);
    const double ratio = length > original_length ? length / original_length : 1.0;
    return detail::unscaled_frequencies<N>(
        detail::stretched_base<N>(base, math::rounded(factor * ratio) - (factor - 1)));
  }
};
struct llama3_scaling {
  double factor = 8;
  double low_freq_factor = 1;
  double high_freq_factor = 4;
  double original_length = 8192;
  template <std::size_t N>
  ATTN_ABI constexpr rotary_table<N / 2> table(double base) const {
    detail::require_positive(factor, low_freq_factor, high_freq_factor - low_freq_factor,
                             original_length);
    auto scaled = detail::unscaled_frequencies<N>(base);
    for (std::size_t i = 0; i < N / 2; ++i) {
      double& f = scaled.frequencies.data()[i];
      const double waves = original_length / (detail::two_pi / f);
      if (waves < low_freq_factor) {
        f /= factor;
      } else if (!(waves > high_freq_factor)) {
        const double s = (waves - low_freq_factor) / (high_freq_factor - low_freq_factor);
        f = math::rounded((1 - s) * f / factor) + math::rounded(s * f);
      }
    }
    return scaled;
  }
};
struct yarn_scaling {
  double factor = 1;
  double original_length = 2048;
  double beta_fast = 32;
  double beta_slow = 1;
  double attention_factor = 0;  // 0: 0.1 ln(factor) + 1 of a factor above 1, else 1
  bool truncate = true;         // r begins and ends at a whole pair
  template <std::size_t N>
  ATTN_ABI constexpr rotary_table<N / 2> table(double base) const {
    detail::require_positive(factor, original_length, beta_fast, beta_slow, base - 1);
    if (!(attention_factor >= 0)) numbers_of_rotary_scaling_must_be_positive();
    const double low = bound<N>(base, beta_fast, 0), high = bound<N>(base, beta_slow, 1);
    const double width = high == low ? 0.001 : high - low;
    auto scaled = detail::unscaled_frequencies<N>(base);
    for (std::size_t i = 0; i < N / 2; ++i) {
      double& f = scaled.frequencies.data()[i];
      const double at = (double(i) - low) / width, r = at < 0 ? 0 : at > 1 ? 1 : at;
      f = math::rounded(f / factor * r) + math::rounded(f * (1 - r));
    }
    scaled.magnitude = attention_factor > 0 ? attention_factor
                       : factor > 1         ? math::rounded(0.1 * math::log(factor)) + 1
                                            : 1;
    return scaled;
  }

 private:
  // The pair that turns `times` in the original length; from 0 on, or (`above` 1) up to N - 1.
  template <std::size_t N>
  ATTN_ABI constexpr double bound(double base, double times, std::ptrdiff_t above) const {
    const double pair =
        double(N) * math::log(original_length / (times * detail::two_pi)) / (2 * math::log(base));
    const double end = 4.0 * double(N);  // no bound beyond it differs from it
    double at = pair > end ? end : pair < -end ? -end : pair;
    if (truncate) {
      const auto whole = static_cast<std::ptrdiff_t>(at);
      const bool up = above == 1 && double(whole) < at, down = above == 0 && double(whole) > at;
      at = double(whole + (up ? 1 : 0) - (down ? 1 : 0));
    }
    if (above == 0) return at < 0 ? 0 : at;
    return at > double(N) - 1 ? double(N) - 1 : at;
  }
};

// The table of the first N features, an even number.
template <std::size_t N>
  requires(N > 0 && N % 2 == 0)
ATTN_ABI constexpr rotary_table<N / 2> rotary_frequencies(double base = 10000) {
  if (!(base > 0)) base_of_rotary_must_be_positive();
  return detail::unscaled_frequencies<N>(base);
}
template <std::size_t N, class Scaling>
  requires(N > 0 && N % 2 == 0)
ATTN_ABI constexpr rotary_table<N / 2> rotary_frequencies(double base, const Scaling& scaling) {
  if (!(base > 0)) base_of_rotary_must_be_positive();
  return scaling.template table<N>(base);
}

inline constexpr std::size_t all_features = static_cast<std::size_t>(-1);

namespace detail {

template <class Axis, std::size_t Features>
inline constexpr std::size_t rotated_count = Features == all_features ? Axis::size : Features;

// The lengths of the waves of N features.
template <std::size_t N>
ATTN_ABI constexpr auto waves_of(double base) {
  if (!(base > 0)) base_of_rotary_must_be_positive();
  return [base] { return wavelengths<N / 2>(base, N); };
}
template <std::size_t Pairs>
ATTN_ABI constexpr auto waves_of(const rotary_table<Pairs>& table) {
  return [&table] { return table; };
}

template <class T, std::size_t N>
ATTN_ABI constexpr turns<T, N> turns_at(double position, const rotary_table<N>& table) {
  const auto angles = table.frequencies * position;
  return {as<T>(attn::cos(angles) * table.magnitude), as<T>(attn::sin(angles) * table.magnitude)};
}

// The first N features of each token turned: token t of text n is at position(n * tokens + t), a
// number. waves() is a table or lengths.
template <class Layout, std::size_t N, std::size_t Texts, std::size_t Volume, std::size_t Tokens,
          std::size_t Width>
struct rotation_of {
  ATTN_ABI static constexpr operation_count cost() {
    return Volume / Width * (N / 2) * operation_count{.additions = 2, .multiplications = 4};
  }
  template <class T, class Waves, class F>
  ATTN_ABI static constexpr void write(T* out, const T* x, const Waves& waves, const F& position) {
    constexpr std::size_t of_a_text = Volume / (Tokens * Width) / Texts;
    const auto lengths = waves();
    for (std::size_t at_token = 0; at_token < Texts * Tokens; ++at_token) {
      const auto at = turns_at<T>(position(at_token), lengths);
      const std::size_t first_row = at_token / Tokens * of_a_text, t = at_token % Tokens;
      for (std::size_t o = first_row; o < first_row + of_a_text; ++o) {
        const T* row = x + (o * Tokens + t) * Width;
        T* to = out + (o * Tokens + t) * Width;
        tensor<T, dim<N / 2>> a(uninitialized), b(uninitialized);
        for (std::size_t i = 0; i < N / 2; ++i) {
          a.data()[i] = row[Layout::first(i, N)];
          b.data()[i] = row[Layout::second(i, N)];
        }
        const auto first = multiply(a, at.cosine) - multiply(b, at.sine);
        const auto second = multiply(a, at.sine) + multiply(b, at.cosine);
        for (std::size_t i = 0; i < N / 2; ++i) {
          to[Layout::first(i, N)] = first.data()[i];
          to[Layout::second(i, N)] = second.data()[i];
        }
        for (std::size_t i = N; i < Width; ++i) to[i] = row[i];
      }
    }
  }
};
template <class Layout, std::size_t N, std::size_t Texts = 1, class T, class... Axes, class Waves,
          class F>
ATTN_ABI constexpr tensor<T, Axes...> rotated(const tensor<T, Axes...>& x, const Waves& waves,
                                              const F& position) {
  using from = shape<Axes...>;
  using rotation = rotation_of<Layout, N, Texts, from::volume, second_to_last_axis<from>::size,
                               last_axis<from>::size>;
  return made<rotation, tensor<T, Axes...>>(x, waves, position);
}

// The number of texts that positions of these axes are for.
template <class... At>
inline constexpr std::size_t texts_of = shape<At...>::volume / last_axis<shape<At...>>::size;

// Along the axis at position At, what is pair i of From becomes pair i of To.
template <class From, class To, std::size_t At, std::size_t N, class T, class... Axes>
ATTN_ABI constexpr tensor<T, Axes...> pairs_moved(const tensor<T, Axes...>& x) {
  using around = around_axis<shape<Axes...>, At>;
  auto out = x;
  for (std::size_t row = 0; row < around::rows; ++row) {
    const std::size_t start = around::start_of(row), step = around::inner;
    for (std::size_t i = 0; i < N / 2; ++i) {
      out.data()[start + To::first(i, N) * step] = x.data()[start + From::first(i, N) * step];
      out.data()[start + To::second(i, N) * step] = x.data()[start + From::second(i, N) * step];
    }
  }
  return out;
}

}  // namespace detail

namespace rules {

template <class Layout, std::size_t Features, class X>
struct rotary_call;
template <class Layout, std::size_t Features, class T, class... Axes>
struct rotary_call<Layout, Features, tensor<T, Axes...>> {
  using operands = roles<axes_of<Axes...>>;
  using width = last_axis<shape<Axes...>>;
  static constexpr std::size_t rotated = attn::detail::rotated_count<width, Features>;
  using known_layout = is_pair_layout<option<Layout>>;
  using sequence = rank_at_least<axes_of<Axes...>, rank<2>>;
  using floating_point = floating_point_element<element<T>>;
  using pairs = in_pairs<size<rotated>, width_of_X<width>>;
  using all = in_order<known_layout, sequence, floating_point, pairs>;
};

// At positions of the caller's.
template <class Layout, std::size_t Features, class X, class Positions>
struct rotary_at_call;
template <class Layout, std::size_t Features, class T, class... Axes, class P, class... At>
struct rotary_at_call<Layout, Features, tensor<T, Axes...>, tensor<P, At...>>
    : rotary_call<Layout, Features, tensor<T, Axes...>>,
      positions_of_texts<rotary_call<Layout, Features, tensor<T, Axes...>>::sequence::value,
                         shape<Axes...>, tensor<P, At...>> {
  using on_x = rotary_call<Layout, Features, tensor<T, Axes...>>;
  using texts = positions_of_texts<on_x::sequence::value, shape<Axes...>, tensor<P, At...>>;
  using operands = typename texts::operands;
  using all = in_order<typename on_x::all, typename texts::all>;
};

template <class Token, class First>
struct positions_from_call;
template <class Token, class P, class... Texts>
struct positions_from_call<Token, tensor<P, Texts...>> {
  using operands = roles<axes_of<Texts...>>;
  using integers = is_integer<element<P>>;
  using room = has_room_for<axes_of<Texts...>, rank<1>>;
  using distinct_result = distinct_axes<result_axes<Texts..., Token>>;
  using all = in_order<integers, room, distinct_result>;
};

// Of a weight, along the axis of its outputs.
template <auto Axis, std::size_t Features, class W>
struct feature_pairs_call;
template <auto Axis, std::size_t Features, class T, class... Axes>
struct feature_pairs_call<Axis, Features, tensor<T, Axes...>>
    : axis_call<Axis, tensor<T, Axes...>> {
  using on_w = axis_call<Axis, tensor<T, Axes...>>;
  using outputs = axis_at<shape<Axes...>, on_w::position>;
  static constexpr std::size_t moved = attn::detail::rotated_count<outputs, Features>;
  using pairs = in_pairs<size<moved>, output_of_W<outputs>>;
  using all = in_order<typename on_w::all, pairs>;
};

}  // namespace rules

template <class Layout = void, std::size_t Features = all_features, class T, class... Axes>
ATTN_ABI constexpr auto rotary(const tensor<T, Axes...>& x, rotary_options options = {}) {
  using call = rules::rotary_call<Layout, Features, tensor<T, Axes...>>;
  ATTN_REQUIRE_ROTARY(call, "attn::rotary<layout>(x)");
  if constexpr (call::all::value)
    return detail::rotated<Layout, call::rotated>(
        x, detail::waves_of<call::rotated>(options.base),
        [&](std::size_t row) { return detail::position_after(options.first_position, row); });
  else
    return x;
}

template <class Layout = void, std::size_t Features = all_features, class T, class... Axes, class P,
          class... Positions>
ATTN_ABI constexpr auto rotary(const tensor<T, Axes...>& x,
                               const tensor<P, Positions...>& positions,
                               double base = rotary_options{}.base) {
  using call = rules::rotary_at_call<Layout, Features, tensor<T, Axes...>, tensor<P, Positions...>>;
  ATTN_REQUIRE_ROTARY(call, "attn::rotary<layout>(x, positions)");
  ATTN_REQUIRE_POSITIONS_OF_TEXTS(call, "attn::rotary<layout>(x, positions)");
  if constexpr (call::all::value)
    return detail::rotated<Layout, call::rotated, detail::texts_of<Positions...>>(
        x, detail::waves_of<call::rotated>(base),
        [&](std::size_t row) { return static_cast<double>(positions.data()[row]); });
  else
    return x;
}

template <class Layout = void, class T, class... Axes, std::size_t Pairs>
ATTN_ABI constexpr auto rotary(const tensor<T, Axes...>& x, std::integral auto first,
                               const rotary_table<Pairs>& table) {
  using call = rules::rotary_call<Layout, 2 * Pairs, tensor<T, Axes...>>;
  ATTN_REQUIRE_ROTARY(call, "attn::rotary<layout>(x, first, table)");
  if constexpr (call::all::value)
    return detail::rotated<Layout, 2 * Pairs>(x, detail::waves_of(table), [&](std::size_t row) {
      return detail::position_after(first, row);
    });
  else
    return x;
}
template <class Layout = void, class T, class... Axes, class P, class... Positions,
          std::size_t Pairs>
ATTN_ABI constexpr auto rotary(const tensor<T, Axes...>& x,
                               const tensor<P, Positions...>& positions,
                               const rotary_table<Pairs>& table) {
  using call =
      rules::rotary_at_call<Layout, 2 * Pairs, tensor<T, Axes...>, tensor<P, Positions...>>;
  ATTN_REQUIRE_ROTARY(call, "attn::rotary<layout>(x, positions, table)");
  ATTN_REQUIRE_POSITIONS_OF_TEXTS(call, "attn::rotary<layout>(x, positions, table)");
  if constexpr (call::all::value)
    return detail::rotated<Layout, 2 * Pairs, detail::texts_of<Positions...>>(
        x, detail::waves_of(table),
        [&](std::size_t row) { return static_cast<double>(positions.data()[row]); });
  else
    return x;
}

template <axis_like Token, class P, class... Texts>
ATTN_ABI constexpr auto positions_from(const tensor<P, Texts...>& first) {
  using call = rules::positions_from_call<Token, tensor<P, Texts...>>;
  ATTN_REQUIRE(call, integers, "attn::positions_from<token>(first): positions are integers");
  ATTN_REQUIRE(call, room, "attn::positions_from<token>(first): too many axes");
  ATTN_REQUIRE(call, distinct_result,
               "attn::positions_from<token>(first): first has an axis with the name of the tokens");
  if constexpr (call::all::value) {
    tensor<std::int64_t, Texts..., Token> out;
    for (std::size_t i = 0; i < out.volume; ++i)
      out.data()[i] = detail::as_position<std::int64_t>(first.data()[i / Token::size]) +
                      static_cast<std::int64_t>(i % Token::size);
    return out;
  } else {
    return first;
  }
}

template <axis_selector Axis, std::size_t Features = all_features, class T, class... Axes>
ATTN_ABI constexpr auto interleaved_to_half_pairs(const tensor<T, Axes...>& w) {
  using call = rules::feature_pairs_call<Axis, Features, tensor<T, Axes...>>;
  ATTN_REQUIRE_PAIRS(call, "attn::interleaved_to_half_pairs<axis>(W)");
  if constexpr (call::all::value)
    return detail::pairs_moved<interleaved_pairs, half_pairs, call::position, call::moved>(w);
  else
    return w;
}
template <axis_selector Axis, std::size_t Features = all_features, class T, class... Axes>
ATTN_ABI constexpr auto half_to_interleaved_pairs(const tensor<T, Axes...>& w) {
  using call = rules::feature_pairs_call<Axis, Features, tensor<T, Axes...>>;
  ATTN_REQUIRE_PAIRS(call, "attn::half_to_interleaved_pairs<axis>(W)");
  if constexpr (call::all::value)
    return detail::pairs_moved<half_pairs, interleaved_pairs, call::position, call::moved>(w);
  else
    return w;
}

namespace cost {
template <class Layout, class X, std::size_t Features = all_features>
ATTN_ABI constexpr operation_count rotary() {
  ATTN_COUNT(attn::rotary<Layout, Features>(detail::operand<X>(n)));
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
