# SPDX-License-Identifier: BSL-1.0
# In place of ConanCenter's boost, so that the test needs no network: the headers of the machine.
from conan import ConanFile


class Boost(ConanFile):
    name = "boost"
    package_type = "header-library"
    options = {"header_only": [True, False]}
    default_options = {"header_only": True}

    def package_info(self):
        self.cpp_info.bindirs = self.cpp_info.includedirs = self.cpp_info.libdirs = []
        self.cpp_info.set_property("cmake_file_name", "Boost")
        self.cpp_info.components["headers"].set_property("cmake_target_name", "Boost::headers")
        self.cpp_info.components["headers"].includedirs = []
        self.cpp_info.components["headers"].libdirs = []
