// SPDX-License-Identifier: BSL-1.0
// What attn/layers/cross_entropy.hpp rejects. driver.py compiles each case with the lines above the
// first.
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using word = axis<"word", 5>;
constexpr tensor<double, token, word> x{{1, 0, 2, 4, 1}, {0, 0, 1, 0, 2}, {3, 1, 0, 0, 1}};
constexpr tensor<int, token> ids{1, 4, 0};
constexpr tensor<double, word> weights{1, 2, 1, 0.5, 1};

// case: cross_entropy_ids_for_each_class
// rejected: one id for each class instead of one for each token.
// expect-error: attn::cross_entropy\(x, ids\): ids must have the axes of x but the last, the classes
// errors: 1
#ifdef ATTN_REJECT
constexpr auto loss = cross_entropy(x, tensor<int, word>{1, 4, 0, 2, 1});
#else
constexpr auto loss = cross_entropy(x, ids);
#endif

// case: cross_entropy_classes_first
// rejected: scores with the classes in their first axis, where PyTorch has them for sequences.
// expect-error: attn::cross_entropy\(x, ids\): ids must have the axes of x but the last, the classes
// errors: 1
#ifdef ATTN_REJECT
constexpr auto loss = cross_entropy(transpose(x), ids);
#else
constexpr auto loss = cross_entropy(x, ids);
#endif

// case: cross_entropy_of_a_number
// rejected: a score without an axis of classes.
// expect-error: attn::cross_entropy\(x, ids\): ids must have the axes of x but the last, the classes
// errors: 1
#ifdef ATTN_REJECT
constexpr auto loss = cross_entropy(tensor<double>(1.5), tensor<int>(0));
#else
constexpr auto loss = cross_entropy(tensor<double, word>{1, 0, 2, 4, 1}, tensor<int>(0));
#endif

// case: cross_entropy_probabilities
// rejected: probabilities for targets, as PyTorch accepts them.
// expect-error: attn::cross_entropy\(x, ids\): the ids must be integers or token ids
// errors: 1
#ifdef ATTN_REJECT
constexpr auto loss = cross_entropy(x, tensor<double, token>{0.5, 0.25, 1});
#else
constexpr auto loss = cross_entropy(x, ids);
#endif

// case: cross_entropy_more_ids_than_classes
// rejected: token ids of a larger vocabulary.
// expect-error: attn::cross_entropy\(x, ids\): there are more ids than x has classes, in its last axis
// errors: 1
#ifdef ATTN_REJECT
constexpr auto loss = cross_entropy(x, as_token_ids<6>(ids));
#else
constexpr auto loss = cross_entropy(x, as_token_ids<5>(ids));
#endif

// case: cross_entropy_of_integers
// rejected: scores that are whole numbers.
// expect-error: attn::cross_entropy\(x, ids\): requires a floating-point element type; convert with
// errors: 1
#ifdef ATTN_REJECT
constexpr auto loss = cross_entropy(as<int>(x), ids);
#else
constexpr auto loss = cross_entropy(as<float>(x), ids);
#endif

// case: cross_entropy_weights_for_each_token
// rejected: a weight for each token instead of one for each class.
// expect-error: attn::cross_entropy\(x, ids, weights\): the weights must have one axis, the last of x
// errors: 1
#ifdef ATTN_REJECT
constexpr auto loss = cross_entropy(x, ids, tensor<double, token>{1, 2, 1});
#else
constexpr auto loss = cross_entropy(x, ids, weights);
#endif

// case: cross_entropy_weights_of_another_element
// rejected: weights of float for scores of double.
// expect-error: attn::cross_entropy\(x, ids, weights\): requires one element type for all operands
// errors: 1
#ifdef ATTN_REJECT
constexpr auto loss = cross_entropy(x, ids, as<float>(weights));
#else
constexpr auto loss = cross_entropy(x, ids, weights);
#endif

// case: nll_loss_ids_for_each_class
// rejected: the same of logarithms.
// expect-error: attn::nll_loss\(x, ids\): ids must have the axes of x but the last, the classes
// errors: 1
#ifdef ATTN_REJECT
constexpr auto loss = nll_loss(log_softmax(x), tensor<int, word>{1, 4, 0, 2, 1});
#else
constexpr auto loss = nll_loss(log_softmax(x), ids);
#endif

// case: nll_loss_weights_for_each_token
// rejected: the same of weights.
// expect-error: attn::nll_loss\(x, ids, weights\): the weights must have one axis, the last of x
// errors: 1
#ifdef ATTN_REJECT
constexpr auto loss = nll_loss(log_softmax(x), ids, tensor<double, token>{1, 2, 1});
#else
constexpr auto loss = nll_loss(log_softmax(x), ids, weights);
#endif

// case: cross_entropy_target_out_of_range
// rejected: an id that is no class.
// expect-error[gcc]: target_is_no_class
// expect-error[clang]: must be initialized by a constant expression
// expect-note: target_is_no_class
// errors: 1
#ifdef ATTN_REJECT
constexpr auto loss = cross_entropy(x, tensor<int, token>{1, 5, 0});
#else
constexpr auto loss = cross_entropy(x, tensor<int, token>{1, -100, 0});
#endif

// case: cross_entropy_smoothing_in_percent
// rejected: a smoothing of 10 percent, as 10.
// expect-error[gcc]: label_smoothing_must_be_from_0_to_1
// expect-error[clang]: must be initialized by a constant expression
// expect-note: label_smoothing_must_be_from_0_to_1
// errors: 1
#ifdef ATTN_REJECT
constexpr auto loss = cross_entropy(x, ids, {.label_smoothing = 10});
#else
constexpr auto loss = cross_entropy(x, ids, {.label_smoothing = 0.1});
#endif
