// SPDX-License-Identifier: BSL-1.0
// Ten mistakes with axes in a hana::tuple and functions constrained by concepts, as somebody would
// write them who has Boost.Hana and C++20; -D MISTAKE=3 makes the third one, and without it there is
// none. Only the shapes are there: what is said of them is the same.
#include <boost/hana.hpp>
#include <cstddef>
#include <type_traits>

#ifndef MISTAKE
#define MISTAKE 0
#endif

namespace hana = boost::hana;

template <class Name, int Size>
struct axis {
  using name = Name;
  static constexpr int size = Size;
};

// Axes is hana::tuple<hana::type<axis<…>>…>.
template <class T, class Axes>
struct tensor {
  using axes = Axes;
};
template <class... Axes>
using of = tensor<double, hana::tuple<hana::type<Axes>...>>;

template <class T>
concept a_tensor = requires { typename T::axes; };
template <std::size_t I, class T>
using axis_at = typename std::decay_t<decltype(hana::at_c<I>(typename T::axes{}))>::type;
template <class T>
inline constexpr std::size_t rank = decltype(hana::size(typename T::axes{}))::value;

template <class A, class B>
concept same_axis = decltype(hana::type_c<A> == hana::type_c<B>)::value;
template <class T>
concept matrix = a_tensor<T> && rank<T> == 2;
template <class T>
concept vector = a_tensor<T> && rank<T> == 1;
template <class A, class B>
concept multipliable = matrix<A> && matrix<B> && same_axis<axis_at<1, A>, axis_at<0, B>>;
template <class Q, class K>
concept comparable = matrix<Q> && matrix<K> && same_axis<axis_at<1, Q>, axis_at<1, K>>;
template <class K, class V>
concept a_value_per_key = matrix<K> && matrix<V> && same_axis<axis_at<0, K>, axis_at<0, V>>;
template <class M, class Q, class K>
concept mask_of =
    matrix<M> && same_axis<axis_at<0, M>, axis_at<0, Q>> && same_axis<axis_at<1, M>, axis_at<0, K>>;
template <class Name>
inline constexpr auto has_name = [](auto each) {
  return hana::bool_c<std::is_same_v<typename decltype(each)::type::name, Name>>;
};
template <class T, class Name>
concept has_axis = decltype(hana::any_of(typename T::axes{}, has_name<Name>))::value;
template <class X, class B>
concept as_wide_as = matrix<X> && vector<B> && same_axis<axis_at<1, X>, axis_at<0, B>>;
template <class X, class... Parts>
concept made_of = matrix<X> && axis_at<1, X>::size == (Parts::size * ...);

template <matrix A>
constexpr of<axis_at<1, A>, axis_at<0, A>> transpose(const A&) {
  return {};
}
template <class A, class B>
  requires multipliable<A, B>
constexpr of<axis_at<0, A>, axis_at<1, B>> matmul(const A&, const B&) {
  return {};
}
template <class Q, class K, class V>
  requires comparable<Q, K> && a_value_per_key<K, V>
constexpr of<axis_at<0, Q>, axis_at<1, V>> attention(const Q&, const K&, const V&) {
  return {};
}
template <class Q, class K, class V, class Mask>
  requires comparable<Q, K> && a_value_per_key<K, V> && mask_of<Mask, Q, K>
constexpr of<axis_at<0, Q>, axis_at<1, V>> attention(const Q&, const K&, const V&, const Mask&) {
  return {};
}
template <class Name, has_axis<Name> X>
constexpr X softmax(const X& x) {
  return x;
}
template <class X, class B>
  requires as_wide_as<X, B>
constexpr X add_bias(const X& x, const B&) {
  return x;
}
template <class... Parts, class X>
  requires made_of<X, Parts...>
constexpr of<axis_at<0, X>, Parts...> split(const X&) {
  return {};
}
template <class In, class Out>
struct linear {
  template <matrix X>
    requires same_axis<axis_at<1, X>, In>
  constexpr of<axis_at<0, X>, Out> operator()(const X&) const {
    return {};
  }
};

struct token_name;
struct key_name;
struct d_k_name;
struct content_name;
struct model_name;
struct head_name;
using token = axis<token_name, 2>;
using key = axis<key_name, 4>;
using d_k = axis<d_k_name, 3>;
using content = axis<content_name, 5>;
using model = axis<model_name, 8>;

constexpr of<token, d_k> Q;
constexpr of<key, d_k> K;
constexpr of<key, content> V;
constexpr of<token, model> x;

#if MISTAKE == 1
constexpr auto scores = matmul(Q, K);
#else
constexpr auto scores = matmul(Q, transpose(K));
#endif

constexpr of<axis<key_name, 3>, d_k> as_many_keys;
#if MISTAKE == 2
constexpr auto square = matmul(Q, as_many_keys);
#else
constexpr auto square = matmul(Q, transpose(as_many_keys));
#endif

constexpr of<key, axis<d_k_name, 4>> wider_K;
#if MISTAKE == 3
constexpr auto found = attention(Q, wider_K, V);
#else
constexpr auto found = attention(Q, K, V);
#endif

constexpr of<axis<key_name, 3>, content> fewer_V;
#if MISTAKE == 4
constexpr auto looked_up = attention(Q, K, fewer_V);
#else
constexpr auto looked_up = attention(Q, K, V);
#endif

constexpr of<key, token> mask;
#if MISTAKE == 5
constexpr auto masked = attention(Q, K, V, mask);
#else
constexpr auto masked = attention(Q, K, V, transpose(mask));
#endif

#if MISTAKE == 6
constexpr auto weights = softmax<d_k_name>(of<token, key>{});
#else
constexpr auto weights = softmax<key_name>(of<token, key>{});
#endif

constexpr of<token> bias_of_tokens;
constexpr of<model> bias;
#if MISTAKE == 7
constexpr auto biased = add_bias(x, bias_of_tokens);
#else
constexpr auto biased = add_bias(x, bias);
#endif

#if MISTAKE == 8
constexpr auto heads = split<axis<head_name, 3>, axis<d_k_name, 2>>(x);
#else
constexpr auto heads = split<axis<head_name, 4>, axis<d_k_name, 2>>(x);
#endif

#if MISTAKE == 9
constexpr auto reshaped = split<axis<head_name, 3>, axis<d_k_name, 3>>(x);
#else
constexpr auto reshaped = split<axis<head_name, 2>, axis<d_k_name, 4>>(x);
#endif

constexpr linear<content, model> layer;
constexpr of<token, content> contents;
#if MISTAKE == 10
constexpr auto projected = layer(x);
#else
constexpr auto projected = layer(contents);
#endif
