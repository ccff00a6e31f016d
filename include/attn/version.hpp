// SPDX-License-Identifier: BSL-1.0
// The version of the library: the one place that states it. CMake reads it from here.
#pragma once

#include <attn/detail/requirements.hpp>

#define ATTN_VERSION_MAJOR 0
#define ATTN_VERSION_MINOR 2
#define ATTN_VERSION_PATCH 0
