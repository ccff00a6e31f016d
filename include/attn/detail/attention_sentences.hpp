// SPDX-License-Identifier: BSL-1.0
// What attention functions say of their operands and options, blamed on the `function` that was
// called.
//
// They are macros for the same reason as ATTN_MESSAGE; as a system header, so that GCC prints no
// line for them: the one behind the error is the relation's.
#pragma once
#pragma GCC system_header

// What is asked of the options; `fits` is options_for the queries and keys.
#define ATTN_OPTIONS_FIT(function, fits)                                                          \
  static_assert(rules::agree<fits::scores_shown, fits::pairs_shown>::value,                       \
                ATTN_MESSAGE(function "scored_by(f) must return a score for each query and key",  \
                             typename fits::axes_of_Q, typename fits::axes_of_K));                \
  static_assert(rules::agree<fits::bias_shown, fits::biased_shown>::value,                        \
                ATTN_MESSAGE(function "a bias must have the axes of the scores, (…, query, key)", \
                             typename fits::axes_of_Q, typename fits::axes_of_K));                \
  static_assert(rules::same_element<rules::element_of_A<typename fits::element>,                  \
                                    rules::element_of_B<typename fits::element_of_bias>>::value,  \
                function                                                                          \
                "a bias must have the element type of the scores; convert with as<T>(x)");        \
  static_assert(                                                                                  \
      rules::agree<fits::aligned_shown>::value,                                                   \
      ATTN_MESSAGE(function "causal<> and sliding_window<l, r> are for as many keys as queries; " \
                            "else say from where: causal<top_left>, causal<bottom_right>",        \
                   typename fits::axes_of_Q, typename fits::axes_of_K));                          \
  static_assert(rules::agree<fits::mask_shown, fits::masked_shown>::value,                        \
                ATTN_MESSAGE(function "a mask must have the axes of the scores; of keys alone: "  \
                                      "key_padding(mask)",                                        \
                             typename fits::axes_of_Q, typename fits::axes_of_K));                \
  static_assert(                                                                                  \
      rules::agree<fits::settled_shown>::value,                                                   \
      ATTN_MESSAGE(function "the mask leaves a query without any key; say what its weights are: " \
                            "fully_masked<zero_rows>, fully_masked<nan_rows>",                    \
                   typename fits::axes_of_Q, typename fits::axes_of_K))

// What is asked of queries, keys and values, before the options are looked at; `call` is the call
// up to these. It leaves behind whether they are sound, and whether an option scores. Of keys that
// no query fits nothing is known: one mistake is one error.
#define ATTN_ATTENTION_TAKES(call)                                                                 \
  static_assert(rules::rank_at_least<rules::axes_of<Q...>, rules::rank<2>>::value &&               \
                    rules::rank_at_least<rules::axes_of<K...>, rules::rank<2>>::value &&           \
                    rules::rank_at_least<rules::axes_of<V...>, rules::rank<2>>::value,             \
                call "): each must have at least two axes");                                       \
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value &&      \
                    rules::same_element<rules::element_of_A<T>, rules::element_of_B<W>>::value,    \
                call "): requires one element type for all operands; convert with as<T>(x)");      \
  static_assert(rules::floating_point_element<rules::element<T>>::value,                           \
                call "): requires a floating-point element type; convert with as<double>(x)");     \
  static_assert(rules::are_options<rules::options<Options...>>::value, call                        \
                ", options…): a trailing argument is not an option; a scale is "                   \
                "scaled_by(x), a mask keep_where(x)");                                             \
  static_assert(rules::one_of_each_kind<detail::kinds_of<Options...>>::value,                      \
                call ", options…): two options of one kind; two masks are a & b");                 \
  constexpr bool sound = std::is_same_v<T, U> && std::is_same_v<T, W> &&                           \
                         rules::floating_point_element<rules::element<T>>::value &&                \
                         rules::are_options<rules::options<Options...>>::value &&                  \
                         rules::one_of_each_kind<detail::kinds_of<Options...>>::value;             \
  constexpr bool scored = detail::has_kind<score_kind, Options...>;                                \
  if constexpr (sizeof...(Q) >= 2 && sizeof...(K) >= 2 && !scored) {                               \
    using width_of_Q = rules::width_of_Q<last_axis<shape<Q...>>>;                                  \
    using width_of_K = rules::width_of_K<last_axis<shape<K...>>>;                                  \
    static_assert(                                                                                 \
        rules::same_size<width_of_Q, width_of_K>::value,                                           \
        ATTN_MESSAGE(call "): Q and K must have the same width (d_k)", rules::axes_of_Q<Q...>,     \
                     rules::axes_of_K<K...>, rules::axes_of_V<V...>));                             \
    static_assert(                                                                                 \
        rules::same_name<width_of_Q, width_of_K>::value,                                           \
        ATTN_MESSAGE(call "): the widths of Q and K have different names", rules::axes_of_Q<Q...>, \
                     rules::axes_of_K<K...>, rules::axes_of_V<V...>));                             \
    using leading_of_Q = rules::role_of<rules::axes_of_Q, leading_axes<shape<Q...>>>;              \
    using leading_of_K =                                                                           \
        rules::role_of<rules::axes_of_K, detail::leading_axes_for<shape<Q...>, shape<K...>>>;      \
    static_assert(rules::same_axis<rules::differing_in_A<leading_of_Q, leading_of_K>,              \
                                   rules::differing_in_B<leading_of_Q, leading_of_K>>::value,      \
                  ATTN_MESSAGE(call "): the leading axes of Q and K must agree",                   \
                               rules::axes_of_Q<Q...>, rules::axes_of_K<K...>));                   \
  }                                                                                                \
  if constexpr (sizeof...(K) >= 2 && sizeof...(V) >= 2) {                                          \
    using length_of_K = rules::length_of_K<second_to_last_axis<shape<K...>>>;                      \
    using length_of_V = rules::length_of_V<second_to_last_axis<shape<V...>>>;                      \
    static_assert(                                                                                 \
        rules::same_size<length_of_K, length_of_V>::value,                                         \
        ATTN_MESSAGE(call "): one value per key: K and V must have the same length",               \
                     rules::axes_of_Q<Q...>, rules::axes_of_K<K...>, rules::axes_of_V<V...>));     \
    static_assert(                                                                                 \
        rules::same_name<length_of_K, length_of_V>::value,                                         \
        ATTN_MESSAGE(call "): the sequences of K and V have different names",                      \
                     rules::axes_of_Q<Q...>, rules::axes_of_K<K...>, rules::axes_of_V<V...>));     \
    using leading_of_K =                                                                           \
        rules::role_of<rules::axes_of_K, detail::leading_axes_for<shape<Q...>, shape<K...>>>;      \
    using leading_of_V =                                                                           \
        std::conditional_t<shape<V...>::rank == 2, leading_of_K,                                   \
                           rules::role_of<rules::axes_of_K, leading_axes<shape<V...>>>>;           \
    if constexpr (scored || detail::leading_axes_fit<shape<Q...>, shape<K...>>)                    \
      static_assert(rules::same_axis<rules::differing_in_A<leading_of_K, leading_of_V>,            \
                                     rules::differing_in_B<leading_of_K, leading_of_V>>::value,    \
                    ATTN_MESSAGE(call "): the leading axes of K and V must agree",                 \
                                 rules::axes_of_K<K...>, rules::axes_of_V<V...>));                 \
  }

// What is asked of the queries and keys of hard attention; `call` as above.
#define ATTN_HARD_CHOICE_TAKES(call)                                                             \
  static_assert(rules::rank_at_least<rules::axes_of<Q...>, rules::rank<2>>::value &&             \
                    rules::rank_at_least<rules::axes_of<K...>, rules::rank<2>>::value,           \
                call "): Q and K must have at least two axes");                                  \
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value,      \
                call "): requires one element type for all operands; convert with as<T>(x)");    \
  static_assert(rules::float_or_double<rules::element<T>>::value, call                           \
                "): the elements must be float or double, which have an order and an infinity; " \
                "convert with as<double>(x)");                                                   \
  static_assert(rules::are_options<rules::options<Options...>>::value, call                      \
                ", options…): a trailing argument is not an option; a scale is scaled_by(x)");   \
  static_assert(rules::one_of_each_kind<detail::kinds_of<Options...>>::value,                    \
                call ", options…): two options of one kind");                                    \
  if constexpr (sizeof...(Q) >= 2 && sizeof...(K) >= 2) {                                        \
    constexpr bool scored = detail::has_kind<score_kind, Options...>;                            \
    using width_of_Q = rules::width_of_Q<last_axis<shape<Q...>>>;                                \
    using width_of_K = rules::width_of_K<last_axis<shape<K...>>>;                                \
    static_assert(scored || rules::same_axis<width_of_Q, width_of_K>::value,                     \
                  call "): Q and K must have the same width (d_k)");                             \
    static_assert(rules::same_axis<detail::leading_in_Q<shape<Q...>, shape<K...>>,               \
                                   detail::leading_in_X<shape<Q...>, shape<K...>>>::value,       \
                  call "): the leading axes of Q and K must agree");                             \
  }
