# SPDX-License-Identifier: BSD-3-Clause
# `cmake --install BUILD [--prefix DIR]` installs the command, which reads no file of ours but the library that goes into FMUs, the pages that its help
# refers to with the models they show, completions for shells, and manual pages where help2man was there to make them;
# `cpack -G DEB` in the build directory makes a Debian package of the same.
include(GNUInstallDirs)
install(TARGETS stiction RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# What goes into FMUs: found from the command by ../lib/stiction/fmi. In no folder that CPack takes for one of the dynamic linker.
install(TARGETS stiction_fmi LIBRARY DESTINATION lib/stiction/fmi)
set(pages ${CMAKE_INSTALL_DATADIR}/doc/stiction)
install(FILES README.md LICENSE CHANGELOG.md DESTINATION ${pages})
install(DIRECTORY docs models DESTINATION ${pages})
install(DIRECTORY editors/neovim editors/emacs DESTINATION ${pages}/editors)

# The command itself tells what a shell completes, and what its pages say.
set(extras ${PROJECT_BINARY_DIR}/extras)
set(completion_commands)
foreach(shell IN ITEMS bash zsh fish)
  list(APPEND completions ${extras}/completions.${shell})
  list(APPEND completion_commands COMMAND stiction completions ${shell} > ${extras}/completions.${shell})
endforeach()
add_custom_command(OUTPUT ${completions} COMMAND ${CMAKE_COMMAND} -E make_directory ${extras} ${completion_commands}
                   DEPENDS stiction VERBATIM)
add_custom_target(stiction_extras ALL DEPENDS ${completions})
install(FILES ${extras}/completions.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME stiction)
install(FILES ${extras}/completions.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
        RENAME stiction.fish)
# zsh looks for those of packages in one place, for those of the machine in another.
foreach(place IN ITEMS vendor-completions site-functions)
  install(FILES ${extras}/completions.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${place} RENAME _stiction)
endforeach()

find_program(HELP2MAN help2man)
if(HELP2MAN)
  add_custom_command(OUTPUT ${extras}/man/stiction.1.gz DEPENDS stiction ${PROJECT_SOURCE_DIR}/scripts/man_pages.sh
                     COMMAND ${PROJECT_SOURCE_DIR}/scripts/man_pages.sh $<TARGET_FILE:stiction> ${extras}/man VERBATIM)
  add_custom_target(stiction_man_pages ALL DEPENDS ${extras}/man/stiction.1.gz)
  install(DIRECTORY ${extras}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()

# A test installs all of it.
if(TARGET simulation_test)
  add_dependencies(simulation_test stiction_extras)
  if(HELP2MAN)
    add_dependencies(simulation_test stiction_man_pages)
  endif()
endif()

# What Debian wants of a package beside them: its licence and its changes, in forms of its own.
set(STICTION_PACKAGE_CONTACT "The Stiction authors <authors@stiction.example.org>" CACHE STRING
    "Who answers for the Debian package, as NAME <ADDRESS>")
file(READ LICENSE licence)
string(REGEX REPLACE "\n\n" "\n.\n" licence "${licence}")
string(STRIP "${licence}" licence)
string(REPLACE "\n" "\n " licence " ${licence}")
configure_file(packaging/copyright.in ${extras}/copyright @ONLY)
configure_file(packaging/changelog.in ${extras}/changelog @ONLY)
find_program(GZIP gzip REQUIRED)
execute_process(COMMAND ${GZIP} -9nf ${extras}/changelog COMMAND_ERROR_IS_FATAL ANY)
install(FILES ${extras}/copyright ${extras}/changelog.gz DESTINATION ${pages})

install(FILES packaging/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME stiction)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME stiction)
set(CPACK_PACKAGE_VENDOR "The Stiction authors")
set(CPACK_PACKAGE_CONTACT "${STICTION_PACKAGE_CONTACT}")
string(REGEX REPLACE "^A " "" CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")  # Debian wants no article
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
