// SPDX-License-Identifier: BSL-1.0
// The whole library.
#pragma once

#include <attn.hpp>

#include <attn/analysis.hpp>
#include <attn/attention.hpp>
#include <attn/io.hpp>
#include <attn/learning.hpp>
#include <attn/ops.hpp>
#include <attn/random.hpp>
#include <attn/recurrent.hpp>
#include <attn/text.hpp>
