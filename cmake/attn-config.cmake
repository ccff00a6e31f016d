# SPDX-License-Identifier: BSL-1.0
# The CMake package of attn: the target attn::attn, and the Boost.Hana that it includes.
include(CMakeFindDependencyMacro)

find_package(Hana CONFIG QUIET)
if(NOT TARGET hana)
  find_dependency(Boost 1.74 CONFIG)
endif()

include(${CMAKE_CURRENT_LIST_DIR}/attn-targets.cmake)
