// SPDX-License-Identifier: BSL-1.0
// What the headers of attn/text reject that have no table of their own.
#include <optional>

#include <boost/hana/define_struct.hpp>

#include <attn/analysis.hpp>
#include <attn/random.hpp>
#include <attn/text.hpp>

using namespace attn;

using token = axis<"token", 3>;
using word = axis<"word", 3>;
using token_2 = axis<"token", 2>;
using word_8 = axis<"word", 8>;
using token_4 = axis<"token", 4>;
constexpr tensor<int, axis<"token", 3>> numbers{1, 14, 6};
constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};
constexpr auto not_zero_two = [](const tensor<token_id<3>, token_2>& ids) {
  return !(ids(0) == 0 && ids(1) == 2);
};
struct known {
  int digits = 0;
};
struct is_not_one_of_two {
  constexpr known start() const { return {}; }
  constexpr known step(known k, token_id<8> id) const {
    return {10 * k.digits + static_cast<int>(id)};
  }
  constexpr bool operator()(known k) const { return k.digits != 7441 && k.digits != 7510; }
};
constexpr bool is_right() { return false; }
template <class Y> struct mistakes {
  constexpr int start() const { return 0; }
  constexpr int step(int k, token_id<8>) const { return k; }
  constexpr Y operator()(int k) const { return static_cast<Y>(k); }
};
template <std::size_t Words, std::size_t Tokens>
constexpr bool all = static_cast<bool>(
    for_all_inputs<axis<"word", Words>, axis<"token", Tokens>>([](const auto&) { return true; }));
struct stepped {
  using layer = nn::linear<float, dim<3>, dim<4>, output_by_input>;
  BOOST_HANA_DEFINE_STRUCT(stepped, (layer, first), (int, steps));
};
template <class T> struct network {
  using vector = tensor<T, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(network, (vector, weight));
};

// ids with fractions.
// - as_token_ids_of_fractions: as_token_ids<9>(tensor<float, dim<2>>{1, 2})
//   ;; as_token_ids<9>(tensor<int, dim<2>>{1, 2})
//   ;; attn::as_token_ids<bound>\(ids\): the ids must be integers
// an id among the integers that is not below the bound.
// - as_token_ids_out_of_range: as_token_ids<14>(numbers) ;; as_token_ids<15>(numbers)
//   ;; constant: token_id_out_of_range
// ids of which there are none.
// - token_id_bound_zero: token_id<0>::has(0) ;; token_id<1>::has(0)
//   ;; attn::token_id<Bound>: the bound must be from 1 to 2147483647
// one of several ids is not below the bound.
// - token_id_in_braces: constexpr tensor<token_id<23>, dim<3>> ids{1, 23, 2};
//   ;; constexpr tensor<token_id<23>, dim<3>> ids{1, 22, 2}; ;; constant: token_id_out_of_range
// a negative id.
// - token_id_negative: constexpr token_id<23> id(-1); ;; constexpr token_id<23> id(1);
//   ;; constant: token_id_out_of_range
// id 23 of 23 ids: the last one is 22 (ng-video-lecture#20, E5-V#7).
// - token_id_out_of_range: constexpr token_id<23> id(23); ;; constexpr token_id<23> id(22);
//   ;; constant: token_id_out_of_range
// a full stop is part of the word before it, and the dictionary has no such word.
// - tokenize_unknown_word: tokenize<token>(words, "I Like AI.")
//   ;; tokenize<token>(words, "I Like AI") ;; constant: word_is_not_in_vocabulary
// a sentence of two words along an axis of three.
// - tokenize_word_count: tokenize<token>(words, "I Like") ;; ditto
//   ;; constant: sentence_has_another_number_of_words_than_the_axis
// a comma too many, or a word forgotten: no sentence has an empty word that is meant.
// - vocabulary_empty_word: constexpr vocabulary_of words{ids_from<1>, {"I", "", "AI"}};
//   ;; constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};
//   ;; constant: empty_word_in_vocabulary ;; errors: 2 ;; errors[gcc>=14]: 1
//   ;; lines[clang]: 8 two errors of four lines each
// row 0 of a numbering that begins with 1.
// - vocabulary_unknown_id: words.word(0) ;; words.word(1) ;; constant: id_is_not_in_vocabulary
// a word that is not in the dictionary: KeyError in Python (E3).
// - vocabulary_unknown_word: words.id("like") ;; words.id("Like")
//   ;; constant: word_is_not_in_vocabulary
// a dictionary in which two numbers have the same word.
// - vocabulary_word_twice: constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "I"}};
//   ;; constexpr vocabulary_of words{ids_from<1>, {"I", "Like", "AI"}};
//   ;; constant: word_occurs_twice_in_vocabulary ;; errors: 2 ;; errors[gcc>=14]: 1
//   ;; lines[clang]: 8 two errors of four lines each
// a property that does not hold for all texts, and the first one for which it does not.
// - for_all_inputs_fails: static_assert(check<proved_for_all_inputs<word, token_2, not_zero_two>>);
//   ;; static_assert(!proved_for_all_inputs<word, token_2, not_zero_two>); ;; attn::check: (not as
//   expected|false for \(0, 2\); 1 of 9 inputs) ;; not-shown the ids are ;; expect-note: (token 1:
//   2|false for \(0, 2\)) ;; expect-note: false for (1 of 9|\(0, 2\)) ;; allow: detail::
// a property that reads word by word, and fails for one text in thousands.
// - for_all_inputs_fails_after_reading: static_assert(check<proved_for_all_inputs<word_8, token_4,
//   is_not_one_of_two{}>>); ;; static_assert(proved_for_all_inputs<word_8, token_4,
//   is_not_one_of_two{}>.first == 07441); ;; attn::check: (not as expected|false for \(7, 4, 4,
//   1\); 2 of 4096 inputs) ;; not-shown the ids are ;; expect-note: (token 3: 1|false for \(7, 4,
//   4, 1\)) ;; expect-note: false for (2 of 4096|\(7, 4, 4, 1\)) ;; allow: detail::
// all texts of the length of GPT-2.
// - for_all_inputs_too_many: all<50257, 1024> ;; all<7, 3> ;; attn::for_all_inputs<word,
//   token>\(p\): more than 2\^32 inputs, too many to try them all ;; not-shown the sizes are
// a function that returns a tensor, not whether it is right.
// - for_all_inputs_without_an_answer: for_all_inputs<word, token_2>([](const auto& ids) { return
//   ids; }) ;; for_all_inputs<word, token_2>([](const auto& ids) { return ids == ids; })
//   ;; attn::for_all_inputs<word, token>\(p\): p\(ids\) must be a bool, or a report of check<…>
//   ;; not-shown g++ 12 names p in the first line
// an optional without a value, which converts to bool as one that is there does not.
// - for_all_inputs_optional: for_all_inputs<word, token_2>([](const auto& ids) { return
//   std::optional<bool>(ids == ids); }) ;; for_all_inputs<word, token_2>([](const auto& ids) {
//   return *std::optional<bool>(ids == ids); }) ;; attn::for_all_inputs<word, token>\(p\): p\(ids\)
//   must be a bool, or a report of check<…> ;; not-shown g++ 12 names p in the first line
// a function that was not called: its address is true.
// - for_all_inputs_not_called: for_all_inputs<word, token_2>([](const auto&) { return is_right; })
//   ;; for_all_inputs<word, token_2>([](const auto&) { return is_right(); })
//   ;; attn::for_all_inputs<word, token>\(p\): p\(ids\) must be a bool, or a report of check<…>
//   ;; not-shown g++ 12 names p in the first line
// the result of a comparison of three, which is not 0.
// - for_all_inputs_number: proved_for_all_inputs<word, token_2, [](const auto&) { return -1; }>
//   ;; proved_for_all_inputs<word, token_2, [](const auto&) { return -1 < 0; }>
//   ;; attn::proved_for_all_inputs<word, token, p>: p\(ids\) must be a bool, or a report of check<…>
//   ;; not-shown g++ 12 names p in the first line ;; allow: detail::
// batches of which none has a text.
// - proved_in_empty_batches: proved_for_all_inputs<word, token_2, not_zero_two, 0>
//   ;; proved_for_all_inputs<word, token_2, not_zero_two, 4>
//   ;; attn::proved_for_all_inputs: a batch has at least one text ;; allow: detail::
// a property that reads, and whose condition is a number of mistakes.
// - for_all_inputs_counts: for_all_inputs<word_8, token_4>(mistakes<int>{}) ;;
//   for_all_inputs<word_8, token_4>(mistakes<bool>{}) ;; attn::for_all_inputs<word, token>\(p\):
//   p\(ids\) must be a bool, or a report of check<…> ;; not-shown g++ 12 names p in the first line
// np.random.rand has no dtype: it gives double, which is then converted.
// - numpy_rand_of_float: constexpr auto drawn() { mt19937 engine(12); return
//   numpy_rand<tensor<float, dim<3>>>(engine); } constexpr auto x = drawn();
//   ;; constexpr auto drawn() { mt19937 engine(12); return as<float>(numpy_rand<tensor<double,
//   dim<3>>>(engine)); } constexpr auto x = drawn();
//   ;; attn::numpy_rand<T>\(engine\): NumPy draws double; convert with as<float>\(x\)
// numbers in [-1, 1) as integers: all of them would be 0 or -1.
// - splitmix_fill_of_integers: splitmix_fill<splitmix::s24, tensor<int, token>>(1)
//   ;; splitmix_fill<splitmix::s24, tensor<float, token>>(1)
//   ;; attn::splitmix_fill<grid, tensor>\(seed\): requires a floating-point element type
// to take the second normal of a pair where the first was not drawn.
// - torch_generator_holds_nothing: constexpr double drawn() { torch_generator generator(12); return
//   generator.take_normal(); } constexpr auto x = drawn(); ;; constexpr double drawn() {
//   torch_generator generator(12); return generator.holds_normal() ? generator.take_normal() : 0.0;
//   } constexpr auto x = drawn(); ;; constant: the_generator_holds_no_normal
// torch.rand of an integer type is also an error in PyTorch.
// - torch_rand_of_integers: constexpr auto drawn() { mt19937 engine(12); return
//   torch_rand<tensor<int, dim<3>>>(engine); } constexpr auto x = drawn(); ;; constexpr auto
//   drawn() { mt19937 engine(12); return torch_rand<tensor<float, dim<3>>>(engine); } constexpr
//   auto x = drawn(); ;; attn::torch_rand<T>\(engine\): T must be float, double or a tensor of them
// a bias has no fans.
// - xavier_of_a_vector: constexpr auto drawn() { torch_generator generator(12); return xavier_uniform<tensor<float, dim<3>>>(generator); } constexpr auto
//   x = drawn(); ;; constexpr auto drawn() { torch_generator generator(12); return xavier_uniform<matrix<float, 3, 2>>(generator); }
//   constexpr auto x = drawn(); ;; attn::xavier_uniform<W>\(engine\): W must be a tensor of two axes, input and output
// a number has no fans.
// - xavier_normal_of_a_number: constexpr auto drawn() { torch_generator generator(12); return xavier_normal<float>(generator); } constexpr auto
//   x = drawn(); ;; constexpr auto drawn() { torch_generator generator(12); return xavier_normal<matrix<float, 3, 2>>(generator); }
//   constexpr auto x = drawn(); ;; attn::xavier_normal<W>\(generator\): W must be a tensor of two axes, input and output
// the fan of an axis that W does not have.
// - kaiming_axis_absent: constexpr auto drawn() { torch_generator generator(12); return kaiming_uniform<tensor<float, token, word_8>, "width">(generator); } constexpr auto
//   x = drawn(); ;; constexpr auto drawn() { torch_generator generator(12); return kaiming_uniform<tensor<float, token, word_8>, "word">(generator); }
//   constexpr auto x = drawn(); ;; attn::kaiming_uniform<W, axis>\(engine\): W has no such axis
// whole numbers have no such deviation.
// - kaiming_of_integers: constexpr auto drawn() { torch_generator generator(12); return kaiming_normal<matrix<int, 2, 3>, 1>(generator); } constexpr auto
//   x = drawn(); ;; constexpr auto drawn() { torch_generator generator(12); return kaiming_normal<matrix<float, 2, 3>, 1>(generator); }
//   constexpr auto x = drawn(); ;; attn::kaiming_normal<W, axis>\(generator\): the elements of W must be float or double
// as above.
// - torch_normal_of_integers: constexpr auto drawn() { torch_generator generator(12); return torch_normal<int>(generator, 0, 1); } constexpr auto
//   x = drawn(); ;; constexpr auto drawn() { torch_generator generator(12); return torch_normal<float>(generator, 0, 1); }
//   constexpr auto x = drawn(); ;; attn::torch_normal<T>\(generator, mean, std\): T must be float, double or a tensor of them
// torch.randn of an integer type is also an error in PyTorch.
// - torch_randn_of_integers: constexpr auto drawn() { torch_generator generator(12); return
//   torch_randn<tensor<int, dim<3>>>(generator); } constexpr auto x = drawn();
//   ;; constexpr auto drawn() { torch_generator generator(12); return torch_randn<tensor<float,
//   dim<3>>>(generator); } constexpr auto x = drawn();
//   ;; attn::torch_randn<T>\(generator\): T must be float, double or a tensor of them
// six different ones of three words.
// - multinomial_of_too_few: constexpr auto drawn() { mt19937 engine(12); return torch_multinomial<dim<6>>(engine, tensor<float, token, word>{}); } constexpr auto
//   x = drawn(); ;; constexpr auto drawn() { mt19937 engine(12); return torch_multinomial<dim<6>>(engine, tensor<float, token, word>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, with_replacement); }
//   constexpr auto x = drawn(); ;; attn::torch_multinomial<draw>\(engine, p\): draws more indices than a row of p has; did you mean \(engine, p, with_replacement\)\?
// a number has no indices.
// - multinomial_of_a_number: constexpr auto drawn() { mt19937 engine(12); return torch_multinomial(engine, tensor<float>{}); } constexpr auto
//   x = drawn(); ;; constexpr auto drawn() { mt19937 engine(12); return torch_multinomial(engine, tensor<float, word>{1, 2, 3}); }
//   constexpr auto x = drawn(); ;; attn::torch_multinomial\(engine, p\): p has no such axis
// counts: PyTorch also requires weights of a floating-point type.
// - multinomial_of_integers: constexpr auto drawn() { mt19937 engine(12); return torch_multinomial(engine, tensor<int, word>{1, 2, 3}); } constexpr auto
//   x = drawn(); ;; ditto
//   ;; attn::torch_multinomial\(engine, p\): the elements must be float or double
// logits in the place of weights, and two different indices where one weight is above 0.
// - multinomial_of_logits: constexpr auto drawn() { mt19937 engine(12); return torch_multinomial(engine, tensor<float, word>{1, -2, 3}); } constexpr auto
//   x = drawn(); ;; ditto ;; constant: torch_multinomial_needs_enough_weights_above_0 ;; allow: detail::
// - multinomial_of_zeros: constexpr auto drawn() { mt19937 engine(12); return torch_multinomial<dim<2>>(engine, tensor<float, word>{1, 0, 0}); } constexpr auto
//   x = drawn(); ;; ditto ;; constant: torch_multinomial_needs_enough_weights_above_0 ;; allow: detail::
// an interval that ends before it begins, as PyTorch rejects it.
// - torch_uniform_low_above_high: constexpr auto drawn() { torch_generator generator(12); return
//   torch_uniform<float>(generator, 1, -1); } constexpr auto x = drawn(); ;; constexpr auto drawn()
//   { torch_generator generator(12); return torch_uniform<float>(generator, -1, 1); } constexpr
//   auto x = drawn(); ;; constant: torch_uniform_needs_low_not_above_high
// uniform_ of integers is also an error in PyTorch.
// - torch_uniform_of_integers: constexpr auto drawn() { torch_generator generator(12); return
//   torch_uniform<tensor<int, dim<3>>>(generator, -1, 1); } constexpr auto x = drawn();
//   ;; constexpr auto drawn() { torch_generator generator(12); return torch_uniform<tensor<float,
//   dim<3>>>(generator, -1, 1); } constexpr auto x = drawn();
//   ;; attn::torch_uniform<T>\(engine, low, high\): T must be float, double or a tensor of them
// a model with a number among its tensors.
// - splitmix_parameters_member_no_tensor: splitmix_parameters<splitmix::s24, stepped>(1)
//   ;; splitmix_parameters<splitmix::s24, network<float>>(1)
//   ;; attn::splitmix_parameters<grid, M>\(seed\): every member of the model must be a tensor, a
//   Hana struct or tuple, or an array of them
// a model of integers has no random fractions.
// - splitmix_parameters_of_integers: splitmix_parameters<splitmix::s24, network<int>>(1) ;; ditto
//   ;; attn::splitmix_parameters<grid, M>\(seed\): requires a floating-point element type
