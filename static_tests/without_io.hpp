// SPDX-License-Identifier: BSL-1.0
// The library without attn/io. It is precompiled: what functions that are no templates use, GCC instantiates at the
// end of every unit that includes them, and for attn/io that takes half a second.
#pragma once

#include <attn.hpp>

#include <attn/analysis.hpp>
#include <attn/attention.hpp>
#include <attn/learning.hpp>
#include <attn/ops.hpp>
#include <attn/random.hpp>
#include <attn/recurrent.hpp>
#include <attn/text.hpp>
