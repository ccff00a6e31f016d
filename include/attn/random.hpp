// SPDX-License-Identifier: BSL-1.0
// attn.hpp and the random numbers of PyTorch, NumPy and Python.
#pragma once

#include <attn.hpp>

#include <attn/random/mt19937.hpp>
#include <attn/random/uniform.hpp>
