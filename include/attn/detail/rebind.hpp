// SPDX-License-Identifier: BSL-1.0
// rebound<M, Change>: the template that M is of, each type among its arguments exchanged by Change:
// what a model is with elements of another type, or with packed weights.
//
//   struct change {
//     template <class P>
//     static constexpr bool changes = …;     whether P, a type among the arguments, is exchanged
//     template <class P>
//     using type = …;                        for what; P itself where it is not
//   };
//   rebinds<M, change>                       whether any of them is
//
// C++20 has no pack of types and values together, so that there is one line for each order in which
// the templates of the library have them. A template with another one is not rebound.
#pragma once

#include <cstddef>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <class M>
struct arguments_of {
  template <class Change>
  static constexpr bool any_changes = false;
};

// The first that is exchanged decides, and nothing is asked of the others.
template <class Change>
consteval bool any_change() {
  return false;
}
template <class Change, class First, class... Rest>
consteval bool any_change() {
  if constexpr (Change::template changes<First>)
    return true;
  else
    return any_change<Change, Rest...>();
}
template <class... P>
struct any_of_arguments {
  template <class Change>
  static constexpr bool any_changes = any_change<Change, P...>();
};

template <template <class...> class L, class... P>
struct arguments_of<L<P...>> : any_of_arguments<P...> {
  template <class C>
  using changed = L<typename C::template type<P>...>;
};
// nn::encoder, nn::decoder
template <template <class, std::size_t, class...> class L, class A, std::size_t N, class... P>
struct arguments_of<L<A, N, P...>> : any_of_arguments<A, P...> {
  template <class C>
  using changed = L<typename C::template type<A>, N, typename C::template type<P>...>;
};
// nn::language_model
template <template <class, class, std::size_t, class...> class L, class A, class B, std::size_t N,
          class... P>
struct arguments_of<L<A, B, N, P...>> : any_of_arguments<A, B, P...> {
  template <class C>
  using changed = L<typename C::template type<A>, typename C::template type<B>, N,
                    typename C::template type<P>...>;
};
// nn::transformer
template <template <class, class, class, std::size_t, class, class, std::size_t> class L, class A,
          class B, class D, std::size_t N, class E, class F, std::size_t M>
struct arguments_of<L<A, B, D, N, E, F, M>> : any_of_arguments<A, B, D, E, F> {
  template <class C>
  using changed =
      L<typename C::template type<A>, typename C::template type<B>, typename C::template type<D>, N,
        typename C::template type<E>, typename C::template type<F>, M>;
};
// nn::layer_norm, nn::rms_norm
template <template <class, class, double, class...> class L, class A, class B, double V, class... P>
struct arguments_of<L<A, B, V, P...>> : any_of_arguments<A, B, P...> {
  template <class C>
  using changed = L<typename C::template type<A>, typename C::template type<B>, V,
                    typename C::template type<P>...>;
};

template <class M, class Change>
inline constexpr bool rebinds = arguments_of<M>::template any_changes<Change>;
template <class M, class Change>
using rebound = typename arguments_of<M>::template changed<Change>;

}  // namespace attn::detail
ATTN_STRICT_FP_END
