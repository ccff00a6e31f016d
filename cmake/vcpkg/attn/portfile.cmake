# SPDX-License-Identifier: BSL-1.0
# The vcpkg port of attn, an overlay that packages the sources around it:
# `vcpkg install attn --overlay-ports=cmake/vcpkg`.
cmake_path(SET SOURCE_PATH NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../../..)

set(VCPKG_BUILD_TYPE release)  # header-only
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/attn)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/doc" "${CURRENT_PACKAGES_DIR}/share/cmake")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
