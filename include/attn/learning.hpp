// SPDX-License-Identifier: BSL-1.0
// attn.hpp and learning: gradients in reverse mode, losses, optimisers.
#pragma once

#include <attn.hpp>

#include <attn/layers/cross_entropy.hpp>
#include <attn/learning/gradient.hpp>
#include <attn/learning/optimisers.hpp>
#include <attn/learning/recorded.hpp>

ATTN_INCLUDED(learning_hpp)
