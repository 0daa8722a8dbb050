# SPDX-License-Identifier: BSD-3-Clause
# `cmake --install BUILD [--prefix DIR]` installs the command, which reads no file of ours but the library that goes into FMUs, and the pages that its help
# refers to with the models they show; `cpack -G DEB` in the build directory makes a Debian package of the same.
include(GNUInstallDirs)
install(TARGETS stiction RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# What goes into FMUs: found from the command by ../lib/stiction.
install(TARGETS stiction_fmi LIBRARY DESTINATION lib/stiction)
set(pages ${CMAKE_INSTALL_DATADIR}/doc/stiction)
install(FILES README.md LICENSE CHANGELOG.md DESTINATION ${pages})
install(DIRECTORY docs models DESTINATION ${pages})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME stiction)
set(CPACK_PACKAGE_VENDOR "The Stiction authors")
set(CPACK_PACKAGE_CONTACT "The Stiction authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_DESCRIPTION
"Stiction compiles models in Modelica, the language of physical systems, and
simulates them. What sticks stays where it is, what breaks away does so at the
right instant, and where no consistent state exists it says which elements and
lines contradict each other. It also compares results, draws them and runs
regression tests with a report.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What the command calls without being linked to it: pictures (.png), FMUs, external functions in C.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libcairo2, libzip4, gcc, libc6-dev")
include(CPack)
