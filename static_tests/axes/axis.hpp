// SPDX-License-Identifier: BSL-1.0
// Behaviours of axis, label, selector, shape, shape_of, with_length of attn/axes/.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::axes_axis_tests {
struct impostor {
  static constexpr std::size_t size = 3;
  static constexpr label name = "token";
  static constexpr bool named = true;
};

using token_2 = axis<"token", 2>;
using key_3 = axis<"key", 3>;

// As an operation takes it: the position of one axis among others, their number if it is absent.
template <axis_selector Axis, class... Axes>
inline constexpr std::size_t position = Axis.template position_in<Axes...>();

using batch = axis<"batch", 5>;
using head = axis<"head", 4>;
using all = shape<batch, token_2, feature>;

template <class A, class B> inline constexpr bool same = std::is_same_v<A, B>;

using feature_4 = axis<"feature", 4>;

// The same text when the program runs, and in a type.
template <label Text> struct carries {};

template <label Name> struct carrier;

// Every character there is, alone and behind a letter.
consteval std::size_t characters_of_identifiers(bool behind_a_letter) {
  std::size_t count = 0;
  for (int c = 0; c < 256; ++c) {
    const char character = static_cast<char>(c);
    const char alone[] = {character, '\0'}, second[] = {'x', character, '\0'};
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    const bool digit = c >= '0' && c <= '9';
    const bool expected = letter || (digit && behind_a_letter);
    if ((behind_a_letter ? is_identifier(label(second)) : is_identifier(label(alone))) != expected)
      return 0;
    count += expected;
  }
  return count;
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/axes/axis.hpp promises.
  tests.proved("is its text", [](report& r) {
    constexpr label token = "token";
    has_type<label<6>>(token);  // the end of the string included
    static_assert(token.length == 5 && label("").length == 0);
    const auto at_run_time = launder(token);
    const char expected[] = "token";
    for (std::size_t i = 0; i < sizeof expected; ++i) {
      r.check(at_run_time.text[i] == expected[i]);
      r.bits(at_run_time.text[i]);
      r.check(at_run_time.data()[i] == expected[i]);
    }
    static_assert(token.size() == token.length);
    for (const char c : label<4>().text) r.check(c == '\0');
  });
  tests.proved("equal by their text", [](report& r) {
    const auto key = launder(label("key"));
    r.check(key == label("key"));
    r.check(key != label("kex"));
    r.check(key != label("ley"));
    r.check(key != label("Key"));
    // One in front of the other, either way round.
    r.check(key != label("key_token"));
    r.check(launder(label("key_token")) != key);
    r.check(key != label(""));
    r.check(launder(label("")) == label(""));
    r.check(key != label("key\0s"));
  });
  // What an axis does with its name.
  tests.proved("goes into a type", [](report& r) {
    r.check(std::is_same_v<carrier<"token">, carrier<label("token")>>);
    r.check(!std::is_same_v<carrier<"token">, carrier<"tokeN">>);
    r.check(std::is_same_v<carrier<label("key_") + label("token")>, carrier<"key_token">>);
  });
  tests.proved("one after the other", [](report& r) {
    constexpr auto joined = label("key_") + label("token");
    has_type<label<10>>(joined);
    r.check(launder(joined) == label("key_token"));
    r.check(launder(label("") + label("token")) == label("token"));
    r.check(launder(label("token") + label("")) == label("token"));
    r.check(launder(label("a") + label("bc") + label("d")) == label("abcd"));
  });
  tests.proved("identifiers", [](report& r) {
    r.check(characters_of_identifiers(false) == 2 * 26 + 1);
    r.check(characters_of_identifiers(true) == 2 * 26 + 1 + 10);
    r.check(is_identifier(label("key_token")));
    r.check(is_identifier(label("x0")));
    r.check(!is_identifier(label("0x")));
    r.check(!is_identifier(label("")));
    r.check(!is_identifier(label("key token")));
    r.check(!is_identifier(label("token ")));
    r.check(!is_identifier(label("caf\xc3\xa9")));
    r.check(!is_identifier(label("to\0ken")));
    r.check(is_identifier(label("abcdefghijklmnopqrstuvw")));    // 23 characters
    r.check(!is_identifier(label("abcdefghijklmnopqrstuvwx")));  // 24
  });
  // An array without a terminating zero is not a string: not the name of its first characters, and
  // nothing reads beyond its end.
  tests.proved("not terminated", [](report& r) {
    constexpr char abc[] = {'a', 'b', 'c'}, a[] = {'a'};
    const auto name = launder(label(abc));
    r.check(name != label("ab") && name.text[2] == '\0' && label(a).text[0] == '\0');
    r.check(!is_identifier(label(abc)) && !is_identifier(label(a)));
    r.bits(name.text[1]);
  });
  // What attn/axes/shape.hpp promises.
  // The length is a constant where it arrives: it can be the size of an axis.
  tests.proved("a length becomes a type", [](report& r) {
    for (std::size_t words = 2; words <= 5; ++words) {
      double total = 0;
      std::size_t size = 0;
      const bool found = with_length<2, 5>(launder(words), [&](auto n) {
        using token = axis<"token", n>;
        size = token::size;
        total = static_cast<double>(sum<"token">(filled<tensor<double, token>>(n)));
      });
      r.check(found && size == words);
      r.bits(total);
    }
  });
  tests.proved("the function is called once, or not at all", [](report& r) {
    for (std::size_t words = 0; words <= 9; ++words) {
      std::size_t calls = 0;
      const bool found = with_length<3, 7>(launder(words), [&](auto n) {
        static_assert(std::is_same_v<typename decltype(n)::value_type, std::size_t>);
        static_assert(n >= 3 && n <= 7);  // no other length is compiled
        calls += n == words ? 1 : 100;
      });
      const bool expected = words >= 3 && words <= 7;
      r.check(found == expected && calls == (expected ? 1u : 0u));
    }
  });
  tests.proved("one length, and 256 of them", [](report& r) {
    const auto nothing = [](auto) {};
    r.check(with_length<4, 4>(launder(std::size_t{4}), nothing));
    r.check(!with_length<4, 4>(launder(std::size_t{5}), nothing));
    r.check(with_length<0, 255>(launder(std::size_t{0}), nothing));
    r.check(with_length<0, 255>(launder(std::size_t{255}), nothing));
    r.check(!with_length<0, 255>(launder(std::size_t{256}), nothing));
    r.check(!with_length<1, 256>(launder(~std::size_t{0}), nothing));
  });
  // What attn/axes/axis.hpp promises.
  tests.proved("name and size", [](report& r) {
    r.check(token::size == 3 && axis<"_", 1>::size == 1);
    r.check(token::named);
    r.check(token::name == label("token"));
    r.check(dim<3>::size == 3 && dim<4096>::size == 4096);
    r.check(!dim<3>::named);
    r.check(token::asked_size == 3 && dim<4096>::asked_size == 4096);
    static_assert(std::is_same_v<decltype(token::size), const std::size_t>);
    static_assert(std::is_same_v<decltype(dim<3>::size), const std::size_t>);
    r.bits(token::size);
    r.bits(dim<4096>::size);
  });
  // An axis without indices is rejected once, by the tensor that has it; until then it is a whole
  // type.
  tests.proved("a size of zero is remembered", [](report& r) {
    r.check(dim<0>::asked_size == 0 && dim<0>::size == 1);
    r.check(axis<"token", 0>::asked_size == 0 && axis<"token", 0>::size == 1);
  });
  tests.proved("both are the type", [](report& r) {
    r.check(std::is_same_v<token, axis<"token", 3>>);
    r.check(!std::is_same_v<token, axis<"token", 4>>);
    r.check(!std::is_same_v<token, axis<"key", 3>>);
    r.check(!std::is_same_v<token, dim<3>>);
    r.check(!std::is_same_v<dim<2>, dim<3>>);
    r.check(std::is_empty_v<token> && std::is_empty_v<dim<3>>);  // a type, not a value
  });
  tests.proved("what is an axis", [](report& r) {
    r.check(is_axis<token> && is_axis<dim<3>>);
    r.check(!is_axis<int> && !is_axis<impostor> && !is_axis<token&>);
    r.check(axis_like<token> && axis_like<dim<3>>);
    r.check(!axis_like<int> && !axis_like<impostor> && !axis_like<token*>);
    r.check(named_axis<token>);
    r.check(!named_axis<dim<3>> && !named_axis<int> && !named_axis<impostor>);
  });
  tests.proved("another name", [](report& r) {
    r.check(std::is_same_v<renamed<token, "key">, axis<"key", 3>>);
    r.check(std::is_same_v<renamed<token, "token">, token>);
    r.check(std::is_same_v<renamed<dim<5>, "key">, axis<"key", 5>>);
  });
  tests.proved("another size", [](report& r) {
    r.check(std::is_same_v<resized<token, 5>, axis<"token", 5>>);
    r.check(std::is_same_v<resized<token, 3>, token>);
    r.check(std::is_same_v<resized<dim<5>, 2>, dim<2>>);
  });
  // What attn/axes/axis.hpp promises.
  tests.proved("by name", [](report& r) {
    r.check(position<"token", token_2, dim<5>, key_3> == 0);
    r.check(position<"key", token_2, dim<5>, key_3> == 2);
    r.check(position<"query", token_2, dim<5>, key_3> == 3);
    r.check(position<"toke", token_2, key_3> == 2);
    r.check(position<"tokens", token_2, key_3> == 2);
    r.check(position<"token", dim<2>, dim<3>> == 2);
    r.check(position<"token"> == 0);  // of none
  });
  tests.proved("by position", [](report& r) {
    r.check(position<0, token_2, dim<5>, key_3> == 0);
    r.check(position<1, token_2, dim<5>, key_3> == 1);
    r.check(position<2, token_2, dim<5>, key_3> == 2);
    r.check(position<3, token_2, dim<5>, key_3> == 3);     // absent
    r.check(position<4, token_2, dim<5>, key_3> == 3);     // absent
    r.check(position<1000, token_2, dim<5>, key_3> == 3);  // absent
  });
  tests.proved("counting from the last", [](report& r) {
    r.check(position<-1, token_2, dim<5>, key_3> == 2);
    r.check(position<-2, token_2, dim<5>, key_3> == 1);
    r.check(position<-3, token_2, dim<5>, key_3> == 0);
    r.check(position<-4, token_2, dim<5>, key_3> == 3);     // absent
    r.check(position<-1000, token_2, dim<5>, key_3> == 3);  // absent
    r.check(position<-1> == 0);                             // of none
  });
  // Neither the axis of its first characters, nor position 0.
  tests.proved("not terminated", [](report& r) {
    constexpr char tokenx[] = {'t', 'o', 'k', 'e', 'n', 'x'}, t[] = {'t'};
    r.check(position<tokenx, token_2, dim<5>, key_3> == 3);
    r.check(position<t, token_2, dim<5>, key_3> == 3);
  });
  // The empty name is no axis' name, and no other word for position 0.
  tests.proved("the empty name finds nothing", [](report& r) {
    r.check(position<"", token_2, dim<5>, key_3> == 3);
    r.check(position<"", dim<5>> == 1);
  });
  tests.proved("what it holds", [](report& r) {
    constexpr axis_selector by_its_name = "token";
    constexpr axis_selector by_its_position = -2;
    has_type<axis_selector<6>>(by_its_name);
    has_type<axis_selector<1>>(by_its_position);
    r.check(launder(by_its_name).name == label("token"));
    r.check(launder(by_its_position).position == -2);
    r.check(by_its_name.is_named<token_2>());
    r.check(by_its_name.is_named<axis<"token", 7>>());
    r.check(!by_its_name.is_named<key_3>());
    r.check(!by_its_name.is_named<dim<2>>());
    r.check(!by_its_position.is_named<token_2>());
  });
  // What attn/axes/shape.hpp promises.
  tests.proved("counts", [](report& r) {
    r.check(shape<>::rank == 0 && shape<>::volume == 1);
    r.check(shape<token_2>::rank == 1 && shape<token_2>::volume == 2);
    r.check(all::rank == 3 && all::volume == 30);
    r.check(shape<batch, dim<7>, feature, head>::volume == 420);
    const std::size_t expected[] = {5, 2, 3};
    for (std::size_t i = 0; i < 3; ++i) r.check(all::extents[launder(i)] == expected[i]);
    // Rank 0 has an array too, and whatever runs over the extents finds an end of 1.
    r.check(shape<>::extents[0] == 1 && all::extents[3] == 1);
    r.bits(all::volume);
  });
  // Sizes beyond 32 bits are sizes, where a std::size_t has more.
  tests.proved("a large volume", [](report& r) {
    constexpr std::size_t volume = shape<dim<100'000>, dim<100'000>>::volume;
    r.check(sizeof(std::size_t) > 4 ? volume == 10'000'000'000u : volume == rules::largest_size);
  });
  tests.proved("one axis", [](report& r) {
    r.check(same<axis_at<all, 0>, batch>);
    r.check(same<axis_at<all, 1>, token_2>);
    r.check(same<axis_at<all, 2>, feature>);
    r.check(same<last_axis<all>, feature>);
    r.check(same<last_axis<shape<dim<9>>>, dim<9>>);
    r.check(same<second_to_last_axis<all>, token_2>);
    r.check(same<second_to_last_axis<shape<batch, token_2>>, batch>);
  });
  tests.proved("without", [](report& r) {
    r.check(same<without_axis<all, 0>, shape<token_2, feature>>);
    r.check(same<without_axis<all, 1>, shape<batch, feature>>);
    r.check(same<without_axis<all, 2>, shape<batch, token_2>>);
    r.check(same<without_axis<shape<token_2>, 0>, shape<>>);
    r.check(same<without_last_axis<all>, shape<batch, token_2>>);
    r.check(same<without_last_axis<shape<token_2>>, shape<>>);
    r.check(same<without_last_axis<shape<>>, shape<>>);
  });
  tests.proved("with", [](report& r) {
    r.check(same<with_axis<all, 0, head>, shape<head, batch, token_2, feature>>);
    r.check(same<with_axis<all, 1, head>, shape<batch, head, token_2, feature>>);
    r.check(same<with_axis<all, 3, head>, shape<batch, token_2, feature, head>>);
    r.check(same<with_axis<shape<>, 0, dim<2>>, shape<dim<2>>>);
  });
  tests.proved("replaced", [](report& r) {
    r.check(same<replace_axis<all, 0, head>, shape<head, token_2, feature>>);
    r.check(same<replace_axis<all, 1, head>, shape<batch, head, feature>>);
    r.check(same<replace_axis<all, 2, dim<7>>, shape<batch, token_2, dim<7>>>);
    r.check(same<with_last_axis<all, head>, shape<batch, token_2, head>>);
  });
  tests.proved("spliced", [](report& r) {
    r.check(same<splice_axes<all, 0, head, dim<7>>, shape<head, dim<7>, token_2, feature>>);
    r.check(same<splice_axes<all, 1, head, dim<7>>, shape<batch, head, dim<7>, feature>>);
    r.check(same<splice_axes<all, 2, dim<7>, head>, shape<batch, token_2, dim<7>, head>>);
    r.check(same<splice_axes<shape<token_2>, 0, head, dim<7>, batch>, shape<head, dim<7>, batch>>);
    r.check(same<splice_axes<all, 1, head>, replace_axis<all, 1, head>>);
    r.check(same<splice_axes<all, 1>, without_axis<all, 1>>);
  });
  tests.proved("reordered", [](report& r) {
    r.check(same<reorder_axes<all, 2, 0, 1>, shape<feature, batch, token_2>>);
    r.check(same<reorder_axes<all, 0, 1, 2>, all>);
    r.check(same<reorder_axes<all, 1>, shape<token_2>> && same<reorder_axes<shape<>>, shape<>>);
  });
  tests.proved("ends", [](report& r) {
    r.check(same<leading_axes<all>, shape<batch>>);
    r.check(same<leading_axes<shape<batch, head, token_2, feature>>, shape<batch, head>>);
    r.check(same<leading_axes<shape<token_2, feature>>, shape<>>);
    r.check(same<append_axis<all, head>, shape<batch, token_2, feature, head>>);
    r.check(same<append_axis<shape<>, head>, shape<head>>);
  });
  // Position by position, the name of A, or the name of B if A has none.
  tests.proved("merged", [](report& r) {
    r.check(same<merge_names<shape<>, shape<>>, shape<>>);
    r.check(
        same<merge_names<shape<token_2, dim<3>>, shape<dim<2>, feature>>, shape<token_2, feature>>);
    r.check(
        same<merge_names<shape<dim<2>, feature>, shape<token_2, dim<3>>>, shape<token_2, feature>>);
    r.check(same<merge_names<shape<dim<2>, dim<3>>, shape<dim<2>, dim<3>>>, shape<dim<2>, dim<3>>>);
    r.check(same<merge_names<shape<token_2>, shape<axis<"key", 2>>>, shape<token_2>>);
    r.check(same<merged_names<shape<dim<2>>, shape<token_2>>::type, shape<token_2>>);
  });
  // A shape as (outer, axis, inner): how many rows, where each begins.
  tests.proved("around an axis", [](report& r) {
    using shape_of_four = shape<dim<2>, dim<3>, dim<5>, dim<7>>;
    using first = detail::around_axis<shape_of_four, 0>;
    using second = detail::around_axis<shape_of_four, 1>;
    using last = detail::around_axis<shape_of_four, 3>;
    r.check(first::outer == 1 && first::extent == 2 && first::inner == 105 && first::rows == 105);
    r.check(second::outer == 2 && second::extent == 3 && second::inner == 35 && second::rows == 70);
    r.check(last::outer == 30 && last::extent == 7 && last::inner == 1 && last::rows == 30);
    r.check(first::start_of(104) == 104);
    r.check(second::start_of(0) == 0 && second::start_of(34) == 34);
    r.check(second::start_of(35) == 105 && second::start_of(69) == 139);
    r.check(last::start_of(0) == 0 && last::start_of(29) == 203);
  });
  // What attn/axes/shape.hpp promises.
  tests.proved("of types", [](report& r) {
    r.check(shape_of<tensor<double, token, feature_4>> == label("token 3 x feature 4"));
    r.check(shape_of<const tensor<float, feature_4, token>&> == label("feature 4 x token 3"));
    r.check(shape_of<shape<token, dim<768>>> == label("token 3 x 768"));
    r.check(shape_of<matrix<int, 10, 209>> == label("10 x 209"));
    r.check(shape_of<tensor<int>> == label("scalar") && shape_of<shape<>> == label("scalar"));
    r.check(shape_of<token> == label("token 3") && shape_of<dim<5>> == label("5"));
    r.check(shape_of<tensor<int, token>> != shape_of<tensor<int, dim<3>>>);
  });
  tests.proved("of a value", [](report& r) {
    const auto x = launder(tensor<double, token, feature_4>{});
    const auto text = launder(shape_of<decltype(x)>);
    constexpr char expected[] = "token 3 x feature 4";
    r.check(text.length == sizeof expected - 1);
    for (std::size_t i = 0; i < sizeof expected; ++i) {
      r.check(text.text[i] == expected[i]);
      r.bits(text.text[i]);
    }
    r.check(std::is_same_v<carries<shape_of<decltype(x)>>, carries<"token 3 x feature 4">>);
  });
};
}  // namespace attn_tests::axes_axis_tests
