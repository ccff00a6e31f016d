# SPDX-License-Identifier: BSL-1.0
# The Conan 2 recipe of attn, which packages the sources around it: `conan create cmake/conan`.
import re
from pathlib import Path

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy


class Attn(ConanFile):
    name = "attn"
    description = "Attention you can static_assert: a header-only C++20 library"
    license = "BSL-1.0"
    topics = ("attention", "transformer", "tensor", "constexpr", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    default_options = {"boost/*:header_only": True}
    no_copy_source = True

    def _root(self):
        return Path(self.recipe_folder).parents[1]

    def set_version(self):
        header = (self._root() / "include/attn/version.hpp").read_text(encoding="utf-8")
        self.version = ".".join(re.findall(r"^#define ATTN_VERSION_\w+ (\d+)", header, re.MULTILINE))

    def export_sources(self):
        copy(self, "include/*", self._root(), self.export_sources_folder)
        copy(self, "LICENSE", self._root(), self.export_sources_folder)

    def requirements(self):
        self.requires("boost/[>=1.74 <2]", transitive_headers=True)

    def validate(self):
        if self.settings.get_safe("compiler.cppstd"):
            check_min_cppstd(self, 20)

    def package_id(self):
        self.info.clear()

    def package(self):
        copy(self, "*", Path(self.source_folder) / "include", Path(self.package_folder) / "include")
        copy(self, "LICENSE", self.source_folder, Path(self.package_folder) / "licenses")

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.requires = ["boost::headers"]
        self.cpp_info.set_property("cmake_file_name", "attn")
        self.cpp_info.set_property("cmake_target_name", "attn::attn")
        self.cpp_info.set_property("pkg_config_name", "attn")
